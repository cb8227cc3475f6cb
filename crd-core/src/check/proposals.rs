//! Values that help proposes, which are tried before they are shown.
//!
//! ```text
//! hold: 20             write it in quotes: `'20'`          rejected by a rule that needs a duration
//!                      a duration is a number with a unit: `h`, `m`, `s` or `ms`
//! ```

#[cfg(test)]
mod tests;

use super::consequences::MOST;
use super::suggest::{self, move_to};
use super::{Diagnostic, Severity, codes};
use crate::model::field::{FieldError, FieldPath};
use crate::yaml;
use crate::yaml::tree::{InternedText, Node, Span, Value};

/// Tries the values that the help of some findings proposes: removes other findings about such a value, and replaces help whose value is
/// rejected, too. `check` returns the findings about a changed document.
pub(super) fn try_values(
    document: &Node,
    found: &mut Vec<Diagnostic>,
    is_tried: fn(&Diagnostic) -> bool,
    check: &dyn Fn(&Node) -> Vec<Diagnostic>,
) {
    let correct = |one: &Diagnostic| {
        let corrected = replaced(document, one, proposed(one.help.first()?)?)?;
        Some((one.span?, one.field.clone(), corrected))
    };
    let tried = found.iter().filter(|one| is_tried(one)).filter_map(correct);
    let tried: Vec<(Span, FieldPath, Node)> = tried.take(MOST).collect();
    for (span, field, corrected) in tried {
        let has_proposal = |one: &Diagnostic| one.help.first().is_some_and(|help| proposed(help).is_some());
        let is_there = |one: &Diagnostic| one.span == Some(span) && one.severity == Severity::Error;
        let is_inside = |one: &Diagnostic| {
            one.severity == Severity::Error
                && !field.segments.is_empty()
                && one.field.segments.starts_with(&field.segments)
        };
        let after = check(&corrected);
        let Some(wrong) = after.iter().find(|one| is_there(one) || is_inside(one)) else {
            found.retain(|one| !is_there(one) || has_proposal(one));
            continue;
        };
        let subject = found.iter_mut().find(|one| is_there(one) && has_proposal(one));
        if let Some(help) = subject.and_then(|one| one.help.first_mut()) {
            *help = refuted(help, wrong);
        }
    }
}

/// Returns the help for a value whose proposal is rejected, too.
fn refuted(help: &str, wrong: &Diagnostic) -> String {
    let of_conversion = |error: &FieldError| suggest::of_failed_conversion(&error.detail);
    if let Some(then) = wrong.server.as_ref().and_then(of_conversion) {
        return then.to_owned();
    }
    let words = help.rsplit_once(": `").map(|(words, _)| format!("{words}; "));
    let (words, value) = (words.unwrap_or_default(), proposed(help).unwrap_or_default());
    format!("{words}`{value}` is not valid either: {}", wrong.message)
}

/// Returns the text that help proposes to write, as opposed to an example.
fn proposed(help: &str) -> Option<&str> {
    let rest = help.trim_end_matches('?').strip_suffix('`')?;
    let (before, value) = rest.rsplit_once('`')?;
    let is_proposal = ["write ", "did you mean ", ": "]
        .iter()
        .any(|words| before.ends_with(words));
    (is_proposal && !value.contains('…')).then_some(value)
}

/// Returns the value of a field that a text of YAML has, with or without the name of the field.
fn value_of(text: &str, field: Option<&str>) -> Option<Value> {
    let mut read = yaml::read(text.as_bytes(), yaml::Options::default());
    let root = read.documents.pop()?.root;
    Some(match (root.members(), field) {
        ([only], Some(field)) if *only.key == *field => only.value.value.clone(),
        _ => root.value,
    })
}

/// Returns the document with the proposed value at the place of a finding; everything in it has that place. A part of a list or an
/// object is not tried: the rest of it would be missing.
fn replaced(document: &Node, one: &Diagnostic, proposal: &str) -> Option<Node> {
    let place = one.span?;
    // Another name may be proposed for what is named there.
    let of_type = matches!(one.code, codes::OBJECT_TYPE | codes::DEFAULT_INVALID);
    let mut document = document.clone();
    let (name, node) = value_at(&mut document, place, None)?;
    let was_collection = node.is_collection();
    node.value = value_of(proposal, name.as_deref())?;
    if was_collection && (node.is_collection() || !of_type) {
        return None;
    }
    move_to(node, place);
    Some(document)
}

/// Returns the scalar at a place, or the list or object whose name is there, and the name of the member.
fn value_at(
    node: &mut Node,
    place: Span,
    name: Option<InternedText>,
) -> Option<(Option<InternedText>, &mut Node)> {
    if !node.is_collection() {
        return (node.span == place).then_some((name, node));
    }
    match &mut node.value {
        Value::Sequence(items) => items
            .iter_mut()
            .find_map(|item| value_at(item, place, name.clone())),
        Value::Mapping(mapping) => mapping.entries.iter_mut().find_map(|entry| {
            let name = Some(entry.key.clone());
            if entry.key_span == place && entry.value.is_collection() {
                return Some((name, &mut entry.value));
            }
            value_at(&mut entry.value, place, name)
        }),
        _ => None,
    }
}
