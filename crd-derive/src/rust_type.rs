//! The name and the arguments of a Rust type, from its tokens. Type aliases are not resolved.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypePath};

/// The last name of a path type, such as `Vec` of `std::vec::Vec<T>`.
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

/// The type arguments of a path type.
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

/// The tokens of a type as text, to compare types.
pub(crate) fn text(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// Whether a type is written `Option<…>`.
pub(crate) fn is_option(ty: &Type) -> bool {
    name(ty).is_some_and(|name| name == "Option") && arguments(ty).len() == 1
}

/// What serde reads into a type of the standard library, for messages; `None` if the tokens do not show it.
pub(crate) fn known_json(ty: &Type) -> Option<&'static str> {
    let name = name(ty)?;
    match (name.as_str(), arguments(ty).as_slice()) {
        ("Option" | "Box" | "Arc" | "Rc", [inner]) => known_json(inner),
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize", []) => {
            Some("integers")
        }
        ("f32" | "f64", []) => Some("numbers"),
        ("bool", []) => Some("booleans"),
        ("String" | "str" | "char", []) => Some("strings"),
        ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", [_, ..]) => Some("lists"),
        ("BTreeMap" | "HashMap", [_, _, ..]) => Some("objects"),
        _ => None,
    }
}

/// Where a type uses another by its unqualified name, also in generic arguments.
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
