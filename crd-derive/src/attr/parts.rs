//! Parses the parts of an attribute, written as attributes or, as for kube, as a JSON object.
//!
//! ```text
//! scale(spec_replicas_path = ".spec.replicas", …)
//! scale = r#"{"specReplicasPath": ".spec.replicas", …}"#
//! ```

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, LitStr, Token, braced};

use super::foreign::snake_case;
use super::literal::literal;
use super::meta::{Arg, Meta, MetaValue, parse_expression};
use super::value;
use crate::errors::Errors;

/// Parses the arguments of `name(…)`, or the members of the object in `name = r#"{…}"#` with their names in snake case.
pub(super) fn parse(cx: &Errors, meta: &Meta, expected: &str) -> Option<Vec<Meta>> {
    match &meta.value {
        MetaValue::List(arguments) if !arguments.iter().any(|argument| matches!(argument, Arg::Meta(_))) => {
            value::wrong(cx, meta, expected)
        }
        MetaValue::List(_) => Some(value::metas(cx, meta)),
        MetaValue::Expr(literal!(Str(text))) => match text.parse_with(object) {
            Ok(members) => Some(members),
            Err(_) => value::wrong(cx, meta, expected),
        },
        _ => value::wrong(cx, meta, expected),
    }
}

/// Parses a JSON object of scalars. Its tokens are valid tokens of Rust, except for rare escapes.
fn object(input: ParseStream<'_>) -> syn::Result<Vec<Meta>> {
    let content;
    braced!(content in input);
    let members = Punctuated::<Option<Meta>, Token![,]>::parse_terminated_with(&content, member)?;
    Ok(members.into_iter().flatten().collect())
}

/// Parses a member of a JSON object; `None` if it is `null`.
fn member(input: ParseStream<'_>) -> syn::Result<Option<Meta>> {
    let name: LitStr = input.parse()?;
    input.parse::<Token![:]>()?;
    let value = parse_expression(input)?;
    if matches!(&value, Expr::Path(path) if path.path.is_ident("null")) {
        return Ok(None);
    }
    let mut ident = Ident::parse_any.parse_str(&snake_case(&name.value()))?;
    ident.set_span(name.span());
    let name = ident.unraw().to_string();
    Ok(Some(Meta {
        ident,
        name,
        value: MetaValue::Expr(value),
        parentheses: None,
    }))
}
