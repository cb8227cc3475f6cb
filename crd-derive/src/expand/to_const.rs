//! Generates constants from values of attributes.
//!
//! ```text
//! setters("Column", [("name", Some("Age")), ("format", None)])      __crd::Column::NONE.name("Age")
//! structure("Scale", [("label_selector_path", "")])                 __crd::Scale { label_selector_path: "" }
//! call("Field", [0, "size", 5..9])                                  Field(0, "size", (5, 9))
//! ```

use std::ops::Range;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::ToTokens;

use crate::hygiene::{self, lit_num, lit_str, quote_stable};
use crate::spanned::Spanned;

/// A value that generated code holds as a constant.
pub(crate) trait ToConst {
    fn to_const(&self) -> TokenStream;

    /// Whether it differs from the default, so that the setter must be called.
    fn is_given(&self) -> bool {
        true
    }
}

/// Members of a constant with their values.
pub(crate) type MemberValues<'a> = &'a [(&'a str, &'a dyn ToConst)];

/// Generates calls of const setters for the members that are given.
pub(crate) fn calls(members: MemberValues<'_>) -> TokenStream {
    let mut calls = TokenStream::new();
    for (name, value) in members {
        if value.is_given() {
            let (name, value) = (hygiene::ident(name), value.to_const());
            calls.extend(quote_stable!(.#name(#value)));
        }
    }
    calls
}

/// Generates `__crd::Type::NONE` with setters for the members that are given.
pub(crate) fn setters(ty: &str, members: MemberValues<'_>) -> TokenStream {
    let (ty, calls) = (hygiene::ident(ty), calls(members));
    quote_stable!(__crd::#ty::NONE #calls)
}

/// Generates `__crd::Type { member: value, … }`, with every member.
pub(crate) fn structure(ty: &str, members: MemberValues<'_>) -> TokenStream {
    let ty = hygiene::ident(ty);
    let mut inner = TokenStream::new();
    for (name, value) in members {
        let (name, value) = (hygiene::ident(name), value.to_const());
        inner.extend(quote_stable!(#name: #value,));
    }
    quote_stable!(__crd::#ty { #inner })
}

/// Generates `name(argument, …)`.
pub(crate) fn call(name: &str, arguments: &[&dyn ToConst]) -> TokenStream {
    let name = hygiene::ident(name);
    let mut inner = TokenStream::new();
    for argument in arguments {
        let argument = argument.to_const();
        inner.extend(quote_stable!(#argument,));
    }
    quote_stable!(#name(#inner))
}

/// Generates `__crd::Some(value)`, or `__crd::None` if it is not given.
pub(crate) fn option(value: &dyn ToConst) -> TokenStream {
    if value.is_given() {
        let value = value.to_const();
        quote_stable!(__crd::Some(#value))
    } else {
        quote_stable!(__crd::None)
    }
}

/// Generates `&[value, …]`.
pub(crate) fn list(values: impl IntoIterator<Item: ToConst>) -> TokenStream {
    let mut inner = TokenStream::new();
    for value in values {
        let value = value.to_const();
        inner.extend(quote_stable!(#value,));
    }
    quote_stable!(&[#inner])
}

/// Returns the text of a part, or an empty text.
pub(crate) fn text(part: Option<&Spanned<String>>) -> &str {
    part.map_or("", |text| text.value.as_str())
}

impl<T: ToConst + ?Sized> ToConst for &T {
    fn to_const(&self) -> TokenStream {
        (**self).to_const()
    }

    fn is_given(&self) -> bool {
        (**self).is_given()
    }
}

impl<T: ToConst> ToConst for Option<T> {
    fn to_const(&self) -> TokenStream {
        self.as_ref().map_or_else(TokenStream::new, ToConst::to_const)
    }

    fn is_given(&self) -> bool {
        self.is_some()
    }
}

impl<T: ToConst> ToConst for Spanned<T> {
    fn to_const(&self) -> TokenStream {
        self.value.to_const()
    }
}

impl<T: ToConst> ToConst for Vec<T> {
    fn to_const(&self) -> TokenStream {
        list(self)
    }

    fn is_given(&self) -> bool {
        !self.is_empty()
    }
}

impl<A: ToConst, B: ToConst> ToConst for (A, B) {
    fn to_const(&self) -> TokenStream {
        let (one, other) = (self.0.to_const(), self.1.to_const());
        quote_stable!((#one, #other))
    }
}

impl ToConst for Range<usize> {
    fn to_const(&self) -> TokenStream {
        (self.start, self.end).to_const()
    }
}

/// Code that is already generated.
impl ToConst for TokenStream {
    fn to_const(&self) -> TokenStream {
        self.clone()
    }
}

/// A name in code.
impl ToConst for Ident {
    fn to_const(&self) -> TokenStream {
        self.to_token_stream()
    }
}

impl ToConst for str {
    fn to_const(&self) -> TokenStream {
        lit_str(self).into_token_stream()
    }

    fn is_given(&self) -> bool {
        !self.is_empty()
    }
}

impl ToConst for String {
    fn to_const(&self) -> TokenStream {
        self.as_str().to_const()
    }

    fn is_given(&self) -> bool {
        !self.is_empty()
    }
}

/// A flag is given if it is `true`.
impl ToConst for bool {
    fn to_const(&self) -> TokenStream {
        hygiene::ident(if *self { "true" } else { "false" }).into_token_stream()
    }

    fn is_given(&self) -> bool {
        *self
    }
}

macro_rules! counts {
    ($($ty:ident $literal:ident,)+) => {$(
        impl ToConst for $ty {
            fn to_const(&self) -> TokenStream {
                lit_num(Literal::$literal(*self)).into_token_stream()
            }

            fn is_given(&self) -> bool {
                *self != 0
            }
        }
    )+};
}

counts! {
    usize usize_unsuffixed,
    u16 u16_unsuffixed,
    u32 u32_unsuffixed,
    i32 i32_unsuffixed,
}

impl ToConst for i64 {
    fn to_const(&self) -> TokenStream {
        if *self == i64::MIN {
            return quote_stable!(i64::MIN);
        }
        let digits = lit_num(Literal::i64_unsuffixed(self.abs()));
        if *self < 0 {
            quote_stable!(-#digits)
        } else {
            digits.into_token_stream()
        }
    }
}

impl ToConst for f64 {
    fn to_const(&self) -> TokenStream {
        if !self.is_finite() {
            return quote_stable!(f64::MAX);
        }
        let digits = lit_num(Literal::f64_unsuffixed(self.abs()));
        if *self < 0.0 {
            quote_stable!(-#digits)
        } else {
            digits.into_token_stream()
        }
    }
}
