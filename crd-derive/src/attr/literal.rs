//! The pattern of a literal in an expression.

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
pub(crate) fn is_text(value: &syn::Expr) -> bool {
    matches!(
        value,
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(_),
            ..
        })
    )
}
