//! Checks that the values of `enum(…)` are values of the type.

use super::Outcome;
use super::members::{describe, is_open, resolve};
use super::text::{Message, same};
use crate::rust::shape::{Attrs, EnumValue, Kind, Literal, Shape};

/// Every literal of `enum(…)` is one that serde can read into the type.
pub const fn enumeration(shape: &'static Shape, attrs: &'static Attrs) -> Outcome {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(());
    }
    let mut rest = attrs.validation.enumeration;
    while let [literal, tail @ ..] = rest {
        if !holds(shape, inner, *literal) {
            return Err(refused(inner, *literal));
        }
        rest = tail;
    }
    Ok(())
}

const fn holds(outer: &Shape, shape: &Shape, literal: Literal) -> bool {
    match (shape.kind, literal) {
        (_, Literal::Null) => outer.nullable || shape.nullable,
        // An enum without tags may be any value.
        (_, Literal::Made(_))
        | (Kind::Any | Kind::Foreign(_) | Kind::Alias(_) | Kind::Variants(..), _)
        | (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number { .. }, Literal::Int(_) | Literal::Float(_))
        | (Kind::String { .. }, Literal::Str(_))
        | (Kind::IntOrString, Literal::Int(_) | Literal::Str(_))
        | (Kind::Array(_) | Kind::Set(_), Literal::List(_))
        | (
            Kind::Object(_) | Kind::Map(_) | Kind::Union { .. } | Kind::EmbeddedResource(_),
            Literal::Object(_),
        ) => true,
        (Kind::Integer { minimum, maximum }, Literal::Int(number)) => {
            minimum <= number as i128 && number as i128 <= maximum
        }
        (Kind::StringEnum(values), Literal::Str(text)) => has(values, text),
        _ => false,
    }
}

const fn has(values: &[EnumValue], text: &str) -> bool {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if same(value.name, text) {
            return true;
        }
        let mut aliases = value.aliases;
        while let [alias, others @ ..] = aliases {
            if same(alias, text) {
                return true;
            }
            aliases = others;
        }
        rest = tail;
    }
    false
}

const fn refused(shape: &'static Shape, literal: Literal) -> Message {
    let message = Message::new("`enum` admits ");
    let message = match literal {
        Literal::Str(text) => message.text("\"").text(text).text("\""),
        Literal::Int(number) => message.number(number as i128),
        Literal::Float(number) => message.bound(number),
        Literal::Bool(true) => message.text("true"),
        Literal::Bool(false) => message.text("false"),
        Literal::Null => message.text("null"),
        Literal::List(_) => message.text("a list"),
        Literal::Object(_) | Literal::Made(_) => message.text("an object"),
    };
    message
        .text(", which serde cannot read into ")
        .name(shape.name)
        .text(", ")
        .text(describe(shape))
        .text(concat!(
            "; remove the value, or change the type",
            code!(CONSTRAINT_UNSUITED)
        ))
}
