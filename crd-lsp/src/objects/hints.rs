//! Inlay hints: the defaults that the server sets.

use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::subject::{SchemaSubject, Subject};
use super::values;
use crate::snapshot::Snapshot;
use crate::yaml::{CursorStep, LooseNode};

/// The maximum number of defaults in one hint.
const NAMED: usize = 4;

/// Returns hints with the defaults of the objects in a range.
pub(crate) fn hints(snapshot: &Snapshot, params: &lsp::InlayHintParams) -> Vec<Json> {
    if !snapshot.settings.shows_hints {
        return Vec::new();
    }
    let mut hints = Vec::new();
    let wanted = snapshot.text.bytes(params.range);
    for document in snapshot.documents() {
        let subject = Subject::of(snapshot, &document.loose.root, snapshot.content(), &[]);
        let Some(subject) = subject.filter(|subject| !subject.is_crd()) else {
            continue;
        };
        if let Some(root) = subject.at(&[]) {
            for member in document.loose.root.members() {
                if let Some(place) = root.child(&CursorStep::Member(member.name.clone())) {
                    of_node(&member.value, &place, member.key.end + 1, snapshot, &mut hints);
                }
            }
        }
    }
    hints.retain(|(at, _)| wanted.contains(at));
    hints.into_iter().map(|(_, hint)| hint).collect()
}

/// Adds hints for the defaults of an object and its descendants; `behind` is the offset of the hint for the object itself.
fn of_node(
    node: &LooseNode,
    place: &SchemaSubject<'_>,
    behind: usize,
    snapshot: &Snapshot,
    hints: &mut Vec<(usize, Json)>,
) {
    let is_object = !node.members().is_empty();
    if is_object {
        let missing = place.members().into_iter().filter_map(|(name, member)| {
            let default = member.schema.default.as_ref()?;
            let is_shown = node.member(name).is_none() && !default.is_object() && !default.is_array();
            is_shown.then(|| format!("{name}: {}", values::written(default)))
        });
        let missing: Vec<String> = missing.collect();
        if !missing.is_empty() {
            let more = missing.len().saturating_sub(NAMED);
            let mut label = missing.get(..NAMED).unwrap_or(&missing).join(", ");
            if more > 0 {
                label.push_str(&format!(" and {more} more"));
            }
            hints.push((
                behind,
                json!({
                    "position": snapshot.text.position(behind),
                    "label": label,
                    "paddingLeft": true,
                    "tooltip": "The API server sets these defaults.",
                }),
            ));
        }
    }
    for member in node.members() {
        if let Some(inner) = place.child(&CursorStep::Member(member.name.clone())) {
            of_node(&member.value, &inner, member.key.end + 1, snapshot, hints);
        }
    }
    for (index, element) in node.elements().iter().enumerate() {
        if let Some(inner) = place.child(&CursorStep::Element(index)) {
            let line = snapshot.text.line(snapshot.text.line_of(element.span.start));
            of_node(element, &inner, line.end, snapshot, hints);
        }
    }
}
