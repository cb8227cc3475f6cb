//! Checks a type under `#[derive(Schema)]`.

use super::rule::RuleChecks;
use super::{attrs, enums, fields};
use crate::attr::input::{Input, InputField, ItemBody, Style};
use crate::errors::{Errors, report};
use crate::rust_type;

/// Checks everything that the tokens of the type show. Returns the checks of its rules that are left to the compiler.
pub(crate) fn check<'a>(cx: &Errors, input: &'a Input<'_>) -> RuleChecks<'a> {
    attribute_lists(cx, input);
    super::next::check(cx, input);
    conversions(cx, input);
    if let (true, Some(preserve)) = (
        input.serde.deny_unknown_fields,
        &input.attrs.preserve_unknown_fields,
    ) {
        report!(cx, preserve => ATTRIBUTE_CONTRADICTION,
            "`preserve_unknown_fields` keeps unknown fields, but `deny_unknown_fields` makes serde reject \
             them; remove one of the two");
    }
    no_derived_rules(cx, input);
    super::beside::check(cx, input);
    super::bounds::check(cx, input);
    super::markers::check(cx, input);
    super::channels::check(cx, input);
    let rules = super::cel::check(cx, input);
    super::types::opened_newtype(cx, input);
    let replaced = input.attrs.replaces_schema() && input.attrs.preserve_unknown_fields.is_none();
    if replaced || input.serde.into.is_some() {
        return rules;
    }
    match &input.data {
        ItemBody::Struct(style, members) => structure(cx, input, *style, members),
        ItemBody::Enum(variants) => {
            not_on_enums(cx, input);
            enums::check(cx, input, variants);
        }
    }
    rules
}

/// Checks each list of attributes separately: those of the type, of its variants and of all fields.
pub(super) fn attribute_lists(cx: &Errors, input: &Input<'_>) {
    attrs::check(cx, &input.attrs, None);
    match &input.data {
        ItemBody::Struct(_, fields) => fields
            .iter()
            .for_each(|field| attrs::check(cx, &field.attrs, Some(field.ty))),
        ItemBody::Enum(variants) => {
            for variant in variants {
                attrs::check(cx, &variant.attrs, None);
                variant
                    .fields
                    .iter()
                    .for_each(|field| attrs::check(cx, &field.attrs, Some(field.ty)));
            }
        }
    }
}

/// Checks `from`, `try_from`, `into` and `remote`, with which the JSON is that of another type.
fn conversions(cx: &Errors, input: &Input<'_>) {
    if input.attrs.replaces_schema() {
        return;
    }
    if let Some(remote) = &input.serde.remote {
        report!(cx, remote => SERDE_INEXPRESSIBLE,
            "`remote` describes a type of another crate; implement `Schema` for a type of your own, or \
             provide the schema with `#[crd(schema_with = path)]`");
    }
    let text = rust_type::text;
    match (&input.serde.from, &input.serde.into) {
        (Some((from, _)), Some((into, token))) if text(from) != text(into) => {
            report!(cx, token => SERDE_INEXPRESSIBLE,
            "`{}` is read as `{}` but written as `{}`; use one type for both, or choose one with \
             `#[crd(schema_as = …)]`", input.ident, text(from), text(into));
        }
        (Some((from, token)), None) => one_way(cx, token, &text(from), "read", "into"),
        (None, Some((into, token))) => one_way(cx, token, &text(into), "written", "from"),
        _ => {}
    }
}

fn one_way(cx: &Errors, token: &proc_macro2::Ident, ty: &str, done: &str, other: &str) {
    report!(cx, token => SERDE_INEXPRESSIBLE,
        "this type is only {done} as `{ty}`; for both directions, add `#[serde({other} = \"{ty}\")]`, or \
         choose the schema with `#[crd(schema_as = …)]`");
}

fn structure(cx: &Errors, input: &Input<'_>, style: Style, members: &[InputField<'_>]) {
    if let Some(tag) = &input.serde.tag {
        report!(cx, tag => SERDE_INEXPRESSIBLE,
            "serde writes the `tag` of a struct but does not check it when reading; use a field whose type \
             is an enum with one variant");
    }
    if let Some(untagged) = &input.serde.untagged {
        report!(cx, untagged => SERDE_INEXPRESSIBLE, "serde's `untagged` is only for enums; remove it");
        cx.serde_rejects_it_too();
    }
    fields::check(cx, input, members, input.serde.default.as_ref());
    fields::names(cx, input, members);
    let on_wire: Vec<&InputField<'_>> = members.iter().filter(|field| !field.is_skipped()).collect();
    let marker =
        |field: &&InputField<'_>| rust_type::name(field.ty).is_some_and(|name| name == "PhantomData");
    let is_written = |field: &&&InputField<'_>| !marker(field) && field.serde.skip_serializing.is_none();
    let written = on_wire.iter().filter(is_written).count();
    if input.serde.transparent && written > 1 {
        report!(cx, input.ident => SERDE_INEXPRESSIBLE,
            "serde's `transparent` is for a struct with one field, but `{}` has {written}; remove it", input.ident);
        cx.serde_rejects_it_too();
    }
    if input.serde.transparent && on_wire.iter().all(marker) {
        report!(cx, input.ident => SERDE_INEXPRESSIBLE,
            "`transparent` needs a field that serde writes; remove it, or add a field");
        cx.serde_rejects_it_too();
        return;
    }
    if input.serde.transparent {
        return;
    }
    if style == Style::Tuple && on_wire.len() > 1 && !enums::same_type(&on_wire) {
        report!(cx, input.ident => TYPE_INEXPRESSIBLE,
            "a tuple struct of different types is a list of different types in JSON, which a structural \
             schema cannot express; name its fields");
    }
    if style == Style::Tuple && on_wire.is_empty() {
        report!(cx, input.ident => TYPE_INEXPRESSIBLE,
            "serde writes an empty list for a tuple struct without fields; write it with `{{}}`");
    }
}

/// Reports `no_derived_rules` on a type whose form adds no rules, or whose variants share members.
fn no_derived_rules(cx: &Errors, input: &Input<'_>) {
    let Some(ident) = &input.attrs.no_derived_rules else {
        return;
    };
    let is_external = input.serde.tag.is_none()
        && input.serde.untagged.is_none()
        && matches!(&input.data, ItemBody::Enum(variants)
            if variants.iter().any(|variant| variant.style != Style::Unit));
    if !is_external {
        report!(cx, ident => ATTRIBUTE_MISPLACED,
            "`no_derived_rules` is only for externally tagged enums with data, and for unions; remove it");
    }
}

fn not_on_enums(cx: &Errors, input: &Input<'_>) {
    for group in &input.attrs.groups {
        report!(cx, group.meta.ident => ATTRIBUTE_MISPLACED,
            "`{}` is only for the fields of a struct; the variants of an enum already exclude each other",
            group.meta.name);
    }
}
