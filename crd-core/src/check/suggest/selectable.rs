//! The paths of selectable fields.

use super::fields::{DeclaredField, declared};
use crate::check::place::node_at;
use crate::model::field::{FieldError, FieldPath};
use crate::model::rules;
use crate::yaml::tree::Node;

/// Returns the message about a path that leads into a list.
pub(in crate::check) fn in_list(error: &FieldError) -> Option<String> {
    let is_in_list = error.rule == rules::CRD_51 && error.detail.contains("array notation");
    let path: String = serde_json::from_str(error.value.as_deref().filter(|_| is_in_list)?).ok()?;
    Some(format!(
        "the path `{path}` leads into a list, so it cannot be selectable"
    ))
}

/// Returns what to write instead of a path of a selectable field that is no field of the schema.
pub(super) fn path(document: &Node, path: &FieldPath, written: &str) -> Option<String> {
    if written.starts_with(".metadata") {
        return Some("remove it: `metadata.name` and `metadata.namespace` are always selectable".to_owned());
    }
    let taken: Vec<&str> = node_at(document, &path.ancestor(2))?
        .elements()
        .iter()
        .filter_map(|field| field.get("jsonPath")?.as_str())
        .collect();
    let can_be_selected = |field: &DeclaredField<'_>| matches!(field.type_, "string" | "boolean" | "integer");
    let fields: Vec<_> = ["spec", "status"]
        .iter()
        .flat_map(|root| declared(document, path, root))
        .filter(can_be_selected)
        .collect();
    let free = || {
        fields
            .iter()
            .map(|field| &*field.path)
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
