//! Checks whether the attributes of one place contradict each other.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, Type};

use super::{lifecycle, rule, validation};
use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::merge_strategy::ListTypeAttr;
use crate::attr::validation::{ValidationAttrs, each_in_quotes};
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};

/// Reports attributes that exclude each other: `first, second => CODE, "…";` is reported on the first.
macro_rules! contradict {
    ($cx:ident: $($first:expr, $second:expr => $code:ident, $message:literal;)+) => {$(
        if let (Some(first), true) = (&$first, $second.is_some()) {
            report!($cx, first => $code, $message);
        }
    )+};
}

/// Checks the attributes of one place, whose type is given if the tokens show it, and those of its elements and values.
pub(super) fn check(cx: &Errors, attrs: &Attrs, ty: Option<&Type>) {
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        check(cx, nested, ty.and_then(rust_type::element));
    }
    for only in &attrs.only {
        check(cx, &only.attrs, ty);
        without_effect(cx, attrs, &only.attrs);
    }
    for below in &attrs.at {
        check(cx, &below.attrs, None);
        for rule in &below.attrs.rules {
            cx.in_rules(|| rule::path_start(cx, rule, &[]));
        }
    }
    validation::check(cx, &attrs.validation);
    if let Some(unchecked) = &attrs.unchecked {
        validation::check(cx, &unchecked.validation);
    }
    for rule in &attrs.rules {
        cx.in_rules(|| rule::check(cx, rule));
    }
    lifecycle::check(cx, &attrs.lifecycle, &attrs.allows);
    for column in &attrs.columns {
        super::resource::column_path(cx, column);
    }
    lists(cx, attrs, ty);
    sources(cx, attrs);
    presence(cx, attrs);
    if let Some(default) = &attrs.default {
        default_in_bounds(cx, attrs, &default.value, &default.tokens);
    }
}

/// Reports bounds in `only(…)` that are not stricter than those beside it, which hold in all outputs.
fn without_effect(cx: &Errors, beside: &Attrs, only: &Attrs) {
    for bound in validation::not_stricter(&only.validation, &beside.validation) {
        report!(cx, bound.ident => ATTRIBUTE_CONTRADICTION,
            "`{}` has no effect in `only`, because the bound beside `only` holds in all outputs and is as strict; write \
             the looser bound beside `only` and the stricter one in it, with the condition of the outputs that have it",
            bound.name);
    }
    for (only, beside) in [(&only.items, &beside.items), (&only.values, &beside.values)] {
        if let (Some(only), Some(beside)) = (only, beside) {
            without_effect(cx, beside, only);
        }
    }
}

/// OAS-23, OAS-24, OAS-30: `list_type = map` requires keys, and other list types have none.
fn lists(cx: &Errors, attrs: &Attrs, ty: Option<&Type>) {
    let map = attrs
        .list_type
        .as_ref()
        .is_some_and(|list_type| list_type.value == ListTypeAttr::Map);
    let json = ty.and_then(rust_type::known_json);
    match (&attrs.list_type, &attrs.list_map_keys_ident) {
        // The type is reported elsewhere.
        (Some(_), None) if json.is_some_and(|json| json != "lists") => {}
        (Some(list_type), None) if map => {
            if let Some(element) = scalar_element(ty) {
                report!(cx, list_type => LIST_MAP_ITEMS,
                    "`list_type = map` needs elements that are objects, but `{element}` is not one; use `list_type = set` \
                     or `atomic`");
            } else {
                report!(cx, list_type => LIST_MAP_WITHOUT_KEYS,
                    "`list_type = map` needs keys: add `list_map_keys(\"…\")` with the names of the fields that identify an \
                     element");
            }
        }
        (Some(_), Some(keys)) if !map => {
            report!(cx, keys => LIST_MAP_KEYS_WITHOUT_MAP, "`list_map_keys` needs `list_type = map`");
        }
        (None, Some(keys)) => {
            report!(cx, keys => LIST_MAP_KEYS_WITHOUT_MAP,
                "`list_map_keys` needs `list_type = map`");
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
            report!(cx, key => LIST_MAP_KEY_DUPLICATE, "key `{}` is listed twice; keep one", key.value);
        }
    }
    contradict!(cx:
        attrs.list_type, attrs.map_type => ATTRIBUTE_CONTRADICTION,
            "`list_type` is for lists and `map_type` is for objects; keep one";
    );
}

/// Returns the type of the elements of a list, if it is one of the standard library that is no object.
fn scalar_element(ty: Option<&Type>) -> Option<String> {
    let element = rust_type::element(ty?)?;
    matches!(
        rust_type::known_json(element)?,
        "integers" | "numbers" | "booleans" | "strings"
    )
    .then(|| rust_type::text(element))
}

/// Reports a schema with more than one source.
fn sources(cx: &Errors, attrs: &Attrs) {
    contradict!(cx:
        attrs.int_or_string, attrs.preserve_unknown_fields => INT_OR_STRING_CONFLICT,
            "`int_or_string` and `preserve_unknown_fields` cannot both be the schema; keep one";
        attrs.int_or_string, attrs.embedded_resource => INT_OR_STRING_CONFLICT,
            "`embedded_resource` is an object, but `int_or_string` is an integer or a string; keep one of \
             the two";
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
            "`{name}` replaces the whole schema; remove it, or `int_or_string` and `preserve_unknown_fields`");
    }
}

fn presence(cx: &Errors, attrs: &Attrs) {
    contradict!(cx:
        attrs.required, attrs.optional => ATTRIBUTE_CONTRADICTION,
            "a field cannot be `required` and `optional`; keep one";
        attrs.no_default, attrs.default_ident => ATTRIBUTE_CONTRADICTION,
            "`no_default` keeps serde's default out of the schema, but `default` puts one into it; keep one";
        attrs.discriminator, attrs.union => UNION_MEMBERS,
            "a field cannot be both the `discriminator` and a member (`union`); keep one";
    );
    if let (Some(false), Some(default)) = (attrs.nullable, &attrs.default)
        && matches!(default.value.value(), JsonLiteral::Null)
    {
        report!(cx, default => ATTRIBUTE_CONTRADICTION,
            "the default is null, but `nullable = false` excludes null; remove one");
    }
}

/// DFT-04: reports a literal default outside of the bounds beside it.
fn default_in_bounds(cx: &Errors, attrs: &Attrs, default: &JsonLiteral, tokens: &impl ToTokens) {
    let (v, default) = (&attrs.validation, default.value());
    let report = |why: String| {
        report!(cx, tokens => DEFAULT_INVALID, "the default {why}; the API server would reject the CRD");
    };
    if let Some(why) = refusal(v, default) {
        report(why);
    }
    if let JsonLiteral::Expression(expr) = default
        && let Expr::Path(path) = expr.as_ref()
        && let name = rust_type::last_segment(&path.path)
        && matches!(name.as_str(), "NAN" | "INFINITY" | "NEG_INFINITY")
    {
        report(format!("is `{name}`, which JSON does not have"));
    }
    let is_set = attrs
        .list_type
        .as_ref()
        .is_some_and(|list_type| list_type.value == ListTypeAttr::Set);
    if let (JsonLiteral::List(list), true) = (default, is_set) {
        for (index, element) in list.iter().enumerate() {
            if list.iter().take(index).any(|earlier| earlier.is_same(element)) {
                report!(cx, tokens => DEFAULT_INVALID,
                    "the default has a duplicate element, but the list is a set: the API server would set \
                     this default and then reject the object");
                return;
            }
        }
    }
}

/// Reports the default of serde, if it is outside of the bounds beside it. A name shows whether the type is one whose `Default`
/// is known.
pub(super) fn serde_default_in_bounds(cx: &Errors, attrs: &Attrs, ty: &Type, default_ident: Option<&Ident>) {
    let Some((default, written)) = std_default(ty) else {
        return;
    };
    if let (Some(why), Some(ident)) = (refusal(&attrs.validation, &default), default_ident) {
        report!(cx, ident => DEFAULT_INVALID,
            "the default of `#[serde(default)]`, `{written}`, {why}; the API server would reject the CRD; name \
             another default, or keep it out of the schema with `no_default`");
    }
}

/// Returns the `Default` of a type of the standard library, as a literal and as JSON.
fn std_default(ty: &Type) -> Option<(JsonLiteral, &'static str)> {
    match (rust_type::std_type(ty), rust_type::name(ty).as_deref()) {
        (Some(StdType::Integer(..) | StdType::Float), _) => Some((JsonLiteral::Int(0), "0")),
        (Some(StdType::Text), Some("String")) => Some((JsonLiteral::Str(String::new()), "\"\"")),
        (Some(StdType::List(_)), Some("Vec")) => Some((JsonLiteral::List(Vec::new()), "[]")),
        _ => None,
    }
}

/// Whether the `Default` of the type is known, and valid beside these attributes.
pub(crate) fn admits_std_default(attrs: &Attrs, ty: &Type) -> bool {
    matches!(rust_type::std_type(ty), Some(StdType::Bool | StdType::Map(_)))
        || std_default(ty).is_some_and(|(default, _)| refusal(&attrs.validation, &default).is_none())
}

/// Returns the reason why a default is not a valid value.
fn refusal(v: &ValidationAttrs, default: &JsonLiteral) -> Option<String> {
    let is_listed = v.enumeration.is_empty()
        || matches!(default, JsonLiteral::Expression(_))
        || v.enumeration.iter().any(|value| value.value.is_same(default));
    let separate = match v.enumeration.as_slice() {
        [only]
            if let JsonLiteral::Str(text) = &only.value
                && text.contains([',', ';', '|']) =>
        {
            format!(", which are one text: write `{}`", each_in_quotes(text))
        }
        _ => String::new(),
    };
    validation::refusal(v, default)
        .or_else(|| (!is_listed).then(|| format!("is not one of the values of `enum`{separate}")))
}
