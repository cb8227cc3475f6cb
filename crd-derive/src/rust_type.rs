//! The name and the arguments of a Rust type, from its tokens. Type aliases are not resolved.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Path, PathArguments, Type, TypePath};

/// Returns the last segment of a path.
pub(crate) fn last_segment(path: &Path) -> String {
    path.segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}

/// Returns the last segment of a path type, such as `Vec` of `std::vec::Vec<T>`.
pub(crate) fn name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(TypePath {
            qself: None, path, ..
        }) => path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Group(group) => name(&group.elem),
        Type::Paren(paren) => name(&paren.elem),
        _ => None,
    }
}

/// Returns the type arguments of a path type.
pub(crate) fn arguments(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Path(TypePath { path, .. }) => match path.segments.last().map(|segment| &segment.arguments) {
            Some(PathArguments::AngleBracketed(list)) => list
                .args
                .iter()
                .filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        },
        Type::Group(group) => arguments(&group.elem),
        Type::Paren(paren) => arguments(&paren.elem),
        _ => Vec::new(),
    }
}

/// Returns the tokens of a type as text, to compare types.
pub(crate) fn text(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// Whether a type is written `Option<…>`.
pub(crate) fn is_option(ty: &Type) -> bool {
    matches!(std_type(ty), Some(StdType::Option(_)))
}

/// A type of the standard library that is recognized by its tokens.
pub(crate) enum StdType<'a> {
    Bool,
    /// An integer type, with its minimum and maximum.
    Integer(i128, i128),
    Float,
    Text,
    Char,
    /// A list, with the type of its elements.
    List(&'a Type),
    /// A map, with the type of its values.
    Map(&'a Type),
    Option(&'a Type),
    /// `Box`, `Arc` or `Rc`, which serde serializes as its content.
    Pointer(&'a Type),
}

/// Returns the type of the standard library that a type is written as.
pub(crate) fn std_type(ty: &Type) -> Option<StdType<'_>> {
    let name = name(ty)?;
    Some(match (name.as_str(), arguments(ty).as_slice()) {
        ("bool", []) => StdType::Bool,
        ("i8", []) => StdType::Integer(i8::MIN.into(), i8::MAX.into()),
        ("i16", []) => StdType::Integer(i16::MIN.into(), i16::MAX.into()),
        ("i32", []) => StdType::Integer(i32::MIN.into(), i32::MAX.into()),
        ("i64" | "isize", []) => StdType::Integer(i64::MIN.into(), i64::MAX.into()),
        ("u8", []) => StdType::Integer(0, u8::MAX.into()),
        ("u16", []) => StdType::Integer(0, u16::MAX.into()),
        ("u32", []) => StdType::Integer(0, u32::MAX.into()),
        ("u64" | "usize", []) => StdType::Integer(0, u64::MAX.into()),
        ("f32" | "f64", []) => StdType::Float,
        ("String" | "str", []) => StdType::Text,
        ("char", []) => StdType::Char,
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", [element, ..]) => StdType::List(element),
        ("BTreeMap" | "HashMap", [_, value, ..]) => StdType::Map(value),
        ("Option", [inner]) => StdType::Option(inner),
        ("Box" | "Arc" | "Rc", [inner]) => StdType::Pointer(inner),
        _ => return None,
    })
}

/// Returns the JSON that serde deserializes into a type of the standard library, for messages; `None` if the tokens do not
/// show it.
pub(crate) fn known_json(ty: &Type) -> Option<&'static str> {
    Some(match std_type(ty)? {
        StdType::Option(inner) | StdType::Pointer(inner) => return known_json(inner),
        StdType::Integer(..) => "integers",
        StdType::Float => "numbers",
        StdType::Bool => "booleans",
        StdType::Text | StdType::Char => "strings",
        StdType::List(_) => "lists",
        StdType::Map(_) => "objects",
    })
}

/// Returns the type of the elements of a list, or of the values of a map.
pub(crate) fn element(ty: &Type) -> Option<&Type> {
    match std_type(ty)? {
        StdType::Option(inner) | StdType::Pointer(inner) => element(inner),
        StdType::List(element) | StdType::Map(element) => Some(element),
        _ => None,
    }
}

/// Returns the type that a reference should be, if serde cannot read it: a reference to a `'static` value, or to one that serde
/// does not borrow.
pub(crate) fn unreadable_reference(ty: &Type) -> Option<String> {
    let Type::Reference(reference) = ty else {
        return None;
    };
    let is_static = reference
        .lifetime
        .as_ref()
        .is_some_and(|lifetime| lifetime.ident == "static");
    let owned = match reference.elem.as_ref() {
        Type::Slice(slice) => format!("Vec<{}>", text(&slice.elem)),
        referent => match name(referent).as_deref() {
            Some("str") => "String".to_owned(),
            Some("Path") => "PathBuf".to_owned(),
            _ => text(referent),
        },
    };
    let is_borrowed_by_serde = matches!(owned.as_str(), "String" | "PathBuf" | "Vec<u8>");
    // The compiler rejects a reference without a lifetime, and proposes one, which a schema cannot have.
    (is_static || reference.lifetime.is_none() || !is_borrowed_by_serde).then_some(owned)
}

/// Whether a type or one of its arguments is an [`unreadable_reference`].
pub(crate) fn has_unreadable_reference(ty: &Type) -> bool {
    unreadable_reference(ty).is_some() || arguments(ty).into_iter().any(has_unreadable_reference)
}

/// Finds where a type uses another by its unqualified name, also in generic arguments.
pub(crate) fn find_name(ty: &Type, wanted: &str) -> Option<Ident> {
    find(ty.to_token_stream(), wanted, 0)
}

fn find(tokens: TokenStream, wanted: &str, depth: usize) -> Option<Ident> {
    let mut qualified = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if !qualified && ident == wanted => return Some(ident),
            TokenTree::Group(group) if depth < 64 => {
                if let Some(found) = find(group.stream(), wanted, depth + 1) {
                    return Some(found);
                }
                qualified = false;
            }
            TokenTree::Punct(punct) => {
                qualified = punct.as_char() == ':';
            }
            _ => qualified = false,
        }
    }
    None
}
