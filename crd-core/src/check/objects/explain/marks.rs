//! The places that a diagnostic marks: the members that a rule reads, the texts of metadata, and equal elements.

use crate::check::Diagnostic;
use crate::check::objects::place::find;
use crate::check::objects::subject::ObjectSubject;
use crate::model::field::FieldError;
use crate::yaml::tree::{Entry, Node, Span};

/// Maximum number of places that a diagnostic marks.
const MARKED: usize = 4;

/// Marks the members of an object that a rule reads: `a` and `b.c` for `self.a < self.b.c`. The last one becomes the main place.
pub(in crate::check::objects) fn mark_read(diagnostic: &mut Diagnostic, object: &Node, rule: &str) {
    let mut read: Vec<Span> = Vec::new();
    for (at, _) in rule.match_indices("self.") {
        let before = rule.get(..at).unwrap_or_default();
        if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')) {
            continue;
        }
        let names = rule.get(at + "self.".len()..).unwrap_or_default();
        let end = names.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')));
        let names = names.get(..end.unwrap_or(names.len())).unwrap_or_default();
        if let Some(entry) = deepest(object, names) {
            let span = entry.shown();
            if !read.contains(&span) {
                read.push(span);
            }
        }
    }
    read.sort_unstable();
    read.truncate(MARKED);
    let Some((last, others)) = read.split_last() else {
        return;
    };
    diagnostic.span = Some(*last);
    let others = others.iter().map(|span| (*span, "read by the rule".to_owned()));
    diagnostic.labels.extend(others);
}

/// Returns the last member on a path that exists.
fn deepest<'a>(object: &'a Node, names: &str) -> Option<&'a Entry> {
    let mut found = None;
    let mut node = object;
    for name in names.split('.') {
        let Some(entry) = node.as_mapping().and_then(|mapping| mapping.get(name)) else {
            break;
        };
        (found, node) = (Some(entry), &entry.value);
    }
    found
}

/// Marks the name or the value of a label or annotation that an error quotes.
pub(in crate::check::objects) fn mark_text(diagnostic: &mut Diagnostic, texts: &Node, error: &FieldError) {
    let quoted: Option<String> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let is_quoted = |element: &&Node| element.as_str() == quoted.as_deref() && quoted.is_some();
    let element = texts.elements().iter().find(is_quoted);
    let entries = texts.members().iter();
    let mut places = entries.filter_map(|entry| match quoted.as_deref()? {
        quoted if quoted == &*entry.key => Some(entry.key_span),
        quoted => (entry.value.as_str() == Some(quoted)).then_some(entry.value.span),
    });
    let place = places.next().or(element.map(|element| element.span));
    diagnostic.span = place.or(diagnostic.span);
}

/// Returns a path into the owners of an object with the index of the first one that lacks the member: the server reports none.
pub(in crate::check::objects) fn with_index(object: &Node, path: String) -> String {
    const OWNERS: &str = "metadata.ownerReferences";
    let Some(member) = path.strip_prefix(OWNERS).and_then(|rest| rest.strip_prefix('.')) else {
        return path;
    };
    let owners = find(object, OWNERS).node.elements();
    let lacks = |owner: &Node| owner.get(member).is_none();
    match owners.iter().position(lacks) {
        Some(index) => format!("{OWNERS}[{index}].{member}"),
        None => path,
    }
}

/// Marks the first of two elements of a list with the same keys, and the keys of the second one.
pub(in crate::check::objects) fn mark_first(
    diagnostic: &mut Diagnostic,
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    path: &str,
) {
    let Some((list, index)) = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) else {
        return;
    };
    let place = find(subject.node, list);
    let (Ok(index), true) = (index.parse::<usize>(), place.rest.is_empty()) else {
        return;
    };
    let elements = place.node.elements();
    let Some(again) = elements.get(index) else {
        return;
    };
    let keys: Option<serde_json::Map<String, serde_json::Value>> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let shown = |element: &Node| {
        let key = keys
            .as_ref()
            .and_then(|keys| keys.keys().find_map(|key| element.get(key)));
        key.map_or(element.span, |key| key.span)
    };
    let identity = |element: &Node| match &keys {
        Some(keys) => keys
            .keys()
            .map(|key| element.get(key).map(Node::to_json))
            .collect(),
        None => vec![Some(element.to_json())],
    };
    let repeated = identity(again);
    let is_same = |element: &&Node| identity(element) == repeated;
    if let Some(first) = elements.iter().take(index).find(is_same) {
        diagnostic.labels.push((shown(first), "first here".to_owned()));
        if keys.is_some() {
            diagnostic.span = Some(shown(again));
        }
    }
}
