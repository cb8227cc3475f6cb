//! The checks of the server's strategies for custom resources, except for CEL rules (rules OBJ-11 to OBJ-19).

use std::sync::Arc;

use serde_json::Value;

use super::{Admission, Finding, prepare};
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, FieldPath, Path, Segment};
use crate::model::metadata::ObjectMeta;
use crate::model::rules::{self, RuleId};
use crate::model::sort::sort_by;
use crate::server::metadata::{self, MetadataOwner};
use crate::server::objects::compact::NodeId;
use crate::server::objects::parts::ValidationPurpose;
use crate::server::objects::scale as replicas;
use crate::server::objects::value::{self, ValidParts, ValidationSettings};
use crate::server::objects::view::View;
use crate::server::objects::{embedded, list_types};

const METADATA: Path<'static> = Path::root("metadata");

/// A prepared object, and the one that it replaces.
pub(super) struct PreparedObject<'a> {
    pub(super) object: &'a Value,
    meta: ObjectMeta,
    old: Option<Old<'a>>,
}

struct Old<'a> {
    object: &'a Value,
    meta: ObjectMeta,
}

impl<'a> PreparedObject<'a> {
    /// Prepares an object, and the one that it replaces with its metadata.
    pub(super) fn new(object: &'a Value, old: Option<(&'a Value, ObjectMeta)>) -> Self {
        PreparedObject {
            object,
            meta: prepare::meta_of(object),
            old: old.map(|(object, meta)| Old { object, meta }),
        }
    }

    pub(super) fn old_object(&self) -> Option<&'a Value> {
        self.old.as_ref().map(|old| old.object)
    }
}

/// Performs the checks of all updates that come before the strategy of custom resources.
pub(super) fn generic_metadata(
    admission: &Admission,
    judged: &PreparedObject<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Some(old) = &judged.old else { return };
    let options = &admission.options;
    let subject = MetadataOwner::Stored(options.scope);
    metadata::validate_create(&judged.meta, subject, &METADATA, options.server, errors);
    metadata::validate_update(&judged.meta, &old.meta, &METADATA, options.server, errors);
}

/// Performs the checks of the strategy for creates and updates of whole objects, except rules.
pub(super) fn of_object(admission: &Admission, judged: &PreparedObject<'_>, errors: &mut Vec<FieldError>) {
    let object = judged.object;
    let options = &admission.options;
    let type_meta = type_meta(admission, object);
    if type_meta.is_empty() {
        match &judged.old {
            None => {
                let subject = MetadataOwner::CustomResource(options.scope);
                metadata::validate_create(&judged.meta, subject, &METADATA, options.server, errors);
            }
            Some(old) => {
                metadata::validate_update(&judged.meta, &old.meta, &METADATA, options.server, errors);
            }
        }
        let ratcheted = judged
            .old_object()
            .filter(|_| options.server.has(Change::ValidationRatcheting));
        let is_valid = admission
            .compact
            .is_valid(NodeId::ROOT, object, &admission.patterns);
        if is_valid != Some(true) {
            errors.extend(value::validate_unknown(
                &admission.schema,
                object,
                ratcheted,
                None,
                settings(admission),
                ValidParts::at(&admission.compact, NodeId::ROOT, &admission.patterns),
            ));
        }
        if let Some(of) = &options.scale {
            errors.extend(replicas::validate(of, object));
        }
    } else {
        errors.extend(type_meta);
    }
    if admission.parts.resources {
        let root = View::of(&admission.schema);
        errors.extend(embedded::validate(object, root, None, options.server));
    }
    list_types(admission, judged, errors);
}

/// Performs the checks of the strategy for updates of the status, except rules.
pub(super) fn of_status(admission: &Admission, judged: &PreparedObject<'_>, errors: &mut Vec<FieldError>) {
    let (object, Some(old)) = (judged.object, &judged.old) else {
        return;
    };
    let options = &admission.options;
    let type_meta = type_meta(admission, object);
    if type_meta.is_empty() {
        metadata::validate_update(&judged.meta, &old.meta, &METADATA, options.server, errors);
        if let (Some(status), Some(schema)) = (object.get("status"), admission.schema.property("status")) {
            let ratcheted = old
                .object
                .get("status")
                // An absent status is a null for the server, so that a null changes nothing.
                .or_else(|| status.is_null().then_some(status))
                .filter(|_| options.server.has(Change::StatusRatcheting));
            let path = Path::root("status");
            let prefix = options.server.has(Change::StatusPaths).then_some(&path);
            let compact = &admission.compact;
            let node = compact.property(NodeId::ROOT, "status");
            let is_valid = node.and_then(|node| compact.is_valid(node, status, &admission.patterns));
            if is_valid != Some(true) {
                let known = node.map_or(ValidParts::NOTHING, |node| {
                    ValidParts::at(compact, node, &admission.patterns)
                });
                let found =
                    value::validate_unknown(schema, status, ratcheted, prefix, settings(admission), known);
                errors.extend(found.into_iter().map(|error| below_status(error, prefix)));
            }
        }
        if let Some(of) = &options.scale {
            errors.extend(replicas::validate_status(of, object));
        }
    } else {
        errors.extend(type_meta);
    }
    list_types(admission, judged, errors);
}

/// Converts an error of a status; its origin is that of the whole object.
fn below_status(mut error: FieldError, prefix: Option<&Path<'_>>) -> FieldError {
    if let Some(origin) = &mut error.origin {
        let schema = [Segment::Field("properties".into()), Segment::Key("status".into())];
        Arc::make_mut(&mut origin.keyword).segments.splice(0..0, schema);
        if prefix.is_none() {
            origin.value.segments.insert(0, Segment::Field("status".into()));
        }
    }
    error
}

fn settings(admission: &Admission) -> ValidationSettings<'_> {
    ValidationSettings {
        purpose: ValidationPurpose::Instance,
        version: admission.options.server,
        rule: rules::VAL_01,
        patterns: &admission.patterns,
    }
}

/// Checks list types; on updates only if the old object has no error of this kind at all (LST-01).
fn list_types(admission: &Admission, judged: &PreparedObject<'_>, errors: &mut Vec<FieldError>) {
    if !admission.parts.list_types || admission.compact.has_distinct_elements(judged.object) {
        return;
    }
    let validate = |object| list_types::validate(&admission.schema, object, admission.options.server);
    let found = validate(judged.object);
    if !found.is_empty() && judged.old_object().is_none_or(|old| validate(old).is_empty()) {
        errors.extend(found);
    }
}

/// Checks that `kind` and `apiVersion` are those of the CRD.
fn type_meta(admission: &Admission, object: &Value) -> Vec<FieldError> {
    const RULE: RuleId = rules::EMB_02;
    let mut errors = Vec::new();
    let options = &admission.options;
    for (key, wanted) in [("kind", &options.kind), ("apiVersion", &options.api_version)] {
        let found = object.get(key).and_then(Value::as_str).unwrap_or_default();
        if found != &**wanted {
            let field = FieldPath::default().child(key);
            errors.push(FieldError {
                value: Some(go::quote(found)),
                ..FieldError::at(RULE, ErrorType::Invalid, field, format!("must be {wanted}"))
            });
        }
    }
    errors
}

/// Returns the reason why a new object that is valid cannot be stored.
pub(super) fn unstorable(judged: &PreparedObject<'_>) -> Option<FieldError> {
    metadata::unstorable(&judged.meta.resource_version, &METADATA)
}

/// OBJ-19: warns of finalizer names that could clash.
pub(super) fn finalizer_warnings(admission: &Admission, judged: &PreparedObject<'_>) -> Vec<Finding> {
    let meta = &judged.meta;
    if meta.finalizers.is_empty() {
        return Vec::new();
    }
    let before = judged.old.as_ref().map_or(&[][..], |old| &old.meta.finalizers);
    let mut added: Vec<(usize, &str)> = meta
        .finalizers
        .iter()
        .enumerate()
        .map(|(index, name)| (index, &**name))
        .filter(|(_, name)| !before.iter().any(|old| **old == **name))
        .collect();
    sort_by(&mut added, &|left, right| left.1.cmp(right.1));
    added.dedup_by(|left, right| left.1 == right.1);
    let names_paths = admission.options.server.has(Change::FinalizerPaths);
    let standard = ["orphan", "foregroundDeletion", "kubernetes"];
    added
        .into_iter()
        .filter(|(_, name)| !name.contains('/') && !standard.contains(name))
        .map(|(index, name)| {
            let with_path = if names_paths && name.contains('.') {
                " including a path (/)"
            } else {
                ""
            };
            let text = format!(
                "metadata.finalizers: {}: prefer a domain-qualified finalizer name{with_path} to avoid accidental \
                 conflicts with other finalizer writers",
                go::quote(name)
            );
            Finding::new(text, METADATA.child("finalizers").index(index).to_field_path())
        })
        .collect()
}
