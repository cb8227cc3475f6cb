//! Checks enums with data: whether one structural schema can hold all variants.
//!
//! ```text
//! #[serde(tag = "kind")]
//! enum Check { Http { port: u16 }, Tcp { port: u8 } }       accepted: `port` is an integer in both
//! enum Check { Http { port: u16 }, Tcp { port: String } }   rejected: `port` is an integer and a string
//! ```
//!
//! The content of each variant must have a form that the tagging allows (`internal`). Any two variants must have the
//! same type where their values are at the same position: their contents (`form`) and the members that both have
//! (`shared`). `types` compares two types. Enums are compared by name, since a constant cannot compare their shapes;
//! the generator reports two different enums with the same name.

mod form;
mod order;
mod shared;
mod types;

use super::CheckResult;
use super::json_type::{JsonType, describe};
use super::members::{find, find_field, has_typed_map};
use super::resolve::{is_open, resolve};
use super::text::{Message, Suggestion, same};
use super::walk::FoundMember;
use crate::rust::shape::{Content, Field, Kind, Shape, Tagging, Variant};

use form::content_type;
use shared::agree_on_fields;
use types::{may_be_null, types_agree};

/// Checks that the content of the `index`th variant of an enum has a form that the tagging allows, and has the same
/// types for the properties that it shares with the variants before it.
#[inline]
pub const fn variant(shape: &Shape, index: usize) -> CheckResult {
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
        attempt!(internal(tag, variant));
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
        return Err(message!(
            SERDE_INEXPRESSIBLE,
            "the keys of the flattened map `{}` would be next to the fields of other variants or the tag; \
             make it a map of `serde_json::Value`, or remove `flatten`",
            [field.name]
        ));
    }
    // A rule of one variant would apply to all of them.
    if !matches!(tagging, Tagging::Internal(_))
        && variants.len() > 1
        && let Content::Newtype(content) = variant.content
        && has_rules(content)
    {
        return Err(message!(
            ENUM_INEXPRESSIBLE,
            "variant `{}` contains `{}`, whose rules would apply to the other variants too; use an internal \
             tag, or `#[derive(Union)]`",
            [variant.name, resolve(content).name]
        ));
    }
    each!(for earlier in before {
        if let Err(message) = agree_as_contents(tagging, earlier, variant)
            && !is_reported(tagging, earlier, before)
        {
            return Err(message);
        }
    });
    if matches!(tagging, Tagging::Untagged) && !shape.attrs.closed {
        each!(for earlier in before {
            if order::reads_all(earlier, variant) {
                return Err(never_read(earlier, variant));
            }
        });
    }
    Ok(())
}

/// Whether a variant does not agree with an earlier one, at which it is reported.
#[inline]
const fn is_reported(tagging: Tagging, variant: &'static Variant, before: &'static [Variant]) -> bool {
    let mut is_later = false;
    each!(for other in before {
        if is_later && agree_as_contents(tagging, variant, other).is_err() {
            return true;
        }
        is_later = is_later || same(other.name, variant.name);
    });
    false
}

#[inline]
const fn never_read(earlier: &'static Variant, variant: &'static Variant) -> Message {
    let way_out = if order::reads_all(variant, earlier) {
        "remove one of the two, or tag the enum"
    } else {
        "move it before that variant, or tag the enum"
    };
    message!(
        ENUM_INEXPRESSIBLE,
        "variant `{}` is never read: serde tries variants in order, and `{}` accepts all its values; {}",
        [variant.name, earlier.name, way_out]
    )
}

/// Checks the content of an internally tagged variant: serde writes the tag among its fields, so it must be an object.
#[inline]
const fn internal(tag: &'static str, variant: &'static Variant) -> CheckResult {
    let content = match variant.content {
        Content::Newtype(content) => content,
        // The macro checks the fields themselves; this checks the flattened ones.
        Content::Struct(fields) => {
            return match find_field(fields, tag, Suggestion::NOTHING) {
                (FoundMember::Missing | FoundMember::Open, _) => Ok(()),
                _ => Err(message!(
                    PROPERTY_DUPLICATE,
                    "the tag `{}` is also a flattened field of variant `{}`; rename one of the two",
                    [tag, variant.name]
                )),
            };
        }
        Content::Unit | Content::Tuple(_) => return Ok(()),
    };
    let inner = resolve(content);
    if content.optional {
        return Err(message!(
            ENUM_INEXPRESSIBLE,
            "variant `{}` contains an `Option`, but serde cannot add the tag `{}` to it; use the struct \
             itself, or add `#[serde(content = \"…\")]`",
            [variant.name, tag]
        ));
    }
    match JsonType::of(inner) {
        JsonType::Object if !matches!(inner.kind, Kind::EmbeddedResource(_)) => {
            match find(content, tag, Suggestion::NOTHING) {
                (FoundMember::Missing | FoundMember::Open, _) => Ok(()),
                _ => Err(message!(
                    PROPERTY_DUPLICATE,
                    "the tag `{}` is also a field of `{}` in variant `{}`; rename one of the two",
                    [tag, inner.name, variant.name]
                )),
            }
        }
        JsonType::Unknown => Ok(()),
        _ => Err(message!(
            ENUM_INEXPRESSIBLE,
            "variant `{}` contains `{}`, {}, but serde cannot add the tag `{}` to it; use a struct, such as \
             `{ value: … }`, or add `#[serde(content = \"…\")]` if all variants contain the same type",
            [variant.name, inner.name, describe(inner), tag]
        )),
    }
}

/// Checks that the contents of two variants, which are at the same position, have one type.
#[inline]
const fn agree_as_contents(tagging: Tagging, one: &'static Variant, other: &'static Variant) -> CheckResult {
    let untagged = matches!(tagging, Tagging::Untagged);
    let (Some(ours), Some(theirs)) = (content_type(one), content_type(other)) else {
        return Ok(());
    };
    if let (Tagging::Adjacent(_, holder), true) =
        (tagging, content_may_be_null(one) != content_may_be_null(other))
    {
        return Err(message!(
            ENUM_INEXPRESSIBLE,
            "variants `{}` and `{}` disagree on `{}`, which may be null in only one of them; use an \
             `Option` in both or in neither",
            [one.name, other.name, holder]
        ));
    }
    let fits = match (ours, theirs) {
        (JsonType::Object, JsonType::Object) => return agree_on_fields(one, other),
        // Contents without fields are reported by themselves.
        _ if matches!(tagging, Tagging::Internal(_)) => return Ok(()),
        _ if untagged && ours.is_scalar() && theirs.is_scalar() => {
            ours.is_number() && theirs.is_number()
                || ours.is_int_or_string() && theirs.is_int_or_string()
                || ours.same(theirs)
        }
        _ => !untagged && types_agree(ours, theirs),
    };
    if fits {
        return Ok(());
    }
    let of_other_values = match (ours, theirs) {
        (JsonType::List(_), JsonType::List(_)) | (JsonType::Map(_), JsonType::Map(_)) if !untagged => {
            " of other values"
        }
        _ => "",
    };
    let way_out = if untagged {
        "tag the enum, use `#[derive(Union)]`, or accept any value with `#[crd(preserve_unknown_fields)]` on the enum"
    } else {
        "use structs in both, or `#[derive(Union)]`"
    };
    Err(message!(
        ENUM_INEXPRESSIBLE,
        "variants `{}` and `{}` are {} and {}{} at the same place, which a structural schema cannot \
         express; {}",
        [
            one.name,
            other.name,
            ours.describe(),
            theirs.describe(),
            of_other_values,
            way_out
        ]
    ))
}

/// Whether the content of a variant may be null.
#[inline]
const fn content_may_be_null(variant: &Variant) -> bool {
    match variant.content {
        Content::Newtype(shape) => may_be_null(shape),
        _ => false,
    }
}

/// Whether a type has CEL rules on its members.
#[inline]
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

#[inline]
const fn fields_have_rules(fields: &'static [Field]) -> bool {
    any!(field in fields => (field.attrs.immutable && !field.is_required()) || (field.flatten && has_rules(field.shape)))
}
