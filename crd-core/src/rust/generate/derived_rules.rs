//! Derives CEL rules from attributes.
//!
//! ```text
//! #[crd(immutable)]                  self == oldSelf
//! #[crd(at_most_one_of(a, b))]       (has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1
//! #[crd(rule("self.a < self.b"))]    self.a < self.b
//! ```

use crd_cel::escape;

use super::context::Context;
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{Structural, StructuralShape};
use crate::rust::shape::{FieldGroup, GroupBound};

/// Returns a rule with a message.
pub(super) fn with_message(rule: String, message: String) -> ValidationRule {
    ValidationRule {
        rule: rule.into(),
        message: message.into(),
        ..ValidationRule::default()
    }
}

/// Returns the rule for `immutable`: the value may not change.
pub(super) fn immutable() -> ValidationRule {
    with_message("self == oldSelf".into(), "value is immutable".into())
}

/// Returns the rule for `immutable` on an optional field, on the object that holds it: the field must stay set. The
/// rule on the field itself is not evaluated once the field is removed.
pub(super) fn stays_set(cx: &mut Context, field: &'static str) -> Option<ValidationRule> {
    let name = member(cx, field)?;
    Some(with_message(
        format!("!has(oldSelf.{name}) || has(self.{name})"),
        format!("{field} may not be removed once set"),
    ))
}

/// Returns the rule for `exactly_one_of(…)`, `at_most_one_of(…)` or `at_least_one_of(…)`.
///
/// Fields outside the selected channel are ignored; if none is left, there is no rule.
pub(super) fn group(
    cx: &mut Context,
    group: &FieldGroup,
    properties: Option<&Map<Structural>>,
) -> Option<ValidationRule> {
    let here: Vec<&str> = group
        .fields
        .iter()
        .copied()
        .filter(|field| !cx.is_narrow() || properties.is_some_and(|all| all.contains_key(field)))
        .collect();
    number_set(cx, group.bound, &here)
}

/// Returns a rule on the number of fields that are set; `None` without fields.
pub(super) fn number_set(cx: &mut Context, bound: GroupBound, fields: &[&str]) -> Option<ValidationRule> {
    let names: Option<Vec<String>> = fields.iter().map(|field| member(cx, field)).collect();
    let names = names.filter(|names| !names.is_empty())?;
    let members: Vec<String> = names.iter().map(|name| format!("self.{name}")).collect();
    let list = fields.join(", ");
    Some(match bound {
        GroupBound::ExactlyOne => with_message(
            format!("{} == 1", count(&members)),
            format!("exactly one of {list} must be set"),
        ),
        GroupBound::AtMostOne => with_message(
            format!("{} <= 1", count(&members)),
            format!("at most one of {list} may be set"),
        ),
        GroupBound::AtLeastOne => {
            let terms: Vec<String> = members.iter().map(|member| format!("has({member})")).collect();
            with_message(terms.join(" || "), format!("at least one of {list} must be set"))
        }
    })
}

/// Returns a CEL expression for the number of members that are set.
pub(super) fn count(members: &[String]) -> String {
    let terms: Vec<String> = members
        .iter()
        .map(|member| format!("(has({member}) ? 1 : 0)"))
        .collect();
    terms.join(" + ")
}

/// Returns a CEL string literal.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Returns a CEL condition that a value is one of some literals.
pub(super) fn is_among(value: &str, literals: &[String]) -> String {
    match literals {
        [only] => format!("{value} == {only}"),
        several => format!("{value} in [{}]", several.join(", ")),
    }
}

/// Returns the negation of [`is_among`].
pub(super) fn is_not_among(value: &str, literals: &[String]) -> String {
    match literals {
        [only] => format!("{value} != {only}"),
        several => format!("!({value} in [{}])", several.join(", ")),
    }
}

/// Returns the properties of an object.
pub(super) fn properties(node: &Structural) -> Option<&Map<Structural>> {
    match &node.shape {
        StructuralShape::Object(object) => Some(&object.properties),
        _ => None,
    }
}

/// Returns the name of a property in CEL, where `__`, `.`, `-`, `/` and keywords are escaped (`CEL` property escaping of
/// Kubernetes). Reports a problem and returns `None` for a name that cannot be escaped.
pub(super) fn member(cx: &mut Context, field: &str) -> Option<String> {
    let escaped = escape(field);
    if escaped.is_none() {
        cx.problem(format!(
            "CEL cannot access the field `{field}`; rename it, or remove the rule that needs it"
        ));
    }
    escaped
}
