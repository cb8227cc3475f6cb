//! Checks the paths and functions of steps.

use super::fits::{fits, range_fits};
use super::messages::{no_field, wrong_count, wrong_type};
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::find;
use crate::rust::shape::check::resolve::next_of;
use crate::rust::shape::check::resolve::{is_open, resolve};
use crate::rust::shape::check::text::{NamePath, Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Kind, Shape};

/// Checks that a path of the next version leads to a field.
pub const fn next_target(shape: &'static Shape, path: NamePath) -> CheckResult {
    match next_of(shape) {
        Some(next) => leads(next.to, path, "the next version"),
        None => Ok(()),
    }
}

/// Checks that a path of this version leads to a field.
pub const fn next_source(shape: &'static Shape, path: NamePath) -> CheckResult {
    leads(shape, path, "this version")
}

const fn leads(shape: &'static Shape, path: NamePath, version: &'static str) -> CheckResult {
    match follow(shape, path) {
        Ok(_) => Ok(()),
        Err((shape, name)) => Err(no_field(shape, name, version)),
    }
}

/// Returns the shape at the end of a path; none if its type is not known here.
pub(super) const fn follow(
    shape: &'static Shape,
    path: NamePath,
) -> Result<Option<&'static Shape>, (&'static Shape, &'static str)> {
    let mut shape = shape;
    each!(for name in path {
        let (member, _) = find(shape, name, Suggestion::NOTHING);
        match member {
            FoundMember::Field(field) => {
                if is_open(field.attrs) {
                    return Ok(None);
                }
                shape = field.shape;
            }
            FoundMember::Content(content) => shape = content,
            FoundMember::Tag | FoundMember::Untyped(_) => return Ok(None),
            FoundMember::Open | FoundMember::Missing => return Err((shape, name)),
        }
    });
    Ok(Some(shape))
}

/// Checks that a field that moves fits the field that it moves to.
pub const fn next_moved(shape: &'static Shape, from: NamePath, to: NamePath, number: usize) -> CheckResult {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    let policy = match next.steps.split_at_checked(number) {
        Some((_, [step, ..])) if step.unfit.is_some() => step.unfit,
        _ => next.unfit,
    };
    match (follow(shape, from), follow(next.to, to)) {
        (Ok(Some(a)), Ok(Some(b))) => match fits(a, b) {
            Ok(()) => range_fits(a, b, policy),
            Err(why) => Err(message!(
                NEXT_TYPE,
                "{}; give functions: `up = …, down = …`",
                [why.as_str()]
            )),
        },
        _ => Ok(()),
    }
}

/// The fields that a function reads or sets, and the function's types for them.
#[derive(Clone, Copy)]
struct Ends {
    shape: &'static Shape,
    paths: &'static [NamePath],
    types: &'static [&'static Shape],
}

/// Checks that a function takes or returns the types of the fields at the ends of paths, or of their elements.
pub const fn next_function(
    shape: &'static Shape,
    from: &'static [NamePath],
    takes: &'static [&'static Shape],
    to: &'static [NamePath],
    gives: &'static [&'static Shape],
) -> CheckResult {
    match next_of(shape) {
        Some(next) => function(ends(shape, from, takes), ends(next.to, to, gives)),
        None => Ok(()),
    }
}

/// [`next_function`] for the function from the next version.
pub const fn next_function_down(
    shape: &'static Shape,
    from: &'static [NamePath],
    takes: &'static [&'static Shape],
    to: &'static [NamePath],
    gives: &'static [&'static Shape],
) -> CheckResult {
    match next_of(shape) {
        Some(next) => function(ends(next.to, from, takes), ends(shape, to, gives)),
        None => Ok(()),
    }
}

const fn ends(shape: &'static Shape, paths: &'static [NamePath], types: &'static [&'static Shape]) -> Ends {
    Ends { shape, paths, types }
}

const fn function(from: Ends, to: Ends) -> CheckResult {
    if from.types.len() != from.paths.len() {
        return Err(wrong_count("takes", from.types.len(), from.paths.len()));
    }
    if to.types.len() != to.paths.len() {
        return Err(wrong_count("returns", to.types.len(), to.paths.len()));
    }
    let whole = match all_fit(from, "takes") {
        Ok(()) => all_fit(to, "returns"),
        Err(message) => Err(message),
    };
    if whole.is_err()
        && let ([taken], [takes], [given], [gives]) = (from.paths, from.types, to.paths, to.types)
        && let (Ok(Some(a)), Ok(Some(b))) = (follow(from.shape, taken), follow(to.shape, given))
        && let (Some(a), Some(b)) = (element(a), element(b))
        && fits(a, takes).is_ok()
        && fits(b, gives).is_ok()
    {
        return Ok(());
    }
    whole
}

const fn element(shape: &'static Shape) -> Option<&'static Shape> {
    match resolve(shape).kind {
        Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => Some(items),
        _ => None,
    }
}

const fn all_fit(ends: Ends, verb: &'static str) -> CheckResult {
    let (mut paths, mut types) = (ends.paths, ends.types);
    while let ([path, more_paths @ ..], [ty, more_types @ ..]) = (paths, types) {
        if let Ok(Some(field)) = follow(ends.shape, path)
            && plain_fits(field, ty).is_err()
        {
            return Err(wrong_type(verb, ty, path, field));
        }
        (paths, types) = (more_paths, more_types);
    }
    Ok(())
}

/// Checks that a function's type is that of a field, without regard to the mapping of the field's type.
const fn plain_fits(field: &'static Shape, ty: &'static Shape) -> CheckResult {
    let (a, b) = (resolve(field), resolve(ty));
    if same(a.name, b.name) {
        return Ok(());
    }
    fits(field, ty)
}
