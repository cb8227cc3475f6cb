//! Parses the syntax of `#[crd(…)]` and `#[serde(…)]`, without interpreting it.
//!
//! ```text
//! minimum = 1, immutable, items(max_length = 8)
//!     Meta { name: "minimum", value: Expr(1) }
//!     Meta { name: "immutable", value: Flag }
//!     Meta { name: "items", value: List([Meta { name: "max_length", value: Expr(8) }]) }
//! ```

mod other_syntax;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt as _};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Token, Type, parenthesized, token};

use super::keys;
use super::literal::literal;
use super::unquoted;
use crate::codes;
use crate::errors::{Errors, report};

use other_syntax::meant;
pub(super) use other_syntax::{range, two_bounds};

/// `name`, `name = value` or `name(args)`.
#[derive(Clone)]
pub(crate) struct Meta {
    pub(crate) ident: Ident,
    /// The identifier without `r#`.
    pub(crate) name: String,
    pub(crate) value: MetaValue,
    /// The parentheses of `name(…)`, with which an error ends.
    pub(crate) parentheses: Option<token::Paren>,
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
                    let expected = format!("`#[{name}(…)]` expects `name`, `name = value` or `name(…)`");
                    found.extend(Meta::of_arguments(cx, arguments, &expected));
                }
                Err(error) => cx.syntax(codes::ATTRIBUTE_MALFORMED, &error),
            }
        }
        found
    }

    /// Returns the arguments that are attributes, and reports others and those that continue the one before.
    pub(super) fn of_arguments(
        cx: &Errors,
        arguments: impl IntoIterator<Item = Arg>,
        expected: &str,
    ) -> Vec<Meta> {
        let mut found = Vec::new();
        let mut arguments = arguments.into_iter().peekable();
        while let Some(argument) = arguments.next() {
            match argument {
                Arg::Meta(meta) => {
                    let further: Vec<Arg> =
                        std::iter::from_fn(|| arguments.next_if(|next| meta.is_continued_by(next))).collect();
                    if further.is_empty() {
                        found.push(meta);
                    } else {
                        let message = meta.with_further(&further);
                        let mut whole = meta.ident.into_token_stream();
                        whole.append_all(further);
                        report!(cx, whole => ATTRIBUTE_MALFORMED, "{message}");
                    }
                }
                Arg::Expr(expr) if let Some(meant) = meant(&expr, keys::is_attribute_or_part) => {
                    report!(cx, expr => ATTRIBUTE_MALFORMED, "an attribute is written `name = value`: write `{meant}`");
                }
                other @ (Arg::Expr(_) | Arg::Group(_)) => {
                    report!(cx, other => ATTRIBUTE_MALFORMED, "{expected}");
                }
            }
        }
        found
    }

    /// Whether the argument behind this attribute is a further value or part of it, as in `enum = "a", "b"`, `max_length, 30` and
    /// `rule = "self > 1", message = "…"`.
    fn is_continued_by(&self, next: &Arg) -> bool {
        match (&self.value, next) {
            (MetaValue::Expr(literal!(Str(_first))), Arg::Expr(literal!(Str(_next)))) => {
                keys::is_list(&self.name)
            }
            (MetaValue::Flag, Arg::Expr(Expr::Lit(_))) => {
                keys::is_list(&self.name) || keys::has_one_value(&self.name)
            }
            (MetaValue::Expr(first), Arg::Meta(next)) => {
                let is_part = keys::parts(&self.name).contains(&&*next.name);
                match first {
                    // `conversion = service = "a", namespace = "b"`
                    Expr::Verbatim(_) => is_part,
                    literal!(Str(_text)) => is_part && keys::find(&next.name).is_none(),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Returns how to write this attribute with the arguments that continue it.
    fn with_further(&self, further: &[Arg]) -> String {
        let name = &self.name;
        let mut values: Vec<String> = Vec::new();
        if let MetaValue::Expr(first) = &self.value {
            values.push(unquoted::source_of(first.to_token_stream()));
        }
        values.extend(further.iter().map(|argument| match argument {
            Arg::Meta(part) => part.source(),
            other => unquoted::source_of(other.to_token_stream()),
        }));
        let values = values.join(", ");
        if matches!(self.value, MetaValue::Flag) && !keys::is_list(name) {
            format!("the value of `{name}` follows `=`: write `{name} = {values}`")
        } else {
            format!("several values are in parentheses: write `{name}({values})`")
        }
    }

    /// Returns the source of this attribute, with `…` for values in parentheses.
    pub(crate) fn source(&self) -> String {
        let name = &self.name;
        match &self.value {
            MetaValue::Flag => name.clone(),
            MetaValue::Expr(value) => format!("{name} = {}", unquoted::source_of(value.to_token_stream())),
            MetaValue::Type(ty) => format!("{name} = {}", unquoted::source_of(ty.to_token_stream())),
            MetaValue::List(_) => format!("{name}(…)"),
        }
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
            other_syntax::dashes(input)?;
            other_syntax::brackets(&ident, &fork)?;
            let meta = (fork.peek(Token![=]) && !fork.peek(Token![==]) && !fork.peek(Token![=>]))
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
        let mut parentheses = None;
        let value = if input.peek(token::Paren) {
            let content;
            parentheses = Some(parenthesized!(content in input));
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
            other_syntax::assigned_list(&name, input)?;
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
        Ok(Meta {
            ident,
            name,
            value,
            parentheses,
        })
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
            // With `full`, syn parses `"a" = 1` as an assignment and `1..2` as a range; without it, the value would end before.
            Ok(expr) if !ahead.peek(Token![=]) && !ahead.peek(Token![..]) => {
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
            let message = other_syntax::instead_of(&next, before, content);
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
            MetaValue::List(arguments) => {
                self.parentheses.unwrap_or_default().surround(tokens, |tokens| {
                    tokens.append_all(arguments);
                });
            }
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
