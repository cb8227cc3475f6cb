//! Checks that the values of `enum(…)` are values of the type, and within the bounds beside it.

use super::CheckResult;
use super::defaults::quotes;
use super::json_type::{JsonType, describe};
use super::members::{reads_value, variants_of};
use super::resolve::{is_open, resolve};
use super::text::{Message, characters};
use crate::rust::shape::{Attrs, Kind, Literal, Shape, Validation};

/// Checks that serde can deserialize every literal of `enum(…)` into the type.
#[inline]
pub const fn enumeration(shape: &'static Shape, attrs: &'static Attrs) -> CheckResult {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(());
    }
    each!(for literal in attrs.validation.enumeration {
        if !holds(shape, inner, *literal) {
            return Err(refused(inner, *literal));
        }
        attempt!(within_bounds(shape, attrs, *literal));
    });
    Ok(())
}

/// Checks that a literal is within the bounds beside `enum(…)` and those of the type.
#[inline]
const fn within_bounds(shape: &'static Shape, attrs: &'static Attrs, literal: Literal) -> CheckResult {
    attempt!(within(attrs.validation, literal));
    let mut shape = shape;
    loop {
        attempt!(within(shape.attrs.validation, literal));
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => return Ok(()),
        }
    }
}

#[inline]
const fn within(v: &Validation, literal: Literal) -> CheckResult {
    #[expect(clippy::cast_precision_loss, reason = "bounds are doubles on the server too")]
    let number = match literal {
        Literal::Int(value) => value as f64,
        Literal::Float(value) => value,
        Literal::Str(text) => {
            #[expect(clippy::cast_possible_wrap, reason = "no literal is that long")]
            let length = characters(text) as i64;
            return match (v.min_length, v.max_length) {
                (Some(least), _) if length < least => Err(out_of_bounds(
                    literal,
                    "min_length",
                    Message::number(least as i128),
                )),
                (_, Some(most)) if length > most => Err(out_of_bounds(
                    literal,
                    "max_length",
                    Message::number(most as i128),
                )),
                _ => Ok(()),
            };
        }
        _ => return Ok(()),
    };
    match (v.minimum, v.maximum) {
        (Some(least), _) if number < least || v.exclusive_minimum && number <= least => {
            Err(out_of_bounds(literal, "minimum", Message::bound(least)))
        }
        (_, Some(most)) if number > most || v.exclusive_maximum && number >= most => {
            Err(out_of_bounds(literal, "maximum", Message::bound(most)))
        }
        _ => Ok(()),
    }
}

#[inline]
const fn out_of_bounds(literal: Literal, keyword: &str, bound: Message) -> Message {
    message!(
        CONSTRAINT_UNSUITED,
        "`enum` allows {}, but `{}` {} excludes it; remove the value, or change the bound",
        [shown(literal).as_str(), keyword, bound.as_str()]
    )
}

#[inline]
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

#[inline]
const fn refused(shape: &'static Shape, literal: Literal) -> Message {
    if let (Kind::StringEnum(_), Literal::Str(text)) = (shape.kind, literal) {
        return message!(
            CONSTRAINT_UNSUITED,
            "`enum` allows \"{}\", but `{}` has no such value{}",
            [text, shape.name, variants_of(shape, text).as_str()]
        );
    }
    let quotes = quotes(JsonType::of(shape), literal);
    let way_out = if let Kind::Array(element) | Kind::Set(element) = shape.kind
        && JsonType::of(element).admits(literal)
    {
        "; for each of its elements, write `items(enum(…))`"
    } else if quotes.is_empty() {
        "; remove the value, or change the type"
    } else {
        quotes
    };
    message!(
        CONSTRAINT_UNSUITED,
        "`enum` allows {}, but serde cannot read it into `{}`, {}{}",
        [shown(literal).as_str(), shape.name, describe(shape), way_out]
    )
}

/// Formats a literal.
#[inline]
const fn shown(literal: Literal) -> Message {
    match literal {
        Literal::Str(text) => message!("\"{}\"", [text]),
        Literal::Int(number) => message!("{}", [Message::number(number as i128).as_str()]),
        Literal::Float(number) => message!("{}", [Message::bound(number).as_str()]),
        Literal::Bool(true) => message!("true"),
        Literal::Bool(false) => message!("false"),
        Literal::Null => message!("null"),
        Literal::List(_) => message!("a list"),
        Literal::Object(_) | Literal::Made(_) => message!("an object"),
    }
}
