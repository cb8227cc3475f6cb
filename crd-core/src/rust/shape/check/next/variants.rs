//! Checks that each variant of an enum has a counterpart in the other version.

use super::another::mapping_of;
use super::contents::stands_in;
use super::messages::{falls_back_to_none, no_fall_back, no_variant};
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::has_variant;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::same;
use crate::rust::shape::{Kind, Next, NextVariant, Shape};

/// Checks that a variant of an enum has a counterpart in the next version.
#[inline]
pub const fn next_variant(shape: &'static Shape, name: &'static str) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, to } if same(from, name) => {
                return if has_variant(next.to, to) {
                    Ok(())
                } else {
                    Err(no_variant(next.to, to, "the next version"))
                };
            }
            NextVariant::Dropped {
                name: dropped,
                falls_back,
            } if same(dropped, name) => {
                if !has_variant(next.to, falls_back) {
                    return Err(no_variant(next.to, falls_back, "the next version"));
                }
                if is_added(next, falls_back) {
                    return Err(falls_back_to_none(falls_back, "this version"));
                }
                return stands_in([next.to, shape], [falls_back, dropped], next);
            }
            _ => {}
        }
    });
    if has_variant(next.to, name) {
        Ok(())
    } else {
        Err(message!(
            NEXT_UNMAPPED,
            "the next version has no variant `{}`: write `next(rename = \"…\")` or `next(falls_back = \
             \"…\")` on it",
            [name]
        ))
    }
}

/// Checks the substitute in this version for a variant that only the next version has.
#[inline]
pub const fn next_added_variant(
    shape: &'static Shape,
    name: &'static str,
    falls_back: &'static str,
) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    if !has_variant(next.to, name) {
        // Reported at the name.
        return Ok(());
    }
    if !has_variant(shape, falls_back) {
        return Err(no_variant(shape, falls_back, "this version"));
    }
    if is_dropped(next, falls_back) {
        return Err(falls_back_to_none(falls_back, "the next version"));
    }
    stands_in([shape, next.to], [falls_back, name], next)
}

#[inline]
const fn is_added(next: &'static Next, name: &str) -> bool {
    any!(variant in next.variants => matches!(variant, NextVariant::Added { name: added, .. } if same(added, name)))
}

#[inline]
const fn is_dropped(next: &'static Next, name: &str) -> bool {
    any!(variant in next.variants => matches!(variant, NextVariant::Dropped { name: dropped, .. } if same(dropped, name)))
}

/// Checks that every variant of the next version has a counterpart in this version.
#[inline]
pub const fn next_variants_complete(shape: &'static Shape) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    match resolve(next.to).kind {
        Kind::StringEnum(values) => {
            each!(for value in values {
                if !comes_from(shape, next, value.name) {
                    return missed(next, value.name);
                }
            });
        }
        Kind::Variants(_, variants) => {
            each!(for variant in variants {
                if !comes_from(shape, next, variant.name) {
                    return missed(next, variant.name);
                }
            });
        }
        Kind::Union { members, .. } => {
            each!(for member in members {
                if !comes_from(shape, next, member.value) {
                    return missed(next, member.value);
                }
            });
        }
        _ => {}
    }
    Ok(())
}

/// Reports a variant of the next version without a source, unless it is the likely target of a misspelt name.
#[inline]
const fn missed(next: &'static Next, name: &'static str) -> CheckResult {
    let is_misspelt = any!(variant in next.variants => match variant {
        NextVariant::Renamed { to, .. } => !has_variant(next.to, to),
        NextVariant::Added { name, .. } => !has_variant(next.to, name),
        NextVariant::Dropped { .. } => false,
    });
    if is_misspelt {
        Ok(())
    } else {
        Err(no_fall_back(name))
    }
}

#[inline]
const fn comes_from(shape: &'static Shape, next: &'static Next, name: &str) -> bool {
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { to, .. } if same(to, name) => return true,
            NextVariant::Renamed { from, .. } if same(from, name) => return false,
            NextVariant::Added { name: added, .. } if same(added, name) => return true,
            _ => {}
        }
    });
    has_variant(shape, name)
}
