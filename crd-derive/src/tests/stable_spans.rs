//! Every generated token has the span of its item, so that edits elsewhere do not invalidate it (see `hygiene`).

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::DeriveInput;

use crate::attr::crates::Crates;
use crate::attr::input::Input;
use crate::attr::keys::AttributeTarget;
use crate::attr::meta::Meta;
use crate::attr::resource::{ResourceAttrs, Spec};
use crate::errors::Errors;
use crate::hygiene::StableSpans;
use crate::{check, expand};

/// Collects the tokens with the span of the macro call.
fn unstable(code: TokenStream, found: &mut Vec<String>) {
    let call_site = format!("{:?}", Span::call_site());
    for token in code {
        if format!("{:?}", token.span()) == call_site {
            found.push(token.to_string());
        }
        if let TokenTree::Group(group) = token {
            unstable(group.stream(), found);
        }
    }
}

type Derive = fn(&Errors, &DeriveInput) -> Option<TokenStream>;

/// Returns the error in the expansion of an item, if any.
fn problem(text: &str, derive: Derive) -> Option<String> {
    let item: DeriveInput = syn::parse_str(text).unwrap();
    let _spans = StableSpans::of(&item);
    let cx = Errors::new();
    let code = derive(&cx, &item).unwrap_or_default();
    let errors = cx.finish();
    let mut found = Vec::new();
    unstable(code.clone(), &mut found);
    let is_right = errors.is_empty() && !code.is_empty() && found.is_empty();
    (!is_right).then(|| format!("{text}: {found:?} {errors}"))
}

const SCHEMA: Derive = |cx, item| {
    let crates = Crates::parse(cx, &Meta::collect(cx, &item.attrs, "crd"));
    let input = Input::parse(cx, item, AttributeTarget::Type)?;
    let rule_checks = check::input::check(cx, &input);
    Some(expand::schema::expand(&input, &rule_checks, &crates))
};

const RESOURCE: Derive = |cx, item| {
    let metas = Meta::collect(cx, &item.attrs, "crd");
    let crates = Crates::parse(cx, &metas);
    let spec = Spec::parse(item, &metas);
    let mut resource = ResourceAttrs::parse(cx, &item.ident, metas);
    let root = check::resource::check(cx, &spec, resource.as_mut())?;
    Some(expand::resource::expand(&root, &crates, None))
};

const UNION: Derive = |cx, item| {
    let crates = Crates::parse(cx, &Meta::collect(cx, &item.attrs, "crd"));
    let input = Input::parse(cx, item, AttributeTarget::Union)?;
    let union = check::union::check(cx, &input)?;
    Some(expand::union::expand(&input, &union, &crates))
};

#[test]
fn every_token_has_the_span_of_its_item() {
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
        (SCHEMA, "#[crd(bound = \"T: Copy + Kind\")] struct A<T> { a: T }"),
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
            "#[crd(rule(\"self.a > oldSelf.a\", message = \"m\", reason = FieldValueInvalid, optional_old_self = false), \
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
            "#[crd(group = \"a.b\", version = \"v1\", kind = \"A\", root = \"r#type\")] struct ASpec { a: u8 }",
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
    let problems: Vec<_> = items
        .iter()
        .filter_map(|(derive, text)| problem(text, *derive))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
