//! What kube's derives write in another way: columns and scale as JSON, `merge_strategy`, attributes of the root.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, Path, Token, braced};

use super::attrs::{ListType, MapType};
use super::meta::{Arg, Body, Meta, expression};
use super::read::{self, Spanned};
use crate::codes;
use crate::context::Context;

/// The arguments of `name(…)`, or the members of the object in `name = r#"{…}"#` under their names here.
pub(crate) fn parts(cx: &Context, meta: &Meta, expected: &str) -> Option<Vec<Meta>> {
    match &meta.body {
        Body::List(_) => Some(read::metas(cx, meta)),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => match text.parse_with(object) {
            Ok(members) => Some(members),
            Err(_) => read::wrong(cx, meta, expected),
        },
        _ => read::wrong(cx, meta, expected),
    }
}

/// A JSON object of scalars. Its tokens are those of Rust, but for rare escapes.
fn object(input: ParseStream<'_>) -> syn::Result<Vec<Meta>> {
    let content;
    braced!(content in input);
    let members = Punctuated::<Option<Meta>, Token![,]>::parse_terminated_with(&content, member)?;
    Ok(members.into_iter().flatten().collect())
}

/// A member; nothing for `null`.
fn member(input: ParseStream<'_>) -> syn::Result<Option<Meta>> {
    let name: LitStr = input.parse()?;
    input.parse::<Token![:]>()?;
    let value = expression(input)?;
    if matches!(&value, Expr::Path(path) if path.path.is_ident("null")) {
        return Ok(None);
    }
    let mut ident = Ident::parse_any.parse_str(&snake(&name.value()))?;
    ident.set_span(name.span());
    let name = ident.unraw().to_string();
    let body = Body::Value(value);
    Ok(Some(Meta { ident, name, body }))
}

/// `jsonPath` is `json_path`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// `merge_strategy = ListMerge::Map(vec!["name".into()])`.
pub(crate) enum MergeStrategy {
    List(Spanned<ListType>, Vec<Spanned<String>>),
    Map(Spanned<MapType>),
}

impl MergeStrategy {
    pub(crate) fn read(cx: &Context, meta: &Meta) -> Option<MergeStrategy> {
        let expected =
            "`list_type = atomic | set | map` with `list_map_keys(…)`, or `map_type = atomic | granular`";
        let Body::Value(value) = &meta.body else {
            return read::wrong(cx, meta, expected);
        };
        let (path, keys) = match value {
            Expr::Path(path) => (path, Vec::new()),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => (path, texts(call.args.to_token_stream())),
                _ => return read::wrong(cx, meta, expected),
            },
            _ => return read::wrong(cx, meta, expected),
        };
        let strategy = match (names(path), keys.is_empty()) {
            (Some((kind, word)), true) => match (kind.as_str(), word.as_str()) {
                ("ListMerge", "Atomic") => Some(list(path, ListType::Atomic, keys)),
                ("ListMerge", "Set") => Some(list(path, ListType::Set, keys)),
                // kube drops `StructMerge`; what it says is the map type.
                ("MapMerge" | "StructMerge", "Atomic") => Some(map(path, MapType::Atomic)),
                ("MapMerge" | "StructMerge", "Granular") => Some(map(path, MapType::Granular)),
                _ => None,
            },
            (Some((kind, word)), false) if kind == "ListMerge" && word == "Map" => {
                Some(list(path, ListType::Map, keys))
            }
            _ => None,
        };
        strategy.or_else(|| read::wrong(cx, meta, expected))
    }
}

fn list(path: &ExprPath, list_type: ListType, keys: Vec<Spanned<String>>) -> MergeStrategy {
    MergeStrategy::List(Spanned::new(list_type, path), keys)
}

fn map(path: &ExprPath, map_type: MapType) -> MergeStrategy {
    MergeStrategy::Map(Spanned::new(map_type, path))
}

/// The last two names of a path.
fn names(path: &ExprPath) -> Option<(String, String)> {
    let mut segments = path.path.segments.iter().rev();
    let word = segments.next()?.ident.to_string();
    Some((segments.next()?.ident.to_string(), word))
}

/// The string literals among tokens, such as those of `vec!["a".into(), "b".into()]`.
fn texts(tokens: TokenStream) -> Vec<Spanned<String>> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => found.extend(texts(group.stream())),
            TokenTree::Literal(literal) => {
                if let Lit::Str(text) = Lit::new(literal) {
                    found.push(read::text(&text));
                }
            }
            _ => {}
        }
    }
    found
}

/// `schema = "derived"`: the others are refused.
pub(crate) fn schema(cx: &Context, meta: &Meta) {
    let Some(mode) = read::string(cx, meta) else {
        return;
    };
    let hint = match mode.value.as_str() {
        "derived" => return,
        "manual" => {
            "`schema_with = path` on a type or field gives its schema by hand; beside kube's own derive, \
             `crd_core::json_schema!` gives it the schema of the spec"
        }
        "disabled" => {
            "the CRD of another program is read with `#[crd(preserve_unknown_fields)]` on what is unknown"
        }
        _ => "drop the attribute",
    };
    cx.error(
        &mode,
        codes::VALUE,
        format!("the schema is always derived: {hint}"),
    );
}

/// `attr = "allow(deprecated)"`, an attribute of the root.
pub(crate) fn root_attribute(cx: &Context, meta: &Meta) -> Option<syn::Meta> {
    let text = read::string(cx, meta)?;
    let Ok(attribute) = LitStr::new(&text.value, text.tokens.span()).parse::<syn::Meta>() else {
        return read::wrong(cx, meta, "`attr = \"allow(deprecated)\"`");
    };
    let name = read::last_segment(attribute.path());
    if ["derive", "serde", "schemars", "crd"].contains(&name.as_str()) {
        let hint = if name == "derive" {
            "; traits are added with `derive(…)`"
        } else {
            ""
        };
        cx.error(
            &text,
            codes::CONTRADICTION,
            format!("`{name}` of the root is made here{hint}"),
        );
        return None;
    }
    Some(attribute)
}

/// `derive(Default, PartialEq)`, or the same in quotes: traits that the root derives beside its own.
pub(crate) fn derives(cx: &Context, meta: &Meta) -> Vec<Path> {
    let texts = match &meta.body {
        Body::List(arguments) => arguments
            .iter()
            .filter_map(|argument| match argument {
                Arg::Meta(Meta {
                    ident,
                    body: Body::Flag,
                    ..
                }) => Some(Ok(ident.clone().into())),
                Arg::Expr(Expr::Path(path)) => Some(Ok(path.path.clone())),
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(text), ..
                })) => Some(text.parse()),
                _ => None,
            })
            .collect(),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => vec![text.parse()],
        _ => Vec::new(),
    };
    let mut paths = Vec::new();
    for text in texts {
        match text {
            Ok(path) => paths.push(path),
            Err(error) => cx.syntax(codes::VALUE, &error),
        }
    }
    if paths.is_empty() {
        let _: Option<()> = read::wrong(cx, meta, "`derive(Default, PartialEq)`");
    }
    paths.retain(|path| {
        let name = read::last_segment(path);
        let given = ["Clone", "Debug", "Serialize", "Deserialize"].contains(&name.as_str());
        if given {
            cx.error(
                path,
                codes::CONTRADICTION,
                format!("the root has `{name}` already; drop it here"),
            );
        }
        !given
    });
    paths
}
