//! Generates the mapping to the next version as a constant, and its checks.
//!
//! ```text
//! #[crd(next = v2::Spec, added("tier"))] struct Spec { #[crd(next(rename = "b"))] a: u8 }
//!     &__crd::Next { of: "…::Spec", to: <v2::Spec as __crd::Schema>::REF, steps: &[…from: &[&["a"]], to: &[&["b"]]…], added: &[&["tier"]], … }
//!     __crd::check::require(__crd::check::next_target(<shape of Spec>, &["b"]))
//! ```

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::next_step::{PlacedStep, path, policy};
use super::require::require;
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::check::union::UnionMember;
use crate::hygiene::{self, lit_num, lit_str, quote_stable};

/// Generates the constant of a type with `next = …`.
pub(super) fn constant(input: &Input<'_>) -> Option<TokenStream> {
    let variants = match &input.data {
        ItemBody::Struct(..) => Vec::new(),
        ItemBody::Enum(all) => all
            .iter()
            .filter_map(|variant| self::variant(variant, &variant.name.value))
            .collect(),
    };
    constant_of(input, variants)
}

/// Generates the constant of a union with `next = …`.
pub(super) fn constant_of_union(input: &Input<'_>, members: &[UnionMember<'_>]) -> Option<TokenStream> {
    let variants = members
        .iter()
        .filter_map(|member| variant(member.variant, &member.value));
    constant_of(input, variants.collect())
}

fn constant_of(input: &Input<'_>, mut variants: Vec<TokenStream>) -> Option<TokenStream> {
    let next = input.attrs.next.as_ref()?;
    let (version, is_circle) = if is_generic(input) {
        (next.to_token_stream(), quote_stable!(false))
    } else {
        let is_circle = is_circle(input.ident);
        (version_unless(next, &is_circle), is_circle)
    };
    let to = quote_spanned!(next.span()=> <#version as __crd::Schema>::REF);
    let steps = PlacedStep::all(input);
    for added in &input.attrs.added_variants {
        let (name, falls_back) = (lit_str(&added.name.value), lit_str(&added.falls_back.value));
        variants.push(quote_stable!(__crd::NextVariant::Added { name: #name, falls_back: #falls_back }));
    }
    let steps = steps.iter().map(PlacedStep::constant);
    let added = input.attrs.added.iter().map(path);
    let unfit = policy(input.attrs.unfit);
    let name = lit_str(input.ident.to_string());
    let of = quote_stable!(::core::concat!(::core::module_path!(), "::", #name));
    Some(quote_stable! {
        &__crd::Next { of: #of, to: #to, steps: &[#(#steps),*], added: &[#(#added),*], variants: &[#(#variants),*], unfit: #unfit }, #is_circle
    })
}

/// Whether a constant in the arguments of another type cannot name the type.
fn is_generic(input: &Input<'_>) -> bool {
    input.generics.type_params().next().is_some() || input.generics.const_params().next().is_some()
}

/// Generates the test whether the next versions of a type lead back to it.
pub(super) fn is_circle(ident: &Ident) -> TokenStream {
    quote_stable!(__crd::check::is_circle::<#ident>())
}

/// Generates the type of the next version, or of none if the versions form a circle. Errors about it are placed on all of
/// the tokens of `next`.
pub(super) fn version_unless(next: &Type, is_circle: &TokenStream) -> TokenStream {
    let last = next.to_token_stream().into_iter().last();
    let end = last.map_or_else(|| next.span(), |token| token.span());
    let mut version = quote_spanned! {next.span()=>
        <__crd::InCircle<{ #is_circle }> as __crd::NextVersion<#next>>
    };
    version.extend(quote_spanned!(end=> ::Type));
    version
}

/// Generates the paths of a type and of the next versions, by which circles are found.
pub(super) fn paths(input: &Input<'_>) -> Option<TokenStream> {
    let next = input.attrs.next.as_ref().filter(|_| !is_generic(input))?;
    let name = lit_str(input.ident.to_string());
    let path = |of: &str| {
        let of = hygiene::ident(of);
        quote_spanned!(next.span()=> <#next as __crd::Schema>::#of)
    };
    let (first, second, third, fourth) = (
        path("PATH"),
        path("NEXT_PATH"),
        path("SECOND_NEXT_PATH"),
        path("THIRD_NEXT_PATH"),
    );
    Some(quote_stable! {
        const PATH: &'static str = ::core::concat!(::core::module_path!(), "::", #name);
        const NEXT_PATH: &'static str = #first;
        const SECOND_NEXT_PATH: &'static str = #second;
        const THIRD_NEXT_PATH: &'static str = #third;
        const FOURTH_NEXT_PATH: &'static str = #fourth;
    })
}

/// Generates the checks that the next version is another version of the type, and that none leads back to it.
fn of_next(input: &Input<'_>, next: &Type, shape: &TokenStream) -> Vec<TokenStream> {
    let mut calls = vec![require!(next => next_is_of_type(#shape))];
    if !is_generic(input) {
        let ident = input.ident;
        calls.push(require!(next => next_has_an_end::<#ident>()));
    }
    calls
}

fn variant(variant: &Variant<'_>, name: &str) -> Option<TokenStream> {
    let step = variant.attrs.next_step.as_ref()?;
    let name = lit_str(name);
    if let Some(falls_back) = &step.falls_back {
        let falls_back = lit_str(&falls_back.value);
        return Some(quote_stable!(__crd::NextVariant::Dropped { name: #name, falls_back: #falls_back }));
    }
    let to = lit_str(&step.to.first()?.value);
    Some(quote_stable!(__crd::NextVariant::Renamed { from: #name, to: #to }))
}

/// Generates the checks of a type with `next = …`, one group for each place.
pub(super) fn checks(input: &Input<'_>, shape: &TokenStream) -> Vec<Vec<TokenStream>> {
    let Some(next) = &input.attrs.next else {
        return Vec::new();
    };
    let mut groups = vec![of_next(input, next, shape), of_type(&input.attrs, shape)];
    for (number, step) in PlacedStep::all(input).iter().enumerate() {
        groups.push(step.checks(number, shape));
    }
    match &input.data {
        ItemBody::Struct(_, fields) => {
            groups.extend(of_plain_fields(fields, shape));
            groups.push(vec![match input.attrs.added.first() {
                Some(added) => require!(added => next_complete(#shape)),
                None => require!(next => next_complete(#shape)),
            }]);
        }
        ItemBody::Enum(variants) => {
            let variants = variants.iter().filter(|variant| !variant.is_skipped());
            groups.extend(variants.map(|variant| of_variant(variant, &variant.name.value, shape)));
            groups.push(vec![require!(next => next_variants_complete(#shape))]);
        }
    }
    groups
}

/// Generates the checks of a union with `next = …`, one group for each place.
pub(super) fn checks_of_union(
    input: &Input<'_>,
    members: &[UnionMember<'_>],
    shape: &TokenStream,
) -> Vec<Vec<TokenStream>> {
    let Some(next) = &input.attrs.next else {
        return Vec::new();
    };
    let mut groups = vec![of_next(input, next, shape), of_type(&input.attrs, shape)];
    groups.extend(
        members
            .iter()
            .map(|member| of_variant(member.variant, &member.value, shape)),
    );
    groups.push(vec![require!(next => next_variants_complete(#shape))]);
    groups
}

/// Generates the checks that fields without a mapping exist in the next version.
fn of_plain_fields(fields: &[InputField<'_>], shape: &TokenStream) -> Vec<Vec<TokenStream>> {
    let on_wire = fields.iter().filter(|field| !field.is_skipped());
    let plain = on_wire
        .enumerate()
        .filter(|(_, field)| field.attrs.next_step.is_none());
    let check = |(index, field): (usize, &InputField<'_>)| {
        let index = lit_num(Token::usize_unsuffixed(index));
        vec![require!(&field.member => next_field(#shape, #index))]
    };
    plain.map(check).collect()
}

fn of_variant(variant: &Variant<'_>, name: &str, shape: &TokenStream) -> Vec<TokenStream> {
    let name = lit_str(name);
    let place = match &variant.attrs.next_step {
        Some(step) => step.place(step.to.first().or(step.falls_back.as_ref())),
        None => variant.ident.to_token_stream(),
    };
    vec![
        require!(place => next_variant(#shape, #name)),
        require!(place => next_variant_has_one_source(#shape, #name)),
        require!(variant.ident => next_content(#shape, #name)),
    ]
}

fn of_type(attrs: &Attrs, shape: &TokenStream) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    for (number, added) in attrs.added.iter().enumerate() {
        let names = path(added);
        calls.push(require!(added => next_added(#shape, #names)));
        let number = lit_num(Token::usize_unsuffixed(number));
        calls.push(require!(added => next_added_has_one_source(#shape, #number)));
    }
    for variant in &attrs.added_variants {
        let (name, falls_back) = (lit_str(&variant.name.value), lit_str(&variant.falls_back.value));
        calls.push(require!(&variant.falls_back => next_added_variant(#shape, #name, #falls_back)));
        calls.push(require!(&variant.name => next_added_variant_has_one_source(#shape, #name)));
    }
    calls
}
