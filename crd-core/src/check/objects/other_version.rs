//! Unknown fields of an object that is written in another version than its `apiVersion` says.

use super::crd_place::{along, member, schema_of};
use super::declared::DeclaredVersion;
use super::place::{ObjectStep, PathPlace, find, quoted_path};
use super::subject::ObjectSubject;
use crate::check::{Diagnostic, codes};
use crate::yaml::tree::Node;

/// Joins the findings about unknown fields if there are several and another version has all of them.
pub(super) fn join_unknown(subject: &ObjectSubject<'_>, found: &mut Vec<Diagnostic>) {
    let is_unknown = |finding: &Diagnostic| finding.code == codes::OBJECT_UNKNOWN_FIELD;
    let path = |finding: &Diagnostic| {
        let text = &finding.server.as_ref()?.detail;
        Some(quoted_path(text)?.to_owned())
    };
    let unknown = found.iter().filter(|finding| is_unknown(finding));
    let paths: Option<Vec<String>> = unknown.clone().map(path).collect();
    let first = unknown.min_by_key(|finding| finding.span).cloned();
    let (Some(paths), Some(mut first)) = (paths.filter(|paths| paths.len() > 1), first) else {
        return;
    };
    let (Some(tree), Some(field)) = (subject.declared.tree(), path(&first)) else {
        return;
    };
    let has_all = |version: &str| {
        let schema = schema_of(&tree.root, version);
        schema.is_some_and(|schema| paths.iter().all(|path| has_beside(schema, subject, path)))
    };
    let own = &subject.version.name;
    let mut others = subject.declared.versions.iter();
    let is_meant = |other: &&DeclaredVersion| other.is_served && other.name != *own && has_all(&other.name);
    let Some(other) = others.find(is_meant) else {
        return;
    };
    let more = match paths.len() - 1 {
        1 => "1 more field".to_owned(),
        more => format!("{more} more fields"),
    };
    first.message = format!("`{field}` and {more} are unknown in version `{own}`, so the server drops them");
    first.help = vec![format!(
        "they are fields of version `{}`: write `apiVersion: {}/{}`",
        other.name, subject.declared.group, other.name
    )];
    let place = found.iter().position(is_unknown).unwrap_or_default();
    found.retain(|finding| !is_unknown(finding));
    found.insert(place, first);
}

/// Returns the advice for an unknown field that another version declares.
pub(super) fn declaring(subject: &ObjectSubject<'_>, place: &PathPlace<'_, '_>) -> Option<String> {
    let (ObjectStep::Member(name), above) = place.steps.split_last()? else {
        return None;
    };
    let tree = subject.declared.tree()?;
    let has = |version: &str| {
        let schemas = schema_of(&tree.root, version).map(|schema| along(schema, above));
        let parent = schemas.as_ref().and_then(|schemas| schemas.get(above.len()));
        parent.is_some_and(|(parent, _)| member(parent, name).is_some())
    };
    let own = &subject.version.name;
    let mut others = subject.declared.versions.iter();
    let other = others.find(|other| other.is_served && other.name != *own && has(&other.name))?;
    Some(format!(
        "it is a field of version `{}`: remove it, or write the object in that version",
        other.name
    ))
}

/// Whether a schema has the field at a path, and all fields that the object has beside it.
fn has_beside(schema: &Node, subject: &ObjectSubject<'_>, path: &str) -> bool {
    let steps = find(subject.node, path).steps;
    let Some((_, above)) = steps.split_last() else {
        return false;
    };
    let schemas = along(schema, above);
    let parent = schemas.get(above.len());
    let of_all_kinds = |name: &str| above.is_empty() && matches!(name, "apiVersion" | "kind" | "metadata");
    let is_declared = |parent: &Node, name: &str| of_all_kinds(name) || member(parent, name).is_some();
    let beside = above.iter().try_fold(subject.node, |node, step| match step {
        ObjectStep::Member(name) => node.get(name),
        ObjectStep::Element(index) => node.elements().get(*index),
    });
    parent.zip(beside).is_some_and(|((parent, _), beside)| {
        let mut beside = beside.members().iter();
        beside.all(|entry| is_declared(parent, &entry.key))
    })
}
