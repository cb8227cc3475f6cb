//! Checks fields that are annotations or labels in the other version.

use super::another::mapping_of;
use super::fields::{next_dropped, next_not_required};
use super::messages::{function_of_no_text, metadata_twice, no_label, rust_type, takes_a_reference};
use super::paths::follow;
use super::steps::{all_fit, borrows, ends};
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath, same};
use crate::rust::shape::{Kind, MetadataKind, Next, NextStep, Shape};

/// Checks that the field of the step with this number may be absent and can be an annotation or a label, and that no step before it uses the
/// same name.
#[inline]
pub const fn next_metadata(shape: &'static Shape, number: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Some((before, [step, ..])) = next.steps.split_at_checked(number) else {
        return Ok(());
    };
    let Some(entry) = step.metadata else {
        return Ok(());
    };
    each!(for other in before {
        if let Some(known) = other.metadata
            && matches!(known.kind, MetadataKind::Label) == matches!(entry.kind, MetadataKind::Label)
            && same(known.name, entry.name)
        {
            return Err(metadata_twice(entry));
        }
    });
    let may_be_absent = match (step.from, step.to) {
        ([path], _) => next_dropped(shape, path),
        (_, [path]) => next_not_required(next, path),
        _ => Ok(()),
    };
    attempt!(may_be_absent);
    if matches!(entry.kind, MetadataKind::Label)
        && step.functions.is_none()
        && let Some(field) = field_of(shape, next, step)
        && matches!(
            resolve(field).kind,
            Kind::Array(_)
                | Kind::Set(_)
                | Kind::Map(_)
                | Kind::Object(_)
                | Kind::Variants(..)
                | Kind::Union { .. }
                | Kind::EmbeddedResource(_)
        )
    {
        return Err(no_label(field));
    }
    Ok(())
}

/// Checks that the functions of the step with this number are between its field and a string.
#[inline]
pub const fn next_text_functions(shape: &'static Shape, number: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let Some((_, [step, ..])) = next.steps.split_at_checked(number) else {
        return Ok(());
    };
    let Some(functions) = step.functions else {
        return Ok(());
    };
    let (version, paths, write, read) = match (step.from, step.to) {
        ([_], _) => (shape, step.from, functions.up, functions.down),
        _ => (next.to, step.to, functions.down, functions.up),
    };
    let Some(field) = field_of(shape, next, step) else {
        return Ok(());
    };
    let (takes, gives) = (
        ends(version, paths, write.arguments),
        ends(version, paths, read.results),
    );
    if borrows(write.arguments) {
        let ty = rust_type(field);
        return Err(takes_a_reference(
            "field needs",
            message!("fn({}) -> Option<String>", [ty.as_str()]),
        ));
    }
    if borrows(read.arguments) {
        let ty = rust_type(field);
        return Err(takes_a_reference(
            "field needs",
            message!("fn(String) -> Option<{}>", [ty.as_str()]),
        ));
    }
    if all_fit(takes, "takes", Message::NEW).is_err() {
        let ty = rust_type(field);
        let declared = message!("; the field needs `fn({}) -> Option<String>`", [ty.as_str()]);
        return all_fit(takes, "takes", declared);
    }
    if all_fit(gives, "returns", Message::NEW).is_err() {
        let ty = rust_type(field);
        let declared = message!("; the field needs `fn(String) -> Option<{}>`", [ty.as_str()]);
        return all_fit(gives, "returns", declared);
    }
    if !is_text(write.results) {
        return Err(function_of_no_text("returns", write.results, field, last(paths)));
    }
    if !is_text(read.arguments) {
        return Err(function_of_no_text("takes", read.arguments, field, last(paths)));
    }
    Ok(())
}

#[inline]
const fn field_of(shape: &'static Shape, next: &'static Next, step: &NextStep) -> Option<&'static Shape> {
    let found = match (step.from, step.to) {
        ([path], _) => follow(shape, path),
        (_, [path]) => follow(next.to, path),
        _ => Ok(None),
    };
    match found {
        Ok(field) => field,
        Err(_) => None,
    }
}

#[inline]
const fn is_text(types: &'static [&'static Shape]) -> bool {
    matches!(types, [one] if matches!(resolve(one).kind, Kind::String { .. } | Kind::StringEnum(_)))
}

#[inline]
const fn last(paths: &'static [NamePath]) -> &'static str {
    match paths {
        [[.., name], ..] => name,
        _ => "",
    }
}
