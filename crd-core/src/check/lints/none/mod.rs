//! What conversion with strategy None does to the objects of a CRD with several versions (NON-01 to NON-08), and versions
//! whose order is open (PRI-04).
//!
//! ```text
//! v1: spec {offset: integer}      stored v2: spec {timeZone: string}
//! ->  what is written to `spec.offset` through v1 is lost           (NON-01)
//!     any write through v1 loses `spec.timeZone`, a label included  (NON-02)
//! ```
//!
//! The strategy changes nothing but `apiVersion`, so each version is compared with the stored one: an object that is written
//! at a version is pruned by the schema of that version, and then by that of the stored one.

mod difference;
mod mapped;
mod words;

use std::collections::BTreeMap;

use super::judged::JudgedCrd;
use crate::changes::{self, SchemaDifference};
use crate::check::{DataLoss, Diagnostic, Severity, codes, place};
use crate::model::crd::{Crd, compare_versions};
use crate::model::field::Path;
use crate::model::sort::{sort, sort_by};
use crate::yaml::tree::Node;
use difference::{
    VersionDifference, VersionSchema, diagnostic, is_narrower, path_of, version_differences, with_schema,
};
use words::words;

/// For a CRD without `conversion`.
const PATCHED: &str =
    "if a patch of kustomize adds a webhook, check what it makes: `kubectl kustomize DIR | crd-gen check -`";

/// What is found about the versions of a CRD.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    let JudgedCrd {
        options, source, crd, ..
    } = *judged;
    let document = source.document;
    let mapping = options.mapping.as_deref();
    let mut ours = equal_versions(document, crd);
    let is_none = crd
        .spec
        .conversion
        .as_ref()
        .is_none_or(|conversion| &*conversion.strategy == "None");
    if is_none && !crd.spec.preserve_unknown_fields {
        let is_left_open = crd.spec.conversion.is_none();
        for mut diagnostic in conversion(document, crd, |_| true) {
            if diagnostic.severity == Severity::Warning && is_left_open {
                match options.data_loss {
                    DataLoss::Warn => diagnostic.help.push(PATCHED.to_owned()),
                    DataLoss::Refuse => diagnostic.severity = Severity::Error,
                    DataLoss::RefuseTogether => {
                        add_to_first(&mut ours, diagnostic);
                        continue;
                    }
                }
            }
            ours.push(diagnostic);
        }
    } else if !is_none {
        let refusals = match mapping {
            Some(mapping) => mapped::refusals(document, crd, mapping),
            // What differs otherwise is what the webhook is there for.
            None => conversion(document, crd, is_narrower),
        };
        for mut diagnostic in refusals {
            diagnostic.code = codes::CONVERTED_REFUSED;
            diagnostic.help = vec![
                "conversion validates nothing: what is written at one version may be refused at the other, and can then not be updated there; \
                 write the same restrictions in all versions if the values mean the same"
                    .to_owned(),
            ];
            if mapping.is_none() {
                diagnostic
                    .help
                    .push("nothing is wrong where the webhook writes another value instead".to_owned());
            }
            ours.push(diagnostic);
        }
        ours.extend(mapping.and_then(|mapping| mapped::overfull(document, crd, mapping)));
    }
    found.append(&mut ours);
}

/// How many fields a finding about several of them names.
const NAMED: usize = 8;

const OTHERS: &str = " and others";

/// Adds a loss to the finding about all losses of its code, which is where the first of them is.
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
        codes::NONE_CHANGES_TYPE => "what has another type is",
        _ => "fields are",
    };
    let mut first = diagnostic;
    first.severity = Severity::Error;
    first.message = format!(
        "the versions say how they convert, but no webhook is named that does it, and without one {lost} lost: `{path}`"
    );
    first.labels.clear();
    first.help = vec![
        "say who converts, on one of the versions: `conversion(service = \"…\", namespace = \"…\")`"
            .to_owned(),
    ];
    found.push(first);
}

/// The differences that are asked for between the versions and the stored one.
fn conversion(document: &Node, crd: &Crd, is_asked: impl Fn(&SchemaDifference) -> bool) -> Vec<Diagnostic> {
    let versions: Vec<(bool, VersionSchema<'_>)> = crd
        .versions()
        .iter()
        .enumerate()
        .filter(|(_, version)| version.served || version.storage)
        .filter_map(|(index, version)| Some((version.storage, with_schema(index, version)?)))
        .collect();
    let Some((_, stored)) = versions.iter().find(|(is_stored, _)| *is_stored) else {
        return Vec::new();
    };
    // The same difference in several versions is one finding.
    let mut found: Vec<(VersionDifference, Vec<VersionSchema<'_>>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (_, version) in versions.iter().filter(|(is_stored, _)| !is_stored) {
        let changes = changes::objects(version.schema, stored.schema);
        for difference in version_differences(changes) {
            if !is_asked(&difference.change.difference) {
                continue;
            }
            let path = path_of(0, &difference.change.node).to_string();
            let key = words(&difference.change.difference, &path, "", "").message;
            let place = *known.entry(key).or_insert(found.len());
            match found.get_mut(place) {
                Some((_, versions)) => versions.push(*version),
                None => found.push((difference, vec![*version])),
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(difference, versions)| diagnostic(document, &difference, &versions, *stored))
        .collect()
}

/// PRI-04: names such as `v1` and `v01`, which have one rank.
fn equal_versions(document: &Node, crd: &Crd) -> Vec<Diagnostic> {
    let mut by_rank: Vec<(usize, &str)> = crd
        .versions()
        .iter()
        .map(|version| &*version.name)
        .enumerate()
        .collect();
    // Stable: those of one rank stay in the order of the list.
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
            "`{twin}` and `{name}` are the same version to the server, which leaves their order open"
        );
        found.push(
            place::diagnostic_at(document, &field, codes::VERSION_ORDER_OPEN, message)
                .with_label("ranks as the other")
                .with_help("write the numbers of versions without leading zeros, and give each its own"),
        );
    }
    found
}

/// Returns each version of one rank that follows one of another name, with its index, its name and the name of the first such.
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
