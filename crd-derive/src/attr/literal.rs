//! JSON values in attributes: literals where they are, expressions otherwise.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token, bracketed};

use super::meta::expression;
use super::read::{Spanned, integer_of, number_of};

/// A JSON value.
#[derive(Clone)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    List(Vec<Literal>),
    /// An expression whose value is serialised when the CRD is made.
    Made(Box<Expr>),
}

impl Literal {
    /// Reads an expression; what is not a literal becomes [`Literal::Made`].
    pub(crate) fn read(expr: &Expr) -> Spanned<Literal> {
        Spanned::new(
            constant(expr).unwrap_or_else(|| Literal::Made(Box::new(expr.clone()))),
            expr,
        )
    }

    /// The kind of value, for messages; nothing when it is not known here.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        Some(match self {
            Literal::Null => "null",
            Literal::Bool(_) => "a boolean",
            Literal::Int(_) => "a whole number",
            Literal::Float(_) => "a number",
            Literal::Str(_) => "a string",
            Literal::List(_) => "a list",
            Literal::Made(_) => return None,
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "bounds are doubles on the server too")]
    pub(crate) fn as_number(&self) -> Option<f64> {
        match self {
            Literal::Int(value) => Some(*value as f64),
            Literal::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether two values are the same JSON; unknown values are not.
    pub(crate) fn same(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Null, Literal::Null) => true,
            (Literal::Bool(a), Literal::Bool(b)) => a == b,
            (Literal::Str(a), Literal::Str(b)) => a == b,
            (Literal::List(a), Literal::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            _ => {
                matches!((self.as_number(), other.as_number()), (Some(a), Some(b)) if a.total_cmp(&b).is_eq())
            }
        }
    }
}

fn constant(expr: &Expr) -> Option<Literal> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(value) => Some(Literal::Str(value.value())),
            Lit::Bool(value) => Some(Literal::Bool(value.value)),
            Lit::Char(value) => Some(Literal::Str(value.value().to_string())),
            Lit::Int(_) | Lit::Float(_) => number(expr),
            _ => None,
        },
        Expr::Unary(_) => number(expr),
        Expr::Verbatim(tokens) => list(tokens.clone()),
        Expr::Paren(inner) => constant(&inner.expr),
        Expr::Group(inner) => constant(&inner.expr),
        Expr::Path(path) if path.to_token_stream().to_string() == "null" => Some(Literal::Null),
        _ => None,
    }
}

/// `[…]` of constants.
fn list(tokens: TokenStream) -> Option<Literal> {
    let elements = |input: ParseStream| {
        let content;
        bracketed!(content in input);
        Punctuated::<Expr, Token![,]>::parse_terminated_with(&content, expression)
    };
    let elements = elements.parse2(tokens).ok()?;
    elements
        .iter()
        .map(constant)
        .collect::<Option<_>>()
        .map(Literal::List)
}

fn number(expr: &Expr) -> Option<Literal> {
    match integer_of(expr) {
        Some(value) => i64::try_from(value).ok().map(Literal::Int),
        None => number_of(expr).map(Literal::Float),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser as _;

    use super::{Literal, constant, expression};

    /// What an attribute's value is: the JSON of a constant, or the tokens of an expression.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        fn json(literal: &Literal) -> String {
            match literal {
                Literal::Null => "null".to_owned(),
                Literal::Bool(value) => value.to_string(),
                Literal::Int(value) => value.to_string(),
                Literal::Float(value) => format!("{value:?}"),
                Literal::Str(value) => format!("{value:?}"),
                Literal::List(list) => {
                    let list: Vec<_> = list.iter().map(json).collect();
                    format!("[{}]", list.join(","))
                }
                Literal::Made(_) => "made".to_owned(),
            }
        }
        let found = match expression.parse_str(text) {
            Ok(expr) => constant(&expr).map_or_else(
                || format!("expression {}", quote::quote!(#expr)),
                |value| json(&value),
            ),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(found, expected, "{text}");
    }

    /// With and without syn's feature `full`, which other crates of a build may turn on.
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
        check("vec![1, 2]", "expression vec ! [1 , 2]");
        check("if x { 1 } else { 2 }", "expression if x { 1 } else { 2 }");
        check("{ let x = 1; x }", "expression { let x = 1 ; x }");
        check("A { b: [1], ..d() }", "expression A { b : [1] , .. d () }");
    }
}
