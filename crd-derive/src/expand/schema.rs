//! Generates `impl Schema`, and the constant checks of a type.
//!
//! ```text
//! #[derive(Schema)] struct A { a: Vec<B> }
//!     impl __crd::Schema for A {
//!         const SHAPE: __crd::Shape = __crd::Shape::new("A", __crd::Kind::Object(&[…]));
//!     }
//!     const _: () = { … };      // calls of `__crd::check`; for a generic type they are inside of SHAPE
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Generics, Token, WhereClause, WherePredicate, parse_quote_spanned};

use super::attrs::{Enclosing, attrs};
use super::checks;
use super::fields;
use super::mentioned;
use super::next;
use super::source;
use super::to_const::{calls, list, structure};
use crate::attr::attrs::SchemaSource;
use crate::attr::crates::Crates;
use crate::attr::input::{Input, InputField, ItemBody, Style, Variant};
use crate::attr::keys;
use crate::check::rule::RuleChecks;
use crate::hygiene::{self, closing_semicolon, lit_str, quote_stable, stable_span};
use crate::rust_type;
use crate::spanned::Spanned;

/// Generates the impl with its constant checks.
pub(crate) fn expand(input: &Input<'_>, rule_checks: &RuleChecks<'_>, crates: &Crates) -> TokenStream {
    let Input { ident, .. } = input;
    let crd_core = &crates.crd_core;
    let shape = shape(input, crates);
    let generics = with_bounds(input);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let depends =
        input.generics.type_params().next().is_some() || input.generics.const_params().next().is_some();
    let (body, outside) = if depends {
        let checks = checks::all(input, &quote_stable!(shape), rule_checks);
        if checks.is_empty() {
            (shape, None)
        } else {
            (quote_stable!({ let shape = &#shape; #(#checks;)* *shape }), None)
        }
    } else {
        (shape, checks_outside(input, rule_checks, crates))
    };
    // Only the compiler can report that a type contains itself through other types: as a cycle of constants. Its
    // message names the items of the cycle, so the name of this item contains the advice.
    let advice = "a_schema_cannot_recurse__cut_the_cycle_with__crd_preserve_unknown_fields__CRD0910";
    let advice = hygiene::ident(format!("{advice}__{}", ident.unraw()));
    let paths = next::paths(input);
    let implementation = quote_spanned! {stable_span().located_at(ident.span())=>
        #[automatically_derived]
        impl #impl_generics __crd::Schema for #ident #ty_generics #where_clause {
            const SHAPE: __crd::Shape = #body;
            #paths
        }
    };
    let json_schema = json_schema(input, &generics);
    let map_key = is_map_key(input).then(|| map_key(ident));
    let (lints, end) = (super::lints(), closing_semicolon());
    quote_stable! {
        #lints
        const #advice: () = {
            use #crd_core::__private as __crd;
            #implementation
            #map_key
            #json_schema
        } #end
        #outside
    }
}

/// Generates `__crd::Shape::new("Name", …)…`.
fn shape(input: &Input<'_>, crates: &Crates) -> TokenStream {
    let name = lit_str(input.ident.to_string());
    let kind = kind(input);
    let mut own = input.attrs.clone();
    let mut count = |keyword, count| {
        own.validation
            .counts
            .push((keyword, Spanned::new(count, input.ident)));
    };
    if let Some(length) = kind.length {
        count(keys::MIN_ITEMS, length);
        count(keys::MAX_ITEMS, length);
    }
    if kind.empty {
        // Admits null, but no object: no object has at least one and at most zero properties.
        count(keys::MIN_PROPERTIES, 1);
        count(keys::MAX_PROPERTIES, 0);
    }
    let setters = calls(&[
        ("optional_as", &kind.optional_as),
        ("nullable_as", &kind.nullable_as),
        ("nullable", &kind.empty),
        ("attrs", &attrs(&own, &enclosing(input))),
        ("source", &source::of_input(input, crates)),
    ]);
    let kind = kind.tokens;
    quote_stable!(__crd::Shape::new(#name, #kind) #setters)
}

/// Generates the constant checks of a type without parameters, which the compiler evaluates once, however often the type
/// is used.
fn checks_outside(input: &Input<'_>, rule_checks: &RuleChecks<'_>, crates: &Crates) -> Option<TokenStream> {
    let crd_core = &crates.crd_core;
    let concrete = concrete(input.ident, input.generics);
    let checks = checks::all(
        input,
        &quote_stable!(<#concrete as __crd::Schema>::REF),
        rule_checks,
    );
    let resource = input.attrs.of_custom_resource.as_ref().map(|attribute| {
        let check = quote_spanned! {attribute.span()=>
            __crd::check::require(__crd::CustomResourceOf::<#concrete>::OUTCOME)
        };
        quote_stable! {
            const _: () = {
                #[allow(unused_imports)]
                use __crd::WithoutCustomResource as _;
                #check
            };
        }
    });
    if checks.is_empty() && resource.is_none() {
        return None;
    }
    let (lints, end) = (super::lints(), closing_semicolon());
    Some(quote_stable! {
        #lints
        const _: () = {
            use #crd_core::__private as __crd;
            #(const _: () = #checks;)*
            #resource
        } #end
    })
}

/// Generates `impl JsonSchema` for `json_schema`. Without its feature `schemars`, crd-core's macro reports an error.
pub(crate) fn json_schema(input: &Input<'_>, generics: &Generics) -> Option<TokenStream> {
    let flag = input.attrs.json_schema.as_ref()?;
    let ident = input.ident;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    Some(quote_spanned! {flag.span()=>
        __crd::json_schema! {
            #[automatically_derived]
            impl #impl_generics __crd::schemars_crate::JsonSchema for #ident #ty_generics #where_clause {
                fn schema_name() -> __crd::Cow<'static, str> {
                    __crd::json::schema_name::<Self>()
                }
                fn schema_id() -> __crd::Cow<'static, str> {
                    __crd::Cow::Borrowed(__crd::type_name::<Self>())
                }
                fn json_schema(generator: &mut __crd::schemars_crate::SchemaGenerator) -> __crd::schemars_crate::Schema {
                    __crd::json::json_schema::<Self>(generator)
                }
            }
        }
    })
}

fn map_key(ident: &Ident) -> TokenStream {
    quote_stable! {
        #[automatically_derived]
        impl __crd::MapKey for #ident {
            const KEYS: __crd::Option<&'static __crd::Shape> = __crd::Some(<Self as __crd::Schema>::REF);
        }
    }
}

/// Whether an item with errors may be meant as a key of maps.
fn has_only_unit_variants(item: &DeriveInput) -> bool {
    match &item.data {
        Data::Enum(data) => {
            item.generics.params.is_empty() && data.variants.iter().all(|variant| variant.fields.is_empty())
        }
        Data::Struct(_) | Data::Union(_) => false,
    }
}

/// Whether a type can be a key of maps: serde writes enums of unit variants as strings.
fn is_map_key(input: &Input<'_>) -> bool {
    let ItemBody::Enum(variants) = &input.data else {
        return false;
    };
    input.serde.tag.is_none()
        && input.serde.untagged.is_none()
        && input.serde.into.is_none()
        && !input.attrs.replaces_schema()
        && input.generics.params.is_empty()
        && variants.iter().all(|variant| variant.style == Style::Unit)
}

/// Generates an impl whose shape is the errors, so that the compiler does not also report a missing impl. It does not
/// evaluate constants that depend on one with an error, so that no other type is checked against this one.
pub(crate) fn fallback(item: &DeriveInput, errors: &TokenStream, crates: &Crates) -> TokenStream {
    let (crd_core, lints, end) = (&crates.crd_core, super::lints(), closing_semicolon());
    let DeriveInput { ident, generics, .. } = item;
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let map_key = has_only_unit_variants(item).then(|| map_key(ident));
    let uses = mentioned::uses(item);
    quote_stable! {
        #lints
        const _: () = {
            use #crd_core::__private as __crd;
            #[automatically_derived]
            impl #impl_generics __crd::Schema for #ident #ty_generics #where_clause {
                const SHAPE: __crd::Shape = { #errors };
            }
            #map_key
            #uses
        } #end
    }
}

/// The kind of a shape, with its consequences for the rest of the shape.
struct ShapeKind {
    tokens: TokenStream,
    /// The shape that decides whether a field of this type may be absent.
    optional_as: Option<TokenStream>,
    /// The shape that decides whether the type holds null.
    nullable_as: Option<TokenStream>,
    /// The number of elements of a tuple struct.
    length: Option<i64>,
    /// Whether it is a unit struct.
    empty: bool,
}

impl ShapeKind {
    fn plain(tokens: TokenStream) -> ShapeKind {
        ShapeKind {
            tokens,
            optional_as: None,
            nullable_as: None,
            length: None,
            empty: false,
        }
    }

    /// Generates the kind of another shape. A field of this type may not be absent, even if one of the other type may.
    fn alias(shape: &TokenStream) -> ShapeKind {
        ShapeKind {
            nullable_as: Some(shape.clone()),
            ..ShapeKind::plain(quote_stable!(__crd::Kind::Alias(#shape)))
        }
    }

    /// Generates the kind of another shape, whose serde form the type has: a field of this type may be absent if a field of
    /// the other type may.
    fn transparent(shape: &TokenStream) -> ShapeKind {
        ShapeKind {
            optional_as: Some(shape.clone()),
            ..ShapeKind::alias(shape)
        }
    }
}

fn kind(input: &Input<'_>) -> ShapeKind {
    match &input.attrs.source {
        Some(SchemaSource::As(ty)) => {
            return ShapeKind::transparent(&quote_stable!(<#ty as __crd::Schema>::REF));
        }
        Some(SchemaSource::Schemars(ident)) => {
            let shape = quote_spanned!(ident.span()=> &__crd::schemars!(Self, false));
            return ShapeKind::alias(&shape);
        }
        Some(SchemaSource::With(_)) => return ShapeKind::plain(quote_stable!(__crd::Kind::Any)),
        None => {}
    }
    if input.attrs.int_or_string.is_some() {
        return ShapeKind::plain(quote_stable!(__crd::Kind::IntOrString));
    }
    if let Some((ty, _)) = &input.serde.into {
        return ShapeKind::transparent(&quote_stable!(<#ty as __crd::Schema>::REF));
    }
    match &input.data {
        ItemBody::Struct(Style::Unit, _) => ShapeKind {
            empty: true,
            ..ShapeKind::plain(quote_stable!(__crd::Kind::Object(&[])))
        },
        ItemBody::Struct(style, members) => {
            let mut on_wire: Vec<&InputField<'_>> =
                members.iter().filter(|field| !field.is_skipped()).collect();
            if input.serde.transparent {
                // serde ignores markers.
                on_wire.retain(|field| rust_type::name(field.ty).is_none_or(|name| name != "PhantomData"));
            }
            match (style, on_wire.as_slice()) {
                (_, [field]) if input.serde.transparent => ShapeKind::transparent(&fields::newtype(field)),
                (Style::Tuple, [field]) if members.len() == 1 => ShapeKind::alias(&fields::newtype(field)),
                (Style::Tuple, [first, ..]) => {
                    let shape = fields::newtype(first);
                    ShapeKind {
                        length: i64::try_from(on_wire.len()).ok(),
                        ..ShapeKind::plain(quote_stable!(__crd::Kind::Array(#shape)))
                    }
                }
                _ => {
                    let of_types = if input.generics.params.is_empty() {
                        fields::DefaultImpl::Optional
                    } else {
                        fields::DefaultImpl::Required
                    };
                    let list = fields::list(members, input.serde.default.as_ref(), of_types);
                    ShapeKind::plain(quote_stable!(__crd::Kind::Object(#list)))
                }
            }
        }
        ItemBody::Enum(_) if input.attrs.preserve_unknown_fields.is_some() => {
            ShapeKind::plain(quote_stable!(__crd::Kind::Any))
        }
        ItemBody::Enum(variants) => ShapeKind::plain(enumeration(input, variants)),
    }
}

fn enumeration(input: &Input<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let on_wire = || variants.iter().filter(|variant| !variant.is_skipped());
    let tagged = input.serde.tag.is_some() || input.serde.untagged.is_some();
    if !tagged && on_wire().all(|variant| variant.style == Style::Unit) {
        if on_wire().any(|variant| variant.serde.other.is_some()) {
            return quote_stable!(__crd::Kind::String { format: "" });
        }
        let values = on_wire().map(|variant| {
            structure(
                "EnumValue",
                &[
                    ("name", &variant.name),
                    ("description", &variant.description),
                    ("aliases", &variant.serde.aliases),
                    ("when", &variant.attrs.when),
                ],
            )
        });
        let values = list(values);
        return quote_stable!(__crd::Kind::StringEnum(#values));
    }
    let tagging = match (&input.serde.tag, &input.serde.content, &input.serde.untagged) {
        (_, _, Some(_)) => quote_stable!(Untagged),
        (Some(tag), Some(content), None) => {
            let (tag, content) = (lit_str(&tag.value), lit_str(&content.value));
            quote_stable!(Adjacent(#tag, #content))
        }
        (Some(tag), None, None) => {
            let tag = lit_str(&tag.value);
            quote_stable!(Internal(#tag))
        }
        (None, _, None) => quote_stable!(External),
    };
    let variants = on_wire().map(|variant| {
        structure(
            "Variant",
            &[
                ("name", &variant.name),
                ("aliases", &variant.serde.aliases),
                ("description", &variant.description),
                ("other", &variant.serde.other.is_some()),
                ("content", &content(variant)),
                ("when", &variant.attrs.when),
            ],
        )
    });
    let variants = list(variants);
    quote_stable!(__crd::Kind::Variants(__crd::Tagging::#tagging, #variants))
}

fn content(variant: &Variant<'_>) -> TokenStream {
    match (variant.style, variant.fields.as_slice()) {
        (Style::Unit, _) => quote_stable!(__crd::Content::Unit),
        (Style::Named, members) => {
            let list = fields::list(members, None, fields::DefaultImpl::Required);
            quote_stable!(__crd::Content::Struct(#list))
        }
        (Style::Tuple, [field]) => {
            let shape = fields::newtype(field);
            quote_stable!(__crd::Content::Newtype(#shape))
        }
        (Style::Tuple, members) => {
            let shapes = list(
                members
                    .iter()
                    .filter(|field| !field.is_skipped())
                    .map(fields::newtype),
            );
            quote_stable!(__crd::Content::Tuple(#shapes))
        }
    }
}

/// Returns the properties of the fields that the attributes of the type refer to.
fn enclosing(input: &Input<'_>) -> Enclosing {
    let closed = input.serde.deny_unknown_fields;
    let next = next::constant(input);
    let ItemBody::Struct(style, members) = &input.data else {
        return Enclosing {
            next,
            closed,
            ..Enclosing::default()
        };
    };
    let names = members
        .iter()
        .map(|field| (field.rust_name.clone(), field.name.value.clone()))
        .collect();
    let on_wire = || members.iter().filter(|field| !field.is_skipped());
    let mut union_members = Vec::new();
    for field in on_wire() {
        union_members.extend(field.member_value().map(|value| (field.name.clone(), value)));
    }
    let mut unions = Vec::new();
    if !union_members.is_empty() {
        let discriminator = on_wire()
            .find(|field| field.attrs.discriminator.is_some())
            .map(|field| field.name.value.clone())
            .unwrap_or_default();
        unions.push(structure(
            "UnionDeclaration",
            &[("discriminator", &discriminator), ("members", &union_members)],
        ));
    }
    let skipped = members
        .iter()
        .filter(|field| *style == Style::Named && field.is_skipped());
    Enclosing {
        skipped: skipped.map(|field| field.name.clone()).collect(),
        names,
        unions,
        next,
        closed,
        ..Enclosing::default()
    }
}

/// Returns the generics with `T: Schema` for every parameter that serde serializes or deserializes, as serde bounds them.
fn with_bounds(input: &Input<'_>) -> Generics {
    let mut generics = input.generics.clone();
    if let Some(bound) = &input.attrs.bound {
        add_predicates(&mut generics, bound.value.predicates.clone());
        return generics;
    }
    let members: Vec<&InputField<'_>> = match &input.data {
        _ if input.serde.into.is_some() || input.attrs.source.is_some() => Vec::new(),
        ItemBody::Struct(_, members) => members.iter().collect(),
        ItemBody::Enum(variants) => variants
            .iter()
            .filter(|variant| !variant.is_skipped())
            .flat_map(|variant| &variant.fields)
            .collect(),
    };
    let used = |name: &Ident| {
        members.iter().any(|field| {
            !field.is_skipped()
                && !field.attrs.replaces_schema()
                && rust_type::name(field.ty).is_none_or(|ty| ty != "PhantomData")
                && rust_type::find_name(field.ty, &name.to_string()).is_some()
        })
    };
    let predicates: Vec<WherePredicate> = input
        .generics
        .type_params()
        .filter(|parameter| used(&parameter.ident))
        .map(|parameter| {
            let ident = &parameter.ident;
            parse_quote_spanned!(stable_span()=> #ident: __crd::Schema)
        })
        .collect();
    if !predicates.is_empty() {
        add_predicates(&mut generics, predicates);
    }
    generics
}

fn add_predicates(generics: &mut Generics, predicates: impl IntoIterator<Item = WherePredicate>) {
    let clause = generics.where_clause.get_or_insert_with(|| WhereClause {
        where_token: Token![where](stable_span()),
        predicates: Punctuated::new(),
    });
    for predicate in predicates {
        if !clause.predicates.empty_or_trailing() {
            clause.predicates.push_punct(Token![,](stable_span()));
        }
        clause.predicates.push_value(predicate);
    }
}

/// Returns the type with `'static` for every lifetime. It has no other parameters.
fn concrete(ident: &Ident, generics: &Generics) -> TokenStream {
    let lifetimes: Vec<_> = generics.lifetimes().map(|_| quote_stable!('static)).collect();
    if lifetimes.is_empty() {
        quote_stable!(#ident)
    } else {
        quote_stable!(#ident<#(#lifetimes),*>)
    }
}
