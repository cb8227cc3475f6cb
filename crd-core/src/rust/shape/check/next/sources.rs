//! Checks that each target has one source, in both directions: two fields with one target would lose one of their values.

use super::another::mapping_of;
use super::messages::{
    added_but_there, added_twice, both_stay, no_variant, not_added, taken_twice, two_sources, two_variants,
    variant_stays,
};
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::find;
use crate::rust::shape::check::members::has_variant;
use crate::rust::shape::check::resolve::next_of;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath, Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Kind, Next, NextStep, NextVariant, Shape};

/// Checks that the step with this number reads fields that no step before it reads, and sets fields that nothing else sets.
#[inline]
pub const fn next_has_one_source(shape: &'static Shape, number: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Some((before, [step, ..])) = next.steps.split_at_checked(number) else {
        return Ok(());
    };
    each!(for other in before {
        if let Some(path) = first_overlap(step.from, other.from)
            && !(is_below_dropped(step, other))
        {
            return Err(taken_twice(path));
        }
        if let Some(path) = first_overlap(step.to, other.to) {
            return Err(two_sources(path, name_of(other), name_of(step), next));
        }
    });
    each!(for path in step.to {
        if stays_at(shape, path, next) {
            return Err(both_stay(path, next));
        }
    });
    Ok(())
}

/// Checks that an added field has no other source.
#[inline]
pub const fn next_added_has_one_source(shape: &'static Shape, number: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Some((before, [path, ..])) = next.added.split_at_checked(number) else {
        return Ok(());
    };
    if stays_at(shape, path, next) {
        return Err(added_but_there(path));
    }
    each!(for other in before {
        if is_prefix(other, path) && is_prefix(path, other) {
            return Err(added_twice(Message::path(path).without_dot()));
        }
    });
    each!(for step in next.steps {
        each!(for to in step.to {
            if is_prefix(to, path) {
                return Err(two_sources(path, name_of(step), "added(…)", next));
            }
        });
    });
    Ok(())
}

/// Whether a field of this version, or a step, sets a field of the next version.
#[inline]
pub(super) const fn has_source(shape: &'static Shape, path: NamePath, next: &'static Next) -> bool {
    stays_at(shape, path, next)
        || any!(step in next.steps => step.choice.is_none() && any!(to in step.to => is_prefix(to, path)))
}

/// Returns a path of one list that equals a path of the other, or is above or below one.
#[inline]
const fn first_overlap(paths: &'static [NamePath], others: &'static [NamePath]) -> Option<NamePath> {
    each!(for path in paths {
        each!(for other in others {
            if is_prefix(path, other) || is_prefix(other, path) {
                return Some(path);
            }
        });
    });
    None
}

/// Whether one of two steps drops an object of which the other reads a field.
#[inline]
const fn is_below_dropped(a: &NextStep, b: &NextStep) -> bool {
    match (a.from, b.from) {
        ([one], [other]) if is_dropped(a) != is_dropped(b) => {
            let (dropped, kept) = if is_dropped(a) { (one, other) } else { (other, one) };
            dropped.len() < kept.len()
        }
        _ => false,
    }
}

#[inline]
const fn is_dropped(step: &NextStep) -> bool {
    step.to.is_empty() && step.metadata.is_none()
}

#[inline]
pub(super) const fn is_prefix(short: NamePath, long: NamePath) -> bool {
    let (mut short, mut long) = (short, long);
    while let [first, rest @ ..] = short {
        match long {
            [other, others @ ..] if same(first, other) => (short, long) = (rest, others),
            _ => return false,
        }
    }
    true
}

/// Returns the name of the first field that a step reads, or of its annotation or label.
#[inline]
const fn name_of(step: &NextStep) -> &'static str {
    match (step.from, step.metadata) {
        ([[.., name], ..], _) => name,
        (_, Some(entry)) => entry.name,
        _ => "",
    }
}

/// Whether a field of this version has this path, and keeps it in the next one. Mappings of types below are not considered.
#[inline]
const fn stays_at(shape: &'static Shape, path: NamePath, next: &'static Next) -> bool {
    let mut shape = shape;
    let (mut depth, mut rest) = (1, path);
    while let [name, more @ ..] = rest {
        if is_taken(next, path, depth) {
            return false;
        }
        match find(shape, name, Suggestion::NOTHING).0 {
            FoundMember::Field(field) => shape = field.shape,
            FoundMember::Content(content) => shape = content,
            FoundMember::Tag | FoundMember::Untyped(_) => return more.is_empty(),
            FoundMember::Open | FoundMember::Missing => return false,
        }
        if next_of(shape).is_some() && !more.is_empty() {
            return false;
        }
        (depth, rest) = (depth + 1, more);
    }
    true
}

/// Whether a step reads the field at the first `depth` names of a path.
#[inline]
const fn is_taken(next: &'static Next, path: NamePath, depth: usize) -> bool {
    each!(for step in next.steps {
        each!(for from in step.from {
            if from.len() == depth && is_prefix(from, path) {
                return true;
            }
        });
    });
    false
}

/// Checks that no other variant has the same name in the next version.
#[inline]
pub const fn next_variant_has_one_source(shape: &'static Shape, name: &'static str) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let mut target = None;
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, to } if same(from, name) => target = Some(*to),
            _ => {}
        }
    });
    let Some(target) = target else {
        return Ok(());
    };
    if keeps_name(shape, next, target) {
        return Err(variant_stays(target, name));
    }
    each!(for variant in next.variants {
        if let NextVariant::Renamed { from, to } = variant
            && same(to, target)
        {
            return if same(from, name) {
                Ok(())
            } else {
                Err(two_variants(target, from, name))
            };
        }
    });
    Ok(())
}

/// Checks that the next version has an added variant, which has no source in this version.
#[inline]
pub const fn next_added_variant_has_one_source(shape: &'static Shape, name: &'static str) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    if !has_variant(next.to, name) {
        return Err(no_variant(next.to, name, "the next version"));
    }
    if keeps_name(shape, next, name) {
        return Err(not_added(name, name));
    }
    let mut count = 0;
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, to } if same(to, name) => {
                return Err(not_added(name, from));
            }
            NextVariant::Added { name: added, .. } if same(added, name) => count += 1,
            _ => {}
        }
    });
    if count > 1 {
        return Err(added_twice(name));
    }
    Ok(())
}

/// Whether a variant of this version has a name, and keeps it.
#[inline]
const fn keeps_name(shape: &'static Shape, next: &'static Next, name: &str) -> bool {
    each!(for variant in next.variants {
        match variant {
            NextVariant::Renamed { from, .. } if same(from, name) => return false,
            NextVariant::Dropped { name: dropped, .. } if same(dropped, name) => return false,
            _ => {}
        }
    });
    match resolve(shape).kind {
        Kind::Variants(..) | Kind::StringEnum(_) | Kind::Union { .. } => has_variant(shape, name),
        _ => false,
    }
}
