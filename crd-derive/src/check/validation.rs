//! Value validation that contradicts itself or that the server cannot read.

use quote::ToTokens;

use crd_cel::regex::RegexErrorKind;

use crate::attr::read::Spanned;
use crate::attr::validation::Validation;
use crate::codes;
use crate::context::Context;

/// Bounds in order, and patterns the server can compile.
pub(crate) fn check(cx: &Context, validation: &Validation) {
    let v = validation;
    if let (Some(low), Some(high)) = (&v.minimum, &v.maximum) {
        if low.value > high.value {
            unordered(cx, low, "minimum", low.value, "maximum", high.value);
        } else if low.value >= high.value && (v.exclusive_minimum || v.exclusive_maximum) {
            cx.error(
                low,
                codes::BOUNDS,
                format!(
                    "no value lies between `minimum` and `maximum` when both are {} and one is exclusive",
                    low.value
                ),
            );
        }
    }
    for (keyword, exclusive, bound) in [
        ("minimum", v.exclusive_minimum, v.minimum.is_some()),
        ("maximum", v.exclusive_maximum, v.maximum.is_some()),
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
                codes::CONTRADICTION,
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
    if let Some(text) = &v.pattern {
        pattern(cx, text);
    }
    if let Some(multiple_of) = &v.multiple_of
        && multiple_of.value <= 0.0
    {
        cx.error(multiple_of, codes::BOUNDS, "`multiple_of` must be above 0");
    }
}

/// STR-13: Go's RE2 dialect.
fn pattern(cx: &Context, text: &Spanned<String>) {
    let Err(error) = crd_cel::regex::check(&text.value) else {
        return;
    };
    let hint = match error.kind() {
        RegexErrorKind::InvalidPerlOp => "; RE2 has no look-around, write a `rule` instead",
        RegexErrorKind::InvalidEscape => "; RE2 has no back references, and escapes only what it knows",
        RegexErrorKind::MissingParen | RegexErrorKind::UnexpectedParen => {
            "; close the group, or escape the parenthesis"
        }
        RegexErrorKind::MissingBracket => "; close the class, or escape the bracket",
        RegexErrorKind::InvalidRepeatSize => {
            "; RE2 repeats at most 1000 times, use `max_length` for longer texts"
        }
        RegexErrorKind::MissingRepeatArgument | RegexErrorKind::InvalidRepeatOp => {
            "; escape the repetition sign"
        }
        _ => "",
    };
    cx.error_in(
        text,
        error.span(),
        codes::PATTERN,
        format!("the API server cannot compile this pattern: {error}{hint}"),
    );
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
        codes::BOUNDS,
        format!(
            "`{low_name}` is {low}, above `{high_name}` {high}, so no value is valid; swap or widen them"
        ),
    );
}
