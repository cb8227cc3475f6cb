//! The types of value that structural schemas tell apart.

use crate::rust::shape::check::members::{is_open, resolve};
use crate::rust::shape::{Content, Kind, Shape, Tagging, Variant};

/// The type of value, as structural schemas tell them apart.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Boolean,
    Integer,
    Number,
    String,
    IntOrString,
    List(&'static Shape),
    Map(&'static Shape),
    Object,
    Open,
}

impl Form {
    pub(super) const fn describe(self) -> &'static str {
        match self {
            Form::Boolean => "a boolean",
            Form::Integer => "an integer",
            Form::Number => "a number",
            Form::String => "a string",
            Form::IntOrString => "an integer or a string",
            Form::List(_) => "a list",
            Form::Map(_) => "a map",
            Form::Object => "an object",
            Form::Open => "open",
        }
    }

    pub(super) const fn same(self, other: Form) -> bool {
        matches!(
            (self, other),
            (Form::Boolean, Form::Boolean)
                | (Form::Integer, Form::Integer)
                | (Form::Number, Form::Number)
                | (Form::String, Form::String)
                | (Form::IntOrString, Form::IntOrString)
                | (Form::Open, Form::Open)
        )
    }

    pub(super) const fn is_scalar(self) -> bool {
        !matches!(self, Form::List(_) | Form::Map(_) | Form::Object | Form::Open)
    }

    pub(super) const fn is_number(self) -> bool {
        matches!(self, Form::Integer | Form::Number)
    }

    /// Integers and strings may be one int-or-string.
    pub(super) const fn is_text(self) -> bool {
        matches!(self, Form::Integer | Form::String | Form::IntOrString)
    }
}

/// The form of a variant's content; `None` for nothing, and for what is not known here.
pub(super) const fn form(variant: &'static Variant) -> Option<Form> {
    match variant.content {
        Content::Unit | Content::Tuple([]) => None,
        Content::Struct(_) => Some(Form::Object),
        Content::Newtype(shape) => match form_of(resolve(shape)) {
            Form::Open if matches!(resolve(shape).kind, Kind::Foreign(_) | Kind::Alias(_)) => None,
            form => Some(form),
        },
        Content::Tuple([first, ..]) => Some(Form::List(first)),
    }
}

pub(super) const fn form_of(shape: &'static Shape) -> Form {
    if is_open(shape.attrs) {
        return Form::Open;
    }
    match shape.kind {
        Kind::Boolean => Form::Boolean,
        Kind::Integer { .. } => Form::Integer,
        Kind::Number { .. } => Form::Number,
        Kind::String { .. } | Kind::StringEnum(_) => Form::String,
        Kind::IntOrString => Form::IntOrString,
        Kind::Array(items) | Kind::Set(items) => Form::List(items),
        Kind::Map(values) => Form::Map(values),
        Kind::Variants(Tagging::Untagged, variants) => form_of_untagged(variants),
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_) => Form::Object,
        Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Form::Open,
    }
}

/// The one form that the variants of an untagged enum come to.
const fn form_of_untagged(variants: &'static [Variant]) -> Form {
    let mut all: Option<Form> = None;
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        if let Some(form) = form(variant) {
            all = Some(match all {
                None => form,
                Some(before) if before.same(form) => before,
                Some(before) if before.is_number() && form.is_number() => Form::Number,
                Some(before) if before.is_text() && form.is_text() => Form::IntOrString,
                Some(before) => before,
            });
        }
        rest = tail;
    }
    match all {
        Some(form) => form,
        None => Form::Object,
    }
}
