//! The type of the field `spec` of a root.

use proc_macro2::TokenStream;

use crate::attr::resource::SpecOptional;
use crate::check::resource::RootType;
use crate::hygiene::quote_stable;

/// Returns the struct under the derive, or an `Option` of it if an object may lack the spec.
pub(super) fn spec_type(root: &RootType<'_>) -> TokenStream {
    let spec = &root.spec.item.ident;
    match root.resource.spec_optional {
        Some(SpecOptional::Option) => quote_stable!(::core::option::Option<#spec>),
        _ => quote_stable!(#spec),
    }
}
