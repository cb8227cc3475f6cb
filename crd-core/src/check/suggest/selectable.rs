//! The paths of selectable fields.

use crate::check::place::node_at;
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// Returns what to write instead of a path of a selectable field that is no field of the schema.
pub(super) fn path(document: &Node, path: &FieldPath, written: &str) -> Option<String> {
    if written.starts_with(".metadata") {
        return Some("remove it: `metadata.name` and `metadata.namespace` are always selectable".to_owned());
    }
    let version = document
        .get("spec")?
        .get("versions")?
        .elements()
        .get(path.version_index()?)?;
    let schema = version.get("schema")?.get("openAPIV3Schema")?;
    let taken: Vec<&str> = node_at(document, &path.ancestor(2))?
        .elements()
        .iter()
        .filter_map(|field| field.get("jsonPath")?.as_str())
        .collect();
    let mut fields = Vec::new();
    for root in ["spec", "status"] {
        if let Some(schema) = schema
            .get("properties")
            .and_then(|properties| properties.get(root))
        {
            add_fields(schema, &format!(".{root}"), &mut fields);
        }
    }
    let free = || {
        fields
            .iter()
            .map(String::as_str)
            .filter(|field| !taken.contains(field))
    };
    match crd_cel::nearest(written, free()) {
        Some(near) => Some(format!("did you mean `{near}`? The path cannot contain a list")),
        None => Some(format!(
            "name a declared field, such as `{}`; the path cannot contain a list",
            free().next()?
        )),
    }
}

/// Adds the paths of the fields below a schema that can be selectable.
fn add_fields(schema: &Node, path: &str, fields: &mut Vec<String>) {
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        let path = format!("{path}.{}", entry.key);
        match entry.value.get("type").and_then(Node::as_str) {
            Some("string" | "boolean" | "integer") => fields.push(path),
            Some("object") => add_fields(&entry.value, &path, fields),
            _ => {}
        }
    }
}
