use serde_json::json;

use super::ObjectMeta;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::server::metadata::managers::{self, Manager};
use crate::server::metadata::names;
use crate::server::metadata::owners::{self, Owner};
use crate::{KubeVersion, go};

/// How the name of an object is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    /// An RFC 1123 subdomain: custom resources.
    Subdomain,
    /// One segment of a path: embedded resources.
    PathSegment,
}

/// Whether objects live in namespaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// They do.
    Namespaced,
    /// They do not.
    Cluster,
}

/// The errors of an object's metadata at creation, which stands at `path`.
pub(crate) fn validate(
    meta: &ObjectMeta,
    scope: Scope,
    name_rule: NameRule,
    path: &Path<'_>,
    version: KubeVersion,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if !meta.generate_name.is_empty() {
        let faults = match name_rule {
            NameRule::Subdomain => names::dns1123_subdomain(&mask_trailing_dash(&meta.generate_name)),
            NameRule::PathSegment => names::path_segment_prefix(&meta.generate_name),
        };
        refuse(
            &mut errors,
            rules::M_01,
            &path.child("generateName"),
            &meta.generate_name,
            faults,
        );
    }
    if meta.name.is_empty() {
        errors.push(FieldError::required(
            rules::M_02,
            &path.child("name"),
            "name or generateName is required",
        ));
    } else {
        let faults = match name_rule {
            NameRule::Subdomain => names::dns1123_subdomain(&meta.name),
            NameRule::PathSegment => names::path_segment(&meta.name),
        };
        refuse(&mut errors, rules::M_03, &path.child("name"), &meta.name, faults);
    }
    let at_namespace = path.child("namespace");
    match (scope, meta.namespace.as_str()) {
        (Scope::Namespaced, "") => errors.push(FieldError::required(rules::M_07, &at_namespace, "")),
        (Scope::Namespaced, namespace) => {
            refuse(
                &mut errors,
                rules::M_07,
                &at_namespace,
                namespace,
                names::dns1123_label(namespace),
            );
        }
        (Scope::Cluster, "") => {}
        (Scope::Cluster, _) => errors.push(FieldError::forbidden(
            rules::M_07,
            &at_namespace,
            "not allowed on this type",
        )),
    }
    if meta.generation < 0 {
        errors.push(FieldError::invalid(
            rules::M_05,
            &path.child("generation"),
            meta.generation.to_string(),
            "must be greater than or equal to 0",
        ));
    }
    validate_common(&mut errors, meta, path, version);
    finalizers(&mut errors, &meta.finalizers, &path.child("finalizers"));
    errors
}

/// The errors of an object's metadata when it replaces `old`.
pub(crate) fn validate_update(
    meta: &ObjectMeta,
    old: &ObjectMeta,
    path: &Path<'_>,
    version: KubeVersion,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let mut immutable = |name: &str, new: &str, old: &str| {
        if new != old {
            let value = go::quote(new);
            errors.push(FieldError::invalid(
                rules::M_13,
                &path.child(name),
                value,
                "field is immutable",
            ));
        }
    };
    immutable("name", &meta.name, &old.name);
    immutable("namespace", &meta.namespace, &old.namespace);
    immutable("uid", &meta.uid, &old.uid);
    validate_common(&mut errors, meta, path, version);
    errors
}

fn validate_common(errors: &mut Vec<FieldError>, meta: &ObjectMeta, path: &Path<'_>, version: KubeVersion) {
    let at_labels = path.child("labels");
    for (key, value) in &meta.labels {
        refuse(errors, rules::M_06, &at_labels, key, names::label_key(key));
        refuse(errors, rules::M_06, &at_labels, value, names::label_value(value));
    }
    let at_annotations = path.child("annotations");
    for (key, _) in &meta.annotations {
        refuse(
            errors,
            rules::M_08,
            &at_annotations,
            key,
            names::label_key(&key.to_lowercase()),
        );
    }
    let size: usize = meta
        .annotations
        .iter()
        .map(|(key, value)| key.len() + value.len())
        .sum();
    if size > 262_144 {
        let detail = too_long(262_144, version);
        errors.push(FieldError::new(
            rules::M_09,
            ErrorType::TooLong,
            &at_annotations,
            detail,
        ));
    }
    let owners = meta.owner_references.iter().map(|owner| Owner {
        api_version: &owner.api_version,
        kind: &owner.kind,
        name: &owner.name,
        uid: &owner.uid,
        controller: owner.controller,
        block_owner_deletion: owner.block_owner_deletion,
    });
    owners::check(owners, &path.child("ownerReferences"), version, errors);
    let entries = meta.managed_fields.iter().map(|entry| Manager {
        name: &entry.manager,
        operation: &entry.operation,
        fields_type: &entry.fields_type,
        subresource: &entry.subresource,
    });
    managers::check(entries, &path.child("managedFields"), version, errors);
}

fn finalizers(errors: &mut Vec<FieldError>, finalizers: &[String], path: &Path<'_>) {
    for finalizer in finalizers {
        refuse(errors, rules::M_11, path, finalizer, names::label_key(finalizer));
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        errors.push(FieldError::invalid(
            rules::M_11,
            path,
            go::json(&json!(finalizers)),
            detail,
        ));
    }
}

fn too_long(limit: usize, version: KubeVersion) -> String {
    if version.has(Change::TooLongInBytes) {
        format!("may not be more than {limit} bytes")
    } else {
        format!("must have at most {limit} bytes")
    }
}

/// A trailing dash is fine where a suffix follows.
fn mask_trailing_dash(name: &str) -> String {
    match name.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => format!("{}a", rest.get(..rest.len() - 1).unwrap_or(rest)),
        _ => name.to_owned(),
    }
}

fn refuse(errors: &mut Vec<FieldError>, rule: RuleId, path: &Path<'_>, value: &str, faults: Vec<String>) {
    errors.extend(
        faults
            .into_iter()
            .map(|fault| FieldError::invalid(rule, path, go::quote(value), fault)),
    );
}
