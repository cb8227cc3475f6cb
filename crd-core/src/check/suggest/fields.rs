//! The fields that a version of a CRD declares, by their paths.

use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// A declared field, such as `.spec.size`.
pub(super) struct DeclaredField<'a> {
    pub(super) path: String,
    pub(super) type_: &'a str,
}

/// Returns the fields of `spec` or `status` of the version that a path is in, without those in lists and maps.
pub(super) fn declared<'a>(document: &'a Node, path: &FieldPath, root: &str) -> Vec<DeclaredField<'a>> {
    let mut found = Vec::new();
    if let Some(schema) = of_root(document, path).and_then(|properties| properties.get(root)) {
        add(schema, &format!(".{root}"), &mut found);
    }
    found
}

/// Returns the properties of the root of the version that a path is in.
pub(super) fn of_root<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Node> {
    let versions = document.get("spec")?.get("versions")?;
    let schema = versions.elements().get(path.version_index()?)?.get("schema")?;
    schema.get("openAPIV3Schema")?.get("properties")
}

/// Adds the fields below a schema. The parser limits the depth.
fn add<'a>(schema: &'a Node, path: &str, found: &mut Vec<DeclaredField<'a>>) {
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        let path = format!("{path}.{}", entry.key);
        let type_ = entry.value.get("type").and_then(Node::as_str).unwrap_or_default();
        if type_ == "object" {
            add(&entry.value, &path, found);
        }
        found.push(DeclaredField { path, type_ });
    }
}
