//! Group and version of a resource as expressions: literals, or constants of the user.

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::to_const::ToConst;
use crate::attr::resource::ResourceAttrs;
use crate::attr::validation::ConstantValue;
use crate::hygiene::{lit_str, quote_stable};
use crate::spanned::Spanned;

/// Generates the group as an expression.
pub(super) fn group(resource: &ResourceAttrs) -> TokenStream {
    text_or_constant(&resource.group, resource.group_constant.as_ref())
}

/// Generates the version as an expression.
pub(super) fn version(resource: &ResourceAttrs) -> TokenStream {
    text_or_constant(&resource.version, resource.version_constant.as_ref())
}

fn text_or_constant(text: &Spanned<String>, constant: Option<&ConstantValue>) -> TokenStream {
    constant.map_or_else(|| text.to_const(), super::constant::value)
}

/// Generates `"group/version"` as an expression.
pub(super) fn api_version(resource: &ResourceAttrs) -> TokenStream {
    if resource.group_constant.is_none() && resource.version_constant.is_none() {
        let text = format!("{}/{}", resource.group.value, resource.version.value);
        return lit_str(text).into_token_stream();
    }
    let (group, version) = (group(resource), version(resource));
    quote_stable!(__crd::joined!(#group, b'/', #version))
}
