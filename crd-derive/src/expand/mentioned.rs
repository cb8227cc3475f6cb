//! Generates uses of what attributes with errors mention.
//!
//! ```text
//! #[crd(next(by = SecondsAsDuration, unfit = "typo"))]     let _: PhantomData<SecondsAsDuration>;
//! #[crd(maximum = MAX_PORT, minimun = 1)]                  let _ = MAX_PORT;
//! ```
//!
//! After an error, the other attributes generate no code. Without these uses, the compiler would report their imports as unused, and
//! an author who removes an import would get an error after the correction.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Expr, Path, Type};

use crate::attr::keys;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::validation;
use crate::errors::Errors;
use crate::hygiene::quote_stable;

/// Generates the uses of an item's attributes. The type of the status is used by `CustomResource`.
pub(super) fn uses(item: &DeriveInput) -> TokenStream {
    if !item.generics.params.is_empty() {
        // A type may name a parameter of the item, which does not exist in a constant.
        return TokenStream::new();
    }
    let mut uses = TokenStream::new();
    of_attributes(&item.attrs, &mut uses);
    match &item.data {
        Data::Struct(data) => of_fields(&data.fields, &mut uses),
        Data::Enum(data) => {
            for variant in &data.variants {
                of_attributes(&variant.attrs, &mut uses);
                of_fields(&variant.fields, &mut uses);
            }
        }
        Data::Union(_) => {}
    }
    quote_stable!(const _: () = { #uses };)
}

fn of_fields(fields: &syn::Fields, uses: &mut TokenStream) {
    for field in fields {
        of_attributes(&field.attrs, uses);
    }
}

fn of_attributes(attributes: &[Attribute], uses: &mut TokenStream) {
    for meta in Meta::collect(&Errors::silent(), attributes, "crd") {
        of_meta(&meta, uses);
    }
}

fn of_meta(meta: &Meta, uses: &mut TokenStream) {
    match &meta.value {
        MetaValue::Type(ty) if meta.name != keys::STATUS && !is_module(ty) => {
            uses.extend(quote_spanned!(ty.span()=> let _: ::core::marker::PhantomData<#ty>;));
        }
        MetaValue::Expr(value) => of_value(value, &meta.name, uses),
        MetaValue::List(list) => of_arguments(list, &meta.name, uses),
        MetaValue::Type(_) | MetaValue::Flag => {}
    }
}

/// Whether the name of a type is that of a module, which is reported.
fn is_module(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| {
        last.ident.to_string().starts_with(char::is_lowercase)
    }))
}

fn of_arguments(list: &[Arg], of: &str, uses: &mut TokenStream) {
    for argument in list {
        match argument {
            Arg::Meta(meta) => of_meta(meta, uses),
            Arg::Expr(value) => of_value(value, of, uses),
            Arg::Group(list) => of_arguments(list, of, uses),
        }
    }
}

/// Paths in other attributes are words, such as `list_type = map`.
fn of_value(value: &Expr, of: &str, uses: &mut TokenStream) {
    let Expr::Path(path) = value else { return };
    let is_value = match of {
        keys::next::UP | keys::next::DOWN | keys::SCHEMA_WITH => true,
        keys::DEFAULT | keys::RULE | keys::rule::MESSAGE => is_constant(&path.path),
        keyword => validation::takes_constant(keyword) && is_constant(&path.path),
    };
    if is_value {
        uses.extend(quote_spanned!(path.span()=> let _ = #value;));
    }
}

fn is_constant(path: &Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| !last.ident.to_string().chars().any(char::is_lowercase))
}
