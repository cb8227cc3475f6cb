//! Enforces enums with tags by CEL rules, which have readable messages.
//!
//! ```text
//! #[serde(tag = "type")] enum Trigger { Cron { schedule: String }, Event { name: String }, Manual }
//!
//! rule: self.type != 'Cron' || has(self.schedule)       message: schedule must be set if type is Cron
//! rule: self.type != 'Event' || has(self.name)          message: name must be set if type is Event
//! ```
//!
//! The server describes a violated `oneOf` by the first branch that it tried, which is seldom the intended one.
//! Constraints that a rule cannot express stay in `oneOf`. Where the cost of rules would be multiplied without a limit,
//! or where rules would be lost, all of them do.

use super::requirements::{self, Requirement};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{NestedValidation, Structural};
use crate::rust::generate::derived_rules::{count, is_among, is_not_among, with_message};
use crate::rust::generate::presence::GroupPresence;
use crate::rust::generate::variant_schema::MergedVariants;

/// The values of the tag that select a branch.
enum TagValues<'a> {
    /// Exactly these values.
    These(Vec<&'a str>),
    /// All values except those of the other branches: `#[serde(other)]`.
    Rest,
}

/// A requirement and the branches that have it.
struct Shared {
    requirement: Requirement,
    branches: Vec<usize>,
}

/// Turns the branches of an enum with a tag into rules. Constraints that no rule can express stay in the branches.
pub(super) fn of_tag(merged: &mut MergedVariants, tag: &str, group: GroupPresence) {
    let Some(tag_in_cel) = crd_cel::escape(tag) else {
        return;
    };
    let Some(selected) = merged
        .branches
        .iter()
        .map(|branch| selected(branch, tag))
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let guards = Guards {
        tag,
        cel: format!("self.{tag_in_cel}"),
        selected,
        group,
    };
    let mut branches = merged.branches.clone();
    let mut shared: Vec<Shared> = Vec::new();
    for (at, branch) in branches.iter_mut().enumerate() {
        let own_tag = branch.properties.remove(tag);
        let mut found = Vec::new();
        requirements::extract(branch, &merged.properties, &mut found);
        if let Some(own_tag) = own_tag {
            branch.properties.insert(tag, own_tag);
        }
        for requirement in found {
            match shared.iter_mut().find(|other| other.requirement == requirement) {
                Some(other) if other.branches.contains(&at) => {}
                Some(other) => other.branches.push(at),
                None => shared.push(Shared {
                    requirement,
                    branches: vec![at],
                }),
            }
        }
    }
    let mut rules = Vec::new();
    let mut required = Vec::new();
    for Shared {
        requirement,
        branches,
    } in shared
    {
        match requirement.member {
            Some(member) if group == GroupPresence::Required && branches.len() == guards.selected.len() => {
                required.push(member);
            }
            _ => match guards.rule(&requirement, &branches) {
                Some(rule) => rules.push(rule),
                None => return,
            },
        }
    }
    drop(guards);
    merged.branches = branches;
    rules.append(&mut merged.rules);
    merged.rules = rules;
    merged.required_members = required;
}

struct Guards<'a> {
    tag: &'a str,
    /// The tag in CEL.
    cel: String,
    /// For each branch, the tag values that select it.
    selected: Vec<TagValues<'a>>,
    group: GroupPresence,
}

impl Guards<'_> {
    /// Returns the rule for the branches at these positions; `None` if CEL or a message cannot represent one of the tag values.
    fn rule(&self, requirement: &Requirement, branches: &[usize]) -> Option<ValidationRule> {
        let Requirement { condition, words, .. } = requirement;
        let absent = match self.group {
            GroupPresence::Required => String::new(),
            GroupPresence::Optional => format!("!has({}) || ", self.cel),
        };
        if branches.len() == self.selected.len() {
            let words = match self.group {
                GroupPresence::Required => words.clone(),
                GroupPresence::Optional => format!("{words} if {} is set", self.tag),
            };
            return Some(with_message(format!("{absent}{condition}"), words));
        }
        let (mut own, mut other) = (Vec::<&str>::new(), Vec::<&str>::new());
        let mut rest_is_own = false;
        for (at, selected) in self.selected.iter().enumerate() {
            let is_own = branches.contains(&at);
            match selected {
                TagValues::These(texts) if is_own => own.extend(texts),
                TagValues::These(texts) => other.extend(texts),
                TagValues::Rest => rest_is_own = is_own,
            }
        }
        let has_rest = self
            .selected
            .iter()
            .any(|selected| matches!(selected, TagValues::Rest));
        // The shorter of the two lists is written, unless only one of them is complete.
        let by_others = rest_is_own || (!has_rest && other.len() < own.len());
        let (texts, join) = if by_others { (other, "unless") } else { (own, "if") };
        let literals = texts
            .iter()
            .map(|text| requirements::literal(text))
            .collect::<Option<Vec<_>>>()?;
        let guard = if by_others {
            is_among(&self.cel, &literals)
        } else {
            is_not_among(&self.cel, &literals)
        };
        Some(with_message(
            format!("{absent}{guard} || {condition}"),
            format!("{words} {join} {} is {}", self.tag, or(&texts)),
        ))
    }
}

/// Restricts a rule to objects that have the tag, if the tag may be absent.
pub(super) fn where_tag_is(rule: ValidationRule, tag: &str, group: GroupPresence) -> ValidationRule {
    match (group, crd_cel::escape(tag)) {
        (GroupPresence::Optional, Some(tag)) => ValidationRule {
            rule: format!("!has(self.{tag}) || {}", rule.rule).into(),
            ..rule
        },
        _ => rule,
    }
}

/// Returns the values of the tag that select a branch. `None` for a branch that selects in another way.
fn selected<'a>(branch: &'a NestedValidation, tag: &str) -> Option<TagValues<'a>> {
    let tag = &branch.properties.get(tag)?.validation;
    match &tag.enum_ {
        Some(values) => Some(TagValues::These(
            values
                .iter()
                .map(serde_json::Value::as_str)
                .collect::<Option<_>>()?,
        )),
        None => tag.not.is_some().then_some(TagValues::Rest),
    }
}

/// Joins texts as in `a, b or c`.
fn or(texts: &[&str]) -> String {
    match texts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a rule can name the properties of an externally tagged enum.
pub(super) fn can_name(properties: &Map<Structural>) -> bool {
    !properties.is_empty()
        && properties
            .iter()
            .all(|(name, node)| requirements::is_visible(node) && crd_cel::escape(name).is_some())
}

/// Turns the branches of an externally tagged enum into a rule that counts its members.
pub(super) fn of_members(merged: &mut MergedVariants, names: &[&str], group: GroupPresence) {
    if !can_name(&merged.properties) {
        return;
    }
    match (names, group) {
        ([only], GroupPresence::Required) => merged.required_members = vec![(*only).into()],
        ([_], GroupPresence::Optional) => {}
        (several, group) => {
            let members: Vec<String> = several
                .iter()
                .filter_map(|name| Some(format!("self.{}", crd_cel::escape(name)?)))
                .collect();
            let list = several.join(", ");
            let (bound, words) = match group {
                GroupPresence::Required => ("== 1", format!("exactly one of {list} must be set")),
                GroupPresence::Optional => ("<= 1", format!("at most one of {list} may be set")),
            };
            merged
                .rules
                .push(with_message(format!("{} {bound}", count(&members)), words));
        }
    }
    merged.branches.clear();
}
