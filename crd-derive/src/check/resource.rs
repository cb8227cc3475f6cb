//! A type under `#[derive(CustomResource)]`.

use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Fields};

use crate::attr::resource::Resource;
use crate::codes;
use crate::context::Context;
use crate::serde_attr::{self, Container};
use crate::ty;

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
    reserved(cx, item);
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

/// A struct that is written as the whole object: what belongs to the root stands among its fields.
fn reserved(cx: &Context, item: &DeriveInput) {
    let Data::Struct(data) = &item.data else { return };
    let container = Container::read(&Context::silent(), &item.attrs);
    let mut names = Vec::new();
    for field in &data.fields {
        let Some(ident) = &field.ident else { continue };
        let serde = serde_attr::Field::read(&Context::silent(), &field.attrs);
        let rust_name = ident.unraw().to_string();
        let name = match (&serde.rename, container.rename_all) {
            (Some(rename), _) => rename.value.clone(),
            (None, Some(case)) => case.field(&rust_name),
            (None, None) => rust_name,
        };
        names.push((name, ident, ty::name(&field.ty)));
    }
    let has = |wanted: &str| names.iter().any(|(name, ..)| name == wanted);
    let type_meta = has("apiVersion") && has("kind");
    for (name, ident, ty) in &names {
        let metadata =
            name == "metadata" && (ty.as_deref() == Some("ObjectMeta") || has("spec") || type_meta);
        if metadata || (type_meta && (name == "apiVersion" || name == "kind")) {
            cx.error(
                ident,
                codes::RESERVED,
                format!(
                    "`{name}` belongs to the root of the object, which the derive makes; the struct under the \
                     derive is only the `spec`"
                ),
            );
        }
    }
}
