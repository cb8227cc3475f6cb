//! Checks that constraints fit the type of the value, and that lower bounds are not above upper bounds.

use super::Outcome;
use super::members::{describe, is_open, resolve};
use super::text::{Message, characters};
use crate::rust::shape::{Attrs, EnumValue, Kind, Shape, Validation};

/// A constraint, by the types of value it restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// `minimum`, `maximum`, their exclusive forms, `multiple_of`.
    Number(&'static str),
    /// `min_length`, `max_length`, `pattern`.
    String(&'static str),
    /// `min_items`, `max_items`, `items(…)`.
    List(&'static str),
    /// `min_properties`, `max_properties`.
    Object(&'static str),
    /// `values(…)`.
    Map(&'static str),
    /// `format`.
    Scalar(&'static str),
}

/// A constraint is on a value that it can restrict. The API server accepts any keyword on any type and ignores it.
pub const fn keyword(shape: &'static Shape, keyword: Keyword) -> Outcome {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(());
    }
    let kind = inner.kind;
    let open = matches!(kind, Kind::Any | Kind::Foreign(_) | Kind::Alias(_));
    let (name, fits, what) = match keyword {
        Keyword::Number(name) => (
            name,
            matches!(
                kind,
                Kind::Integer { .. } | Kind::Number { .. } | Kind::IntOrString
            ),
            "numbers",
        ),
        Keyword::String(name) => (
            name,
            matches!(
                kind,
                Kind::String { .. } | Kind::StringEnum(_) | Kind::IntOrString
            ),
            "strings",
        ),
        Keyword::List(name) => (name, matches!(kind, Kind::Array(_) | Kind::Set(_)), "lists"),
        Keyword::Object(name) => (
            name,
            matches!(
                kind,
                Kind::Object(_)
                    | Kind::Map(_)
                    | Kind::Variants(..)
                    | Kind::Union { .. }
                    | Kind::EmbeddedResource(_)
            ),
            "structs and maps",
        ),
        Keyword::Map(name) => (name, matches!(kind, Kind::Map(_)), "maps"),
        Keyword::Scalar(name) => (
            name,
            !matches!(
                kind,
                Kind::Object(_)
                    | Kind::Map(_)
                    | Kind::Variants(..)
                    | Kind::Union { .. }
                    | Kind::EmbeddedResource(_)
                    | Kind::Boolean
                    | Kind::Array(_)
                    | Kind::Set(_)
            ),
            "strings and numbers",
        ),
    };
    if fits || open {
        return Ok(());
    }
    let message = Message::NEW
        .name(name)
        .text(" is for ")
        .text(what)
        .text(", but ")
        .name(inner.name)
        .text(" is ")
        .text(describe(inner));
    let elements = match kind {
        Kind::Array(items) | Kind::Set(items) => match self::keyword(items, keyword) {
            Ok(()) => Some("items"),
            Err(_) => None,
        },
        Kind::Map(values) => match self::keyword(values, keyword) {
            Ok(()) => Some("values"),
            Err(_) => None,
        },
        _ => None,
    };
    Err(match elements {
        Some(of) => message
            .text("; for its elements write `")
            .text(of)
            .text("(")
            .text(name)
            .text(match name.as_bytes().last() {
                // A format comes with its value: `format = "date-time"`.
                Some(b'"') => concat!(")`", code!(CONSTRAINT_UNSUITED)),
                _ => concat!(" = …)`", code!(CONSTRAINT_UNSUITED)),
            }),
        None => message.text(concat!("; drop it", code!(CONSTRAINT_UNSUITED))),
    })
}

/// The bounds of a field and of its type together admit some value.
pub const fn ordered(shape: &'static Shape, attrs: &'static Attrs) -> Outcome {
    let own = attrs.validation;
    let mut low = own.minimum;
    let mut high = own.maximum;
    let mut counts = Counts::of(own);
    let of = shape.name;
    let mut shape = shape;
    loop {
        let v = shape.attrs.validation;
        if low.is_none() {
            low = v.minimum;
        }
        if high.is_none() {
            high = v.maximum;
        }
        counts = counts.or(Counts::of(v));
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => break,
        }
    }
    if let Kind::Integer { minimum, maximum } = shape.kind {
        #[expect(clippy::cast_precision_loss, reason = "bounds are doubles on the server too")]
        let (least, most) = (minimum as f64, maximum as f64);
        if let Some(low) = low
            && low > most
        {
            return Err(outside("minimum", low, "above", shape.name, maximum));
        }
        if let Some(high) = high
            && high < least
        {
            return Err(outside("maximum", high, "below", shape.name, minimum));
        }
    }
    if let (Some(low), Some(high)) = (low, high)
        && low > high
    {
        return Err(Message::new("`minimum` ")
            .bound(low)
            .text(" is above `maximum` ")
            .bound(high)
            .text(", one of them given by the type ")
            .name(of)
            .text(concat!("; no value is valid", code!(BOUNDS_UNORDERED))));
    }
    if let Kind::StringEnum(values) = shape.kind
        && (counts.length.0.is_some() || counts.length.1.is_some())
    {
        match fit(values, counts.length, of) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
    }
    counts.ordered(of)
}

/// The lengths of a field admit every value of its enum.
const fn fit(values: &'static [EnumValue], (least, most): (Option<i64>, Option<i64>), of: &str) -> Outcome {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        #[expect(clippy::cast_possible_wrap, reason = "no name is that long")]
        let length = characters(value.name) as i64;
        if let Some(most) = most
            && length > most
        {
            return Err(excluded("max_length", most, value.name, of));
        }
        if let Some(least) = least
            && length < least
        {
            return Err(excluded("min_length", least, value.name, of));
        }
        rest = tail;
    }
    Ok(())
}

const fn excluded(name: &str, bound: i64, value: &str, of: &str) -> Message {
    Message::NEW
        .name(name)
        .text(" ")
        .number(bound as i128)
        .text(" excludes ")
        .name(value)
        .text(", a value of ")
        .name(of)
        .text(concat!(
            "; remove it: the values of an enum need no length",
            code!(CONSTRAINT_UNSUITED)
        ))
}

const fn outside(name: &str, bound: f64, side: &str, of: &str, limit: i128) -> Message {
    Message::NEW
        .name(name)
        .text(" ")
        .bound(bound)
        .text(" is ")
        .text(side)
        .text(" every ")
        .name(of)
        .text(", which ends at ")
        .number(limit)
        .text(concat!("; no value is valid", code!(BOUNDS_UNORDERED)))
}

/// The bounds that count something.
#[derive(Clone, Copy)]
struct Counts {
    length: (Option<i64>, Option<i64>),
    items: (Option<i64>, Option<i64>),
    properties: (Option<i64>, Option<i64>),
}

impl Counts {
    const fn of(v: &Validation) -> Self {
        Counts {
            length: (v.min_length, v.max_length),
            items: (v.min_items, v.max_items),
            properties: (v.min_properties, v.max_properties),
        }
    }

    const fn or(self, other: Self) -> Self {
        const fn pair(
            a: (Option<i64>, Option<i64>),
            b: (Option<i64>, Option<i64>),
        ) -> (Option<i64>, Option<i64>) {
            (
                if a.0.is_some() { a.0 } else { b.0 },
                if a.1.is_some() { a.1 } else { b.1 },
            )
        }
        Counts {
            length: pair(self.length, other.length),
            items: pair(self.items, other.items),
            properties: pair(self.properties, other.properties),
        }
    }

    const fn ordered(self, of: &str) -> Outcome {
        const fn pair(name: &str, bounds: (Option<i64>, Option<i64>), of: &str) -> Outcome {
            if let (Some(low), Some(high)) = bounds
                && low > high
            {
                return Err(Message::new("`min_")
                    .text(name)
                    .text("` ")
                    .number(low as i128)
                    .text(" is above `max_")
                    .text(name)
                    .text("` ")
                    .number(high as i128)
                    .text(", one of them given by the type ")
                    .name(of)
                    .text(concat!("; no value is valid", code!(BOUNDS_UNORDERED))));
            }
            Ok(())
        }
        match pair("length", self.length, of) {
            Ok(()) => match pair("items", self.items, of) {
                Ok(()) => pair("properties", self.properties, of),
                Err(message) => Err(message),
            },
            Err(message) => Err(message),
        }
    }
}
