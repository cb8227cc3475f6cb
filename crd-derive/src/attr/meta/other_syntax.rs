//! What is meant by the syntax of other languages in `#[crd(…)]`.
//!
//! ```text
//! kind => "Db"                  kind = "Db"
//! max-length = 3                max_length = 3
//! items = (max_length = 3)      items(max_length = 3)
//! min_items = 1..20             min_items = 1, max_items = 20
//! ```

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Expr, Token, parenthesized, token};

use super::{Arg, Meta, MetaValue, arguments};
use crate::attr::literal;
use crate::attr::literal::literal;
use crate::attr::{keys, unquoted};

/// Returns the attribute that is meant by an expression such as `minimum >= 1`, `kind => "Db"` or `"max_length = 3"`.
pub(in crate::attr) fn meant(expr: &Expr, is_name: impl Fn(&str) -> bool) -> Option<String> {
    if let literal!(Str(text)) = expr {
        let meta: Meta = text.parse().ok()?;
        return is_name(&meta.name).then(|| text.value());
    }
    let text = unquoted::source_of(expr.to_token_stream());
    let end = text.find(['=', '>', '<'])?;
    let (name, value) = text.split_at_checked(end)?;
    let value = value.trim_start_matches(['=', '>', '<', ' ']);
    let name = name.trim();
    (is_name(name) && !value.is_empty()).then(|| format!("{name} = {value}"))
}

/// Reports a name with dashes, such as `max-length = 3`.
pub(super) fn dashes(input: ParseStream) -> syn::Result<()> {
    let ahead = input.fork();
    let first = Ident::parse_any(&ahead)?;
    let mut name = first.to_string();
    let mut tokens = first.into_token_stream();
    while ahead.peek(Token![-]) && ahead.peek2(Ident::peek_any) {
        tokens.extend(Some(ahead.parse::<TokenTree>()?));
        let part = Ident::parse_any(&ahead)?;
        name = format!("{name}_{part}");
        part.to_tokens(&mut tokens);
    }
    let is_assigned = ahead.peek(Token![=]) && !ahead.peek(Token![==]);
    if name.contains('_')
        && tokens.clone().into_iter().nth(1).is_some()
        && (is_assigned || keys::find(&name).is_some())
    {
        return Err(syn::Error::new_spanned(
            tokens,
            format!("names have `_` in place of `-`: write `{name}`"),
        ));
    }
    Ok(())
}

/// Reports a list in brackets or braces, such as `items[max_length = 8]`.
pub(super) fn brackets(name: &Ident, after: ParseStream) -> syn::Result<()> {
    let Ok(TokenTree::Group(group)) = after.fork().parse() else {
        return Ok(());
    };
    let is_list = matches!(group.delimiter(), Delimiter::Bracket | Delimiter::Brace);
    if !is_list || keys::find(&name.to_string()).is_none() {
        return Ok(());
    }
    let inside = unquoted::source_of(group.stream());
    let message = format!("values are in parentheses: write `{name}({inside})`");
    Err(syn::Error::new_spanned(group, message))
}

/// Reports a list with an `=` before its parentheses, such as `items = (max_length = 8)`.
pub(super) fn assigned_list(name: &str, input: ParseStream) -> syn::Result<()> {
    let ahead = input.fork();
    // kube writes `validation = ("…", "…")`.
    if name == keys::VALIDATION || !ahead.peek(token::Paren) {
        return Ok(());
    }
    let group: TokenTree = ahead.fork().parse()?;
    let content;
    parenthesized!(content in ahead);
    let inside = unquoted::source_of(content.fork().parse()?);
    let is_value =
        |argument: &Arg| matches!(argument, Arg::Meta(meta) if !matches!(meta.value, MetaValue::Flag));
    let is_list = arguments(&content).is_ok_and(|list| list.len() > 1 || list.iter().any(is_value));
    if !is_list || !(ahead.is_empty() || ahead.peek(Token![,])) {
        return Ok(());
    }
    let message = format!("values in parentheses have no `=` before them: write `{name}({inside})`");
    Err(syn::Error::new_spanned(group, message))
}

/// Returns what to write instead of a token that stands where a comma is expected. `rest` is what follows it.
pub(super) fn instead_of(token: &TokenTree, before: Option<&Arg>, rest: ParseStream) -> String {
    let is_attribute = |name: &Ident| {
        rest.peek(Token![=]) || rest.peek(token::Paren) || keys::find(&name.to_string()).is_some()
    };
    match (token, before) {
        (TokenTree::Punct(sign), Some(Arg::Expr(Expr::Path(name)))) if sign.as_char() == ':' => {
            without_sign(name, None, rest)
        }
        (TokenTree::Ident(value), Some(Arg::Expr(Expr::Path(name)))) if !is_attribute(value) => {
            without_sign(name, Some(token), rest)
        }
        (TokenTree::Literal(_), Some(Arg::Expr(Expr::Path(name)))) => without_sign(name, Some(token), rest),
        (_, Some(before)) if let Some(text) = before.text().filter(|text| !text.suffix().is_empty()) => {
            let inside = text.suffix();
            format!(
                "the `\"` before `{inside}` ends the text: write `'{inside}'` in a rule, and `\\\"` elsewhere"
            )
        }
        (TokenTree::Literal(next), Some(before))
            if before.text().is_some() && next.to_string().starts_with('"') =>
        {
            "there is no comma between these two texts; a `\"` within a text is `'` in a rule, and `\\\"` elsewhere"
                .to_owned()
        }
        (TokenTree::Punct(sign), _) => format!("attributes are separated by `,`, not `{sign}`"),
        (TokenTree::Group(group), Some(Arg::Meta(meta))) if let MetaValue::Type(ty) = &meta.value => {
            let (name, ty, inside) = (
                &meta.name,
                unquoted::source_of(ty.to_token_stream()),
                group.stream(),
            );
            match group.delimiter() {
                Delimiter::Parenthesis if !inside.is_empty() => {
                    format!(
                        "a type is expected, not a value: write `{name} = {ty}<{inside}>`, or `{name} = {ty}` for a type without parameters"
                    )
                }
                _ => format!("a type is expected, not a value: write `{name} = {ty}`"),
            }
        }
        (TokenTree::Literal(_), Some(Arg::Expr(_))) => format!("a comma is missing: write `, {token}`"),
        (TokenTree::Ident(name), _) if is_attribute(name) => {
            format!("a comma is missing: write `, {token}`")
        }
        _ => format!("`{token}` is not expected here: attributes are separated by `,`"),
    }
}

/// Returns the start and the end of a range such as `1..20` or `"1..20"`.
pub(in crate::attr) fn range(value: &Expr) -> Option<(String, String)> {
    let source = match value {
        literal!(Str(text)) => text.value(),
        other => unquoted::source_of(other.to_token_stream()),
    };
    let (start, end) = source.split_once("..")?;
    let (start, end) = (start.trim(), end.trim_start_matches(['.', '=']).trim());
    let is_bound = |text: &str| {
        syn::parse_str::<Expr>(text).is_ok_and(|bound| {
            literal::number_of(&bound).is_some() || literal::is_constant_expression(&bound)
        })
    };
    (is_bound(start) && is_bound(end)).then(|| (start.to_owned(), end.to_owned()))
}

/// Returns the two bounds that are meant by a range as the value of one of them.
pub(in crate::attr) fn two_bounds(meta: &Meta) -> Option<String> {
    let MetaValue::Expr(value) = &meta.value else {
        return None;
    };
    let name = meta.name.strip_prefix("min").or(meta.name.strip_prefix("max"))?;
    let (start, end) = range(value)?;
    let [least, most] = [format!("min{name}"), format!("max{name}")];
    let are_bounds = keys::find(&least).is_some() && keys::find(&most).is_some();
    are_bounds.then(|| format!("`{least} = {start}, {most} = {end}`"))
}

/// Returns what to write instead of a name and a value without a `=` between them. The value begins with a token, if there is one, and
/// goes on with `rest`.
fn without_sign(name: &syn::ExprPath, first: Option<&TokenTree>, rest: ParseStream) -> String {
    let name = name.path.to_token_stream();
    let mut value: TokenStream = first.cloned().into_iter().collect();
    value.extend(unquoted::value(rest));
    let value = unquoted::source_of(value);
    let value = if value.is_empty() { "…" } else { &value };
    format!("the value of `{name}` is missing an `=`: write `{name} = {value}`")
}
