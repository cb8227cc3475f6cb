//! Generates serde's traits for a type with an error for which nothing else implements them.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::attr::crates::Crates;
use crate::hygiene::{closing_semicolon, quote_stable, stable_span};

/// Generates impls that do nothing, so that after an error the compiler does not also report missing impls.
pub(crate) fn impls(item: &DeriveInput, crates: &Crates) -> TokenStream {
    let (crd_core, lints, end) = (&crates.crd_core, super::lints(), closing_semicolon());
    let ident = &item.ident;
    let (impl_generics, ty_generics, where_clause) = item.generics.split_for_impl();
    let mut with_de = item.generics.clone();
    with_de
        .params
        .insert(0, syn::parse_quote_spanned!(stable_span()=> 'de));
    let (de_generics, _, _) = with_de.split_for_impl();
    quote_stable! {
        #lints
        const _: () = {
            use #crd_core::__private as __crd;
            impl #impl_generics __crd::serde::Serialize for #ident #ty_generics #where_clause {
                fn serialize<S: __crd::serde::Serializer>(&self, serializer: S) -> __crd::Result<S::Ok, S::Error> {
                    serializer.serialize_unit()
                }
            }
            impl #de_generics __crd::serde::Deserialize<'de> for #ident #ty_generics #where_clause {
                fn deserialize<D: __crd::serde::Deserializer<'de>>(_: D) -> __crd::Result<Self, D::Error> {
                    __crd::Err(__crd::serde::de::Error::custom("the derive failed"))
                }
            }
        } #end
    }
}
