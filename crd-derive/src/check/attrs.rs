//! The attributes of one place: whether they contradict each other.

use quote::ToTokens;

use super::{lifecycle, rule, validation};
use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::merge_strategy::ListType;
use crate::codes;
use crate::context::Context;

/// Checks the attributes of one place, and of the elements and values in it.
pub(super) fn check(cx: &Context, attrs: &Attrs) {
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        check(cx, nested);
    }
    for only in &attrs.only {
        check(cx, &only.attrs);
    }
    validation::check(cx, &attrs.validation);
    for rule in &attrs.rules {
        rule::check(cx, rule);
    }
    lifecycle::check(cx, &attrs.lifecycle);
    for column in &attrs.columns {
        super::resource::column_path(cx, column);
    }
    lists(cx, attrs);
    sources(cx, attrs);
    presence(cx, attrs);
    if let Some(default) = &attrs.default {
        default_in_bounds(cx, attrs, &default.value, &default.tokens);
    }
}

/// OAS-23, OAS-24, OAS-30: `list_type = map` needs keys, and only that has keys.
fn lists(cx: &Context, attrs: &Attrs) {
    let map = attrs
        .list_type
        .as_ref()
        .is_some_and(|list_type| list_type.value == ListType::Map);
    match (&attrs.list_type, &attrs.list_map_keys_ident) {
        (Some(list_type), None) if map => {
            cx.error(
                list_type,
                codes::LIST_MAP_WITHOUT_KEYS,
                "`list_type = map` needs its keys: add `list_map_keys(\"name\")`",
            );
        }
        (Some(_), Some(keys)) if !map => {
            cx.error(
                keys,
                codes::LIST_MAP_KEYS_WITHOUT_MAP,
                "`list_map_keys` needs `list_type = map`",
            );
        }
        (None, Some(keys)) => {
            cx.error(
                keys,
                codes::LIST_MAP_KEYS_WITHOUT_MAP,
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
                codes::LIST_MAP_KEY_DUPLICATE,
                format!("key `{}` is given twice; keep one", key.value),
            );
        }
    }
    if let (Some(list_type), Some(_)) = (&attrs.list_type, &attrs.map_type) {
        cx.error(
            list_type,
            codes::ATTRIBUTE_CONTRADICTION,
            "`list_type` is for lists and `map_type` is for objects; keep one",
        );
    }
}

/// A schema has one source.
fn sources(cx: &Context, attrs: &Attrs) {
    if let (Some(ident), Some(_)) = (&attrs.int_or_string, &attrs.preserve_unknown_fields) {
        cx.error(
            ident,
            codes::INT_OR_STRING_CONFLICT,
            "`int_or_string` and `preserve_unknown_fields` cannot both be the schema; keep one",
        );
    }
    if let (Some(ident), Some(_)) = (&attrs.int_or_string, &attrs.embedded_resource) {
        cx.error(
            ident,
            codes::INT_OR_STRING_CONFLICT,
            "an embedded resource is an object, never an integer or a string; keep one of the two",
        );
    }
    let foreign = match &attrs.source {
        Some(SchemaSource::With(path)) => Some((path.to_token_stream(), "schema_with")),
        Some(SchemaSource::Schemars(ident)) => Some((ident.to_token_stream(), "schemars")),
        _ => None,
    };
    if let (Some((tokens, name)), true) = (
        foreign,
        attrs.int_or_string.is_some() || attrs.preserve_unknown_fields.is_some(),
    ) {
        cx.error(
            tokens,
            codes::ATTRIBUTE_CONTRADICTION,
            format!(
                "`{name}` gives the whole schema; remove it, or `int_or_string` and `preserve_unknown_fields`"
            ),
        );
    }
}

fn presence(cx: &Context, attrs: &Attrs) {
    if let (Some(required), Some(_)) = (&attrs.required, &attrs.optional) {
        cx.error(
            required,
            codes::ATTRIBUTE_CONTRADICTION,
            "a field cannot be `required` and `optional`; keep one",
        );
    }
    if let (Some(required), Some(_)) = (&attrs.required, &attrs.default_ident) {
        cx.error(
            required,
            codes::ATTRIBUTE_CONTRADICTION,
            "a `required` field never takes its `default`; keep one",
        );
    }
    if let (Some(no_default), Some(_)) = (&attrs.no_default, &attrs.default_ident) {
        cx.error(
            no_default,
            codes::ATTRIBUTE_CONTRADICTION,
            "`no_default` keeps serde's default out of the schema, but `default` puts one into it; keep one",
        );
    }
    if let (Some(false), Some(default)) = (attrs.nullable, &attrs.default)
        && matches!(default.value, JsonLiteral::Null)
    {
        cx.error(
            default,
            codes::ATTRIBUTE_CONTRADICTION,
            "the default is null but `nullable = false`; remove one",
        );
    }
    if let (Some(discriminator), Some(_)) = (&attrs.discriminator, &attrs.union) {
        cx.error(
            discriminator,
            codes::UNION_MEMBERS,
            "a field is the `discriminator` or a member (`union`), not both",
        );
    }
}

/// DFT-04: a literal default within the bounds beside it.
fn default_in_bounds(cx: &Context, attrs: &Attrs, default: &JsonLiteral, tokens: &impl ToTokens) {
    let v = &attrs.validation;
    let report = |why: String| {
        cx.error(
            tokens,
            codes::DEFAULT_INVALID,
            format!("the default {why}; the API server would reject the CRD"),
        );
    };
    if let Some(value) = default.as_number() {
        if let Some(low) = &v.minimum
            && (value < low.value || (v.exclusive_minimum && value <= low.value))
        {
            report(format!("{value} is below `minimum` {}", low.value));
        }
        if let Some(high) = &v.maximum
            && (value > high.value || (v.exclusive_maximum && value >= high.value))
        {
            report(format!("{value} is above `maximum` {}", high.value));
        }
    }
    let sizes = match default {
        JsonLiteral::Str(text) => Some((
            text.chars().count(),
            "characters",
            &v.min_length,
            "min_length",
            &v.max_length,
            "max_length",
        )),
        JsonLiteral::List(list) => Some((
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
            report(format!(
                "has {size} {unit}, fewer than `{low_name}` {}",
                low.value
            ));
        }
        if let Some(high) = high
            && size > high.value
        {
            report(format!(
                "has {size} {unit}, more than `{high_name}` {}",
                high.value
            ));
        }
    }
    if !v.enumeration.is_empty()
        && !matches!(default, JsonLiteral::Expression(_))
        && !v.enumeration.iter().any(|value| value.value.is_same(default))
    {
        report("is none of the values of `enum`".to_owned());
    }
}
