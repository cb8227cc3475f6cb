//! Generates constants from the fields of structs and variants.
//!
//! ```text
//! #[serde(default)] port: u16
//!     __crd::Field::at("port", <u16 as __crd::Schema>::REF, "").presence(__crd::Presence::Optional).default(…)
//! ```

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Path, Type};

use super::attrs::{Enclosing, attrs, attrs_of_field, description};
use super::to_const::{self, ToConst as _, calls};
use crate::attr::attrs::SchemaSource;
use crate::attr::input::InputField;
use crate::attr::json_literal::JsonLiteral;
use crate::attr::serde::DefaultFrom;
use crate::hygiene::{lit_str, quote_stable};
use crate::rust_type::{self, StdType};

/// The trait that the code of a default may require of the types of fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultImpl {
    /// `Default`: the only way in code with type parameters.
    Required,
    /// None. serde reports a type that does not implement `Default`, and one error is enough.
    Optional,
}

/// Generates `&[Field, …]`: the fields that serde serializes or deserializes.
pub(crate) fn list(
    fields: &[InputField<'_>],
    container_default: Option<&DefaultFrom>,
    of_types: DefaultImpl,
) -> TokenStream {
    let on_wire = fields.iter().filter(|field| !field.is_skipped());
    to_const::list(on_wire.map(|field| one(field, container_default, of_types)))
}

fn one(
    field: &InputField<'_>,
    container_default: Option<&DefaultFrom>,
    of_types: DefaultImpl,
) -> TokenStream {
    let flatten = field.serde.flatten.is_some();
    let name = lit_str(if flatten {
        &field.rust_name
    } else {
        &field.name.value
    });
    let shape = shape(field);
    let description = lit_str(description(&field.attrs).unwrap_or_default());
    let setters = calls(&[
        ("aliases", &field.serde.aliases),
        ("presence", &presence(field, container_default)),
        ("null", &null(field)),
        ("default", &default(field, container_default, of_types)),
        ("flatten", &flatten),
        ("written_only", &field.serde.skip_deserializing.is_some()),
        (
            "attrs",
            &attrs_of_field(&field.attrs, &Enclosing::of_member(field)),
        ),
    ]);
    quote_stable!(__crd::Field::at(#name, #shape, #description) #setters)
}

/// Generates the `&'static Shape` that the attributes of a field apply to.
fn shape(field: &InputField<'_>) -> TokenStream {
    let (ty, attrs) = (field.ty, &field.attrs);
    match &attrs.source {
        // serde reads and writes an `Option` as the other type or as absent, unless a custom function is given.
        Some(SchemaSource::As(other))
            if rust_type::is_option(ty) && !rust_type::is_option(other) && field.serde.custom.is_none() =>
        {
            return quote_spanned!(other.span()=> <__crd::Option<#other> as __crd::Schema>::REF);
        }
        Some(SchemaSource::As(other)) => return of_type(other),
        Some(SchemaSource::Schemars(ident)) => {
            let optional = rust_type::is_option(ty);
            return quote_spanned!(ident.span()=> &__crd::schemars!(#ty, #optional));
        }
        _ => {}
    }
    if attrs.replaces_schema() {
        return if rust_type::is_option(ty) {
            quote_stable!(&__crd::OPAQUE_OPTIONAL)
        } else if attrs.preserve_unknown_fields.is_some()
            && rust_type::name(ty).is_some_and(|name| name == "Value")
        {
            quote_stable!(&__crd::OPAQUE_VALUE)
        } else {
            quote_stable!(&__crd::OPAQUE)
        };
    }
    of_type(ty)
}

/// Generates a `&'static Shape` for a type, spanned on it so that a missing impl is reported there.
fn of_type(ty: &Type) -> TokenStream {
    quote_spanned!(ty.span()=> <#ty as __crd::Schema>::REF)
}

/// Generates a `&'static Shape` for the only field of a newtype, including its attributes.
pub(crate) fn newtype(field: &InputField<'_>) -> TokenStream {
    let inner = shape(field);
    match attrs(&field.attrs, &Enclosing::of_member(field)) {
        None => inner,
        Some(attrs) => quote_stable!(&__crd::Shape::alias(#inner).attrs(#attrs)),
    }
}

fn presence(field: &InputField<'_>, container_default: Option<&DefaultFrom>) -> Option<TokenStream> {
    if field.attrs.required.is_some() {
        return Some(quote_stable!(__crd::Presence::Required));
    }
    let optional = field.attrs.optional.is_some()
        || field.serde.default.is_some()
        || field.serde.skip_serializing.is_some()
        || field.serde.skip_deserializing.is_some()
        || container_default.is_some();
    optional.then(|| quote_stable!(__crd::Presence::Optional))
}

/// Generates the null policy: a field may be null exactly if serde can write null.
fn null(field: &InputField<'_>) -> Option<TokenStream> {
    match field.attrs.nullable {
        Some(true) => return Some(quote_stable!(__crd::Null::Allowed)),
        Some(false) => return Some(quote_stable!(__crd::Null::Refused)),
        None => {}
    }
    let skipped = field
        .serde
        .skip_serializing_if
        .as_ref()
        .is_some_and(|(path, _)| rust_type::last_segment(path) == "is_none");
    if !skipped || field.serde.skip_serializing.is_some() {
        return field
            .serde
            .skip_serializing
            .as_ref()
            .map(|_| quote_stable!(__crd::Null::Refused));
    }
    // `Some(None)` of an `Option<Option<T>>` is written as null.
    Some(match rust_type::std_type(field.ty) {
        Some(StdType::Option(inner)) if !field.attrs.replaces_schema() && may_be_null(inner) => {
            let ty = field.ty;
            quote_spanned!(ty.span()=> <#ty as __crd::Schema>::NULL_OF_SKIPPED)
        }
        _ => quote_stable!(__crd::Null::Refused),
    })
}

/// Whether a type may have a value that serde writes as null, as far as its name shows.
fn may_be_null(ty: &Type) -> bool {
    match rust_type::std_type(ty) {
        Some(StdType::Pointer(inner)) => may_be_null(inner),
        known => matches!(known, None | Some(StdType::Option(_))),
    }
}

/// Generates the default of a field: `default = …`, or the value that serde uses for an absent field.
fn default(
    field: &InputField<'_>,
    container_default: Option<&DefaultFrom>,
    of_types: DefaultImpl,
) -> Option<TokenStream> {
    if let Some(default) = &field.attrs.default {
        return Some(default.to_const());
    }
    // The server would set the default beside an alias of the field, and serde rejects an object with both.
    if field.serde.flatten.is_some()
        || field.attrs.no_default.is_some()
        || field.attrs.required.is_some()
        || !field.serde.aliases.is_empty()
    {
        return None;
    }
    let ty = field.ty;
    let member = &field.member;
    let value = match (&field.serde.default, container_default) {
        (Some(DefaultFrom::Path(path)), _) => called(path, &quote_stable!(#ty)),
        (Some(DefaultFrom::Trait), _) => match std_default(field) {
            StdDefault::Absent => return None,
            StdDefault::Literal(value) => return Some(value.to_const()),
            StdDefault::Unknown
                if field.serde.skip_serializing_if.is_none() && of_types == DefaultImpl::Optional =>
            {
                let made = quote_spanned!(ty.span()=> |value| __crd::made(value));
                let body = quote_stable!(__crd::DefaultOf::<#ty>::value().as_ref().map_or(__crd::Ok(__crd::None), #made));
                return Some(with_default_of(&body));
            }
            StdDefault::Unknown if field.serde.skip_serializing_if.is_none() => {
                return Some(quote_spanned!(ty.span()=> __crd::Literal::Made(__crd::made_by_default::<#ty>)));
            }
            StdDefault::Unknown => quote_stable!(<#ty as __crd::Default>::default()),
        },
        (None, Some(DefaultFrom::Trait))
            if field.serde.skip_serializing_if.is_none() && of_types == DefaultImpl::Optional =>
        {
            let body = quote_stable! {
                __crd::DefaultOf::<Self>::value().map_or(__crd::Ok(__crd::None), |value| __crd::made(&value.#member))
            };
            return Some(with_default_of(&body));
        }
        (None, Some(DefaultFrom::Trait)) => quote_stable!(<Self as __crd::Default>::default().#member),
        (None, Some(DefaultFrom::Path(path))) => {
            let value = called(path, &quote_stable!(Self));
            quote_stable!(#value.#member)
        }
        (None, None) => return None,
    };
    Some(if let Some((path, _)) = &field.serde.skip_serializing_if {
        quote_stable! {
            __crd::Literal::Made(|| {
                let value = &#value;
                if #path(value) { __crd::Ok(__crd::None) } else { __crd::made(value) }
            })
        }
    } else {
        // With the span of the type, a missing `Serialize` is reported there.
        let made = quote_spanned!(ty.span()=> __crd::made(&#value));
        quote_stable!(__crd::Literal::Made(|| #made))
    })
}

/// Generates the call of a function that serde calls for a default. It has the type of the field, so that the type of a
/// generic function such as `Vec::new` is known; and it has the form of serde's call, so that the compiler reports an
/// unknown function once.
fn called(path: &Path, ty: &TokenStream) -> TokenStream {
    let call = quote_spanned!(path.span()=> #path());
    quote_stable!({
        let value: #ty = #call;
        value
    })
}

/// Generates a computed default whose code refers to `DefaultOf`.
fn with_default_of(body: &TokenStream) -> TokenStream {
    quote_stable! {
        __crd::Literal::Made(|| {
            #[allow(unused_imports)]
            use __crd::WithoutDefault as _;
            #body
        })
    }
}

/// The JSON of a type's `Default`.
enum StdDefault {
    /// Null, or a value that serde does not serialize.
    Absent,
    Literal(JsonLiteral),
    /// The type is not well known; the value is computed when the CRD is generated.
    Unknown,
}

fn std_default(field: &InputField<'_>) -> StdDefault {
    let skip = field
        .serde
        .skip_serializing_if
        .as_ref()
        .map(|(path, _)| rust_type::last_segment(path));
    let skip = skip.as_deref();
    let value = match rust_type::std_type(field.ty) {
        Some(StdType::Option(_)) => return StdDefault::Absent,
        Some(StdType::Bool) => JsonLiteral::Bool(false),
        Some(StdType::Integer(..)) => JsonLiteral::Int(0),
        Some(StdType::Text) => JsonLiteral::Str(String::new()),
        Some(StdType::List(_)) => JsonLiteral::List(Vec::new()),
        Some(StdType::Map(_)) if skip == Some("is_empty") => return StdDefault::Absent,
        _ => return StdDefault::Unknown,
    };
    match (skip, &value) {
        (None, _) => StdDefault::Literal(value),
        (Some("is_empty"), JsonLiteral::List(_) | JsonLiteral::Str(_)) => StdDefault::Absent,
        _ => StdDefault::Unknown,
    }
}
