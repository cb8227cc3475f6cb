//! Generated code that the compiler keeps from one build to the next.
//!
//! A token made by a macro carries its expansion, whose identity is where in the file the macro was called. An
//! edit further up moves that place, and then all generated code below is checked and evaluated again although
//! it is the same. Tokens with the context of the item itself are as stable as code written by hand, which is
//! compared by its place within the item; with that, adding a field to one type costs nothing in those below it.

use proc_macro::{Group, Span, TokenStream, TokenTree};
use syn::{Data, DeriveInput, Fields};

/// `code` in the context of the item it was derived from.
pub(crate) fn ground(code: proc_macro2::TokenStream, item: &DeriveInput) -> TokenStream {
    let context = item.ident.span().unwrap();
    let end = end(item).unwrap();
    within(code.into(), context)
        .into_iter()
        .map(|mut token| {
            // What an item spans must hold all that is in it, the user's tokens too.
            if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';') {
                token.set_span(end);
            }
            token
        })
        .collect()
}

fn within(code: TokenStream, context: Span) -> TokenStream {
    code.into_iter()
        .map(|token| {
            let span = token.span().resolved_at(context);
            match token {
                TokenTree::Group(group) => {
                    let mut inside = Group::new(group.delimiter(), within(group.stream(), context));
                    inside.set_span(span);
                    TokenTree::Group(inside)
                }
                // `$crate` of a macro that wrote the item means that macro's crate.
                TokenTree::Ident(ident) if ident.to_string() == "$crate" => TokenTree::Ident(ident),
                mut token => {
                    token.set_span(span);
                    token
                }
            }
        })
        .collect()
}

/// The last token of an item.
fn end(item: &DeriveInput) -> proc_macro2::Span {
    let (braces, semicolon) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => (Some(fields.brace_token), None),
            _ => (None, data.semi_token),
        },
        Data::Enum(data) => (Some(data.brace_token), None),
        Data::Union(data) => (Some(data.fields.brace_token), None),
    };
    match (braces, semicolon) {
        (Some(braces), _) => braces.span.close(),
        (None, Some(semicolon)) => semicolon.span,
        (None, None) => item.ident.span(),
    }
}
