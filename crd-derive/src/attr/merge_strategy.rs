//! How server-side apply merges lists and objects: `list_type` and `map_type`, and kube's `merge_strategy` for both.
//!
//! ```text
//! merge_strategy = ListMerge::Map(vec!["name".into()])     as  list_type = map, list_map_keys("name")
//! merge_strategy = MapMerge::Atomic                        as  map_type = atomic
//! ```

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprPath, Lit};

use super::literal::literal;
use super::meta::{Meta, MetaValue};
use super::value;
use crate::errors::Errors;
use crate::spanned::Spanned;

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListTypeAttr {
    Atomic,
    Set,
    Map,
}

/// `x-kubernetes-map-type`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapType {
    Granular,
    Atomic,
}

/// `merge_strategy = ListMerge::Map(vec!["name".into()])`.
pub(super) enum MergeStrategy {
    List(Spanned<ListTypeAttr>, Vec<Spanned<String>>),
    Map(Spanned<MapType>),
}

impl MergeStrategy {
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<MergeStrategy> {
        let expected =
            "`list_type = atomic | set | map` with `list_map_keys(…)`, or `map_type = atomic | granular`";
        let MetaValue::Expr(value) = &meta.value else {
            return value::wrong(cx, meta, expected);
        };
        if let literal!(Str(text)) = value
            && let Ok(value) = text.parse()
        {
            let mut unquoted = meta.clone();
            unquoted.value = MetaValue::Expr(value);
            if MergeStrategy::parse(&Errors::silent(), &unquoted).is_some() {
                return value::wrong(
                    cx,
                    meta,
                    &format!("`{} = {}`, without quotes", meta.name, text.value()),
                );
            }
        }
        let (path, keys) = match value {
            Expr::Path(path) => (path, Vec::new()),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => (path, texts(call.args.to_token_stream())),
                _ => return value::wrong(cx, meta, expected),
            },
            _ => return value::wrong(cx, meta, expected),
        };
        let strategy = match (names(path), keys.is_empty()) {
            (Some((kind, word)), true) => match (kind.as_str(), word.as_str()) {
                ("ListMerge", "Atomic") => Some(list(path, ListTypeAttr::Atomic, keys)),
                ("ListMerge", "Set") => Some(list(path, ListTypeAttr::Set, keys)),
                // kube ignores `StructMerge`; it means the map type.
                ("MapMerge" | "StructMerge", "Atomic") => Some(map(path, MapType::Atomic)),
                ("MapMerge" | "StructMerge", "Granular") => Some(map(path, MapType::Granular)),
                _ => None,
            },
            (Some((kind, word)), false) if kind == "ListMerge" && word == "Map" => {
                Some(list(path, ListTypeAttr::Map, keys))
            }
            _ => None,
        };
        strategy.or_else(|| value::wrong(cx, meta, expected))
    }
}

fn list(path: &ExprPath, list_type: ListTypeAttr, keys: Vec<Spanned<String>>) -> MergeStrategy {
    MergeStrategy::List(Spanned::new(list_type, path), keys)
}

fn map(path: &ExprPath, map_type: MapType) -> MergeStrategy {
    MergeStrategy::Map(Spanned::new(map_type, path))
}

/// Returns the last two names of a path.
fn names(path: &ExprPath) -> Option<(String, String)> {
    let mut segments = path.path.segments.iter().rev();
    let word = segments.next()?.ident.to_string();
    Some((segments.next()?.ident.to_string(), word))
}

/// Returns the string literals among tokens, such as those of `vec!["a".into(), "b".into()]`.
fn texts(tokens: TokenStream) -> Vec<Spanned<String>> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => found.extend(texts(group.stream())),
            TokenTree::Literal(literal) => {
                if let Lit::Str(text) = Lit::new(literal) {
                    found.push(value::string_literal(&text));
                }
            }
            _ => {}
        }
    }
    found
}
