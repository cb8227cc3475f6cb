//! Names of types, fields and variants.

pub(crate) mod members;
pub(crate) mod types;
pub(crate) mod words;

/// Whether a name can be that of a Rust item.
pub(crate) fn is_identifier(name: &str) -> bool {
    is_word(name) && words::keyword(name).is_none()
}

/// Whether a name on the wire can stand as it is where the macros want an identifier or a keyword.
pub(crate) fn is_word(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}
