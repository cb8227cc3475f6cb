//! Choices between members: a schema whose `oneOf` or `anyOf` lists only required members.

use crate::check::objects::crd_place::schema_of;
use crate::check::objects::subject::ObjectSubject;
use crate::check::place::node_at;
use crate::model::field::{FieldError, FieldPath};
use crate::yaml::tree::Node;

const JUNCTORS: [&str; 2] = ["oneOf", "anyOf"];

/// Returns the advice for an object that does not have as many members of a choice as it must.
pub(in crate::check::objects) fn choice_help(
    subject: &ObjectSubject<'_>,
    error: &FieldError,
) -> Option<String> {
    let keyword = &error.origin.as_ref()?.keyword;
    let name = keyword.segments.last()?.field()?;
    let name = JUNCTORS.into_iter().find(|junctor| *junctor == name)?;
    let tree = subject.declared.tree()?;
    let branches = node_at(schema_of(&tree.root, &subject.version.name)?, keyword)?;
    let members: Vec<&str> = branches
        .elements()
        .iter()
        .map(only_required)
        .collect::<Option<_>>()?;
    let (last, others) = members.split_last().filter(|(_, others)| !others.is_empty())?;
    let list = format!("`{}` and `{last}`", others.join("`, `"));
    Some(match name {
        "oneOf" => format!("set exactly one of {list}"),
        _ => format!("set at least one of {list}"),
    })
}

/// Returns the member that a branch requires, if that is all it says.
fn only_required(branch: &Node) -> Option<&str> {
    let [only] = branch.members() else {
        return None;
    };
    match only.value.elements() {
        [name] if *only.key == *"required" => name.as_str(),
        _ => None,
    }
}

/// Whether an error is that of one branch of a choice that is reported, too.
pub(in crate::check::objects) fn is_of_choice(error: &FieldError, errors: &[FieldError]) -> bool {
    let junctor = |error: &FieldError| -> Option<FieldPath> {
        let keyword = &error.origin.as_ref()?.keyword;
        let is_junctor = |name: &str| JUNCTORS.contains(&name);
        let at = keyword
            .segments
            .iter()
            .rposition(|segment| segment.field().is_some_and(is_junctor))?;
        Some(keyword.ancestor(keyword.segments.len() - at - 1))
    };
    let Some(choice) = junctor(error) else {
        return false;
    };
    let is_whole = |other: &FieldError| {
        other
            .origin
            .as_ref()
            .is_some_and(|origin| *origin.keyword == choice)
    };
    !is_whole(error) && errors.iter().any(is_whole)
}
