//! Attributes of one place that contradict each other.

use quote::ToTokens;

use super::validation;
use crate::attr::attrs::{Attrs, ListType, Source};
use crate::attr::literal::Literal;
use crate::codes;
use crate::context::Context;

/// Everything one attribute list shows by itself.
pub(crate) fn check(cx: &Context, attrs: &Attrs) {
    validation::check(cx, &attrs.validation);
    lists(cx, attrs);
    sources(cx, attrs);
    presence(cx, attrs);
    if let Some(default) = &attrs.default {
        default_in_bounds(cx, attrs, &default.value, &default.tokens);
    }
}

/// STR-30 ff.: keys belong to `list_type = map`, and that needs keys.
fn lists(cx: &Context, attrs: &Attrs) {
    let map = attrs
        .list_type
        .as_ref()
        .is_some_and(|list_type| list_type.value == ListType::Map);
    match (&attrs.list_type, &attrs.list_map_keys_ident) {
        (Some(list_type), None) if map => {
            cx.error(
                list_type,
                codes::MAP_WITHOUT_KEYS,
                "`list_type = map` needs its keys: add `list_map_keys(\"name\")`",
            );
        }
        (Some(_), Some(keys)) if !map => {
            cx.error(
                keys,
                codes::KEYS_WITHOUT_MAP,
                "`list_map_keys` needs `list_type = map`",
            );
        }
        (None, Some(keys)) => {
            cx.error(
                keys,
                codes::KEYS_WITHOUT_MAP,
                "`list_map_keys` needs `list_type = map` beside it",
            );
        }
        _ => {}
    }
    for (index, key) in attrs.list_map_keys.iter().enumerate() {
        if attrs
            .list_map_keys
            .iter()
            .take(index)
            .any(|earlier| earlier.value == key.value)
        {
            cx.error(
                key,
                codes::KEY_TWICE,
                format!("key `{}` is given twice; keep one", key.value),
            );
        }
    }
    if let (Some(list_type), Some(_)) = (&attrs.list_type, &attrs.map_type) {
        cx.error(
            list_type,
            codes::CONTRADICTION,
            "`list_type` is for lists and `map_type` for objects; keep one",
        );
    }
}

/// A schema comes from one place.
fn sources(cx: &Context, attrs: &Attrs) {
    if let (Some(ident), Some(_)) = (&attrs.int_or_string, &attrs.preserve_unknown_fields) {
        cx.error(
            ident,
            codes::INT_OR_STRING,
            "`int_or_string` and `preserve_unknown_fields` cannot both be the schema; keep one",
        );
    }
    if let (Some(ident), Some(_)) = (&attrs.int_or_string, &attrs.embedded_resource) {
        cx.error(
            ident,
            codes::INT_OR_STRING,
            "an embedded resource is an object, never an integer or a string; keep one of the two",
        );
    }
    let foreign = match &attrs.source {
        Some(Source::With(path)) => Some((path.to_token_stream(), "schema_with")),
        Some(Source::Schemars(ident)) => Some((ident.to_token_stream(), "schemars")),
        _ => None,
    };
    if let (Some((tokens, name)), true) = (
        foreign,
        attrs.int_or_string.is_some() || attrs.preserve_unknown_fields.is_some(),
    ) {
        cx.error(
            tokens,
            codes::CONTRADICTION,
            format!("`{name}` gives the whole schema; drop it, or `int_or_string`/`preserve_unknown_fields`"),
        );
    }
}

fn presence(cx: &Context, attrs: &Attrs) {
    if let (Some(required), Some(_)) = (&attrs.required, &attrs.optional) {
        cx.error(
            required,
            codes::CONTRADICTION,
            "a field cannot be `required` and `optional`; keep one",
        );
    }
    if let (Some(required), Some(_)) = (&attrs.required, &attrs.default_ident) {
        cx.error(
            required,
            codes::CONTRADICTION,
            "a `required` field never takes its `default`; keep one",
        );
    }
    if let (Some(false), Some(default)) = (attrs.nullable, &attrs.default)
        && matches!(default.value, Literal::Null)
    {
        cx.error(
            default,
            codes::CONTRADICTION,
            "the default is null but `nullable = false`; drop one",
        );
    }
    if let (Some(discriminator), Some(_)) = (&attrs.discriminator, &attrs.union) {
        cx.error(
            discriminator,
            codes::UNION,
            "a field is the `discriminator` or a member (`union`), not both",
        );
    }
}

/// A literal default that its own attribute list refuses.
fn default_in_bounds(cx: &Context, attrs: &Attrs, default: &Literal, tokens: &impl ToTokens) {
    let v = &attrs.validation;
    let refuse = |why: String| {
        cx.error(
            tokens,
            codes::DEFAULT,
            format!("the default {why}; the API server would refuse the CRD"),
        );
    };
    if let Some(value) = default.as_number() {
        if let Some(low) = &v.minimum
            && (value < low.value || (v.exclusive_minimum && value <= low.value))
        {
            refuse(format!("{value} is below `minimum` {}", low.value));
        }
        if let Some(high) = &v.maximum
            && (value > high.value || (v.exclusive_maximum && value >= high.value))
        {
            refuse(format!("{value} is above `maximum` {}", high.value));
        }
    }
    let sizes = match default {
        Literal::Str(text) => Some((
            text.chars().count(),
            "characters",
            &v.min_length,
            "min_length",
            &v.max_length,
            "max_length",
        )),
        Literal::List(list) => Some((
            list.len(),
            "elements",
            &v.min_items,
            "min_items",
            &v.max_items,
            "max_items",
        )),
        _ => None,
    };
    if let Some((size, unit, low, low_name, high, high_name)) = sizes {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        if let Some(low) = low
            && size < low.value
        {
            refuse(format!(
                "has {size} {unit}, fewer than `{low_name}` {}",
                low.value
            ));
        }
        if let Some(high) = high
            && size > high.value
        {
            refuse(format!(
                "has {size} {unit}, more than `{high_name}` {}",
                high.value
            ));
        }
    }
    if !v.enumeration.is_empty()
        && default.kind().is_some()
        && !v.enumeration.iter().any(|value| value.value.same(default))
    {
        refuse("is none of the values of `enum`".to_owned());
    }
}
