//! Deprecated fields of objects: highlighting, and replacement with the field that their description names.

use std::ops::Range;

use serde_json::{Value as Json, json};

use super::fields::is_deprecated;
use super::subject::{SchemaSubject, Subject};
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace, CursorStep, LooseNode};

/// Returns the ranges of the names of deprecated fields.
pub(crate) fn deprecated_tokens(snapshot: &Snapshot) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for document in snapshot.documents() {
        let subject = Subject::of(snapshot, &document.loose.root, snapshot.content(), &[]);
        if let Some(subject) = subject.filter(|subject| !subject.is_crd())
            && let Some(root) = subject.at(&[])
        {
            collect(&document.loose.root, &root, &mut found);
        }
    }
    found
}

fn collect(node: &LooseNode, place: &SchemaSubject<'_>, found: &mut Vec<Range<usize>>) {
    for member in node.members() {
        if let Some(below) = place.child(&CursorStep::Member(member.name.clone())) {
            if is_deprecated(&below) {
                found.push(member.key.clone());
            }
            collect(&member.value, &below, found);
        }
    }
    for (index, element) in node.elements().iter().enumerate() {
        if let Some(below) = place.child(&CursorStep::Element(index)) {
            collect(element, &below, found);
        }
    }
}

/// Returns the action that replaces a deprecated field with the one that its description names.
pub(super) fn replacement(snapshot: &Snapshot, offset: usize) -> Option<Json> {
    let cursor = Cursor::at(snapshot.content(), offset)?;
    let CursorPlace::Key { has_colon: true } = cursor.place else {
        return None;
    };
    let word = snapshot.content().get(cursor.word.clone())?;
    let name = word.trim_matches(['"', '\'']);
    let subject = Subject::of(snapshot, &cursor.document.root, &cursor.source, &cursor.path)?;
    let place = subject.at(&cursor.path)?;
    let field = place.child(&CursorStep::Member(name.to_owned()))?;
    if subject.is_crd() || !is_deprecated(&field) {
        return None;
    }
    let here = cursor.node(&cursor.path)?;
    let is_word = |text: &str, name: &str| {
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
        words.any(|word| word == name)
    };
    let members = place.members();
    let (other, _) = members.iter().find(|(other, below)| {
        *other != name
            && here.member(other).is_none()
            && !is_deprecated(below)
            && is_word(&field.schema.description, other)
    })?;
    let edit = json!({"range": snapshot.text.range(cursor.word), "newText": other});
    Some(json!({
        "title": format!("write `{other}` instead of the deprecated `{name}`"),
        "kind": "quickfix",
        "edit": {"changes": {snapshot.uri.as_str(): [edit]}},
    }))
}
