//! Rules, apart from their CEL.

use crate::attr::rule::Rule;
use crate::codes;
use crate::context::Context;

/// CEL-01 … CEL-08: what the server checks without compiling the expressions.
pub(super) fn check(cx: &Context, rule: &Rule) {
    if rule.rule.value.trim().is_empty() {
        cx.error(
            &rule.rule,
            codes::RULE_EMPTY,
            "a rule needs an expression, such as `self.min <= self.max`",
        );
    }
    if let Some(message) = &rule.message {
        if message.value.trim().is_empty() {
            cx.error(
                message,
                codes::RULE_MESSAGE,
                "a message cannot be empty; remove it, or write what to do",
            );
        } else if message.value.contains(['\n', '\r']) {
            cx.error(
                message,
                codes::RULE_MESSAGE,
                "a message must be one line; the API server rejects line breaks",
            );
        }
    } else if rule.message_expression.is_none() && rule.rule.value.trim().contains(['\n', '\r']) {
        cx.error(
            &rule.rule,
            codes::RULE_MESSAGE,
            "a rule of several lines needs a `message`, since the API server would show the rule itself",
        );
    }
    if let Some(expression) = &rule.message_expression
        && expression.value.trim().is_empty()
    {
        cx.error(
            expression,
            codes::MESSAGE_EXPRESSION_EMPTY,
            "a message expression cannot be empty; remove it",
        );
    }
    if let Some(path) = &rule.field_path {
        if path.value.contains(['\n', '\r']) || path.value.trim().is_empty() {
            cx.error(
                path,
                codes::RULE_FIELD_PATH,
                "a field path is one line such as `.spec.replicas`, relative to the rule",
            );
        } else if !path.value.starts_with(['.', '[']) {
            cx.error(
                path,
                codes::RULE_FIELD_PATH,
                format!("a field path starts with a dot: `.{}`", path.value),
            );
        }
    }
}
