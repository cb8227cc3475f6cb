//! Checks the content of variants: it must fit that of the counterpart, and the replacement of a variant must be valid.

use super::another::mapping_of;
use super::fits::fits;
use super::messages::{content_differs, content_missing, field_unmapped, field_unsourced, no_stand_in};
use super::paths::targets_exist;
use super::presence::must_be_there;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::json_type::describe;
use crate::rust::shape::check::members::find_field;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{NamePath, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{Content, Field, Kind, Next, NextVariant, Shape, Tagging};

/// The content of a variant.
enum Held {
    Nothing,
    One(&'static Shape),
    Fields(&'static [Field]),
    /// A list, or content without a name.
    Other,
}

/// Checks that the content of a variant fits that of its counterpart in the next version.
#[inline]
pub const fn next_content(shape: &'static Shape, name: &'static str) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Some(target) = target_of(next, name) else {
        return Ok(());
    };
    match (held(shape, name), held(next.to, target)) {
        (Held::One(a), Held::One(b)) => match fits(a, b) {
            Ok(()) => Ok(()),
            Err(why) => Err(content_differs(name, target, why)),
        },
        (Held::Nothing, Held::One(_)) if is_union(shape) => Err(content_missing(name, "this version")),
        (Held::One(_), Held::Nothing) if is_union(shape) => Err(content_missing(name, "the next version")),
        (Held::Fields(a), Held::Fields(b)) => fields_become(shape, [name, target], [a, b], next),
        (Held::Nothing, Held::Fields(b)) => fields_become(shape, [name, target], [&[], b], next),
        (Held::Fields(a), Held::Nothing) => fields_become(shape, [name, target], [a, &[]], next),
        _ => Ok(()),
    }
}

#[inline]
const fn is_union(shape: &'static Shape) -> bool {
    matches!(resolve(shape).kind, Kind::Union { .. })
}

/// Returns the name of a variant in the next version; `None` if it is dropped.
#[inline]
const fn target_of(next: &'static Next, name: &'static str) -> Option<&'static str> {
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, to } if same(from, name) => return Some(to),
            NextVariant::Dropped { name: dropped, .. } if same(dropped, name) => return None,
            _ => {}
        }
    });
    Some(name)
}

#[inline]
const fn held(shape: &'static Shape, name: &str) -> Held {
    match resolve(shape).kind {
        Kind::Union { members, .. } => {
            each!(for member in members {
                if same(member.value, name) {
                    return match member.shape {
                        Some(content) => Held::One(content),
                        None => Held::Nothing,
                    };
                }
            });
        }
        Kind::Variants(Tagging::Untagged, _) => {}
        Kind::Variants(_, variants) => {
            each!(for variant in variants {
                if same(variant.name, name) {
                    return match variant.content {
                        Content::Unit => Held::Nothing,
                        Content::Newtype(content) => Held::One(content),
                        Content::Struct(fields) => Held::Fields(fields),
                        Content::Tuple(_) => Held::Other,
                    };
                }
            });
        }
        _ => {}
    }
    Held::Other
}

/// Checks that every field of a variant is in its counterpart or has a mapping, and vice versa.
#[inline]
const fn fields_become(
    shape: &'static Shape,
    [name, target]: [&'static str; 2],
    [older, newer]: [&'static [Field]; 2],
    next: &'static Next,
) -> CheckResult {
    let [here, there] = match resolve(shape).kind {
        Kind::Variants(Tagging::External, _) => [name, target],
        Kind::Variants(Tagging::Adjacent(_, content), _) => [content, content],
        _ => ["", ""],
    };
    let mut is_flat = true;
    each!(for field in older {
        is_flat = is_flat && !field.flatten;
        if !field.flatten && !any!(step in next.steps => leads(step.from, here, field.name)) {
            match find_field(newer, field.name, Suggestion::NOTHING).0 {
                FoundMember::Field(other) => {
                    if let Err(why) = fits(field.shape, other.shape) {
                        return Err(content_differs(field.name, other.name, why));
                    }
                }
                FoundMember::Missing => return Err(field_unmapped(target, field.name)),
                _ => {}
            }
        }
    });
    each!(for field in newer {
        if is_flat
            && !field.flatten
            && !leads(next.added, there, field.name)
            && !any!(step in next.steps => leads(step.to, there, field.name))
            && matches!(
                find_field(older, field.name, Suggestion::NOTHING).0,
                FoundMember::Missing
            )
            && targets_exist(next)
        {
            return Err(field_unsourced(target, there, field.name));
        }
    });
    Ok(())
}

/// Whether one of the paths leads to a field below a member, or to a field of the object itself.
#[inline]
const fn leads(paths: &'static [NamePath], below: &str, name: &str) -> bool {
    any!(path in paths => match path {
        [first, ..] if below.is_empty() => same(first, name),
        [first, second, ..] => same(first, below) && same(second, name),
        _ => false,
    })
}

/// Checks that a variant that replaces one that its version lacks is valid with the remaining fields of that one.
#[inline]
pub(super) const fn stands_in(
    [shape, other]: [&'static Shape; 2],
    [falls_back, lost]: [&'static str; 2],
    next: &'static Next,
) -> CheckResult {
    let required = match (resolve(shape).kind, held(shape, falls_back)) {
        (Kind::Variants(Tagging::Internal(_), _), Held::Fields(fields)) => {
            each!(for field in fields {
                if !field.flatten && must_be_there(field) && !is_left(other, lost, field.name, next) {
                    return Err(no_stand_in(falls_back, field.name));
                }
            });
            None
        }
        (Kind::Union { .. } | Kind::Variants(Tagging::External, _), Held::One(content)) => {
            required_member(content)
        }
        (Kind::Variants(Tagging::External, _), Held::Fields(fields)) => first_required(fields),
        (Kind::Variants(Tagging::External, _), Held::Other) => Some("a list"),
        _ => None,
    };
    match required {
        Some(name) => Err(no_stand_in(falls_back, name)),
        None => Ok(()),
    }
}

#[inline]
const fn first_required(fields: &'static [Field]) -> Option<&'static str> {
    each!(for field in fields {
        if !field.flatten && must_be_there(field) {
            return Some(field.name);
        }
    });
    None
}

#[inline]
const fn required_member(content: &'static Shape) -> Option<&'static str> {
    if !matches!(
        resolve(content).kind,
        Kind::Object(_)
            | Kind::Map(_)
            | Kind::Any
            | Kind::Foreign(_)
            | Kind::Variants(..)
            | Kind::Union { .. }
    ) {
        return Some(describe(content));
    }
    let mut members = MemberWalk::of(content);
    while let Some((name, member)) = members.next() {
        match member {
            FoundMember::Field(field) if must_be_there(field) => return Some(name),
            FoundMember::Tag => return Some(name),
            _ => {}
        }
    }
    None
}

/// Whether each object of a variant has a field that becomes the field with a name in the other version.
#[inline]
const fn is_left(shape: &'static Shape, variant: &str, name: &str, next: &'static Next) -> bool {
    match held(shape, variant) {
        Held::Fields(fields) => any!(field in fields => field.is_required()
            && (same(field.name, name) || any!(step in next.steps =>
                leads(step.from, "", field.name) && leads(step.to, "", name)
                    || leads(step.to, "", field.name) && leads(step.from, "", name)))),
        Held::Nothing => false,
        Held::One(_) | Held::Other => true,
    }
}
