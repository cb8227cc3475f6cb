//! JSON values in attributes.
//!
//! ```text
//! default = [1, "a", true]             JsonLiteral::List([Int(1), Str("a"), Bool(true)])
//! default = Duration::from_secs(3)     JsonLiteral::Expression(Duration::from_secs(3))
//! default = {"a": 1}                   an error: Rust parses it as a block
//! ```

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token, bracketed};

use super::meta::{Arg, Meta, MetaValue, parse_expression};
use super::value::{self, integer_of, number_of};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// A JSON value.
#[derive(Clone)]
pub(crate) enum JsonLiteral {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<JsonLiteral>),
    /// Any other expression. Its value is serialized when the CRD is generated.
    Expression(Box<Expr>),
}

impl JsonLiteral {
    /// Reads the value of an attribute such as `default = 1`.
    pub(crate) fn of_attribute(cx: &Errors, meta: &Meta) -> Option<Spanned<JsonLiteral>> {
        let expr = match &meta.value {
            MetaValue::Expr(expr) => expr,
            MetaValue::List(arguments) if let [Arg::Expr(expr)] = arguments.as_slice() => expr,
            _ => return value::wrong(cx, meta, &format!("`{} = value`", meta.name)),
        };
        if let Expr::Path(path) = expr
            && (path.path.is_ident("None") || path.path.is_ident("none"))
        {
            report!(cx, expr => ATTRIBUTE_VALUE,
                "`None` is not a default: an `Option` is optional without one, so remove `default`; if the \
                 default is null, write `default = null`");
            return None;
        }
        if let Some(object) = Self::object_in(expr) {
            report!(cx, object => ATTRIBUTE_VALUE,
                "this is a block in Rust, not a JSON object; write `serde_json::json!({{…}})`, or a value of \
                 the field's type");
            return None;
        }
        Some(Self::from_expr(expr))
    }

    /// Converts an expression. Anything but a literal becomes [`JsonLiteral::Expression`].
    pub(crate) fn from_expr(expr: &Expr) -> Spanned<JsonLiteral> {
        Spanned::new(
            constant(expr).unwrap_or_else(|| JsonLiteral::Expression(Box::new(expr.clone()))),
            expr,
        )
    }

    /// Returns the JSON object in an expression that was kept as tokens, if there is one. Rust parses it as a block.
    pub(crate) fn object_in(expr: &Expr) -> Option<Group> {
        match expr {
            Expr::Verbatim(tokens) => object_in(tokens.clone()),
            _ => None,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the server has bounds as doubles too")]
    pub(crate) fn as_number(&self) -> Option<f64> {
        match self {
            JsonLiteral::Int(value) => Some(*value as f64),
            JsonLiteral::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether two values are equal as JSON; an expression never equals another value.
    pub(crate) fn is_same(&self, other: &JsonLiteral) -> bool {
        match (self, other) {
            (JsonLiteral::Null, JsonLiteral::Null) => true,
            (JsonLiteral::Bool(a), JsonLiteral::Bool(b)) => a == b,
            (JsonLiteral::Str(a), JsonLiteral::Str(b)) => a == b,
            (JsonLiteral::List(a), JsonLiteral::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
            }
            _ => {
                matches!((self.as_number(), other.as_number()), (Some(a), Some(b)) if a.total_cmp(&b).is_eq())
            }
        }
    }
}

fn constant(expr: &Expr) -> Option<JsonLiteral> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(value) => Some(JsonLiteral::Str(value.value())),
            Lit::Bool(value) => Some(JsonLiteral::Bool(value.value)),
            Lit::Char(value) => Some(JsonLiteral::Str(value.value().to_string())),
            Lit::Int(_) | Lit::Float(_) => number(expr),
            _ => None,
        },
        Expr::Unary(_) => number(expr),
        Expr::Verbatim(tokens) => list(tokens.clone()),
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let elements = Group::new(Delimiter::Bracket, call.mac.tokens.clone());
            list(TokenTree::Group(elements).into())
        }
        Expr::Paren(inner) => constant(&inner.expr),
        Expr::Group(inner) => constant(&inner.expr),
        Expr::Path(path) if path.to_token_stream().to_string() == "null" => Some(JsonLiteral::Null),
        _ => None,
    }
}

/// Parses `[…]` of constants.
fn list(tokens: TokenStream) -> Option<JsonLiteral> {
    let elements = |input: ParseStream| {
        let content;
        bracketed!(content in input);
        Punctuated::<Expr, Token![,]>::parse_terminated_with(&content, parse_expression)
    };
    let elements = elements.parse2(tokens).ok()?;
    elements
        .iter()
        .map(constant)
        .collect::<Option<_>>()
        .map(JsonLiteral::List)
}

/// Returns the first `{}` or `{"a": …}`, also within a list.
fn object_in(tokens: TokenStream) -> Option<Group> {
    let mut value_may_start = true;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let found = match group.delimiter() {
                Delimiter::Brace if value_may_start => is_object(group).then(|| group.clone()),
                Delimiter::Bracket | Delimiter::None if value_may_start => object_in(group.stream()),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        value_may_start = matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | '&'));
    }
    None
}

fn is_object(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (None, _) => true,
        (Some(TokenTree::Literal(_)), Some(TokenTree::Punct(punct))) => punct.as_char() == ':',
        _ => false,
    }
}

fn number(expr: &Expr) -> Option<JsonLiteral> {
    match integer_of(expr) {
        Some(value) => i64::try_from(value).ok().map(JsonLiteral::Int),
        None => number_of(expr).map(JsonLiteral::Float),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser as _;

    use super::{JsonLiteral, constant, parse_expression};

    /// Removes spaces, since tokens are printed with different spaces after syn has parsed them.
    fn plain(text: &str) -> String {
        text.replace(' ', "")
    }

    /// Compares the value of an attribute: the JSON of a constant, or the tokens of an expression.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        fn json(literal: &JsonLiteral) -> String {
            match literal {
                JsonLiteral::Null => "null".to_owned(),
                JsonLiteral::Bool(value) => value.to_string(),
                JsonLiteral::Int(value) => value.to_string(),
                JsonLiteral::Float(value) => format!("{value:?}"),
                JsonLiteral::Str(value) => format!("{value:?}"),
                JsonLiteral::List(list) => {
                    let list: Vec<_> = list.iter().map(json).collect();
                    format!("[{}]", list.join(","))
                }
                JsonLiteral::Expression(_) => "made".to_owned(),
            }
        }
        let found = match parse_expression.parse_str(text) {
            Ok(expr) => constant(&expr).map_or_else(
                || format!("expression {}", quote::quote!(#expr)),
                |value| json(&value),
            ),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(plain(&found), plain(expected), "{text}");
    }

    /// The results are the same with and without syn's feature `full`, which other crates of a build may enable.
    #[test]
    fn values() {
        check("-1", "-1");
        check("1.5", "1.5");
        check("\"a\"", "\"a\"");
        check("null", "null");
        check("[]", "[]");
        check("[1, [\"a\", true], -2.0,]", "[1,[\"a\",true],-2.0]");
        check("[1, x]", "expression [1 , x]");
        check("&[1]", "expression & [1]");
        check("[1][0]", "expression [1] [0]");
        check("Duration::from_secs(3)", "expression Duration :: from_secs (3)");
        check("vec![1, 2]", "[1,2]");
        check("vec![]", "[]");
        check("vec![0; 2]", "expression vec ! [0 ; 2]");
        check("if x { 1 } else { 2 }", "expression if x { 1 } else { 2 }");
        check("{ let x = 1; x }", "expression { let x = 1 ; x }");
        check("A { b: [1], ..d() }", "expression A { b : [1] , .. d () }");
        check(
            "[1].into_iter().collect::<BTreeMap<A, fn(A) -> B>>()",
            "expression [1] . into_iter () . collect :: < BTreeMap < A , fn (A) -> B >> ()",
        );
        check("[a < b, 1]", "expression [a < b , 1]");
        check("\"a\" = 1", "expression \"a\" = 1");
    }

    #[test]
    fn a_value_ends_at_its_comma() {
        let check = |text: &str, expected: &str| {
            let first = |input: syn::parse::ParseStream<'_>| {
                let value = parse_expression(input)?;
                input.parse::<proc_macro2::TokenStream>()?;
                Ok(quote::quote!(#value).to_string())
            };
            assert_eq!(
                plain(&first.parse_str(text).unwrap_or_default()),
                plain(expected),
                "{text}"
            );
        };
        check("[1], nullable", "[1]");
        check("if a < b { 1 } else { 2 }, x > 1", "if a < b { 1 } else { 2 }");
        check(
            "[1].iter().collect::<A<B, C>>(), nullable",
            "[1].iter().collect::<A<B, C>>()",
        );
    }

    #[test]
    fn objects_are_found() {
        let found = |text: &str| {
            let value = parse_expression.parse_str(text).ok()?;
            JsonLiteral::object_in(&value).map(|group| plain(&group.to_string()))
        };
        assert_eq!(found("{}").as_deref(), Some("{}"));
        assert_eq!(found("{\"a\": 1}").as_deref(), Some("{\"a\":1}"));
        assert_eq!(found("[1, {\"a\": 1}]").as_deref(), Some("{\"a\":1}"));
        for other in [
            "A {}",
            "json!({})",
            "{ let x = 1; x }",
            "if a {} else {}",
            "[A { b: 1 }]",
            "{ 1 }",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
