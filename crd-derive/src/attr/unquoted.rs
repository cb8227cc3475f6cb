//! Texts that are written without quotes, such as `rule(self.a > 1)` and `title = my title`: what to write instead.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, ExprMethodCall, Token, UnOp};

use super::foreign::snake_case;
use super::keys;
use super::literal::literal;
use crate::rust_type::last_segment;

/// Takes the value of a text attribute that has no quotes and is no constant, as in `rule(self.a > 1)`.
///
/// `input` is at the value, which ends at the next comma.
pub(super) fn take(name: &str, input: ParseStream<'_>) -> Option<Expr> {
    if !keys::is_text_valued(name) {
        return None;
    }
    let ahead = input.fork();
    let tokens = value(&ahead).ok()?;
    is_unquoted(&tokens).then(|| {
        input.advance_to(&ahead);
        Expr::Verbatim(tokens)
    })
}

/// Returns the message about a value that should be a string, with the value in quotes. A list is no text without quotes.
pub(super) fn message(name: &str, value: &Expr) -> Option<String> {
    if let Some(message) = of_expression(name, value) {
        return Some(message);
    }
    let source = match value {
        literal!(Char(c)) => c.value().to_string(),
        other => source_of(other.to_token_stream()),
    };
    if matches!(&*source, "true" | "false") {
        return Some(format!("`{name}` expects a string: write `{name} = \"…\"`"));
    }
    let is_number = !source.is_empty() && source.bytes().all(|byte| byte.is_ascii_digit());
    if name == keys::VERSION && is_number {
        return Some(format!(
            "`{name}` expects a string: write `{name} = \"v{source}\"`"
        ));
    }
    // Quotes within a string literal end it: `"self.matches("^a")"`.
    let inside = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let is_split = |text: &&str| matches!(text.split_once('"'), Some((_, rest)) if !rest.starts_with(' '));
    let source = inside.filter(is_split).unwrap_or(&source);
    let delimited = source.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    let source = delimited.filter(|_| name == keys::PATTERN).unwrap_or(source);
    // In the message, escapes would be hard to read.
    let text = if source.contains(['"', '\\']) {
        format!("r#\"{source}\"#")
    } else {
        format!("\"{source}\"")
    };
    if is_rule(name) {
        return Some(format!("rules are strings: write `{name}({text})`"));
    }
    let is_list = source.starts_with('[') && source.ends_with(']') && source.contains(',');
    (!is_list).then(|| format!("`{name}` expects a string: write `{name} = {text}`"))
}

/// Returns the message about an expression of Rust in place of a text: `&PATTERN`, `*PATTERN`, `Format::Email` and `text()`.
fn of_expression(name: &str, value: &Expr) -> Option<String> {
    let parsed = match value {
        Expr::Verbatim(tokens) => syn::parse2(tokens.clone()).ok()?,
        value => value.clone(),
    };
    let path = match without_operators(&parsed) {
        Expr::Path(path) => &path.path,
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if !may_be_type(&path.path)) => {
            return (!is_rule(name)).then(|| {
                format!(
                    "`{name}` expects a string and cannot call a function: write the text, `{name} = \"…\"`"
                )
            });
        }
        _ => return None,
    };
    let last = last_segment(path);
    let is_constant = last.len() > 1 && is_name_of_constant(&last);
    let constant = source_of(path.to_token_stream());
    if is_constant && is_rule(name) {
        return Some(format!(
            "`{name}` expects a string or the path of a constant: write `{name}({constant})`"
        ));
    }
    if is_constant
        && matches!(
            name,
            keys::PATTERN | keys::GROUP | keys::VERSION | keys::rule::MESSAGE
        )
    {
        return Some(format!(
            "`{name}` expects a string or the path of a constant of type `&str`: write `{name} = {constant}` if it is \
             one, else its text: `{name} = \"…\"`"
        ));
    }
    if is_constant {
        return Some(format!(
            "`{name}` does not take a constant; write its value in quotes: `{name} = \"…\"`"
        ));
    }
    (path.segments.len() > 1 && !is_rule(name)).then(|| {
        let text = match name {
            keys::FORMAT => snake_case(&last).replace('_', "-"),
            _ => last,
        };
        format!("`{name}` expects a string: write `{name} = \"{text}\"`")
    })
}

/// Whether a name is written like that of a constant: `MAX_SIZE`.
pub(super) fn is_name_of_constant(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_part)
}

/// Removes `&`, `*`, parentheses, and methods that return the text of a value.
fn without_operators(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(inner) => without_operators(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => without_operators(&inner.expr),
        Expr::Paren(inner) => without_operators(&inner.expr),
        Expr::MethodCall(call) if is_conversion(call) => without_operators(&call.receiver),
        other => other,
    }
}

/// Whether a method only converts the text of a constant, such as `as_str`. Constants are written without them.
pub(super) fn is_conversion(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let converts = ["as_", "to_", "into"].iter().any(|start| name.starts_with(start)) || name == "clone";
    converts
        && call.args.is_empty()
        && matches!(&*call.receiver, Expr::Path(path) if may_be_constant(&path.path))
}

/// Returns the tokens of a value: those before the next comma, or before the next attribute if its comma is missing.
pub(super) fn value(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        let is_assigned = input.peek2(Token![=]) && !input.peek2(Token![==]);
        if !tokens.is_empty() && is_assigned && input.peek(syn::Ident::peek_any) {
            break;
        }
        let token: TokenTree = input.parse()?;
        tokens.extend(Some(token));
    }
    Ok(tokens)
}

/// Whether tokens are a text without quotes, and neither a string literal nor a constant expression.
fn is_unquoted(tokens: &TokenStream) -> bool {
    let first = tokens.clone().into_iter().next();
    match &first {
        None | Some(TokenTree::Literal(_)) => return false,
        // Other crates' macros and `macro_rules!` wrap what the user wrote.
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => return false,
        _ => {}
    }
    let is_constant = |input: ParseStream<'_>| {
        // A part with a name, `rule(rule = "…")`, is reported as such.
        let is_part = input.peek(syn::Ident::peek_any) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let is_text = is_part
            || input
                .parse()
                .is_ok_and(|expr| may_be_text(&expr) && input.is_empty());
        input.parse::<TokenStream>()?;
        Ok(is_text)
    };
    !is_constant.parse2(tokens.clone()).unwrap_or_default()
}

/// Whether the compiler may evaluate an expression to a text. A name alone may be a constant, unless it begins with a lower-case
/// letter: `example` in `example.com` is none.
pub(super) fn may_be_text(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => may_be_constant(&path.path),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if !is_variable_of_cel(&path.path)),
        Expr::MethodCall(call) => may_be_text(&call.receiver),
        Expr::Field(field) => may_be_text(&field.base),
        Expr::Index(index) => may_be_text(&index.expr),
        Expr::Reference(reference) => may_be_text(&reference.expr),
        Expr::Paren(inner) => may_be_text(&inner.expr),
        Expr::Group(inner) => may_be_text(&inner.expr),
        Expr::Array(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) => false,
        _ => true,
    }
}

/// Whether a path may lead to a constant, whose name begins with an upper-case letter.
fn may_be_constant(path: &syn::Path) -> bool {
    path.get_ident()
        .is_none_or(|name| name.to_string().starts_with(char::is_uppercase))
}

/// Whether a path may be the first word of a text, as in `Size(GB)`, or a variable or macro of CEL.
fn may_be_type(path: &syn::Path) -> bool {
    is_variable_of_cel(path)
        || path
            .get_ident()
            .is_some_and(|name| name.to_string().starts_with(char::is_uppercase))
}

fn is_rule(name: &str) -> bool {
    matches!(name, keys::RULE | keys::ROOT_RULE | keys::VALIDATION)
}

/// Whether a path is a variable or the macro `has` of CEL, which are no constants of Rust.
fn is_variable_of_cel(path: &syn::Path) -> bool {
    ["self", "oldSelf", "has"].iter().any(|name| path.is_ident(name))
}

/// Returns the source text of tokens, with the spaces between them.
pub(crate) fn source_of(tokens: TokenStream) -> String {
    let mut text = String::new();
    write(tokens, &mut None, &mut text);
    text
}

fn write(tokens: TokenStream, end: &mut Option<Span>, text: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open, group.span_open(), end, text);
                write(group.stream(), end, text);
                push(close, group.span_close(), end, text);
            }
            token => push(&token.to_string(), token.span(), end, text),
        }
    }
}

/// Appends a token, after a space if there is one in the source.
fn push(token: &str, span: Span, end: &mut Option<Span>, text: &mut String) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let are_words = text.ends_with(is_word) && token.starts_with(is_word);
    if are_words || end.is_some_and(|end| are_apart(end, span)) {
        text.push(' ');
    }
    text.push_str(token);
    *end = Some(span);
}

/// Whether two tokens are apart in the source. Outside of a macro there is no source.
fn are_apart(first: Span, second: Span) -> bool {
    if !proc_macro::is_available() {
        return false;
    }
    let (end, start) = (first.unwrap().end(), second.unwrap());
    (end.line(), end.column()) != (start.line(), start.column())
}

#[cfg(test)]
mod tests {
    use super::is_unquoted;

    #[test]
    fn constants_are_no_texts_without_quotes() {
        for constant in [
            "RULE",
            "rules::RULE",
            "self::RULE",
            "rule()",
            "rules::rule(1)",
            "concat!(\"a\", \"b\")",
            "TABLE[0]",
            "TABLE.rule",
            "Rule::new(\"a\").message(\"b\")",
            "\"a\" \"b\"",
            "&RULE",
            "self::v1",
            "rule = \"a\"",
        ] {
            assert!(!is_unquoted(&constant.parse().unwrap()), "{constant}");
        }
    }

    #[test]
    fn texts_without_quotes() {
        for text in [
            "self",
            "self.a > 1",
            "!has(self.a)",
            "has(self.a)",
            "has(self.a) && self.a > 1",
            "self.all(x, x > 1)",
            "[1, 2].all(x, x > self)",
            "{1: 2}",
            "must be small",
            "^[a-z]+$",
            "example.com",
            "date-time",
            "v1",
            ".spec.a",
            "self.a ? 1 : 2",
            "1 == 1",
            "oldSelf == self",
            "a in b",
        ] {
            let is_literal = text.starts_with(|c: char| c.is_ascii_digit());
            assert_eq!(is_unquoted(&text.parse().unwrap()), !is_literal, "{text}");
        }
    }
}
