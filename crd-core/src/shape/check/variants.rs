//! Enums with data: variants that no single structure admits.

use super::Outcome;
use super::members::{Member, describe, find, find_field, has_typed_map, is_open, is_scalar_enum, resolve};
use super::text::{Meant, Message};
use crate::shape::{Attrs, Content, Field, Kind, Null, Shape, Tagging, Variant};

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
    let among_others = match tagging {
        Tagging::Internal(_) => true,
        Tagging::Adjacent(..) | Tagging::Untagged => variants.len() > 1,
        Tagging::External => false,
    };
    if among_others
        && let Content::Struct(fields) = variant.content
        && let [field, ..] = fields
        && has_typed_map(fields)
    {
        return Err(Message::new("the keys of the flattened map ")
            .name(field.name)
            .text(" would stand beside the members of other variants or the tag; make it a map of `serde_json::Value`, or drop `flatten` [CRD0908]"));
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
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } if !is_scalar_enum(inner) => {
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

/// Every member of one variant that another has too is of one type in both.
const fn agree_on_fields(one: &'static Variant, other: &'static Variant) -> Outcome {
    match one.content {
        Content::Struct(fields) => agree_on(fields, one, other),
        Content::Newtype(shape) => agree_on_members(shape, one, other),
        _ => Ok(()),
    }
}

const fn agree_on(fields: &'static [Field], one: &'static Variant, other: &'static Variant) -> Outcome {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        let outcome = if field.flatten {
            agree_on_members(field.shape, one, other)
        } else {
            agree_on_names(field, one, other)
        };
        match outcome {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    Ok(())
}

const fn agree_on_names(field: &'static Field, one: &'static Variant, other: &'static Variant) -> Outcome {
    let mut rest = field.aliases;
    while let [alias, tail @ ..] = rest {
        match agree_on_name(alias, Said::of(field), one, other) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    agree_on_name(field.name, Said::of(field), one, other)
}

/// The members of a value that stands among others: a struct's, an enum's or a union's.
const fn agree_on_members(shape: &'static Shape, one: &'static Variant, other: &'static Variant) -> Outcome {
    match resolve(shape).kind {
        Kind::Object(fields) => agree_on(fields, one, other),
        Kind::Union {
            discriminator,
            members,
        } => {
            match agree_on_name(discriminator, Said::TAG, one, other) {
                Ok(()) => {}
                Err(message) => return Err(message),
            }
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if let Some(shape) = member.shape {
                    match agree_on_name(member.field, Said::content(shape), one, other) {
                        Ok(()) => {}
                        Err(message) => return Err(message),
                    }
                }
                rest = tail;
            }
            Ok(())
        }
        Kind::Variants(tagging, variants) => {
            if let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = tagging {
                match agree_on_name(tag, Said::TAG, one, other) {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
            }
            if let Tagging::Adjacent(_, holder) = tagging {
                return agree_on_name(holder, Said::UNKNOWN, one, other);
            }
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                let outcome = match (tagging, variant.content) {
                    (Tagging::External, Content::Newtype(shape)) => {
                        agree_on_name(variant.name, Said::content(shape), one, other)
                    }
                    (Tagging::External, _) => agree_on_name(variant.name, Said::UNKNOWN, one, other),
                    (_, Content::Struct(fields)) => agree_on(fields, one, other),
                    (_, Content::Newtype(shape)) => agree_on_members(shape, one, other),
                    _ => Ok(()),
                };
                match outcome {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
                rest = tail;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// What a variant says of one member.
#[derive(Clone, Copy)]
struct Said {
    /// Nothing where only the merge of schemas can tell.
    shape: Option<&'static Shape>,
    attrs: &'static Attrs,
    nullable: bool,
}

impl Said {
    const TAG: Said = Said::content(&Shape::new("tag", Kind::String { format: "" }));

    const UNKNOWN: Said = Said {
        shape: None,
        attrs: &Attrs::NONE,
        nullable: false,
    };

    const fn content(shape: &'static Shape) -> Self {
        Said {
            shape: Some(shape),
            attrs: &Attrs::NONE,
            nullable: shape.nullable,
        }
    }

    const fn of(field: &'static Field) -> Self {
        Said {
            shape: Some(field.shape),
            attrs: field.attrs,
            nullable: nullable(field),
        }
    }
}

/// One member against the member of the same name in another variant, if there is one.
const fn agree_on_name(
    name: &'static str,
    said: Said,
    one: &'static Variant,
    other: &'static Variant,
) -> Outcome {
    let member = match other.content {
        Content::Struct(fields) => find_field(fields, name, Meant::NOTHING).0,
        Content::Newtype(shape) => find(shape, name, Meant::NOTHING).0,
        _ => Member::Missing,
    };
    let found = match member {
        Member::Field(field) => Said::of(field),
        Member::Content(shape) => Said::content(shape),
        Member::Tag => Said::TAG,
        Member::Open | Member::Missing => return Ok(()),
    };
    let start = Message::new("variants ")
        .name(one.name)
        .text(" and ")
        .name(other.name)
        .text(" disagree on ")
        .name(name);
    let (Some(shape), Some(other_shape)) = (said.shape, found.shape) else {
        return Err(start.text("; rename it in one of them [CRD0911]"));
    };
    let (ours, theirs) = (
        Openness::of(shape, said.attrs),
        Openness::of(other_shape, found.attrs),
    );
    if matches!(ours, Openness::Unknown) || matches!(theirs, Openness::Unknown) {
        return Ok(());
    }
    let agreed = match (ours, theirs) {
        (Openness::Typed, Openness::Typed) => agree(shape, other_shape),
        _ => ours as u8 == theirs as u8,
    };
    if agreed && said.nullable == found.nullable {
        return Ok(());
    }
    if agreed {
        return Err(start.text(
            ", which may be null in one of them only; declare it alike in both, or rename it in one [CRD0911]",
        ));
    }
    Err(start
        .text(": ")
        .text(describe(shape))
        .text(" (")
        .name(resolve(shape).name)
        .text(") in one, ")
        .text(describe(other_shape))
        .text(" (")
        .name(resolve(other_shape).name)
        .text(") in the other; rename it in one, use `#[derive(Union)]`, or leave the enum open with ")
        .text("`#[crd(preserve_unknown_fields)]` [CRD0911]"))
}

/// Whether a schema has a type.
#[derive(Clone, Copy)]
enum Openness {
    Typed,
    IntOrString,
    Any,
    /// Made at run time.
    Unknown,
}

impl Openness {
    const fn of(shape: &'static Shape, attrs: &Attrs) -> Self {
        let inner = resolve(shape);
        if attrs.foreign.is_some() || inner.attrs.foreign.is_some() {
            return Openness::Unknown;
        }
        if attrs.int_or_string || inner.attrs.int_or_string {
            return Openness::IntOrString;
        }
        if attrs.preserve_unknown_fields {
            return Openness::Any;
        }
        match inner.kind {
            Kind::Foreign(_) | Kind::Alias(_) => Openness::Unknown,
            Kind::IntOrString => Openness::IntOrString,
            Kind::Any => Openness::Any,
            _ => Openness::Typed,
        }
    }
}

const fn nullable(field: &Field) -> bool {
    match field.null {
        Null::Allowed => true,
        Null::Refused => false,
        Null::FromType => field.shape.nullable,
    }
}

/// Whether two shapes have one type in a structural schema, whatever else restricts them.
const fn agree(one: &'static Shape, other: &'static Shape) -> bool {
    match (Openness::of(one, &Attrs::NONE), Openness::of(other, &Attrs::NONE)) {
        (Openness::Typed, Openness::Typed) => {}
        (Openness::Unknown, _) | (_, Openness::Unknown) => return true,
        (a, b) => return a as u8 == b as u8,
    }
    let (one, other) = (resolve(one), resolve(other));
    match (one.kind, other.kind) {
        (Kind::Object(a), Kind::Object(b)) => {
            one.attrs.preserve_unknown_fields == other.attrs.preserve_unknown_fields
                && a.len() == b.len()
                && subset(a, other)
        }
        (Kind::Variants(..), Kind::Variants(..)) | (Kind::Union { .. }, Kind::Union { .. }) => {
            super::text::same(one.name, other.name)
        }
        (Kind::EmbeddedResource(_), Kind::EmbeddedResource(_)) => true,
        _ => match (form_of(one), form_of(other)) {
            (Form::List(a), Form::List(b)) => a.nullable == b.nullable && agree(a, b),
            (Form::Map(a), Form::Map(b)) => a.nullable == b.nullable && agree(a, b) && alike(a, b),
            (Form::Object, Form::Object) => false,
            (a, b) => a.same(b),
        },
    }
}

/// Whether two shapes are restricted alike, too: nothing under a junctor can say what the values of a map are.
const fn alike(one: &'static Shape, other: &'static Shape) -> bool {
    let (one, other) = (resolve(one), resolve(other));
    if super::text::same(one.name, other.name)
        && !matches!(one.kind, Kind::Array(_) | Kind::Set(_) | Kind::Map(_))
    {
        return true;
    }
    match (one.kind, other.kind) {
        (
            Kind::Integer { minimum, maximum },
            Kind::Integer {
                minimum: low,
                maximum: high,
            },
        ) => minimum == low && maximum == high,
        (Kind::Array(a), Kind::Array(b)) | (Kind::Set(a), Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) => {
            alike(a, b)
        }
        _ => false,
    }
}

const fn subset(fields: &'static [Field], other: &'static Shape) -> bool {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if !field.flatten {
            match find(other, field.name, Meant::NOTHING) {
                (Member::Field(found), _)
                    if agree(field.shape, found.shape) && nullable(field) == nullable(found) => {}
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
        Kind::Variants(Tagging::Untagged, variants) => form_of_untagged(variants),
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_) => Form::Object,
        Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Form::Open,
    }
}
