//! Values with static lifetime that are created at run time, for shapes.

use crd_core::shape::Literal;
use serde_json::Value;

pub(crate) fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

pub(crate) fn text(text: &str) -> &'static str {
    if text.is_empty() {
        return "";
    }
    Box::leak(text.to_owned().into_boxed_str())
}

pub(crate) fn list<T>(values: impl IntoIterator<Item = T>) -> &'static [T] {
    let values: Vec<T> = values.into_iter().collect();
    if values.is_empty() {
        return &[];
    }
    Box::leak(values.into_boxed_slice())
}

pub(crate) fn literal(value: &Value) -> Literal {
    match value {
        Value::Null => Literal::Null,
        Value::Bool(flag) => Literal::Bool(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(int) => Literal::Int(int),
            None => Literal::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(string) => Literal::Str(text(string)),
        Value::Array(values) => Literal::List(list(values.iter().map(literal))),
        Value::Object(members) => Literal::Object(list(
            members.iter().map(|(name, member)| (text(name), literal(member))),
        )),
    }
}
