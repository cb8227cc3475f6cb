use serde_json::json;

use super::{UnionChoice, ValueOptions, Values};
use crate::model::structural::{
    Additional, Array, ListType, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};

fn object(properties: &[(&str, Structural)]) -> Structural {
    Structural::new(StructuralShape::Object(Object {
        properties: properties
            .iter()
            .map(|(name, schema)| (Box::<str>::from(*name), schema.clone()))
            .collect(),
        ..Object::default()
    }))
}

fn requires(name: &str) -> NestedValidation {
    NestedValidation {
        validation: ValueValidation {
            required: Some(vec![name.into()]),
            ..ValueValidation::default()
        },
        ..NestedValidation::default()
    }
}

fn text() -> Structural {
    Structural::new(StructuralShape::String)
}

#[test]
fn a_nullable_enum_gives_its_values() {
    // As in generated schemas: the `enum` is below `allOf`.
    let mut mode = text();
    mode.generic.nullable = true;
    mode.validation.all_of = vec![NestedValidation {
        validation: ValueValidation {
            enum_: Some(vec![json!("On"), json!("Off"), json!(null)]),
            ..ValueValidation::default()
        },
        ..NestedValidation::default()
    }];
    let mut values = Values::new(1);
    let made: Vec<_> = (0..200)
        .map(|_| values.value(&mode, ValueOptions::WHOLE))
        .collect();
    for expected in [json!("On"), json!("Off"), json!(null)] {
        assert!(made.contains(&expected), "{expected}");
    }
    assert!(
        made.iter()
            .all(|value| value.is_null() || value == "On" || value == "Off")
    );
}

/// The server requires both and accepts few values, whether or not the schema declares them.
#[test]
fn an_embedded_resource_has_a_type() {
    let mut resource = object(&[("kind", text()), ("size", text())]);
    if let StructuralShape::Object(shape) = &mut resource.shape {
        shape.embedded_resource = true;
    }
    let value = Values::new(1).value(&resource, ValueOptions::SMALLEST);
    assert_eq!(
        value,
        json!({"kind": "Other", "apiVersion": "v1", "metadata": {"name": "a"}})
    );
}

#[test]
fn a_union_has_one_member() {
    let mut union = object(&[("a", text()), ("b", text())]);
    union.validation.one_of = vec![requires("a"), requires("b")];
    let mut values = Values::new(2);
    for _ in 0..200 {
        let value = values.value(&union, ValueOptions::WHOLE);
        assert_eq!(value.as_object().unwrap().len(), 1, "{value}");
    }
    let second = ValueOptions {
        union_member: UnionChoice::Number(1),
        ..ValueOptions::SMALLEST
    };
    assert_eq!(values.value(&union, second), json!({"b": ""}));
}

#[test]
fn texts_match_their_pattern_and_length() {
    let mut name = text();
    name.validation.pattern = "^[a-z]([-a-z0-9]*[a-z0-9])?(:[0-9]{2,4})?$".into();
    name.validation.max_length = Some(9);
    let regex = regex::Regex::new(&name.validation.pattern).unwrap();
    let mut values = Values::new(3);
    let mut different = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let value = values.value(&name, ValueOptions::WHOLE);
        let value = value.as_str().unwrap();
        assert!(regex.is_match(value) && value.len() <= 9, "{value:?}");
        different.insert(value.to_owned());
    }
    assert!(different.len() > 80, "{}", different.len());
}

#[test]
fn texts_are_no_fixed_list() {
    let mut values = Values::new(4);
    let made: std::collections::BTreeSet<String> = (0..2_000)
        .map(|_| values.value(&text(), ValueOptions::WHOLE).to_string())
        .collect();
    assert!(made.len() > 500, "{}", made.len());
}

#[test]
fn numbers_and_lists_are_within_their_bounds() {
    let mut port = Structural::new(StructuralShape::Integer);
    port.validation.minimum = Some(10.0);
    port.validation.maximum = Some(99.0);
    port.validation.multiple_of = Some(5.0);
    let mut ports = Structural::new(StructuralShape::Array(Array {
        items: Box::new(port),
        list_type: Some(ListType::Set),
    }));
    ports.validation.min_items = Some(2);
    ports.validation.max_items = Some(3);
    let mut values = Values::new(5);
    for options in [ValueOptions::WHOLE, ValueOptions::EDGES] {
        for _ in 0..100 {
            let value = values.value(&ports, options);
            let list = value.as_array().unwrap();
            assert!((2..=3).contains(&list.len()), "{value}");
            assert!(list.iter().all(|port| {
                let port = port.as_i64().unwrap();
                (10..=99).contains(&port) && port % 5 == 0
            }));
        }
    }
}

#[test]
fn the_smallest_value_has_what_is_required() {
    let mut spec = object(&[("a", text()), ("b", Structural::new(StructuralShape::Integer))]);
    spec.validation.required = Some(vec!["b".into()]);
    assert_eq!(
        Values::new(6).value(&spec, ValueOptions::SMALLEST),
        json!({"b": 0})
    );
}

#[test]
fn required_members_that_are_not_declared_are_values_of_the_map_or_kept() {
    let required = Some(vec!["storage".into()]);
    let mut requests = object(&[]);
    requests.validation.required.clone_from(&required);
    requests.validation.min_properties = Some(2);
    if let StructuralShape::Object(shape) = &mut requests.shape {
        shape.additional = Some(Additional::Schema(Box::new(Structural::new(
            StructuralShape::Integer,
        ))));
    }
    let mut values = Values::new(8);
    let value = values.value(&requests, ValueOptions::SMALLEST);
    assert_eq!(value["storage"], json!(0));
    assert_eq!(value.as_object().unwrap().len(), 2, "{value}");

    let mut open = object(&[("a", text())]);
    open.validation.required = required;
    open.preserve_unknown_fields = true;
    assert_eq!(
        values.value(&open, ValueOptions::SMALLEST),
        json!({"storage": {}})
    );
    open.preserve_unknown_fields = false;
    assert_eq!(values.value(&open, ValueOptions::SMALLEST), json!({}));
}

#[test]
fn a_judge_is_asked() {
    let number = Structural::new(StructuralShape::Integer);
    let mut values = Values::new(7);
    let even = values.admitted(&number, ValueOptions::WHOLE, 100, |value| {
        value.as_i64().is_some_and(|n| n % 2 == 0)
    });
    assert!(even.is_some());
    assert_eq!(values.admitted(&number, ValueOptions::WHOLE, 3, |_| false), None);
}
