//! Versions that a webhook converts by a known mapping: different restrictions on fields that they share, at any place, and
//! whether annotations can hold the values of fields that a version lacks.

use super::difference::{
    ComparedVersion, VersionDifference, diagnostic, is_narrower, version_differences, with_schema,
};
#[cfg(feature = "compat")]
use super::{difference::path_of, words::words};
use crate::changes::{self, Narrowing, SchemaChange, SchemaDifference, Side};
use crate::check::{Diagnostic, Severity, codes, place};
use crate::model::crd::Crd;
use crate::model::field::{ErrorType, Path, Segment};
use crate::model::mapping::{LONGEST_ANNOTATIONS, MappedField, MappedStep, Mapping};
use crate::model::schema::JsonSchemaProps;
use crate::server::validation::locate;
use crate::yaml::tree::Node;

/// The maximum number of fields that a finding names.
const NAMED: usize = 8;

/// A restriction that only one of two versions has on a field that both have.
#[cfg(feature = "compat")]
pub(crate) struct ConvertedRefusal {
    /// The older version.
    pub(crate) version: String,
    /// The node in the older version, below `openAPIV3Schema`.
    pub(crate) node: Vec<Segment>,
    pub(crate) message: String,
}

/// NON-08 for the fields that a version shares with the next, without their places in a manifest.
#[cfg(feature = "compat")]
pub(crate) fn converted_refusals(crd: &Crd, mapping: &Mapping) -> Vec<ConvertedRefusal> {
    let of_pair =
        |(older, newer, difference): (ComparedVersion<'_>, ComparedVersion<'_>, VersionDifference)| {
            let path = path_of(older.index, &difference.change.node)
                .short_node()
                .to_string();
            let name = format!("`{}`", older.name);
            ConvertedRefusal {
                version: older.name.to_owned(),
                message: words(&difference.change.difference, &path, &name, newer.name).message,
                node: difference.change.node,
            }
        };
    shared_fields(crd, mapping).into_iter().map(of_pair).collect()
}

/// NON-08 for the fields that a version shares with the next.
pub(super) fn refusals(document: &Node, crd: &Crd, mapping: &Mapping) -> Vec<Diagnostic> {
    shared_fields(crd, mapping)
        .iter()
        .filter_map(|(older, newer, difference)| diagnostic(document, difference, &[*older], *newer))
        .collect()
}

/// Returns the values of shared fields that only one of two versions rejects.
fn shared_fields<'c>(
    crd: &'c Crd,
    mapping: &Mapping,
) -> Vec<(ComparedVersion<'c>, ComparedVersion<'c>, VersionDifference)> {
    let versions: Vec<ComparedVersion<'_>> = crd
        .spec
        .versions
        .iter()
        .flatten()
        .enumerate()
        .filter_map(|(index, version)| with_schema(index, version))
        .collect();
    let version = |name: &str| versions.iter().find(|version| version.name == name).copied();
    let mut found = Vec::new();
    for field in &mapping.fields {
        if let (Some(older), Some(newer)) = (version(&field.older.version), version(&field.newer.version)) {
            let differences = differences(field, &mapping.fields, older.schema, newer.schema).into_iter();
            found.extend(differences.map(|difference| (older, newer, difference)));
        }
    }
    found
}

/// Whether only one of two schemas allows a number of elements or members, which mappings pass on.
fn is_count(difference: &SchemaDifference) -> bool {
    const COUNTS: [&str; 4] = ["minItems", "maxItems", "minProperties", "maxProperties"];
    matches!(difference, SchemaDifference::Narrower(_, Narrowing::Bound(keyword, _)) if COUNTS.contains(keyword))
}

/// Returns the values of a field that only one of the versions rejects.
fn differences(
    field: &MappedField,
    fields: &[MappedField],
    older: &JsonSchemaProps,
    newer: &JsonSchemaProps,
) -> Vec<VersionDifference> {
    let mut found = Vec::new();
    // A field that moves creates the object around it, which is absent without it.
    if stays(field, fields) {
        found.extend(unsourced(field, fields, older, newer));
    }
    if field.is_computed {
        return found;
    }
    let (Some(a), Some(b)) = (node(older, &field.older.node), node(newer, &field.newer.node)) else {
        return found;
    };
    let (here, there) = (segments(&field.older.node), segments(&field.newer.node));
    let below = version_differences(changes::nodes(a, b));
    let is_reported = |below: &VersionDifference| {
        is_narrower(&below.change.difference)
            && (field.is_same || below.change.node.is_empty() && is_count(&below.change.difference))
    };
    found.extend(below.filter(is_reported).map(|below| VersionDifference {
        stored_node: Some([there.as_slice(), &below.change.node].concat()),
        change: SchemaChange {
            node: [here.as_slice(), &below.change.node].concat(),
            ..below.change
        },
    }));
    found
}

/// Whether the object around a field corresponds to the object around it in the other version.
fn stays(field: &MappedField, fields: &[MappedField]) -> bool {
    let around = |path: &[MappedStep]| path.split_last().map(|(_, around)| around.to_vec());
    let (older, newer) = (around(&field.older.node), around(&field.newer.node));
    let is_it = |other: &MappedField| {
        other.older.version == field.older.version
            && Some(&other.older.node) == older.as_ref()
            && Some(&other.newer.node) == newer.as_ref()
    };
    fields.iter().any(is_it)
}

/// Reports a field that only one of the versions requires, although the other need have none of the fields that it is made of.
fn unsourced(
    field: &MappedField,
    fields: &[MappedField],
    older: &JsonSchemaProps,
    newer: &JsonSchemaProps,
) -> Option<VersionDifference> {
    let (side, found) = required(field, older, newer)?;
    let is_made_beside = |other: &&MappedField| {
        let (place, required) = match side {
            Side::Old => (&other.older, &field.older),
            Side::New => (&other.newer, &field.newer),
        };
        other.is_computed && place == required && other.older.version == field.older.version
    };
    let mut sources = fields.iter().filter(is_made_beside);
    let is_first = !field.is_computed || sources.clone().next() == Some(field);
    let is_missing =
        |other: &MappedField| required(other, older, newer).is_some_and(|(other, _)| other == side);
    (is_first && sources.all(is_missing)).then_some(found)
}

/// Reports a field that only one of the versions requires, with the side that does.
fn required(
    field: &MappedField,
    older: &JsonSchemaProps,
    newer: &JsonSchemaProps,
) -> Option<(Side, VersionDifference)> {
    let is_required = |root: &JsonSchemaProps, path: &[MappedStep]| {
        let (MappedStep::Property(name), around) = path.split_last()? else {
            return None;
        };
        let around = node(root, around)?;
        let has_default = around
            .property(name)
            .is_some_and(|member| member.default.is_some());
        let is_required = around.required.iter().flatten().any(|other| **other == **name);
        Some((is_required && !has_default, has_default, name.clone()))
    };
    let (a, a_default, older_name) = is_required(older, &field.older.node)?;
    let (b, b_default, newer_name) = is_required(newer, &field.newer.node)?;
    let (side, name) = match (a, b) {
        (true, false) if !b_default => (Side::Old, older_name),
        (false, true) if !a_default => (Side::New, newer_name),
        _ => return None,
    };
    let found = VersionDifference {
        change: SchemaChange {
            node: segments(&field.older.node),
            difference: SchemaDifference::Narrower(side, Narrowing::Requires(name.as_str().into())),
            follows: false,
        },
        stored_node: Some(segments(&field.newer.node)),
    };
    Some((side, found))
}

fn node<'s>(root: &'s JsonSchemaProps, path: &[MappedStep]) -> Option<&'s JsonSchemaProps> {
    path.iter().try_fold(root, |schema, step| match step {
        MappedStep::Property(name) => schema.property(name),
        MappedStep::Items => schema.item_schema(),
        MappedStep::Values => schema.additional_schema(),
    })
}

fn segments(path: &[MappedStep]) -> Vec<Segment> {
    let mut segments = Vec::new();
    for step in path {
        match step {
            MappedStep::Property(name) => {
                segments.extend([
                    Segment::Field("properties".into()),
                    Segment::Key(name.as_str().into()),
                ]);
            }
            MappedStep::Items => segments.push(Segment::Field("items".into())),
            MappedStep::Values => segments.push(Segment::Field("additionalProperties".into())),
        }
    }
    segments
}

/// Reports annotations that keep the values of missing fields but may exceed the server's limit.
pub(super) fn overfull(document: &Node, crd: &Crd, mapping: &Mapping) -> Option<Diagnostic> {
    let too_long = |bytes: u64| bytes > LONGEST_ANNOTATIONS as u64;
    let fullest = mapping
        .kept
        .iter()
        .filter(|kept| !kept.unbounded.is_empty() || too_long(kept.bytes))
        .max_by_key(|kept| (too_long(kept.bytes), kept.unbounded.len(), kept.bytes))?;
    let index = crd
        .versions()
        .iter()
        .position(|version| *version.name == *fullest.version)?;
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    let path = versions.index(index).child("name").to_field_path();
    let place = locate(document, &path).place;
    let span = place::underlined(document, ErrorType::Invalid, &place);
    let version = &fullest.version;
    let (message, severity) = if too_long(fullest.bytes) {
        (
            format!(
                "values of other versions are kept in annotations at `{version}`, which may \
                 need {} bytes; the server allows {LONGEST_ANNOTATIONS}",
                fullest.bytes
            ),
            Severity::Warning,
        )
    } else {
        let shown = fullest
            .unbounded
            .iter()
            .take(NAMED)
            .map(|path| format!("`{path}`"));
        let mut fields = shown.collect::<Vec<_>>().join(", ");
        if fullest.unbounded.len() > NAMED {
            fields.push_str(&format!(" and {} others", fullest.unbounded.len() - NAMED));
        }
        (
            format!(
                "values of other versions are kept in annotations at `{version}`, where the \
                 server allows {LONGEST_ANNOTATIONS} bytes; nothing limits the size of {fields}"
            ),
            Severity::Note,
        )
    };
    let mut diagnostic = Diagnostic::new(codes::ANNOTATIONS_OVERFULL, message, span)
        .with_field(place.path)
        .with_label("keeps fields of other versions")
        .with_help(
            "limit the fields: `max_length` of strings, `max_items` of lists, a list with keys \
            instead of a map",
        )
        .with_help("or add them to this version as optional fields, so that nothing is kept")
        .with_help("an object with more annotations cannot be converted: requests at this version fail");
    diagnostic.severity = severity;
    Some(diagnostic)
}
