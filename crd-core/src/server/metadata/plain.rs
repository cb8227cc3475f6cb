//! Decodes metadata with only texts, labels, finalizers and times, as in nearly all requests, without the
//! document on which the [reader](super::decode) of all metadata works.

use serde_json::{Map as JsonMap, Value};

use crate::go::time;
use crate::model::map::Map;
use crate::model::metadata::ObjectMeta;

/// Decodes metadata in which all members are known and of the right type; `None` for any other.
pub(crate) fn plain(metadata: &Value) -> Option<ObjectMeta> {
    let mut meta = ObjectMeta::default();
    for (key, value) in metadata.as_object()? {
        match (key.as_str(), value) {
            (_, Value::String(text)) => {
                let place = match key.as_str() {
                    "name" => &mut meta.name,
                    "generateName" => &mut meta.generate_name,
                    "namespace" => &mut meta.namespace,
                    "uid" => &mut meta.uid,
                    "resourceVersion" => &mut meta.resource_version,
                    "selfLink" => &mut meta.self_link,
                    "creationTimestamp" | "deletionTimestamp" => {
                        let time = time::normalize(text).ok()?.map(String::into_boxed_str);
                        if key == "creationTimestamp" {
                            meta.creation_timestamp = time;
                        } else {
                            meta.deletion_timestamp = time;
                        }
                        continue;
                    }
                    _ => return None,
                };
                *place = text.as_str().into();
            }
            ("generation", Value::Number(number)) => {
                meta.generation = number.as_i64()?;
            }
            ("deletionGracePeriodSeconds", Value::Number(number)) => {
                meta.deletion_grace_period_seconds = Some(number.as_i64()?);
            }
            ("labels", Value::Object(texts)) => {
                meta.labels = text_map(texts)?;
            }
            ("annotations", Value::Object(texts)) => {
                meta.annotations = text_map(texts)?;
            }
            ("finalizers", Value::Array(items)) => {
                meta.finalizers = items
                    .iter()
                    .map(|item| item.as_str().map(Box::from))
                    .collect::<Option<_>>()?;
            }
            _ => return None,
        }
    }
    Some(meta)
}

/// Returns the generation in metadata that remains unchanged when it is written back; `None` for any other
/// metadata, and if only [`plain`] or the reader of all metadata can decide.
pub(crate) fn normal_generation(metadata: &Value) -> Option<i64> {
    let mut generation = 0;
    for (key, value) in metadata.as_object()? {
        let is_normal = match (key.as_str(), value) {
            (
                "name" | "generateName" | "namespace" | "uid" | "resourceVersion" | "selfLink",
                Value::String(text),
            ) => !text.is_empty(),
            ("creationTimestamp" | "deletionTimestamp", Value::String(text)) => {
                time::normalize(text).ok()?.as_ref() == Some(text)
            }
            ("generation", Value::Number(number)) => {
                generation = number.as_i64()?;
                generation != 0
            }
            ("deletionGracePeriodSeconds", Value::Number(number)) => number.is_i64(),
            ("labels" | "annotations", Value::Object(texts)) => {
                !texts.is_empty() && texts.values().all(Value::is_string)
            }
            ("finalizers", Value::Array(items)) => !items.is_empty() && items.iter().all(Value::is_string),
            _ => false,
        };
        if !is_normal {
            return None;
        }
    }
    Some(generation)
}

fn text_map(texts: &JsonMap<String, Value>) -> Option<Map<Box<str>>> {
    texts
        .iter()
        .map(|(key, text)| Some((Box::from(key.as_str()), Box::from(text.as_str()?))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{decode, to_value};
    use super::*;
    use serde_json::json;

    #[test]
    fn plain_metadata_is_what_the_reader_of_all_metadata_makes_of_it() {
        let cases = [
            (
                json!({"name": "a", "labels": {"a": "b"}, "finalizers": ["x"], "generation": 3}),
                Some(true),
            ),
            (json!({"name": "", "labels": {}}), Some(false)),
            (
                json!({"creationTimestamp": "2024-02-29T12:00:00+01:00"}),
                Some(false),
            ),
            (
                json!({"creationTimestamp": "2024-02-29T12:00:00Z", "deletionGracePeriodSeconds": 0}),
                Some(true),
            ),
            (
                json!({"generation": 0, "uid": "u", "annotations": {"a": ""}}),
                Some(false),
            ),
            (json!({"Name": "a"}), None),
            (json!({"name": null}), None),
            (json!({"generation": 1.5}), None),
            (json!({"labels": {"a": 1}}), None),
            (json!({"creationTimestamp": "x"}), None),
            (json!([]), None),
        ];
        for (metadata, is_normal) in cases {
            assert_eq!(
                normal_generation(&metadata).is_some(),
                is_normal == Some(true),
                "{metadata}"
            );
            let found = plain(&metadata);
            assert_eq!(found.is_some(), is_normal.is_some(), "{metadata}");
            if let Some(meta) = found {
                assert_eq!(decode(&metadata).unwrap(), (meta.clone(), Vec::new()));
                assert_eq!(Some(to_value(&meta) == metadata), is_normal, "{metadata}");
            }
        }
    }
}
