//! Findings of a text: those of `crd-gen check` for its CRDs, and of `crd-gen validate` for its other objects.

use std::sync::Arc;

use crd_core::KubeVersion;
use crd_core::check::objects::Objects;
use crd_core::check::{self, DocumentContent, Finding, codes};
use crd_core::sort::sort_by_key;
use memchr::memmem;

use crate::catalog::{Catalog, CatalogFile};
use crate::compat;
use crate::host::{BaseText, Configuration};

/// The findings of a text.
#[derive(Debug, Default)]
pub(crate) struct FileFindings {
    /// The findings, in the order of the text.
    pub(crate) findings: Vec<Finding>,
    /// The CRDs of the text.
    pub(crate) crds: Option<Arc<CatalogFile>>,
}

/// Checks a text; `name` is that of its file.
pub(crate) fn find(
    name: &str,
    text: &str,
    catalog: &Catalog,
    configuration: &Configuration,
    base: Option<&BaseText>,
) -> FileFindings {
    let mut found = FileFindings::default();
    // A document without a kind is not an object.
    if configuration.is_excluded || memmem::find(text.as_bytes(), b"kind").is_none() {
        return found;
    }
    let version = configuration.kubernetes_version.unwrap_or_default();
    let mut has_objects = true;
    if memmem::find(text.as_bytes(), b"CustomResourceDefinition").is_some() {
        let report = check::text(text, &options(configuration));
        has_objects = has_others(&report, text);
        found.findings = report.findings.list;
        found.crds = CatalogFile::read(name, text);
        if let Some(base) = base {
            found
                .findings
                .extend(compat::find(name, text, base, configuration));
        }
    }
    if has_objects {
        judge(name, text, version, catalog, configuration, &mut found);
    }
    found
        .findings
        .retain(|finding| finding.diagnostic.code != codes::HELM_TEMPLATE);
    sort_by_key(&mut found.findings, &|finding| {
        (finding.diagnostic.span, finding.diagnostic.code)
    });
    found
}

/// Returns the options with which CRDs are checked.
pub(crate) fn options(configuration: &Configuration) -> check::Options {
    let version = configuration.kubernetes_version.unwrap_or_default();
    let mut options = check::Options::for_version(version);
    options.levels = configuration.levels.clone();
    options
}

/// Whether a text has objects other than CRDs.
fn has_others(report: &check::CheckReport, text: &str) -> bool {
    let is_other = |content: &DocumentContent| matches!(content, DocumentContent::Other(_));
    // Comments about objects may be at any place.
    report
        .documents
        .iter()
        .any(|document| is_other(&document.content))
        || text.contains("crd-gen:")
}

fn judge(
    name: &str,
    text: &str,
    version: KubeVersion,
    catalog: &Catalog,
    configuration: &Configuration,
    found: &mut FileFindings,
) {
    let options = &configuration.objects;
    let objects = Objects::read(text, options);
    let crds = catalog.crds_with(version, name, found.crds.as_ref());
    let mut judged = Vec::with_capacity(objects.len());
    for index in 0..objects.len() {
        judged.extend(objects.check(index, &crds, options));
    }
    // Both report syntax errors, and with the CRDs of the objects the likeliest repair is known.
    found
        .findings
        .retain(|known| known.diagnostic.code != codes::YAML_SYNTAX);
    for finding in objects.report(&mut judged, &crds, options, &configuration.levels) {
        let is_same = |known: &Finding| {
            known.diagnostic.code == finding.diagnostic.code
                && known.diagnostic.span == finding.diagnostic.span
                && known.diagnostic.message == finding.diagnostic.message
        };
        // Both report documents that cannot be read.
        if !found.findings.iter().any(is_same) {
            found.findings.push(finding);
        }
    }
}
