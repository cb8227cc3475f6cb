//! Level 2: calls of the constant checks, each spanned on the token it is about.

use proc_macro2::{Literal as Token, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::seen::Seen;
use crate::attr::attrs::{Attrs, ListType};
use crate::attr::literal::Literal;
use crate::attr::read;
use crate::attr::resource::Resource;
use crate::ground::{code, here, number, text, word};
use crate::input::{Body, Field, Input, Style, Variant};
use crate::ty;

/// Expressions of type `()`, one for each field, that do not evaluate when a check fails.
pub(crate) fn all(input: &Input<'_>, shape: &TokenStream) -> Vec<TokenStream> {
    let mut groups = Vec::new();
    if input.attrs.source.is_none() {
        groups.push(place(&input.attrs, Seen::Nothing, shape, &code!((*#shape).attrs)));
    }
    let members_matter = input.serde.into.is_none()
        && (!input.attrs.replaces_schema() || input.attrs.preserve_unknown_fields.is_some());
    match &input.data {
        _ if !members_matter => {}
        Body::Struct(style, members) => {
            let plain = *style == Style::Named && !input.serde.transparent;
            for (index, field) in on_wire(members).enumerate() {
                groups.push(if plain {
                    let index = number(Token::usize_unsuffixed(index));
                    self::field(
                        field,
                        shape,
                        &code!(__crd::check::field(#shape, #index)),
                        Some(&index),
                    )
                } else {
                    place(&field.attrs, Seen::Nothing, shape, &code!(&__crd::Attrs::NONE))
                });
            }
        }
        Body::Enum(variants) => groups.extend(enumeration(input, variants, shape)),
    }
    groups.retain(|group| !group.is_empty());
    groups.into_iter().map(|group| code!({ #(#group;)* })).collect()
}

fn on_wire<'a>(members: &'a [Field<'a>]) -> impl Iterator<Item = &'a Field<'a>> {
    members.iter().filter(|field| !field.is_skipped())
}

fn enumeration(input: &Input<'_>, variants: &[Variant<'_>], shape: &TokenStream) -> Vec<Vec<TokenStream>> {
    let variants: Vec<&Variant<'_>> = variants.iter().filter(|variant| !variant.is_skipped()).collect();
    let mut groups = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let index = number(Token::usize_unsuffixed(index));
        match (variant.style, variant.fields.as_slice()) {
            (Style::Named, members) => {
                for (number, field) in on_wire(members).enumerate() {
                    let number = self::number(Token::usize_unsuffixed(number));
                    let place = code!(__crd::check::variant_field(#shape, #index, #number));
                    let mut calls = self::field(field, shape, &place, None);
                    if let Some(flatten) = &field.serde.flatten {
                        calls.push(require(
                            flatten,
                            &code!(distinct_in_variant(#shape, #index, #number)),
                        ));
                    }
                    groups.push(calls);
                }
            }
            (Style::Tuple, [field]) => {
                let content = code!(__crd::check::content(#shape, #index));
                groups.push(place(
                    &field.attrs,
                    Seen::Nothing,
                    &content,
                    &code!(&__crd::Attrs::NONE),
                ));
            }
            _ => {}
        }
    }
    // Each variant of an externally tagged enum is a property of its own.
    let merged = input.serde.tag.is_some() || input.serde.untagged.is_some();
    if merged && input.attrs.preserve_unknown_fields.is_none() {
        for (index, variant) in variants.iter().enumerate() {
            let index = number(Token::usize_unsuffixed(index));
            groups.push(vec![require(variant.ident, &code!(variant(#shape, #index)))]);
        }
    }
    groups
}

/// A field of a struct or struct variant.
fn field(
    field: &Field<'_>,
    shape: &TokenStream,
    at: &TokenStream,
    index: Option<&Token>,
) -> Vec<TokenStream> {
    let attrs = &field.attrs;
    let seen = Seen::of(field.ty);
    let mut calls = place(attrs, seen, &code!(#at.shape), &code!(#at.attrs));
    if let Some(default) = &attrs.default
        && !matches!(default.value, Literal::Made(_))
    {
        calls.push(require(default, &code!(default(#at))));
    }
    if let (Some(flatten), Some(index)) = (&field.serde.flatten, index) {
        calls.push(require(flatten, &code!(distinct(#shape, #index))));
    }
    let readable = field.serde.default.is_some() || ty::is_option(field.ty) || attrs.replaces_schema();
    if let (Some(optional), false) = (&attrs.optional, readable || attrs.default.is_some()) {
        calls.push(require(
            optional,
            &code!(optional(#at, "`optional` lets the field be absent, but serde")),
        ));
    }
    if let (Some((path, ident)), false) = (&field.serde.skip_serializing_if, readable)
        && read::last_segment(path) == "is_none"
    {
        let why = text("serde leaves the field out when this holds, but");
        calls.push(require(ident, &code!(optional(#at, #why))));
    }
    if let Some(member) = &attrs.union {
        calls.push(require(&member.ident, &code!(union_member(#at))));
    }
    if let Some(discriminator) = &attrs.discriminator {
        calls.push(require(discriminator, &code!(discriminator(#shape, #at))));
    }
    calls
}

/// One attribute list, with the shape and the attributes it stands on as expressions.
fn place(attrs: &Attrs, seen: Seen, shape: &TokenStream, at: &TokenStream) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    if attrs.replaces_schema() {
        return calls;
    }
    let settled = seen.settles(&attrs.validation);
    for keyword in attrs.validation.keywords.iter().filter(|_| !settled) {
        let name = keyword.name;
        let kind = match name {
            "minimum" | "maximum" | "exclusive_minimum" | "exclusive_maximum" | "multiple_of" => {
                code!(Number)
            }
            "min_length" | "max_length" | "pattern" => code!(String),
            "min_items" | "max_items" => code!(List),
            "min_properties" | "max_properties" => code!(Object),
            "format" => code!(Scalar),
            _ => continue,
        };
        let name = text(name);
        calls.push(require(
            &keyword.ident,
            &code!(keyword(#shape, __crd::check::Keyword::#kind(#name))),
        ));
    }
    if let Some(items) = &attrs.items_ident {
        calls.push(require(
            items,
            &code!(keyword(#shape, __crd::check::Keyword::List("items"))),
        ));
    }
    if let Some(values) = &attrs.values_ident {
        calls.push(require(
            values,
            &code!(keyword(#shape, __crd::check::Keyword::Map("values"))),
        ));
    }
    if let Some(bound) = first_bound(attrs)
        && !settled
    {
        calls.push(require(&bound, &code!(ordered(#shape, #at))));
    }
    if let Some(list_type) = &attrs.list_type {
        let call = match list_type.value {
            ListType::Atomic => code!(list_atomic(#shape)),
            ListType::Set => code!(list_set(#shape, #at)),
            ListType::Map => code!(list_map(#shape)),
        };
        calls.push(require(list_type, &call));
    }
    for key in &attrs.list_map_keys {
        let name = text(&key.value);
        calls.push(require(key, &code!(list_map_key(#shape, #name))));
    }
    if let Some(embedded) = &attrs.embedded_resource {
        calls.push(require(embedded, &code!(embedded_resource(#shape))));
    }
    if let Some(map_type) = &attrs.map_type {
        calls.push(require(map_type, &code!(map_type(#shape))));
    }
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        let shape = code!(__crd::check::elements(#shape));
        calls.extend(place(
            nested,
            Seen::Nothing,
            &shape,
            &code!(__crd::check::nested(#at)),
        ));
    }
    calls
}

/// The first bound that its type may contradict.
fn first_bound(attrs: &Attrs) -> Option<TokenStream> {
    let v = &attrs.validation;
    let bounds = [v.minimum.as_ref(), v.maximum.as_ref()]
        .into_iter()
        .flatten()
        .map(|bound| &bound.tokens);
    let counts = [
        &v.min_length,
        &v.max_length,
        &v.min_items,
        &v.max_items,
        &v.min_properties,
        &v.max_properties,
    ];
    bounds
        .chain(counts.into_iter().flatten().map(|count| &count.tokens))
        .next()
        .cloned()
}

/// Level 2 for a root: its paths against the shapes of spec and status.
pub(crate) fn resource(spec: &syn::Ident, resource: &Resource) -> TokenStream {
    let mut calls = Vec::new();
    let mut path = |path: &read::Spanned<String>, check: &str| {
        let Some(plain) = plain(&path.value) else { return };
        let (names, check) = (plain.split('.').map(text), word(check));
        calls.push(require(path, &code!(#check(root, &[#(#names),*]))));
    };
    if let Some(scale) = &resource.scale {
        path(&scale.spec_replicas_path, "replicas");
        path(&scale.status_replicas_path, "replicas");
        if let Some(selector) = &scale.label_selector_path {
            path(selector, "selector");
        }
    }
    for column in &resource.columns {
        if let Some(json_path) = &column.json_path {
            path(json_path, "column");
        }
    }
    for selectable in &resource.selectable {
        path(selectable, "selectable");
    }
    if calls.is_empty() {
        return TokenStream::new();
    }
    let status = resource.status.as_ref().map_or_else(
        || code!(__crd::None),
        |status| code!(__crd::Some(<#status as __crd::Schema>::REF)),
    );
    code! {
        const _: () = {
            let root = __crd::check::Root { spec: <#spec as __crd::Schema>::REF, status: #status };
            #(#calls;)*
        };
    }
}

/// A path that is names and dots only, without its first dot; what stands in `[…]`, and `@`, is not followed.
fn plain(path: &str) -> Option<&str> {
    path.strip_prefix('.')
        .filter(|rest| !rest.contains(['[', ']', '@', '*', '?', '(', '\'', '"', '\\', ' ']))
}

/// `require(check::…)`, which the compiler reports on the given tokens.
fn require(on: impl ToTokens, call: &TokenStream) -> TokenStream {
    let span = on
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(here, |token: TokenTree| token.span());
    quote_spanned!(span=> __crd::check::require(__crd::check::#call))
}
