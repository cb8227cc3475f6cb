//! Values that help proposes, or shows as examples, which are tried before they are shown.
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
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::yaml;
use crate::yaml::tree::{InternedText, Node, Span, Value};

/// Tries the values that the help of some findings proposes: removes other findings about such a value, and replaces help whose value is
/// rejected, too, as well as examples that are. `check` returns the findings about a changed document.
pub(super) fn try_values(
    document: &Node,
    found: &mut Vec<Diagnostic>,
    is_tried: fn(&Diagnostic) -> bool,
    check: &dyn Fn(&Node) -> Vec<Diagnostic>,
) {
    let correct = |one: &Diagnostic| {
        let help = one.help.first()?;
        let corrected = replaced(document, one, proposed(help).or_else(|| example(help))?)?;
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
            if found.iter().any(|one| is_there(one) && has_proposal(one)) {
                found.retain(|one| !is_there(one) || has_proposal(one));
            }
            continue;
        };
        let Some(subject) = found.iter_mut().find(|one| is_there(one) && !one.help.is_empty()) else {
            continue;
        };
        let is_valid = |value: &str| {
            let corrected = replaced(document, subject, value);
            corrected.is_some_and(|corrected| {
                !check(&corrected)
                    .iter()
                    .any(|one| is_there(one) || is_inside(one))
            })
        };
        let value = subject.help.first().and_then(|help| example(help));
        let other = value.map(|_| texts_of_rule(wrong).into_iter().find(|text| is_valid(text)));
        if let Some(help) = subject.help.first_mut() {
            *help = match other {
                None => refuted(help, wrong),
                Some(Some(other)) => format!("write it like `{other}`"),
                Some(None) => format!("its other restrictions apply, too: {}", wrong.message),
            };
        }
    }
}

/// Returns the example that help ends with.
fn example(help: &str) -> Option<&str> {
    let (before, value) = help.strip_suffix('`')?.rsplit_once('`')?;
    let is_example = ["write it like ", "with a unit, such as "];
    is_example
        .iter()
        .any(|words| before.ends_with(words))
        .then_some(value)
}

/// Returns the first texts without spaces in the rule of an error.
fn texts_of_rule(error: &Diagnostic) -> Vec<String> {
    let rule = error.elsewhere.as_deref();
    let rule = rule.and_then(|rule| rule.span.slice(&rule.file.text));
    let texts = rule.unwrap_or_default().split(['\'', '"']);
    let is_value = |text: &&str| {
        let is_of_value = |c: char| c.is_alphanumeric() || "-+.:/@".contains(c);
        !text.is_empty() && text.chars().all(is_of_value)
    };
    texts
        .filter(is_value)
        .take(MOST_TEXTS)
        .map(str::to_owned)
        .collect()
}

/// Maximum number of texts of a rule that are tried as examples.
const MOST_TEXTS: usize = 3;

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
    let is_element = matches!(one.field.segments.last(), Some(Segment::Index(_)));
    let mut document = document.clone();
    let (name, node) = value_at(&mut document, place, None)?;
    let was_collection = node.is_collection();
    node.value = value_of(proposal, name.as_deref())?;
    if was_collection && (node.is_collection() || !of_type || is_element) {
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
