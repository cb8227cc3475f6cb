//! Finds types whose `next` names a type that is not their next version.

use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::{has, has_variant};
use crate::rust::shape::check::resolve::{next_of, resolve};
use crate::rust::shape::check::text::{NamePath, same};
use crate::rust::shape::check::walk::MemberWalk;
use crate::rust::shape::{Kind, Next, NextVariant, Shape};

/// Returns the mapping of a type, unless `next` names another type: then nothing else about the mapping is worth saying.
#[inline]
pub(super) const fn mapping_of(shape: &'static Shape) -> Option<&'static Next> {
    match next_of(shape) {
        Some(next) if !is_another(shape, next) => Some(next),
        _ => None,
    }
}

/// Whether a type with several members shares none with that of its mapping, which has another name.
#[inline]
pub(super) const fn is_another(shape: &'static Shape, next: &'static Next) -> bool {
    let (own, to) = (resolve(shape), resolve(next.to));
    if same(own.name, to.name) {
        return false;
    }
    let mut number = 0;
    if let Kind::StringEnum(values) = own.kind {
        each!(for value in values {
            if has_variant(to, value.name) {
                return false;
            }
        });
        number = values.len();
    }
    let mut members = MemberWalk::of(own);
    while let Some((name, _)) = members.next() {
        if has(to, name) {
            return false;
        }
        number += 1;
    }
    number > 1 && !has_target(next)
}

/// Whether a part of the mapping names something that the type of the next version has.
#[inline]
const fn has_target(next: &'static Next) -> bool {
    any!(step in next.steps => has_any(next.to, step.to))
        || has_any(next.to, next.added)
        || any!(variant in next.variants => match variant {
            NextVariant::Renamed { to: name, .. }
            | NextVariant::Dropped { falls_back: name, .. }
            | NextVariant::Added { name, .. } => has_variant(next.to, name),
        })
}

#[inline]
const fn has_any(shape: &'static Shape, paths: &'static [NamePath]) -> bool {
    any!(path in paths => matches!(path, [first, ..] if has(shape, first)))
}

/// Checks that `next` names a type that a type can become.
#[inline]
pub const fn next_is_of_type(shape: &'static Shape) -> CheckResult {
    match next_of(shape) {
        Some(next) if is_another(shape, next) => Err(message!(
            NEXT_TYPE,
            "`{}` has none of the members of `{}`: name the type that `{}` becomes in the next version, or map one of its \
             members with `next(…)`",
            [resolve(next.to).name, resolve(shape).name, resolve(shape).name]
        )),
        _ => Ok(()),
    }
}
