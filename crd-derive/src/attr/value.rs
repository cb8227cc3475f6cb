//! Parses the values of attributes. Errors of syntax say what was expected.

use quote::ToTokens;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitStr, Path, Token, Type, WhereClause};

use super::literal::{integer_of, literal, number_of, torn_text};
use super::meta::{Arg, Meta, MetaValue, two_bounds};
use super::{keys, unquoted};
use crate::errors::{Errors, report};
use crate::hygiene::stable_span;
use crate::rust_type;
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// Returns the text of a string literal, or of `concat!` of literals.
pub(crate) fn text_of(expr: &Expr) -> Option<Spanned<String>> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Some(string_literal(text)),
        Expr::Macro(call) if call.mac.path.is_ident("concat") => {
            let parts = Punctuated::<Lit, Token![,]>::parse_terminated;
            let parts = parts.parse2(call.mac.tokens.clone()).ok()?;
            let mut value = String::new();
            for part in parts {
                match part {
                    Lit::Str(text) => value.push_str(&text.value()),
                    Lit::Char(c) => value.push(c.value()),
                    Lit::Int(number) => value.push_str(number.base10_digits()),
                    Lit::Bool(flag) => value.push_str(if flag.value { "true" } else { "false" }),
                    _ => return None,
                }
            }
            Some(Spanned::new(value, call))
        }
        Expr::Paren(inner) => text_of(&inner.expr),
        _ => None,
    }
}

/// Returns the value of a string literal.
pub(crate) fn string_literal(literal: &LitStr) -> Spanned<String> {
    Spanned::new(literal.value(), literal)
}

/// Parses `name` or `name = true | false`.
pub(crate) fn flag(cx: &Errors, meta: &Meta) -> Option<bool> {
    match &meta.value {
        MetaValue::Flag => Some(true),
        MetaValue::Expr(literal!(Bool(value))) => Some(value.value),
        _ => wrong(cx, meta, &format!("`{}` or `{} = false`", meta.name, meta.name)),
    }
}

/// Parses `name = "text"` or `name("text")`.
pub(crate) fn string(cx: &Errors, meta: &Meta) -> Option<Spanned<String>> {
    let text = match &meta.value {
        MetaValue::Expr(expr) => text_of(expr),
        MetaValue::List(arguments) => match arguments.as_slice() {
            [Arg::Expr(expr)] => text_of(expr),
            _ => None,
        },
        _ => None,
    };
    text.or_else(|| wrong_text(cx, meta, &format!("`{} = \"…\"`", meta.name)))
}

/// Parses `name = "T: Trait"`.
pub(super) fn bounds(cx: &Errors, meta: &Meta) -> Option<Spanned<WhereClause>> {
    let text = string(cx, meta)?;
    let clause = LitStr::new(&format!("where {}", text.value), stable_span()).parse();
    match clause {
        Ok(value) => Some(Spanned {
            value,
            tokens: text.tokens,
        }),
        Err(_) => wrong(
            cx,
            meta,
            "bounds of type parameters: `bound = \"T: crd_core::Schema\"`",
        ),
    }
}

/// A name in a list such as `exactly_one_of("a", b)`.
#[derive(Clone)]
pub(crate) struct ListedName {
    pub(crate) name: Spanned<String>,
    pub(crate) quotes: Quotes,
}

/// Whether a name is written in quotes. Without them it may be the Rust name of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotes {
    Quoted,
    Bare,
}

/// Parses `name("a", "b")`, `name(a, b)` or `name = "a"`.
pub(crate) fn names(cx: &Errors, meta: &Meta) -> Vec<ListedName> {
    let expected = format!("`{}(\"…\", \"…\")`", meta.name);
    let quoted = |name: &LitStr| ListedName {
        name: string_literal(name),
        quotes: Quotes::Quoted,
    };
    match &meta.value {
        MetaValue::Expr(literal!(Str(name))) => vec![quoted(name)],
        MetaValue::List(arguments) if !arguments.is_empty() => arguments
            .iter()
            .filter_map(|argument| match argument {
                Arg::Expr(literal!(Str(name))) => Some(quoted(name)),
                Arg::Meta(Meta {
                    ident,
                    name,
                    value: MetaValue::Flag,
                    ..
                }) => Some(ListedName {
                    name: Spanned::new(name.clone(), ident),
                    quotes: Quotes::Bare,
                }),
                other => {
                    report!(cx, other => ATTRIBUTE_VALUE, "`{}` expects names: {expected}", meta.name);
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

/// Parses names whose meaning does not depend on quotes.
pub(crate) fn plain_names(cx: &Errors, meta: &Meta) -> Vec<Spanned<String>> {
    names(cx, meta).into_iter().map(|listed| listed.name).collect()
}

/// Parses `name = word`, one of a list of words; case does not matter.
pub(crate) fn word<T: Copy>(cx: &Errors, meta: &Meta, words: &[(&str, T)]) -> Option<Spanned<T>> {
    let list = || {
        words
            .iter()
            .map(|(word, _)| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (found, tokens) = match &meta.value {
        MetaValue::Expr(literal!(Str(value))) => (value.value(), value.to_token_stream()),
        MetaValue::Expr(Expr::Path(path)) => (rust_type::last_segment(&path.path), path.to_token_stream()),
        MetaValue::List(arguments)
            if let [one] = arguments.as_slice()
                && let Some(name) = name_of(one)
                && words.iter().any(|(word, _)| *word == name) =>
        {
            return wrong(cx, meta, &format!("`{} = {name}`", meta.name));
        }
        _ => return wrong(cx, meta, &format!("`{} = …` with one of {}", meta.name, list())),
    };
    let value = words
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(&found))
        .map(|(_, value)| *value);
    if value.is_none() {
        let hint = did_you_mean(&found, words.iter().map(|(word, _)| *word));
        report!(cx, tokens => ATTRIBUTE_VALUE, "`{}` must be one of {}, not `{found}`{hint}", meta.name, list());
    }
    value.map(|value| Spanned { value, tokens })
}

/// Returns the name or the text that an argument is.
fn name_of(argument: &Arg) -> Option<String> {
    match argument {
        Arg::Meta(name) => Some(name.name.clone()),
        Arg::Expr(text) => text_of(text).map(|text| text.value),
        Arg::Group(_) => None,
    }
}

/// Parses `name = 1.5`.
pub(crate) fn number(cx: &Errors, meta: &Meta) -> Option<Spanned<f64>> {
    if let MetaValue::Expr(expr) = &meta.value
        && let Some(value) = number_of(expr)
    {
        inexact(cx, meta, expr, value);
        return Some(Spanned::new(value, expr));
    }
    if let MetaValue::Expr(literal!(Str(text))) = &meta.value
        && let Some(expected) = instead_of_text(&meta.name, &text.value())
    {
        return wrong(cx, meta, &expected);
    }
    wrong(
        cx,
        meta,
        &meant_number(meta).unwrap_or_else(|| format!("`{} = 1`, a number literal", meta.name)),
    )
}

/// Returns how to write a number that is given in parentheses, with a fraction of zero, or in quotes, and a constant in quotes.
fn meant_number(meta: &Meta) -> Option<String> {
    let value = match &meta.value {
        MetaValue::List(arguments) if let [Arg::Expr(value)] = arguments.as_slice() => value,
        MetaValue::Expr(value) => value,
        _ => return None,
    };
    let number = match value {
        literal!(Str(text)) => {
            let text = text.value();
            if unquoted::is_name_of_constant(&text) {
                return Some(format!("`{} = {text}`, without quotes", meta.name));
            }
            text.parse().ok().filter(|number: &f64| number.is_finite())?
        }
        value => number_of(value)?,
    };
    Some(format!("`{} = {number}`", meta.name))
}

/// Returns what to write instead of a bound in quotes: the number, or a rule that compares durations or quantities.
fn instead_of_text(name: &str, text: &str) -> Option<String> {
    if text.parse::<f64>().is_ok_and(f64::is_finite) {
        return Some(format!("`{name} = {text}`"));
    }
    let operator = match name {
        keys::MINIMUM => ">=",
        keys::MAXIMUM => "<=",
        keys::EXCLUSIVE_MINIMUM => ">",
        keys::EXCLUSIVE_MAXIMUM => "<",
        _ => return None,
    };
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (what, rule) = if text.ends_with(['s', 'h']) {
        (
            "duration",
            format!("duration(self) {operator} duration('{text}')"),
        )
    } else {
        (
            "quantity",
            format!("quantity(string(self)).compareTo(quantity('{text}')) {operator} 0"),
        )
    };
    Some(format!("a number, or for a {what} the rule `rule(\"{rule}\")`"))
}

/// Reports a literal that would become another number as a float.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the number is the same after the conversion, or is reported"
)]
fn inexact(cx: &Errors, meta: &Meta, expr: &Expr, value: f64) {
    if value.is_infinite() {
        report!(cx, expr => ATTRIBUTE_VALUE,
            "`{}` is too large: the API server's numbers are 64-bit floats, up to about 1.8e308; remove it, \
             or choose a smaller number", meta.name);
        return;
    }
    let nearest = value as i128;
    if let Some(written) = integer_of(expr)
        && written != nearest
    {
        if nearest > i128::from(i64::MAX) {
            report!(cx, expr => ATTRIBUTE_VALUE,
                "`{}` is {written}, which a 64-bit float, the type of bounds, cannot represent, and the nearest \
                 value is beyond the server's integers of 64 bits: remove it if the field is an integer, or \
                 write {nearest} if it is a float", meta.name);
            return;
        }
        report!(cx, expr => ATTRIBUTE_VALUE,
            "`{}` is {written}, which a 64-bit float, the type of bounds, cannot represent: write the \
             nearest value, {nearest}, or another number", meta.name);
    }
}

/// Parses `name = 3`, a non-negative integer.
pub(crate) fn count(cx: &Errors, meta: &Meta) -> Option<Spanned<i64>> {
    if let MetaValue::Expr(expr) = &meta.value
        && let Some(value) = integer_of(expr)
    {
        if let Ok(value) = i64::try_from(value)
            && value >= 0
        {
            return Some(Spanned::new(value, expr));
        }
        report!(cx, expr => ATTRIBUTE_VALUE, "`{}` cannot be negative or above 2^63-1", meta.name);
        return None;
    }
    let whole = meant_number(meta).filter(|meant| !meant.contains('.'));
    wrong(
        cx,
        meta,
        &whole.unwrap_or_else(|| format!("`{} = 1`, a whole number", meta.name)),
    )
}

/// Parses `name = path` or `name = "path"`.
pub(crate) fn path(cx: &Errors, meta: &Meta) -> Option<Path> {
    match &meta.value {
        MetaValue::Expr(Expr::Path(path)) => Some(path.path.clone()),
        MetaValue::Expr(literal!(Str(value))) => match value.parse() {
            Ok(path) => Some(path),
            Err(_) => wrong(cx, meta, &format!("`{} = path::to::item`", meta.name)),
        },
        _ => wrong(cx, meta, &format!("`{} = path::to::item`", meta.name)),
    }
}

/// Parses `name = Type` or `name = "Type"`.
pub(crate) fn type_(cx: &Errors, meta: &Meta) -> Option<Type> {
    match &meta.value {
        MetaValue::Type(ty) => Some(ty.clone()),
        MetaValue::Expr(literal!(Str(value))) => match value.parse() {
            Ok(ty) => Some(ty),
            Err(_) => wrong(cx, meta, &format!("`{} = Type`", meta.name)),
        },
        MetaValue::List(arguments) => {
            let ty = match arguments.as_slice() {
                [Arg::Expr(given @ Expr::Path(_))] => unquoted::source_of(given.to_token_stream()),
                _ => "Type".to_owned(),
            };
            wrong(cx, meta, &format!("`{} = {ty}`", meta.name))
        }
        _ => wrong(cx, meta, &format!("`{} = Type`", meta.name)),
    }
}

/// Returns the arguments of `name(…)`.
pub(crate) fn list<'a>(cx: &Errors, meta: &'a Meta) -> &'a [Arg] {
    let elements = match &meta.value {
        MetaValue::List(arguments) => return arguments,
        MetaValue::Expr(value) => elements(value).or_else(|| {
            let is_literal = matches!(value, Expr::Lit(_));
            (!is_literal).then(|| assigned(value))
        }),
        MetaValue::Flag | MetaValue::Type(_) => None,
    };
    let elements = elements.as_deref().unwrap_or("…");
    let _: Option<()> = wrong(cx, meta, &format!("`{}({elements})`", meta.name));
    &[]
}

/// Returns the source of a value, or the attribute that is meant by a call: `max_length = 30` by `max_length(30)`.
fn assigned(value: &Expr) -> String {
    if let Expr::Call(call) = value
        && let Expr::Path(path) = &*call.func
        && let name = rust_type::last_segment(&path.path)
        && keys::has_one_value(&name)
        && let Some(argument) = call.args.first().filter(|_| call.args.len() == 1)
    {
        return format!("{name} = {}", unquoted::source_of(argument.to_token_stream()));
    }
    unquoted::source_of(value.to_token_stream())
}

/// Returns the source of the elements of `[a, b]` or `{a, b}`.
pub(super) fn elements(value: &Expr) -> Option<String> {
    let source = unquoted::source_of(value.to_token_stream());
    let within = |open, close| source.strip_prefix(open)?.strip_suffix(close);
    within('[', ']').or_else(|| within('{', '}')).map(str::to_owned)
}

/// Whether a value is `["a", "b"]`.
pub(crate) fn is_list_of_texts(value: &Expr) -> bool {
    elements(value).is_some_and(|source| {
        let texts = Punctuated::<LitStr, Token![,]>::parse_terminated.parse_str(&source);
        texts.is_ok_and(|texts| !texts.is_empty())
    })
}

/// Returns the arguments of `name(…)` that have names; reports others.
pub(crate) fn metas(cx: &Errors, meta: &Meta) -> Vec<Meta> {
    metas_of(cx, meta, list(cx, meta))
}

/// Returns those of the given arguments that have names; reports others.
pub(crate) fn metas_of(cx: &Errors, meta: &Meta, arguments: &[Arg]) -> Vec<Meta> {
    let expected = format!("`{}(…)` expects `name = value`", meta.name);
    Meta::of_arguments(cx, arguments.iter().cloned(), &expected)
}

/// Reports a value that should be a string, with the value in quotes; always returns `None`.
pub(crate) fn wrong_text<T>(cx: &Errors, meta: &Meta, expected: &str) -> Option<T> {
    if let MetaValue::Expr(value) = &meta.value
        && let Some(source) = elements(value)
        && let Ok(list) = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(&source)
    {
        let arguments: Vec<Arg> = list.into_iter().map(Arg::Expr).collect();
        let repeated = repeated(meta, &arguments).filter(|_| !arguments.is_empty());
        return wrong(cx, meta, &repeated.unwrap_or_else(|| expected.to_owned()));
    }
    let value = match &meta.value {
        MetaValue::Expr(value) => value,
        MetaValue::List(arguments) => match arguments.as_slice() {
            [Arg::Expr(text), _, ..] if text_of(text).is_some() => {
                return wrong(
                    cx,
                    meta,
                    &repeated(meta, arguments).unwrap_or_else(|| expected.to_owned()),
                );
            }
            [Arg::Expr(value), ..] => value,
            _ => return wrong(cx, meta, expected),
        },
        _ => return wrong(cx, meta, expected),
    };
    // The compiler has reported an invalid literal, such as one with an unknown escape.
    if matches!(value, literal!(Verbatim(_unknown))) {
        return None;
    }
    if let Some(sign) = torn_text(value) {
        let sign_text = sign.to_token_stream();
        report!(cx, sign => ATTRIBUTE_VALUE,
            "the `\"` before `{sign_text}` ends the text: write `'` in a rule, and `\\\"` elsewhere");
        return None;
    }
    match unquoted::message(&meta.name, value) {
        Some(message) => {
            report!(cx, value => ATTRIBUTE_VALUE, "{message}");
            None
        }
        None => wrong(cx, meta, expected),
    }
}

/// Returns how to write several texts with an attribute that has one and is repeatable.
fn repeated(meta: &Meta, arguments: &[Arg]) -> Option<String> {
    if !keys::find(&meta.name)?.is_repeatable() {
        return None;
    }
    let each = arguments.iter().map(|argument| match argument {
        Arg::Expr(expr) => text_of(expr).map(|text| format!("{} = {:?}", meta.name, text.value)),
        Arg::Meta(_) | Arg::Group(_) => None,
    });
    let each: Option<Vec<String>> = each.collect();
    Some(format!("`{}`", each?.join(", ")))
}

/// Reports a value with the wrong syntax; always returns `None`.
pub(crate) fn wrong<T>(cx: &Errors, meta: &Meta, expected: &str) -> Option<T> {
    let bounds = two_bounds(meta);
    let expected = bounds.as_deref().unwrap_or(expected);
    match &meta.value {
        MetaValue::Flag => {
            report!(cx, meta.ident => ATTRIBUTE_VALUE, "`{}` needs a value: write {expected}", meta.name);
        }
        MetaValue::Expr(value) => {
            report!(cx, value => ATTRIBUTE_VALUE, "`{}` does not accept this value: write {expected}", meta.name);
        }
        MetaValue::Type(ty) => {
            report!(cx, ty => ATTRIBUTE_VALUE, "`{}` does not accept this value: write {expected}", meta.name);
        }
        MetaValue::List(_) => {
            report!(cx, meta => ATTRIBUTE_VALUE, "`{}` does not accept these values: write {expected}", meta.name);
        }
    }
    None
}
