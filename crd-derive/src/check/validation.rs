//! Checks whether value validation contradicts itself, and whether the server can compile its patterns.

use std::fmt::Display;

use quote::ToTokens;

use crd_cel::regex::RegexErrorKind;

use crate::attr::validation::ValidationAttrs;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Checks value validation, including that inside of its combinations.
pub(super) fn check(cx: &Errors, validation: &ValidationAttrs) {
    let v = validation;
    v.for_each_nested(&mut |nested| check(cx, nested));
    bounds(cx, v);
    if let Some(pattern) = &v.pattern {
        self::pattern(cx, pattern);
    }
    for (index, value) in v.enumeration.iter().enumerate() {
        let mut earlier = v.enumeration.iter().take(index);
        if earlier.any(|earlier| earlier.value.is_same(&value.value)) {
            report!(cx, value => ATTRIBUTE_DUPLICATE, "this value is listed twice; keep one");
        }
    }
}

/// Checks that lower bounds are not above upper bounds.
fn bounds(cx: &Errors, v: &ValidationAttrs) {
    if let (Some(low), Some(high)) = (&v.minimum.value, &v.maximum.value) {
        if low.value > high.value {
            unordered(cx, low, ["minimum", "maximum"], [&low.value, &high.value]);
        } else if low.value >= high.value && (v.minimum.is_exclusive || v.maximum.is_exclusive) {
            report!(cx, low => BOUNDS_UNORDERED,
                "no value lies between `minimum` and `maximum` when both are {} and one is exclusive",
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
                "`{exclusive}` needs `{keyword}`: write `{exclusive} = 3`, or both");
        }
    }
    for (low_name, low, high_name, high) in v.unordered_counts() {
        unordered(cx, low, [low_name, high_name], [&low.value, &high]);
    }
    if let Some(multiple_of) = &v.multiple_of
        && multiple_of.value <= 0.0
    {
        report!(cx, multiple_of => BOUNDS_UNORDERED, "`multiple_of` must be above 0");
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
        RegexErrorKind::InvalidRepeatSize => "; use `max_length` for longer texts",
        _ => "",
    });
    report!(cx, text, error.span() => PATTERN_INVALID, "{message}");
}

fn unordered(cx: &Errors, token: &dyn ToTokens, names: [&str; 2], values: [&dyn Display; 2]) {
    let ([low_name, high_name], [low, high]) = (names, values);
    report!(cx, token => BOUNDS_UNORDERED,
        "`{low_name}` is {low}, above `{high_name}` {high}, so no value is valid; swap them or change one");
}
