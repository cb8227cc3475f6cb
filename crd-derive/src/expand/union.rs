//! `#[derive(Union)]`: the schema and the serde traits of a union.
//!
//! ```text
//! enum Storage { HostPath(HostPath), None }     {"type": "HostPath", "hostPath": {…}}  or  {"type": "None"}
//! ```

use proc_macro2::{Literal, TokenStream};
use syn::DeriveInput;

use super::attrs::{Enclosing, attrs};
use super::require::require;
use super::to_const::{option, structure};
use super::{next, rules, serde_fallback, source};
use crate::attr::crates::Crates;
use crate::attr::input::Input;
use crate::check::union::{UnionItem, UnionMember};
use crate::hygiene::{self, closing_semicolon, lit_str, quote_stable};

/// Generates `Schema`, `Serialize` and `Deserialize`.
pub(crate) fn expand(input: &Input<'_>, union: &UnionItem<'_>, crates: &Crates) -> TokenStream {
    let crd_core = &crates.crd_core;
    let ident = input.ident;
    let name = lit_str(ident.to_string());
    let enclosing = Enclosing {
        next: next::constant_of_union(input, &union.members),
        ..Enclosing::default()
    };
    let attrs = attrs(&input.attrs, &enclosing).map(|attrs| quote_stable!(.attrs(#attrs)));
    let source =
        source::of_union(input, &union.members, crates).map(|source| quote_stable!(.source(#source)));
    let discriminator = lit_str(&union.discriminator);
    let json_schema = super::schema::json_schema(input, input.generics);
    let members = union.members.iter().map(member_shape);
    let serialize = union
        .members
        .iter()
        .map(|member| serialize_arm(member, &name, &discriminator));
    let raw: Vec<_> = (0..union.members.len())
        .map(|index| hygiene::ident(format!("member{index}")))
        .collect();
    let with_content = || {
        union
            .members
            .iter()
            .zip(&raw)
            .filter(|(member, _)| member.ty.is_some())
    };
    let raw_fields = with_content().map(|(member, raw)| {
        let (ty, field) = (member.ty, lit_str(&member.field));
        quote_stable! {
            #[serde(rename = #field, default = "none")]
            #raw: __crd::Option<#ty>
        }
    });
    let values = union.members.iter().map(|member| lit_str(&member.value));
    let deserialize = union.members.iter().zip(&raw).map(|(member, raw)| {
        let (variant, value) = (member.variant.ident, lit_str(&member.value));
        if member.ty.is_some() {
            let field = lit_str(&member.field);
            quote_stable! {
                #value => __crd::union_member(raw.#raw, #value, #field).map(#ident::#variant),
            }
        } else {
            quote_stable!(#value => __crd::Ok(#ident::#variant),)
        }
    });
    let mut checks = Vec::new();
    let shape = quote_stable!(<#ident as __crd::Schema>::REF);
    rules::of_attrs(&input.attrs, &shape, None, &union.rule_checks, &mut checks);
    checks.extend(next::checks_of_union(input, &union.members, &shape));
    checks.extend(union.members.iter().filter_map(|member| {
        let ty = member.ty?;
        Some(vec![require!(ty => union_content(<#ty as __crd::Schema>::REF))])
    }));
    let paths = next::paths(input);
    let (lints, end) = (super::lints(), closing_semicolon());
    let serde_path = lit_str(format!("{crd_core}::__private::serde").replace(' ', ""));
    quote_stable! {
        #lints
        const _: () = {
            use #crd_core::__private as __crd;
            #[automatically_derived]
            impl __crd::Schema for #ident {
                const SHAPE: __crd::Shape = __crd::Shape::new(
                    #name,
                    __crd::Kind::Union { discriminator: #discriminator, members: &[#(#members),*] },
                )#attrs #source;
                #paths
            }
            #(const _: () = { #(#checks;)* };)*
            #json_schema
            #[automatically_derived]
            impl __crd::serde::Serialize for #ident {
                fn serialize<S: __crd::serde::Serializer>(&self, serializer: S) -> __crd::Result<S::Ok, S::Error> {
                    match self { #(#serialize)* }
                }
            }
            fn none<T>() -> __crd::Option<T> { __crd::None }
            #[derive(__crd::serde::Deserialize)]
            #[serde(crate = #serde_path)]
            struct Raw {
                #[serde(rename = #discriminator)]
                discriminator: __crd::String,
                #(#raw_fields,)*
            }
            #[automatically_derived]
            impl<'de> __crd::serde::Deserialize<'de> for #ident {
                fn deserialize<D: __crd::serde::Deserializer<'de>>(deserializer: D) -> __crd::Result<Self, D::Error> {
                    let raw = <Raw as __crd::serde::Deserialize>::deserialize(deserializer)?;
                    match raw.discriminator.as_str() {
                        #(#deserialize)*
                        other => __crd::Err(__crd::serde::de::Error::unknown_variant(other, &[#(#values),*])),
                    }
                }
            }
        } #end
    }
}

/// Generates impls that do nothing, so that after an error the compiler does not also report missing impls.
pub(crate) fn fallback(item: &DeriveInput, errors: &TokenStream, crates: &Crates) -> TokenStream {
    let mut code = super::schema::fallback(item, errors, crates);
    code.extend(serde_fallback::impls(item, crates));
    code
}

fn member_shape(member: &UnionMember<'_>) -> TokenStream {
    structure(
        "UnionMember",
        &[
            ("value", &member.value),
            ("field", &member.field),
            ("description", &member.variant.description),
            (
                "shape",
                &option(&member.variant.fields.first().map(super::fields::newtype)),
            ),
            ("when", &member.variant.attrs.when),
        ],
    )
}

fn serialize_arm(member: &UnionMember<'_>, name: &Literal, discriminator: &Literal) -> TokenStream {
    let (variant, value, field) = (
        member.variant.ident,
        lit_str(&member.value),
        lit_str(&member.field),
    );
    if member.ty.is_some() {
        quote_stable! {
            Self::#variant(content) =>
                __crd::serialize_union(serializer, #name, (#discriminator, #value), #field, __crd::Some(content)),
        }
    } else {
        quote_stable! {
            Self::#variant =>
                __crd::serialize_union(serializer, #name, (#discriminator, #value), "", __crd::None::<&()>),
        }
    }
}
