//! Finds the objects of the workspace that set a property of a CRD.

use serde_json::{Value as Json, json};

use super::property::{NamedProperty, PropertyStep};
use crate::cel::CrdText;
use crate::snapshot::Snapshot;
use crate::yaml::{LooseNode, read};

/// The maximum size of files that are searched.
const MOST_BYTES: usize = 4 << 20;

/// Returns the locations in files of the workspace, as stored on disk, that set a property.
pub(super) fn uses(snapshot: &Snapshot, crd: &CrdText, property: &NamedProperty) -> Vec<Json> {
    let content = snapshot.content();
    let spec = crd.root().get("spec");
    let kind = spec
        .and_then(|spec| spec.get("names"))
        .and_then(|names| names.text_of("kind", content));
    let group = spec.and_then(|spec| spec.text_of("group", content));
    let (Some(kind), Some(group)) = (kind, group) else {
        return Vec::new();
    };
    let group = format!("{group}/");
    let mut found = Vec::new();
    for path in snapshot
        .folders
        .iter()
        .flat_map(|folder| snapshot.host.manifests(folder))
    {
        let Some(file) = snapshot.of_file(&path) else {
            continue;
        };
        let text = file.content();
        if text.len() > MOST_BYTES || !text.contains(&group) {
            continue;
        }
        for document in read(text) {
            let word = |name: &str| document.root.text_of(name, text).unwrap_or_default();
            if word("kind") == kind && word("apiVersion").starts_with(&group) {
                collect(&document.root, &property.object, &property.name, &mut |node| {
                    found.push(json!({"uri": file.uri, "range": file.text.range(node)}));
                });
            }
        }
    }
    found
}

fn collect(
    node: &LooseNode,
    steps: &[PropertyStep],
    name: &str,
    found: &mut dyn FnMut(std::ops::Range<usize>),
) {
    let Some((step, rest)) = steps.split_first() else {
        if let Some(member) = node.member(name) {
            found(member.key.clone());
        }
        return;
    };
    match step {
        PropertyStep::Property(name_of_step) => {
            if let Some(below) = node.get(name_of_step) {
                collect(below, rest, name, found);
            }
        }
        PropertyStep::Items => {
            for element in node.elements() {
                collect(element, rest, name, found);
            }
        }
        PropertyStep::Values => {
            for member in node.members() {
                collect(&member.value, rest, name, found);
            }
        }
    }
}
