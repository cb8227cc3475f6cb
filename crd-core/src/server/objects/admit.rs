//! Admission of an object: what the server makes of it and why it rejects it.
//!
//! ```text
//! schema   spec: {type: object, properties: {replicas: {type: integer, default: 1, minimum: 1}}}
//! request  spec: {replicas: 0, colour: red}
//! object   spec: {replicas: 0}                              with defaults, without unknown fields
//! pruned   spec.colour
//! errors   spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1
//! ```

use serde_json::{Map, Value};

use super::embedded::{self, OnMalformed};
use super::value::{self, Patterns, Purpose, ValidationSettings};
use super::view::View;
use super::{default, list_types, prune, scale};
use crate::model::changes::Change;
use crate::model::crd::Scale;
use crate::model::field::{ErrorType, FieldError, FieldPath, Path};
use crate::model::metadata::ObjectMeta;
use crate::model::rules::{self, RuleId};
use crate::model::structural::Structural;
use crate::server::metadata::{self, ResourceScope, Subject};
use crate::{KubeVersion, go};

/// The parts of a CRD, besides its schema, that decide how its objects are admitted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AdmitOptions<'a> {
    /// The server.
    pub version: KubeVersion,
    /// The `apiVersion` of objects: group and version.
    pub api_version: &'a str,
    /// The `kind` of objects.
    pub kind: &'a str,
    /// Whether objects live in namespaces; they do by default.
    pub scope: ResourceScope,
    /// Whether the status subresource is on, so that requests to the main resource do not change the status. Off by
    /// default.
    pub status_subresource: bool,
    /// The scale subresource; none by default.
    pub scale: Option<&'a Scale>,
}

impl<'a> AdmitOptions<'a> {
    /// Options for namespaced objects with this `apiVersion` and `kind` and without subresources.
    pub fn new(version: KubeVersion, api_version: &'a str, kind: &'a str) -> Self {
        AdmitOptions {
            version,
            api_version,
            kind,
            scope: ResourceScope::Namespaced,
            status_subresource: false,
            scale: None,
        }
    }
}

/// The answer to a request that creates or replaces an object.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Admitted {
    /// The object, pruned and with its defaults; null if it could not be decoded.
    pub object: Value,
    /// The paths of the fields that were pruned. Strict field validation makes each `unknown field "PATH"`.
    pub pruned: Vec<String>,
    /// Why the object could not be decoded (HTTP 400). Nothing else was checked then.
    pub unread: Option<String>,
    /// Why the object is rejected (HTTP 422).
    pub errors: Vec<FieldError>,
}

/// Admits `object` as the server does, except that CEL rules are not evaluated.
///
/// With `old`, the request is an update of it: the parts that did not change are not validated again. A namespaced
/// object without a namespace is taken to be in `default`.
pub fn admit(schema: &Structural, object: Value, old: Option<&Value>, options: AdmitOptions<'_>) -> Admitted {
    let mut admitted = Admitted {
        object,
        ..Admitted::default()
    };
    if let Err(fault) = decode(schema, &mut admitted.object, &mut admitted.pruned) {
        return Admitted {
            unread: Some(fault),
            ..Admitted::default()
        };
    }
    default::default(&mut admitted.object, schema);
    let old = match old.map(|old| stored(schema, old.clone(), options)).transpose() {
        Ok(old) => old,
        Err(fault) => {
            admitted.unread = Some(format!("old: {fault}"));
            return admitted;
        }
    };
    let prepared = Prepared::new(&mut admitted.object, old.as_ref(), options);
    admitted.errors = validate(schema, &admitted.object, old.as_ref(), options);
    prepared.undo(&mut admitted.object);
    admitted
}

/// The object that an update replaces, as the server reads it from its store.
fn stored(schema: &Structural, mut old: Value, options: AdmitOptions<'_>) -> Result<Value, String> {
    decode(schema, &mut old, &mut Vec::new())?;
    default::default(&mut old, schema);
    fill_namespace(&mut old, options.scope);
    Ok(old)
}

/// Decodes an object: checks its type and metadata, and prunes what the schema does not know. The paths of unknown
/// fields are added to `pruned`.
fn decode(schema: &Structural, object: &mut Value, pruned: &mut Vec<String>) -> Result<(), String> {
    let Value::Object(members) = &*object else {
        return Err(format!("an object is not a {}", scale::go_type(object)));
    };
    for key in ["kind", "apiVersion"] {
        if let Some(value) = members.get(key).filter(|value| !value.is_string()) {
            return Err(format!(
                ".{key} accessor error: {} is of the type {}, expected string",
                go::verb_v(value),
                scale::go_type(value)
            ));
        }
    }
    let meta = match members.get("metadata") {
        Some(given) => {
            let (meta, unknown) = metadata::decode(given)?;
            pruned.extend(unknown.iter().map(|field| format!("metadata.{field}")));
            Some(meta)
        }
        None => None,
    };
    pruned.extend(prune::prune(object, View::resource(schema)));
    prune::prune_nulls(object, Some(schema));
    let unknown = embedded::coerce(object, View::of(schema), None, OnMalformed::Reject);
    pruned.extend(unknown.map_err(|error| error.to_string())?);
    if let (Some(meta), Value::Object(members)) = (meta, object) {
        members.insert("metadata".into(), metadata::to_value(&meta));
    }
    Ok(())
}

/// The members that the server changes before it validates an object, as they were.
struct Prepared {
    metadata: Option<Value>,
    status: Option<Value>,
}

impl Prepared {
    /// Changes `object` as `PrepareForCreate` and `PrepareForUpdate` of custom resources do.
    fn new(object: &mut Value, old: Option<&Value>, options: AdmitOptions<'_>) -> Self {
        let Value::Object(members) = object else {
            return Prepared {
                metadata: None,
                status: None,
            };
        };
        let metadata = members.get("metadata").cloned();
        let mut status = None;
        if options.status_subresource {
            status = members.remove("status");
            if let Some(old_status) = old.and_then(|old| old.get("status")) {
                members.insert("status".into(), old_status.clone());
            }
        }
        let generation = match old {
            None => Some(1),
            Some(old) => changed_generation(members, old),
        };
        fill_namespace(object, options.scope);
        if let (Some(generation), Some(fields)) = (generation, metadata_of(object)) {
            fields.insert("generation".into(), generation.into());
        }
        Prepared { metadata, status }
    }

    fn undo(self, object: &mut Value) {
        let Value::Object(members) = object else {
            return;
        };
        match self.metadata {
            Some(metadata) => members.insert("metadata".into(), metadata),
            None => members.remove("metadata"),
        };
        if let Some(status) = self.status {
            members.insert("status".into(), status);
        }
    }
}

/// The namespace that requests name and manifests may leave out.
fn fill_namespace(object: &mut Value, scope: ResourceScope) {
    if let Some(fields) = metadata_of(object)
        && scope == ResourceScope::Namespaced
    {
        fields.entry("namespace").or_insert_with(|| "default".into());
    }
}

/// The members of the metadata, which is added if there is none.
fn metadata_of(object: &mut Value) -> Option<&mut Map<String, Value>> {
    let metadata = object
        .as_object_mut()?
        .entry("metadata")
        .or_insert_with(|| Value::Object(Map::new()));
    metadata.as_object_mut()
}

/// The generation after an update, if it changes more than metadata.
fn changed_generation(members: &Map<String, Value>, old: &Value) -> Option<i64> {
    let old_members = old.as_object()?;
    let same = members.len() == old_members.len()
        && members.iter().all(|(key, value)| {
            key == "metadata" || old_members.get(key).is_some_and(|old| value::same(value, old))
        });
    (!same).then(|| decoded_metadata(old).generation.saturating_add(1))
}

/// Validates a prepared object, in the order of the server's strategy for custom resources.
fn validate(
    schema: &Structural,
    object: &Value,
    old: Option<&Value>,
    options: AdmitOptions<'_>,
) -> Vec<FieldError> {
    let version = options.version;
    let mut errors = validate_type_meta(object, options);
    // The schema does not apply to an object of another kind; its lists and embedded resources are still checked.
    if errors.is_empty() {
        validate_metadata(object, old, options, &mut errors);
        let patterns = Patterns::default();
        let rules = ValidationSettings {
            purpose: Purpose::Instance,
            version,
            rule: rules::VAL_01,
            patterns: &patterns,
        };
        let ratcheted = old.filter(|_| version.has(Change::ValidationRatcheting));
        errors.extend(value::validate(schema, object, ratcheted, None, rules));
        if let Some(of) = options.scale {
            errors.extend(scale::validate(of, object));
        }
    }
    errors.extend(embedded::validate(object, View::of(schema), None, version));
    if old.is_none_or(|old| list_types::validate(schema, old).is_empty()) {
        errors.extend(list_types::validate(schema, object));
    }
    errors
}

fn validate_metadata(
    object: &Value,
    old: Option<&Value>,
    options: AdmitOptions<'_>,
    errors: &mut Vec<FieldError>,
) {
    let path = Path::root("metadata");
    let mut meta = decoded_metadata(object);
    match old.map(decoded_metadata) {
        None => {
            let subject = Subject::CustomResource(options.scope);
            metadata::validate_create(&meta, subject, &path, options.version, errors);
        }
        Some(old) => {
            metadata::keep_server_fields(&mut meta, &old);
            metadata::validate_update(&meta, &old, &path, options.version, errors);
        }
    }
}

/// Checks that `kind` and `apiVersion` are the CRD's.
fn validate_type_meta(object: &Value, options: AdmitOptions<'_>) -> Vec<FieldError> {
    const RULE: RuleId = rules::EMB_02;
    let mut errors = Vec::new();
    for (key, wanted) in [("kind", options.kind), ("apiVersion", options.api_version)] {
        let found = object.get(key).and_then(Value::as_str).unwrap_or_default();
        if found != wanted {
            let field = FieldPath::default().child(key);
            errors.push(FieldError {
                value: Some(go::quote(found)),
                ..FieldError::at(RULE, ErrorType::Invalid, field, format!("must be {wanted}"))
            });
        }
    }
    errors
}

/// The metadata of an object that has been decoded.
fn decoded_metadata(object: &Value) -> ObjectMeta {
    object
        .get("metadata")
        .and_then(|metadata| metadata::decode(metadata).ok())
        .map_or_else(ObjectMeta::default, |(meta, _)| meta)
}
