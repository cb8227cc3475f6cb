//! Describes the values of a schema in words.
//!
//! ```text
//! {type: array, items: {type: object}, maxItems: 64, minItems: 1, x-kubernetes-list-type: map, …-keys: [name]}
//! type   list of objects, unique by `name`
//! bounds 1 to 64 items
//! ```

mod bounds;

pub use bounds::bounds_of;

use crate::model::schema::ValidationRule;
use crate::model::structural::{Additional, ListType, MapType, Structural, StructuralShape};

/// Singular or plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrammaticalNumber {
    One,
    Many,
}

/// Returns the type of values: `list of strings, each at most once`.
#[must_use]
pub fn type_of(schema: &Structural) -> String {
    let mut text = noun(schema, GrammaticalNumber::One);
    match schema.list_type() {
        Some(ListType::Set) => text.push_str(", each at most once"),
        Some(ListType::Map(keys)) => {
            text.push_str(", unique by ");
            text.push_str(&ticked(keys, " and "));
        }
        _ => {}
    }
    text
}

/// Returns the noun for values of a schema. The recursion depth is that of the schema.
fn noun(schema: &Structural, number: GrammaticalNumber) -> String {
    let plural = |one: &str, many: &str| match number {
        GrammaticalNumber::One => one.to_owned(),
        GrammaticalNumber::Many => many.to_owned(),
    };
    match &schema.shape {
        StructuralShape::Object(object) if object.embedded_resource => {
            plural("Kubernetes object", "Kubernetes objects")
        }
        StructuralShape::Object(object) => match &object.additional {
            Some(Additional::Schema(values)) => {
                format!(
                    "{} of {}",
                    plural("map", "maps"),
                    noun(values, GrammaticalNumber::Many)
                )
            }
            Some(Additional::Bool(true)) => plural("map of anything", "maps of anything"),
            _ if schema.preserve_unknown_fields && object.properties.is_empty() => {
                plural("object with any fields", "objects with any fields")
            }
            _ => plural("object", "objects"),
        },
        StructuralShape::Array(array) => {
            format!(
                "{} of {}",
                plural("list", "lists"),
                noun(&array.items, GrammaticalNumber::Many)
            )
        }
        StructuralShape::String => plural("string", "strings"),
        StructuralShape::Integer => plural("integer", "integers"),
        StructuralShape::Number => plural("number", "numbers"),
        StructuralShape::Boolean => plural("boolean", "booleans"),
        StructuralShape::IntOrString { .. } => plural("integer or string", "integers or strings"),
        StructuralShape::Any => plural("any value", "values of any kind"),
    }
}

/// Description of the way in which server-side apply merges most lists.
pub(crate) const REPLACED: &str = "replaced as a whole";

/// Describes how server-side apply merges a value, if this differs from the usual way for its type.
#[must_use]
pub fn merge_of(schema: &Structural) -> Option<String> {
    match &schema.shape {
        StructuralShape::Array(array) => Some(match &array.list_type {
            None | Some(ListType::Atomic) => REPLACED.to_owned(),
            Some(ListType::Set) => "merged element by element".to_owned(),
            Some(ListType::Map(keys)) => format!("merged by {}", ticked(keys, " and ")),
        }),
        StructuralShape::Object(object) => {
            (object.map_type == Some(MapType::Atomic)).then(|| REPLACED.to_owned())
        }
        _ => None,
    }
}

/// Whether a rule forbids changing the value.
#[must_use]
pub fn is_immutable(schema: &Structural) -> bool {
    schema.rules.iter().any(ValidationRule::is_immutability)
}

/// Lists names in backticks.
fn ticked(names: &[Box<str>], and: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(and)
}
