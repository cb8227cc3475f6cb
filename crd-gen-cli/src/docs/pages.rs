//! The documented kinds, with their configuration.

use crd_core::Crd;
use crd_core::crd::Version;
use crd_core::reference::{FieldNote, ReferenceOptions, ReferencePage, page};
use crd_core::schema::NotFound;
use crd_core::sort::sort_by;
use serde::Serialize;

use super::DocsArgs;
use super::since::{Since, old_crds, since};
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
            "several CRDs have the same name, such as `{first}`; the first of each name is documented"
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
    sort_by(&mut kinds, &|one, other| {
        let key = |kind: &DocumentedKind| (rank(kind), kind.page.group.clone(), kind.page.kind.clone());
        key(one).cmp(&key(other))
    });
    for name in section.order.iter().chain(section.titles.keys()) {
        if !kinds.iter().any(|kind| kind.page.kind == *name) {
            terminal.warning(&format!(
                "`[docs]` contains the kind `{name}`, which no CRD here has"
            ));
        }
    }
    warn_of_hidden(section, &crds, terminal);
    Ok(kinds)
}

/// Warns of hidden fields that no CRD has.
fn warn_of_hidden(section: &DocsSection, crds: &[Crd], terminal: &Terminal) {
    let of_every_kind = ["apiVersion", "kind", "metadata"];
    for written in &section.hidden {
        let mut near: Option<String> = None;
        let mut is_field = |crd: &Crd| {
            let kind = format!("{}.", crd.spec.names.kind);
            let path = written.strip_prefix(&kind).unwrap_or(written);
            let is_of_every_kind = path
                .split('.')
                .next()
                .is_some_and(|name| of_every_kind.contains(&name));
            is_of_every_kind
                || crd
                    .versions()
                    .iter()
                    .filter_map(Version::openapi_schema)
                    .any(|schema| {
                        let found = schema.lookup(path);
                        let meant = found.as_ref().err().and_then(|wrong| meant_path(path, wrong));
                        let before = written.strip_suffix(path).unwrap_or_default();
                        near = near.take().or(meant.map(|meant| format!("{before}{meant}")));
                        found.is_ok()
                    })
        };
        if !crds.iter().any(&mut is_field) {
            let meant = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            terminal.warning(&format!(
                "`hidden` below `[docs]` contains `{written}`, which no CRD here has{meant}"
            ));
        }
    }
}

/// Returns a path with the similar name that a schema has, instead of the one that was not found.
fn meant_path(path: &str, wrong: &NotFound) -> Option<String> {
    let meant = wrong.suggestion()?;
    let NotFound::NoProperty {
        name, path: found, ..
    } = wrong
    else {
        return None;
    };
    // Objects around it may have the same name.
    let before = found
        .segments
        .iter()
        .filter(|segment| segment.is_field(name))
        .count();
    let is_wrong = |(_, part): &(usize, &str)| part.trim_end_matches("[]") == &**name;
    let (at, _) = path.split('.').enumerate().filter(is_wrong).nth(before)?;
    let mut parts: Vec<String> = path.split('.').map(str::to_owned).collect();
    let part = parts.get_mut(at)?;
    *part = part.replacen(&**name, meant, 1);
    Some(parts.join("."))
}

/// Returns the page as JSON, the data of templates.
pub(super) fn json(kind: &DocumentedKind, _: &DocsSection) -> String {
    #[derive(Serialize)]
    struct PageData<'k> {
        #[serde(flatten)]
        page: &'k ReferencePage,
        #[serde(skip_serializing_if = "Option::is_none")]
        since: Option<&'k Since>,
    }
    let data = PageData {
        page: &kind.page,
        since: kind.since.as_ref(),
    };
    let text = serde_json::to_string_pretty(&data).unwrap_or_default();
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
