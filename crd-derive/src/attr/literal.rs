//! JSON values in attributes: literals where they are, expressions otherwise.

use quote::ToTokens;
use syn::{Expr, ExprLit, Lit};

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
        Expr::Array(array) => array
            .elems
            .iter()
            .map(constant)
            .collect::<Option<Vec<_>>>()
            .map(Literal::List),
        Expr::Paren(inner) => constant(&inner.expr),
        Expr::Group(inner) => constant(&inner.expr),
        Expr::Path(path) if path.to_token_stream().to_string() == "null" => Some(Literal::Null),
        _ => None,
    }
}

fn number(expr: &Expr) -> Option<Literal> {
    match integer_of(expr) {
        Some(value) => i64::try_from(value).ok().map(Literal::Int),
        None => number_of(expr).map(Literal::Float),
    }
}
