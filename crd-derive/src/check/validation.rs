//! Value validation: whether it contradicts itself, and whether the server can compile its patterns.

use quote::ToTokens;

use crd_cel::regex::RegexErrorKind;

use crate::attr::validation::Validation;
use crate::codes;
use crate::context::Context;
use crate::spanned::Spanned;

/// Checks value validation, and that inside of its combinations.
pub(super) fn check(cx: &Context, validation: &Validation) {
    let v = validation;
    for nested in v.all_of.iter().chain(&v.any_of).chain(&v.one_of) {
        check(cx, nested);
    }
    for nested in [&v.not, &v.items].into_iter().flatten() {
        check(cx, nested);
    }
    for (_, property) in &v.properties {
        check(cx, property);
    }
    bounds(cx, v);
    if let Some(pattern) = &v.pattern {
        self::pattern(cx, pattern);
    }
    for (index, value) in v.enumeration.iter().enumerate() {
        let mut earlier = v.enumeration.iter().take(index);
        if earlier.any(|earlier| earlier.value.is_same(&value.value)) {
            cx.error(
                value,
                codes::ATTRIBUTE_DUPLICATE,
                "this value is listed twice; keep one",
            );
        }
    }
}

/// Lower bounds are below upper bounds.
fn bounds(cx: &Context, v: &Validation) {
    if let (Some(low), Some(high)) = (&v.minimum, &v.maximum) {
        if low.value > high.value {
            unordered(cx, low, "minimum", low.value, "maximum", high.value);
        } else if low.value >= high.value && (v.exclusive_minimum || v.exclusive_maximum) {
            cx.error(
                low,
                codes::BOUNDS_UNORDERED,
                format!(
                    "no value lies between `minimum` and `maximum` when both are {} and one is exclusive",
                    low.value
                ),
            );
        }
    }
    for (keyword, exclusive, bound) in [
        (
            "minimum",
            v.exclusive_minimum,
            v.minimum.is_some() || v.has_constant("minimum"),
        ),
        (
            "maximum",
            v.exclusive_maximum,
            v.maximum.is_some() || v.has_constant("maximum"),
        ),
    ] {
        if exclusive
            && !bound
            && let Some(given) = v
                .keywords
                .iter()
                .find(|given| given.name == format!("exclusive_{keyword}"))
        {
            cx.error(
                &given.ident,
                codes::ATTRIBUTE_CONTRADICTION,
                format!("`exclusive_{keyword}` needs `{keyword}`: write `exclusive_{keyword} = 3`, or both"),
            );
        }
    }
    for (low_name, low, high_name, high) in [
        ("min_length", &v.min_length, "max_length", &v.max_length),
        ("min_items", &v.min_items, "max_items", &v.max_items),
        (
            "min_properties",
            &v.min_properties,
            "max_properties",
            &v.max_properties,
        ),
    ] {
        if let (Some(low), Some(high)) = (low, high)
            && low.value > high.value
        {
            unordered(cx, low, low_name, low.value, high_name, high.value);
        }
    }
    if let Some(multiple_of) = &v.multiple_of
        && multiple_of.value <= 0.0
    {
        cx.error(
            multiple_of,
            codes::BOUNDS_UNORDERED,
            "`multiple_of` must be above 0",
        );
    }
}

/// STR-13: Go's RE2 dialect.
fn pattern(cx: &Context, text: &Spanned<String>) {
    let Err(error) = crd_cel::regex::check(&text.value) else {
        return;
    };
    let mut message = error.in_words().one_line();
    message.push_str(match error.kind() {
        RegexErrorKind::InvalidPerlOp => "; write a `rule` instead",
        RegexErrorKind::InvalidRepeatSize => "; use `max_length` for longer texts",
        _ => "",
    });
    cx.error_in(text, error.span(), codes::PATTERN_INVALID, message);
}

fn unordered<T: std::fmt::Display>(
    cx: &Context,
    token: impl ToTokens,
    low_name: &str,
    low: T,
    high_name: &str,
    high: T,
) {
    cx.error(
        token,
        codes::BOUNDS_UNORDERED,
        format!(
            "`{low_name}` is {low}, above `{high_name}` {high}, so no value is valid; swap them or change one"
        ),
    );
}
