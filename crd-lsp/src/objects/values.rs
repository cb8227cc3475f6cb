//! The values that a schema lists.

use crd_core::yaml;
use serde_json::Value as Json;

use super::subject::SchemaSubject;

/// Returns the values that a schema lists, the most likely first.
pub(super) fn of(place: &SchemaSubject<'_>) -> Vec<Json> {
    let schema = place.schema;
    let mut values: Vec<Json> = Vec::new();
    let mut add = |value: &Json| {
        if !values.contains(value) && !value.is_object() && !value.is_array() {
            values.push(value.clone());
        }
    };
    schema.enum_.iter().flatten().for_each(&mut add);
    if let Some(default) = &schema.default {
        add(default);
    }
    if *schema.type_ == *"boolean" && schema.enum_.is_none() {
        add(&true.into());
        add(&false.into());
    }
    if let Some(example) = &schema.example {
        add(example);
    }
    values
}

/// Formats a value as YAML.
pub(super) fn written(value: &Json) -> String {
    let text = yaml::to_string(value).unwrap_or_default();
    text.trim_end().to_owned()
}
