//! Generates the source positions of a type and its members, for findings about the generated CRD.
//!
//! ```text
//! struct A { max_size: u8 }
//!     __crd::source!(file!(), (line!(), column!()), [("maxSize", "max_size", line!(), column!())], [], false)
//! ```
//!
//! crd-core's features `check` and `registry` enable this. The compiler's own macros `line!` and `column!` give the position
//! of each name, also in `macro_rules!`, where the position of a token may be inside of the macro.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::to_const::ToConst as _;
use crate::attr::allow::Allowance;
use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::check::union::UnionMember;
use crate::hygiene::{lit_str, quote_stable};

/// Generates the function with the positions of a type and its fields or variants.
pub(super) fn of_input(input: &Input<'_>) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let mut members = SourceTable::default();
    match &input.data {
        ItemBody::Struct(_, fields) => members.add_fields("", fields),
        ItemBody::Enum(variants) => {
            for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                members.add_variant(variant, &variant.name.value);
                members.add_fields(&format!("{}.", variant.name.value), &variant.fields);
            }
        }
    }
    Some(source(input, members))
}

/// Generates the function with the positions of a union and its members, by the values of the discriminator.
pub(super) fn of_union(input: &Input<'_>, members: &[UnionMember<'_>]) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let mut all = SourceTable::default();
    for member in members {
        all.add_variant(member.variant, &member.value);
    }
    Some(source(input, all))
}

fn source(input: &Input<'_>, mut members: SourceTable) -> TokenStream {
    let span = input.ident.span();
    let file = quote_spanned!(span=> ::core::file!());
    let (line, column) = position(span);
    let has_plain_names = matches!(input.data, ItemBody::Struct(..)) && input.serde.rename_all.is_none();
    let has_plain_names = has_plain_names.to_const();
    members.allow("", &input.attrs.allows);
    let SourceTable { places, allows } = members;
    quote_stable!(__crd::source!(#file, (#line, #column), [#(#places),*], [#(#allows),*], #has_plain_names))
}

/// The positions of the members of a type in the source, and the findings that are allowed at them.
#[derive(Default)]
struct SourceTable {
    places: Vec<TokenStream>,
    allows: Vec<TokenStream>,
}

impl SourceTable {
    fn add_fields(&mut self, before: &str, fields: &[InputField<'_>]) {
        for field in fields.iter().filter(|field| !field.is_skipped()) {
            let wire = format!("{before}{}", field.name.value);
            self.add(&wire, &field.rust_name, field.member.span());
            self.allow(&wire, &field.attrs.allows);
        }
    }

    fn add_variant(&mut self, variant: &Variant<'_>, wire: &str) {
        self.add(wire, &variant.ident.to_string(), variant.ident.span());
        self.allow(wire, &variant.attrs.allows);
    }

    fn add(&mut self, wire: &str, rust: &str, span: Span) {
        let (wire, rust) = (lit_str(wire), lit_str(rust));
        let (line, column) = position(span);
        self.places.push(quote_stable!((#wire, #rust, #line, #column)));
    }

    fn allow(&mut self, wire: &str, allowances: &[Allowance]) {
        for allowance in allowances {
            let (wire, name) = (lit_str(wire), lit_str(&allowance.name));
            let reason = lit_str(&allowance.reason);
            let (line, column) = position(allowance.ident.span());
            self.allows
                .push(quote_stable!((#wire, #name, #reason, #line, #column)));
        }
    }
}

fn position(span: Span) -> (TokenStream, TokenStream) {
    (
        quote_spanned!(span=> ::core::line!()),
        quote_spanned!(span=> ::core::column!()),
    )
}
