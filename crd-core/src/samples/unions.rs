//! Finds the unions of a schema: nodes whose values have one of several members.
//!
//! ```text
//! oneOf: [{required: [git]}, {required: [image]}]      git, image
//! maxProperties: 1                                     each property
//! rule: has(self.git) != has(self.image)               git, image, if both together are rejected
//! ```

use std::collections::BTreeSet;

use crate::model::structural::{NestedValidation, Structural, StructuralShape, ValueValidation};
use crate::values::ValueStep;

/// A node that may be a union.
pub(super) struct UnionNode {
    pub(super) steps: Vec<ValueStep>,
    pub(super) members: UnionMembers,
}

/// The way in which the members of a union are distinguished.
pub(super) enum UnionMembers {
    /// The branches of `oneOf` or `anyOf`, by their distinguishing names.
    Branches(Vec<String>),
    /// Properties, one of which a value may have.
    Properties(Vec<String>),
    /// Properties that a rule requires; a trial must show whether they exclude each other.
    Asked(Vec<String>),
}

/// Returns all nodes of a schema that may be unions, except those of metadata and status.
pub(super) fn unions_of(schema: &Structural) -> Vec<UnionNode> {
    let mut found = Vec::new();
    visit(schema, &mut Vec::new(), &mut found);
    found
}

/// Number of members of a union that a value may have.
#[cfg(feature = "reference")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnionChoices {
    Exactly,
    AtLeast,
    AtMost,
}

#[cfg(feature = "reference")]
impl UnionChoices {
    /// Describes the number in words, to be followed by the members.
    pub(crate) fn words(self) -> &'static str {
        match self {
            UnionChoices::Exactly => "exactly one of",
            UnionChoices::AtLeast => "at least one of",
            UnionChoices::AtMost => "at most one of",
        }
    }
}

/// Returns the members of a union, and the number of them that the schema itself allows in a value; `None` if the node
/// is not a union.
#[cfg(feature = "reference")]
pub(crate) fn union_of(node: &Structural) -> Option<(UnionChoices, Vec<String>)> {
    match members_of(node)? {
        UnionMembers::Branches(names) => {
            let one_of = exactly_one(&node.validation);
            let choices = if one_of.as_ref() == Some(&names) {
                UnionChoices::Exactly
            } else {
                UnionChoices::AtLeast
            };
            Some((choices, names))
        }
        UnionMembers::Properties(names) => Some((UnionChoices::AtMost, names)),
        UnionMembers::Asked(_) => None,
    }
}

/// Visits a node and those below it. The recursion depth is that of the schema.
fn visit(node: &Structural, steps: &mut Vec<ValueStep>, found: &mut Vec<UnionNode>) {
    found.extend(members_of(node).map(|members| UnionNode {
        steps: steps.clone(),
        members,
    }));
    for (name, property) in node.properties() {
        if steps.is_empty() && ["metadata", "status"].contains(&name) {
            continue;
        }
        steps.push(ValueStep::Member(name.into()));
        visit(property, steps, found);
        steps.pop();
    }
    for (step, below) in [
        (ValueStep::Element, node.items()),
        (ValueStep::MapValue, node.additional_schema()),
    ] {
        if let Some(below) = below {
            steps.push(step);
            visit(below, steps, found);
            steps.pop();
        }
    }
}

fn members_of(node: &Structural) -> Option<UnionMembers> {
    if !matches!(node.shape, StructuralShape::Object(_)) {
        return None;
    }
    if let Some(branches) = branches(&node.validation) {
        return Some(UnionMembers::Branches(branches));
    }
    let names: Vec<&str> = node.properties().map(|(name, _)| name).collect();
    if node.validation.max_properties == Some(1) && names.len() > 1 {
        return Some(UnionMembers::Properties(
            names.into_iter().map(str::to_owned).collect(),
        ));
    }
    for rule in &node.rules {
        let asked: BTreeSet<&str> = rule
            .rule
            .split("has(self.")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .collect();
        if asked.len() > 1 && asked.iter().all(|name| node.property(name).is_some()) {
            return Some(UnionMembers::Asked(
                asked.into_iter().map(str::to_owned).collect(),
            ));
        }
    }
    None
}

/// Returns the names of the branches of a union; `None` if there are none that require members.
fn branches(validation: &ValueValidation) -> Option<Vec<String>> {
    let of_all = validation.all_of.iter().find_map(|all| branches(&all.validation));
    named(&validation.one_of)
        .or_else(|| named(&validation.any_of))
        .or(of_all)
}

/// Returns the names of the branches of `oneOf`, here or in `allOf`.
#[cfg(feature = "reference")]
fn exactly_one(validation: &ValueValidation) -> Option<Vec<String>> {
    let of_all = validation
        .all_of
        .iter()
        .find_map(|all| exactly_one(&all.validation));
    named(&validation.one_of).or(of_all)
}

/// Returns the names of the branches, if there are several and each has one.
fn named(branches: &[NestedValidation]) -> Option<Vec<String>> {
    let names: Vec<String> = branches.iter().filter_map(name_of).collect();
    (names.len() > 1 && names.len() == branches.len()).then_some(names)
}

/// Returns the distinguishing name of a branch: the value of a member, or the members that it requires.
fn name_of(branch: &NestedValidation) -> Option<String> {
    let value =
        branch
            .properties
            .iter()
            .find_map(|(name, property)| match property.validation.enum_.as_deref() {
                Some([value]) => Some(format!(
                    "{name}: {}",
                    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
                )),
                _ => None,
            });
    let required = branch
        .validation
        .required
        .as_deref()
        .filter(|names| !names.is_empty());
    value.or_else(|| required.map(|names| names.join(", ")))
}
