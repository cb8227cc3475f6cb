use serde_json::{Map, Value};

use super::{ManagedFields, ObjectMeta, OwnerReference};
use crate::go;
use crate::go::time;

/// Reads `metadata` as Go's JSON decoder does: keys in order, nulls as absent, the first error kept and the rest
/// read on. Also returns the paths of unknown fields below `metadata`, such as `ownerReferences[0].x`.
pub(crate) fn decode(metadata: &Value) -> Result<(ObjectMeta, Vec<String>), String> {
    let mut decoder = Decoder::default();
    let mut meta = ObjectMeta::default();
    match metadata {
        Value::Null => {}
        Value::Object(members) => decoder.object_meta(&mut meta, members),
        other => decoder.fail(format!(
            "json: cannot unmarshal {} into Go value of type v1.ObjectMeta",
            kind_of(other)
        )),
    }
    match decoder.error {
        Some(error) => Err(error),
        None => Ok((meta, decoder.unknown)),
    }
}

#[derive(Default)]
struct Decoder {
    error: Option<String>,
    unknown: Vec<String>,
}

/// A field being read: the struct it is in, its path without indices, and its path with them.
#[derive(Clone, Copy)]
struct Place<'a> {
    owner: &'a str,
    field: &'a str,
}

impl Decoder {
    fn object_meta(&mut self, meta: &mut ObjectMeta, members: &Map<String, Value>) {
        for (key, value) in sorted(members) {
            let place = Place {
                owner: "ObjectMeta",
                field: key,
            };
            match key {
                "name" => self.text(&mut meta.name, value, place, "string"),
                "generateName" => self.text(&mut meta.generate_name, value, place, "string"),
                "namespace" => self.text(&mut meta.namespace, value, place, "string"),
                "selfLink" => self.text(&mut meta.self_link, value, place, "string"),
                "uid" => self.text(&mut meta.uid, value, place, "types.UID"),
                "resourceVersion" => self.text(&mut meta.resource_version, value, place, "string"),
                "generation" => meta.generation = self.int(value, place).unwrap_or_default(),
                "creationTimestamp" => meta.creation_timestamp = self.time(value, place),
                "deletionTimestamp" => meta.deletion_timestamp = self.time(value, place),
                "deletionGracePeriodSeconds" => {
                    meta.deletion_grace_period_seconds = self.int(value, place);
                }
                "labels" => meta.labels = self.texts(value, place),
                "annotations" => meta.annotations = self.texts(value, place),
                "finalizers" => {
                    for item in self.list(value, place, "[]string") {
                        let mut name = String::new();
                        self.text(&mut name, item, place, "string");
                        meta.finalizers.push(name);
                    }
                }
                "ownerReferences" => {
                    for (index, item) in self.list(value, place, "[]v1.OwnerReference").iter().enumerate() {
                        let owner = self.owner_reference(item, &format!("ownerReferences[{index}]"));
                        meta.owner_references.push(owner);
                    }
                }
                "managedFields" => {
                    for (index, item) in self
                        .list(value, place, "[]v1.ManagedFieldsEntry")
                        .iter()
                        .enumerate()
                    {
                        let entry = self.managed_fields(item, &format!("managedFields[{index}]"));
                        meta.managed_fields.push(entry);
                    }
                }
                unknown => self.unknown.push(unknown.to_owned()),
            }
        }
    }

    fn owner_reference(&mut self, value: &Value, path: &str) -> OwnerReference {
        let mut owner = OwnerReference::default();
        let outer = Place {
            owner: "ObjectMeta",
            field: "ownerReferences",
        };
        for (key, value) in self.members(value, outer, "v1.OwnerReference") {
            let field = format!("ownerReferences.{key}");
            let place = Place {
                owner: "OwnerReference",
                field: &field,
            };
            match key {
                "apiVersion" => self.text(&mut owner.api_version, value, place, "string"),
                "kind" => self.text(&mut owner.kind, value, place, "string"),
                "name" => self.text(&mut owner.name, value, place, "string"),
                "uid" => self.text(&mut owner.uid, value, place, "types.UID"),
                "controller" => owner.controller = self.bool(value, place),
                "blockOwnerDeletion" => owner.block_owner_deletion = self.bool(value, place),
                unknown => self.unknown.push(format!("{path}.{unknown}")),
            }
        }
        owner
    }

    fn managed_fields(&mut self, value: &Value, path: &str) -> ManagedFields {
        let mut entry = ManagedFields::default();
        let outer = Place {
            owner: "ObjectMeta",
            field: "managedFields",
        };
        for (key, value) in self.members(value, outer, "v1.ManagedFieldsEntry") {
            let field = format!("managedFields.{key}");
            let place = Place {
                owner: "ManagedFieldsEntry",
                field: &field,
            };
            match key {
                "manager" => self.text(&mut entry.manager, value, place, "string"),
                "operation" => {
                    self.text(
                        &mut entry.operation,
                        value,
                        place,
                        "v1.ManagedFieldsOperationType",
                    );
                }
                "apiVersion" => self.text(&mut entry.api_version, value, place, "string"),
                "time" => entry.time = self.time(value, place),
                "fieldsType" => self.text(&mut entry.fields_type, value, place, "string"),
                "fieldsV1" => entry.fields_v1 = (!value.is_null()).then(|| value.clone()),
                "subresource" => self.text(&mut entry.subresource, value, place, "string"),
                unknown => self.unknown.push(format!("{path}.{unknown}")),
            }
        }
        entry
    }

    fn text(&mut self, into: &mut String, value: &Value, place: Place<'_>, type_: &str) {
        match value {
            Value::Null => {}
            Value::String(text) => into.clone_from(text),
            other => self.mismatch(&kind_of(other), place, type_),
        }
    }

    fn bool(&mut self, value: &Value, place: Place<'_>) -> Option<bool> {
        match value {
            Value::Null => {}
            Value::Bool(flag) => return Some(*flag),
            other => self.mismatch(&kind_of(other), place, "bool"),
        }
        None
    }

    /// An integer; a float that is written without a fraction counts as one.
    fn int(&mut self, value: &Value, place: Place<'_>) -> Option<i64> {
        match value {
            Value::Null => {}
            Value::Number(number) => {
                let text = match (number.as_i64(), number.as_f64()) {
                    (Some(int), _) => return Some(int),
                    (None, float) => go::float_json(float.unwrap_or(f64::NAN)),
                };
                match text.parse() {
                    Ok(int) => return Some(int),
                    Err(_) => self.mismatch(&format!("number {text}"), place, "int64"),
                }
            }
            other => self.mismatch(&kind_of(other), place, "int64"),
        }
        None
    }

    fn time(&mut self, value: &Value, place: Place<'_>) -> Option<String> {
        match value {
            Value::Null => {}
            Value::String(text) => match time::normalize(text) {
                Ok(time) => return time,
                Err(error) => self.fail(error),
            },
            other => self.mismatch(&kind_of(other), place, "string"),
        }
        None
    }

    fn texts(&mut self, value: &Value, place: Place<'_>) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (key, value) in self.members(value, place, "map[string]string") {
            let mut text = String::new();
            self.text(&mut text, value, place, "string");
            texts.push((key.to_owned(), text));
        }
        texts
    }

    fn members<'v>(&mut self, value: &'v Value, place: Place<'_>, type_: &str) -> Vec<(&'v str, &'v Value)> {
        match value {
            Value::Null => {}
            Value::Object(members) => return sorted(members),
            other => self.mismatch(&kind_of(other), place, type_),
        }
        Vec::new()
    }

    fn list<'v>(&mut self, value: &'v Value, place: Place<'_>, type_: &str) -> &'v [Value] {
        match value {
            Value::Null => {}
            Value::Array(items) => return items,
            other => self.mismatch(&kind_of(other), place, type_),
        }
        &[]
    }

    fn mismatch(&mut self, found: &str, place: Place<'_>, type_: &str) {
        self.fail(format!(
            "json: cannot unmarshal {found} into Go struct field {}.{} of type {type_}",
            place.owner, place.field
        ));
    }

    fn fail(&mut self, error: String) {
        self.error.get_or_insert(error);
    }
}

/// The server writes the metadata out with sorted keys before it decodes them.
fn sorted(members: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut members: Vec<(&str, &Value)> = members.iter().map(|(key, value)| (key.as_str(), value)).collect();
    members.sort_by_key(|(key, _)| *key);
    members
}

fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
    .to_owned()
}
