//! The type under `#[derive(CustomResource)]`: the spec.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Type};

use crate::attr::attrs::Attrs;
use crate::attr::doc::{self, LineBreaks};
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::meta::Meta;
use crate::attr::serde::{SerdeContainer, SerdeField};
use crate::errors::Errors;
use crate::rust_type;

/// The spec of a custom resource.
pub(crate) struct Spec<'a> {
    pub(crate) item: &'a DeriveInput,
    /// Its doc comment.
    pub(crate) description: String,
    /// The named fields of a struct; empty for any other type.
    pub(crate) fields: Vec<SpecField<'a>>,
    /// Whether an attribute of serde or the type of a field is invalid, so that the spec may not implement serde's traits.
    pub(crate) serde_is_wrong: bool,
}

/// A named field of a spec.
pub(crate) struct SpecField<'a> {
    pub(crate) ident: &'a Ident,
    /// The name in JSON.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    /// Whether its type has a reference that serde cannot read.
    pub(crate) is_unreadable: bool,
}

impl<'a> Spec<'a> {
    pub(crate) fn parse(item: &'a DeriveInput, metas: &[Meta]) -> Spec<'a> {
        let keeps = metas.iter().any(|meta| meta.name == keys::KEEP_LINE_BREAKS);
        let breaks = if keeps { LineBreaks::Keep } else { LineBreaks::Join };
        // `#[derive(Schema)]` on the same struct reports errors in serde's attributes.
        let unreported = Errors::new();
        let fields = fields(&unreported, item);
        let serde_is_wrong = !unreported.is_clean() || fields.iter().any(|field| field.is_unreadable);
        unreported.finish();
        Spec {
            item,
            description: doc::description(&item.attrs, breaks),
            fields,
            serde_is_wrong,
        }
    }
}

fn fields<'a>(cx: &Errors, item: &'a DeriveInput) -> Vec<SpecField<'a>> {
    let mut found = Vec::new();
    let container = SerdeContainer::parse(cx, &item.attrs);
    let Data::Struct(data) = &item.data else {
        return found;
    };
    for field in &data.fields {
        let Some(ident) = &field.ident else { continue };
        let serde = SerdeField::parse(cx, &field.attrs);
        let rust_name = ident.unraw().to_string();
        let name = match (&serde.rename, container.rename_all) {
            (Some(rename), _) => rename.value.clone(),
            (None, Some(case)) => case.field(&rust_name),
            (None, None) => rust_name,
        };
        found.push(SpecField {
            ident,
            name,
            ty: &field.ty,
            is_unreadable: is_unreadable(&container, &serde, field),
        });
    }
    found
}

/// Whether the type of a field has a reference, and serde reads a value into it.
fn is_unreadable(container: &SerdeContainer, serde: &SerdeField, field: &syn::Field) -> bool {
    let is_read = container.from.is_none()
        && container.into.is_none()
        && serde.custom.is_none()
        && serde.skip_deserializing.is_none();
    if !is_read || !rust_type::has_unreadable_reference(&field.ty) {
        return false;
    }
    // `#[derive(Schema)]` reports errors in these attributes.
    let silent = Errors::silent();
    let metas = Meta::collect(&silent, &field.attrs, "crd");
    let attrs = Attrs::parse(&silent, AttributeTarget::Field, metas);
    attrs.skip.is_none() && !attrs.replaces_schema()
}
