//! Writes the defaults of fields, and checks those that are computed when the schema is generated.

use std::any::Any;
use std::panic::catch_unwind;

use serde_json::Value;

use super::context::Context;
use super::simple::value;
use crate::go::quantity;
use crate::model::structural::{Additional, Structural, StructuralShape};
use crate::rust::shape::{Field, Literal, Made};

/// Returns the default of a field; `None` if it has none, or if it is null, which means the same as an absent field.
pub(super) fn build(cx: &mut Context, field: &Field, node: &Structural) -> Option<Value> {
    let default = match field.default.as_ref()? {
        Literal::Made(make) => computed(cx, field, *make)?,
        literal => value(literal)?,
    };
    let message = if default.is_null() {
        // `None` means no default. Where null is not allowed, it is a number that JSON cannot represent.
        let is_number = matches!(node.shape, StructuralShape::Number);
        (is_number && !field.shape.optional && !field.shape.nullable).then(|| NOT_FINITE.to_owned())
    } else {
        unwritable(node, &default)
    };
    if let Some(message) = message {
        refuse(cx, field, &message);
        return None;
    }
    (!default.is_null()).then_some(default)
}

const NOT_FINITE: &str = "is NaN or infinite, which JSON cannot express; choose a finite number";

/// Runs the function that computes a default.
fn computed(cx: &mut Context, field: &Field, make: fn() -> Made) -> Option<Value> {
    match catch_unwind(make) {
        Ok(Ok(default)) => default,
        Ok(Err(error)) => {
            refuse(
                cx,
                field,
                &format!("cannot be written as JSON: {error}; change it, or its `Serialize`"),
            );
            None
        }
        Err(payload) => {
            refuse(
                cx,
                field,
                &format!(
                    "panics when it is computed: {}; the generator of the schema calls the function of the \
                     default",
                    panic_text(payload.as_ref())
                ),
            );
            None
        }
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "without a message"
    }
}

fn refuse(cx: &mut Context, field: &Field, message: &str) {
    let (name, of) = (field.name, field.shape.name);
    cx.problem(format!(
        "the default of field `{name}` (`{of}`) {message}{}",
        code!(DEFAULT_INVALID)
    ));
}

/// Returns the error for a default that the API server cannot store.
fn unwritable(node: &Structural, default: &Value) -> Option<String> {
    match (&node.shape, default) {
        (_, Value::Number(number)) if number.is_u64() && !number.is_i64() => Some(format!(
            "is {number}, but integers of Kubernetes are at most {}; choose a smaller one",
            i64::MAX
        )),
        (StructuralShape::Number, Value::Null) if !node.generic.nullable => Some(NOT_FINITE.to_owned()),
        (StructuralShape::IntOrString { .. } | StructuralShape::String, Value::String(text)) => {
            mismatch(&node.validation.pattern, text)
        }
        (StructuralShape::Array(array), Value::Array(items)) => {
            items.iter().find_map(|item| unwritable(&array.items, item))
        }
        (StructuralShape::Object(object), Value::Object(members)) => {
            members.iter().find_map(|(name, member)| {
                match (object.properties.get(name.as_str()), &object.additional) {
                    (Some(property), _) => unwritable(property, member),
                    (None, Some(Additional::Schema(values))) => unwritable(values, member),
                    _ => None,
                }
            })
        }
        _ => None,
    }
}

/// Returns the error for a string that is not a quantity, such as the empty string of `k8s_openapi`'s `Quantity::default()`.
fn mismatch(pattern: &str, text: &str) -> Option<String> {
    let is_quantity = pattern != quantity::PATTERN || quantity::is_quantity(text);
    (!is_quantity).then(|| {
        format!(
            "has the invalid quantity \"{text}\"; set one with `default = \"0\"`, or omit serde's default \
             from the schema with `no_default`"
        )
    })
}
