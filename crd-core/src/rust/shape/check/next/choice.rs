//! Checks choices of a field by the value of a discriminator.

use super::another::mapping_of;
use super::fields::{next_added, next_dropped};
use super::fits::{fits, range_fits};
use super::messages::{
    discriminator_differs, discriminator_in_both, no_case, no_discriminator, no_such_value, not_as_it_is,
    rust_type,
};
use super::paths::follow;
use super::presence::Absence;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::{has, has_value};
use crate::rust::shape::check::resolve::next_of;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath, same};
use crate::rust::shape::{Kind, Next, NextCase, NextChoice, NextStep, Shape};

/// Checks the discriminator of the step with this number: it is a string, both versions have the same one or objects without it are
/// valid, and each of its values has a case.
#[inline]
pub const fn next_discriminator(shape: &'static Shape, number: usize) -> CheckResult {
    let Some((next, step, choice)) = choice_of(shape, number) else {
        return Ok(());
    };
    let (here, there) = discriminators(shape, next, step, choice);
    if let Some((path, discriminator)) = not_text([(step.from, here), (step.to, there)]) {
        return Err(no_discriminator(path, discriminator));
    }
    match (here, there) {
        (Some(here), Some(there)) => {
            if next_of(here).is_some() {
                return Err(discriminator_differs(
                    "its type has its own mapping",
                    functions_of_all(shape, next, step),
                ));
            }
            match fits(here, there) {
                Ok(()) => Ok(()),
                Err(why) => Err(discriminator_differs(
                    why.as_str(),
                    functions_of_all(shape, next, step),
                )),
            }
        }
        (Some(discriminator), None) if choice.discriminator.is_in_older() => {
            attempt!(every_value(discriminator, shape, next, step, choice));
            match step.from {
                [[name], ..]
                    if has(next.to, name)
                        && !any!(other in next.steps => gives(other, name))
                        && !any!(added in next.added => matches!(added, [first, ..] if same(first, name))) =>
                {
                    Err(discriminator_in_both(name))
                }
                [path, ..] => next_dropped(shape, path),
                [] => Ok(()),
            }
        }
        (None, Some(discriminator)) => {
            attempt!(every_value(discriminator, shape, next, step, choice));
            match step.to {
                [path, ..] => next_added(shape, path),
                [] => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Checks a case of the step with this number: the discriminator has its value, its fields have the same type, and both may be absent.
#[inline]
pub const fn next_case(shape: &'static Shape, number: usize, index: usize) -> CheckResult {
    let Some((next, step, choice)) = choice_of(shape, number) else {
        return Ok(());
    };
    let Some((_, [case, ..])) = choice.cases.split_at_checked(index) else {
        return Ok(());
    };
    let (here, there) = discriminators(shape, next, step, choice);
    if let (Some(value), Some(discriminator)) = (case.value, first_of(here, there))
        && let Kind::StringEnum(values) = resolve(discriminator).kind
        && !has_value(values, value)
    {
        return Err(no_such_value(discriminator, value));
    }
    let Some((from, to)) = ends(step, case) else {
        return Ok(());
    };
    if let (Ok(Some(a)), Ok(Some(b))) = (follow(shape, from), follow(next.to, to)) {
        if next_of(a).is_some() {
            return Err(not_as_it_is(
                from,
                to,
                "its type has its own mapping",
                functions_of_all(shape, next, step),
            ));
        }
        if let Err(why) = fits(a, b) {
            return Err(not_as_it_is(
                from,
                to,
                why.as_str(),
                functions_of_all(shape, next, step),
            ));
        }
        if range_fits(a, b, None, Absence::Allowed).is_err() {
            return Err(not_as_it_is(
                from,
                to,
                "the ranges of their numbers differ",
                functions_of_all(shape, next, step),
            ));
        }
    }
    attempt!(next_dropped(shape, from));
    next_added(shape, to)
}

/// Whether a step sets a member of the next version, or a field below it.
#[inline]
const fn gives(step: &NextStep, name: &str) -> bool {
    any!(path in step.to => matches!(path, [first, ..] if same(first, name)))
}

#[inline]
const fn choice_of(
    shape: &'static Shape,
    number: usize,
) -> Option<(&'static Next, &'static NextStep, &'static NextChoice)> {
    let Some(next) = mapping_of(shape) else {
        return None;
    };
    match next.steps.split_at_checked(number) {
        Some((_, [step, ..])) => match &step.choice {
            Some(choice) => Some((next, step, choice)),
            None => None,
        },
        _ => None,
    }
}

/// Returns the discriminator of this version and that of the next, as far as their types are known here.
#[inline]
const fn discriminators(
    shape: &'static Shape,
    next: &'static Next,
    step: &'static NextStep,
    choice: &'static NextChoice,
) -> (Option<&'static Shape>, Option<&'static Shape>) {
    let here = if choice.discriminator.is_in_older() {
        first_shape(shape, step.from)
    } else {
        None
    };
    let there = if choice.discriminator.is_in_newer() {
        first_shape(next.to, step.to)
    } else {
        None
    };
    (here, there)
}

#[inline]
const fn first_shape(shape: &'static Shape, paths: &'static [NamePath]) -> Option<&'static Shape> {
    let [path, ..] = paths else { return None };
    match follow(shape, path) {
        Ok(found) => found,
        Err(_) => None,
    }
}

#[inline]
const fn first_of(a: Option<&'static Shape>, b: Option<&'static Shape>) -> Option<&'static Shape> {
    match a {
        Some(shape) => Some(shape),
        None => b,
    }
}

/// Returns the first discriminator that is not a string, with its path.
#[inline]
const fn not_text(
    ends: [(&'static [NamePath], Option<&'static Shape>); 2],
) -> Option<(NamePath, &'static Shape)> {
    let [one, other] = ends;
    match (one, other) {
        (([path, ..], Some(shape)), _) | (_, ([path, ..], Some(shape))) if !is_text(shape) => {
            Some((*path, shape))
        }
        _ => None,
    }
}

#[inline]
const fn is_text(shape: &'static Shape) -> bool {
    matches!(resolve(shape).kind, Kind::String { .. } | Kind::StringEnum(_))
}

/// Checks that each value of an enum that only one version has is the value of a case.
#[inline]
const fn every_value(
    discriminator: &'static Shape,
    shape: &'static Shape,
    next: &'static Next,
    step: &'static NextStep,
    choice: &'static NextChoice,
) -> CheckResult {
    if let Kind::StringEnum(values) = resolve(discriminator).kind {
        // A case for a value that does not exist is reported alone.
        let is_misspelt = any!(case in choice.cases => match case.value {
            Some(value) => !has_value(values, value),
            None => false,
        });
        each!(for value in values {
            if !is_misspelt
                && !any!(case in choice.cases => matches!(case.value, Some(known) if same(known, value.name)))
            {
                return Err(no_case(value.name, functions_of_all(shape, next, step)));
            }
        });
    }
    Ok(())
}

#[inline]
const fn ends(step: &'static NextStep, case: &NextCase) -> Option<(NamePath, NamePath)> {
    match (
        step.from.split_at_checked(case.from),
        step.to.split_at_checked(case.to),
    ) {
        (Some((_, [from, ..])), Some((_, [to, ..]))) => Some((*from, *to)),
        _ => None,
    }
}

/// Returns the mapping with functions of all fields of a step, and their declarations.
#[inline]
const fn functions_of_all(shape: &'static Shape, next: &'static Next, step: &'static NextStep) -> Message {
    let (a, b) = (types_of(shape, step.from), types_of(next.to, step.to));
    let (a, b) = (a.as_str(), b.as_str());
    let (gives_a, gives_b) = (given(step.from, a), given(step.to, b));
    message!(
        "; or write functions instead: `moved({}, {}, up = …, down = …)` with `fn up({}) -> {}` and `fn down({}) -> {}`",
        [
            quoted(step.from).as_str(),
            targets(step.to).as_str(),
            a,
            gives_b.as_str(),
            b,
            gives_a.as_str()
        ]
    )
}

/// Returns the result of a function with these types: a tuple, if there are several.
#[inline]
const fn given(paths: &'static [NamePath], types: &str) -> Message {
    match paths {
        [_] => message!("{}", [types]),
        _ => message!("Option<({})>", [types]),
    }
}

#[inline]
const fn targets(paths: &'static [NamePath]) -> Message {
    let names = quoted(paths);
    match paths {
        [_] => message!("to = {}", [names.as_str()]),
        _ => message!("to({})", [names.as_str()]),
    }
}

/// Returns the types of the fields at the ends of paths, each of which may be absent.
#[inline]
pub(super) const fn types_of(shape: &'static Shape, paths: &'static [NamePath]) -> Message {
    let mut types = Message::NEW;
    each!(for path in paths {
        if !types.as_str().is_empty() {
            types = types.text(", ");
        }
        let ty = match follow(shape, path) {
            Ok(Some(field)) => rust_type(field),
            _ => message!("_"),
        };
        types = types.say("Option<{}>", &[ty.as_str()]);
    });
    types
}

#[inline]
const fn quoted(paths: &'static [NamePath]) -> Message {
    let mut names = Message::NEW;
    each!(for path in paths {
        if !names.as_str().is_empty() {
            names = names.text(", ");
        }
        names = names.say("\"{}\"", &[Message::path(path).without_dot()]);
    });
    names
}
