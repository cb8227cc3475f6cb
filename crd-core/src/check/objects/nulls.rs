//! Values of null that the server does not store: it drops entries of maps, and replaces fields with their defaults.
//!
//! ```text
//! labels:
//!   colour:       is stored as `labels: {}`
//! size:           is stored as `size: 20` if that is the default
//! ```

use super::crd_place::{member, schema_of};
use super::subject::ObjectSubject;
use crate::objects::Admitted;
use crate::yaml::tree::{Entry, Node, Span, Value};
use serde_json::Value as Json;

/// A null that the server does not store.
pub(super) struct LostNull {
    pub(super) path: String,
    pub(super) place: Span,
    /// Whether the value should be a text.
    pub(super) is_text: bool,
    /// The value that the server stores instead, a default.
    pub(super) stored: Option<Json>,
}

/// Returns the nulls of an accepted object that the server drops from maps or replaces, and the scalars whose value is missing in the
/// text. Another null without a default is not worth a note: an absent field means the same.
pub(super) fn lost(subject: &ObjectSubject<'_>, admitted: &Admitted) -> Vec<LostNull> {
    let mut found = Vec::new();
    if let Some(tree) = subject.declared.tree()
        && let Some(schema) = schema_of(&tree.root, &subject.version.name)
    {
        collect(
            subject.text,
            subject.node,
            schema,
            &admitted.object,
            "",
            &mut found,
        );
    }
    found
}

fn collect(text: &str, node: &Node, schema: &Node, stored: &Json, path: &str, found: &mut Vec<LostNull>) {
    for entry in node.members() {
        let path = match path {
            "" => entry.key.to_string(),
            path => format!("{path}.{}", entry.key),
        };
        let declared = member(schema, &entry.key);
        let Some(inside) = declared.or_else(|| schema.get("additionalProperties")) else {
            continue;
        };
        let is_null = entry.value.value == Value::Null;
        let stored = stored.get(&*entry.key);
        match stored {
            Some(stored) if !is_null => collect(text, &entry.value, inside, stored, &path, found),
            Some(stored) if !is_default(stored, inside) => {}
            None if !is_null || declared.is_some() && !is_unfinished(text, entry, inside) => {}
            _ => found.push(LostNull {
                path,
                place: entry.shown(),
                is_text: inside.get("type").and_then(Node::as_str) == Some("string"),
                stored: stored.cloned(),
            }),
        }
    }
    for (index, (element, stored)) in node
        .elements()
        .iter()
        .zip(stored.as_array().into_iter().flatten())
        .enumerate()
    {
        if let Some(items) = schema.get("items") {
            collect(text, element, items, stored, &format!("{path}[{index}]"), found);
        }
    }
}

/// Whether nothing is written as the value of a scalar: `size:`. An object or list may be left without members on purpose, and a comment
/// may be in its place.
fn is_unfinished(text: &str, entry: &Entry, schema: &Node) -> bool {
    let type_ = schema.get("type").and_then(Node::as_str);
    let span = entry.value.span;
    let rest = text.get(entry.key_span.end as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    span.start == span.end
        && matches!(type_, Some("string" | "integer" | "number" | "boolean"))
        && !line.contains('#')
}

/// Whether a stored value is the default of a schema, to which those of its members may be added.
fn is_default(stored: &Json, schema: &Node) -> bool {
    let default = schema.get("default").filter(|_| !stored.is_null());
    default.is_some_and(|default| default.is_collection() || default.to_json() == *stored)
}

#[cfg(test)]
mod tests {
    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects};
    use crate::check::test_manifest::widgets;

    #[test]
    fn nulls_that_are_not_stored() {
        let crd = widgets(
            "spec:
  type: object
  properties:
    labels: {type: object, additionalProperties: {type: string}}
    lists: {type: array, items: {type: object, additionalProperties: {type: integer}}}
    kept: {type: object, additionalProperties: {type: string, nullable: true}}
    any: {type: object, x-kubernetes-preserve-unknown-fields: true}
    size: {type: integer}
    share: {type: integer, default: 20}
    maybe: {type: integer, default: 20, nullable: true}
    inner: {type: object, default: {a: x}, properties: {a: {type: string, default: x}}}",
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
            (
                "size: ",
                Some((
                    "the server drops `spec.size`, because its value is null",
                    "write its value, or remove it",
                )),
            ),
            ("size: null", None),
            ("size: ~", None),
            ("lists: ", None),
            (
                "share: ",
                Some((
                    "the server stores the default 20 in `spec.share`, because its value is null",
                    "write its value, or remove it",
                )),
            ),
            (
                "inner: {a: null}",
                Some((
                    "the server stores the default \"x\" in `spec.inner.a`, because its value is null",
                    "write its value, such as `''` for the empty text, or remove it",
                )),
            ),
            (
                "inner: ",
                Some((
                    "the server stores the default {\"a\":\"x\"} in `spec.inner`, because its value is null",
                    "write its value, or remove it",
                )),
            ),
            ("maybe: ", None),
            ("share: 5", None),
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
