//! The documented kinds, with their configuration.

use std::path::Path;

use crd_core::Crd;
use crd_core::check::OldCrds;
use crd_core::compat::{self, CompatFinding, CompatOptions, Policy};
use crd_core::reference::{FieldNote, ReferenceChange, ReferenceOptions, ReferencePage, page};

use super::DocsArgs;
use crate::CommandError;
use crate::config::DocsSection;
use crate::feature::{Feature, Marker, ValueDocs};
use crate::parallel::mapped;
use crate::sources::CrdSources;
use crate::terminal::Terminal;

/// A kind with its page.
pub(super) struct DocumentedKind {
    pub(super) title: String,
    pub(super) page: ReferencePage,
    /// The comparison with older CRDs.
    pub(super) since: Option<Since>,
}

/// The comparison with older CRDs.
pub(super) struct Since {
    /// The source of the older CRDs.
    pub(super) name: String,
    /// Whether the CRD existed.
    pub(super) was_there: bool,
    /// The changes that break somebody.
    pub(super) breaking: Vec<CompatFinding>,
    /// Other changes of fields, with the name of their version.
    pub(super) others: Vec<(String, ReferenceChange)>,
    /// The versions that are new.
    pub(super) new_versions: Vec<String>,
}

impl Since {
    /// Whether nothing changed.
    pub(super) fn is_empty(&self) -> bool {
        self.breaking.is_empty() && self.others.is_empty() && self.new_versions.is_empty()
    }
}

/// Reads the CRDs of a command.
pub(super) fn read(
    args: &DocsArgs,
    section: &DocsSection,
    sources: &CrdSources,
    terminal: &Terminal,
) -> Result<Vec<DocumentedKind>, CommandError> {
    let server = sources.server(args.server);
    let mut crds = sources.crds(terminal)?;
    let mut seen = std::collections::BTreeSet::new();
    let mut repeated = Vec::new();
    crds.retain(|crd| {
        let is_new = seen.insert(crd.metadata.name.clone());
        if !is_new {
            repeated.push(crd.metadata.name.to_string());
        }
        is_new
    });
    if let Some(first) = repeated.first() {
        terminal.warning(&format!(
            "several CRDs here have one name, such as `{first}`; the first of each name is documented"
        ));
    }
    let before = match &args.since {
        Some(path) => Some((path, old_crds(path, terminal)?)),
        None => None,
    };
    let notes = notes_of(sources);
    let mut kinds = mapped(&crds, |crd| {
        let mut options = ReferenceOptions::default();
        options.server = server;
        options.hidden = hidden(section, crd);
        options.notes.clone_from(&notes);
        let kind = &crd.spec.names.kind;
        let page = page(crd, &options);
        DocumentedKind {
            title: section
                .titles
                .get(&**kind)
                .cloned()
                .unwrap_or_else(|| kind.to_string()),
            since: before.as_ref().map(|(path, old)| {
                since(
                    path,
                    old.named(&crd.metadata.name, server).as_ref(),
                    crd,
                    &page,
                    &options,
                )
            }),
            page,
        }
    });
    let rank = |kind: &DocumentedKind| {
        let place = section.order.iter().position(|name| *name == kind.page.kind);
        place.unwrap_or(usize::MAX)
    };
    kinds.sort_by(|one, other| {
        let key = |kind: &DocumentedKind| (rank(kind), kind.page.group.clone(), kind.page.kind.clone());
        key(one).cmp(&key(other))
    });
    for name in section.order.iter().chain(section.titles.keys()) {
        if !kinds.iter().any(|kind| kind.page.kind == *name) {
            terminal.warning(&format!("`[docs]` names the kind `{name}`, which is not here"));
        }
    }
    Ok(kinds)
}

/// Returns the page as JSON, the data of templates.
pub(super) fn json(kind: &DocumentedKind, _: &DocsSection) -> String {
    let text = serde_json::to_string_pretty(&kind.page).unwrap_or_default();
    text + "\n"
}

fn hidden(section: &DocsSection, crd: &Crd) -> Vec<String> {
    let kind = format!("{}.", crd.spec.names.kind);
    let of_kind = |path: &String| path.strip_prefix(&kind).map(str::to_owned);
    section
        .hidden
        .iter()
        .map(|path| of_kind(path).unwrap_or_else(|| path.clone()))
        .collect()
}

fn old_crds(path: &Path, terminal: &Terminal) -> Result<OldCrds, CommandError> {
    let sources = CrdSources::of_files(&[path.to_owned()])?;
    // What cannot be read is an error: its kinds are not new.
    sources.crds(terminal)?;
    let mut old = OldCrds::default();
    for text in sources.sources.iter().flat_map(|source| &source.texts) {
        old.add(&text.bytes);
    }
    Ok(old)
}

fn since(
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
        new_versions: Vec::new(),
    };
    let Some(before) = before else {
        return since;
    };
    since.breaking = compat::compare(before, crd, &CompatOptions::new(Policy::Clients, options.server));
    since.breaking.retain(|finding| !options.hides(&finding.path));
    for version in &page.versions {
        let name = &*version.name;
        if before.versions().iter().all(|before| *before.name != *name) {
            since.new_versions.push(name.to_owned());
        }
        let is_said = |change: &ReferenceChange| {
            since.breaking.iter().any(|finding| {
                finding.version.as_deref() == Some(name)
                    && (finding.path == change.path || finding.other_paths.contains(&change.path))
            })
        };
        let mut others = version.changes_since(before, crd, options);
        others.retain(|change| !is_said(change));
        let others = others.into_iter().map(|change| (name.to_owned(), change));
        since.others.extend(others);
    }
    since
}

/// The version and the path of the field of a finding, if the page has it.
pub(super) fn field_of<'f>(page: &ReferencePage, finding: &'f CompatFinding) -> Option<(&'f str, &'f str)> {
    let name = finding.version.as_deref()?;
    let version = page.versions.iter().find(|version| version.name == name)?;
    version.has_field(&finding.path).then_some((name, &*finding.path))
}

/// Returns documentation in the types of packages that their CRDs do not contain.
fn notes_of(sources: &CrdSources) -> Vec<FieldNote> {
    let features = sources.sources.iter().flat_map(|source| &source.features);
    let values = sources.sources.iter().flat_map(|source| &source.values);
    features
        .map(note_of_feature)
        .chain(values.map(note_of_value))
        .collect()
}

fn note_of_feature(feature: &Feature) -> FieldNote {
    let path = feature.path.trim_start_matches('.');
    let mut note = FieldNote::new(&feature.kind, &feature.version, path);
    note.value.clone_from(&feature.value);
    note.badges
        .extend(feature.channel.iter().map(|channel| format!("{channel} channel")));
    note.badges
        .extend(feature.gates.iter().map(|gate| format!("gate {gate}")));
    note.badges.extend(feature.lifecycle.iter().map(badge));
    note
}

/// Formats a badge such as `beta since my-operator v1.2`.
fn badge(marker: &Marker) -> String {
    let mut text = format!(
        "{} since {} {}",
        marker.status, marker.project, marker.min_version
    );
    if !marker.feature_gate.is_empty() {
        text.push_str(&format!(", gate {}", marker.feature_gate));
    }
    if !marker.replacement.is_empty() {
        text.push_str(&format!(": {}", marker.replacement));
    }
    text
}

fn note_of_value(docs: &ValueDocs) -> FieldNote {
    let mut note = FieldNote::new(&docs.kind, &docs.version, docs.path.trim_start_matches('.'));
    note.value = Some(docs.value.clone());
    note.description.clone_from(&docs.description);
    note
}
