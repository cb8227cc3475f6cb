//! Completion of property names in a CRD: `required`, the keys of lists, and JSON paths.

use super::jsonpath;
use super::property::{PropertyStep, schema_steps};
use crate::yaml::{Cursor, CursorPlace, CursorStep, LooseNode, node_at};

/// A suggested name.
pub(crate) struct PropertyName {
    pub(crate) label: String,
    /// The type of the property.
    pub(crate) detail: String,
    pub(crate) documentation: String,
}

/// Returns the names that can be inserted at a position; `None` if properties are not named there.
pub(crate) fn names_at(cursor: &Cursor) -> Option<Vec<PropertyName>> {
    let root = &cursor.document.root;
    match (cursor.place, cursor.path.as_slice()) {
        (
            CursorPlace::Word | CursorPlace::Value,
            [above @ .., CursorStep::Member(keyword), CursorStep::Element(here)],
        ) => {
            schema_steps(above)?;
            let schema = node_at(root, above)?;
            let listed = schema.get(keyword)?.elements().iter().enumerate();
            let listed: Vec<String> = listed
                .filter(|(index, _)| index != here)
                .filter_map(|(_, element)| element.text(&cursor.source))
                .collect();
            let object = match keyword.as_str() {
                "required" => schema,
                "x-kubernetes-list-map-keys" => schema.get("items")?,
                _ => return None,
            };
            let is_key = keyword != "required";
            let mut names = declared(object, &cursor.source);
            names.retain(|name| !listed.contains(&name.label));
            // Keys are scalars.
            names.retain(|name| !is_key || !["object", "array"].contains(&name.detail.as_str()));
            Some(names)
        }
        (
            CursorPlace::Value | CursorPlace::Word,
            [spec, versions, version, .., CursorStep::Member(keyword)],
        ) if is_json_path(keyword)
            && *spec == CursorStep::Member("spec".to_owned())
            && *versions == CursorStep::Member("versions".to_owned()) =>
        {
            let way = [spec.clone(), versions.clone(), version.clone()];
            let schema = node_at(root, &way)?.get("schema")?.get("openAPIV3Schema")?;
            Some(paths(schema, cursor))
        }
        _ => None,
    }
}

fn is_json_path(keyword: &str) -> bool {
    [
        "jsonPath",
        "specReplicasPath",
        "statusReplicasPath",
        "labelSelectorPath",
    ]
    .contains(&keyword)
}

/// Returns the paths that complete the typed path.
fn paths(schema: &LooseNode, cursor: &Cursor) -> Vec<PropertyName> {
    let typed = cursor.prefix.as_str();
    let Some(steps) = jsonpath::names_before(typed) else {
        return below(schema, "", cursor);
    };
    let mut node = Some(schema);
    for step in &steps {
        node = node.and_then(|node| match step {
            PropertyStep::Property(name) => node
                .get("properties")
                .and_then(|properties| properties.get(name))
                .or_else(|| node.get("additionalProperties")),
            PropertyStep::Items | PropertyStep::Values => node.get("items"),
        });
    }
    let before = typed
        .rfind('.')
        .and_then(|dot| typed.get(..dot))
        .unwrap_or_default();
    node.map(|node| below(node, before, cursor)).unwrap_or_default()
}

fn below(schema: &LooseNode, before: &str, cursor: &Cursor) -> Vec<PropertyName> {
    let mut names = declared(schema, &cursor.source);
    if before.is_empty() && names.iter().all(|name| name.label != "metadata") {
        names.push(PropertyName {
            label: "metadata".to_owned(),
            detail: "object".to_owned(),
            documentation: String::new(),
        });
    }
    for name in &mut names {
        name.label = format!("{before}.{}", name.label.replace('.', "\\."));
    }
    names
}

/// Returns the properties of a schema in the text.
fn declared(schema: &LooseNode, source: &str) -> Vec<PropertyName> {
    let properties = schema
        .get("properties")
        .map(LooseNode::members)
        .unwrap_or_default();
    let named = properties.iter().filter(|member| !member.name.is_empty());
    let each = named.map(|member| {
        let word = |name: &str| member.value.text_of(name, source).unwrap_or_default();
        PropertyName {
            label: member.name.clone(),
            detail: word("type"),
            documentation: word("description"),
        }
    });
    each.collect()
}
