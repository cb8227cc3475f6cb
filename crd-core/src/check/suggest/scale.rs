//! The paths of the scale subresource: the only field that is a count of replicas, or a path without its `spec`.

use super::fields::{DeclaredField, declared};
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// Returns the advice to write the path of the only count of replicas.
pub(super) fn count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    Some(format!("write `{}`", only_count_in(document, path, root)?))
}

/// Returns the path of the only integer of `spec` or `status` of a version whose name is about replicas.
fn only_count_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let is_count = |field: &DeclaredField<'_>| {
        let name = field.path.rsplit('.').next().unwrap_or_default();
        field.type_ == "integer" && name.to_ascii_lowercase().contains("replicas")
    };
    let mut counts = declared(document, path, root).into_iter().filter(is_count);
    let only = counts.next()?;
    counts.next().is_none().then_some(only.path)
}

/// Returns the advice to add a path: that of the only count of replicas, or of one of the integers.
pub(super) fn to_add(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let keyword = path.segments.last()?.name()?;
    match only_count_in(document, path, root) {
        Some(only) => Some(format!("add `{keyword}: {only}`")),
        None => Some(format!(
            "add `{keyword}` with the path of the integer that is the number of replicas, such as {}",
            integers_in(document, path, root)?
        )),
    }
}

/// Returns the advice to write one of the integers of `spec` or `status`.
pub(super) fn to_write(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let integers = integers_in(document, path, root)?;
    Some(format!(
        "write the path of the integer under `.{root}` that is the number of replicas, such as {integers}"
    ))
}

/// Returns the paths of the first integers of `spec` or `status`.
fn integers_in(document: &Node, path: &FieldPath, root: &str) -> Option<String> {
    let fields = declared(document, path, root).into_iter();
    // The count is rarely deeper than the others.
    let depth = |path: &str| path.matches('.').count();
    let mut integers: Vec<String> = fields
        .filter(|field| field.type_ == "integer")
        .map(|field| format!("`{}`", field.path))
        .collect();
    let least = integers.iter().map(|path| depth(path)).min()?;
    integers.retain(|path| depth(path) == least);
    integers.truncate(2);
    Some(integers.join(" or "))
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
