//! Ratcheting: an update of a CRD may keep mistakes that the stored CRD already has.
//!
//! ```text
//! old   a: {type: strng}                        new   a: {type: strng}, b: {type: strng}
//! ->    require_valid_type: false               both are accepted, since the flag is for the whole CRD
//! ```

use super::internal::{ByName, Effective, Internal, same_validation};
use super::options::{Preexisting, ValidationOptions, is_recognized, is_type};
use super::{ca_bundle, lists};
use crate::KubeVersion;
use crate::model::changes::Change;
use crate::model::field::Path;
use crate::model::schema::{JsonSchemaProps, same};
use crate::server::objects::changes_defaults;
use crate::server::structural::{check, from_schema, unsupported};

impl ValidationOptions {
    /// Creates the options of an update.
    pub(super) fn update(old: &Internal<'_>, new: &Internal<'_>, version: KubeVersion) -> Self {
        ValidationOptions {
            require_recognized_review_version: old.conversion.review_versions.is_empty()
                || old.conversion.review_versions.iter().any(|v| is_recognized(v)),
            require_immutable_names: old.established,
            require_schema: old.top_schema().is_some()
                || old.versions().iter().all(|version| version.schema().is_some()),
            require_valid_type: !old.any_node(|node| !node.type_.is_empty() && !is_type(&node.type_)),
            require_structural: old.schemas().all(|schema| is_structural(schema, version)),
            require_pruned_defaults: !old.schemas().any(|schema| has_unpruned(schema, version)),
            require_atomic_set: !old.any_node(lists::has_non_atomic_set),
            require_list_map_keys: !old.any_node(lists::breaks_list_map_keys),
            allow_invalid_ca_bundle: !version.has(Change::ChecksCaBundle) || allow_invalid_ca_bundle(old),
            unchanged: unchanged(old, new),
            too_many_selectable: too_many_selectable(old, new, version),
            preexisting: preexisting(old),
            drop_optional_old_self: !version.has(Change::ValidationRatcheting)
                && !old.any_node(|node| node.rules().iter().any(|rule| rule.optional_old_self.is_some())),
            ..ValidationOptions::create(version)
        }
    }
}

fn is_structural(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    unsupported::check(schema).is_ok() && check::check(schema, &Path::root("schema"), version).is_empty()
}

fn has_unpruned(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    schema.any(&mut |node| node.default.is_some())
        && is_structural(schema, version)
        && changes_defaults(&from_schema::convert(schema))
}

fn allow_invalid_ca_bundle(old: &Internal<'_>) -> bool {
    if !old.established {
        return true;
    }
    match old.conversion.client_config {
        Some(config) if !config.ca_bundle.is_empty() => ca_bundle::fault(&config.ca_bundle).is_some(),
        _ => false,
    }
}

fn unchanged(old: &Internal<'_>, new: &Internal<'_>) -> Vec<String> {
    let (before, after) = (Effective::schemas(old), Effective::schemas(new));
    let is_unchanged = |name: &str| match (after.of(name), before.of(name)) {
        (Ok(new), Ok(old)) => same(new, old, same_validation),
        _ => false,
    };
    let mut names = Vec::new();
    for version in new.versions() {
        if is_unchanged(version.name) {
            names.push(version.name.into());
        }
    }
    names
}

fn too_many_selectable(old: &Internal<'_>, new: &Internal<'_>, version: KubeVersion) -> Vec<String> {
    if !version.has(Change::RatchetsSelectableFields) {
        return Vec::new();
    }
    let kept = |old: Option<&[Box<str>]>, new: Option<&[Box<str>]>| {
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        old.len() > super::selectable::MAX && old == new
    };
    let mut names = Vec::new();
    if kept(old.selectable_fields, new.selectable_fields) {
        names.push(String::new());
    }
    let before = ByName::last(old.versions());
    for version in new.versions() {
        if before
            .get(version.name)
            .is_some_and(|before| kept(before.selectable_fields, version.selectable_fields))
        {
            names.push(version.name.into());
        }
    }
    names
}

fn preexisting(old: &Internal<'_>) -> Preexisting {
    let mut expressions = Preexisting::default();
    old.any_node(|node| {
        for rule in node.rules() {
            expressions.rules.insert(rule.rule.to_string());
            if !rule.message_expression.is_empty() {
                expressions
                    .message_expressions
                    .insert(rule.message_expression.to_string());
            }
        }
        false
    });
    expressions
}
