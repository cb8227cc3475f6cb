//! A type under `#[derive(Schema)]` as a whole.

use super::{attrs, enums, fields};
use crate::attr::input::{Field, Input, ItemBody, Style};
use crate::codes;
use crate::context::Context;
use crate::rust_type;

/// Checks everything that the tokens of the type show.
pub(crate) fn check(cx: &Context, input: &Input<'_>) {
    attribute_lists(cx, input);
    conversions(cx, input);
    super::channels::check(cx, input);
    super::cel::check(cx, input);
    super::types::opened_newtype(cx, input);
    let replaced = input.attrs.replaces_schema() && input.attrs.preserve_unknown_fields.is_none();
    if replaced || input.serde.into.is_some() {
        return;
    }
    match &input.data {
        ItemBody::Struct(style, members) => structure(cx, input, *style, members),
        ItemBody::Enum(variants) => {
            not_on_enums(cx, input);
            enums::check(cx, input, variants);
        }
    }
}

/// Checks every list of attributes by itself: those of the type, of its variants and of all fields.
pub(super) fn attribute_lists(cx: &Context, input: &Input<'_>) {
    attrs::check(cx, &input.attrs);
    match &input.data {
        ItemBody::Struct(_, fields) => fields.iter().for_each(|field| attrs::check(cx, &field.attrs)),
        ItemBody::Enum(variants) => {
            for variant in variants {
                attrs::check(cx, &variant.attrs);
                variant
                    .fields
                    .iter()
                    .for_each(|field| attrs::check(cx, &field.attrs));
            }
        }
    }
}

/// `from`, `try_from`, `into` and `remote`: the JSON is that of another type.
fn conversions(cx: &Context, input: &Input<'_>) {
    if input.attrs.replaces_schema() {
        return;
    }
    if let Some(remote) = &input.serde.remote {
        cx.error(
            remote,
            codes::SERDE_INEXPRESSIBLE,
            "`remote` describes a type of another crate; implement `Schema` for a type of your own, or give the \
             schema with `#[crd(schema_with = path)]`",
        );
    }
    let text = rust_type::text;
    match (&input.serde.from, &input.serde.into) {
        (Some((from, _)), Some((into, token))) if text(from) != text(into) => cx.error(
            token,
            codes::SERDE_INEXPRESSIBLE,
            format!(
                "`{}` is read as `{}` but written as `{}`; use one type for both, or choose one with \
                 `#[crd(schema_as = …)]`",
                input.ident,
                text(from),
                text(into)
            ),
        ),
        (Some((from, token)), None) => one_way(cx, token, &text(from), "read", "into"),
        (None, Some((into, token))) => one_way(cx, token, &text(into), "written", "from"),
        _ => {}
    }
}

fn one_way(cx: &Context, token: &proc_macro2::Ident, ty: &str, done: &str, other: &str) {
    cx.error(
        token,
        codes::SERDE_INEXPRESSIBLE,
        format!(
            "this type is only {done} as `{ty}`; add `#[serde({other} = \"{ty}\")]`, or choose the schema with \
             `#[crd(schema_as = …)]`"
        ),
    );
}

fn structure(cx: &Context, input: &Input<'_>, style: Style, members: &[Field<'_>]) {
    if let Some(tag) = &input.serde.tag {
        cx.error(
            tag,
            codes::SERDE_INEXPRESSIBLE,
            "`tag` on a struct is written but not checked when read; use a field of an enum with one variant",
        );
    }
    fields::check(cx, input, members, input.serde.default.as_ref());
    fields::names(cx, input, members);
    let on_wire: Vec<&Field<'_>> = members.iter().filter(|field| !field.is_skipped()).collect();
    let marker = |field: &&Field<'_>| rust_type::name(field.ty).is_some_and(|name| name == "PhantomData");
    if input.serde.transparent && on_wire.iter().all(marker) {
        cx.error(
            input.ident,
            codes::SERDE_INEXPRESSIBLE,
            "serde needs a field that is written for `transparent`; remove it, or add a field",
        );
        return;
    }
    if input.serde.transparent {
        return;
    }
    if style == Style::Tuple && on_wire.len() > 1 && !enums::same_type(&on_wire) {
        cx.error(
            input.ident,
            codes::TYPE_INEXPRESSIBLE,
            "a tuple struct of different types is a list whose elements differ, which no structural schema \
             expresses; give its fields names",
        );
    }
    if style == Style::Tuple && on_wire.is_empty() {
        cx.error(
            input.ident,
            codes::TYPE_INEXPRESSIBLE,
            "serde writes an empty list for a tuple struct without fields; write it with `{}`",
        );
    }
}

fn not_on_enums(cx: &Context, input: &Input<'_>) {
    for group in &input.attrs.groups {
        cx.error(
            &group.meta.ident,
            codes::ATTRIBUTE_MISPLACED,
            format!(
                "`{}` is for the fields of a struct; the variants of an enum already exclude each other",
                group.meta.name
            ),
        );
    }
}
