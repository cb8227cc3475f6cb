//! Checks fields without a step: they must be in both versions under the same name.

use super::another::mapping_of;
use super::fits::{by_key, fits, range_fits};
use super::messages::{
    different, goes_elsewhere, maybe_renamed, never_there, no_field, unfit, unmapped, unsourced,
};
use super::paths::{follow, targets_exist};
use super::presence::{Absence, must_be_there};
use super::sources::has_source;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::{find, has};
use crate::rust::shape::check::resolve::next_of;
use crate::rust::shape::check::resolve::{is_open, resolve};
use crate::rust::shape::check::text::{NamePath, Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Field, Kind, Next, Shape};

/// Checks that the `index`th field of a type with a mapping is in the next version, with the same name and structure.
#[inline]
pub const fn next_field(shape: &'static Shape, index: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Kind::Object(fields) = resolve(shape).kind else {
        return Ok(());
    };
    let Some((_, [field, ..])) = fields.split_at_checked(index) else {
        return Ok(());
    };
    if field.flatten {
        return next_flattened(field.shape, next);
    }
    next_member(shape, field, next)
}

#[inline]
const fn next_flattened(shape: &'static Shape, next: &'static Next) -> CheckResult {
    if next_of(shape).is_some() {
        return Err(message!(
            NEXT_UNMAPPED,
            "a flattened type cannot have its own mapping; map its fields on the type that flattens it"
        ));
    }
    if let Kind::Object(fields) = resolve(shape).kind {
        each!(for field in fields {
            let outcome = if field.flatten {
                next_flattened(field.shape, next)
            } else {
                next_member(shape, field, next)
            };
            attempt!(outcome);
        });
    }
    Ok(())
}

#[inline]
const fn next_member(owner: &'static Shape, field: &'static Field, next: &'static Next) -> CheckResult {
    if starts_a_step(next, field.name) {
        return Ok(());
    }
    let (member, _) = find(next.to, field.name, Suggestion::NOTHING);
    match member {
        FoundMember::Field(other) => {
            let opened = (is_open(field.attrs), is_open(other.attrs));
            match opened {
                (true, true) => Ok(()),
                (false, false) => match fits(field.shape, other.shape) {
                    Ok(()) => range_fits(field.shape, other.shape, next.unfit, Absence::of(field, other)),
                    Err(why) => {
                        let proposal = by_key(field.shape, other.shape);
                        let why = message!("{}{}", [why.as_str(), proposal.as_str()]);
                        Err(unfit(field, next, why))
                    }
                },
                _ => Err(unfit(
                    field,
                    next,
                    different(resolve(field.shape), resolve(other.shape)),
                )),
            }
        }
        FoundMember::Content(other) => match fits(field.shape, other) {
            Ok(()) => Ok(()),
            Err(why) => Err(unfit(field, next, why)),
        },
        FoundMember::Tag | FoundMember::Untyped(_) => Ok(()),
        FoundMember::Open | FoundMember::Missing => Err(match renamed(owner, next) {
            Some((first, name)) if same(first.name, field.name) => maybe_renamed(field, next, name),
            _ => unmapped(field, next),
        }),
    }
}

/// Whether a step reads the member, or a field below it.
#[inline]
const fn starts_a_step(next: &'static Next, name: &str) -> bool {
    any!(step in next.steps => starts(step.from, name))
}

#[inline]
const fn starts(paths: &'static [NamePath], name: &str) -> bool {
    any!(path in paths => matches!(path, [first, ..] if same(first, name)))
}

/// Checks that every member of the next version has a source, or is declared as added.
#[inline]
pub const fn next_complete(shape: &'static Shape) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    match first_unsourced(resolve(next.to), resolve(shape), next) {
        // The check of the field without a mapping proposes to rename it.
        Some(_) if renamed(shape, next).is_some() => Ok(()),
        Some(name) if targets_exist(next) && has(shape, name) => Err(goes_elsewhere(name, next)),
        Some(name) if targets_exist(next) => Err(unsourced(name, next)),
        _ => Ok(()),
    }
}

/// Returns the first field of this version without a mapping, and the first of the next version without a source, if one
/// may be the other under a new name.
#[inline]
const fn renamed(shape: &'static Shape, next: &'static Next) -> Option<(&'static Field, &'static str)> {
    let (Some(name), Kind::Object(fields)) = (
        first_unsourced(resolve(next.to), resolve(shape), next),
        resolve(shape).kind,
    ) else {
        return None;
    };
    let FoundMember::Field(newer) = find(next.to, name, Suggestion::NOTHING).0 else {
        return None;
    };
    each!(for field in fields {
        if !field.flatten
            && !starts_a_step(next, field.name)
            && matches!(
                find(next.to, field.name, Suggestion::NOTHING).0,
                FoundMember::Missing
            )
        {
            return if fits(field.shape, newer.shape).is_ok() {
                Some((field, name))
            } else {
                None
            };
        }
    });
    None
}

#[inline]
const fn first_unsourced(
    shape: &'static Shape,
    older: &'static Shape,
    next: &'static Next,
) -> Option<&'static str> {
    match resolve(shape).kind {
        Kind::Object(fields) => {
            each!(for field in fields {
                if field.flatten {
                    let found = first_unsourced(field.shape, older, next);
                    if found.is_some() {
                        return found;
                    }
                } else if !ends_a_step(next, field.name)
                    && !starts(next.added, field.name)
                    && !chooses(next, field.name)
                    && !stays(older, field.name, next)
                {
                    return Some(field.name);
                }
            });
            None
        }
        _ => None,
    }
}

/// Whether a member of this version chooses fields, so that the check of the choice reports one of the same name in the next version.
#[inline]
const fn chooses(next: &'static Next, name: &str) -> bool {
    any!(step in next.steps => match (&step.choice, step.from) {
        (Some(choice), [[only], ..]) => choice.discriminator.is_in_older() && same(only, name),
        _ => false,
    })
}

/// Whether a member has the same name in the older version, and no step reads it as a whole.
#[inline]
const fn stays(older: &'static Shape, name: &str, next: &'static Next) -> bool {
    !starts_a_whole_step(next, name) && has(older, name)
}

#[inline]
const fn starts_a_whole_step(next: &'static Next, name: &str) -> bool {
    any!(step in next.steps => any!(path in step.from => matches!(path, [only] if same(only, name))))
}

#[inline]
const fn ends_a_step(next: &'static Next, name: &str) -> bool {
    any!(step in next.steps => starts(step.to, name))
}

/// Checks that a field that only the next version has may be absent there.
#[inline]
pub const fn next_added(shape: &'static Shape, path: NamePath) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    match required_at(next.to, path) {
        // The check of sources reports the path.
        Ok(Some(_)) if has_source(shape, path, next) => Ok(()),
        Ok(Some(name)) => Err(never_there(name, "the next version", "this one")),
        Ok(None) => Ok(()),
        Err((shape, name)) => Err(no_field(shape, name, "the next version")),
    }
}

/// Checks that a field of the next version that gets its value from an annotation or a label may be absent.
#[inline]
pub(super) const fn next_not_required(next: &Next, path: NamePath) -> CheckResult {
    match required_at(next.to, path) {
        Ok(Some(name)) => Err(never_there(name, "the next version", "this one")),
        // The check of the target reports the path.
        Ok(None) | Err(_) => Ok(()),
    }
}

/// Checks that a field that the next version drops may be absent here.
#[inline]
pub const fn next_dropped(shape: &'static Shape, path: NamePath) -> CheckResult {
    match required_at(shape, path) {
        Ok(Some(name)) => Err(never_there(name, "this version", "the next one")),
        Ok(None) | Err(_) => Ok(()),
    }
}

/// Returns the name of the field at the end of a path, if it is required.
#[inline]
pub(super) const fn required_at(
    shape: &'static Shape,
    path: NamePath,
) -> Result<Option<&'static str>, (&'static Shape, &'static str)> {
    let [parents @ .., last] = path else {
        return Ok(None);
    };
    match follow(shape, parents) {
        Ok(Some(parent)) => match find(parent, last, Suggestion::NOTHING).0 {
            FoundMember::Field(field) if must_be_there(field) => Ok(Some(field.name)),
            FoundMember::Open | FoundMember::Missing => Err((parent, last)),
            _ => Ok(None),
        },
        Ok(None) => Ok(None),
        Err(wrong) => Err(wrong),
    }
}
