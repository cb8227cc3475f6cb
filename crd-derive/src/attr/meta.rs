//! The syntax of `#[crd(…)]` and `#[serde(…)]`, before any meaning.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Token, Type, parenthesized, token};

use super::keys;
use crate::codes;
use crate::context::Context;

/// `name`, `name = value` or `name(args)`.
#[derive(Clone)]
pub(crate) struct Meta {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) body: Body,
}

/// What follows the name.
#[derive(Clone)]
pub(crate) enum Body {
    Flag,
    Value(Expr),
    Type(Type),
    List(Vec<Arg>),
}

/// One argument of a list.
#[derive(Clone)]
pub(crate) enum Arg {
    Meta(Meta),
    Expr(Expr),
    /// `(…)`: several that belong together.
    Group(Vec<Arg>),
}

impl Meta {
    /// All arguments of the attributes of one name, in order. A malformed attribute is reported.
    pub(crate) fn collect(cx: &Context, attributes: &[Attribute], name: &str) -> Vec<Meta> {
        let mut found = Vec::new();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident(name))
        {
            let parsed = match &attribute.meta {
                syn::Meta::List(_) => {
                    attribute.parse_args_with(Punctuated::<Arg, Token![,]>::parse_terminated)
                }
                syn::Meta::Path(_) | syn::Meta::NameValue(_) => {
                    cx.error(
                        &attribute.meta,
                        codes::MALFORMED,
                        format!("`#[{name}]` takes its attributes in parentheses: write `#[{name}(…)]`"),
                    );
                    continue;
                }
            };
            match parsed {
                Ok(arguments) => {
                    for argument in arguments {
                        match argument {
                            Arg::Meta(meta) => found.push(meta),
                            other @ (Arg::Expr(_) | Arg::Group(_)) => cx.error(
                                &other,
                                codes::MALFORMED,
                                format!("`#[{name}(…)]` takes `name`, `name = value` or `name(…)`"),
                            ),
                        }
                    }
                }
                Err(error) => cx.syntax(codes::MALFORMED, &error),
            }
        }
        found
    }
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
        expression(input).map(Arg::Expr)
    }
}

impl Parse for Meta {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let ident = Ident::parse_any(input)?;
        let name = ident.unraw().to_string();
        let body = if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            if keys::is_type_valued(&name) {
                Body::Type(content.parse()?)
            } else {
                Body::List(arguments(&content)?)
            }
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            if input.is_empty() || input.peek(Token![,]) {
                return Err(syn::Error::new_spanned(
                    &ident,
                    format!("`{name} =` lacks its value; write one, or drop the attribute"),
                ));
            }
            if keys::is_type_valued(&name) && !input.peek(syn::LitStr) {
                Body::Type(input.parse()?)
            } else if input.peek(Ident::peek_any) && input.peek2(Token![,]) {
                // Keywords such as `type` may stand as values.
                Body::Value(ident_expr(Ident::parse_any(input)?))
            } else {
                Body::Value(expression(input)?)
            }
        } else {
            Body::Flag
        };
        Ok(Meta { ident, name, body })
    }
}

/// A value. syn reads every expression only with its largest feature, which each user would have to build; without
/// it, lists, blocks and what is rarer still are kept as their tokens.
pub(super) fn expression(input: ParseStream) -> syn::Result<Expr> {
    let mut value = any_expression(input)?;
    // What a macro by example was given, such as its `$kind:literal`.
    while let Expr::Group(group) = value {
        value = *group.expr;
    }
    Ok(value)
}

fn any_expression(input: ParseStream) -> syn::Result<Expr> {
    let at_end = |input: ParseStream| input.is_empty() || input.peek(Token![,]);
    let ahead = input.fork();
    let is_list_or_block = (ahead.peek(token::Bracket) || ahead.peek(token::Brace)) && {
        ahead.parse::<TokenTree>()?;
        at_end(&ahead)
    };
    if !is_list_or_block {
        let ahead = input.fork();
        match ahead.parse() {
            // `"x-name" = true`, as in schemars' `extend`, is an expression only with syn's feature `full`.
            Ok(_) if ahead.peek(Token![=]) => {}
            Ok(expr) => {
                input.advance_to(&ahead);
                return Ok(expr);
            }
            Err(error) if !error.to_string().starts_with("unsupported expression") => return Err(error),
            Err(_) => {}
        }
    }
    let mut tokens = TokenStream::new();
    let mut angles = 0_usize;
    while !input.is_empty() && (angles > 0 || !input.peek(Token![,])) {
        // The commas of `collect::<BTreeMap<_, _>>()` do not end the value.
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

fn ident_expr(ident: Ident) -> Expr {
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

fn arguments(content: ParseStream) -> syn::Result<Vec<Arg>> {
    Ok(Punctuated::<Arg, Token![,]>::parse_terminated(content)?
        .into_iter()
        .collect())
}

impl ToTokens for Meta {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.ident.to_tokens(tokens);
        match &self.body {
            Body::Flag => {}
            Body::Value(value) => value.to_tokens(tokens),
            Body::Type(ty) => ty.to_tokens(tokens),
            Body::List(arguments) => arguments.iter().for_each(|argument| argument.to_tokens(tokens)),
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
