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
