//! Finds the members of objects by name, through aliases, flattened fields and enums.

use super::CheckResult;
use super::json_type::{JsonType, describe};
use super::rejected::{RejectedMember, rejected};
use super::resolve::{is_open, resolve};
use super::text::{Message, Suggestion, same};
use super::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{Attrs, Content, EnumValue, Field, Kind, Shape, Tagging, UnionMember, Variant};

/// Returns the `index`th field of a struct.
#[inline]
pub const fn field(shape: &Shape, index: usize) -> &'static Field {
    match shape.kind {
        Kind::Object(fields) => nth(fields, index),
        _ => &Field::PLAIN,
    }
}

/// Returns the `index`th field of the `variant`th variant of an enum, or the content of a newtype variant.
#[inline]
pub const fn variant_field(shape: &Shape, variant: usize, index: usize) -> &'static Field {
    match variant_fields(shape, variant) {
        Some((_, fields)) => nth(fields, index),
        None => &Field::PLAIN,
    }
}

/// Returns the name and the fields of the `index`th variant of an enum.
#[inline]
const fn variant_fields(shape: &Shape, index: usize) -> Option<(&'static str, &'static [Field])> {
    if let Kind::Variants(_, variants) = shape.kind
        && let Some((_, [variant, ..])) = variants.split_at_checked(index)
        && let Content::Struct(fields) = variant.content
    {
        return Some((variant.name, fields));
    }
    None
}

/// Returns the content of the `variant`th variant of an enum, if it is one value.
#[inline]
pub const fn content(shape: &'static Shape, variant: usize) -> &'static Shape {
    if let Kind::Variants(_, variants) = shape.kind
        && let Some((_, [variant, ..])) = variants.split_at_checked(variant)
        && let Content::Newtype(content) = variant.content
    {
        return content;
    }
    Field::PLAIN.shape
}

/// Returns the shape of the elements of a list, or of the values of a map.
#[inline]
pub const fn elements(shape: &'static Shape) -> &'static Shape {
    match resolve(shape).kind {
        Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => items,
        _ => Field::PLAIN.shape,
    }
}

/// Returns the attributes of the elements of a list, or of the values of a map.
#[inline]
pub const fn nested(attrs: &'static Attrs) -> &'static Attrs {
    match (attrs.items, attrs.values) {
        (Some(nested), _) | (None, Some(nested)) => nested,
        (None, None) => &Attrs::NONE,
    }
}

#[inline]
const fn nth(fields: &'static [Field], index: usize) -> &'static Field {
    match fields.split_at_checked(index) {
        Some((_, [field, ..])) => field,
        _ => &Field::PLAIN,
    }
}

/// Finds the member of an object by its wire name. `meant` collects the best suggestion for a misspelled name.
#[inline]
pub(super) const fn find(shape: &'static Shape, name: &str, meant: Suggestion) -> (FoundMember, Suggestion) {
    let shape = resolve(shape);
    if is_open(shape.attrs) {
        return (FoundMember::Open, meant);
    }
    match shape.kind {
        Kind::Object(fields) => find_field(fields, name, meant),
        Kind::Variants(tagging, variants) => find_variant(shape.name, tagging, variants, name, meant),
        Kind::Union {
            discriminator,
            members,
        } => {
            if same(discriminator, name) {
                (FoundMember::Tag, meant)
            } else {
                find_union(members, name, meant.or(discriminator))
            }
        }
        Kind::EmbeddedResource(_) | Kind::Any | Kind::Foreign(_) | Kind::Map(_) => (FoundMember::Open, meant),
        _ => (FoundMember::Missing, meant),
    }
}

/// Explains why an object has no member with a name that should be one: the field is skipped, or another name was meant.
#[inline]
pub(super) const fn why_missing(shape: &'static Shape, name: &'static str) -> Message {
    if is_skipped(shape, name) {
        return message!(", because the field is skipped; remove its `skip`");
    }
    let meant = find(shape, name, Suggestion::new(name)).1;
    if meant.has_guess() {
        meant.message()
    } else if same(name, "spec") {
        message!("; paths begin with the fields of `spec`: write it without `spec`")
    } else {
        fields_of(shape)
    }
}

/// Maximum number of names in a list of those that exist.
const NAMES: usize = 8;

/// Lists the members of an object.
#[inline]
const fn fields_of(shape: &'static Shape) -> Message {
    let mut names = NameList::NEW;
    let mut members = MemberWalk::of(shape);
    while let Some((name, _)) = members.next() {
        names = names.add(name);
    }
    names.message()
}

/// Lists the values of an enum, of a union or of an enum with data, unless one of them was probably meant.
#[inline]
pub(super) const fn variants_of(shape: &'static Shape, wrong: &'static str) -> Message {
    let mut names = NameList::NEW;
    let mut meant = Suggestion::new(wrong);
    match resolve(shape).kind {
        Kind::StringEnum(values) => {
            each!(for value in values {
                names = names.add(value.name);
                meant = meant.or(value.name);
            });
        }
        Kind::Variants(_, variants) => {
            each!(for variant in variants {
                names = names.add(variant.name);
                meant = meant.or(variant.name);
            });
        }
        Kind::Union { members, .. } => {
            each!(for member in members {
                names = names.add(member.value);
                meant = meant.or(member.value);
            });
        }
        _ => {}
    }
    if meant.has_guess() {
        meant.message()
    } else {
        names.message()
    }
}

/// The names that exist, for a message about one that does not.
#[derive(Clone, Copy)]
struct NameList {
    message: Message,
    count: usize,
}

impl NameList {
    const NEW: NameList = NameList {
        message: Message::NEW,
        count: 0,
    };

    #[inline]
    const fn add(self, name: &str) -> Self {
        let message = match self.count {
            0 => self.message.text("; it has `").text(name).text("`"),
            NAMES => self.message.text(" and others"),
            count if count > NAMES => self.message,
            _ => self.message.text(", `").text(name).text("`"),
        };
        NameList {
            message,
            count: self.count + 1,
        }
    }

    #[inline]
    const fn message(self) -> Message {
        self.message
    }
}

/// Whether a struct has a field with this name that is not in its JSON.
#[inline]
const fn is_skipped(shape: &'static Shape, name: &str) -> bool {
    let shape = resolve(shape);
    is_among(shape.attrs.skipped, name)
        || match shape.kind {
            Kind::Object(fields) => any!(field in fields => field.flatten && is_skipped(field.shape, name)),
            _ => false,
        }
}

/// Finds a member among fields. Most of the time of evaluating a constant is spent on calls, so it makes few.
#[inline]
pub(super) const fn find_field(
    fields: &'static [Field],
    name: &str,
    meant: Suggestion,
) -> (FoundMember, Suggestion) {
    let mut meant = meant;
    let mut unmatched = FoundMember::Missing;
    each!(for field in fields {
        if field.flatten {
            let (member, better) = find(field.shape, name, meant);
            meant = better;
            match member {
                FoundMember::Missing => {}
                FoundMember::Open => unmatched = FoundMember::Open,
                found => return (found, meant),
            }
        } else if field.name.len() == name.len() && same(field.name, name)
            || !field.aliases.is_empty() && is_among(field.aliases, name)
        {
            return (FoundMember::Field(field), meant);
        } else if meant.is_asked() {
            meant = meant.or(field.name);
        }
    });
    (unmatched, meant)
}

/// Whether a name is one of some names.
#[inline]
pub(super) const fn is_among(names: &[&str], name: &str) -> bool {
    any!(alias in names => same(alias, name))
}

/// Whether serde writes a value of an enum as this string.
#[inline]
pub(super) const fn has_value(values: &[EnumValue], text: &str) -> bool {
    any!(value in values => same(value.name, text))
}

/// Whether serde reads this string as a value of an enum.
#[inline]
pub(super) const fn reads_value(values: &[EnumValue], text: &str) -> bool {
    any!(value in values => same(value.name, text) || is_among(value.aliases, text))
}

/// Returns the first of a field's names that is also a member of a type.
#[inline]
const fn shared_name(field: &'static Field, other: &'static Shape) -> Option<&'static str> {
    if has(other, field.name) {
        return Some(field.name);
    }
    each!(for alias in field.aliases {
        if has(other, alias) {
            return Some(alias);
        }
    });
    None
}

#[inline]
const fn find_variant(
    owner: &'static str,
    tagging: Tagging,
    variants: &'static [Variant],
    name: &str,
    meant: Suggestion,
) -> (FoundMember, Suggestion) {
    let mut meant = meant;
    match tagging {
        Tagging::Internal(tag) => {
            if same(tag, name) {
                return (FoundMember::Tag, meant);
            }
            meant = meant.or(tag);
        }
        Tagging::Adjacent(tag, content) => {
            if same(tag, name) {
                return (FoundMember::Tag, meant);
            }
            return (
                if same(content, name) {
                    FoundMember::Untyped(owner)
                } else {
                    FoundMember::Missing
                },
                meant.or(tag).or(content),
            );
        }
        Tagging::External | Tagging::Untagged => {}
    }
    let external = matches!(tagging, Tagging::External);
    let mut unmatched = FoundMember::Missing;
    each!(for variant in variants {
        if external {
            if same(variant.name, name) || is_among(variant.aliases, name) {
                let member = match variant.content {
                    Content::Newtype(shape) => FoundMember::Content(shape),
                    _ => FoundMember::Untyped(owner),
                };
                return (member, meant);
            }
            meant = meant.or(variant.name);
        } else {
            let (member, better) = match variant.content {
                Content::Struct(fields) => find_field(fields, name, meant),
                Content::Newtype(shape) => find(shape, name, meant),
                Content::Unit | Content::Tuple(_) => (FoundMember::Missing, meant),
            };
            meant = better;
            match member {
                FoundMember::Missing => {}
                FoundMember::Open => unmatched = FoundMember::Open,
                found => return (found, meant),
            }
        }
    });
    (unmatched, meant)
}

#[inline]
const fn find_union(
    members: &'static [UnionMember],
    name: &str,
    meant: Suggestion,
) -> (FoundMember, Suggestion) {
    let mut meant = meant;
    each!(for member in members {
        if same(member.field, name) && !name.is_empty() {
            let found = match member.shape {
                Some(shape) => FoundMember::Content(shape),
                None => FoundMember::Open,
            };
            return (found, meant);
        }
        if !member.field.is_empty() {
            meant = meant.or(member.field);
        }
    });
    (FoundMember::Missing, meant)
}

/// Checks that the members of the `index`th field, which is flattened, have names that neither the struct nor another
/// flattened field has.
#[inline]
pub const fn distinct(shape: &Shape, index: usize) -> CheckResult {
    match shape.kind {
        Kind::Object(fields) => distinct_in(shape.name, fields, index),
        _ => Ok(()),
    }
}

/// [`distinct`] for a flattened field of the `variant`th variant of an enum.
#[inline]
pub const fn distinct_in_variant(shape: &Shape, variant: usize, index: usize) -> CheckResult {
    match variant_fields(shape, variant) {
        Some((name, fields)) => distinct_in(name, fields, index),
        None => Ok(()),
    }
}

#[inline]
const fn distinct_in(owner: &'static str, fields: &'static [Field], index: usize) -> CheckResult {
    let flattened = nth(fields, index);
    let inner = resolve(flattened.shape);
    match JsonType::of(inner) {
        JsonType::Object if !matches!(inner.kind, Kind::EmbeddedResource(_)) => {}
        JsonType::Map(_) | JsonType::Any | JsonType::Unknown => {}
        _ => {
            return Err(message!(
                SERDE_INEXPRESSIBLE,
                "only an object can be flattened, but `{}` is {}; remove `flatten`",
                [flattened.name, describe(inner)]
            ));
        }
    }
    if typed_map(flattened.shape) && fields.len() > 1 {
        let beside = nth(fields, if index == 0 { 1 } else { 0 });
        return Err(message!(
            SERDE_INEXPRESSIBLE,
            "the keys of the flattened map `{}` would be next to `{}`, but a structural schema cannot have \
             both named fields and a map; make it a map of `serde_json::Value`, or remove `flatten`",
            [flattened.name, beside.name]
        ));
    }
    let mut at = 0;
    each!(for other in fields {
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
                return Err(message!(
                    PROPERTY_DUPLICATE,
                    "`{}` is a field of `{}` and of the flattened `{}`; rename one of the two",
                    [
                        name,
                        if other.flatten {
                            resolve(other.shape).name
                        } else {
                            owner
                        },
                        inner.name
                    ]
                ));
            }
        }
        at += 1;
    });
    match rejected(fields, index, flattened) {
        Some(member) => Err(unreadable(member, inner)),
        None => Ok(()),
    }
}

#[inline]
const fn unreadable(member: RejectedMember, flattened: &Shape) -> Message {
    let (keys, name) = match member {
        RejectedMember::Named(name) => ("", name),
        RejectedMember::OfMap(name) => ("the keys of ", name),
    };
    message!(
        SERDE_INEXPRESSIBLE,
        "serde writes {}`{}` beside the members of the flattened `{}`, which rejects unknown fields when it is read; \
         remove `deny_unknown_fields`, or do not flatten `{}`",
        [keys, name, flattened.name, flattened.name]
    )
}

/// Whether a flattened value has arbitrary keys, with values of one type.
#[inline]
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

#[inline]
pub(super) const fn has_typed_map(fields: &'static [Field]) -> bool {
    any!(field in fields => field.flatten && typed_map(field.shape))
}

/// Returns the first member of one type that another type has too.
#[inline]
const fn clash(one: &'static Shape, other: &'static Shape) -> Option<&'static str> {
    let mut members = MemberWalk::of(one);
    while let Some((name, member)) = members.next() {
        let shared = match member {
            FoundMember::Field(field) => shared_name(field, other),
            _ if has(other, name) => Some(name),
            _ => None,
        };
        if shared.is_some() {
            return shared;
        }
    }
    None
}

/// Whether an object has a member with this name.
#[inline]
pub(super) const fn has(shape: &'static Shape, name: &str) -> bool {
    !matches!(
        find(shape, name, Suggestion::NOTHING).0,
        FoundMember::Missing | FoundMember::Open
    )
}

/// Whether an enum, or an enum that is flattened into a struct, has a variant with this name.
#[inline]
pub(super) const fn has_variant(shape: &'static Shape, name: &str) -> bool {
    match resolve(shape).kind {
        Kind::StringEnum(values) => has_value(values, name),
        Kind::Object(fields) => any!(field in fields => field.flatten && has_variant(field.shape, name)),
        Kind::Variants(_, variants) => any!(variant in variants => same(variant.name, name)),
        Kind::Union { members, .. } => any!(member in members => same(member.value, name)),
        _ => false,
    }
}

/// Checks that serde can read an object without a field that may be absent.
#[inline]
pub const fn optional(field: &'static Field, why: &str) -> CheckResult {
    if field.shape.optional {
        return Ok(());
    }
    Err(message!(
        SERDE_INEXPRESSIBLE,
        "{} cannot read `{}` when it is absent; make it `Option` or add `#[serde(default)]`",
        [why, field.name]
    ))
}
