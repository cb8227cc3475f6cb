//! Writes lifecycle sentences into descriptions, and shortens, drops or fills in descriptions.

use crate::model::crd::Crd;
use crate::model::schema::{self, JsonSchemaProps, KepExtensions, SchemaStep, VisitScope};
use crate::model::structural::Structural;
use crate::rust::shape::{Descriptions, Lifecycle};

use serde_json::Value;

use super::Profile;

/// Writes a lifecycle (KEP-2558): as an extension in the extended profile, otherwise as a sentence at the end of the description.
pub(super) fn lifecycle(profile: Profile, node: &mut Structural, entries: &[Lifecycle]) {
    for entry in entries {
        match profile {
            Profile::Extended => {
                let extended = node
                    .extended
                    .get_or_insert_with(|| Box::new(KepExtensions::default()));
                let gate = entry.feature_gate;
                extended.lifecycle.insert(
                    entry.project,
                    schema::FieldLifecycle {
                        min_version: entry.min_version.into(),
                        status: entry.status.into(),
                        feature_gate: (!gate.is_empty()).then(|| gate.into()),
                    },
                );
            }
            Profile::ApiServer => {
                let mut text = String::from(&*node.generic.description);
                if !text.is_empty() {
                    text.push_str("\n\n");
                }
                text.push_str(&sentence(entry));
                node.generic.description = text.into();
            }
        }
    }
}

fn sentence(entry: &Lifecycle) -> String {
    let project = match entry.project {
        "kubernetes" => "Kubernetes",
        other => other,
    };
    let status = match entry.status {
        "alpha" => "Alpha",
        "beta" => "Beta",
        "deprecated" => "Deprecated",
        other => other,
    };
    let gate = if entry.feature_gate.is_empty() {
        String::new()
    } else {
        format!(", behind the feature gate `{}`", entry.feature_gate)
    };
    let replacement = if entry.replacement.is_empty() {
        String::new()
    } else {
        format!(": {}", entry.replacement.trim_end_matches('.'))
    };
    format!(
        "{status} since {project} {}{gate}{replacement}.",
        entry.min_version
    )
}

/// Applies a policy on descriptions to the nodes below a node.
pub(super) fn below(node: &mut Structural, descriptions: Descriptions) {
    match descriptions {
        Descriptions::AsDeclared => {}
        Descriptions::Dropped => node.each_child_mut(&mut |_, child| cut(child, 0)),
        Descriptions::Of(make) => {
            let root = make();
            fill(node, &root, &root);
        }
        Descriptions::Table(table) => node.each_child_mut(&mut |step, child| {
            from_table(child, &below_path("", step), table);
        }),
    }
}

/// Returns the path of a child in a table of descriptions.
fn below_path(path: &str, step: SchemaStep<'_>) -> String {
    match step {
        SchemaStep::Property(name) if path.is_empty() => name.to_owned(),
        SchemaStep::Property(name) => format!("{path}.{name}"),
        SchemaStep::Items => format!("{path}[]"),
        _ => format!("{path}.*"),
    }
}

/// Sets the descriptions of a node and all nodes below it from a table.
fn from_table(node: &mut Structural, path: &str, table: &[(&str, &str)]) {
    let text = table.iter().find(|(of, _)| *of == path).map(|(_, text)| *text);
    node.generic.description = text.unwrap_or_default().into();
    node.each_child_mut(&mut |step, child| from_table(child, &below_path(path, step), table));
}

/// Cuts the descriptions of a node and all nodes below it to at most `bytes` bytes.
pub(super) fn cut(node: &mut Structural, bytes: usize) {
    if node.generic.description.len() > bytes {
        node.generic.description = shorten(&node.generic.description, bytes).into();
    }
    node.each_child_mut(&mut |_, child| cut(child, bytes));
}

/// Fills in the missing descriptions of a node and the nodes below it.
fn fill(node: &mut Structural, root: &Value, schema: &Value) {
    let (schema, description) = resolve(root, schema);
    if node.generic.description.is_empty()
        && let Some(text) = description
    {
        node.generic.description = text.into();
    }
    node.each_child_mut(&mut |step, child| {
        let holder = schema.get(step.keyword());
        let below = match step {
            SchemaStep::Property(name) => holder.and_then(|properties| properties.get(name)),
            _ => holder,
        };
        if let Some(below) = below {
            fill(child, root, below);
        }
    });
}

/// Resolves references and `null`; returns the schema behind them, and the first description on the way.
fn resolve<'a>(root: &'a Value, schema: &'a Value) -> (&'a Value, Option<&'a str>) {
    // Bound on cycles of references.
    const STEPS: usize = 16;
    let mut schema = schema;
    let mut description = None;
    for _ in 0..STEPS {
        description = description.or_else(|| schema.get("description").and_then(Value::as_str));
        let reference = schema.get("$ref").and_then(Value::as_str);
        let next = match reference {
            Some(reference) => reference
                .strip_prefix('#')
                .and_then(|pointer| root.pointer(pointer)),
            None => ["allOf", "anyOf"]
                .iter()
                .filter_map(|junctor| schema.get(junctor)?.as_array())
                .flatten()
                .find(|branch| branch.get("$ref").is_some()),
        };
        match next {
            Some(next) => schema = next,
            None => break,
        }
    }
    (schema, description)
}

/// Cuts every description of the CRD's schemas to at most `bytes` bytes, at the end of a sentence or word where
/// there is one; 0 drops them.
pub fn limit_descriptions(crd: &mut Crd, bytes: usize) {
    for version in crd.spec.versions.iter_mut().flatten() {
        if let Some(root) = version
            .schema
            .as_mut()
            .and_then(|holder| holder.open_api_v3_schema.as_mut())
        {
            limit(root, bytes);
        }
    }
}

fn limit(node: &mut JsonSchemaProps, bytes: usize) {
    if node.description.len() > bytes {
        node.description = shorten(&node.description, bytes).into();
    }
    node.each_child_mut(VisitScope::Structural, &mut |_, child| limit(child, bytes));
}

/// Returns the longest prefix of `text` within `bytes` that ends at the end of a sentence, or else of a word.
fn shorten(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let (head, rest) = text.split_at(end);
    if rest.is_empty() {
        return head;
    }
    let sentence = head
        .match_indices(['.', '!', '?'])
        .map(|(at, mark)| at + mark.len())
        .rfind(|at| {
            text.get(*at..)
                .is_some_and(|rest| rest.starts_with(char::is_whitespace))
        });
    let word = || {
        if rest.starts_with(char::is_whitespace) {
            Some(end)
        } else {
            head.rfind(char::is_whitespace)
        }
    };
    let cut = sentence.or_else(word).unwrap_or(end);
    head.get(..cut).unwrap_or(head).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_where_people_would() {
        for (text, bytes, expected) in [
            ("One. Two words here", 12, "One."),
            ("Two words here", 9, "Two words"),
            ("Two words here", 8, "Two"),
            ("Öl", 1, ""),
            ("v1.20 is fine", 7, "v1.20"),
            ("short", 50, "short"),
            ("anything", 0, ""),
        ] {
            assert_eq!(shorten(text, bytes), expected, "{text} to {bytes}");
        }
    }
}
