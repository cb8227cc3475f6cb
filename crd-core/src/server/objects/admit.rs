use serde_json::{Map, Value};

use super::embedded::{self, OnMalformed};
use super::object_meta::{self, NameRule, ObjectMeta};
use super::value::{self, Patterns, Purpose, Rules};
use super::view::View;
use super::{default, list_types, prune, scale};
use crate::model::changes::Change;
use crate::model::crd::Scale;
use crate::model::field::{ErrorType, FieldError, FieldPath, OwnedSegment, Path};
use crate::model::rules;
use crate::model::structural::Structural;
use crate::{KubeVersion, go};

pub use super::object_meta::Scope;

/// What of a CRD matters to its objects, besides the schema.
#[derive(Clone, Copy, Debug)]
pub struct AdmitOptions<'a> {
    /// The server.
    pub version: KubeVersion,
    /// The `apiVersion` of objects: group and version.
    pub api_version: &'a str,
    /// Their `kind`.
    pub kind: &'a str,
    /// Whether they live in namespaces.
    pub scope: Scope,
    /// Whether the status subresource is on: then requests to the main resource do not change the status.
    pub status_subresource: bool,
    /// The scale subresource.
    pub scale: Option<&'a Scale>,
}

/// What becomes of an object that is sent to the server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Admitted {
    /// The object, pruned and defaulted.
    pub object: Value,
    /// The fields that were pruned. Strict field validation makes each `unknown field "PATH"`.
    pub pruned: Vec<String>,
    /// Why the object is not read at all (HTTP 400); nothing further was checked then.
    pub unread: Option<String>,
    /// Why the object is refused (HTTP 422).
    pub errors: Vec<FieldError>,
}

/// Runs a request through the server's pipeline (rules §7), CEL rules excepted: pruning of unknown fields and
/// nulls, coercion of embedded metadata, defaulting, validation. With `old` it is an update, whose unchanged parts
/// are not judged again (rules §7.9). A namespaced object without a namespace is taken to be in `default`.
pub fn admit(
    schema: &Structural,
    object: &Value,
    old: Option<&Value>,
    options: AdmitOptions<'_>,
) -> Admitted {
    let mut admitted = read(schema, object.clone());
    if admitted.unread.is_some() {
        return admitted;
    }
    let old = match old.map(|old| read(schema, old.clone())) {
        Some(Admitted {
            unread: Some(fault), ..
        }) => {
            admitted.unread = Some(format!("old: {fault}"));
            return admitted;
        }
        old => old.map(|old| old.object),
    };
    let old = old.map(|mut old| {
        stamp(&mut old, None, options);
        old
    });
    // What the server changes before it validates is put back afterwards.
    let prepared = Prepared::new(&mut admitted.object, old.as_ref(), options);
    admitted.errors = validate(schema, &admitted.object, old.as_ref(), options);
    prepared.undo(&mut admitted.object);
    admitted
}

/// Decodes, prunes and defaults an object.
fn read(schema: &Structural, mut object: Value) -> Admitted {
    let mut admitted = Admitted::default();
    match read_into(schema, &mut object, &mut admitted.pruned) {
        Ok(()) => {
            default::default(&mut object, schema);
            admitted.object = object;
        }
        Err(fault) => admitted.unread = Some(fault),
    }
    admitted
}

fn read_into(schema: &Structural, object: &mut Value, pruned: &mut Vec<String>) -> Result<(), String> {
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
        Some(metadata) => {
            let (meta, unknown) = object_meta::decode(metadata)?;
            pruned.extend(unknown.iter().map(|field| format!("metadata.{field}")));
            Some(meta)
        }
        None => None,
    };
    pruned.extend(prune::prune(object, View::resource(schema)));
    prune::prune_nulls(object, Some(schema));
    let unknown = embedded::coerce(object, View::of(schema), None, OnMalformed::Refuse);
    pruned.extend(unknown.map_err(|error| error.to_string())?);
    if let (Some(meta), Value::Object(members)) = (meta, object) {
        members.insert("metadata".into(), meta.to_value());
    }
    Ok(())
}

/// What was in the place of the members the server sets before validation.
struct Prepared {
    metadata: Option<Value>,
    status: Option<Value>,
}

impl Prepared {
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
        stamp(object, generation, options);
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

/// Fills in the metadata that a request, or an object in store, always has.
fn stamp(object: &mut Value, generation: Option<i64>, options: AdmitOptions<'_>) {
    let Value::Object(members) = object else {
        return;
    };
    let metadata = members
        .entry("metadata")
        .or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(fields) = metadata else {
        return;
    };
    if options.scope == Scope::Namespaced {
        fields.entry("namespace").or_insert_with(|| "default".into());
    }
    match generation {
        None => {}
        Some(0) => {
            fields.remove("generation");
        }
        Some(generation) => {
            fields.insert("generation".into(), generation.into());
        }
    }
}

/// The generation after an update that changes more than metadata.
fn changed_generation(members: &Map<String, Value>, old: &Value) -> Option<i64> {
    let old_members = old.as_object()?;
    let same = members.len() == old_members.len()
        && members.iter().all(|(key, value)| {
            key == "metadata" || old_members.get(key).is_some_and(|old| value::same(value, old))
        });
    (!same).then(|| meta_of(old).generation.saturating_add(1))
}

fn validate(
    schema: &Structural,
    object: &Value,
    old: Option<&Value>,
    options: AdmitOptions<'_>,
) -> Vec<FieldError> {
    let version = options.version;
    let mut errors = validate_type_meta(object, options);
    // An object of another kind is not judged by the schema, but its lists and embedded resources are.
    if errors.is_empty() {
        errors = validate_metadata(object, old, options);
        let patterns = Patterns::default();
        let rules = Rules {
            purpose: Purpose::Instance,
            version,
            rule: rules::VAL_01,
            patterns: &patterns,
        };
        let forgiving = old.filter(|_| version.has(Change::ValidationRatcheting));
        errors.extend(value::validate(schema, object, forgiving, None, rules));
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

fn validate_metadata(object: &Value, old: Option<&Value>, options: AdmitOptions<'_>) -> Vec<FieldError> {
    let path = Path::root("metadata");
    let meta = meta_of(object);
    let Some(old) = old else {
        return object_meta::validate(&meta, options.scope, NameRule::Subdomain, &path, options.version);
    };
    object_meta::validate_update(&meta, &meta_of(old), &path, options.version)
}

/// `kind` and `apiVersion` must be the CRD's.
fn validate_type_meta(object: &Value, options: AdmitOptions<'_>) -> Vec<FieldError> {
    [("kind", options.kind), ("apiVersion", options.api_version)]
        .into_iter()
        .filter_map(|(key, wanted)| {
            let found = object.get(key).and_then(Value::as_str).unwrap_or_default();
            let field = FieldPath::default().join(OwnedSegment::Field(key.into()));
            (found != wanted).then(|| FieldError {
                value: Some(go::quote(found)),
                ..FieldError::at(
                    rules::EMB_02,
                    ErrorType::Invalid,
                    field,
                    format!("must be {wanted}"),
                )
            })
        })
        .collect()
}

fn meta_of(object: &Value) -> ObjectMeta {
    object
        .get("metadata")
        .and_then(|metadata| object_meta::decode(metadata).ok())
        .map_or_else(ObjectMeta::default, |(meta, _)| meta)
}
