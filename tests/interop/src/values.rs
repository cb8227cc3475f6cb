//! Random values that nearly match a schema.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// Generates values with the types and members of a schema in the form of a manifest. Members and the values of enums are
/// chosen at random, and some values have another type: about half of the values violate some validation.
pub fn near(schema: &Value) -> BoxedStrategy<Value> {
    let fitting = of_type(schema);
    let other = select(vec![
        json!(null),
        json!(true),
        json!(-1),
        json!("?"),
        json!([]),
        json!({}),
    ]);
    prop_oneof![30 => fitting, 1 => other].boxed()
}

fn of_type(schema: &Value) -> BoxedStrategy<Value> {
    if let Some(values) = schema["enum"].as_array() {
        return select(values.clone()).boxed();
    }
    match schema["type"].as_str() {
        Some("object") => object(schema),
        Some("array") => vec(near(&schema["items"]), 0..3).prop_map(Value::from).boxed(),
        Some("string") => select(vec![json!(""), json!("a")]).boxed(),
        Some("integer" | "number") => select(vec![json!(0), json!(1), json!(255), json!(256)]).boxed(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        _ => select(vec![json!(1), json!("a"), json!({"a": 1}), json!(null)]).boxed(),
    }
}

fn object(schema: &Value) -> BoxedStrategy<Value> {
    if schema["additionalProperties"].is_object() {
        let members = btree_map(
            select(vec!["a", "b"]),
            near(&schema["additionalProperties"]),
            0..3,
        );
        return members
            .prop_map(|members| {
                let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
                Value::Object(members.collect())
            })
            .boxed();
    }
    let members: Vec<_> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, member)| {
            let name = name.clone();
            // A required member is present more often, since an object without one is rejected regardless of the rest.
            let required = schema["required"]
                .as_array()
                .is_some_and(|names| names.contains(&json!(name)));
            let chance = if required { 0.95 } else { 0.5 };
            proptest::option::weighted(chance, near(member))
                .prop_map(move |value| value.map(|value| (name.clone(), value)))
                .boxed()
        })
        .collect();
    members
        .prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>()))
        .boxed()
}
