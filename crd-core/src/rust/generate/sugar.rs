//! Attributes that become CEL rules.

use crd_cel::escape;

use super::context::Context;
use crate::model::schema::ValidationRule;
use crate::rust::shape::{FieldGroup, GroupBound};

/// A rule with a message.
pub(super) fn checked(rule: String, message: String) -> ValidationRule {
    ValidationRule {
        rule: rule.into(),
        message: message.into(),
        ..ValidationRule::default()
    }
}

/// `immutable`: the value may not change.
pub(super) fn immutable() -> ValidationRule {
    checked("self == oldSelf".into(), "value is immutable".into())
}

/// `immutable` on a field that may be absent: the object that holds it must keep it.
pub(super) fn stays_set(cx: &mut Context, field: &'static str) -> Option<ValidationRule> {
    let name = member(cx, field)?;
    Some(checked(
        format!("!has(oldSelf.{name}) || has(self.{name})"),
        format!("{field} may not be removed once set"),
    ))
}

/// `exactly_one_of(…)`, `at_most_one_of(…)`, `at_least_one_of(…)`.
pub(super) fn group(cx: &mut Context, group: &FieldGroup) -> Option<ValidationRule> {
    let names: Option<Vec<String>> = group.fields.iter().map(|field| member(cx, field)).collect();
    let names = names?;
    let list = group.fields.join(", ");
    let count = || {
        let terms: Vec<String> = names
            .iter()
            .map(|name| format!("(has(self.{name}) ? 1 : 0)"))
            .collect();
        terms.join(" + ")
    };
    Some(match group.bound {
        GroupBound::ExactlyOne => checked(
            format!("{} == 1", count()),
            format!("exactly one of {list} must be set"),
        ),
        GroupBound::AtMostOne => checked(
            format!("{} <= 1", count()),
            format!("at most one of {list} may be set"),
        ),
        GroupBound::AtLeastOne => {
            let terms: Vec<String> = names.iter().map(|name| format!("has(self.{name})")).collect();
            checked(terms.join(" || "), format!("at least one of {list} must be set"))
        }
    })
}

/// The name by which CEL reaches a member (rules §5.5), or a problem where it cannot.
pub(super) fn member(cx: &mut Context, field: &str) -> Option<String> {
    let escaped = escape(field);
    if escaped.is_none() {
        cx.problem(format!(
            "CEL cannot name the field `{field}`; rename it or drop the rule that needs it"
        ));
    }
    escaped
}
