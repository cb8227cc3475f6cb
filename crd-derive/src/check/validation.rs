//! Checks whether value validation contradicts itself or refuses its own values, and whether the server can compile its patterns.

use std::fmt::Display;

use quote::ToTokens;

use crd_cel::regex::{RegexErrorKind, plain_lengths, plainly_matches_text};

use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::attr::validation::{KeywordAttr, NumberBound, ValidationAttrs};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Longer texts are not matched with patterns during compilation.
const LONGEST_TRIED: usize = 256;

/// Checks value validation, including that inside of its combinations.
pub(super) fn check(cx: &Errors, validation: &ValidationAttrs) {
    let v = validation;
    v.for_each_nested(&mut |nested| check(cx, nested));
    bounds(cx, v);
    if let Some(pattern) = &v.pattern {
        self::pattern(cx, pattern);
        lengths(cx, v, pattern);
    }
    for (index, value) in v.enumeration.iter().enumerate() {
        let mut earlier = v.enumeration.iter().take(index);
        if earlier.any(|earlier| earlier.value.is_same(&value.value)) {
            report!(cx, value => ATTRIBUTE_DUPLICATE, "this value is listed twice; keep one");
        } else if let Some(why) = refusal(v, &value.value) {
            report!(cx, value => CONSTRAINT_UNSUITED,
                "this value can never be valid: it {why}; remove the value, or correct the other validation");
        }
    }
}

/// Returns the bounds that others imply.
pub(super) fn not_stricter<'v>(
    v: &'v ValidationAttrs,
    others: &'v ValidationAttrs,
) -> impl Iterator<Item = &'v KeywordAttr> {
    v.keywords.iter().filter(|keyword| {
        let count = || Some((v.count(keyword.name)?, others.count(keyword.name)?));
        match keyword.name {
            keys::MINIMUM | keys::EXCLUSIVE_MINIMUM => is_implied(&v.minimum, &others.minimum, |a, b| a < b),
            keys::MAXIMUM | keys::EXCLUSIVE_MAXIMUM => is_implied(&v.maximum, &others.maximum, |a, b| a > b),
            keys::MIN_LENGTH | keys::MIN_ITEMS | keys::MIN_PROPERTIES => count().is_some_and(|(a, b)| a <= b),
            keys::MAX_LENGTH | keys::MAX_ITEMS | keys::MAX_PROPERTIES => count().is_some_and(|(a, b)| a >= b),
            _ => false,
        }
    })
}

/// Whether a bound is implied by another.
fn is_implied(bound: &NumberBound, other: &NumberBound, is_looser: fn(f64, f64) -> bool) -> bool {
    let (Some(value), Some(limit)) = (&bound.value, &other.value) else {
        return false;
    };
    is_looser(value.value, limit.value)
        || !is_looser(limit.value, value.value) && (other.is_exclusive || !bound.is_exclusive)
}

/// Returns the reason why the keywords of a place refuse a value: "is below `minimum` 3". Constants are not known here.
pub(super) fn refusal(v: &ValidationAttrs, value: &JsonLiteral) -> Option<String> {
    if let Some(number) = value.as_number() {
        if let Some(low) = &v.minimum.value
            && (number < low.value || (v.minimum.is_exclusive && number <= low.value))
        {
            let side = if number < low.value {
                "below"
            } else {
                "not above the exclusive"
            };
            return Some(format!("is {side} `minimum` {}", low.value));
        }
        if let Some(high) = &v.maximum.value
            && (number > high.value || (v.maximum.is_exclusive && number >= high.value))
        {
            let side = if number > high.value {
                "above"
            } else {
                "not below the exclusive"
            };
            return Some(format!("is {side} `maximum` {}", high.value));
        }
        // The server divides some fractions inexactly.
        if let Some(factor) = &v.multiple_of
            && factor.value.fract() == 0.0
            && number.fract() == 0.0
            && factor.value > 0.0
            && number % factor.value != 0.0
        {
            return Some(format!("is not a multiple of `multiple_of` {}", factor.value));
        }
    }
    let (size, unit, [low_name, high_name]) = match value {
        JsonLiteral::Str(text) => (
            text.chars().count(),
            "characters",
            [keys::MIN_LENGTH, keys::MAX_LENGTH],
        ),
        JsonLiteral::List(list) => (list.len(), "elements", [keys::MIN_ITEMS, keys::MAX_ITEMS]),
        _ => return None,
    };
    let count = i64::try_from(size).unwrap_or(i64::MAX);
    if let Some(low) = v.count(low_name).filter(|low| count < *low) {
        return Some(format!("has {size} {unit}, fewer than `{low_name}` {low}"));
    }
    if let Some(high) = v.count(high_name).filter(|high| count > *high) {
        return Some(format!("has {size} {unit}, more than `{high_name}` {high}"));
    }
    if let (JsonLiteral::Str(text), Some(pattern)) = (value, &v.pattern)
        && text.len() < LONGEST_TRIED
        && plainly_matches_text(&pattern.value, text) == Some(false)
    {
        return Some(format!("does not match `pattern` {}", pattern.value));
    }
    None
}

/// Checks that lower bounds are not above upper bounds.
fn bounds(cx: &Errors, v: &ValidationAttrs) {
    if let (Some(low), Some(high)) = (&v.minimum.value, &v.maximum.value) {
        if low.value > high.value {
            unordered(cx, low, ["minimum", "maximum"], [&low.value, &high.value]);
        } else if low.value >= high.value && (v.minimum.is_exclusive || v.maximum.is_exclusive) {
            report!(cx, low => BOUNDS_UNORDERED,
                "no value is valid, because `minimum` and `maximum` are both {} and one is exclusive; \
                 change one",
                low.value);
        }
    }
    for (keyword, bound) in [("minimum", &v.minimum), ("maximum", &v.maximum)] {
        let exclusive = format!("exclusive_{keyword}");
        if bound.is_exclusive
            && bound.value.is_none()
            && !v.has_constant(keyword)
            && let Some(given) = v.keywords.iter().find(|given| given.name == exclusive)
        {
            report!(cx, given.ident => ATTRIBUTE_CONTRADICTION,
                "`{exclusive}` needs a bound: write `{exclusive} = 3`, or add `{keyword}`");
        }
    }
    for (low_name, low, high_name, high) in v.unordered_counts() {
        unordered(cx, low, [low_name, high_name], [&low.value, &high]);
    }
    if let Some(multiple_of) = &v.multiple_of
        && multiple_of.value <= 0.0
    {
        report!(cx, multiple_of => BOUNDS_UNORDERED, "`multiple_of` must be greater than 0");
    }
}

/// Checks that the lengths that a pattern matches are within the bounds of lengths beside it.
fn lengths(cx: &Errors, v: &ValidationAttrs, pattern: &Spanned<String>) {
    let Some((least, most)) = plain_lengths(&pattern.value) else {
        return;
    };
    let size = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    if let Some(bound) = v.count(keys::MAX_LENGTH).filter(|bound| size(least) > *bound) {
        report!(cx, pattern => BOUNDS_UNORDERED,
            "this pattern needs at least {least} characters, but `max_length` is {bound}, so no value is \
             valid; change one");
    } else if let (Some(most), Some(bound)) = (most, v.count(keys::MIN_LENGTH))
        && size(most) < bound
    {
        report!(cx, pattern => BOUNDS_UNORDERED,
            "this pattern matches at most {most} characters, but `min_length` is {bound}, so no value is \
             valid; change one");
    }
}

/// STR-13: checks a pattern, which is in Go's RE2 dialect.
fn pattern(cx: &Errors, text: &Spanned<String>) {
    let Err(error) = crd_cel::regex::check(&text.value) else {
        return;
    };
    let mut message = error.describe().one_line();
    message.push_str(match error.kind() {
        RegexErrorKind::InvalidPerlOp => "; write a `rule` instead",
        RegexErrorKind::InvalidRepeatSize => "; for longer strings, use `max_length`",
        _ => "",
    });
    report!(cx, text, error.span() => PATTERN_INVALID, "{message}");
}

fn unordered(cx: &Errors, token: &dyn ToTokens, names: [&str; 2], values: [&dyn Display; 2]) {
    let ([low_name, high_name], [low, high]) = (names, values);
    report!(cx, token => BOUNDS_UNORDERED,
        "`{low_name}` {low} is greater than `{high_name}` {high}, so no value is valid; swap them or change \
         one");
}
