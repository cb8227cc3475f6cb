//! Rules in CEL.

use super::KeywordComparison;
use super::always_true::{SchemaPair, is_always_true};
use crate::changes::KeywordChange;
use crate::compat::comparison::{Probe, RuleRuns};
use crate::compat::law;
use crate::compat::words::{self, RuleArrival};
use crate::model::schema::ValidationRule;
use crate::model::schema::rule::is_of_word;
use crate::samples::candidates::Constants;

/// Removes the rules that only have another name of a member that was moved. The finding about the member says what that breaks.
pub(super) fn without_renamed(changes: &mut Vec<KeywordChange>, renamed: &[[Box<str>; 2]]) {
    let with_new_names = |rule: &str| {
        let names = renamed.iter();
        names.fold(rule.to_owned(), |text, [old, new]| with_word(&text, old, new))
    };
    let mut before: Vec<String> = changes
        .iter()
        .filter_map(|change| match change {
            KeywordChange::RuleRemoved(rule) => Some(with_new_names(&rule.rule)),
            _ => None,
        })
        .collect();
    let mut same = Vec::new();
    changes.retain(|change| match change {
        KeywordChange::RuleAdded(rule) => match before.iter().position(|text| **text == *rule.rule) {
            Some(place) => {
                same.push(before.swap_remove(place));
                false
            }
            None => true,
        },
        _ => true,
    });
    changes.retain(|change| match change {
        KeywordChange::RuleRemoved(rule) => !same.contains(&with_new_names(&rule.rule)),
        _ => true,
    });
}

/// Returns an expression with another word instead of one.
fn with_word(expression: &str, old: &str, new: &str) -> String {
    let mut out = String::with_capacity(expression.len());
    let mut rest = expression;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let (word, other) = rest.split_at(end);
        out.push_str(if word == old { new } else { word });
        let end = other.find(is_of_word).unwrap_or(other.len());
        let (other, next) = other.split_at(end);
        out.push_str(other);
        rest = next;
    }
    out
}

impl KeywordComparison<'_, '_, '_> {
    /// A rule that is wider than the one that it replaces.
    pub(super) fn relaxed(&mut self, rule: &ValidationRule) {
        let message = format!(
            "{} has a wider rule now: `{}`",
            self.path,
            words::short(&rule.rule)
        );
        self.add(
            law::RULE_GONE,
            message,
            words::WIDER_HELP,
            format!("rule relaxed {}", rule.rule),
            Probe::Nothing,
        );
    }

    pub(super) fn rule(&mut self, rule: &ValidationRule, arrival: RuleArrival) {
        if self.is_about_new_fields(rule) {
            // The rule that it replaces is gone for the objects of the old CRD.
            if matches!(arrival, RuleArrival::InsteadOfAnother) {
                self.relaxed(rule);
            }
            return;
        }
        let number = self
            .new
            .rules()
            .iter()
            .position(|other| other == rule)
            .unwrap_or(0);
        let is_transition = rule.is_transition() && rule.optional_old_self != Some(true);
        let (law, undecided) = match (is_transition, arrival) {
            (_, RuleArrival::InsteadOfAnother) => (law::RULE_CHANGED, law::RULE_CHANGED_UNDECIDED),
            (true, RuleArrival::New) => (law::TRANSITION_ADDED, law::TRANSITION_UNDECIDED),
            (false, RuleArrival::New) => (law::RULE_ADDED, law::RULE_UNDECIDED),
        };
        let all = self.old.rules().iter().chain(self.new.rules());
        let constants = Constants::of_rules(all.map(|rule| &*rule.rule));
        let message = words::rule(&self.path, &rule.rule, arrival);
        let probe = Probe::Rule {
            number,
            rule: rule.rule.clone(),
            constants,
            runs: match (rule.is_transition(), is_transition) {
                (true, true) => RuleRuns::OnUpdate,
                (true, false) => RuleRuns::OnUpdateToo,
                (false, _) => RuleRuns::Always,
            },
            undecided,
        };
        self.add(
            law,
            message,
            if rule.optional_old_self == Some(true) {
                words::NARROWER_HELP
            } else {
                words::RULE_HELP
            },
            format!("rule {}", rule.rule),
            probe,
        );
    }
    /// Whether a rule is true for all objects that the old CRD keeps.
    fn is_about_new_fields(&self, rule: &ValidationRule) -> bool {
        let node = SchemaPair {
            old: self.old,
            new: self.new,
        };
        !self.nodes.keeps_all()
            && self
                .nodes
                .new_schema()
                .is_some_and(|root| is_always_true(&rule.rule, node, root))
    }
}
