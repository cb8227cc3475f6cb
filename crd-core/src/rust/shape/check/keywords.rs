//! Checks that lower bounds are not above upper bounds.

use super::numbers::NumberBounds;
use super::resolve::is_open;
use super::text::{Message, characters};
use super::{CheckResult, sizes};
use crate::rust::shape::{Attrs, EnumValue, Kind, Shape, Validation};
use crd_cel::NumberFormat;

/// A keyword that restricts numbers.
#[derive(Clone, Copy)]
pub enum BoundKeyword {
    /// `minimum`.
    Minimum,
    /// `maximum`.
    Maximum,
    /// `multiple_of`.
    MultipleOf,
}

/// Checks that a bound of a field is a number that its type and format have, and that restricts their values.
#[inline]
pub const fn number_bound(shape: &'static Shape, attrs: &'static Attrs, bound: BoundKeyword) -> CheckResult {
    let own = attrs.validation;
    let (name, value) = match bound {
        BoundKeyword::Minimum => ("minimum", own.minimum),
        BoundKeyword::Maximum => ("maximum", own.maximum),
        BoundKeyword::MultipleOf => ("multiple_of", own.multiple_of),
    };
    let Some(value) = value else {
        return Ok(());
    };
    attempt!(finite(name, value));
    let mut inner = shape;
    while let Kind::Alias(of) = inner.kind {
        inner = of;
    }
    let Kind::Integer { minimum, maximum } = inner.kind else {
        return of_format(shape, attrs, name, value);
    };
    #[expect(clippy::cast_precision_loss, reason = "bounds are doubles on the server too")]
    let (least, most) = (minimum as f64, maximum as f64);
    match bound {
        BoundKeyword::Minimum if value > most => {
            return Err(outside(name, value, "above", inner.name, maximum));
        }
        BoundKeyword::Maximum if value < least => {
            return Err(outside(name, value, "below", inner.name, minimum));
        }
        _ => attempt!(of_format(shape, attrs, name, value)),
    }
    match bound {
        BoundKeyword::Minimum if value < least => {
            Err(without_effect(name, value, "begins", inner.name, minimum))
        }
        BoundKeyword::Maximum if value > most => {
            Err(without_effect(name, value, "ends", inner.name, maximum))
        }
        _ => Ok(()),
    }
}

/// Checks that the bounds of a field and of its type together accept some value.
#[inline]
pub const fn ordered(shape: &'static Shape, attrs: &'static Attrs) -> CheckResult {
    let own = attrs.validation;
    let mut numbers = NumberBounds::of(own);
    let mut counts = CountBounds::of(own);
    let of = shape.name;
    let given = shape;
    let mut shape = shape;
    let mut is_open = is_open(attrs);
    loop {
        numbers = numbers.and(NumberBounds::of(shape.attrs.validation));
        counts = counts.and(CountBounds::of(shape.attrs.validation));
        is_open = is_open || self::is_open(shape.attrs);
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            _ => break,
        }
    }
    attempt!(numbers.ordered(shape.kind, of));
    if let Kind::StringEnum(values) = shape.kind
        && (counts.length.0.is_some() || counts.length.1.is_some())
    {
        attempt!(fit(values, counts.length, of));
    }
    attempt!(counts.ordered(of));
    if is_open {
        return Ok(());
    }
    attempt!(sizes::members(shape, counts.properties));
    sizes::of_set(given, attrs, counts.items)
}

/// Checks that a bound is a number that JSON has.
#[inline]
const fn finite(name: &str, bound: f64) -> CheckResult {
    if bound.is_finite() {
        return Ok(());
    }
    Err(message!(
        ATTRIBUTE_VALUE,
        "`{}` is {}, which JSON does not have; write a finite number, or remove it",
        [
            name,
            if bound.is_nan() {
                "not a number"
            } else {
                "infinite"
            }
        ]
    ))
}

/// Checks that a bound of a field is within the range of the format of its type. Otherwise the server would reject every value.
#[inline]
const fn of_format(shape: &'static Shape, attrs: &'static Attrs, name: &str, bound: f64) -> CheckResult {
    let mut format = attrs.validation.format;
    let mut inner = shape;
    loop {
        if is_open(inner.attrs) {
            return Ok(());
        }
        if format.is_none() {
            format = inner.attrs.validation.format;
        }
        match inner.kind {
            Kind::Alias(of) => inner = of,
            _ => break,
        }
    }
    let format = match (inner.kind, format) {
        (Kind::Integer { minimum, maximum }, None) => NumberFormat::of_range(minimum, maximum),
        (Kind::Integer { .. }, Some(format)) => NumberFormat::of_integers(format),
        (Kind::Number { .. }, Some(format)) | (Kind::Number { format }, None) => {
            NumberFormat::of_numbers(format)
        }
        _ => return Ok(()),
    };
    if format.admits(bound) {
        return Ok(());
    }
    Err(message!(
        CONSTRAINT_UNSUITED,
        "`{}` {} does not fit the format `{}` of `{}`, so the API server would reject every value; \
         remove it, or choose another bound or type",
        [name, Message::bound(bound).as_str(), format.as_str(), shape.name]
    ))
}

/// Checks that the length bounds of a field accept every value of its enum.
#[inline]
const fn fit(
    values: &'static [EnumValue],
    (least, most): (Option<i64>, Option<i64>),
    of: &str,
) -> CheckResult {
    each!(for value in values {
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
    });
    Ok(())
}

#[inline]
const fn excluded(name: &str, bound: i64, value: &str, of: &str) -> Message {
    message!(
        CONSTRAINT_UNSUITED,
        "`{}` {} excludes `{}`, a value of `{}`; remove it, because an enum already lists its values",
        [name, Message::number(bound as i128).as_str(), value, of]
    )
}

#[inline]
const fn outside(name: &str, bound: f64, side: &str, of: &str, limit: i128) -> Message {
    message!(
        BOUNDS_UNORDERED,
        "`{}` {} is {} every `{}`, whose limit is {}; no value is valid",
        [
            name,
            Message::bound(bound).as_str(),
            side,
            of,
            Message::number(limit).as_str()
        ]
    )
}

#[inline]
const fn without_effect(name: &str, bound: f64, verb: &str, of: &str, limit: i128) -> Message {
    message!(
        BOUNDS_UNORDERED,
        "`{}` {} has no effect, because `{}` {} at {}; remove it, or choose a type with a wider range",
        [
            name,
            Message::bound(bound).as_str(),
            of,
            verb,
            Message::number(limit).as_str()
        ]
    )
}

/// The bounds on lengths and counts.
#[derive(Clone, Copy)]
struct CountBounds {
    length: (Option<i64>, Option<i64>),
    items: (Option<i64>, Option<i64>),
    properties: (Option<i64>, Option<i64>),
}

impl CountBounds {
    #[inline]
    const fn of(v: &Validation) -> Self {
        CountBounds {
            length: (v.min_length, v.max_length),
            items: (v.min_items, v.max_items),
            properties: (v.min_properties, v.max_properties),
        }
    }

    /// Returns the bounds that are at least as narrow as both.
    #[inline]
    const fn and(self, other: Self) -> Self {
        #[inline]
        const fn pair(
            a: (Option<i64>, Option<i64>),
            b: (Option<i64>, Option<i64>),
        ) -> (Option<i64>, Option<i64>) {
            let least = match (a.0, b.0) {
                (Some(one), Some(other)) if other > one => Some(other),
                (Some(one), _) => Some(one),
                (None, other) => other,
            };
            let most = match (a.1, b.1) {
                (Some(one), Some(other)) if other < one => Some(other),
                (Some(one), _) => Some(one),
                (None, other) => other,
            };
            (least, most)
        }
        CountBounds {
            length: pair(self.length, other.length),
            items: pair(self.items, other.items),
            properties: pair(self.properties, other.properties),
        }
    }

    #[inline]
    const fn ordered(self, of: &str) -> CheckResult {
        #[inline]
        const fn pair(name: &str, bounds: (Option<i64>, Option<i64>), of: &str) -> CheckResult {
            if let (Some(low), Some(high)) = bounds
                && low > high
            {
                return Err(message!(
                    BOUNDS_UNORDERED,
                    "`min_{}` {} is greater than `max_{}` {} (bounds of the type `{}` count too), so no \
                     value is valid",
                    [
                        name,
                        Message::number(low as i128).as_str(),
                        name,
                        Message::number(high as i128).as_str(),
                        of
                    ]
                ));
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
