//! A type under `#[derive(Schema)]` as a whole.

use quote::ToTokens;

use super::{enums, fields};
use crate::codes;
use crate::context::Context;
use crate::input::{Body, Field, Input, Style};

/// Everything the type shows by itself.
pub(crate) fn check(cx: &Context, input: &Input<'_>) {
    conversions(cx, input);
    super::cel::check(cx, input);
    let replaced = input.attrs.replaces_schema() && input.attrs.preserve_unknown_fields.is_none();
    if replaced || input.serde.into.is_some() {
        return;
    }
    match &input.data {
        Body::Struct(style, members) => structure(cx, input, *style, members),
        Body::Enum(variants) => {
            not_on_enums(cx, input);
            enums::check(cx, input, variants);
        }
    }
}

/// `from`, `try_from`, `into` and `remote`: the wire form is another type's.
fn conversions(cx: &Context, input: &Input<'_>) {
    if input.attrs.replaces_schema() {
        return;
    }
    if let Some(remote) = &input.serde.remote {
        cx.error(
            remote,
            codes::SERDE,
            "`remote` describes a type of another crate; implement `Schema` for a type of your own, or give the \
             schema with `#[crd(schema_with = path)]`",
        );
    }
    let text = |ty: &syn::Type| ty.to_token_stream().to_string();
    match (&input.serde.from, &input.serde.into) {
        (Some((from, _)), Some((into, token))) if text(from) != text(into) => cx.error(
            token,
            codes::SERDE,
            format!(
                "`{}` is read as `{}` but written as `{}`; use one type for both, or say which with \
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
        codes::SERDE,
        format!(
            "this type is only {done} as `{ty}`; add `#[serde({other} = \"{ty}\")]`, or say what stands on the wire \
             with `#[crd(schema_as = …)]`"
        ),
    );
}

fn structure(cx: &Context, input: &Input<'_>, style: Style, members: &[Field<'_>]) {
    if let Some(tag) = &input.serde.tag {
        cx.error(
            tag,
            codes::SERDE,
            "`tag` on a struct is written but not checked when read; use a field of an enum with one variant",
        );
    }
    fields::check(cx, input, members, input.serde.default.is_some());
    fields::names(cx, input, members);
    let on_wire: Vec<&Field<'_>> = members.iter().filter(|field| !field.is_skipped()).collect();
    let marker = |field: &&Field<'_>| crate::ty::name(field.ty).is_some_and(|name| name == "PhantomData");
    if input.serde.transparent && on_wire.iter().all(marker) {
        cx.error(
            input.ident,
            codes::SERDE,
            "serde needs a field that is written for `transparent`; drop it, or add one",
        );
        return;
    }
    if input.serde.transparent {
        return;
    }
    if style == Style::Tuple && on_wire.len() > 1 && !enums::same_type(&on_wire) {
        cx.error(
            input.ident,
            codes::TYPE,
            "a tuple struct of different types is a list whose elements differ, which no structural schema \
             expresses; give its fields names",
        );
    }
    if style == Style::Tuple && on_wire.is_empty() {
        cx.error(
            input.ident,
            codes::TYPE,
            "serde writes an empty list for a tuple struct without fields; write it with `{}`",
        );
    }
}

fn not_on_enums(cx: &Context, input: &Input<'_>) {
    for group in &input.attrs.groups {
        cx.error(
            &group.meta.ident,
            codes::MISPLACED,
            format!("`{}` chooses among the fields of a struct; the variants of an enum exclude each other already", group.meta.name),
        );
    }
}
