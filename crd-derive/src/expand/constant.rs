//! Keywords whose value is a constant expression: `max_length = MAX_NAME`.
//!
//! If the expression has a type by itself, a wrapper reports a wrong type with a message of this crate. Literals such as
//! `4 * 1024` have no type before they are used, so they are cast.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr};

use crate::attr::validation::{ConstantKind, ConstantValue};

/// Generates the argument for the setter of the keyword.
///
/// With the span of the expression, an error in its type or value is reported there.
pub(super) fn value(constant: &ConstantValue) -> TokenStream {
    let expr = &constant.expr;
    let take = match constant.kind {
        ConstantKind::Number if !has_type(expr) => return quote_spanned!(expr.span()=> (#expr) as f64),
        ConstantKind::Count if !has_type(expr) => {
            return quote_spanned!(expr.span()=> (#expr) as i128 as i64);
        }
        ConstantKind::Number => quote_spanned!(expr.span()=> number),
        ConstantKind::Count => quote_spanned!(expr.span()=> whole_number),
        ConstantKind::Text => quote_spanned!(expr.span()=> static_text),
    };
    quote_spanned! {expr.span()=> {
        #[allow(unused_imports)]
        use __crd::Unfit as _;
        __crd::#take(#expr).value()
    }}
}

/// Generates a count as a 128-bit integer, to be checked. A wrong type is reported as in [`value`], so that the compiler
/// reports it once.
pub(super) fn wide_count(constant: &ConstantValue) -> TokenStream {
    let expr = &constant.expr;
    if !has_type(expr) {
        return quote_spanned!(expr.span()=> (#expr) as i128);
    }
    quote_spanned! {expr.span()=> {
        #[allow(unused_imports)]
        use __crd::Unfit as _;
        __crd::whole_number(#expr).wide()
    }}
}

/// Whether an expression has a type by itself: it contains a name.
fn has_type(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_)
        | Expr::Cast(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Field(_)
        | Expr::Index(_) => true,
        // The type of a shift is that of its left operand.
        Expr::Binary(binary) => {
            has_type(&binary.left)
                || (!matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_)) && has_type(&binary.right))
        }
        Expr::Unary(inner) => has_type(&inner.expr),
        Expr::Paren(inner) => has_type(&inner.expr),
        Expr::Group(inner) => has_type(&inner.expr),
        _ => false,
    }
}
