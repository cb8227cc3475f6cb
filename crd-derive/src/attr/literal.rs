//! Literals and constants in an expression.

use syn::{BinOp, Expr, ExprLit, ExprUnary, Lit, Path, UnOp};

/// The pattern of a literal in an expression: `literal!(Str(text))`.
macro_rules! literal {
    ($kind:ident($value:ident)) => {
        ::syn::Expr::Lit(::syn::ExprLit {
            lit: ::syn::Lit::$kind($value),
            ..
        })
    };
}
pub(crate) use literal;

/// Whether an expression is a string literal.
pub(crate) fn is_text(value: &Expr) -> bool {
    matches!(value, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
}

/// Returns the value of an integer literal with its sign.
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

/// Returns the value of a number literal with its sign.
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

/// Whether an expression may be a constant that the compiler evaluates: a path such as `MAX_NAME` or `u16::MAX`, or
/// anything computed from paths and numbers.
pub(crate) fn is_constant_expression(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.segments.len() > 1 || !is_keyword_of_json(&path.path),
        Expr::Binary(_) if torn_text(expr).is_some() => false,
        Expr::Binary(_)
        | Expr::Cast(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Macro(_) => true,
        Expr::Unary(inner) => is_constant_expression(&inner.expr),
        Expr::Paren(inner) => is_constant_expression(&inner.expr),
        Expr::Group(inner) => is_constant_expression(&inner.expr),
        _ => false,
    }
}

/// Returns the operator behind a string literal, which a quote within the text has ended: `/` of `"a.startsWith("/")"`.
pub(super) fn torn_text(expr: &Expr) -> Option<&BinOp> {
    match expr {
        Expr::Binary(binary) if matches!(&*binary.left, literal!(Str(_text))) => Some(&binary.op),
        Expr::Binary(binary) => torn_text(&binary.left),
        _ => None,
    }
}

/// Whether a path is a word such as `None` or `null`, which is not a constant of the user.
fn is_keyword_of_json(path: &Path) -> bool {
    ["None", "none", "null", "nil"]
        .iter()
        .any(|word| path.is_ident(word))
}
