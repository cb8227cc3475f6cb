//! What helps to correct an error of an object: the form of the value, the value that was meant, and the members that a rule reads.

mod choice;
mod help;
mod marks;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::place::find;
use super::subject::ObjectSubject;
use crate::model::field::{Cause, FieldError, FieldPath, ValueFault, ValueFaultKind};
use crate::model::rules;
use crate::model::sort::sort;
use crate::yaml::tree::Span;
pub(super) use choice::{choice_of, is_of_choice};
use help::text_of_enum;
pub(super) use help::{help, name_words};
pub(super) use marks::{mark_absent, mark_first, mark_read, mark_text, with_index};

/// Returns the values of each `enum` that an error is about.
pub(super) fn enums(errors: &[FieldError]) -> BTreeMap<&FieldPath, &[String]> {
    let values = errors.iter().filter_map(|error| match error.cause.as_deref() {
        Some(Cause::Value(ValueFault {
            kind: ValueFaultKind::Enum(members),
            ..
        })) => Some((&error.field, members.as_slice())),
        _ => None,
    });
    let mut enums = BTreeMap::new();
    enums.extend(values);
    enums
}

/// Whether an error about the type of a value follows from that about the values of an `enum`, which are texts.
pub(super) fn follows_from_enum(
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    enums: &BTreeMap<&FieldPath, &[String]>,
) -> bool {
    let Some(members) = enums.get(&error.field).filter(|_| is_of_type(error)) else {
        return false;
    };
    let path = error.field.to_string();
    let place = find(subject.node, &path);
    place.rest.is_empty() && text_of_enum(subject, place.node, members).is_some()
}

/// Returns the spans of the lists and objects that do not have the type of their schema, in the order of the text.
pub(super) fn wrong_collections(subject: &ObjectSubject<'_>, errors: &[FieldError]) -> Vec<Span> {
    let of_type = errors.iter().filter(|error| is_of_type(error));
    let places = of_type.filter_map(|error| {
        let path = error.field.to_string();
        let place = find(subject.node, &path);
        (place.rest.is_empty() && place.node.is_collection()).then_some(place.node.span)
    });
    let mut places: Vec<Span> = places.collect();
    sort(&mut places);
    places
}

/// Whether an error is about the type of a value.
pub(super) fn is_of_type(error: &FieldError) -> bool {
    matches!(error.cause.as_deref(), Some(Cause::Value(fault)) if matches!(fault.kind, ValueFaultKind::Type(_)))
}

/// Whether an error of the subresource `scale` follows from that of the value, or of the object that contains it.
pub(super) fn follows_from_value(error: &FieldError, errors: &[FieldError]) -> bool {
    let path = |error: &FieldError| error.field.to_string().trim_start_matches('.').to_owned();
    let is_value = |other: &FieldError| matches!(other.cause.as_deref(), Some(Cause::Value(_)));
    error.rule == rules::SCL_01
        && errors.iter().any(|other| {
            let within = path(error);
            let rest = within.strip_prefix(&path(other)).filter(|_| is_value(other));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}
