//! The type under `#[derive(Schema)]` or `#[derive(Union)]`, with its attributes.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Generics, Type};

use crate::attr::attrs::Attrs;
use crate::attr::doc::{self, LineBreaks};
use crate::attr::equivalent;
use crate::attr::foreign;
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::meta::Meta;
use crate::attr::serde;
use crate::attr::serde::case::{RenameRule, pascal, upper_first};
use crate::attr::validation;
use crate::errors::{Errors, report};
use crate::hygiene::lit_num;
use crate::spanned::Spanned;
use crate::suggest::{did_you_mean, nearest};

/// A type with its attributes.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    pub(crate) attrs: Attrs,
    pub(crate) serde: serde::SerdeContainer,
    pub(crate) data: ItemBody<'a>,
    /// All its attributes, including those of other derives.
    pub(crate) foreign: &'a [syn::Attribute],
}

/// The content of a type.
pub(crate) enum ItemBody<'a> {
    Struct(Style, Vec<InputField<'a>>),
    Enum(Vec<Variant<'a>>),
}

/// The syntax of a struct or variant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

/// A field.
pub(crate) struct InputField<'a> {
    /// Its name in Rust, or its number.
    pub(crate) member: TokenStream,
    /// The Rust name without `r#`.
    pub(crate) rust_name: String,
    pub(crate) ty: &'a Type,
    /// The name in JSON.
    pub(crate) name: Spanned<String>,
    pub(crate) attrs: Attrs,
    pub(crate) serde: serde::SerdeField,
    /// The names of its attributes in `#[crd(…)]`.
    pub(crate) given: Vec<Ident>,
    /// All its attributes, including those of other derives.
    pub(crate) foreign: &'a [syn::Attribute],
}

/// A variant of an enum.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    /// The name in JSON.
    pub(crate) name: Spanned<String>,
    pub(crate) description: String,
    pub(crate) style: Style,
    pub(crate) fields: Vec<InputField<'a>>,
    pub(crate) attrs: Attrs,
    pub(crate) serde: serde::SerdeVariant,
    /// All its attributes, including those of other derives.
    pub(crate) foreign: &'a [syn::Attribute],
}

impl<'a> Input<'a> {
    /// Parses an item; `None` if it is a Rust `union`.
    pub(crate) fn parse(cx: &Errors, item: &'a DeriveInput, target: AttributeTarget) -> Option<Input<'a>> {
        let mut serde = serde::SerdeContainer::parse(cx, &item.attrs);
        let mut metas = Meta::collect(cx, &item.attrs, "crd");
        if target != AttributeTarget::Union {
            serde.adopt(&metas);
        }
        if matches!(&item.data, Data::Struct(data) if matches!(data.fields, Fields::Named(_)))
            && !serde.transparent
        {
            metas = keywords_of_fields(cx, metas);
        }
        let mut attrs = Attrs::parse(cx, target, metas);
        let breaks = if attrs.keep_line_breaks.is_some() {
            LineBreaks::Keep
        } else {
            LineBreaks::Join
        };
        attrs
            .description
            .get_or_insert_with(|| doc::description(&item.attrs, breaks));
        let data = match &item.data {
            Data::Struct(data) => {
                let fields = fields(cx, &data.fields, serde.rename_all, breaks);
                ItemBody::Struct(style(&data.fields), fields)
            }
            Data::Enum(data) => ItemBody::Enum(
                data.variants
                    .iter()
                    .map(|variant| Variant::parse(cx, variant, &serde, breaks))
                    .collect(),
            ),
            Data::Union(data) => {
                report!(cx, data.union_token => DERIVE_TARGET,
                    "serde does not support a `union`; use a struct or an enum");
                return None;
            }
        };
        Some(Input {
            ident: &item.ident,
            generics: &item.generics,
            attrs,
            serde,
            data,
            foreign: &item.attrs,
        })
    }
}

impl<'a> Variant<'a> {
    fn parse(
        cx: &Errors,
        variant: &'a syn::Variant,
        container: &serde::SerdeContainer,
        breaks: LineBreaks,
    ) -> Variant<'a> {
        let serde = serde::SerdeVariant::parse(cx, &variant.attrs);
        let mut attrs = Attrs::parse(
            cx,
            AttributeTarget::Variant,
            Meta::collect(cx, &variant.attrs, "crd"),
        );
        let rust_name = variant.ident.unraw().to_string();
        let name = serde.rename.clone().unwrap_or_else(|| {
            let name = container
                .rename_all
                .map_or_else(|| rust_name.clone(), |case| case.variant(&rust_name));
            Spanned::new(name, &variant.ident)
        });
        let description = attrs
            .description
            .take()
            .unwrap_or_else(|| doc::description(&variant.attrs, breaks));
        let case = serde.rename_all.or(container.rename_all_fields);
        let fields = fields(cx, &variant.fields, case, breaks);
        // serde writes a newtype variant whose content is skipped like a unit variant.
        let style = match (style(&variant.fields), fields.as_slice()) {
            (Style::Tuple, [only]) if only.is_skipped() => Style::Unit,
            (style, _) => style,
        };
        Variant {
            ident: &variant.ident,
            name,
            description,
            style,
            fields,
            attrs,
            serde,
            foreign: &variant.attrs,
        }
    }

    /// Whether serde neither serializes nor deserializes the variant.
    pub(crate) fn is_skipped(&self) -> bool {
        self.serde.skip.is_some() || self.attrs.skip.is_some()
    }
}

impl InputField<'_> {
    /// Returns the discriminator's value for this member of a union.
    pub(crate) fn member_value(&self) -> Option<String> {
        let member = self.attrs.union.as_ref()?;
        Some(member.value.as_ref().map_or_else(
            || upper_first(&pascal(&self.name.value)),
            |value| value.value.clone(),
        ))
    }

    /// Whether serde neither serializes nor deserializes the field.
    pub(crate) fn is_skipped(&self) -> bool {
        self.attrs.skip.is_some()
            || (self.serde.skip_serializing.is_some() && self.serde.skip_deserializing.is_some())
    }
}

/// Reports misspelled keywords on a struct with named fields that only values of other types have, and returns the other
/// attributes.
fn keywords_of_fields(cx: &Errors, mut metas: Vec<Meta>) -> Vec<Meta> {
    metas.retain(|meta| {
        let name = &meta.name;
        if keys::find(name).is_some() || foreign::advice(name).is_some() {
            return true;
        }
        let meant = nearest(name, keys::KEYS.iter().map(|key| key.name));
        let Some(meant) = meant.filter(|meant| validation::excludes_objects(meant)) else {
            return true;
        };
        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
            "unknown attribute `{name}`; did you mean `{meant}`, which belongs on a field?");
        false
    });
    metas
}

fn style(fields: &Fields) -> Style {
    match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unnamed(_) => Style::Tuple,
        Fields::Unit => Style::Unit,
    }
}

fn fields<'a>(
    cx: &Errors,
    fields: &'a Fields,
    case: Option<RenameRule>,
    breaks: LineBreaks,
) -> Vec<InputField<'a>> {
    fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let serde = serde::SerdeField::parse(cx, &field.attrs);
            let metas = Meta::collect(cx, &field.attrs, "crd");
            let given = metas.iter().map(|meta| meta.ident.clone()).collect();
            let metas = equivalent::report_bounds(cx, metas, &field.ty);
            let mut attrs = Attrs::parse(cx, AttributeTarget::Field, metas);
            attrs
                .description
                .get_or_insert_with(|| doc::description(&field.attrs, breaks));
            let rust_name = field
                .ident
                .as_ref()
                .map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
            let name = serde.rename.clone().unwrap_or_else(|| {
                let name = case.map_or_else(|| rust_name.clone(), |case| case.field(&rust_name));
                let tokens = match &field.ident {
                    Some(ident) => ident.to_token_stream(),
                    None => field.ty.to_token_stream(),
                };
                Spanned { value: name, tokens }
            });
            let member = match &field.ident {
                Some(ident) => ident.to_token_stream(),
                None => lit_num(Literal::usize_unsuffixed(index)).into_token_stream(),
            };
            InputField {
                member,
                rust_name,
                ty: &field.ty,
                name,
                attrs,
                serde,
                given,
                foreign: &field.attrs,
            }
        })
        .collect()
}

/// The most fields that a message lists.
const FEW: usize = 8;

/// Explains why no member has a name: the field is skipped, or another name was meant.
pub(crate) fn why_missing<'a>(
    name: &str,
    fields: &[InputField<'_>],
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    if fields
        .iter()
        .any(|field| field.is_skipped() && field.name.value == name)
    {
        return ", because the field is skipped; remove its `skip`".to_owned();
    }
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let hint = did_you_mean(name, candidates.iter().copied());
    if hint.is_empty() && (1..=FEW).contains(&candidates.len()) {
        return format!("; it has `{}`", candidates.join("`, `"));
    }
    hint
}
