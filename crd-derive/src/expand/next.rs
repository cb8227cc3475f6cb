//! The mapping to the next version as a constant, and the checks of it.
//!
//! ```text
//! #[crd(next = v2::Spec, added("tier"))] struct Spec { #[crd(next(rename = "b"))] a: u8 }
//!     &__crd::Next { of: "…::Spec", to: <v2::Spec as __crd::Schema>::REF, steps: &[…from: &[&["a"]], to: &[&["b"]]…], added: &[&["tier"]], … }
//!     __crd::check::require(__crd::check::next_target(<shape of Spec>, &["b"]))
//! ```

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use super::require::require;
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::attr::next::{NextStep, UnfitPolicy};
use crate::hygiene::{self, lit_num, lit_str, quote_stable};
use crate::spanned::Spanned;

/// The constant of a type with `next = …`.
pub(super) fn constant(input: &Input<'_>) -> Option<TokenStream> {
    let next = input.attrs.next.as_ref()?;
    let to = quote_spanned!(next.span()=> <#next as __crd::Schema>::REF);
    let mut steps: Vec<TokenStream> = input.attrs.moved.iter().map(|moved| step(moved, None)).collect();
    let mut variants = Vec::new();
    match &input.data {
        ItemBody::Struct(_, fields) => {
            for field in fields.iter().filter(|field| !field.is_skipped()) {
                if let Some(given) = &field.attrs.next_step {
                    steps.push(step(given, Some(field)));
                }
            }
        }
        ItemBody::Enum(all) => variants.extend(all.iter().filter_map(variant)),
    }
    for added in &input.attrs.added_variants {
        let (name, falls_back) = (lit_str(&added.name.value), lit_str(&added.falls_back.value));
        variants.push(quote_stable!(__crd::NextVariant::Added { name: #name, falls_back: #falls_back }));
    }
    let added = input.attrs.added.iter().map(path);
    let unfit = policy(input.attrs.unfit);
    let name = lit_str(input.ident.to_string());
    let of = quote_stable!(::core::concat!(::core::module_path!(), "::", #name));
    Some(quote_stable! {
        &__crd::Next { of: #of, to: #to, steps: &[#(#steps),*], added: &[#(#added),*], variants: &[#(#variants),*], unfit: #unfit }
    })
}

/// `__crd::NextStep { … }`.
fn step(step: &NextStep, field: Option<&InputField<'_>>) -> TokenStream {
    let (from, to) = (sources(step, field), targets(step, field));
    let functions = step.functions.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |(up, down)| {
            let up = computation(up, from.len(), to.len());
            let down = computation(down, to.len(), from.len());
            let is_lossy = step.lossy.is_some();
            quote_stable!(__crd::Some(__crd::NextFunctions { up: #up, down: #down, is_lossy: #is_lossy }))
        },
    );
    let unfit = policy(step.unfit);
    quote_stable!(__crd::NextStep { from: &[#(#from),*], to: &[#(#to),*], functions: #functions, unfit: #unfit })
}

/// `__crd::Some(__crd::UnfitPolicy::Keep)`.
fn policy(unfit: Option<UnfitPolicy>) -> TokenStream {
    match unfit {
        None => quote_stable!(__crd::None),
        Some(UnfitPolicy::Keep) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Keep)),
        Some(UnfitPolicy::Saturate) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Saturate)),
        Some(UnfitPolicy::Refuse) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Refuse)),
        Some(UnfitPolicy::Pass) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Pass)),
    }
}

fn sources(step: &NextStep, field: Option<&InputField<'_>>) -> Vec<TokenStream> {
    match field {
        Some(field) => vec![own(field)],
        None => step.from.iter().map(path).collect(),
    }
}

fn targets(step: &NextStep, field: Option<&InputField<'_>>) -> Vec<TokenStream> {
    match field {
        Some(field) if step.to.is_empty() && step.dropped.is_none() => vec![own(field)],
        _ => step.to.iter().map(path).collect(),
    }
}

/// The path of a field itself, whose name may have dots.
fn own(field: &InputField<'_>) -> TokenStream {
    let name = lit_str(&field.name.value);
    quote_stable!(&[#name])
}

/// `"a.b"` as `&["a", "b"]`.
fn path(path: &Spanned<String>) -> TokenStream {
    let names = path.value.split('.').map(lit_str);
    quote_stable!(&[#(#names),*])
}

/// A function with the shapes of its arguments and results.
fn computation(function: &Path, takes: usize, gives: usize) -> TokenStream {
    let (run, arguments, results) = (
        called("compute", takes),
        called("takes", takes),
        giving(takes, gives),
    );
    quote_spanned! {function.span().resolved_at(hygiene::stable_span())=>
        __crd::Computation {
            run: |values| __crd::next::#run(values, #function),
            takes: __crd::next::#arguments(#function),
            gives: __crd::next::#results(#function),
        }
    }
}

fn called(name: &str, count: usize) -> Ident {
    hygiene::ident(format!("{name}_{count}"))
}

fn giving(takes: usize, gives: usize) -> Ident {
    called(if gives == 1 { "gives" } else { "gives_several" }, takes)
}

fn variant(variant: &Variant<'_>) -> Option<TokenStream> {
    let step = variant.attrs.next_step.as_ref()?;
    let name = lit_str(&variant.name.value);
    if let Some(falls_back) = &step.falls_back {
        let falls_back = lit_str(&falls_back.value);
        return Some(quote_stable!(__crd::NextVariant::Dropped { name: #name, falls_back: #falls_back }));
    }
    let to = lit_str(&step.to.first()?.value);
    Some(quote_stable!(__crd::NextVariant::Renamed { from: #name, to: #to }))
}

/// The checks of a type with `next = …`, one group for each place.
pub(super) fn checks(input: &Input<'_>, shape: &TokenStream) -> Vec<Vec<TokenStream>> {
    let Some(next) = &input.attrs.next else {
        return Vec::new();
    };
    let mut groups = vec![of_type(&input.attrs, shape)];
    match &input.data {
        ItemBody::Struct(_, fields) => {
            let on_wire = fields.iter().filter(|field| !field.is_skipped());
            let mut numbers = input.attrs.moved.len()..;
            for (index, field) in on_wire.enumerate() {
                groups.push(if let Some(step) = &field.attrs.next_step {
                    let number = numbers.next().unwrap_or_default();
                    of_step(step, Some(field), number, shape)
                } else {
                    let index = lit_num(Token::usize_unsuffixed(index));
                    vec![require!(&field.member => next_field(#shape, #index))]
                });
            }
            groups.push(vec![require!(next => next_complete(#shape))]);
        }
        ItemBody::Enum(variants) => {
            for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                let name = lit_str(&variant.name.value);
                let checks = [
                    quote_stable!(next_variant(#shape, #name)),
                    quote_stable!(next_variant_alone(#shape, #name)),
                ];
                let place = match &variant.attrs.next_step {
                    Some(step) => place_of(step, step.to.first().or(step.falls_back.as_ref())),
                    None => variant.ident.to_token_stream(),
                };
                groups.push(checks.iter().map(|check| require!(place => #check)).collect());
            }
            groups.push(vec![require!(next => next_variants_complete(#shape))]);
        }
    }
    groups
}

/// Where errors about a step are: a text of it, or its name.
fn place_of(step: &NextStep, literal: Option<&Spanned<String>>) -> TokenStream {
    literal.map_or_else(|| step.ident.to_token_stream(), ToTokens::to_token_stream)
}

fn of_type(attrs: &Attrs, shape: &TokenStream) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    for (number, added) in attrs.added.iter().enumerate() {
        let path = path(added);
        calls.push(require!(added => next_added(#shape, #path)));
        let number = lit_num(Token::usize_unsuffixed(number));
        calls.push(require!(added => next_added_alone(#shape, #number)));
    }
    for variant in &attrs.added_variants {
        let (name, falls_back) = (lit_str(&variant.name.value), lit_str(&variant.falls_back.value));
        calls.push(require!(&variant.name => next_added_variant(#shape, #name, #falls_back)));
        calls.push(require!(&variant.name => next_added_variant_alone(#shape, #name)));
    }
    for (number, moved) in attrs.moved.iter().enumerate() {
        calls.extend(of_step(moved, None, number, shape));
    }
    calls
}

fn of_step(
    step: &NextStep,
    field: Option<&InputField<'_>>,
    number: usize,
    shape: &TokenStream,
) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    for given in &step.from {
        let path = path(given);
        calls.push(require!(given => next_source(#shape, #path)));
    }
    for given in &step.to {
        let path = path(given);
        calls.push(require!(given => next_target(#shape, #path)));
    }
    let number = lit_num(Token::usize_unsuffixed(number));
    let place = place_of(step, step.to.first());
    calls.push(require!(place => next_alone(#shape, #number)));
    let (from, to) = (sources(step, field), targets(step, field));
    match (&step.functions, from.as_slice(), to.as_slice()) {
        (Some((up, down)), _, _) => {
            let (takes, gives) = (called("takes", from.len()), giving(from.len(), to.len()));
            calls.push(require!(up => next_function(
                #shape, &[#(#from),*], __crd::next::#takes(#up), &[#(#to),*], __crd::next::#gives(#up)
            )));
            let (takes, gives) = (called("takes", to.len()), giving(to.len(), from.len()));
            calls.push(require!(down => next_function_down(
                #shape, &[#(#to),*], __crd::next::#takes(#down), &[#(#from),*], __crd::next::#gives(#down)
            )));
        }
        (None, [from], [to]) => {
            calls.push(require!(&step.ident => next_moved(#shape, #from, #to, #number)));
        }
        (None, [from], []) => {
            if let Some(dropped) = &step.dropped {
                calls.push(require!(dropped => next_dropped(#shape, #from)));
            }
        }
        _ => {}
    }
    calls
}
