//! Keywords whose value is a constant expression: `max_length = MAX_NAME`.
//!
//! If the expression has a type by itself, a wrapper reports a wrong type with a message of this crate. Literals such as
//! `4 * 1024` have no type before they are used, so they are cast.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr};

use super::require::require;
use crate::attr::validation::{ConstantKind, ConstantValue};
use crate::hygiene::quote_stable;

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

/// Generates the check of a constant that is converted: as a 128-bit integer, it must be a count, or a number that a float holds.
/// A wrong type is reported as in [`value`], so that the compiler reports it once. `None` for constants of other kinds.
pub(super) fn check(constant: &ConstantValue) -> Option<TokenStream> {
    let expr = &constant.expr;
    let (take, check) = match constant.kind {
        ConstantKind::Count if !has_type(expr) => {
            let value = quote_spanned!(expr.span()=> (#expr) as i128);
            return Some(require!(expr => count(#value)));
        }
        ConstantKind::Count => (quote_spanned!(expr.span()=> whole_number), quote_stable!(count)),
        ConstantKind::Number if has_type(expr) => {
            (quote_spanned!(expr.span()=> number), quote_stable!(bound))
        }
        _ => return None,
    };
    let value = quote_spanned! {expr.span()=> {
        #[allow(unused_imports)]
        use __crd::Unfit as _;
        __crd::#take(#expr).wide()
    }};
    Some(require!(expr => #check(#value)))
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
