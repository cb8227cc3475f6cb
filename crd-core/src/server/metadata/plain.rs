//! Metadata with texts, labels, finalizers and times only, as nearly all requests have it: decoded without the document
//! that the [reader](super::decode) of all metadata works on.

use serde_json::{Map as JsonMap, Value};

use crate::go::time;
use crate::model::map::Map;
use crate::model::metadata::ObjectMeta;

/// Metadata, and whether writing it back changes nothing.
pub(crate) struct Plain {
    pub(crate) meta: ObjectMeta,
    pub(crate) is_normal: bool,
}

/// Decodes metadata in which everything is known and of the right type; `None` for any other.
pub(crate) fn plain(metadata: &Value) -> Option<Plain> {
    let mut meta = ObjectMeta::default();
    let mut is_normal = true;
    for (key, value) in metadata.as_object()? {
        match (key.as_str(), value) {
            (_, Value::String(text)) => {
                is_normal &= !text.is_empty();
                let place = match key.as_str() {
                    "name" => &mut meta.name,
                    "generateName" => &mut meta.generate_name,
                    "namespace" => &mut meta.namespace,
                    "uid" => &mut meta.uid,
                    "resourceVersion" => &mut meta.resource_version,
                    "selfLink" => &mut meta.self_link,
                    "creationTimestamp" | "deletionTimestamp" => {
                        let time = time::normalize(text).ok()?.map(String::into_boxed_str);
                        is_normal &= time.as_deref() == Some(text.as_str());
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
                is_normal &= meta.generation != 0;
            }
            ("deletionGracePeriodSeconds", Value::Number(number)) => {
                meta.deletion_grace_period_seconds = Some(number.as_i64()?);
            }
            ("labels", Value::Object(texts)) => {
                is_normal &= !texts.is_empty();
                meta.labels = text_map(texts)?;
            }
            ("annotations", Value::Object(texts)) => {
                is_normal &= !texts.is_empty();
                meta.annotations = text_map(texts)?;
            }
            ("finalizers", Value::Array(items)) => {
                is_normal &= !items.is_empty();
                meta.finalizers = items
                    .iter()
                    .map(|item| item.as_str().map(Box::from))
                    .collect::<Option<_>>()?;
            }
            _ => return None,
        }
    }
    Some(Plain { meta, is_normal })
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
            let found = plain(&metadata);
            assert_eq!(
                found.as_ref().map(|plain| plain.is_normal),
                is_normal,
                "{metadata}"
            );
            if let Some(plain) = found {
                assert_eq!(decode(&metadata).unwrap(), (plain.meta.clone(), Vec::new()));
                assert_eq!(to_value(&plain.meta) == metadata, plain.is_normal, "{metadata}");
            }
        }
    }
}
