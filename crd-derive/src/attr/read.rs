//! Values of attributes, read with a message that says what was expected.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, ExprUnary, Lit, LitStr, Path, Type, UnOp};

use super::meta::{Arg, Body, Meta};
use crate::codes;
use crate::context::Context;

/// A value with the tokens it came from.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, tokens: &impl ToTokens) -> Self {
        Spanned {
            value,
            tokens: tokens.to_token_stream(),
        }
    }
}

impl<T> ToTokens for Spanned<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}

/// The text of a string literal.
pub(crate) fn text(literal: &LitStr) -> Spanned<String> {
    Spanned::new(literal.value(), literal)
}

/// `name` or `name = true | false`.
pub(crate) fn flag(cx: &Context, meta: &Meta) -> Option<bool> {
    match &meta.body {
        Body::Flag => Some(true),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Bool(value),
            ..
        })) => Some(value.value),
        _ => wrong(cx, meta, &format!("`{}` or `{} = false`", meta.name, meta.name)),
    }
}

/// `name = "text"`, or `name("text")` as some write it.
pub(crate) fn string(cx: &Context, meta: &Meta) -> Option<Spanned<String>> {
    match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(value), ..
        })) => Some(text(value)),
        Body::List(arguments) => match arguments.as_slice() {
            [
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(value), ..
                })),
            ] => Some(text(value)),
            _ => wrong(cx, meta, &format!("`{} = \"…\"`", meta.name)),
        },
        _ => wrong(cx, meta, &format!("`{} = \"…\"`", meta.name)),
    }
}

/// `name("a", "b")`, `name(a, b)` or `name = "a"`; `true` marks a name written without quotes.
pub(crate) fn names(cx: &Context, meta: &Meta) -> Vec<(Spanned<String>, bool)> {
    let expected = format!("`{}(\"…\", \"…\")`", meta.name);
    match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(value), ..
        })) => vec![(text(value), false)],
        Body::List(arguments) if !arguments.is_empty() => arguments
            .iter()
            .filter_map(|argument| match argument {
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(value), ..
                })) => Some((text(value), false)),
                Arg::Meta(Meta {
                    ident,
                    name,
                    body: Body::Flag,
                }) => Some((Spanned::new(name.clone(), ident), true)),
                other => {
                    cx.error(
                        other,
                        codes::VALUE,
                        format!("`{}` takes names: {expected}", meta.name),
                    );
                    None
                }
            })
            .collect(),
        _ => {
            let _: Option<()> = wrong(cx, meta, &expected);
            Vec::new()
        }
    }
}

/// `name = word`, one of some words.
pub(crate) fn word<T: Copy>(cx: &Context, meta: &Meta, words: &[(&str, T)]) -> Option<Spanned<T>> {
    let list = || {
        words
            .iter()
            .map(|(word, _)| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (found, tokens) = match &meta.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(value), ..
        })) => (value.value(), value.to_token_stream()),
        Body::Value(Expr::Path(path)) => (last_segment(&path.path), path.to_token_stream()),
        _ => return wrong(cx, meta, &format!("`{} = …` with one of {}", meta.name, list())),
    };
    let value = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(&found))
        .map(|(_, value)| *value);
    if value.is_none() {
        let hint = crate::suggest::did_you_mean(&found, words.iter().map(|(word, _)| *word));
        cx.error(
            &tokens,
            codes::VALUE,
            format!("`{}` is one of {}, not `{found}`{hint}", meta.name, list()),
        );
    }
    value.map(|value| Spanned { value, tokens })
}

/// `name = 1.5`.
pub(crate) fn number(cx: &Context, meta: &Meta) -> Option<Spanned<f64>> {
    if let Body::Value(expr) = &meta.body
        && let Some(value) = number_of(expr)
    {
        return Some(Spanned::new(value, expr));
    }
    wrong(cx, meta, &format!("`{} = 1`, a number literal", meta.name))
}

/// `name = 3`, a whole number that is not negative.
pub(crate) fn count(cx: &Context, meta: &Meta) -> Option<Spanned<i64>> {
    if let Body::Value(expr) = &meta.body
        && let Some(value) = integer_of(expr)
    {
        if let Ok(value) = i64::try_from(value)
            && value >= 0
        {
            return Some(Spanned::new(value, expr));
        }
        cx.error(
            expr,
            codes::VALUE,
            format!("`{}` cannot be negative or above 2^63-1", meta.name),
        );
        return None;
    }
    wrong(cx, meta, &format!("`{} = 1`, a whole number", meta.name))
}

/// `name = path`, or the same in quotes.
pub(crate) fn path(cx: &Context, meta: &Meta) -> Option<Path> {
    match &meta.body {
        Body::Value(Expr::Path(path)) => Some(path.path.clone()),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(value), ..
        })) => match value.parse() {
            Ok(path) => Some(path),
            Err(_) => wrong(cx, meta, &format!("`{} = path::to::item`", meta.name)),
        },
        _ => wrong(cx, meta, &format!("`{} = path::to::item`", meta.name)),
    }
}

/// `name = Type`, or the same in quotes.
pub(crate) fn type_(cx: &Context, meta: &Meta) -> Option<Type> {
    match &meta.body {
        Body::Type(ty) => Some(ty.clone()),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(value), ..
        })) => match value.parse() {
            Ok(ty) => Some(ty),
            Err(_) => wrong(cx, meta, &format!("`{} = Type`", meta.name)),
        },
        _ => wrong(cx, meta, &format!("`{} = Type`", meta.name)),
    }
}

/// The arguments of `name(…)`.
pub(crate) fn list<'a>(cx: &Context, meta: &'a Meta) -> &'a [Arg] {
    if let Body::List(arguments) = &meta.body {
        return arguments;
    }
    let _: Option<()> = wrong(cx, meta, &format!("`{}(…)`", meta.name));
    &[]
}

/// The arguments of `name(…)`, which all have names; others are reported.
pub(crate) fn metas(cx: &Context, meta: &Meta) -> Vec<Meta> {
    list(cx, meta)
        .iter()
        .filter_map(|argument| match argument {
            Arg::Meta(inner) => Some(inner.clone()),
            other => {
                cx.error(
                    other,
                    codes::MALFORMED,
                    format!("`{}(…)` takes `name = value`", meta.name),
                );
                None
            }
        })
        .collect()
}

/// Reports a value of the wrong form.
pub(crate) fn wrong<T>(cx: &Context, meta: &Meta, expected: &str) -> Option<T> {
    match &meta.body {
        Body::Flag => cx.error(
            &meta.ident,
            codes::VALUE,
            format!("`{}` lacks its value: write {expected}", meta.name),
        ),
        Body::Value(value) => cx.error(
            value,
            codes::VALUE,
            format!("`{}` cannot take this value: write {expected}", meta.name),
        ),
        Body::Type(ty) => cx.error(
            ty,
            codes::VALUE,
            format!("`{}` cannot take this value: write {expected}", meta.name),
        ),
        Body::List(_) => cx.error(
            meta,
            codes::VALUE,
            format!("`{}` cannot take these values: write {expected}", meta.name),
        ),
    }
    None
}

/// The value of an integer literal with its sign.
pub(crate) fn integer_of(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(value), ..
        }) => value.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => integer_of(expr).map(|value| -value),
        Expr::Paren(inner) => integer_of(&inner.expr),
        Expr::Group(inner) => integer_of(&inner.expr),
        _ => None,
    }
}

/// The value of a number literal with its sign.
pub(crate) fn number_of(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(value), ..
        }) => value.base10_parse().ok(),
        Expr::Lit(ExprLit {
            lit: Lit::Float(value),
            ..
        }) => value.base10_parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number_of(expr).map(|value| -value),
        Expr::Paren(inner) => number_of(&inner.expr),
        Expr::Group(inner) => number_of(&inner.expr),
        _ => None,
    }
}

pub(crate) fn last_segment(path: &Path) -> String {
    path.segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default()
}
