//! Enums with data: variants that no single structure admits.

use super::Outcome;
use super::members::{Member, describe, find, is_open, resolve};
use super::text::{Meant, Message};
use crate::shape::{Content, Field, Kind, Null, Shape, Tagging, Variant};

const WAYS_OUT: &str = "; tag the enum, use `#[derive(Union)]`, or leave it open with \
                        `#[crd(preserve_unknown_fields)]` [CRD0911]";

/// The `index`th variant of an enum has a form its tagging can carry, and agrees with those before it on the
/// types of the properties they share.
pub const fn variant(shape: &'static Shape, index: usize) -> Outcome {
    let Kind::Variants(tagging, variants) = shape.kind else {
        return Ok(());
    };
    if is_open(shape.attrs) {
        return Ok(());
    }
    let Some((before, [variant, ..])) = variants.split_at_checked(index) else {
        return Ok(());
    };
    if let Tagging::Internal(tag) = tagging {
        match internal(tag, variant) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
    }
    if matches!(tagging, Tagging::External) {
        return Ok(());
    }
    // A rule of one variant among several would be asked of all of them.
    if !matches!(tagging, Tagging::Internal(_))
        && variants.len() > 1
        && let Content::Newtype(content) = variant.content
        && has_rules(content)
    {
        return Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds ")
            .name(resolve(content).name)
            .text(
                ", whose rules would be asked of the other variants too; use an internal tag, or `#[derive(Union)]` [CRD0911]",
            ));
    }
    let mut rest = before;
    while let [earlier, tail @ ..] = rest {
        match agree_as_contents(tagging, earlier, variant) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    Ok(())
}

/// serde puts an internal tag among the fields of the content, so that must be an object.
const fn internal(tag: &'static str, variant: &'static Variant) -> Outcome {
    let Content::Newtype(content) = variant.content else {
        return Ok(());
    };
    let inner = resolve(content);
    if content.optional {
        return Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds an `Option`, and serde cannot put the tag ")
            .name(tag)
            .text(" there; hold the struct itself, or add `#[serde(content = \"…\")]` [CRD0911]"));
    }
    match inner.kind {
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
            match find(content, tag, Meant::NOTHING) {
                (Member::Missing | Member::Open, _) => Ok(()),
                _ => Err(Message::new("the tag ")
                    .name(tag)
                    .text(" is a field of ")
                    .name(inner.name)
                    .text(" in variant ")
                    .name(variant.name)
                    .text(" too; rename one of the two [CRD0916]")),
            }
        }
        Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
        _ => Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds ")
            .name(inner.name)
            .text(", ")
            .text(describe(inner))
            .text(", and serde cannot put the tag ")
            .name(tag)
            .text(" there; hold a struct, or add `#[serde(content = \"…\")]` [CRD0911]")),
    }
}

/// Two variants whose contents stand at the same place.
const fn agree_as_contents(tagging: Tagging, one: &'static Variant, other: &'static Variant) -> Outcome {
    let untagged = matches!(tagging, Tagging::Untagged);
    let (Some(form), Some(other_form)) = (form(one), form(other)) else {
        return Ok(());
    };
    if let (Tagging::Adjacent(_, holder), true) = (tagging, may_be_null(one) != may_be_null(other)) {
        return Err(Message::new("variants ")
            .name(one.name)
            .text(" and ")
            .name(other.name)
            .text(" disagree on ")
            .name(holder)
            .text(
                ", which may be null in one of them only; hold an `Option` in both or in neither [CRD0911]",
            ));
    }
    let scalars = form.is_scalar() && other_form.is_scalar();
    let numbers = form.is_number() && other_form.is_number();
    let texts = form.is_text() && other_form.is_text();
    let fits = match (form, other_form) {
        (Form::Object, Form::Object) => return agree_on_fields(one, other),
        _ if untagged && scalars => numbers || texts || form.same(other_form),
        (Form::List(a), Form::List(b)) | (Form::Map(a), Form::Map(b)) => !untagged && agree(a, b),
        _ => !untagged && form.same(other_form),
    };
    if fits {
        return Ok(());
    }
    Err(Message::new("variants ")
        .name(one.name)
        .text(" and ")
        .name(other.name)
        .text(" are ")
        .text(form.describe())
        .text(" and ")
        .text(other_form.describe())
        .text(" at the same place, which no structural schema admits")
        .text(if untagged {
            WAYS_OUT
        } else {
            "; hold structs in both, or use `#[derive(Union)]` [CRD0911]"
        }))
}

/// Whether a type asks something of its members by CEL rules.
const fn has_rules(shape: &'static Shape) -> bool {
    let mut shape = shape;
    loop {
        let attrs = shape.attrs;
        if !attrs.rules.is_empty() || !attrs.groups.is_empty() || !attrs.unions.is_empty() || attrs.immutable
        {
            return true;
        }
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            Kind::Object(fields) => return fields_have_rules(fields),
            _ => return false,
        }
    }
}

const fn fields_have_rules(fields: &'static [Field]) -> bool {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if (field.attrs.immutable && !field.is_required()) || (field.flatten && has_rules(field.shape)) {
            return true;
        }
        rest = tail;
    }
    false
}

const fn may_be_null(variant: &Variant) -> bool {
    match variant.content {
        Content::Newtype(shape) => shape.nullable,
        _ => false,
    }
}

/// Every field of one variant that another has too is of one type in both.
const fn agree_on_fields(one: &'static Variant, other: &'static Variant) -> Outcome {
    match one.content {
        Content::Struct(fields) => agree_on(fields, one, other),
        Content::Newtype(shape) => match resolve(shape).kind {
            Kind::Object(fields) => agree_on(fields, one, other),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

const fn agree_on(fields: &'static [Field], one: &'static Variant, other: &'static Variant) -> Outcome {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        rest = tail;
        if field.flatten {
            if let Kind::Object(inner) = resolve(field.shape).kind {
                match agree_on(inner, one, other) {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
            }
            continue;
        }
        let found = match other.content {
            Content::Struct(fields) => in_fields(fields, field.name),
            Content::Newtype(shape) => match find(shape, field.name, Meant::NOTHING) {
                (Member::Field(field), _) => Some(field),
                _ => None,
            },
            _ => None,
        };
        if let Some(found) = found
            && !is_open(found.attrs)
            && !is_open(field.attrs)
            && agree(field.shape, found.shape)
        {
            let difference = if nullable(field) != nullable(found) {
                "may be null"
            } else if field.default.is_some() != found.default.is_some() {
                "has a default"
            } else {
                ""
            };
            if !difference.is_empty() {
                return Err(Message::new("variants ")
                    .name(one.name)
                    .text(" and ")
                    .name(other.name)
                    .text(" disagree on ")
                    .name(field.name)
                    .text(", which ")
                    .text(difference)
                    .text(" in one of them only; declare it alike in both, or rename it in one [CRD0911]"));
            }
        }
        if let Some(found) = found
            && !is_open(found.attrs)
            && !is_open(field.attrs)
            && !agree(field.shape, found.shape)
        {
            return Err(Message::new("variants ")
                .name(one.name)
                .text(" and ")
                .name(other.name)
                .text(" disagree on ")
                .name(field.name)
                .text(": ")
                .text(describe(field.shape))
                .text(" (")
                .name(resolve(field.shape).name)
                .text(") in one, ")
                .text(describe(found.shape))
                .text(" (")
                .name(resolve(found.shape).name)
                .text(
                    ") in the other; rename it in one, use `#[derive(Union)]`, or leave the enum open with ",
                )
                .text("`#[crd(preserve_unknown_fields)]` [CRD0911]"));
        }
    }
    Ok(())
}

const fn nullable(field: &Field) -> bool {
    match field.null {
        Null::Allowed => true,
        Null::Refused => false,
        Null::FromType => field.shape.nullable,
    }
}

const fn in_fields(fields: &'static [Field], name: &str) -> Option<&'static Field> {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if field.flatten {
            if let (Member::Field(found), _) = find(field.shape, name, Meant::NOTHING) {
                return Some(found);
            }
        } else if super::text::same(field.name, name) {
            return Some(field);
        }
        rest = tail;
    }
    None
}

/// Whether two shapes have one type in a structural schema, whatever else restricts them.
const fn agree(one: &'static Shape, other: &'static Shape) -> bool {
    let (one, other) = (resolve(one), resolve(other));
    if is_open(one.attrs) || is_open(other.attrs) {
        return true;
    }
    match (one.kind, other.kind) {
        (Kind::Object(a), Kind::Object(b)) => a.len() == b.len() && subset(a, other),
        (Kind::Variants(..), Kind::Variants(..)) | (Kind::Union { .. }, Kind::Union { .. }) => {
            super::text::same(one.name, other.name)
        }
        (Kind::EmbeddedResource(_), Kind::EmbeddedResource(_)) => true,
        _ => match (form_of(one), form_of(other)) {
            (Form::List(a), Form::List(b)) | (Form::Map(a), Form::Map(b)) => agree(a, b),
            (Form::Object, Form::Object) => false,
            (a, b) => a.same(b),
        },
    }
}

const fn subset(fields: &'static [Field], other: &'static Shape) -> bool {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if !field.flatten {
            match find(other, field.name, Meant::NOTHING) {
                (Member::Field(found), _) if agree(field.shape, found.shape) => {}
                _ => return false,
            }
        }
        rest = tail;
    }
    true
}

/// The type of value, as structural schemas tell them apart.
#[derive(Clone, Copy)]
enum Form {
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
    const fn describe(self) -> &'static str {
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

    const fn same(self, other: Form) -> bool {
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

    const fn is_scalar(self) -> bool {
        !matches!(self, Form::List(_) | Form::Map(_) | Form::Object | Form::Open)
    }

    const fn is_number(self) -> bool {
        matches!(self, Form::Integer | Form::Number)
    }

    /// Integers and strings may be one int-or-string.
    const fn is_text(self) -> bool {
        matches!(self, Form::Integer | Form::String | Form::IntOrString)
    }
}

/// The form of a variant's content; `None` for nothing, and for what is not known here.
const fn form(variant: &'static Variant) -> Option<Form> {
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

const fn form_of(shape: &'static Shape) -> Form {
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
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_) => Form::Object,
        Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Form::Open,
    }
}
