//! Checks that constraints fit the type of the value, and names the constraint that would be right.
//!
//! ```text
//! #[crd(max_items = 3)] labels: BTreeMap<String, String>      `max_properties`
//! #[crd(max_length = 3)] names: Vec<String>                   `max_items`, or `items(max_length = …)`
//! ```

use super::CheckResult;
use super::json_type::{JsonType, describe, of_std};
use super::resolve::{is_open, resolve};
use super::text::{Message, same};
use crate::go::quantity;
use crate::rust::shape::{Kind, Shape};

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

/// Checks that a constraint is on a value that it can restrict. The API server accepts any keyword on any type and ignores it.
#[inline]
pub const fn keyword(shape: &'static Shape, keyword: Keyword) -> CheckResult {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(());
    }
    let of = JsonType::of(inner);
    let is_object = matches!(
        of,
        JsonType::Map(_) | JsonType::Object | JsonType::EnumWithoutFields
    );
    let (name, fits, what) = match keyword {
        Keyword::Number(name) => (
            name,
            of.is_number() || matches!(of, JsonType::IntOrString),
            "numbers",
        ),
        Keyword::String(name) => (
            name,
            of.is_int_or_string() && !matches!(of, JsonType::Integer),
            "strings",
        ),
        Keyword::List(name) => (name, matches!(of, JsonType::List(_)), "lists"),
        Keyword::Object(name) => (name, is_object, "structs and maps"),
        Keyword::Map(name) => (name, matches!(of, JsonType::Map(_)), "maps"),
        Keyword::Scalar(name) => (
            name,
            of.is_scalar() && !matches!(of, JsonType::Boolean),
            "strings and numbers",
        ),
    };
    if let (Keyword::Number(name), Kind::IntOrString) = (keyword, inner.kind)
        && same(inner.attrs.validation.pattern, quantity::PATTERN)
        && let Some(comparison) = comparison(name)
    {
        return Err(of_quantity(inner, name, comparison));
    }
    if fits || of.is_open() {
        return Ok(());
    }
    Err(unsuited(inner, of, keyword, name, what))
}

/// Checks that the format of a field does not replace another one, in which its type is written.
#[inline]
pub const fn format(shape: &'static Shape, given: &str) -> CheckResult {
    let mut inner = shape;
    let own = loop {
        if is_open(inner.attrs) {
            return Ok(());
        }
        match (inner.attrs.validation.format, inner.kind) {
            (Some(own), _) | (None, Kind::String { format: own }) => break own,
            (None, Kind::Alias(of)) => inner = of,
            _ => return Ok(()),
        }
    };
    if own.is_empty() || given.is_empty() || same(own, given) || is_narrower(given, own) {
        return Ok(());
    }
    Err(message!(
        CONSTRAINT_UNSUITED,
        "`format = \"{}\"` would replace the format `{}`, in which `{}` is written; remove it, or choose another type, \
         such as `String`",
        [given, own, shape.name]
    ))
}

/// Whether every text of a format is also one of another format.
#[inline]
const fn is_narrower(format: &str, than: &str) -> bool {
    match than.as_bytes() {
        b"uuid" => same(format, "uuid3") || same(format, "uuid4") || same(format, "uuid5"),
        b"isbn" => same(format, "isbn10") || same(format, "isbn13"),
        b"k8s-long-name" => same(format, "k8s-short-name"),
        _ => false,
    }
}

/// Returns how a rule compares quantities as a bound compares numbers.
#[inline]
const fn comparison(name: &str) -> Option<&'static str> {
    match name.as_bytes() {
        b"minimum" => Some(">="),
        b"exclusive_minimum" => Some(">"),
        b"maximum" => Some("<="),
        b"exclusive_maximum" => Some("<"),
        _ => None,
    }
}

/// Returns the message for a bound on quantities, most of which are strings.
#[inline]
const fn of_quantity(shape: &'static Shape, name: &str, comparison: &str) -> Message {
    message!(
        CONSTRAINT_UNSUITED,
        "`{}` restricts numbers only, but a `{}` is also a string, such as `500m`; write a rule: \
         `rule(\"quantity(string(self)).compareTo(quantity('1')) {} 0\", message = \"…\")`",
        [name, shape.name, comparison]
    )
}

/// Returns the message for the constraint `name`, which is for `what`.
#[inline]
const fn unsuited(
    shape: &'static Shape,
    of: JsonType,
    constraint: Keyword,
    name: &str,
    what: &str,
) -> Message {
    let (elements, list) = match of {
        JsonType::List(items) => (Some(items), "items"),
        JsonType::Map(values) => (Some(values), "values"),
        _ => (None, ""),
    };
    let way_out = match (elements, counterpart(name, of)) {
        (Some(elements), Some(other)) if keyword(elements, constraint).is_ok() => {
            let own = for_each(list, name);
            message!(
                "{}, or for each of its {} {}",
                [other.as_str(), noun(of), own.as_str()]
            )
        }
        (_, Some(other)) => other,
        (Some(elements), None) if keyword(elements, constraint).is_ok() => {
            let own = for_each(list, name);
            message!("for its elements, {}", [own.as_str()])
        }
        (_, None) => message!("remove it"),
    };
    let instead = of_std(shape);
    let way_out = if instead.is_empty() || elements.is_some() {
        message!("; {}{}", [way_out.as_str(), instead])
    } else {
        message!("{}", [instead])
    };
    message!(
        CONSTRAINT_UNSUITED,
        "`{}` is for {}, but `{}` is {}{}",
        [name, what, shape.name, describe(shape), way_out.as_str()]
    )
}

/// Advises to write a constraint on the elements of a list or the values of a map.
#[inline]
const fn for_each(list: &str, name: &str) -> Message {
    // A format comes with its value: `format = "date-time"`.
    let value = if matches!(name.as_bytes().last(), Some(b'"')) {
        ""
    } else {
        " = …"
    };
    message!("write `{}({}{})`", [list, name, value])
}

#[inline]
const fn noun(of: JsonType) -> &'static str {
    match of {
        JsonType::Map(_) => "values",
        _ => "elements",
    }
}

/// Whether a constraint is a bound of numbers.
#[inline]
const fn is_bound(name: &str) -> bool {
    comparison(name).is_some() || same(name, "multiple_of")
}

/// Advises to write the constraint that has the meaning of another one on values of this type.
#[inline]
const fn counterpart(name: &str, of: JsonType) -> Option<Message> {
    let other = match of {
        JsonType::Map(_) if same(name, "items") => return Some(message!("write `values(…)`")),
        JsonType::List(_) if same(name, "values") => return Some(message!("write `items(…)`")),
        JsonType::Object if is_bound(name) => {
            return Some(message!("write it on a field of this type, which is a number"));
        }
        JsonType::Integer | JsonType::Number => "imum",
        JsonType::String => "_length",
        JsonType::List(_) => "_items",
        JsonType::Map(_) | JsonType::Object => "_properties",
        _ => return None,
    };
    let what = match of {
        JsonType::String => "the length",
        JsonType::List(_) => "the number of elements",
        JsonType::Map(_) => "the number of entries",
        JsonType::Object => "the number of fields",
        _ => "the value",
    };
    let side = match name.as_bytes() {
        [b'm', b'i', b'n', ..] => "min",
        [b'm', b'a', b'x', ..] => "max",
        _ => return None,
    };
    Some(message!("for {}, write `{}{}`", [what, side, other]))
}
