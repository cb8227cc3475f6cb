//! Embedded resources: coercion of their metadata (rule EMB-01) and their validation (rule EMB-02).
//!
//! ```text
//! {kind: Pod, apiVersion: v1, metadata: {name: a, nonsense: 1}}
//! coerce    ->  metadata: {name: a}, and the unknown field `metadata.nonsense`
//! validate  ->  the errors of `kind`, `apiVersion` and `metadata`
//! ```

use serde_json::{Map, Value};

use super::at::At;
use super::prune::UnknownField;
use super::view::View;
use crate::KubeVersion;
use crate::go::unicode::to_lower;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, FieldPath, Origin, Path, Segment};
use crate::model::map::json_object;
use crate::model::rules::{self, RuleId};
use crate::model::sort::sort;
use crate::server::metadata::{self, MetadataOwner, names};
use crate::server::objects::bad_value::bad_value;

/// The treatment of members of a wrong type by coercion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnMalformed {
    /// Reject the object, as for requests, with the error texts of this server.
    Reject(KubeVersion),
    /// Drop the member, as for defaults that are served.
    Drop,
}

const COERCE: RuleId = rules::EMB_01;
const VALIDATE: RuleId = rules::EMB_02;

/// Checks the types of `apiVersion`, `kind` and `metadata` of every embedded resource, and converts its
/// metadata to the server's own form. Returns the paths of unknown metadata fields.
pub(crate) fn coerce(
    value: &mut Value,
    view: View<'_>,
    prefix: Option<&Path<'_>>,
    on_malformed: OnMalformed,
) -> Result<Vec<UnknownField>, Box<FieldError>> {
    let mut coercion = Coercion {
        prefix,
        on_malformed,
        unknown: Vec::new(),
    };
    coercion.walk(value, view, &At::ROOT)?;
    sort(&mut coercion.unknown);
    Ok(coercion.unknown)
}

struct Coercion<'a> {
    prefix: Option<&'a Path<'a>>,
    on_malformed: OnMalformed,
    unknown: Vec<UnknownField>,
}

impl Coercion<'_> {
    fn walk(&mut self, value: &mut Value, view: View<'_>, at: &At<'_>) -> Result<(), Box<FieldError>> {
        match value {
            Value::Array(items) => {
                let Some(schema) = view.schema.items() else {
                    return Ok(());
                };
                for (index, item) in items.iter_mut().enumerate() {
                    self.walk(item, View::of(schema), &at.index(index))?;
                }
            }
            Value::Object(members) => {
                if view.is_resource {
                    self.resource(members, at)?;
                }
                for (key, member) in members.iter_mut() {
                    if let Some(schema) = view.schema.property(key) {
                        self.walk(member, View::of(schema), &at.property(key))?;
                    } else if let Some(schema) = view.schema.additional_schema() {
                        self.walk(member, View::of(schema), &at.key(key))?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn resource(&mut self, members: &mut Map<String, Value>, at: &At<'_>) -> Result<(), Box<FieldError>> {
        for key in ["apiVersion", "kind"] {
            let Some(value) = members.get(key).filter(|value| !value.is_string()) else {
                continue;
            };
            if let OnMalformed::Reject(version) = self.on_malformed {
                return Err(self.refusal(at, key, value, "must be a string", version).into());
            }
            members.remove(key);
        }
        let Some(given) = members.get_mut("metadata") else {
            return Ok(());
        };
        match metadata::decode(given) {
            Ok((meta, unknown)) => {
                if !unknown.is_empty() {
                    let path = at.field(self.prefix).child("metadata");
                    self.unknown.extend(unknown.iter().map(|field| UnknownField {
                        name: format!("{path}.{field}"),
                        field: path.clone().child(field),
                    }));
                }
                *given = metadata::to_value(&meta);
            }
            Err(error) => match self.on_malformed {
                OnMalformed::Reject(version) => {
                    return Err(self.refusal(at, "metadata", given, &error, version).into());
                }
                OnMalformed::Drop => {
                    if given.is_object() {
                        *given = well_formed(given);
                    }
                }
            },
        }
        Ok(())
    }

    fn refusal(
        &self,
        at: &At<'_>,
        key: &str,
        value: &Value,
        detail: &str,
        version: KubeVersion,
    ) -> FieldError {
        let field = at.field(self.prefix).join(Segment::Field(key.into()));
        FieldError {
            value: Some(bad_value(value, version)),
            ..FieldError::at(COERCE, ErrorType::Invalid, field, detail)
        }
    }
}

/// Returns the metadata without the fields that do not decode.
pub(crate) fn well_formed(metadata: &Value) -> Value {
    let mut kept = metadata
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), value.clone()))
        .filter(|member| metadata::decode(&json_object(&mut std::iter::once(member.clone()))).is_ok());
    metadata::decode(&json_object(&mut kept)).map_or(Value::Null, |(meta, _)| metadata::to_value(&meta))
}

/// Returns the errors of every embedded resource.
pub(crate) fn validate(
    value: &Value,
    view: View<'_>,
    prefix: Option<&Path<'_>>,
    version: KubeVersion,
) -> Vec<FieldError> {
    let mut errors = Vec::new();
    walk(value, view, &At::ROOT, prefix, version, &mut errors);
    errors
}

fn walk(
    value: &Value,
    view: View<'_>,
    at: &At<'_>,
    prefix: Option<&Path<'_>>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    match value {
        Value::Array(items) => {
            let Some(schema) = view.schema.items() else {
                return;
            };
            for (index, item) in items.iter().enumerate() {
                walk(item, View::of(schema), &at.index(index), prefix, version, errors);
            }
        }
        Value::Object(members) => {
            if view.is_resource {
                let first = errors.len();
                validate_resource(members, &at.field(prefix), version, errors);
                for error in errors.iter_mut().skip(first) {
                    error.origin = Some(Box::new(Origin {
                        value: error.field.clone(),
                        keyword: at.keyword("x-kubernetes-embedded-resource").into(),
                    }));
                }
            }
            for (key, member) in members {
                if let Some(schema) = view.schema.property(key) {
                    walk(
                        member,
                        View::of(schema),
                        &at.property(key),
                        prefix,
                        version,
                        errors,
                    );
                } else if let Some(schema) = view.schema.additional_schema() {
                    walk(member, View::of(schema), &at.key(key), prefix, version, errors);
                }
            }
        }
        _ => {}
    }
}

fn validate_resource(
    members: &Map<String, Value>,
    path: &FieldPath,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    let at = |key: &str| path.clone().join(Segment::Field(key.into()));
    let mut refuse = |key: &str, value: &Value, detail: &str| {
        errors.push(FieldError {
            value: Some(bad_value(value, version)),
            ..FieldError::at(VALIDATE, ErrorType::Invalid, at(key), detail)
        });
    };
    match members.get("apiVersion") {
        None => {}
        Some(value @ Value::String(text)) => {
            if text.is_empty() {
                refuse("apiVersion", value, "must not be empty");
            } else if metadata::split_api_version(text).is_none() {
                refuse(
                    "apiVersion",
                    value,
                    &format!("unexpected GroupVersion string: {text}"),
                );
            }
        }
        Some(other) => refuse("apiVersion", other, "must be a string"),
    }
    match members.get("kind") {
        None => {}
        Some(value @ Value::String(text)) => {
            let faults = names::dns1035_label(&to_lower(text));
            if text.is_empty() {
                refuse("kind", value, "must not be empty");
            } else if !faults.is_empty() {
                let detail = format!(
                    "may have mixed case, but should otherwise match: {}",
                    faults.join(",")
                );
                refuse("kind", value, &detail);
            }
        }
        Some(other) => refuse("kind", other, "must be a string"),
    }
    if let Some(given) = members.get("metadata") {
        match metadata::decode(given) {
            Err(error) => refuse("metadata", given, &error),
            Ok((meta, _)) => {
                let mut found = Vec::new();
                let below = Path::root("metadata");
                metadata::validate_create(&meta, MetadataOwner::Embedded, &below, version, &mut found);
                errors.extend(found.into_iter().map(|error| under(path, error)));
            }
        }
    }
    for key in ["apiVersion", "kind"] {
        if !members.contains_key(key) {
            let detail = if version.has(Change::ShorterErrors) {
                ""
            } else {
                "must not be empty"
            };
            errors.push(FieldError::at(VALIDATE, ErrorType::Required, at(key), detail));
        }
    }
}

/// Returns the error with its paths below `prefix`.
fn under(prefix: &FieldPath, mut error: FieldError) -> FieldError {
    let paths = error.related.iter_mut().map(|(path, _)| path);
    for path in paths.chain([&mut error.field]) {
        path.segments.splice(0..0, prefix.segments.iter().cloned());
    }
    error
}
