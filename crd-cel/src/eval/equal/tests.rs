//! Compares two values of one schema as each server does. Expected values are written in the notation of `Value`'s `Display`.

use serde_json::{Value as Json, json};

use super::Equality;
use super::contained;
use crate::eval::arithmetic;
use crate::eval::function::Function;
use crate::eval::schema::{DataField, DataKind, DataSchema, ListKind, ListSchema, ObjectSchema};

fn list(items: DataKind, kind: ListKind) -> DataKind {
    DataKind::List(Box::new(ListSchema {
        items: DataSchema::new(items),
        kind,
    }))
}

fn object(fields: &[(&str, DataKind)]) -> DataKind {
    let field = |(key, kind): &(&str, DataKind)| DataField {
        name: crate::escape(key).unwrap_or_else(|| (*key).to_owned()),
        key: (*key).to_owned(),
        schema: DataSchema {
            kind: kind.clone(),
            nullable: true,
        },
    };
    DataKind::Object(ObjectSchema::new(fields.iter().map(field).collect()))
}

fn ask(kind: &DataKind, a: &Json, b: &Json, server: u8, question: &str) -> String {
    let schema = DataSchema::new(kind.clone());
    let (a, b) = (schema.value(a), schema.value(b));
    let equality = Equality::on(server);
    let found = match question {
        "==" => equality.equal(&a, &b),
        "in" => contained(&b, &a, &equality),
        _ => arithmetic::binary(Function::Add, &a, &b, &equality),
    };
    match equality.panicked() {
        Some(panic) => format!("panic: {panic}"),
        None => match found {
            crate::eval::Value::Error(error) => format!("error: {error}"),
            value => value.to_string(),
        },
    }
}

/// Checks whether two values are equal on the servers of 1.33, 1.36 and 1.37.
#[expect(clippy::needless_pass_by_value, reason = "cases read better with values")]
fn check(kind: &DataKind, a: Json, b: Json, expected: [&str; 3]) {
    for (server, expected) in [33, 36, 37].into_iter().zip(expected) {
        assert_eq!(
            ask(kind, &a, &b, server, "=="),
            expected,
            "{a} == {b} on {server}"
        );
    }
}

const TRUE: [&str; 3] = ["bool(true)"; 3];
const FALSE: [&str; 3] = ["bool(false)"; 3];

#[test]
fn mistyped_values_are_errors_on_the_left_only() {
    let error = ["error: invalid data, expected string, got int64"; 3];
    let kind = object(&[("s", DataKind::String)]);
    check(&kind, json!({"s": 1}), json!({"s": "a"}), error);
    check(&kind, json!({"s": "a"}), json!({"s": 1}), FALSE);
    let kind = list(DataKind::String, ListKind::Atomic);
    check(&kind, json!([1]), json!(["a"]), error);
    check(&kind, json!(["a"]), json!([1]), FALSE);
}

#[test]
fn undeclared_members_count_where_both_sides_have_them() {
    let kind = object(&[("x", DataKind::Int)]);
    check(&kind, json!({"x": 1, "q": 1}), json!({"x": 1, "r": 2}), TRUE);
    check(&kind, json!({"x": 1, "q": 1}), json!({"x": 1, "q": 2}), FALSE);
    check(&kind, json!({"q": 1}), json!({"q": 1.0}), FALSE);
    let kind = object(&[("x", DataKind::Int), ("p", DataKind::Preserved)]);
    check(&kind, json!({"p": {"a": 1}}), json!({"p": {"a": 1}}), TRUE);
    check(&kind, json!({"p": {"a": 1}}), json!({"p": {"a": 1.0}}), FALSE);
    check(&kind, json!({"p": 1, "q": 1}), json!({"q": 1, "r": 1}), FALSE);
}

#[test]
fn nulls_of_objects_are_absent_since_1_34() {
    let kind = object(&[("x", DataKind::Int), ("n", DataKind::Int)]);
    let same = ["bool(false)", "bool(true)", "bool(true)"];
    check(
        &kind,
        json!({"x": 1, "n": null}),
        json!({"x": 1, "n": null}),
        same,
    );
    check(&kind, json!({"n": null}), json!({"n": 1}), FALSE);
    check(&kind, json!({"n": null}), json!({}), FALSE);
}

#[test]
fn sets_are_compared_as_json_until_1_36() {
    let typed = |found| ["bool(false)", "bool(false)", found];
    let kind = list(DataKind::Double, ListKind::Set);
    check(&kind, json!([1.5, 2.5]), json!([2.5, 1.5]), TRUE);
    check(&kind, json!([1, 2]), json!([2, 1]), typed("bool(true)"));
    let kind = list(DataKind::Date, ListKind::Set);
    check(
        &kind,
        json!(["2024-02-29"]),
        json!(["2024-02-29"]),
        typed("bool(true)"),
    );
    let kind = list(DataKind::Int, ListKind::Set);
    check(
        &kind,
        json!([1, 2]),
        json!([2, 2]),
        ["bool(true)", "bool(true)", "bool(false)"],
    );
    check(&kind, json!([1, "a"]), json!([1, "a"]), FALSE);
    let crash = "panic: runtime error: hash of unhashable type []interface {}";
    check(
        &kind,
        json!([1, []]),
        json!([2, 1]),
        [crash, crash, "bool(false)"],
    );
    let kind = list(object(&[]), ListKind::Set);
    let crash = "panic: runtime error: hash of unhashable type map[string]interface {}";
    let error = "error: listSet operations are only supported on lists of scalar values";
    check(&kind, json!([{}]), json!([{}]), [crash, crash, error]);
}

#[test]
fn keys_of_lists_are_looked_up_under_escaped_names() {
    let item = object(&[("a-b", DataKind::String), ("v", DataKind::Int)]);
    let kind = list(item, ListKind::Map(vec!["a-b".to_owned()]));
    let two = json!([{"a-b": "k", "v": 1}, {"a-b": "l", "v": 2}]);
    // All elements have the same key, none, and the last one counts.
    check(&kind, two.clone(), two.clone(), FALSE);
    let one = json!([{"a-b": "k", "v": 1}]);
    check(&kind, one.clone(), one, TRUE);
    let sum = |server| ask(&kind, &two, &json!([{"a-b": "l", "v": 3}]), server, "+");
    assert_eq!(sum(36), sum(37));
}

#[test]
fn errors_are_members_of_maps_of_the_data() {
    let kind = DataKind::Map(Box::new(DataSchema::new(DataKind::String)));
    let schema = DataSchema::new(kind);
    let json = json!({"a": []});
    let map = schema.value(&json);
    let found = contained(&crate::eval::Value::text("a"), &map, &Equality::on(36));
    assert!(found.is_error(), "{found}");
}
