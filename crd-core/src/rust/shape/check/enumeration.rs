//! Checks that the values of `enum(…)` are values of the type.

use super::CheckResult;
use super::json_type::{JsonType, describe};
use super::members::reads_value;
use super::resolve::{is_open, resolve};
use super::text::Message;
use crate::rust::shape::{Attrs, Kind, Literal, Shape};

/// Checks that serde can deserialize every literal of `enum(…)` into the type.
pub const fn enumeration(shape: &'static Shape, attrs: &'static Attrs) -> CheckResult {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(());
    }
    each!(for literal in attrs.validation.enumeration {
        if !holds(shape, inner, *literal) {
            return Err(refused(inner, *literal));
        }
    });
    Ok(())
}

const fn holds(outer: &'static Shape, shape: &'static Shape, literal: Literal) -> bool {
    match (shape.kind, literal) {
        (_, Literal::Null) => outer.nullable || shape.nullable,
        (Kind::Variants(..), _) => true,
        (Kind::Integer { minimum, maximum }, Literal::Int(number)) => {
            minimum <= number as i128 && number as i128 <= maximum
        }
        (Kind::StringEnum(values), Literal::Str(text)) => reads_value(values, text),
        _ => JsonType::of(shape).admits(literal),
    }
}

const fn refused(shape: &'static Shape, literal: Literal) -> Message {
    let value = match literal {
        Literal::Str(text) => message!("\"{}\"", [text]),
        Literal::Int(number) => message!("{}", [Message::number(number as i128).as_str()]),
        Literal::Float(number) => message!("{}", [Message::bound(number).as_str()]),
        Literal::Bool(true) => message!("true"),
        Literal::Bool(false) => message!("false"),
        Literal::Null => message!("null"),
        Literal::List(_) => message!("a list"),
        Literal::Object(_) | Literal::Made(_) => message!("an object"),
    };
    message!(
        CONSTRAINT_UNSUITED,
        "`enum` admits {}, which serde cannot read into `{}`, {}; remove the value, or change the type",
        [value.as_str(), shape.name, describe(shape)]
    )
}
