//! Checks whether the attributes of one place contradict each other.

use quote::ToTokens;

use super::{lifecycle, rule, validation};
use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::attr::merge_strategy::ListTypeAttr;
use crate::errors::{Errors, report};

/// Reports attributes that exclude each other: `first, second => CODE, "…";` is reported on the first.
macro_rules! contradict {
    ($cx:ident: $($first:expr, $second:expr => $code:ident, $message:literal;)+) => {$(
        if let (Some(first), true) = (&$first, $second.is_some()) {
            report!($cx, first => $code, $message);
        }
    )+};
}

/// Checks the attributes of one place, and those of its elements and values.
pub(super) fn check(cx: &Errors, attrs: &Attrs) {
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        check(cx, nested);
    }
    for only in &attrs.only {
        check(cx, &only.attrs);
    }
    validation::check(cx, &attrs.validation);
    if let Some(unchecked) = &attrs.unchecked {
        validation::check(cx, &unchecked.validation);
    }
    for rule in &attrs.rules {
        rule::check(cx, rule);
    }
    lifecycle::check(cx, &attrs.lifecycle, &attrs.allows);
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

/// OAS-23, OAS-24, OAS-30: `list_type = map` requires keys, and other list types have none.
fn lists(cx: &Errors, attrs: &Attrs) {
    let map = attrs
        .list_type
        .as_ref()
        .is_some_and(|list_type| list_type.value == ListTypeAttr::Map);
    match (&attrs.list_type, &attrs.list_map_keys_ident) {
        (Some(list_type), None) if map => {
            report!(cx, list_type => LIST_MAP_WITHOUT_KEYS,
                "`list_type = map` needs its keys: add `list_map_keys(\"name\")`");
        }
        (Some(_), Some(keys)) if !map => {
            report!(cx, keys => LIST_MAP_KEYS_WITHOUT_MAP, "`list_map_keys` needs `list_type = map`");
        }
        (None, Some(keys)) => {
            report!(cx, keys => LIST_MAP_KEYS_WITHOUT_MAP,
                "`list_map_keys` needs `list_type = map` beside it");
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
            report!(cx, key => LIST_MAP_KEY_DUPLICATE, "key `{}` is given twice; keep one", key.value);
        }
    }
    contradict!(cx:
        attrs.list_type, attrs.map_type => ATTRIBUTE_CONTRADICTION,
            "`list_type` is for lists and `map_type` is for objects; keep one";
    );
}

/// Reports a schema with more than one source.
fn sources(cx: &Errors, attrs: &Attrs) {
    contradict!(cx:
        attrs.int_or_string, attrs.preserve_unknown_fields => INT_OR_STRING_CONFLICT,
            "`int_or_string` and `preserve_unknown_fields` cannot both be the schema; keep one";
        attrs.int_or_string, attrs.embedded_resource => INT_OR_STRING_CONFLICT,
            "an embedded resource is an object, never an integer or a string; keep one of the two";
    );
    let foreign = match &attrs.source {
        Some(SchemaSource::With(path)) => Some((path.to_token_stream(), "schema_with")),
        Some(SchemaSource::Schemars(ident)) => Some((ident.to_token_stream(), "schemars")),
        _ => None,
    };
    if let (Some((tokens, name)), true) = (
        foreign,
        attrs.int_or_string.is_some() || attrs.preserve_unknown_fields.is_some(),
    ) {
        report!(cx, tokens => ATTRIBUTE_CONTRADICTION,
            "`{name}` gives the whole schema; remove it, or `int_or_string` and `preserve_unknown_fields`");
    }
}

fn presence(cx: &Errors, attrs: &Attrs) {
    contradict!(cx:
        attrs.required, attrs.optional => ATTRIBUTE_CONTRADICTION,
            "a field cannot be `required` and `optional`; keep one";
        attrs.no_default, attrs.default_ident => ATTRIBUTE_CONTRADICTION,
            "`no_default` keeps serde's default out of the schema, but `default` puts one into it; keep one";
        attrs.discriminator, attrs.union => UNION_MEMBERS,
            "a field is the `discriminator` or a member (`union`), not both";
    );
    if let (Some(false), Some(default)) = (attrs.nullable, &attrs.default)
        && matches!(default.value, JsonLiteral::Null)
    {
        report!(cx, default => ATTRIBUTE_CONTRADICTION,
            "the default is null but `nullable = false`; remove one");
    }
}

/// DFT-04: reports a literal default outside of the bounds beside it.
fn default_in_bounds(cx: &Errors, attrs: &Attrs, default: &JsonLiteral, tokens: &impl ToTokens) {
    let v = &attrs.validation;
    let report = |why: String| {
        report!(cx, tokens => DEFAULT_INVALID, "the default {why}; the API server would reject the CRD");
    };
    if let Some(value) = default.as_number() {
        if let Some(low) = &v.minimum.value
            && (value < low.value || (v.minimum.is_exclusive && value <= low.value))
        {
            report(format!("{value} is below `minimum` {}", low.value));
        }
        if let Some(high) = &v.maximum.value
            && (value > high.value || (v.maximum.is_exclusive && value >= high.value))
        {
            report(format!("{value} is above `maximum` {}", high.value));
        }
    }
    let sizes = match default {
        JsonLiteral::Str(text) => Some((
            text.chars().count(),
            "characters",
            [keys::MIN_LENGTH, keys::MAX_LENGTH],
        )),
        JsonLiteral::List(list) => Some((list.len(), "elements", [keys::MIN_ITEMS, keys::MAX_ITEMS])),
        _ => None,
    };
    if let Some((size, unit, [low_name, high_name])) = sizes {
        let value = i64::try_from(size).unwrap_or(i64::MAX);
        if let Some(low) = v.count(low_name).filter(|low| value < *low) {
            report(format!("has {size} {unit}, fewer than `{low_name}` {low}"));
        }
        if let Some(high) = v.count(high_name).filter(|high| value > *high) {
            report(format!("has {size} {unit}, more than `{high_name}` {high}"));
        }
    }
    if !v.enumeration.is_empty()
        && !matches!(default, JsonLiteral::Expression(_))
        && !v.enumeration.iter().any(|value| value.value.is_same(default))
    {
        report("is none of the values of `enum`".to_owned());
    }
}
