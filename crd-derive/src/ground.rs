//! Generated code that the compiler keeps from one build to the next.
//!
//! A token made by a macro carries its expansion, whose identity is where in the file the macro was called. An
//! edit further up moves that place, and then all generated code below is checked and evaluated again although
//! it is the same. Tokens with the context of the item itself are as stable as code written by hand, which is
//! compared by its place within the item; with that, adding a field to one type costs nothing in those below it.
//!
//! So every token that the expansion makes is made here: with [`code!`] in place of `quote!`, and with
//! [`text`], [`number`], [`word`] and [`truth`] for values.

use std::cell::Cell;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::{Data, DeriveInput, Fields};

thread_local! {
    static SITE: Cell<Option<Site>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Site {
    here: Span,
    end: Span,
}

/// `quote!` with the context of the item.
macro_rules! code {
    ($($tokens:tt)*) => { ::quote::quote_spanned!($crate::ground::here()=> $($tokens)*) };
}
pub(crate) use code;

/// While this lives, code is made in the context of one item.
#[must_use]
pub(crate) struct Ground;

impl Ground {
    pub(crate) fn of(item: &DeriveInput) -> Ground {
        let context = item.ident.span();
        // Without a compiler there are no contexts, only places; tests look for the item's.
        let here = if cfg!(test) {
            context
        } else {
            Span::call_site().resolved_at(context)
        };
        let end = end_of(item);
        SITE.set(Some(Site { here, end }));
        Ground
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        SITE.set(None);
    }
}

/// Where generated tokens say they are: at the macro's call, in the context of the item.
pub(crate) fn here() -> Span {
    SITE.get().map_or_else(Span::call_site, |site| site.here)
}

/// `;` at the end of generated items: what they span must hold all that is in it, the user's tokens too.
pub(crate) fn end() -> TokenStream {
    let end = SITE.get().map_or_else(Span::call_site, |site| site.end);
    quote::quote_spanned!(end=> ;)
}

/// A string literal.
pub(crate) fn text(value: impl AsRef<str>) -> Literal {
    number(Literal::string(value.as_ref()))
}

/// A literal.
pub(crate) fn number(mut value: Literal) -> Literal {
    value.set_span(here());
    value
}

/// A name or keyword.
pub(crate) fn word(name: impl AsRef<str>) -> Ident {
    Ident::new(name.as_ref(), here())
}

/// `true` or `false`.
pub(crate) fn truth(value: bool) -> Ident {
    word(if value { "true" } else { "false" })
}

/// The last token of an item.
fn end_of(item: &DeriveInput) -> Span {
    let (braces, semicolon) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => (Some(fields.brace_token), None),
            _ => (None, data.semi_token),
        },
        Data::Enum(data) => (Some(data.brace_token), None),
        Data::Union(data) => (Some(data.fields.brace_token), None),
    };
    match (braces, semicolon) {
        (Some(braces), _) => braces.span.close(),
        (None, Some(semicolon)) => semicolon.span,
        (None, None) => item.ident.span(),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Span, TokenStream, TokenTree};
    use syn::DeriveInput;

    use super::Ground;
    use crate::attr::keys::Place;
    use crate::attr::meta::Meta;
    use crate::attr::resource::Resource;
    use crate::check;
    use crate::context::Context;
    use crate::crates::Crates;
    use crate::expand;
    use crate::input::Input;

    /// The tokens that have no place: those of the macro's own expansion.
    fn strays(code: TokenStream, strays: &mut Vec<String>) {
        let nowhere = format!("{:?}", Span::call_site());
        for token in code {
            if format!("{:?}", token.span()) == nowhere {
                strays.push(token.to_string());
            }
            if let TokenTree::Group(group) = token {
                self::strays(group.stream(), strays);
            }
        }
    }

    type Derive = fn(&Context, &DeriveInput) -> Option<TokenStream>;

    /// What is wrong with the expansion of an item, if anything.
    fn wrong(text: &str, derive: Derive) -> Option<String> {
        let item: DeriveInput = syn::parse_str(text).unwrap();
        let _ground = Ground::of(&item);
        let cx = Context::new();
        let code = derive(&cx, &item).unwrap_or_default();
        let errors = cx.finish();
        let mut found = Vec::new();
        strays(code.clone(), &mut found);
        let right = errors.is_empty() && !code.is_empty() && found.is_empty();
        (!right).then(|| format!("{text}: {found:?} {errors}"))
    }

    const SCHEMA: Derive = |cx, item| {
        let crates = Crates::read(cx, &Meta::collect(cx, &item.attrs, "crd"));
        let input = Input::read(cx, item, Place::Type)?;
        check::input::check(cx, &input);
        Some(expand::schema::expand(&input, &crates))
    };

    const RESOURCE: Derive = |cx, item| {
        let metas = Meta::collect(cx, &item.attrs, "crd");
        let crates = Crates::read(cx, &metas);
        let resource = Resource::read(cx, &item.ident, metas)?;
        check::resource::check(cx, item, Some(&resource));
        Some(expand::resource::expand(item, &resource, &crates, true))
    };

    const UNION: Derive = |cx, item| {
        let crates = Crates::read(cx, &Meta::collect(cx, &item.attrs, "crd"));
        let input = Input::read(cx, item, Place::Union)?;
        let union = check::union::read(cx, &input)?;
        Some(expand::union::expand(&input, &union, &crates))
    };

    #[test]
    fn every_token_stands_with_the_item() {
        let items: &[(Derive, &str)] = &[
            (
                SCHEMA,
                "/// Docs.\nstruct A { /// One.\n a: u8, b: Option<String>, c: Vec<B> }",
            ),
            (SCHEMA, "struct A(u8); "),
            (SCHEMA, "struct A(u8, u8); "),
            (SCHEMA, "struct A;"),
            (
                SCHEMA,
                "struct A<'a, T, const N: usize> { a: &'a str, b: T, #[crd(minimum = 1)] c: C, d: [u8; N] }",
            ),
            (SCHEMA, "#[crd(bound = \"T: Copy\")] struct A<T> { a: T }"),
            (
                SCHEMA,
                "#[serde(transparent)] struct A { #[crd(max_length = 3)] a: String }",
            ),
            (
                SCHEMA,
                "#[crd(json_schema, title = \"t\", example = [1, -2, 1.5, \"a\", true, null])] struct A { a: u8 }",
            ),
            (
                SCHEMA,
                "#[serde(deny_unknown_fields, default)] struct A { #[serde(alias = \"c\")] a: u8, b: B }",
            ),
            (
                SCHEMA,
                "#[serde(default = \"make\")] struct A { a: u8, #[serde(skip_serializing_if = \"f\")] b: B }",
            ),
            (
                SCHEMA,
                "#[crd(rule(\"self.a > 1\", message = \"m\", reason = FieldValueInvalid, optional_old_self = false), \
             at_most_one_of(a, \"b\"), max_description = 20)] struct A { a: Option<u8>, #[crd(immutable)] b: Option<u8> }",
            ),
            (
                SCHEMA,
                "struct A { #[crd(minimum = -1.5, maximum = 2, multiple_of = 0.5, exclusive_minimum)] a: F, \
             #[crd(min_length = 1, max_length = 2, pattern = \"a\", format = \"uuid\")] b: S, \
             #[crd(list_type = map, list_map_keys(\"x\"), min_items = 1, items(min_properties = 1))] c: Vec<I>, \
             #[crd(list_type = set, items(max_length = 3))] d: Vec<S>, #[crd(map_type = atomic)] e: M, \
             #[crd(values(items(minimum = 1)))] f: BTreeMap<String, Vec<I>>, #[crd(default = -3)] g: I, \
             #[crd(default = f(1), nullable)] h: J, #[crd(embedded_resource)] i: K, #[crd(optional)] j: L, \
             #[serde(flatten)] k: N, #[serde(default, skip_serializing_if = \"Option::is_none\")] l: Option<X>, \
             #[crd(schema_as = u8)] m: O, #[crd(schema_with = f)] n: P, #[crd(preserve_unknown_fields)] o: Value, \
             #[crd(enum(\"a\", 1))] p: Q, #[crd(printcolumn(name = \"P\", priority = 1), selectable)] q: String, \
             #[serde(default)] r: R, #[serde(default = \"f\")] s: T, #[crd(int_or_string)] t: U, \
             #[crd(any_of((minimum = 1), (maximum = 3)), not(enum(2)))] u: V, #[crd(descriptions = drop)] v: W }",
            ),
            (
                SCHEMA,
                "struct A { #[crd(discriminator)] kind: K, #[crd(union)] a: Option<B>, #[crd(union = \"X\")] c: Option<B> }",
            ),
            (
                SCHEMA,
                "struct A { #[crd(lifecycle(project = \"kubernetes\", min_version = \"v1.20\", status = beta))] a: u8 }",
            ),
            (SCHEMA, "/// E.\nenum E { /// A.\n A, #[serde(alias = \"c\")] B }"),
            (
                SCHEMA,
                "enum E { A { a: u8, #[crd(minimum = 1)] b: I }, B(B), #[serde(rename = \"x\")] C {}, D(u8, u8) }",
            ),
            (
                SCHEMA,
                "#[serde(tag = \"t\")] enum E { A { a: u8 }, B, #[serde(other)] C }",
            ),
            (
                SCHEMA,
                "#[serde(tag = \"t\", content = \"c\")] enum E { A(A), B }",
            ),
            (
                SCHEMA,
                "#[serde(untagged)] enum E { A(u8), B(#[crd(min_length = 1)] String) }",
            ),
            (
                RESOURCE,
                "#[crd(group = \"a.b\", version = \"v1\", kind = \"A\")] struct ASpec { a: u8 }",
            ),
            (
                RESOURCE,
                "/// Docs.\n#[crd(group = \"a.b\", version = \"v1\", kind = \"A\", namespaced, status = S, shortname = \"x\", \
             category = \"all\", plural = \"as\", served = false, deprecated = \"w\", annotation(\"k\", \"v\"), \
             printcolumn(name = \"P\", type_ = \"string\", json_path = \".spec.a\"), selectable = \".spec.a\", \
             scale(spec_replicas_path = \".spec.a\", status_replicas_path = \".status.b\"), derive(Default), \
             root_rule(\"self.metadata.name != 'a'\"), attr = \"allow(deprecated)\", kube)] pub struct ASpec(A);",
            ),
            (
                UNION,
                "#[crd(discriminator = \"kind\")] enum U { A(A), /// B.\n B, #[crd(value = \"X\")] C(C) }",
            ),
        ];
        let wrong: Vec<_> = items
            .iter()
            .filter_map(|(derive, text)| wrong(text, *derive))
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
