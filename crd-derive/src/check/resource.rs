//! A type under `#[derive(CustomResource)]`.

use syn::{Data, DeriveInput, Fields};

use crate::attr::resource::Resource;
use crate::codes;
use crate::context::Context;

/// What the root type can be made of.
pub(crate) fn check(cx: &Context, item: &DeriveInput, resource: Option<&Resource>) {
    if !item.generics.params.is_empty() {
        cx.error(
            &item.generics,
            codes::DERIVE,
            "a custom resource has one schema, so its spec takes no parameters; name them with a type alias or \
             a newtype",
        );
    }
    match &item.data {
        Data::Struct(data) => {
            if matches!(data.fields, Fields::Unit) {
                cx.error(
                    &item.ident,
                    codes::DERIVE,
                    "serde writes null for a unit struct, but `spec` is an object; write it with `{}`",
                );
            }
        }
        Data::Enum(_) => {}
        Data::Union(data) => {
            cx.error(
                data.union_token,
                codes::DERIVE,
                "a `union` has no serde form; use a struct or an enum",
            );
        }
    }
    let Some(resource) = resource else { return };
    let root = resource.root.as_ref().unwrap_or(&resource.kind);
    if item.ident == root.value {
        cx.error(
            root,
            codes::CONTRADICTION,
            format!(
                "the root type would be named `{0}` as its spec is; rename the struct to `{0}Spec`, or name the \
                 root with `root = \"…\"`",
                root.value
            ),
        );
    } else if syn::parse_str::<syn::Ident>(&root.value).is_err() {
        cx.error(
            root,
            codes::VALUE,
            format!(
                "`{}` cannot be the name of a Rust type; name the root with `root = \"…\"`",
                root.value
            ),
        );
    }
}
