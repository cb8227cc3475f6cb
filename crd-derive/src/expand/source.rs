//! Generates the places of a type and its members, for findings about the generated CRD.
//!
//! ```text
//! struct A { max_size: u8 }
//!     __crd::source!(file!(), (line!(), column!()), [("maxSize", "max_size", line!(), column!())], false)
//! ```
//!
//! crd-core's features `check` and `registry` turn this on. The compiler's own macros say where each name stands: also in
//! `macro_rules!`, where the position of a token may be one in the macro.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::to_const::ToConst as _;
use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::check::union::UnionMember;
use crate::hygiene::{lit_str, quote_stable};

/// The function of a type and its fields or variants.
pub(super) fn of_input(input: &Input<'_>) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let mut members = Vec::new();
    match &input.data {
        ItemBody::Struct(_, fields) => of_fields("", fields, &mut members),
        ItemBody::Enum(variants) => {
            for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                members.push(of_variant(variant, &variant.name.value));
                of_fields(&format!("{}.", variant.name.value), &variant.fields, &mut members);
            }
        }
    }
    Some(source(input, &members))
}

/// The function of a union and its members, by the values of the discriminator.
pub(super) fn of_union(input: &Input<'_>, members: &[UnionMember<'_>]) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let members: Vec<TokenStream> = members
        .iter()
        .map(|member| of_variant(member.variant, &member.value))
        .collect();
    Some(source(input, &members))
}

fn source(input: &Input<'_>, members: &[TokenStream]) -> TokenStream {
    let span = input.ident.span();
    let file = quote_spanned!(span=> ::core::file!());
    let (line, column) = position(span);
    let has_plain_names = matches!(input.data, ItemBody::Struct(..)) && input.serde.rename_all.is_none();
    let has_plain_names = has_plain_names.to_const();
    quote_stable!(__crd::source!(#file, (#line, #column), [#(#members),*], #has_plain_names))
}

fn of_fields(before: &str, fields: &[InputField<'_>], members: &mut Vec<TokenStream>) {
    for field in fields.iter().filter(|field| !field.is_skipped()) {
        let wire = format!("{before}{}", field.name.value);
        members.push(member(&wire, &field.rust_name, field.member.span()));
    }
}

fn of_variant(variant: &Variant<'_>, wire: &str) -> TokenStream {
    member(wire, &variant.ident.to_string(), variant.ident.span())
}

fn member(wire: &str, rust: &str, span: Span) -> TokenStream {
    let (wire, rust) = (lit_str(wire), lit_str(rust));
    let (line, column) = position(span);
    quote_stable!((#wire, #rust, #line, #column))
}

fn position(span: Span) -> (TokenStream, TokenStream) {
    (
        quote_spanned!(span=> ::core::line!()),
        quote_spanned!(span=> ::core::column!()),
    )
}
