//! Finds data that conversion between versions newly loses: with the strategy `None`, conversion changes nothing but
//! `apiVersion`, so the schema of one version prunes fields that were written at the other.

use super::comparison::schema_place;
use super::draft::FindingDraft;
use super::finding::CompatPlaces;
use super::law;
use super::schema::schema_of;
use crate::changes::{self, Openness, SchemaDifference, Side, has_webhook, path_in_objects};
use crate::check::converted_refusals;
use crate::model::crd::{Crd, Version};
use crate::model::field::Segment;
use crate::model::mapping::Mapping;
use crate::model::schema::JsonSchemaProps;

/// Returns the new losses between served versions and the stored one; with a webhook, the values that the mapping
/// converts and that the other version newly rejects.
pub(super) fn between(old: &Crd, new: &Crd, mapping: Option<&Mapping>) -> Vec<FindingDraft> {
    if has_webhook(new) {
        let refused = mapping.map(|mapping| refused_by_conversion(old, new, mapping));
        return refused.unwrap_or_default();
    }
    let Some(stored) = new.storage_version() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for version in new.versions() {
        if version.name == stored.name || !version.served {
            continue;
        }
        let known = known_losses(old, version, stored);
        for loss in losses(new, version, stored) {
            if known.iter().any(|known| known.key == loss.key) {
                continue;
            }
            let place = |crd: &Crd| schema_place(crd, &version.name, &loss.node);
            let places = CompatPlaces {
                old: place(old),
                new: place(new),
            };
            let mut draft = FindingDraft::of_crd(loss.law, places.new.clone(), loss.message, loss.help)
                .of_version(&version.name, places);
            draft.detail = loss.key;
            draft.node = loss.node;
            found.push(draft);
        }
    }
    found
}

/// Returns the values that a conversion writes and that the other version newly rejects (NON-08).
fn refused_by_conversion(old: &Crd, new: &Crd, mapping: &Mapping) -> Vec<FindingDraft> {
    const HELP: &str = "write the same restrictions in both versions: an object that violates those of a \
        version cannot be updated there";
    let known = converted_refusals(old, mapping);
    let mut found = Vec::new();
    for refusal in converted_refusals(new, mapping) {
        if known
            .iter()
            .any(|known| known.version == refusal.version && known.message == refusal.message)
        {
            continue;
        }
        let place = |crd: &Crd| schema_place(crd, &refusal.version, &refusal.node);
        let places = CompatPlaces {
            old: place(old),
            new: place(new),
        };
        let mut draft =
            FindingDraft::of_crd(law::CONVERTED_REFUSED, places.new.clone(), refusal.message, HELP)
                .of_version(&refusal.version, places);
        draft.node = refusal.node;
        found.push(draft);
    }
    found
}

/// Returns the losses between the same two versions of the old CRD.
fn known_losses(old: &Crd, version: &Version, stored: &Version) -> Vec<Loss> {
    if has_webhook(old) {
        return Vec::new();
    }
    match (old.version(&version.name), old.version(&stored.name)) {
        (Some(version), Some(stored)) => losses(old, version, stored),
        _ => Vec::new(),
    }
}

struct Loss {
    law: law::Law,
    node: Vec<Segment>,
    message: String,
    help: &'static str,
    /// Identifies the loss in both CRDs.
    key: String,
}

fn losses(crd: &Crd, version: &Version, stored: &Version) -> Vec<Loss> {
    const HELP: &str = "declare the same fields in both versions, or convert with a webhook";
    let (Some(schema), Some(stored_schema)) = (schema_of(crd, version), schema_of(crd, stored)) else {
        return Vec::new();
    };
    let (here, there) = (&version.name, &stored.name);
    let mut found = Vec::new();
    for change in changes::objects(schema, stored_schema) {
        if change.follows {
            continue;
        }
        let path = path_in_objects(&change.node);
        let (law, message) = match &change.difference {
            SchemaDifference::Removed | SchemaDifference::Openness(Openness::Drops(Side::New)) => (
                law::NONE_LOSES,
                format!(
                    "values written to `{path}` through `{here}` are lost: the storage version `{there}` \
                     does not have it"
                ),
            ),
            SchemaDifference::Added | SchemaDifference::Openness(Openness::Drops(Side::Old)) => (
                law::NONE_LOSES,
                format!("any write through `{here}` loses `{path}`, which `{there}` has"),
            ),
            SchemaDifference::Type(one, other) => (
                law::NONE_LOSES,
                format!(
                    "`{path}` is {} in `{here}` and {} in `{there}`, without conversion",
                    one.words(),
                    other.words()
                ),
            ),
            SchemaDifference::Openness(Openness::MapAndFields) => (
                law::NONE_LOSES,
                format!(
                    "`{path}` is a map in one of `{here}` and `{there}` and has fields in the other, without conversion"
                ),
            ),
            SchemaDifference::Default(..) => (
                law::DEFAULTS_DIFFER,
                format!("the defaults of `{path}` differ in `{here}` and `{there}`"),
            ),
            SchemaDifference::Nullable(_) | SchemaDifference::Narrower(..) => continue,
        };
        found.push(Loss {
            law,
            key: format!("{path} {message}"),
            node: change.node,
            message,
            help: HELP,
        });
    }
    found
}

/// Returns the fields of a schema that another schema drops or has with another type.
pub(super) fn lost(schema: &JsonSchemaProps, other: &JsonSchemaProps) -> Vec<String> {
    let is_loss = |difference: &SchemaDifference| {
        matches!(
            difference,
            SchemaDifference::Removed
                | SchemaDifference::Type(..)
                | SchemaDifference::Openness(Openness::Drops(Side::New) | Openness::MapAndFields)
        )
    };
    let changes = changes::objects(schema, other).into_iter();
    changes
        .filter(|change| !change.follows && is_loss(&change.difference))
        .map(|change| path_in_objects(&change.node))
        .collect()
}
