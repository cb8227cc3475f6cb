//! A difference between two versions, and the finding about it.

use super::words::words;
use crate::changes::{Narrowing, SchemaChange, SchemaDifference};
use crate::check::{Diagnostic, place, suggest};
use crate::model::crd::Version;
use crate::model::field::{ErrorType, FieldPath, Path, Segment};
use crate::model::schema::JsonSchemaProps;
use crate::server::validation::locate;
use crate::yaml::tree::Node;

/// A version with its position and its schema.
#[derive(Clone, Copy)]
pub(super) struct ComparedVersion<'c> {
    pub(super) index: usize,
    pub(super) name: &'c str,
    pub(super) schema: &'c JsonSchemaProps,
}

/// A difference between a version (the old one in the difference) and the stored version.
pub(super) struct VersionDifference {
    pub(super) change: SchemaChange,
    /// The node in the stored version, if it has another place.
    pub(super) stored_node: Option<Vec<Segment>>,
}

pub(super) fn is_narrower(difference: &SchemaDifference) -> bool {
    matches!(difference, SchemaDifference::Narrower(..))
}

/// Returns the differences between a version and the stored one, without those below a difference of structure, and with at most one
/// restriction for each node.
pub(super) fn version_differences(changes: Vec<SchemaChange>) -> impl Iterator<Item = VersionDifference> {
    let mut refused: Option<Vec<Segment>> = None;
    changes.into_iter().filter_map(move |change| {
        if change.follows {
            return None;
        }
        if let SchemaDifference::Narrower(_, narrowing) = &change.difference {
            if matches!(narrowing, Narrowing::RequiresNew(_)) || refused.as_ref() == Some(&change.node) {
                return None;
            }
            refused = Some(change.node.clone());
        }
        Some(VersionDifference {
            change,
            stored_node: None,
        })
    })
}

pub(super) fn with_schema(index: usize, version: &Version) -> Option<ComparedVersion<'_>> {
    Some(ComparedVersion {
        index,
        name: &version.name,
        schema: version.openapi_schema()?,
    })
}

/// Returns the path of a node in the manifest.
pub(super) fn path_of(version: usize, node: &[Segment]) -> FieldPath {
    let spec = Path::root("spec");
    let (versions, schema);
    let root = {
        versions = spec.child("versions");
        schema = versions.index(version);
        schema.child("schema").child("openAPIV3Schema").to_field_path()
    };
    FieldPath {
        segments: root.segments.into_iter().chain(node.iter().cloned()).collect(),
    }
}

pub(super) fn diagnostic(
    document: &Node,
    difference: &VersionDifference,
    versions: &[ComparedVersion<'_>],
    stored: ComparedVersion<'_>,
) -> Option<Diagnostic> {
    let first = versions.first()?;
    let VersionDifference { change, stored_node } = difference;
    let (here, there) = if change.difference == SchemaDifference::Added {
        (stored, *first)
    } else {
        (*first, stored)
    };
    let path = path_of(here.index, &change.node);
    let names = version_names(versions);
    let words = words(
        &change.difference,
        &path.short_node().to_string(),
        &names,
        stored.name,
    );
    let mut diagnostic =
        place::diagnostic_at(document, &path, words.code, words.message).with_label(words.label);
    let is_in_both = !matches!(
        change.difference,
        SchemaDifference::Added | SchemaDifference::Removed
    );
    if is_in_both {
        let node = stored_node.as_ref().unwrap_or(&change.node);
        let other = locate(document, &path_of(there.index, node)).place;
        let span = place::underlined(document, ErrorType::Invalid, &other);
        diagnostic.labels.push((span, format!("in `{}`", there.name)));
    }
    diagnostic.help = words.help;
    Some(diagnostic)
}

/// Formats the names of versions in backticks.
pub(super) fn version_names(versions: &[ComparedVersion<'_>]) -> String {
    suggest::listed(versions.iter().map(|version| version.name))
}
