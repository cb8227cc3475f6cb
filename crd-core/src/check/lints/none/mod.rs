//! Effects of conversion with strategy None on the objects of a CRD with several versions (NON-01 to NON-08), and versions
//! without a defined order (PRI-04).
//!
//! ```text
//! v1: spec {offset: integer}      stored v2: spec {timeZone: string}
//! ->  values that are written to `spec.offset` through v1 are lost     (NON-01)
//!     any write through v1 loses `spec.timeZone`, even one of a label  (NON-02)
//! ```
//!
//! The strategy changes only `apiVersion`, so each version is compared with the stored one: an object that is written at a
//! version is pruned with the schema of that version, and then with that of the stored one.

mod difference;
mod group;
mod mapped;
mod words;
#[cfg(feature = "compat")]
pub(crate) use mapped::converted_refusals;

use super::judged::JudgedCrd;
use crate::changes::{self, SchemaDifference};
use crate::check::{Code, DataLoss, Diagnostic, DocumentSource, Options, Severity, allow, codes, place};
use crate::model::crd::{Crd, compare_versions};
use crate::model::field::Path;
use crate::model::sort::{sort, sort_by};
use crate::yaml::tree::Node;
use difference::{ComparedVersion, is_narrower, version_differences, with_schema};
use group::DifferenceGroup;
use words::code;

/// For a CRD without `conversion`.
const PATCHED: &str = "if something other than a `kustomization.yaml` in its directory adds a webhook, \
    check the final manifests: `helm template … | crd-gen check -`";

/// Reports findings about the versions of a CRD.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    let JudgedCrd {
        options, source, crd, ..
    } = *judged;
    let names = || crd.spec.versions.iter().flatten().map(|version| &version.name);
    if names()
        .enumerate()
        .any(|(index, name)| names().take(index).any(|other| other == name))
    {
        // It is not known which of them is meant.
        return;
    }
    let document = source.document;
    let mut ours = equal_versions(document, crd);
    let strategy = crd
        .spec
        .conversion
        .as_ref()
        .map(|conversion| &*conversion.strategy);
    let is_patched = strategy.is_none()
        && options
            .webhook_patches
            .iter()
            .any(|name| **name == *crd.metadata.name);
    let is_none = strategy.is_none_or(|strategy| strategy == "None") && !is_patched;
    if is_none && !crd.spec.preserve_unknown_fields {
        without_conversion(source, crd, options.data_loss, &mut ours);
    } else if !is_none {
        converted(document, crd, options, &mut ours);
    }
    found.append(&mut ours);
}

/// Reports values that are lost or rejected without conversion.
fn without_conversion(source: DocumentSource<'_>, crd: &Crd, loss: DataLoss, found: &mut Vec<Diagnostic>) {
    let document = source.document;
    let is_left_open = crd.spec.conversion.is_none();
    let loss = if is_left_open { loss } else { DataLoss::Warn };
    let groups = conversion(crd, |_| true);
    if loss == DataLoss::Warn {
        for mut diagnostic in groups.into_iter().filter_map(|group| group.finding(document)) {
            if is_left_open && diagnostic.severity == Severity::Warning {
                diagnostic.help.push(PATCHED.to_owned());
            }
            found.push(diagnostic);
        }
        return;
    }
    // Each finding is at the field that its author can change.
    for group in groups {
        // A comment about the versions allows all of their differences.
        let whole = group.finding(document);
        if let Some(whole) = whole.filter(|whole| allow::is_allowed(source.text, whole)) {
            found.push(whole);
            continue;
        }
        let mut is_first = true;
        for mut diagnostic in group.findings(document) {
            match (diagnostic.severity, loss) {
                (Severity::Warning, DataLoss::RefuseTogether) => {
                    add_to_first(found, diagnostic);
                    continue;
                }
                (Severity::Warning, _) => diagnostic.severity = Severity::Error,
                _ => {}
            }
            if diagnostic.severity == Severity::Error && std::mem::take(&mut is_first) {
                diagnostic.help.push(to_accept(diagnostic.code));
            }
            found.push(diagnostic);
        }
    }
}

/// Returns the help for authors who know that no values are lost.
fn to_accept(code: Code) -> String {
    let name = codes::entry(code).map_or("", |entry| entry.slug);
    format!(
        "to accept the loss, write `#[crd(allow(\"{name}\", reason = \"…\"))]` on the type of one of the versions"
    )
}

/// Reports values that a webhook may return but that another version rejects.
fn converted(document: &Node, crd: &Crd, options: &Options, found: &mut Vec<Diagnostic>) {
    let mapping = options.mapping.as_deref();
    let refusals: Vec<Diagnostic> = match mapping {
        Some(mapping) => mapped::refusals(document, crd, mapping),
        // The types declare a mapping, which only crd-core with the feature `convert` can read.
        None if options.data_loss == DataLoss::RefuseTogether => Vec::new(),
        // The webhook handles the other differences.
        None => conversion(crd, is_narrower)
            .into_iter()
            .filter_map(|group| group.finding(document))
            .collect(),
    };
    for mut diagnostic in refusals {
        diagnostic.code = codes::CONVERTED_REFUSED;
        diagnostic.help = vec![
            "conversion does not validate: an object written at one version may be invalid at the other, \
             and then cannot be updated there; write the same restrictions in all versions if the values \
             mean the same"
                .to_owned(),
        ];
        if mapping.is_none() {
            diagnostic
                .help
                .push("this is not a problem if the webhook writes another value instead".to_owned());
        }
        found.push(diagnostic);
    }
    found.extend(mapping.and_then(|mapping| mapped::overfull(document, crd, mapping)));
}

/// The maximum number of fields that a finding about several of them names.
const NAMED: usize = 8;

const OTHERS: &str = " and others";

/// Adds a loss to the finding about all losses with its code, which has the place of the first of them.
fn add_to_first(found: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    let path = diagnostic.field.short().to_string();
    let is_it = |other: &&mut Diagnostic| {
        other.code == diagnostic.code && other.severity == Severity::Error && other.server.is_none()
    };
    if let Some(first) = found.iter_mut().find(is_it) {
        let is_named = first.message.split('`').any(|part| part == path);
        if is_named || first.message.ends_with(OTHERS) {
            return;
        }
        if first.message.matches(", `").count() + 1 < NAMED {
            first.message.push_str(&format!(", `{path}`"));
        } else {
            first.message.push_str(OTHERS);
        }
        return;
    }
    let lost = match diagnostic.code {
        codes::NONE_DROPS_NULL => "nulls are",
        codes::NONE_CHANGES_TYPE => "values of another type are",
        _ => "fields are",
    };
    let mut first = diagnostic;
    first.severity = Severity::Error;
    first.message = format!(
        "the versions have conversion mappings, but no webhook is configured, and without one {lost} lost: \
         `{path}`"
    );
    first.labels.clear();
    first.help = vec![
        "configure the webhook on one of the versions: `conversion(service = \"…\", namespace = \"…\")`"
            .to_owned(),
        to_accept(first.code),
    ];
    found.push(first);
}

/// Returns the selected differences between the versions and the stored one.
fn conversion(crd: &Crd, is_asked: impl Fn(&SchemaDifference) -> bool) -> Vec<DifferenceGroup<'_>> {
    let versions: Vec<(bool, ComparedVersion<'_>)> = crd
        .versions()
        .iter()
        .enumerate()
        .filter(|(_, version)| version.served || version.storage)
        .filter_map(|(index, version)| Some((version.storage, with_schema(index, version)?)))
        .collect();
    let Some((_, stored)) = versions.iter().find(|(is_stored, _)| *is_stored) else {
        return Vec::new();
    };
    let mut groups: Vec<DifferenceGroup<'_>> = Vec::new();
    for (_, version) in versions.iter().filter(|(is_stored, _)| !is_stored) {
        let mut here: Vec<DifferenceGroup<'_>> = Vec::new();
        let changes = changes::objects(version.schema, stored.schema);
        for difference in version_differences(changes) {
            if !is_asked(&difference.change.difference) {
                continue;
            }
            let code = code(&difference.change.difference);
            match here.iter_mut().find(|group| group.code == code) {
                Some(group) => group.differences.push(difference),
                None => here.push(DifferenceGroup {
                    code,
                    versions: vec![*version],
                    stored: *stored,
                    differences: vec![difference],
                }),
            }
        }
        for group in here {
            // Versions that differ from the stored one in the same way are one finding.
            match groups.iter_mut().find(|known| known.is_like(&group)) {
                Some(known) => known.versions.push(*version),
                None => groups.push(group),
            }
        }
    }
    groups
}

/// PRI-04: reports names such as `v1` and `v01`, which have the same rank.
fn equal_versions(document: &Node, crd: &Crd) -> Vec<Diagnostic> {
    let mut by_rank: Vec<(usize, &str)> = crd
        .versions()
        .iter()
        .map(|version| &*version.name)
        .enumerate()
        .collect();
    // Stable: versions with the same rank keep the order of the list.
    sort_by(&mut by_rank, &|(_, a), (_, b)| compare_versions(a, b));
    let mut twins: Vec<(usize, &str, &str)> = by_rank
        .chunk_by(|(_, a), (_, b)| compare_versions(a, b).is_eq())
        .flat_map(later_twins)
        .collect();
    sort(&mut twins);
    let spec = Path::root("spec");
    let list = spec.child("versions");
    let mut found = Vec::new();
    for (index, name, twin) in twins {
        let field = list.index(index).child("name").to_field_path();
        let message = format!(
            "the server considers `{twin}` and `{name}` the same version, so their order is undefined"
        );
        found.push(
            place::diagnostic_at(document, &field, codes::VERSION_ORDER_OPEN, message)
                .with_label("has the same priority")
                .with_help("write the numbers of versions without leading zeros, and make each unique"),
        );
    }
    found
}

/// Returns each version with the same rank as an earlier one with another name: its index, its name and the name of the first such
/// version.
fn later_twins<'a>(same_rank: &[(usize, &'a str)]) -> Vec<(usize, &'a str, &'a str)> {
    let Some((_, first)) = same_rank.first() else {
        return Vec::new();
    };
    let second = same_rank.iter().find(|(_, name)| name != first);
    same_rank
        .iter()
        .filter_map(|&(index, name)| match second {
            _ if name != *first => Some((index, name, *first)),
            Some(&(earlier, twin)) if earlier < index => Some((index, name, twin)),
            _ => None,
        })
        .collect()
}
