//! Parses the syntax of `#[crd(…)]` and `#[serde(…)]`, without interpreting it.
//!
//! ```text
//! minimum = 1, immutable, items(max_length = 8)
//!     Meta { name: "minimum", value: Expr(1) }
//!     Meta { name: "immutable", value: Flag }
//!     Meta { name: "items", value: List([Meta { name: "max_length", value: Expr(8) }]) }
//! ```

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Token, Type, parenthesized, token};

use super::keys;
use super::literal::literal;
use super::unquoted;
use crate::codes;
use crate::errors::{Errors, report};

/// `name`, `name = value` or `name(args)`.
#[derive(Clone)]
pub(crate) struct Meta {
    pub(crate) ident: Ident,
    /// The identifier without `r#`.
    pub(crate) name: String,
    pub(crate) value: MetaValue,
}

/// The part of a [`Meta`] after its name.
#[derive(Clone)]
pub(crate) enum MetaValue {
    /// Nothing.
    Flag,
    /// `= expression`.
    Expr(Expr),
    /// `= Type` or `(Type)`, of the attributes whose value is a type.
    Type(Type),
    /// `(…)`.
    List(Vec<Arg>),
}

/// One argument of a list.
#[derive(Clone)]
pub(crate) enum Arg {
    Meta(Meta),
    Expr(Expr),
    /// `(…)`: several arguments that belong together, as in `any_of((minimum = 1, maximum = 5))`.
    Group(Vec<Arg>),
}

impl Meta {
    /// Collects the arguments of all attributes with the given name, in order, and reports malformed attributes.
    pub(crate) fn collect(cx: &Errors, attributes: &[Attribute], name: &str) -> Vec<Meta> {
        let mut found = Vec::new();
        // The compiler reports the misspelled attribute, and nothing should follow from its absence.
        let misspelled: &[&str] = if name == "crd" {
            &["crds", "cdr", "crdd"]
        } else {
            &[]
        };
        for attribute in attributes.iter().filter(|attribute| {
            let path = attribute.path();
            path.is_ident(name) || misspelled.iter().any(|name| path.is_ident(name))
        }) {
            let parsed = match &attribute.meta {
                syn::Meta::List(_) => attribute.parse_args_with(arguments),
                syn::Meta::Path(_) | syn::Meta::NameValue(_) => {
                    report!(cx, attribute.meta => ATTRIBUTE_MALFORMED,
                        "`#[{name}]` needs its attributes in parentheses: write `#[{name}(…)]`");
                    continue;
                }
            };
            match parsed {
                Ok(arguments) => {
                    for argument in arguments {
                        match argument {
                            Arg::Meta(meta) => found.push(meta),
                            Arg::Expr(expr) if let Some(meant) = meant(&expr) => {
                                report!(cx, expr => ATTRIBUTE_MALFORMED, "an attribute is written `name = value`: write `{meant}`");
                            }
                            other @ (Arg::Expr(_) | Arg::Group(_)) => {
                                report!(cx, other => ATTRIBUTE_MALFORMED,
                                "`#[{name}(…)]` expects `name`, `name = value` or `name(…)`");
                            }
                        }
                    }
                }
                Err(error) => cx.syntax(codes::ATTRIBUTE_MALFORMED, &error),
            }
        }
        found
    }
}

/// Returns the attribute that is meant by an expression such as `minimum >= 1`, `max-length = 3` or `"max_length = 3"`.
fn meant(expr: &Expr) -> Option<String> {
    if let literal!(Str(text)) = expr {
        let meta: Meta = text.parse().ok()?;
        return keys::find(&meta.name).map(|_| text.value());
    }
    let text = unquoted::source_of(expr.to_token_stream());
    let end = text.find(['=', '>', '<'])?;
    let (name, value) = text.split_at_checked(end)?;
    let name = name.trim().replace([' ', '-'], "_").replace("___", "_");
    let value = value.trim_start_matches(['=', '>', '<', ' ']);
    keys::find(&name).map(|key| format!("{} = {value}", key.name))
}

impl Parse for Arg {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            return Ok(Arg::Group(arguments(&content)?));
        }
        if input.peek(Ident::peek_any) {
            let fork = input.fork();
            let ident = Ident::parse_any(&fork)?;
            let meta = (fork.peek(Token![=]) && !fork.peek(Token![==]))
                || fork.peek(token::Paren)
                || fork.peek(Token![,])
                || fork.is_empty();
            if meta && ident != "true" && ident != "false" {
                return input.parse().map(Arg::Meta);
            }
        }
        parse_expression(input).map(Arg::Expr)
    }
}

impl Parse for Meta {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ident = Ident::parse_any(input)?;
        let name = ident.unraw().to_string();
        let value = if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            if let Some(text) = unquoted::take(&name, &content) {
                content.parse::<Option<Token![,]>>()?;
                let mut list = vec![Arg::Expr(text)];
                list.extend(arguments(&content)?);
                MetaValue::List(list)
            } else if keys::is_type_in_parentheses(&name) {
                MetaValue::Type(content.parse()?)
            } else {
                MetaValue::List(arguments(&content)?)
            }
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if input.is_empty() || input.peek(Token![,]) {
                return Err(syn::Error::new_spanned(
                    &ident,
                    format!("`{name} =` needs a value; write one, or remove the attribute"),
                ));
            }
            if let Some(text) = unquoted::take(&name, input) {
                MetaValue::Expr(text)
            } else if keys::is_type_valued(&name) && !input.peek(syn::Lit) {
                MetaValue::Type(input.parse()?)
            } else if input.peek(Ident::peek_any) && input.peek2(Token![,]) {
                // A keyword such as `type` is a valid value, but not an expression.
                MetaValue::Expr(ident_expr(Ident::parse_any(input)?))
            } else {
                MetaValue::Expr(parse_expression(input)?)
            }
        } else {
            MetaValue::Flag
        };
        Ok(Meta { ident, name, value })
    }
}

/// Parses a value.
///
/// syn parses every kind of expression only with its feature `full`, and every user would have to build that. Without
/// it, lists, blocks and rarer expressions are kept as [`Expr::Verbatim`] tokens.
pub(super) fn parse_expression(input: ParseStream) -> syn::Result<Expr> {
    let mut value = expression_or_tokens(input)?;
    reject_unit(&value)?;
    // A fragment such as `$kind:literal` of a declarative macro comes in an invisible group.
    while let Expr::Group(group) = value {
        value = *group.expr;
    }
    Ok(value)
}

/// Rejects `500m` and `10Gi`, which are texts.
fn reject_unit(value: &Expr) -> syn::Result<()> {
    let suffix = match value {
        literal!(Int(number)) => number.suffix(),
        literal!(Float(number)) => number.suffix(),
        _ => return Ok(()),
    };
    let is_of_rust = ["i", "u", "f"].iter().any(|kind| suffix.starts_with(kind));
    if suffix.is_empty() || is_of_rust {
        return Ok(());
    }
    Err(in_quotes(value, ""))
}

fn in_quotes(number: &impl ToTokens, unit: &str) -> syn::Error {
    let text = number.to_token_stream();
    let message = format!("a number has no unit; a text with a unit is in quotes: `\"{text}{unit}\"`");
    syn::Error::new_spanned(number, message)
}

fn expression_or_tokens(input: ParseStream) -> syn::Result<Expr> {
    let at_end = |input: ParseStream| input.is_empty() || input.peek(Token![,]);
    if input.peek(syn::Lit) && input.peek2(Token![%]) {
        // Not the operator, whose right side is missing.
        let ahead = input.fork();
        let number: syn::Lit = ahead.parse()?;
        ahead.parse::<Token![%]>()?;
        if at_end(&ahead) {
            return Err(in_quotes(&number, "%"));
        }
    }
    let ahead = input.fork();
    let is_list_or_block = (ahead.peek(token::Bracket) || ahead.peek(token::Brace)) && {
        ahead.parse::<TokenTree>()?;
        at_end(&ahead)
    };
    if !is_list_or_block {
        let ahead = input.fork();
        match ahead.parse() {
            // With `full`, syn parses `"a" = 1` as an assignment; without it, the value would end at the `=`.
            Ok(expr) if !ahead.peek(Token![=]) => {
                input.advance_to(&ahead);
                return Ok(expr);
            }
            Err(error) if !error.to_string().starts_with("unsupported expression") => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
    let mut tokens = TokenStream::new();
    let mut angles = 0_usize;
    while !input.is_empty() && (angles > 0 || !input.peek(Token![,])) {
        // The comma in `collect::<BTreeMap<_, _>>()` does not end the value.
        if input.peek(Token![::]) && input.peek3(Token![<]) || angles > 0 && input.peek(Token![<]) {
            angles += 1;
            while !input.peek(Token![<]) {
                tokens.extend(Some(input.parse::<TokenTree>()?));
            }
        } else if angles > 0 && input.peek(Token![->]) {
            tokens.extend(Some(input.parse::<TokenTree>()?));
        } else if angles > 0 && input.peek(Token![>]) {
            angles -= 1;
        }
        tokens.extend(Some(input.parse::<TokenTree>()?));
    }
    Ok(Expr::Verbatim(tokens))
}

/// Returns a name as an expression.
pub(super) fn ident_expr(ident: Ident) -> Expr {
    if ident == "true" || ident == "false" {
        return Expr::Lit(syn::ExprLit {
            attrs: Vec::new(),
            lit: syn::Lit::Bool(syn::LitBool {
                value: ident == "true",
                span: ident.span(),
            }),
        });
    }
    Expr::Path(syn::ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: ident.into(),
    })
}

/// Parses arguments that are separated by commas.
fn arguments(content: ParseStream) -> syn::Result<Vec<Arg>> {
    let mut arguments = Vec::new();
    while !content.is_empty() {
        if content.peek(Token![,]) {
            return Err(content.error("an attribute is missing before this comma; remove the comma"));
        }
        arguments.push(content.parse()?);
        if !content.is_empty() && !content.peek(Token![,]) {
            let before = arguments.last();
            let next: TokenTree = content.parse()?;
            let message = instead_of(&next, before, content);
            return Err(match before {
                Some(before) if let Some(text) = before.text().filter(|text| !text.suffix().is_empty()) => {
                    syn::Error::new_spanned(text, message)
                }
                _ => syn::Error::new_spanned(&next, message),
            });
        }
        content.parse::<Option<Token![,]>>()?;
    }
    Ok(arguments)
}

/// Returns what to write instead of a token that stands where a comma is expected. `rest` is what follows it.
fn instead_of(token: &TokenTree, before: Option<&Arg>, rest: ParseStream) -> String {
    let is_attribute = |name: &Ident| {
        rest.peek(Token![=]) || rest.peek(token::Paren) || keys::find(&name.to_string()).is_some()
    };
    match (token, before) {
        (TokenTree::Punct(sign), Some(Arg::Expr(Expr::Path(name)))) if sign.as_char() == ':' => {
            without_sign(name, "…")
        }
        (TokenTree::Ident(value), Some(Arg::Expr(Expr::Path(name)))) if !is_attribute(value) => {
            without_sign(name, "…")
        }
        (TokenTree::Literal(value), Some(Arg::Expr(Expr::Path(name)))) => {
            without_sign(name, &value.to_string())
        }
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
        (TokenTree::Punct(sign), _) if sign.as_char() == '.' => {
            "a range is written as two bounds: `minimum = 1, maximum = 10`".to_owned()
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

/// Returns what to write instead of a name and a value without a sign between them.
fn without_sign(name: &syn::ExprPath, value: &str) -> String {
    let name = name.path.to_token_stream();
    format!("the value of `{name}` is missing an `=`: write `{name} = {value}`")
}

impl Arg {
    /// Returns the text that it ends with.
    fn text(&self) -> Option<&syn::LitStr> {
        match self {
            Arg::Expr(literal!(Str(text)))
            | Arg::Meta(Meta {
                value: MetaValue::Expr(literal!(Str(text))),
                ..
            }) => Some(text),
            _ => None,
        }
    }
}

impl ToTokens for Meta {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.ident.to_tokens(tokens);
        match &self.value {
            MetaValue::Flag => {}
            MetaValue::Expr(expr) => expr.to_tokens(tokens),
            MetaValue::Type(ty) => ty.to_tokens(tokens),
            MetaValue::List(arguments) => arguments.iter().for_each(|argument| argument.to_tokens(tokens)),
        }
    }
}

impl ToTokens for Arg {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Arg::Meta(meta) => meta.to_tokens(tokens),
            Arg::Expr(expr) => expr.to_tokens(tokens),
            Arg::Group(arguments) => arguments.iter().for_each(|argument| argument.to_tokens(tokens)),
        }
    }
}
