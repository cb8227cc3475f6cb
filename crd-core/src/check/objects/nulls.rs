//! Entries of maps that the server drops because their value is null: `labels: {colour: }` is stored as `labels: {}`.

use super::crd_place::{member, schema_of};
use super::subject::ObjectSubject;
use crate::objects::Admitted;
use crate::yaml::tree::{Node, Span, Value};
use serde_json::Value as Json;

/// An entry of a map that the server drops.
pub(super) struct DroppedEntry {
    pub(super) path: String,
    pub(super) place: Span,
    /// Whether the values of the map are texts.
    pub(super) is_text: bool,
}

/// Returns the entries of maps in an accepted object that the server drops. An absent field is not worth a note: it means the same.
pub(super) fn dropped(subject: &ObjectSubject<'_>, admitted: &Admitted) -> Vec<DroppedEntry> {
    let mut found = Vec::new();
    if let Some(tree) = subject.declared.tree()
        && let Some(schema) = schema_of(&tree.root, &subject.version.name)
    {
        collect(subject.node, schema, &admitted.object, "", &mut found);
    }
    found
}

fn collect(node: &Node, schema: &Node, stored: &Json, path: &str, found: &mut Vec<DroppedEntry>) {
    for entry in node.members() {
        let path = match path {
            "" => entry.key.to_string(),
            path => format!("{path}.{}", entry.key),
        };
        let declared = member(schema, &entry.key);
        let Some(inside) = declared.or_else(|| schema.get("additionalProperties")) else {
            continue;
        };
        match stored.get(&*entry.key) {
            Some(stored) => collect(&entry.value, inside, stored, &path, found),
            None if declared.is_none() && entry.value.value == Value::Null => found.push(DroppedEntry {
                path,
                place: entry.shown(),
                is_text: inside.get("type").and_then(Node::as_str) == Some("string"),
            }),
            None => {}
        }
    }
    for (index, (element, stored)) in node
        .elements()
        .iter()
        .zip(stored.as_array().into_iter().flatten())
        .enumerate()
    {
        if let Some(items) = schema.get("items") {
            collect(element, items, stored, &format!("{path}[{index}]"), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects};
    use crate::check::test_manifest::widgets;

    #[test]
    fn null_in_a_map_is_dropped() {
        let crd = widgets(
            "spec:
  type: object
  properties:
    labels: {type: object, additionalProperties: {type: string}}
    lists: {type: array, items: {type: object, additionalProperties: {type: integer}}}
    kept: {type: object, additionalProperties: {type: string, nullable: true}}
    any: {type: object, x-kubernetes-preserve-unknown-fields: true}
    size: {type: integer}",
        );
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", crd);
        for (spec, expected) in [
            (
                "labels: {colour: }",
                Some((
                    "the server drops `spec.labels.colour`, because its value is null",
                    "write its value, such as `''` for the empty text, or remove it",
                )),
            ),
            (
                "lists: [{a: 1}, {b: null}]",
                Some((
                    "the server drops `spec.lists[1].b`, because its value is null",
                    "write its value, or remove it",
                )),
            ),
            ("kept: {colour: }", None),
            ("any: {colour: }", None),
            ("size: ", None),
            ("labels: {colour: ''}", None),
        ] {
            let text = format!(
                "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{{spec}}}\n"
            );
            let options = ObjectOptions::default();
            let found = Objects::read(&text, &options)
                .check(0, &crds, &options)
                .unwrap()
                .findings;
            let words = found
                .iter()
                .map(|one| (one.message.as_str(), one.help[0].as_str()));
            assert_eq!(words.collect::<Vec<_>>(), Vec::from_iter(expected), "{spec}");
        }
    }
}
