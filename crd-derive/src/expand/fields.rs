//! Constants made of the fields of structs and variants.
//!
//! ```text
//! #[serde(default)] port: u16
//!     __crd::Field::at("port", <u16 as __crd::Schema>::REF, "").presence(__crd::Presence::Optional).default(…)
//! ```

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::Type;
use syn::spanned::Spanned as _;

use super::attrs::{Enclosing, attrs, attrs_of_field, description, literal};
use crate::attr::attrs::{Attrs, SchemaSource};
use crate::attr::input::Field;
use crate::attr::json_literal::JsonLiteral;
use crate::attr::serde::DefaultFrom;
use crate::attr::value;
use crate::hygiene::{lit_str, quote_stable};
use crate::rust_type;

/// What the code of a default may ask of the types of fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultImpl {
    /// That they implement `Default`: the only way in code with type parameters.
    Required,
    /// Nothing. serde reports a type that does not implement `Default`, and once is enough.
    Optional,
}

/// `&[Field, …]`: the fields that serde writes or reads.
pub(crate) fn list(
    fields: &[Field<'_>],
    container_default: Option<&DefaultFrom>,
    of_types: DefaultImpl,
) -> TokenStream {
    let fields = fields
        .iter()
        .filter(|field| !field.is_skipped())
        .map(|field| one(field, container_default, of_types));
    quote_stable!(&[#(#fields),*])
}

fn one(field: &Field<'_>, container_default: Option<&DefaultFrom>, of_types: DefaultImpl) -> TokenStream {
    let mut calls = Vec::new();
    let flatten = field.serde.flatten.is_some();
    let name = lit_str(if flatten {
        &field.rust_name
    } else {
        &field.name.value
    });
    let shape = shape(field.ty, &field.attrs);
    let description = lit_str(description(&field.attrs).unwrap_or_default());
    if !field.serde.aliases.is_empty() {
        let aliases = field.serde.aliases.iter().map(|alias| lit_str(&alias.value));
        calls.push(quote_stable!(.aliases(&[#(#aliases),*])));
    }
    if let Some(presence) = presence(field, container_default) {
        calls.push(quote_stable!(.presence(__crd::Presence::#presence)));
    }
    if let Some(null) = null(field) {
        calls.push(quote_stable!(.null(__crd::Null::#null)));
    }
    if let Some(default) = default(field, container_default, of_types) {
        calls.push(quote_stable!(.default(#default)));
    }
    if flatten {
        calls.push(quote_stable!(.flatten(true)));
    }
    if let Some(attrs) = attrs_of_field(&field.attrs, &Enclosing::of_member(field)) {
        calls.push(quote_stable!(.attrs(#attrs)));
    }
    quote_stable!(__crd::Field::at(#name, #shape, #description) #(#calls)*)
}

/// A `&'static Shape` for a type under some attributes.
pub(crate) fn shape(ty: &Type, attrs: &Attrs) -> TokenStream {
    match &attrs.source {
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

/// A `&'static Shape` for a type, spanned on it so that a missing impl is reported there.
fn of_type(ty: &Type) -> TokenStream {
    quote_spanned!(ty.span()=> <#ty as __crd::Schema>::REF)
}

/// A `&'static Shape` for the one field of a newtype, its attributes included.
pub(crate) fn newtype(field: &Field<'_>) -> TokenStream {
    let inner = shape(field.ty, &field.attrs);
    match attrs(&field.attrs, &Enclosing::of_member(field)) {
        None => inner,
        Some(attrs) => quote_stable!(&__crd::Shape::alias(#inner).attrs(#attrs)),
    }
}

fn presence(field: &Field<'_>, container_default: Option<&DefaultFrom>) -> Option<TokenStream> {
    if field.attrs.required.is_some() {
        return Some(quote_stable!(Required));
    }
    let optional = field.attrs.optional.is_some()
        || field.serde.default.is_some()
        || field.serde.skip_serializing.is_some()
        || field.serde.skip_deserializing.is_some()
        || container_default.is_some();
    optional.then(|| quote_stable!(Optional))
}

/// The null policy: a field may be null exactly where serde can write null.
fn null(field: &Field<'_>) -> Option<TokenStream> {
    match field.attrs.nullable {
        Some(true) => return Some(quote_stable!(Allowed)),
        Some(false) => return Some(quote_stable!(Refused)),
        None => {}
    }
    let skipped = field
        .serde
        .skip_serializing_if
        .as_ref()
        .is_some_and(|(path, _)| value::last_segment(path) == "is_none");
    (skipped || field.serde.skip_serializing.is_some()).then(|| quote_stable!(Refused))
}

/// The default of a field: `default = …`, or the value that serde takes for an absent field.
fn default(
    field: &Field<'_>,
    container_default: Option<&DefaultFrom>,
    of_types: DefaultImpl,
) -> Option<TokenStream> {
    if let Some(default) = &field.attrs.default {
        return Some(literal(&default.value));
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
        (Some(DefaultFrom::Path(path)), _) => quote_stable!(#path()),
        (Some(DefaultFrom::Trait), _) => match std_default(field) {
            StdDefault::Absent => return None,
            StdDefault::Literal(value) => return Some(literal(&value)),
            StdDefault::Unknown
                if field.serde.skip_serializing_if.is_none() && of_types == DefaultImpl::Optional =>
            {
                let body = quote_stable!(__crd::DefaultOf::<#ty>::value().as_ref().map_or(__crd::Ok(__crd::None), __crd::made));
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
        (None, Some(DefaultFrom::Path(path))) => quote_stable!(#path().#member),
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
        quote_stable!(__crd::Literal::Made(|| __crd::made(&#value)))
    })
}

/// A computed default whose code names `DefaultOf`.
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
    /// Null, or a value that serde does not write.
    Absent,
    Literal(JsonLiteral),
    /// The type is not well known; the value is computed when the CRD is generated.
    Unknown,
}

fn std_default(field: &Field<'_>) -> StdDefault {
    let Some(name) = rust_type::name(field.ty) else {
        return StdDefault::Unknown;
    };
    let arguments = rust_type::arguments(field.ty).len();
    let skip = field
        .serde
        .skip_serializing_if
        .as_ref()
        .map(|(path, _)| value::last_segment(path));
    let skip = skip.as_deref();
    let value = match (name.as_str(), arguments) {
        ("Option", 1) => return StdDefault::Absent,
        ("bool", 0) => JsonLiteral::Bool(false),
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize", 0) => {
            JsonLiteral::Int(0)
        }
        ("String", 0) => JsonLiteral::Str(String::new()),
        ("Vec" | "BTreeSet" | "HashSet" | "VecDeque", 1) => JsonLiteral::List(Vec::new()),
        ("BTreeMap" | "HashMap", 2) if skip == Some("is_empty") => return StdDefault::Absent,
        _ => return StdDefault::Unknown,
    };
    match (skip, &value) {
        (None, _) => StdDefault::Literal(value),
        (Some("is_empty"), JsonLiteral::List(_) | JsonLiteral::Str(_)) => StdDefault::Absent,
        _ => StdDefault::Unknown,
    }
}
