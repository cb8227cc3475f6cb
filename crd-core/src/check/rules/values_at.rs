//! Finds the values of an object at a node of a schema, over which a rule of the node is evaluated.

use serde_json::Value;

use crate::model::field::{FieldPath, Segment};
use crate::model::schema::JsonSchemaProps;

/// A value that an expression is evaluated over.
#[derive(Debug)]
pub struct EvaluatedValue<'o> {
    /// Its path as the server writes it; empty for the whole object.
    pub path: String,
    /// The value.
    pub value: &'o Value,
    /// The value before the update.
    pub old: Option<&'o Value>,
}

/// Returns the values at a node of a schema, each with the old value that a rule of the node would see (RUL-03).
pub fn values_at<'o>(
    schema: &JsonSchemaProps,
    node: &FieldPath,
    object: &'o Value,
    old: Option<&'o Value>,
) -> Vec<EvaluatedValue<'o>> {
    let mut places = vec![EvaluatedValue {
        path: String::new(),
        value: object,
        old,
    }];
    let mut schema = schema;
    let mut segments = node.segments.iter().skip(1);
    while let Some(segment) = segments.next() {
        let mut below = Vec::new();
        match segment.field() {
            Some("properties") => {
                let Some(name) = segments.next().and_then(Segment::name) else {
                    break;
                };
                let Some(property) = schema.property(name) else {
                    break;
                };
                schema = property;
                for place in places {
                    let dot = if place.path.is_empty() { "" } else { "." };
                    below.extend(place.value.get(name).map(|value| EvaluatedValue {
                        path: format!("{}{dot}{name}", place.path),
                        value,
                        old: place.old.and_then(|old| old.get(name)),
                    }));
                }
            }
            Some("additionalProperties") => {
                let Some(values) = schema.additional_schema() else {
                    break;
                };
                schema = values;
                for place in places {
                    for (key, value) in place.value.as_object().into_iter().flatten() {
                        below.push(EvaluatedValue {
                            path: format!("{}[{key}]", place.path),
                            value,
                            old: place.old.and_then(|old| old.get(key)),
                        });
                    }
                }
            }
            Some("items") => {
                let keys: Vec<&str> = match schema.x_list_type.as_deref() {
                    Some("map") => schema.list_map_keys().iter().map(|key| &**key).collect(),
                    _ => Vec::new(),
                };
                let Some(items) = schema.item_schema() else { break };
                schema = items;
                for place in places {
                    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
                        below.push(EvaluatedValue {
                            path: format!("{}[{index}]", place.path),
                            value,
                            old: place.old.and_then(|old| same_element(old, value, &keys)),
                        });
                    }
                }
            }
            _ => return Vec::new(),
        }
        below.retain(|place| !place.value.is_null());
        places = below;
    }
    for place in &mut places {
        place.old = place.old.filter(|old| !old.is_null());
    }
    places
}

/// Finds the element of the old list with the same keys; `None` for lists of other types.
fn same_element<'o>(old: &'o Value, element: &Value, keys: &[&str]) -> Option<&'o Value> {
    if keys.is_empty() {
        return None;
    }
    old.as_array()?
        .iter()
        .find(|old| keys.iter().all(|key| old.get(key) == element.get(key)))
}
