//! Decodes `metadata`, as `encoding/json` reads `metav1.ObjectMeta`.

use crate::KubeVersion;
use crate::go::{self, time};
use crate::model::metadata::{ManagedFieldsEntry, ObjectMeta, OwnerReference};
use crate::model::sort::sort_by;
use crate::server::decode::JsonType;
use crate::server::decode::reader::{CrdReader, DecodeContext};
use crate::server::decode::record::{GoName, Read, records};
use crate::yaml::tree::{Entry, Mapping, Node, Span, Value};

/// Decodes the metadata of an object. Also returns the paths of unknown fields below `metadata`, such as
/// `ownerReferences[0].x`; the error is the server's text.
///
/// The server marshals the metadata and unmarshals the text, so that keys are in order and a number such as `1.0`
/// has become an integer.
pub(crate) fn decode(metadata: &serde_json::Value) -> Result<(ObjectMeta, Vec<String>), String> {
    let mut reader = CrdReader::new("v1", KubeVersion::DEFAULT);
    let mut meta = ObjectMeta::default();
    reader.members(&marshalled(metadata), DecodeContext::ROOT, &mut meta);
    reader.stop_since(0);
    match reader.errors.into_iter().next() {
        Some(error) => Err(error.message),
        None => Ok((
            meta,
            reader.unknown.into_iter().map(|member| member.spelled).collect(),
        )),
    }
}

/// Returns the value as Go marshals it, as a document without positions.
fn marshalled(value: &serde_json::Value) -> Node {
    let value = match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(flag) => Value::Bool(*flag),
        serde_json::Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => Value::Int(int),
            (None, float) => {
                let float = float.unwrap_or(f64::NAN);
                let int = go::float_json(float).parse();
                int.map_or(Value::Float(float), Value::Int)
            }
        },
        serde_json::Value::String(text) => Value::String(text.as_str().into()),
        serde_json::Value::Array(items) => Value::Sequence(items.iter().map(marshalled).collect()),
        serde_json::Value::Object(members) => {
            let mut mapping = Mapping::default();
            mapping.entries = members.iter().map(marshalled_member).collect();
            // Sorted already, unless serde_json's feature `preserve_order` is on.
            sort_by(&mut mapping.entries, &|left, right| left.key.cmp(&right.key));
            Value::Mapping(mapping)
        }
    };
    Node {
        span: Span::default(),
        value,
    }
}

fn marshalled_member((key, value): (&String, &serde_json::Value)) -> Entry {
    Entry {
        key: key.as_str().into(),
        key_span: Span::default(),
        value: marshalled(value),
    }
}

records! { |out, reader, value, here|
    ObjectMeta as "v1" "ObjectMeta" {
        "name" => name,
        "generateName" => generate_name,
        "namespace" => namespace,
        "uid" => (uid as "types.UID"),
        "resourceVersion" => resource_version,
        "generation" => generation,
        "creationTimestamp" => { out.creation_timestamp = reader.time(value, here); },
        "deletionTimestamp" => { out.deletion_timestamp = reader.time(value, here); },
        "deletionGracePeriodSeconds" => deletion_grace_period_seconds,
        "labels" => labels,
        "annotations" => annotations,
        "ownerReferences" => owner_references,
        "finalizers" => finalizers,
        "selfLink" => self_link,
        "managedFields" => managed_fields,
    }
    OwnerReference as "v1" "OwnerReference" {
        "apiVersion" => api_version,
        "kind" => kind,
        "name" => name,
        "uid" => (uid as "types.UID"),
        "controller" => controller,
        "blockOwnerDeletion" => block_owner_deletion,
    }
    ManagedFieldsEntry as "v1" "ManagedFieldsEntry" {
        "manager" => manager,
        "apiVersion" => api_version,
        "fieldsType" => fields_type,
        "subresource" => subresource,
        "operation" => (operation as "v1.ManagedFieldsOperationType"),
        "time" => { out.time = reader.time(value, here); },
        // A type with a custom decoder, which accepts any value.
        "fieldsV1" => { out.fields_v1 = (value.value != Value::Null).then(|| Box::new(value.to_json())); },
    }
}

impl CrdReader {
    /// Reads a `metav1.Time`, in UTC and to the second; the zero time is absent.
    pub(in crate::server) fn time(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Box<str>> {
        match &node.value {
            Value::Null => None,
            Value::String(text) => match time::normalize(text) {
                Ok(time) => time.map(String::into_boxed_str),
                Err(fault) => {
                    self.refuse(node, at, fault);
                    None
                }
            },
            _ => {
                let mark = self.mark();
                self.mismatch(node, at, "string", JsonType::String);
                self.stop_since(mark);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_in_a_time_stops_the_decoder_and_is_reported_first() {
        let time = "parsing time \"x\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\"";
        let cases = [
            (json!({"annotations": 1, "creationTimestamp": "x"}), time),
            (
                json!({"annotations": 1, "name": 5}),
                "json: cannot unmarshal number into Go struct field ObjectMeta.annotations of type map[string]string",
            ),
            (
                json!({"managedFields": [{"time": 3}]}),
                "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.time of type string",
            ),
            (
                json!([]),
                "json: cannot unmarshal array into Go value of type v1.ObjectMeta",
            ),
        ];
        for (metadata, expected) in cases {
            assert_eq!(decode(&metadata).unwrap_err(), expected, "{metadata}");
        }
    }

    #[test]
    fn whole_floats_are_integers_and_unknown_fields_are_returned() {
        let metadata = json!({"generation": 2.0, "x": 1, "ownerReferences": [{"y": 1}]});
        let (meta, unknown) = decode(&metadata).unwrap();
        assert_eq!(meta.generation, 2);
        assert_eq!(unknown, ["ownerReferences[0].y", "x"]);
    }
}
