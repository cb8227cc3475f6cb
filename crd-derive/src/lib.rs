//! Derive macros of crd-gen.

mod attr;
mod check;
mod codes;
mod context;
mod crates;
mod doc;
mod expand;
mod input;
mod serde_attr;
mod suggest;
mod ty;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::attr::keys::Place;
use crate::attr::meta::Meta;
use crate::attr::resource::Resource;
use crate::context::Context;
use crate::crates::Crates;
use crate::input::Input;

/// Derives `crd_core::Schema`.
#[proc_macro_derive(Schema, attributes(crd))]
pub fn schema(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let cx = Context::new();
    let crates = Crates::read(&cx, &Meta::collect(&cx, &item.attrs, "crd"));
    let input = Input::read(&cx, &item, Place::Type);
    if let Some(input) = &input {
        check::input::check(&cx, input);
    }
    let code = match &input {
        Some(input) if cx.count() == 0 => expand::schema::expand(input, &crates),
        _ => expand::schema::fallback(&item.ident, &item.generics, &crates),
    };
    finish(cx, code)
}

/// Derives the root type of a custom resource.
#[proc_macro_derive(CustomResource, attributes(crd))]
pub fn custom_resource(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let cx = Context::new();
    let metas = Meta::collect(&cx, &item.attrs, "crd");
    let crates = Crates::read(&cx, &metas);
    let resource = Resource::read(&cx, &item.ident, metas);
    check::resource::check(&cx, &item, resource.as_ref());
    let code = match &resource {
        Some(resource) => expand::resource::expand(&item, resource, &crates, cx.count() == 0),
        None => proc_macro2::TokenStream::new(),
    };
    finish(cx, code)
}

/// Derives a union in the shape of KEP-2335, with its schema and its serde form.
#[proc_macro_derive(Union, attributes(crd))]
pub fn union(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let cx = Context::new();
    let crates = Crates::read(&cx, &Meta::collect(&cx, &item.attrs, "crd"));
    let input = Input::read(&cx, &item, Place::Union);
    let union = input.as_ref().and_then(|input| check::union::read(&cx, input));
    let code = match (&input, &union) {
        (Some(input), Some(union)) if cx.count() == 0 => expand::union::expand(input, union, &crates),
        _ => expand::union::fallback(&item, &crates),
    };
    finish(cx, code)
}

/// The code after the errors.
fn finish(cx: Context, code: proc_macro2::TokenStream) -> TokenStream {
    let mut out = cx.finish();
    out.extend(code);
    out.into()
}
