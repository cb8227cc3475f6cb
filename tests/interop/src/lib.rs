//! Helpers of the tests of types from other crates.

mod judge;
mod values;

use crd_core::generate::{Profile, structural};
use crd_core::{JsonSchemaProps, Schema, Structural};
pub use judge::Judge;
use serde_json::{Map, Value};
pub use values::near;

/// Returns the structural schema of a type.
#[track_caller]
pub fn structure<T: Schema>() -> Structural {
    structural(&T::SHAPE, Profile::ApiServer)
        .unwrap_or_else(|problems| panic!("{}: {problems}", T::SHAPE.name))
}

/// Returns the structural schema of a type in which `oneOf` enforces enums, where [`structure`] may have rules. For types
/// without unions.
#[track_caller]
pub fn structure_by_one_of<T: Schema>() -> Structural {
    structural(&T::SHAPE, Profile::Extended)
        .unwrap_or_else(|problems| panic!("{}: {problems}", T::SHAPE.name))
}

/// Returns the schema of a type in the form of a manifest.
#[track_caller]
pub fn schema<T: Schema>() -> Value {
    manifest(structure::<T>())
}

/// Returns a schema in the form of a manifest.
pub fn manifest(schema: Structural) -> Value {
    serde_json::to_value(JsonSchemaProps::from(schema)).unwrap()
}

/// Returns a schema without descriptions and titles and with sorted lists, so that two schemas can be compared.
pub fn normal(schema: Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(name, value)| {
                !(matches!(name.as_str(), "description" | "title") && value.is_string())
            });
            Value::Object(
                kept.map(|(name, value)| (name, normal(value)))
                    .collect::<Map<_, _>>(),
            )
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.into_iter().map(normal).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        other => other,
    }
}
