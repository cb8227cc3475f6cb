//! The paths of the scale subresource: the only field that is a count of replicas, or a path without its `spec`.

use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// Returns the advice to write the path of the only count of replicas.
pub(super) fn count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    Some(format!("write `{}`", only_count_in(document, path, root)?))
}

/// Returns the path of the only integer of `spec` or `status` of a version whose name is about replicas.
pub(super) fn only_count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let version = document
        .get("spec")?
        .get("versions")?
        .elements()
        .get(path.version_index()?)?;
    let schema = version.get("schema")?.get("openAPIV3Schema")?;
    let mut counts = Vec::new();
    add_counts(
        schema.get("properties")?.get(root)?,
        &format!(".{root}"),
        &mut counts,
    );
    match counts.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Adds the paths of the integers below a schema whose names are about replicas.
fn add_counts(schema: &Node, path: &str, counts: &mut Vec<String>) {
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        let path = format!("{path}.{}", entry.key);
        let is_integer = entry.value.get("type").and_then(Node::as_str) == Some("integer");
        if is_integer && entry.key.to_ascii_lowercase().contains("replicas") {
            counts.push(path);
        } else {
            add_counts(&entry.value, &path, counts);
        }
    }
}

/// Returns the path of a field under `spec` or `status` that a path without it stands for.
pub(super) fn under(path: &str, root: &str) -> Option<String> {
    let path = path.trim_start_matches('$').trim_start_matches('.');
    let first = path.split('.').next().filter(|first| !first.is_empty())?;
    let is_name = path.chars().all(|c| c.is_alphanumeric() || "._-".contains(c));
    match first {
        _ if !is_name => None,
        _ if first == root => Some(format!("write `.{path}`")),
        "spec" | "status" | "metadata" => None,
        _ => Some(format!("write `.{root}.{path}`")),
    }
}
