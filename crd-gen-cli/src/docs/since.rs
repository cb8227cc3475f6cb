//! The changes since other CRDs (`--since`).

use std::path::Path;

use crd_core::Crd;
use crd_core::check::{OldCrds, Severity};
use crd_core::compat::{self, CompatOptions, Policy};
use crd_core::reference::{ReferenceOptions, ReferencePage};
use serde::Serialize;

use crate::CommandError;
use crate::sources::CrdSources;
use crate::terminal::Terminal;

/// The comparison of a CRD with an older one.
#[derive(Serialize)]
pub(super) struct Since {
    /// The source of the older CRDs.
    pub(super) name: String,
    /// Whether the CRD existed.
    pub(super) was_there: bool,
    /// The changes that break somebody.
    pub(super) breaking: Vec<ChangeSince>,
    /// Other changes.
    pub(super) others: Vec<ChangeSince>,
}

/// A change since the older CRD.
#[derive(Serialize)]
pub(super) struct ChangeSince {
    /// The version, unless the change concerns the whole CRD.
    pub(super) version: Option<String>,
    /// The field; empty if the change does not concern a field.
    pub(super) path: String,
    /// Whether the page has the field.
    pub(super) is_here: bool,
    /// The change, in words.
    pub(super) text: String,
}

impl ChangeSince {
    /// Returns version and path, if the page has the field.
    pub(super) fn place(&self) -> Option<(&str, &str)> {
        let version = self.version.as_deref().filter(|_| self.is_here)?;
        Some((version, &self.path))
    }
}

/// Reads older CRDs.
///
/// # Errors
/// If one cannot be read: its kind is not new.
pub(super) fn old_crds(path: &Path, terminal: &Terminal) -> Result<OldCrds, CommandError> {
    let sources = CrdSources::of_files(&[path.to_owned()])?;
    sources.crds(terminal)?;
    let mut old = OldCrds::default();
    for text in sources.sources.iter().flat_map(|source| &source.texts) {
        old.add(&text.bytes);
    }
    Ok(old)
}

/// Compares a CRD with an older one, if that existed.
pub(super) fn since(
    path: &Path,
    before: Option<&Crd>,
    crd: &Crd,
    page: &ReferencePage,
    options: &ReferenceOptions,
) -> Since {
    let mut since = Since {
        name: path.display().to_string(),
        was_there: before.is_some(),
        breaking: Vec::new(),
        others: Vec::new(),
    };
    let Some(before) = before else {
        return since;
    };
    let mut findings = compat::compare(before, crd, &CompatOptions::new(Policy::Clients, options.server));
    findings.retain(|finding| !options.hides(&finding.path));
    let version_of = |name: &str| page.versions.iter().find(|version| version.name == name);
    let (breaking, others): (Vec<_>, Vec<_>) = findings
        .into_iter()
        .partition(|finding| finding.severity != Severity::Note);
    let is_said = |version: &str, path: &str| {
        breaking.iter().any(|finding| {
            finding.version.as_deref() == Some(version)
                && (finding.path == path || finding.other_paths.iter().any(|other| other == path))
        })
    };
    for version in &page.versions {
        let name = &*version.name;
        if before.versions().iter().all(|before| *before.name != *name) {
            since.others.push(ChangeSince {
                version: None,
                path: String::new(),
                is_here: false,
                text: format!("the version `{name}` is new"),
            });
        }
        let changes = version.changes_since(before, crd, options).into_iter();
        let changes = changes.filter(|change| !is_said(name, &change.path));
        since.others.extend(changes.map(|change| ChangeSince {
            version: Some(name.to_owned()),
            path: change.path,
            is_here: change.is_here,
            text: change.text,
        }));
    }
    let change = |finding: compat::CompatFinding| ChangeSince {
        is_here: finding
            .version
            .as_deref()
            .and_then(version_of)
            .is_some_and(|version| version.has_field(&finding.path)),
        version: finding.version,
        path: finding.path,
        text: finding.message,
    };
    // The changes of fields are listed already.
    let of_crd = others.into_iter().filter(|finding| finding.path.is_empty());
    since.others.extend(of_crd.map(change));
    since.breaking = breaking.into_iter().map(change).collect();
    since
}
