//! Compares the rules of two nodes: by their syntax trees, regardless of their order.

use super::KeywordChange;
use super::implies::implies;
use super::trees::is_one_tree;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

pub(super) fn rules(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let is_same = |one: &ValidationRule, other: &ValidationRule| {
        let is_equal = squeezed(&one.rule) == squeezed(&other.rule)
            || is_one_tree(&one.rule, &other.rule)
            || (is_relaxed(one, other) && is_relaxed(other, one));
        is_equal && one.optional_old_self == other.optional_old_self
    };
    let (before, after) = (old.rules(), new.rules());
    let mut gone: Vec<&ValidationRule> = before
        .iter()
        .filter(|rule| !after.iter().any(|other| is_same(rule, other)))
        .collect();
    for rule in after {
        match before.iter().find(|other| is_same(rule, other)) {
            None => {
                let stricter = gone.iter().position(|other| is_relaxed(rule, other));
                match stricter {
                    Some(place) => {
                        gone.remove(place);
                        found.push(KeywordChange::RuleRelaxed(rule.clone()));
                    }
                    None => found.push(KeywordChange::RuleAdded(rule.clone())),
                }
            }
            Some(other) if is_reworded(rule, other) => found.push(KeywordChange::RuleReworded(rule.clone())),
            Some(_) => {}
        }
    }
    found.extend(gone.into_iter().cloned().map(KeywordChange::RuleRemoved));
}

/// Whether a rule accepts all that the one before it accepted, and does not run where that did not: without `oldSelf`, a rule also
/// runs when an object is created.
fn is_relaxed(rule: &ValidationRule, before: &ValidationRule) -> bool {
    rule.optional_old_self == before.optional_old_self
        && (rule.is_transition() || !before.is_transition())
        && implies(&before.rule, &rule.rule)
}

/// Whether the message, reason or path of a rule differs.
fn is_reworded(rule: &ValidationRule, before: &ValidationRule) -> bool {
    let with_its_text = ValidationRule {
        rule: rule.rule.clone(),
        ..before.clone()
    };
    with_its_text != *rule
}

/// Returns an expression without insignificant whitespace: that outside string literals that does not separate two words.
fn squeezed(rule: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    let mut was_blank = false;
    let mut is_escaped = false;
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    for c in rule.chars() {
        match quote {
            Some(end) => {
                out.push(c);
                if c == end && !is_escaped {
                    quote = None;
                }
                is_escaped = c == '\\' && !is_escaped;
            }
            None if c.is_whitespace() => was_blank = true,
            None => {
                if was_blank && is_word(Some(c)) && is_word(out.chars().last()) {
                    out.push(' ');
                }
                was_blank = false;
                if c == '\'' || c == '"' {
                    quote = Some(c);
                }
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::is_relaxed;
    use crate::model::schema::ValidationRule;

    #[test]
    fn a_rule_that_also_runs_on_creation_is_not_relaxed() {
        for (before, after, expected) in [
            ("self < 3", "self < 5", true),
            ("self < 3 || oldSelf > 1", "self < 5 || oldSelf > 1", true),
            ("self < 3", "self < 5 || oldSelf > 1", true),
            ("self < 3 && self != oldSelf", "self < 5", false),
        ] {
            let rule = |rule: &str| ValidationRule {
                rule: rule.into(),
                ..ValidationRule::default()
            };
            assert_eq!(
                is_relaxed(&rule(after), &rule(before)),
                expected,
                "{before} to {after}"
            );
        }
    }
}
