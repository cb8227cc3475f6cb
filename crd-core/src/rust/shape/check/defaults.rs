//! Checks literal defaults against the schemas of their fields (DFT-04).

use super::CheckResult;
use super::json_type::{JsonType, describe, of_std};
use super::members::{find, why_missing};
use super::paths::Root;
use super::resolve::{is_open, resolve};
use super::text::{Message, Suggestion, characters, same};
use super::walk::FoundMember;
use crate::go::{duration, quantity};
use crate::rust::shape::{Attrs, EnumValue, Field, Kind, Literal, Shape, Tagging};

/// Checks that the default of a field, if it is a literal, is a valid value of the field.
#[inline]
pub const fn default(field: &'static Field) -> CheckResult {
    match field.default {
        Some(literal) => default_of_json(field, literal),
        None => Ok(()),
    }
}

/// Checks that the value of `json!(…)`, the default of a field, is a valid value of the field.
#[inline]
pub const fn default_of_json(field: &'static Field, literal: Literal) -> CheckResult {
    match literal {
        Literal::Null if field.is_nullable() => Ok(()),
        Literal::Null => Err(message!(
            DEFAULT_INVALID,
            "the default is null, but `{}` cannot be null",
            [field.name]
        )),
        _ if is_open(field.attrs) => Ok(()),
        _ => value(field.shape, field.attrs, literal),
    }
}

/// Checks that the default of the spec, if it is a literal, is a valid value of the spec.
#[inline]
pub const fn spec_default(root: Root, literal: Literal) -> CheckResult {
    part_default("spec", root.spec, literal)
}

/// Checks that the default of the status, if it is a literal, is a valid value of the status.
#[inline]
pub const fn status_default(root: Root, literal: Literal) -> CheckResult {
    match root.status {
        Some(shape) => part_default("status", shape, literal),
        None => Ok(()),
    }
}

#[inline]
const fn part_default(part: &'static str, shape: &'static Shape, literal: Literal) -> CheckResult {
    if matches!(literal, Literal::Null) {
        return Err(message!(
            DEFAULT_INVALID,
            "the default is null, but `{}` cannot be null",
            [part]
        ));
    }
    value(shape, &Attrs::NONE, literal)
}

#[inline]
const fn value(shape: &'static Shape, attrs: &'static Attrs, literal: Literal) -> CheckResult {
    attempt!(bounds(attrs, literal));
    // The attributes of each alias are added to those of the type behind it.
    let mut shape = shape;
    loop {
        if is_open(shape.attrs) {
            return Ok(());
        }
        attempt!(bounds(shape.attrs, literal));
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => break,
        }
    }
    match (shape.kind, literal) {
        (_, Literal::Null) => Ok(()),
        (Kind::Integer { minimum, maximum }, Literal::Int(number))
            if (number as i128) < minimum || number as i128 > maximum =>
        {
            Err(message!(
                DEFAULT_INVALID,
                "the default {} is outside the range of `{}`, {} to {}",
                [
                    Message::number(number as i128).as_str(),
                    shape.name,
                    Message::number(minimum).as_str(),
                    Message::number(maximum).as_str()
                ]
            ))
        }
        (Kind::StringEnum(values), Literal::Str(text)) => enum_value(shape, values, attrs, text),
        (Kind::Array(items) | Kind::Set(items), Literal::List(list)) => {
            let own = match attrs.items {
                Some(own) => own,
                None => &Attrs::NONE,
            };
            each!(for element in list {
                attempt!(value(items, own, *element));
            });
            Ok(())
        }
        (Kind::String { format }, Literal::Str(text))
            if same(format, "date-time") && !begins_as_date_time(text.as_bytes()) =>
        {
            Err(message!(
                DEFAULT_INVALID,
                "the default `{}` is not a time such as `2025-01-31T12:00:00Z`",
                [text]
            ))
        }
        (Kind::Map(values), Literal::Object(members)) => {
            let own = match attrs.values {
                Some(own) => own,
                None => &Attrs::NONE,
            };
            each!(for (key, member) in members {
                attempt!(in_member(key, value(values, own, *member)));
            });
            Ok(())
        }
        (Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. }, Literal::Object(members)) => {
            each!(for (name, member) in members {
                attempt!(of_member(shape, name, *member));
            });
            Ok(())
        }
        _ if JsonType::of(shape).admits(literal) => Ok(()),
        _ => Err(message!(
            DEFAULT_INVALID,
            "the default is {}, but `{}` is {}{}{}{}",
            [
                kind_of(literal),
                shape.name,
                describe(shape),
                without_quotes(JsonType::of(shape), literal),
                as_object(shape, literal).as_str(),
                of_std(shape)
            ]
        )),
    }
}

/// Checks the value of one member of an object.
#[inline]
const fn of_member(shape: &'static Shape, name: &'static str, literal: Literal) -> CheckResult {
    match find(shape, name, Suggestion::NOTHING).0 {
        FoundMember::Field(field) if is_open(field.attrs) => Ok(()),
        FoundMember::Field(field) => in_member(name, value(field.shape, field.attrs, literal)),
        FoundMember::Missing => Err(message!(
            DEFAULT_INVALID,
            "the default has `{}`, but `{}` has no such field{}",
            [name, shape.name, why_missing(shape, name).as_str()]
        )),
        _ => Ok(()),
    }
}

/// Adds the name of a member to the error of its value.
#[inline]
const fn in_member(name: &str, result: CheckResult) -> CheckResult {
    match result {
        Ok(()) => Ok(()),
        Err(why) => Err(message!("in `{}`: {}", [name, why.as_str()])),
    }
}

/// Returns the advice to write an object as a default; that of a tagged enum or a union with the tag.
#[inline]
const fn as_object(shape: &'static Shape, literal: Literal) -> Message {
    let tag = match resolve(shape).kind {
        Kind::Variants(Tagging::Internal(tag) | Tagging::Adjacent(tag, _), _) => tag,
        Kind::Object(_) | Kind::Map(_) => "",
        _ => return message!(""),
    };
    match literal {
        Literal::Str(text) if !tag.is_empty() => message!(
            "; write an object with its fields, such as `serde_json::json!({\"{}\": \"{}\"})`",
            [tag, text]
        ),
        _ => message!("; write an object: `serde_json::json!({…})`"),
    }
}

/// Returns the advice to add or remove quotes around a default.
#[inline]
const fn without_quotes(of: JsonType, literal: Literal) -> &'static str {
    match (of, literal) {
        (JsonType::Integer | JsonType::Number, Literal::Str(text)) if is_name(text.as_bytes()) => {
            "; a function is called without quotes: `default = f()`"
        }
        _ => quotes(of, literal),
    }
}

/// Returns the advice to add or remove quotes, if the literal is a value of the type then.
#[inline]
pub(super) const fn quotes(of: JsonType, literal: Literal) -> &'static str {
    match (of, literal) {
        (JsonType::String, Literal::Int(_) | Literal::Float(_) | Literal::Bool(_)) => "; write it in quotes",
        (JsonType::Integer | JsonType::Number, Literal::Str(text)) if is_number(text.as_bytes()) => {
            "; write it without quotes"
        }
        (JsonType::Boolean, Literal::Str(text)) if same(text, "true") || same(text, "false") => {
            "; write it without quotes"
        }
        _ => "",
    }
}

/// Whether a text looks like a path of Rust.
#[inline]
const fn has_path(mut text: &[u8]) -> bool {
    while let [first, rest @ ..] = text {
        if *first == b':' && matches!(rest, [b':', ..]) {
            return true;
        }
        text = rest;
    }
    false
}

/// Whether a text looks like the name of a function of Rust.
#[inline]
const fn is_name(text: &[u8]) -> bool {
    matches!(text, [b'a'..=b'z', ..])
        && !any!(c in text => !matches!(*c, b'a'..=b'z' | b'0'..=b'9' | b'_' | b':'))
}

#[inline]
const fn is_number(text: &[u8]) -> bool {
    let digits = if let [b'-', digits @ ..] = text {
        digits
    } else {
        text
    };
    !digits.is_empty() && !any!(digit in digits => !digit.is_ascii_digit())
}

/// Checks that the default of an enum is one of its values, and exists in every output that includes the field.
#[inline]
const fn enum_value(
    shape: &'static Shape,
    values: &'static [EnumValue],
    attrs: &'static Attrs,
    text: &'static str,
) -> CheckResult {
    each!(for value in values {
        if same(value.name, text) {
            return if value.when.is_always() || value.when.includes(attrs.when) {
                Ok(())
            } else {
                Err(not_everywhere(text, shape))
            };
        }
    });
    if has_path(text.as_bytes()) {
        return Err(message!(
            DEFAULT_INVALID,
            "the default `{}` is a text, and not a value of `{}`; write the variant without quotes",
            [text, shape.name]
        ));
    }
    let mut meant = Suggestion::new(text);
    each!(for value in values {
        meant = meant.or(value.name);
    });
    Err(message!(
        DEFAULT_INVALID,
        "the default `{}` is not a value of `{}`{}",
        [text, shape.name, meant.message().as_str()]
    ))
}

#[inline]
const fn not_everywhere(text: &'static str, shape: &Shape) -> Message {
    message!(
        CHANNEL_ABSENT,
        "some outputs do not contain the default `{}` of `{}`; choose a value without a `channel` or \
         `feature_gate`",
        [text, shape.name]
    )
}

#[inline]
const fn kind_of(literal: Literal) -> &'static str {
    match literal {
        Literal::Null => "null",
        Literal::Bool(_) => "a boolean",
        Literal::Int(_) => "an integer",
        Literal::Float(_) => "a number",
        Literal::Str(_) => "a string",
        Literal::List(_) => "a list",
        Literal::Object(_) => "an object",
        Literal::Made(_) => "computed at run time",
    }
}

/// Checks a default against the bounds of one set of attributes.
#[inline]
const fn bounds(attrs: &Attrs, literal: Literal) -> CheckResult {
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
        return Err(message!(
            DEFAULT_INVALID,
            "the default `{}` is not a quantity such as `500m` or `1.5Gi`",
            [text]
        ));
    }
    if let Literal::Str(text) = literal
        && same(v.pattern, duration::PATTERN)
        && !duration::is_duration(text)
    {
        return Err(message!(
            DEFAULT_INVALID,
            "the default `{}` is not a duration such as `90s` or `1h30m`",
            [text]
        ));
    }
    let (size, low, high, what) = match literal {
        Literal::Str(text) => (
            characters(text),
            v.min_length,
            v.max_length,
            ["character", "characters"],
        ),
        Literal::List(list) => (list.len(), v.min_items, v.max_items, ["element", "elements"]),
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

/// Whether a text begins with a date and a time. The server's format is checked when the CRD is generated.
#[inline]
const fn begins_as_date_time(text: &[u8]) -> bool {
    let [
        y1,
        y2,
        y3,
        y4,
        b'-',
        m1,
        m2,
        b'-',
        d1,
        d2,
        b'T' | b't',
        h1,
        h2,
        b':',
        ..,
    ] = text
    else {
        return false;
    };
    let digits = &[*y1, *y2, *y3, *y4, *m1, *m2, *d1, *d2, *h1, *h2];
    !any!(digit in digits => !digit.is_ascii_digit())
}

#[inline]
const fn side(number: f64, side: &str, bound: f64) -> Message {
    message!(
        DEFAULT_INVALID,
        "the default {} is {}{} of its type",
        [
            Message::bound(number).as_str(),
            side,
            Message::bound(bound).as_str()
        ]
    )
}

#[inline]
const fn count(size: i64, [one, many]: [&str; 2], side: &str, bound: i64) -> Message {
    message!(
        DEFAULT_INVALID,
        "the default has {} {}, but its type requires {}{}",
        [
            Message::number(size as i128).as_str(),
            if size == 1 { one } else { many },
            side,
            Message::number(bound as i128).as_str()
        ]
    )
}
