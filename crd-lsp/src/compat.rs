//! Breaking changes of a CRD in comparison with an older text of the same file, usually that of the merge base.

use std::collections::BTreeMap;
use std::sync::Arc;

use crd_core::check::{Finding, Level, SourceFile, crds_of};
use crd_core::compat::{CompatManifest, CompatOptions, Policy, compare, is_fingerprint};
use crd_core::decode::decode_for;
use crd_core::yaml::tree::Node;
use crd_core::{Crd, yaml};

use crate::host::{BaseText, Configuration};

/// Returns the breaking changes of the CRDs of a text.
pub(crate) fn find(name: &str, text: &str, base: &BaseText, configuration: &Configuration) -> Vec<Finding> {
    if base.text == text {
        return Vec::new();
    }
    let server = configuration.kubernetes_version.unwrap_or_default();
    let options = CompatOptions::new(Policy::default(), server);
    let file = |name: &str, text: &str| {
        Arc::new(SourceFile {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    };
    let (old_file, new_file) = (file(&base.name, &base.text), file(name, text));
    let read = |text: &str| yaml::read(text.as_bytes(), yaml::Options::default()).documents;
    let (old_documents, new_documents) = (read(&base.text), read(text));
    let crds = |node: &Node| decode_for(node, server).crd;
    let olds = old_documents.iter().flat_map(|document| crds_of(&document.root));
    let olds: BTreeMap<Box<str>, (Crd, &Node)> = olds
        .filter_map(|node| crds(node).map(|crd| (crd.metadata.name.clone(), (crd, node))))
        .collect();
    let mut found = Vec::new();
    for (index, document) in new_documents.iter().enumerate() {
        for node in crds_of(&document.root) {
            let Some(new) = crds(node) else { continue };
            let Some((old, old_node)) = olds.get(&new.metadata.name) else {
                continue;
            };
            let old_manifest = CompatManifest::new(old_node, Arc::clone(&old_file));
            let new_manifest = CompatManifest::new(node, Arc::clone(&new_file));
            for finding in compare(old, &new, &options) {
                let level = configuration.levels.of(finding.code, finding.severity);
                let Level::Report(severity) = level else { continue };
                if is_allowed(text, &finding.fingerprint) {
                    continue;
                }
                let mut diagnostic = finding.diagnostic(&old_manifest, Some(&new_manifest));
                diagnostic.severity = severity;
                let accept = format!(
                    "to accept it, write `# crd-gen: allow {} REASON`",
                    finding.fingerprint
                );
                diagnostic.help.push(accept);
                found.push(Finding::new(index, Some(&new.metadata.name), diagnostic));
            }
        }
    }
    found
}

/// Whether a comment allows a finding.
fn is_allowed(text: &str, fingerprint: &str) -> bool {
    text.lines().any(|line| {
        let comment = line.split_once("# crd-gen: allow ");
        let name = comment.and_then(|(_, words)| words.split_whitespace().next());
        name.is_some_and(|name| is_fingerprint(name) && name == fingerprint)
    })
}
