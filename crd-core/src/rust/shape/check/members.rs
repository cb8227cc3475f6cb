//! Finds the members of objects by name, through aliases, flattened fields and enums.

use super::Outcome;
use super::text::{Meant, Message, same};
use crate::rust::shape::{Attrs, Content, Field, Kind, Shape, Tagging, UnionMember, Variant};

/// What an object has under a name.
#[derive(Clone, Copy)]
pub(super) enum Member {
    /// A field.
    Field(&'static Field),
    /// The content of a variant or of a union's member.
    Content(&'static Shape),
    /// A tag or discriminator: a string.
    Tag,
    /// A member whose type is not known here: it comes from the variants of the enum with this name.
    Untyped(&'static str),
    /// The object may have members of any name.
    Open,
    /// The object has no such member.
    Missing,
}

/// The `index`th field of a struct.
pub const fn field(shape: &Shape, index: usize) -> &'static Field {
    match shape.kind {
        Kind::Object(fields) => nth(fields, index),
        _ => &Field::PLAIN,
    }
}

/// The `index`th field of the `variant`th variant of an enum, or the content of a newtype variant.
pub const fn variant_field(shape: &Shape, variant: usize, index: usize) -> &'static Field {
    if let Kind::Variants(_, variants) = shape.kind
        && let Some((_, [variant, ..])) = variants.split_at_checked(variant)
        && let Content::Struct(fields) = variant.content
    {
        return nth(fields, index);
    }
    &Field::PLAIN
}

/// The content of the `variant`th variant of an enum, where it holds one value.
pub const fn content(shape: &'static Shape, variant: usize) -> &'static Shape {
    if let Kind::Variants(_, variants) = shape.kind
        && let Some((_, [variant, ..])) = variants.split_at_checked(variant)
        && let Content::Newtype(content) = variant.content
    {
        return content;
    }
    Field::PLAIN.shape
}

/// The elements of a list, or the values of a map.
pub const fn elements(shape: &'static Shape) -> &'static Shape {
    match resolve(shape).kind {
        Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => items,
        _ => Field::PLAIN.shape,
    }
}

/// The attributes of the elements of a list, or of the values of a map.
pub const fn nested(attrs: &'static Attrs) -> &'static Attrs {
    match (attrs.items, attrs.values) {
        (Some(nested), _) | (None, Some(nested)) => nested,
        (None, None) => &Attrs::NONE,
    }
}

const fn nth(fields: &'static [Field], index: usize) -> &'static Field {
    match fields.split_at_checked(index) {
        Some((_, [field, ..])) => field,
        _ => &Field::PLAIN,
    }
}

/// The shape behind aliases.
pub(super) const fn resolve(shape: &'static Shape) -> &'static Shape {
    let mut shape = shape;
    while let Kind::Alias(inner) = shape.kind {
        if is_open(shape.attrs) {
            return shape;
        }
        shape = inner;
    }
    shape
}

/// Whether attributes replace the schema of what they stand on.
pub(super) const fn is_open(attrs: &Attrs) -> bool {
    attrs.foreign.is_some() || attrs.int_or_string || attrs.preserve_unknown_fields
}

/// What kind of value a shape is, for messages.
pub(super) const fn describe(shape: &'static Shape) -> &'static str {
    match resolve(shape).kind {
        Kind::Boolean => "a boolean",
        Kind::Integer { .. } => "an integer",
        Kind::Number { .. } => "a number",
        Kind::String { .. } => "a string",
        Kind::StringEnum(_) => "a string enum",
        Kind::Array(_) => "a list",
        Kind::Set(_) => "a set",
        Kind::Map(_) => "a map",
        Kind::Variants(..) if is_enum_without_fields(shape) => "an enum without named fields",
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_) => "an object",
        Kind::IntOrString => "an integer or a string",
        Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => "open",
    }
}

/// Finds the member of an object by its wire name. `meant` collects the best guess of what a wrong name was meant to be.
pub(super) const fn find(shape: &'static Shape, name: &str, meant: Meant) -> (Member, Meant) {
    let shape = resolve(shape);
    if is_open(shape.attrs) {
        return (Member::Open, meant);
    }
    match shape.kind {
        Kind::Object(fields) => find_field(fields, name, meant),
        Kind::Variants(tagging, variants) => find_variant(shape.name, tagging, variants, name, meant),
        Kind::Union {
            discriminator,
            members,
        } => {
            if same(discriminator, name) {
                (Member::Tag, meant)
            } else {
                find_union(members, name, meant.or(discriminator))
            }
        }
        Kind::EmbeddedResource(_) | Kind::Any | Kind::Foreign(_) | Kind::Map(_) => (Member::Open, meant),
        _ => (Member::Missing, meant),
    }
}

/// Finds a member among fields. Calls take most of the time in a constant, so it makes few.
pub(super) const fn find_field(fields: &'static [Field], name: &str, meant: Meant) -> (Member, Meant) {
    let mut rest = fields;
    let mut meant = meant;
    let mut open = false;
    while let [field, tail @ ..] = rest {
        if field.flatten {
            let (member, better) = find(field.shape, name, meant);
            meant = better;
            match member {
                Member::Missing => {}
                Member::Open => open = true,
                found => return (found, meant),
            }
        } else if field.name.len() == name.len() && same(field.name, name)
            || !field.aliases.is_empty() && is_alias(field, name)
        {
            return (Member::Field(field), meant);
        } else if meant.is_asked() {
            meant = meant.or(field.name);
        }
        rest = tail;
    }
    (if open { Member::Open } else { Member::Missing }, meant)
}

/// Whether a name is another name of the field, which is a property of its own.
const fn is_alias(field: &Field, name: &str) -> bool {
    is_among(field.aliases, name)
}

/// Whether a name is one of some names.
pub(super) const fn is_among(names: &[&str], name: &str) -> bool {
    let mut rest = names;
    while let [alias, tail @ ..] = rest {
        if same(alias, name) {
            return true;
        }
        rest = tail;
    }
    false
}

/// The first of a field's names that a type has too.
const fn shared_name(field: &'static Field, other: &'static Shape) -> Option<&'static str> {
    if has(other, field.name) {
        return Some(field.name);
    }
    let mut rest = field.aliases;
    while let [alias, tail @ ..] = rest {
        if has(other, alias) {
            return Some(alias);
        }
        rest = tail;
    }
    None
}

const fn find_variant(
    owner: &'static str,
    tagging: Tagging,
    variants: &'static [Variant],
    name: &str,
    meant: Meant,
) -> (Member, Meant) {
    let mut meant = meant;
    match tagging {
        Tagging::Internal(tag) => {
            if same(tag, name) {
                return (Member::Tag, meant);
            }
            meant = meant.or(tag);
        }
        Tagging::Adjacent(tag, content) => {
            if same(tag, name) {
                return (Member::Tag, meant);
            }
            return (
                if same(content, name) {
                    Member::Untyped(owner)
                } else {
                    Member::Missing
                },
                meant.or(tag).or(content),
            );
        }
        Tagging::External | Tagging::Untagged => {}
    }
    let external = matches!(tagging, Tagging::External);
    let mut open = false;
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        if external {
            if same(variant.name, name) || is_among(variant.aliases, name) {
                let member = match variant.content {
                    Content::Newtype(shape) => Member::Content(shape),
                    _ => Member::Untyped(owner),
                };
                return (member, meant);
            }
            meant = meant.or(variant.name);
        } else {
            let (member, better) = match variant.content {
                Content::Struct(fields) => find_field(fields, name, meant),
                Content::Newtype(shape) => find(shape, name, meant),
                Content::Unit | Content::Tuple(_) => (Member::Missing, meant),
            };
            meant = better;
            match member {
                Member::Missing => {}
                Member::Open => open = true,
                found => return (found, meant),
            }
        }
        rest = tail;
    }
    (if open { Member::Open } else { Member::Missing }, meant)
}

const fn find_union(members: &'static [UnionMember], name: &str, meant: Meant) -> (Member, Meant) {
    let mut rest = members;
    let mut meant = meant;
    while let [member, tail @ ..] = rest {
        if same(member.field, name) && !name.is_empty() {
            let found = match member.shape {
                Some(shape) => Member::Content(shape),
                None => Member::Open,
            };
            return (found, meant);
        }
        if !member.field.is_empty() {
            meant = meant.or(member.field);
        }
        rest = tail;
    }
    (Member::Missing, meant)
}

/// The members of the `index`th field, which is flattened, have names that neither the struct nor another flattened field
/// has.
pub const fn distinct(shape: &Shape, index: usize) -> Outcome {
    match shape.kind {
        Kind::Object(fields) => distinct_in(shape.name, fields, index),
        _ => Ok(()),
    }
}

/// [`distinct`] for a flattened field of the `variant`th variant of an enum.
pub const fn distinct_in_variant(shape: &Shape, variant: usize, index: usize) -> Outcome {
    if let Kind::Variants(_, variants) = shape.kind
        && let Some((_, [variant, ..])) = variants.split_at_checked(variant)
        && let Content::Struct(fields) = variant.content
    {
        return distinct_in(variant.name, fields, index);
    }
    Ok(())
}

const fn distinct_in(owner: &'static str, fields: &'static [Field], index: usize) -> Outcome {
    let flattened = nth(fields, index);
    let inner = resolve(flattened.shape);
    match inner.kind {
        Kind::Variants(..) if !is_enum_without_fields(inner) => {}
        Kind::Object(_)
        | Kind::Union { .. }
        | Kind::Map(_)
        | Kind::Any
        | Kind::Foreign(_)
        | Kind::Alias(_) => {}
        _ => {
            return Err(Message::new("only an object can be flattened, but ")
                .name(flattened.name)
                .text(" is ")
                .text(describe(inner))
                .text(concat!("; drop `flatten`", code!(SERDE_INEXPRESSIBLE))));
        }
    }
    if typed_map(flattened.shape) && fields.len() > 1 {
        let beside = nth(fields, if index == 0 { 1 } else { 0 });
        return Err(Message::new("the keys of the flattened map ")
            .name(flattened.name)
            .text(" would be beside ")
            .name(beside.name)
            .text(concat!(
                ", but a structural schema has named fields or a map, not both; make it a map of \
                 `serde_json::Value`, or drop `flatten`",
                code!(SERDE_INEXPRESSIBLE)
            )));
    }
    let mut rest = fields;
    let mut at = 0;
    while let [other, tail @ ..] = rest {
        if at != index {
            let found = if other.flatten {
                if at < index {
                    clash(other.shape, flattened.shape)
                } else {
                    None
                }
            } else {
                shared_name(other, flattened.shape)
            };
            if let Some(name) = found {
                return Err(Message::name(Message::NEW, name)
                    .text(" is a field of ")
                    .name(if other.flatten {
                        resolve(other.shape).name
                    } else {
                        owner
                    })
                    .text(" and of the flattened ")
                    .name(inner.name)
                    .text(concat!("; rename one of the two", code!(PROPERTY_DUPLICATE))));
            }
        }
        at += 1;
        rest = tail;
    }
    Ok(())
}

/// Whether an enum is untagged and its values are scalars, lists or maps, so that it cannot be flattened. All variants with content have one form, so the first
/// of them decides.
pub(super) const fn is_enum_without_fields(shape: &'static Shape) -> bool {
    let Kind::Variants(Tagging::Untagged, variants) = resolve(shape).kind else {
        return false;
    };
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        match variant.content {
            Content::Unit | Content::Tuple([]) => {}
            Content::Tuple(_) => return true,
            Content::Struct(_) => return false,
            Content::Newtype(content) => {
                return match resolve(content).kind {
                    Kind::Object(_) | Kind::Union { .. } | Kind::EmbeddedResource(_) => false,
                    Kind::Variants(..) => is_enum_without_fields(content),
                    _ => true,
                };
            }
        }
        rest = tail;
    }
    false
}

/// Whether a flattened value has whatever keys, with values of one type.
const fn typed_map(shape: &'static Shape) -> bool {
    match resolve(shape).kind {
        Kind::Map(values) => {
            let values = resolve(values);
            !is_open(values.attrs) && !matches!(values.kind, Kind::Any | Kind::Foreign(_))
        }
        Kind::Object(fields) => has_typed_map(fields),
        _ => false,
    }
}

pub(super) const fn has_typed_map(fields: &'static [Field]) -> bool {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if field.flatten && typed_map(field.shape) {
            return true;
        }
        rest = tail;
    }
    false
}

/// The first member of one type that another has too.
const fn clash(one: &'static Shape, other: &'static Shape) -> Option<&'static str> {
    match resolve(one).kind {
        Kind::Object(fields) => clash_of(fields, other),
        Kind::Union {
            discriminator,
            members,
        } => {
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if has(other, member.field) {
                    return Some(member.field);
                }
                rest = tail;
            }
            if has(other, discriminator) {
                Some(discriminator)
            } else {
                None
            }
        }
        Kind::Variants(tagging, variants) => {
            if let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = tagging
                && has(other, tag)
            {
                return Some(tag);
            }
            if let Tagging::Adjacent(_, holder) = tagging {
                return if has(other, holder) { Some(holder) } else { None };
            }
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                let found = match (tagging, variant.content) {
                    (Tagging::External, _) if has(other, variant.name) => Some(variant.name),
                    (Tagging::External, _) => None,
                    (_, Content::Struct(fields)) => clash_of(fields, other),
                    (_, Content::Newtype(shape)) => clash(shape, other),
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
                rest = tail;
            }
            None
        }
        _ => None,
    }
}

const fn has(shape: &'static Shape, name: &str) -> bool {
    !matches!(
        find(shape, name, Meant::NOTHING).0,
        Member::Missing | Member::Open
    )
}

const fn clash_of(fields: &'static [Field], other: &'static Shape) -> Option<&'static str> {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if field.flatten {
            if let Some(name) = clash(field.shape, other) {
                return Some(name);
            }
        } else if let Some(name) = shared_name(field, other) {
            return Some(name);
        }
        rest = tail;
    }
    None
}

/// A field that may be absent must be one that serde reads when it is.
pub const fn optional(field: &'static Field, why: &str) -> Outcome {
    if field.shape.optional {
        return Ok(());
    }
    Err(Message::new(why)
        .text(" cannot read ")
        .name(field.name)
        .text(concat!(
            " when it is absent; make it `Option` or add `#[serde(default)]`",
            code!(SERDE_INEXPRESSIBLE)
        )))
}
