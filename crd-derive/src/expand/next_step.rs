//! Generates one step of a mapping as a constant, and its checks.

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned as _;

use super::require::require;
use crate::attr::input::{Input, ItemBody, Variant};
use crate::attr::next::{Choice, Discriminator, MetadataKind, NextStep, StepFunctions, UnfitPolicy};
use crate::hygiene::{self, lit_num, lit_str, quote_stable};
use crate::spanned::Spanned;

/// A step with paths relative to the type with the mapping.
pub(super) struct PlacedStep<'a> {
    step: &'a NextStep,
    from: Vec<Vec<String>>,
    to: Vec<Vec<String>>,
}

impl<'a> PlacedStep<'a> {
    /// Returns the steps of a type: those on it, and those on its fields and on the fields of its variants.
    pub(super) fn all(input: &'a Input<'_>) -> Vec<PlacedStep<'a>> {
        let mut steps: Vec<PlacedStep<'a>> = input
            .attrs
            .moved
            .iter()
            .map(|step| PlacedStep {
                step,
                from: step.from.iter().map(names).collect(),
                to: step.to.iter().map(names).collect(),
            })
            .collect();
        match &input.data {
            ItemBody::Struct(_, fields) => {
                for field in fields.iter().filter(|field| !field.is_skipped()) {
                    if let Some(step) = &field.attrs.next_step {
                        steps.push(PlacedStep::of_field(step, &field.name.value, [None, None]));
                    }
                }
            }
            ItemBody::Enum(variants) => {
                for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                    let around = around(input, variant);
                    for field in variant.fields.iter().filter(|field| !field.is_skipped()) {
                        if let Some(step) = &field.attrs.next_step {
                            let step = PlacedStep::of_field(step, &field.name.value, around);
                            // Variants may share a member, whose mapping is the same in each of them.
                            let is_known = steps
                                .iter()
                                .any(|known| known.from == step.from && known.to == step.to);
                            if !is_known {
                                steps.push(step);
                            }
                        }
                    }
                }
            }
        }
        steps
    }

    /// Creates the step of a field that is below a member, in this version and in the next.
    fn of_field(step: &'a NextStep, name: &str, [here, there]: [Option<&str>; 2]) -> PlacedStep<'a> {
        let below = |around: Option<&str>, path: Vec<String>| -> Vec<String> {
            around.map(str::to_owned).into_iter().chain(path).collect()
        };
        // The name of a field may contain dots.
        let own = || vec![name.to_owned()];
        let to = if step.to.is_empty() && step.dropped.is_none() && step.metadata.is_none() {
            vec![below(there, own())]
        } else {
            step.to.iter().map(|path| below(there, names(path))).collect()
        };
        PlacedStep {
            step,
            from: vec![below(here, own())],
            to,
        }
    }

    /// Generates `__crd::NextStep { … }`.
    pub(super) fn constant(&self) -> TokenStream {
        let (from, to) = (
            self.from.iter().map(|names| list(names)),
            self.to.iter().map(|names| list(names)),
        );
        let none = || quote_stable!(__crd::None);
        let by_key = match &self.step.functions {
            Some(StepFunctions::Keyed { key, value, element }) => {
                let by_key = by_key(key, value.as_ref(), element.as_ref());
                quote_stable!(__crd::Some(#by_key))
            }
            _ => none(),
        };
        let functions = self.functions().map_or_else(none, |[up, down]| {
            let up = computation(&up, self.to.len());
            let down = computation(&down, self.from.len());
            let is_lossy = self.is_lossy();
            let name = match &self.step.functions {
                Some(StepFunctions::By(ty)) => ty.to_token_stream().to_string().replace(' ', ""),
                _ => String::new(),
            };
            let name = lit_str(&name);
            quote_stable!(__crd::Some(__crd::NextFunctions { up: #up, down: #down, is_lossy: #is_lossy, name: #name }))
        });
        let choice = self
            .step
            .choice
            .as_ref()
            .map_or_else(none, |choice| choice_of(choice, self.from.len(), self.to.len()));
        let unfit = policy(self.step.unfit);
        let metadata = self.step.metadata.as_ref().map_or_else(none, |entry| {
            let kind = match entry.kind {
                MetadataKind::Annotation => quote_stable!(Annotation),
                MetadataKind::Label => quote_stable!(Label),
            };
            let name = lit_str(&entry.name.value);
            quote_stable!(__crd::Some(__crd::MetadataEntry { kind: __crd::MetadataKind::#kind, name: #name }))
        });
        quote_stable!(__crd::NextStep { from: &[#(#from),*], to: &[#(#to),*], functions: #functions, by_key: #by_key, choice: #choice, unfit: #unfit, metadata: #metadata, ..__crd::NextStep::NONE })
    }

    /// Generates the paths of the functions.
    fn functions(&self) -> Option<[TokenStream; 2]> {
        match self.step.functions.as_ref()? {
            StepFunctions::Own(pair) => Some([&pair.0, &pair.1].map(ToTokens::to_token_stream)),
            StepFunctions::By(ty) => Some(["up", "down"].map(|name| {
                // Errors are reported on all of the tokens, which end with the name.
                let end = ty.to_token_stream().into_iter().last();
                let name = Ident::new(name, end.map_or_else(|| ty.span(), |token| token.span()));
                quote_spanned!(ty.span()=> <#ty as __crd::ConversionPair>::#name)
            })),
            StepFunctions::Keyed { .. } => None,
        }
    }

    fn is_lossy(&self) -> TokenStream {
        if let Some(StepFunctions::By(ty)) = &self.step.functions {
            return quote_spanned!(ty.span()=> <#ty as __crd::ConversionPair>::IS_LOSSY);
        }
        let is_lossy = self.step.lossy.is_some();
        quote_stable!(#is_lossy)
    }

    /// Generates the checks of the step with this index.
    pub(super) fn checks(&self, number: usize, shape: &TokenStream) -> Vec<TokenStream> {
        let step = self.step;
        let mut calls = Vec::new();
        for (given, path) in step.from.iter().zip(&self.from) {
            let path = list(path);
            calls.push(require!(given => next_source(#shape, #path)));
        }
        for (given, path) in step.to.iter().zip(&self.to) {
            let path = list(path);
            calls.push(require!(given => next_target(#shape, #path)));
        }
        let number = lit_num(Token::usize_unsuffixed(number));
        let place = step.place(step.to.first());
        calls.push(require!(place => next_has_one_source(#shape, #number)));
        if let Some(entry) = &step.metadata {
            calls.push(require!(&entry.name => next_metadata(#shape, #number)));
            if let Some([up, _]) = self.functions() {
                calls.push(require!(up => next_text_functions(#shape, #number)));
            }
            return calls;
        }
        if let Some(choice) = &step.choice {
            let discriminator = if choice.discriminator == Discriminator::Newer {
                step.to.first()
            } else {
                step.from.first()
            };
            calls.push(require!(discriminator => next_discriminator(#shape, #number)));
            for (index, case) in choice.cases.iter().enumerate() {
                let index = lit_num(Token::usize_unsuffixed(index));
                let place = case.value.as_ref().or(step.from.get(case.from));
                calls.push(require!(place => next_case(#shape, #number, #index)));
            }
            return calls;
        }
        let from: Vec<TokenStream> = self.from.iter().map(|names| list(names)).collect();
        let to: Vec<TokenStream> = self.to.iter().map(|names| list(names)).collect();
        if let (Some(StepFunctions::Keyed { key, value, element }), [from], [to]) =
            (&step.functions, from.as_slice(), to.as_slice())
        {
            let by_key = by_key(key, value.as_ref(), element.as_ref());
            calls.push(match element {
                Some(element) => require!(element => next_list_element(#shape, #from, #to, #by_key)),
                None => require!(key => next_by_key(#shape, #from, #to, #by_key)),
            });
            return calls;
        }
        match (self.functions(), from.as_slice(), to.as_slice()) {
            (Some([up, down]), _, _) => {
                calls.push(require!(up => next_function(#shape, #number)));
                calls.push(require!(down => next_function_down(#shape, #number)));
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
}

/// Returns the member that contains the fields of a variant, in this version and in the next one; `None` if they are
/// members of the object itself.
fn around<'a>(input: &'a Input<'_>, variant: &'a Variant<'_>) -> [Option<&'a str>; 2] {
    let serde = &input.serde;
    match (&serde.tag, &serde.content, &serde.untagged) {
        (Some(_), Some(content), None) => [Some(&content.value), Some(&content.value)],
        (None, _, None) => {
            let here = variant.name.value.as_str();
            let step = variant.attrs.next_step.as_ref();
            let there = step
                .and_then(|step| step.to.first())
                .map(|name| name.value.as_str());
            [Some(here), Some(there.unwrap_or(here))]
        }
        _ => [None, None],
    }
}

/// Splits `"a.b"` into its names.
fn names(path: &Spanned<String>) -> Vec<String> {
    path.value.split('.').map(str::to_owned).collect()
}

/// Generates `&["a", "b"]` for `"a.b"`.
pub(super) fn path(path: &Spanned<String>) -> TokenStream {
    list(&names(path))
}

fn list(names: &[String]) -> TokenStream {
    let names = names.iter().map(lit_str);
    quote_stable!(&[#(#names),*])
}

/// Generates a function with the shapes of its arguments and results. `gives` is the number of fields that it sets.
fn computation(function: &TokenStream, gives: usize) -> TokenStream {
    let gives = giving(gives);
    quote_spanned! {function.span().resolved_at(hygiene::stable_span())=>
        __crd::MappingFunction {
            run: |values| __crd::next::run(values, &#function),
            arguments: __crd::next::takes(&#function),
            results: __crd::next::#gives(&#function),
        }
    }
}

/// Generates `__crd::ByKey { … }`.
fn by_key(
    key: &Spanned<String>,
    value: Option<&Spanned<String>>,
    element: Option<&Spanned<String>>,
) -> TokenStream {
    let key = lit_str(&key.value);
    let (value, element) = (optional(value), optional(element));
    quote_stable!(__crd::ByKey { key: #key, value: #value, element: #element })
}

/// Generates `__crd::Some("…")` or `__crd::None`.
fn optional(text: Option<&Spanned<String>>) -> TokenStream {
    match text {
        Some(text) => {
            let text = lit_str(&text.value);
            quote_stable!(__crd::Some(#text))
        }
        None => quote_stable!(__crd::None),
    }
}

/// Generates `__crd::Some(__crd::NextChoice { … })`.
fn choice_of(choice: &Choice, from: usize, to: usize) -> TokenStream {
    let discriminator = match choice.discriminator {
        Discriminator::Older => quote_stable!(Older),
        Discriminator::Newer => quote_stable!(Newer),
        Discriminator::Both => quote_stable!(Both),
    };
    let mut cases = Vec::new();
    for case in &choice.cases {
        let value = optional(case.value.as_ref());
        let [from, to] = [case.from, case.to].map(|index| lit_num(Token::usize_unsuffixed(index)));
        cases.push(quote_stable!(__crd::NextCase { value: #value, from: #from, to: #to }));
    }
    let [from, to] = [from, to].map(|count| lit_num(Token::usize_unsuffixed(count)));
    quote_stable! {
        __crd::Some(__crd::NextChoice { discriminator: __crd::DiscriminatorIn::#discriminator, cases: &[#(#cases),*], paths: [#from, #to] })
    }
}

fn giving(fields: usize) -> Ident {
    hygiene::ident(if fields > 1 { "gives_several" } else { "gives" })
}

/// Generates `__crd::Some(__crd::UnfitPolicy::Keep)`.
pub(super) fn policy(unfit: Option<UnfitPolicy>) -> TokenStream {
    match unfit {
        None => quote_stable!(__crd::None),
        Some(UnfitPolicy::Keep) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Keep)),
        Some(UnfitPolicy::Saturate) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Saturate)),
        Some(UnfitPolicy::Refuse) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Refuse)),
        Some(UnfitPolicy::Pass) => quote_stable!(__crd::Some(__crd::UnfitPolicy::Pass)),
    }
}
