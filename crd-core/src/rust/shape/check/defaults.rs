//! Checks literal defaults against the schemas of their fields (DFT-04).

use super::Outcome;
use super::members::{describe, is_open, resolve};
use super::paths::Root;
use super::text::{Meant, Message, characters, same};
use crate::rust::shape::{Attrs, Field, Kind, Literal, Null, Shape};
use crate::rust::types::quantity;

/// The default of a field, if it is a literal, is a value of the field.
pub const fn default(field: &'static Field) -> Outcome {
    match field.default {
        Some(Literal::Null) => {
            let nullable = match field.null {
                Null::Allowed => true,
                Null::Refused => false,
                Null::FromType => field.shape.nullable,
            };
            if nullable {
                Ok(())
            } else {
                Err(Message::new("the default is null, but ")
                    .name(field.name)
                    .text(concat!(" is never null", code!(DEFAULT_INVALID))))
            }
        }
        Some(literal) if !is_open(field.attrs) => value(field.shape, field.attrs, literal),
        _ => Ok(()),
    }
}

/// The default of the status, if it is a literal, is a value of the status.
pub const fn status_default(root: Root, literal: Literal) -> Outcome {
    match (root.status, literal) {
        (Some(_), Literal::Null) => Err(Message::new("the default is null, but ")
            .name("status")
            .text(concat!(" is never null", code!(DEFAULT_INVALID)))),
        (Some(shape), literal) => value(shape, &Attrs::NONE, literal),
        (None, _) => Ok(()),
    }
}

const fn value(shape: &'static Shape, attrs: &'static Attrs, literal: Literal) -> Outcome {
    // The attributes of each alias lie over those of the type behind it.
    let mut shape = shape;
    match bounds(attrs, literal) {
        Ok(()) => {}
        Err(message) => return Err(message),
    }
    let mut low = attrs.validation.minimum.is_some();
    let mut high = attrs.validation.maximum.is_some();
    loop {
        if is_open(shape.attrs) {
            return Ok(());
        }
        match bounds(shape.attrs, literal) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        low = low || shape.attrs.validation.minimum.is_some();
        high = high || shape.attrs.validation.maximum.is_some();
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => break,
        }
    }
    let fits = match (shape.kind, literal) {
        (Kind::Boolean, Literal::Bool(_))
        | (Kind::Number { .. }, Literal::Int(_) | Literal::Float(_))
        | (Kind::String { .. }, Literal::Str(_))
        | (Kind::IntOrString, Literal::Int(_) | Literal::Str(_))
        | (Kind::Any | Kind::Foreign(_) | Kind::Alias(_), _)
        | (_, Literal::Made(_) | Literal::Null)
        | (
            Kind::Object(_)
            | Kind::Map(_)
            | Kind::Variants(..)
            | Kind::Union { .. }
            | Kind::EmbeddedResource(_),
            Literal::Object(_),
        ) => true,
        (Kind::Integer { minimum, maximum }, Literal::Int(number)) => {
            let number = number as i128;
            if number < minimum || number > maximum {
                return Err(Message::new("the default ")
                    .number(number)
                    .text(" is outside ")
                    .name(shape.name)
                    .text(", which goes from ")
                    .number(minimum)
                    .text(" to ")
                    .number(maximum)
                    .text(code!(DEFAULT_INVALID)));
            }
            true
        }
        (Kind::StringEnum(values), Literal::Str(text)) => {
            let mut rest = values;
            while let [value, tail @ ..] = rest {
                if same(value.name, text) {
                    return if value.when.is_always() || value.when.includes(attrs.when) {
                        Ok(())
                    } else {
                        Err(not_everywhere(text, shape))
                    };
                }
                rest = tail;
            }
            let mut meant = Meant::new(text);
            let mut rest = values;
            while let [value, tail @ ..] = rest {
                meant = meant.or(value.name);
                rest = tail;
            }
            return Err(meant
                .say(
                    Message::new("the default ")
                        .name(text)
                        .text(" is no value of ")
                        .name(shape.name),
                )
                .text(code!(DEFAULT_INVALID)));
        }
        (Kind::Array(items) | Kind::Set(items), Literal::List(list)) => {
            let own = match attrs.items {
                Some(own) => own,
                None => &Attrs::NONE,
            };
            let mut rest = list;
            while let [element, tail @ ..] = rest {
                match value(items, own, *element) {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
                rest = tail;
            }
            true
        }
        _ => false,
    };
    let _ = (low, high);
    if fits {
        return Ok(());
    }
    Err(Message::new("the default is ")
        .text(kind_of(literal))
        .text(", but ")
        .name(shape.name)
        .text(" is ")
        .text(describe(resolve(shape)))
        .text(code!(DEFAULT_INVALID)))
}

const fn not_everywhere(text: &'static str, shape: &Shape) -> Message {
    Message::new("the default ")
        .name(text)
        .text(" of ")
        .name(shape.name)
        .text(concat!(
            " is not in every output; choose a value without a `channel` or `feature_gate`",
            code!(CHANNEL_ABSENT)
        ))
}

const fn kind_of(literal: Literal) -> &'static str {
    match literal {
        Literal::Null => "null",
        Literal::Bool(_) => "a boolean",
        Literal::Int(_) => "an integer",
        Literal::Float(_) => "a number",
        Literal::Str(_) => "a string",
        Literal::List(_) => "a list",
        Literal::Object(_) => "an object",
        Literal::Made(_) => "made at run time",
    }
}

/// The bounds of one attribute list.
const fn bounds(attrs: &Attrs, literal: Literal) -> Outcome {
    let v = attrs.validation;
    #[expect(clippy::cast_precision_loss, reason = "bounds are doubles on the server too")]
    let number = match literal {
        Literal::Int(value) => Some(value as f64),
        Literal::Float(value) => Some(value),
        _ => None,
    };
    if let Some(number) = number {
        if let Some(low) = v.minimum
            && (number < low || (v.exclusive_minimum && number <= low))
        {
            return Err(side(number, "below `minimum` ", low));
        }
        if let Some(high) = v.maximum
            && (number > high || (v.exclusive_maximum && number >= high))
        {
            return Err(side(number, "above `maximum` ", high));
        }
    }
    if let Literal::Str(text) = literal
        && same(v.pattern, quantity::PATTERN)
        && !quantity::is_quantity(text)
    {
        return Err(Message::new("the default ").name(text).text(concat!(
            " is no quantity, such as `500m` or `1.5Gi`",
            code!(DEFAULT_INVALID)
        )));
    }
    let (size, low, high, what) = match literal {
        Literal::Str(text) => (characters(text), v.min_length, v.max_length, "characters"),
        Literal::List(list) => (list.len(), v.min_items, v.max_items, "elements"),
        _ => return Ok(()),
    };
    #[expect(clippy::cast_possible_wrap, reason = "no literal is that long")]
    let size = size as i64;
    if let Some(low) = low
        && size < low
    {
        return Err(count(size, what, "at least ", low));
    }
    if let Some(high) = high
        && size > high
    {
        return Err(count(size, what, "at most ", high));
    }
    Ok(())
}

const fn side(number: f64, side: &str, bound: f64) -> Message {
    Message::new("the default ")
        .bound(number)
        .text(" is ")
        .text(side)
        .bound(bound)
        .text(concat!(" of its type", code!(DEFAULT_INVALID)))
}

const fn count(size: i64, what: &str, side: &str, bound: i64) -> Message {
    Message::new("the default has ")
        .number(size as i128)
        .text(" ")
        .text(what)
        .text(", but its type wants ")
        .text(side)
        .number(bound as i128)
        .text(code!(DEFAULT_INVALID))
}
