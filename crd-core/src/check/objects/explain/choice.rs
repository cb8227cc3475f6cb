//! Choices between members: a schema whose `oneOf` or `anyOf` lists only required members.

use crate::check::Diagnostic;
use crate::check::objects::crd_place::schema_of;
use crate::check::objects::subject::ObjectSubject;
use crate::check::place::node_at;
use crate::check::suggest::listed;
use crate::model::field::{FieldError, FieldPath};
use crate::yaml::tree::Node;

const JUNCTORS: [&str; 2] = ["oneOf", "anyOf"];

/// A choice between members of an object.
pub(in crate::check::objects) struct UnmetChoice<'a> {
    /// `oneOf` or `anyOf`.
    junctor: &'static str,
    members: Vec<&'a str>,
}

/// Returns the choice of which an object does not have as many members as it must.
pub(in crate::check::objects) fn choice_of<'a>(
    subject: &ObjectSubject<'a>,
    error: &FieldError,
) -> Option<UnmetChoice<'a>> {
    let keyword = &error.origin.as_ref()?.keyword;
    let name = keyword.segments.last()?.field()?;
    let junctor = JUNCTORS.into_iter().find(|junctor| *junctor == name)?;
    let tree = subject.declared.tree()?;
    let branches = node_at(schema_of(&tree.root, &subject.version.name)?, keyword)?;
    let members: Vec<&str> = branches
        .elements()
        .iter()
        .map(only_required)
        .collect::<Option<_>>()?;
    (members.len() > 1).then_some(UnmetChoice { junctor, members })
}

impl UnmetChoice<'_> {
    /// Says what an object has in place of what it must have, and marks the members of the choice that it has.
    pub(in crate::check::objects) fn describe(
        &self,
        diagnostic: &mut Diagnostic,
        shown: &str,
        object: &Node,
    ) {
        let count = match self.junctor {
            "oneOf" => "exactly one",
            _ => "at least one",
        };
        let found = object.members().iter();
        let mut found = found.filter(|entry| self.members.contains(&&*entry.key));
        let choice = listed(self.members.iter().copied());
        diagnostic.message = format!("{shown} must have {count} of {choice}");
        let Some(first) = found.next() else {
            diagnostic.message.push_str(", and has none");
            diagnostic.help.push("set one of them".to_owned());
            return;
        };
        diagnostic.span = Some(first.key_span);
        "one of them".clone_into(&mut diagnostic.label);
        let others = found.map(|entry| (entry.key_span, "another one".to_owned()));
        diagnostic.labels.extend(others);
        diagnostic.message.push_str(", and has several");
        diagnostic.help.push("remove all but one of them".to_owned());
    }
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
