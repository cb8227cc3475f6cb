//! `impl Schema`.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::{Generics, LitStr, Token, WhereClause, WherePredicate, parse_quote_spanned};

use super::attrs::{Scope, attrs};
use super::checks;
use super::fields;
use crate::attr::attrs::Source;
use crate::attr::read::Spanned;
use crate::attr::validation::Validation;
use crate::crates::Crates;
use crate::ground::{code, end, here, text, truth, word};
use crate::input::{Body, Field, Input, Style, Variant};
use crate::ty;

/// The impl with its constant checks.
pub(crate) fn expand(input: &Input<'_>, crates: &Crates) -> TokenStream {
    let Input { ident, .. } = input;
    let crd_core = &crates.crd_core;
    let name = text(ident.to_string());
    let scope = scope(input);
    let kind = kind(input);
    let mut own = input.attrs.clone();
    own.closed = input.serde.deny_unknown_fields;
    if let Some((minimum, maximum, tokens)) = kind.length {
        own.validation = Validation {
            min_items: Some(Spanned {
                value: minimum,
                tokens: tokens.clone(),
            }),
            max_items: Some(Spanned {
                value: maximum,
                tokens,
            }),
            ..own.validation
        };
    }
    if kind.empty {
        // Null, and no object: none has both at least one and at most no member.
        own.validation.min_properties = Some(Spanned::new(1, ident));
        own.validation.max_properties = Some(Spanned::new(0, ident));
    }
    let attrs = attrs(&own, &scope).map(|attrs| code!(.attrs(#attrs)));
    let optional = kind.optional.map(|optional| code!(.optional(#optional)));
    let nullable = kind.nullable.map(|nullable| code!(.nullable(#nullable)));
    let kind = kind.tokens;
    let shape = code!(__crd::Shape::new(#name, #kind) #optional #nullable #attrs);

    let generics = bounded(input);
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let depends =
        input.generics.type_params().next().is_some() || input.generics.const_params().next().is_some();
    let (body, outside) = if depends {
        let checks = checks::all(input, &code!(shape));
        if checks.is_empty() {
            (shape, TokenStream::new())
        } else {
            (
                code!({ let shape = &#shape; #(#checks;)* *shape }),
                TokenStream::new(),
            )
        }
    } else {
        let concrete = concrete(ident, input.generics);
        let checks = checks::all(input, &code!(<#concrete as __crd::Schema>::REF));
        (shape, code!(#(const _: () = #checks;)*))
    };
    // A type that contains itself through others is a cycle of constants, which only the compiler can report.
    // It names the items on the way, so this name is the advice.
    let advice = word(format!(
        "a_schema_cannot_recurse__cut_the_cycle_with__crd_preserve_unknown_fields__CRD0910__{}",
        ident.unraw()
    ));
    let implementation = quote_spanned! {here().located_at(ident.span())=>
        #[automatically_derived]
        impl #impl_generics __crd::Schema for #ident #ty_generics #where_clause {
            const SHAPE: __crd::Shape = #body;
        }
    };
    let json_schema = json_schema(input, &generics);
    let map_key = is_map_key(input).then(|| {
        code! {
            #[automatically_derived]
            impl __crd::MapKey for #ident {}
        }
    });
    let (lints, end) = (super::lints(), end());
    let outside = (!outside.is_empty()).then(|| {
        code! {
            #lints
            const _: () = {
                use #crd_core::__private as __crd;
                #outside
            } #end
        }
    });
    code! {
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

/// `impl JsonSchema`, where `json_schema` asks for it; crd-core says when it lacks the feature.
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

/// Enums of unit variants are written as strings, so they can be keys of maps.
fn is_map_key(input: &Input<'_>) -> bool {
    let Body::Enum(variants) = &input.data else {
        return false;
    };
    input.serde.tag.is_none()
        && input.serde.untagged.is_none()
        && input.serde.into.is_none()
        && !input.attrs.replaces_schema()
        && input.generics.params.is_empty()
        && variants.iter().all(|variant| variant.style == Style::Unit)
}

/// An impl that says nothing, so that a mistake elsewhere is not followed by a missing impl.
pub(crate) fn fallback(ident: &Ident, generics: &Generics, crates: &Crates) -> TokenStream {
    let (crd_core, lints, end) = (&crates.crd_core, super::lints(), end());
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    code! {
        #lints
        const _: () = {
            use #crd_core::__private as __crd;
            #[automatically_derived]
            impl #impl_generics __crd::Schema for #ident #ty_generics #where_clause {
                const SHAPE: __crd::Shape = __crd::OPAQUE;
            }
        } #end
    }
}

/// A kind, with what it implies for the rest of the shape.
struct Kind {
    tokens: TokenStream,
    optional: Option<TokenStream>,
    nullable: Option<TokenStream>,
    /// Number of elements of a tuple struct.
    length: Option<(i64, i64, TokenStream)>,
    /// A unit struct.
    empty: bool,
}

impl Kind {
    fn plain(tokens: TokenStream) -> Kind {
        Kind {
            tokens,
            optional: None,
            nullable: None,
            length: None,
            empty: false,
        }
    }

    fn alias(shape: &TokenStream, transparent: bool) -> Kind {
        Kind {
            optional: transparent.then(|| code!((#shape).optional)),
            nullable: Some(code!((#shape).nullable)),
            ..Kind::plain(code!(__crd::Kind::Alias(#shape)))
        }
    }
}

fn kind(input: &Input<'_>) -> Kind {
    match &input.attrs.source {
        Some(Source::As(ty)) => return Kind::alias(&code!(<#ty as __crd::Schema>::REF), true),
        Some(Source::Schemars(ident)) => {
            let shape = quote_spanned!(ident.span()=> &__crd::schemars!(Self, false));
            return Kind::alias(&shape, false);
        }
        Some(Source::With(_)) => return Kind::plain(code!(__crd::Kind::Any)),
        None => {}
    }
    if input.attrs.int_or_string.is_some() {
        return Kind::plain(code!(__crd::Kind::IntOrString));
    }
    if let Some((ty, _)) = &input.serde.into {
        return Kind::alias(&code!(<#ty as __crd::Schema>::REF), true);
    }
    match &input.data {
        Body::Struct(Style::Unit, _) => Kind {
            nullable: Some(code!(true)),
            empty: true,
            ..Kind::plain(code!(__crd::Kind::Object(&[])))
        },
        Body::Struct(style, members) => {
            let mut on_wire: Vec<&Field<'_>> = members.iter().filter(|field| !field.is_skipped()).collect();
            if input.serde.transparent {
                // serde passes over markers.
                on_wire.retain(|field| ty::name(field.ty).is_none_or(|name| name != "PhantomData"));
            }
            match (style, on_wire.as_slice()) {
                (_, [field]) if input.serde.transparent => Kind::alias(&fields::newtype(field), true),
                (Style::Tuple, [field]) if members.len() == 1 => Kind::alias(&fields::newtype(field), false),
                (Style::Tuple, [first, ..]) => {
                    let shape = fields::newtype(first);
                    let length = i64::try_from(on_wire.len()).unwrap_or(i64::MAX);
                    Kind {
                        length: Some((length, length, code!())),
                        ..Kind::plain(code!(__crd::Kind::Array(#shape)))
                    }
                }
                _ => {
                    let list = fields::list(members, input.serde.default.as_ref());
                    Kind::plain(code!(__crd::Kind::Object(#list)))
                }
            }
        }
        Body::Enum(_) if input.attrs.preserve_unknown_fields.is_some() => {
            Kind::plain(code!(__crd::Kind::Any))
        }
        Body::Enum(variants) => Kind::plain(enumeration(input, variants)),
    }
}

fn enumeration(input: &Input<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let on_wire = || variants.iter().filter(|variant| !variant.is_skipped());
    let tagged = input.serde.tag.is_some() || input.serde.untagged.is_some();
    if !tagged && on_wire().all(|variant| variant.style == Style::Unit) {
        if on_wire().any(|variant| variant.serde.other.is_some()) {
            return code!(__crd::Kind::String { format: "" });
        }
        let values = on_wire().map(|variant| {
            let (name, description) = (text(&variant.name.value), text(&variant.description));
            let aliases = variant.serde.aliases.iter().map(|alias| text(&alias.value));
            code!(__crd::EnumValue { name: #name, description: #description, aliases: &[#(#aliases),*] })
        });
        return code!(__crd::Kind::StringEnum(&[#(#values),*]));
    }
    let tagging = match (&input.serde.tag, &input.serde.content, &input.serde.untagged) {
        (_, _, Some(_)) => code!(Untagged),
        (Some(tag), Some(content), None) => {
            let (tag, content) = (text(&tag.value), text(&content.value));
            code!(Adjacent(#tag, #content))
        }
        (Some(tag), None, None) => {
            let tag = text(&tag.value);
            code!(Internal(#tag))
        }
        (None, _, None) => code!(External),
    };
    let variants = on_wire().map(|variant| {
        let (name, description) = (text(&variant.name.value), text(&variant.description));
        let aliases = variant.serde.aliases.iter().map(|alias| text(&alias.value));
        let other = truth(variant.serde.other.is_some());
        let content = content(variant);
        code! {
            __crd::Variant {
                name: #name,
                aliases: &[#(#aliases),*],
                description: #description,
                other: #other,
                content: __crd::Content::#content,
            }
        }
    });
    code!(__crd::Kind::Variants(__crd::Tagging::#tagging, &[#(#variants),*]))
}

fn content(variant: &Variant<'_>) -> TokenStream {
    match (variant.style, variant.fields.as_slice()) {
        (Style::Unit, _) => code!(Unit),
        (Style::Named, members) => {
            let list = fields::list(members, None);
            code!(Struct(#list))
        }
        (Style::Tuple, [field]) => {
            let shape = fields::newtype(field);
            code!(Newtype(#shape))
        }
        (Style::Tuple, members) => {
            let shapes = members
                .iter()
                .filter(|field| !field.is_skipped())
                .map(fields::newtype);
            code!(Tuple(&[#(#shapes),*]))
        }
    }
}

/// Names of the fields, and the unions among them.
fn scope(input: &Input<'_>) -> Scope {
    let Body::Struct(_, members) = &input.data else {
        return Scope::default();
    };
    let names = members
        .iter()
        .map(|field| (field.rust_name.clone(), field.name.value.clone()))
        .collect();
    let on_wire = || members.iter().filter(|field| !field.is_skipped());
    let union_members: Vec<TokenStream> = on_wire()
        .filter_map(|field| {
            let value = field.member_value()?;
            let (name, value) = (text(&field.name.value), text(value));
            Some(code!((#name, #value)))
        })
        .collect();
    let mut unions = Vec::new();
    if !union_members.is_empty() {
        let discriminator = on_wire()
            .find(|field| field.attrs.discriminator.is_some())
            .map(|field| field.name.value.clone())
            .unwrap_or_default();
        let discriminator = text(discriminator);
        unions.push(code! {
            __crd::UnionDeclaration { discriminator: #discriminator, members: &[#(#union_members),*] }
        });
    }
    Scope {
        names,
        unions,
        ty: None,
    }
}

/// The generics with `T: Schema` for every parameter that reaches the wire, as serde bounds them.
fn bounded(input: &Input<'_>) -> Generics {
    let mut generics = input.generics.clone();
    if let Some(bound) = &input.attrs.bound {
        let text = format!("where {}", bound.value);
        if let Ok(clause) = LitStr::new(&text, here()).parse::<WhereClause>() {
            add(&mut generics, clause.predicates);
        }
        return generics;
    }
    let members: Vec<&Field<'_>> = match &input.data {
        _ if input.serde.into.is_some() || input.attrs.source.is_some() => Vec::new(),
        Body::Struct(_, members) => members.iter().collect(),
        Body::Enum(variants) => variants
            .iter()
            .filter(|variant| !variant.is_skipped())
            .flat_map(|variant| &variant.fields)
            .collect(),
    };
    let used = |name: &Ident| {
        members.iter().any(|field| {
            !field.is_skipped()
                && !field.attrs.replaces_schema()
                && ty::name(field.ty).is_none_or(|ty| ty != "PhantomData")
                && ty::find_name(field.ty, &name.to_string()).is_some()
        })
    };
    let predicates: Vec<WherePredicate> = input
        .generics
        .type_params()
        .filter(|parameter| used(&parameter.ident))
        .map(|parameter| {
            let ident = &parameter.ident;
            parse_quote_spanned!(here()=> #ident: __crd::Schema)
        })
        .collect();
    if !predicates.is_empty() {
        add(&mut generics, predicates);
    }
    generics
}

fn add(generics: &mut Generics, predicates: impl IntoIterator<Item = WherePredicate>) {
    let clause = generics.where_clause.get_or_insert_with(|| WhereClause {
        where_token: Token![where](here()),
        predicates: Punctuated::new(),
    });
    for predicate in predicates {
        if !clause.predicates.empty_or_trailing() {
            clause.predicates.push_punct(Token![,](here()));
        }
        clause.predicates.push_value(predicate);
    }
}

/// The type with `'static` for every lifetime; it has no other parameters.
fn concrete(ident: &Ident, generics: &Generics) -> TokenStream {
    let lifetimes: Vec<_> = generics.lifetimes().map(|_| code!('static)).collect();
    if lifetimes.is_empty() {
        code!(#ident)
    } else {
        code!(#ident<#(#lifetimes),*>)
    }
}
