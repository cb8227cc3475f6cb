//! Fields of structs and variants to constants.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::attrs::{Scope, attrs, description, literal, of_field};
use crate::attr::attrs::{Attrs, Source};
use crate::attr::literal::Literal;
use crate::attr::read;
use crate::ground::{code, text};
use crate::input::Field;
use crate::serde_attr::DefaultFrom;
use crate::ty;

/// `&[Field, …]` of the fields that reach the wire.
pub(crate) fn list(fields: &[Field<'_>], container_default: Option<&DefaultFrom>) -> TokenStream {
    let fields = fields
        .iter()
        .filter(|field| !field.is_skipped())
        .map(|field| one(field, container_default));
    code!(&[#(#fields),*])
}

fn one(field: &Field<'_>, container_default: Option<&DefaultFrom>) -> TokenStream {
    let mut calls = Vec::new();
    let flatten = field.serde.flatten.is_some();
    let name = text(if flatten {
        &field.rust_name
    } else {
        &field.name.value
    });
    let shape = shape(field.ty, &field.attrs);
    let description = text(description(&field.attrs).unwrap_or_default());
    if !field.serde.aliases.is_empty() {
        let aliases = field.serde.aliases.iter().map(|alias| text(&alias.value));
        calls.push(code!(.aliases(&[#(#aliases),*])));
    }
    if let Some(presence) = presence(field, container_default) {
        calls.push(code!(.presence(__crd::Presence::#presence)));
    }
    if let Some(null) = null(field) {
        calls.push(code!(.null(__crd::Null::#null)));
    }
    if let Some(default) = default(field, container_default) {
        calls.push(code!(.default(#default)));
    }
    if flatten {
        calls.push(code!(.flatten(true)));
    }
    if let Some(attrs) = of_field(&field.attrs, &Scope::of(field.ty, &field.attrs)) {
        calls.push(code!(.attrs(#attrs)));
    }
    code!(__crd::Field::at(#name, #shape, #description) #(#calls)*)
}

/// A `&'static Shape` for a type under some attributes.
pub(crate) fn shape(ty: &Type, attrs: &Attrs) -> TokenStream {
    match &attrs.source {
        Some(Source::As(other)) => return of_type(other),
        Some(Source::Schemars(ident)) => {
            let optional = ty::is_option(ty);
            return quote_spanned!(ident.span()=> &__crd::schemars!(#ty, #optional));
        }
        _ => {}
    }
    if attrs.replaces_schema() {
        return if ty::is_option(ty) {
            code!(&__crd::OPAQUE_OPTIONAL)
        } else if attrs.preserve_unknown_fields.is_some() && ty::name(ty).is_some_and(|name| name == "Value")
        {
            code!(&__crd::OPAQUE_VALUE)
        } else {
            code!(&__crd::OPAQUE)
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
    match attrs(&field.attrs, &Scope::of(field.ty, &field.attrs)) {
        None => inner,
        Some(attrs) => code!(&__crd::Shape::alias(#inner).attrs(#attrs)),
    }
}

fn presence(field: &Field<'_>, container_default: Option<&DefaultFrom>) -> Option<TokenStream> {
    if field.attrs.required.is_some() {
        return Some(code!(Required));
    }
    let optional = field.attrs.optional.is_some()
        || field.serde.default.is_some()
        || field.serde.skip_serializing.is_some()
        || field.serde.skip_deserializing.is_some()
        || container_default.is_some();
    optional.then(|| code!(Optional))
}

/// The null policy (design §4): a field may be null exactly when serde can write null there.
fn null(field: &Field<'_>) -> Option<TokenStream> {
    match field.attrs.nullable {
        Some(true) => return Some(code!(Allowed)),
        Some(false) => return Some(code!(Refused)),
        None => {}
    }
    let skipped = field
        .serde
        .skip_serializing_if
        .as_ref()
        .is_some_and(|(path, _)| read::last_segment(path) == "is_none");
    (skipped || field.serde.skip_serializing.is_some()).then(|| code!(Refused))
}

/// The default of a field: the one given, or the one serde takes.
fn default(field: &Field<'_>, container_default: Option<&DefaultFrom>) -> Option<TokenStream> {
    if let Some(default) = &field.attrs.default {
        return Some(literal(&default.value));
    }
    // The server would set the default beside another name of the field, and serde refuses an object with both.
    if field.serde.flatten.is_some() || field.attrs.required.is_some() || !field.serde.aliases.is_empty() {
        return None;
    }
    let ty = field.ty;
    let member = &field.member;
    let value = match (&field.serde.default, container_default) {
        (Some(DefaultFrom::Path(path)), _) => code!(#path()),
        (Some(DefaultFrom::Trait), _) => match known_default(field) {
            Known::Nothing => return None,
            Known::Literal(value) => return Some(literal(&value)),
            Known::Unknown if field.serde.skip_serializing_if.is_none() => {
                return Some(quote_spanned!(ty.span()=> __crd::Literal::Made(__crd::made_by_default::<#ty>)));
            }
            Known::Unknown => code!(<#ty as __crd::Default>::default()),
        },
        (None, Some(DefaultFrom::Trait)) => code!(<Self as __crd::Default>::default().#member),
        (None, Some(DefaultFrom::Path(path))) => code!(#path().#member),
        (None, None) => return None,
    };
    Some(if let Some((path, _)) = &field.serde.skip_serializing_if {
        code! {
            __crd::Literal::Made(|| {
                let value = &#value;
                if #path(value) { __crd::None } else { __crd::made(value) }
            })
        }
    } else {
        code!(__crd::Literal::Made(|| __crd::made(&#value)))
    })
}

/// What `Default` gives for a type that everyone knows.
enum Known {
    /// Nothing on the wire, or null.
    Nothing,
    Literal(Literal),
    Unknown,
}

fn known_default(field: &Field<'_>) -> Known {
    let Some(name) = ty::name(field.ty) else {
        return Known::Unknown;
    };
    let arguments = ty::arguments(field.ty).len();
    let skip = field
        .serde
        .skip_serializing_if
        .as_ref()
        .map(|(path, _)| read::last_segment(path));
    let skip = skip.as_deref();
    let value = match (name.as_str(), arguments) {
        ("Option", 1) => return Known::Nothing,
        ("bool", 0) => Literal::Bool(false),
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize", 0) => {
            Literal::Int(0)
        }
        ("String", 0) => Literal::Str(String::new()),
        ("Vec" | "BTreeSet" | "HashSet" | "VecDeque", 1) => Literal::List(Vec::new()),
        ("BTreeMap" | "HashMap", 2) if skip == Some("is_empty") => return Known::Nothing,
        _ => return Known::Unknown,
    };
    match (skip, &value) {
        (None, _) => Known::Literal(value),
        (Some("is_empty"), Literal::List(_) | Literal::Str(_)) => Known::Nothing,
        _ => Known::Unknown,
    }
}

/// The types of some fields as one text each, to see whether they are all one.
pub(crate) fn type_text(field: &Field<'_>) -> String {
    field.ty.to_token_stream().to_string()
}
