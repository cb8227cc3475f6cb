//! Compares the rules of two nodes: by their syntax trees, regardless of their order.

use super::KeywordChange;
use super::implies::implies;
use super::trees::is_one_tree;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

pub(super) fn rules(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let is_same = |one: &ValidationRule, other: &ValidationRule| {
        (squeezed(&one.rule) == squeezed(&other.rule) || is_one_tree(&one.rule, &other.rule))
            && one.optional_old_self == other.optional_old_self
    };
    let (before, after) = (old.rules(), new.rules());
    let mut gone: Vec<&ValidationRule> = before
        .iter()
        .filter(|rule| !after.iter().any(|other| is_same(rule, other)))
        .collect();
    for rule in after {
        match before.iter().find(|other| is_same(rule, other)) {
            None => {
                let stricter = gone.iter().position(|other| {
                    rule.optional_old_self == other.optional_old_self && implies(&other.rule, &rule.rule)
                });
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
