//! Checks rules apart from their CEL expressions, and defines the checks that are left to the compiler.

use super::cross_type::CrossTypeCheck;
use crate::attr::rule::CelRule;
use crate::attr::when::When;
use crate::errors::{Errors, report};
use crate::suggest::nearest;

/// A check of a rule by the compiler.
pub(crate) enum RuleCheck {
    /// The rule names a field with another channel, whose order only the compiler knows: the field, and its condition.
    Order(String, When),
    Types(CrossTypeCheck),
}

/// The checks of the rules of an item by the compiler: pairs of a rule and one check of it.
pub(crate) type RuleChecks<'a> = Vec<(&'a CelRule, RuleCheck)>;

/// CEL-01 … CEL-08: the server's checks that do not compile the expressions.
pub(super) fn check(cx: &Errors, rule: &CelRule) {
    if rule.rule_constant.is_none() && rule.rule.value.trim().is_empty() {
        report!(cx, rule.rule => RULE_EMPTY, "a rule needs an expression, such as `self.min <= self.max`");
    }
    if let Some(message) = &rule.message {
        if message.value.trim().is_empty() {
            report!(cx, message => RULE_MESSAGE,
                "a message cannot be empty; remove it, or explain what the user should do");
        } else if message.value.contains(['\n', '\r']) {
            report!(cx, message => RULE_MESSAGE,
                "a message must be one line, because the API server rejects line breaks");
        }
    } else if rule.message_expression.is_none()
        && rule.message_constant.is_none()
        && rule.rule.value.trim().contains(['\n', '\r'])
    {
        report!(cx, rule.rule => RULE_MESSAGE,
            "a rule of several lines needs a `message`, because the API server would otherwise print the \
             rule itself");
    }
    if let Some(expression) = &rule.message_expression
        && expression.value.trim().is_empty()
    {
        report!(cx, expression => MESSAGE_EXPRESSION_EMPTY, "a message expression cannot be empty; remove it");
    }
    if let Some(path) = &rule.field_path
        && (path.value.contains(['\n', '\r']) || path.value.trim().is_empty())
    {
        report!(cx, path => RULE_FIELD_PATH,
            "a field path must be one line such as `.spec.replicas`, relative to the rule");
    }
}

/// CEL-09: checks that the field path of a rule starts with a dot. `fields` are the names of the fields of the type, if they are known.
pub(super) fn path_start(cx: &Errors, rule: &CelRule, fields: &[&str]) {
    let Some(path) = &rule.field_path else {
        return;
    };
    if path.value.trim().is_empty() || path.value.starts_with(['.', '[', '\n', '\r']) {
        return;
    }
    let mut meant = path.value.strip_prefix("self.").unwrap_or(&path.value);
    if !fields.is_empty() && !fields.contains(&"spec") {
        meant = meant.strip_prefix("spec.").unwrap_or(meant);
    }
    let (first, rest) = meant.split_at(meant.find(['.', '[']).unwrap_or(meant.len()));
    let first = match nearest(first, fields.iter().copied()) {
        Some(field) if !fields.contains(&first) => field,
        _ => first,
    };
    report!(cx, path => RULE_FIELD_PATH,
        "a field path is relative to `self` and starts with a dot: `.{first}{rest}`");
}
