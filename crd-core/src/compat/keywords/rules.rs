//! Rules in CEL.

use super::KeywordComparison;
use crate::compat::comparison::{Probe, RuleRuns};
use crate::compat::law;
use crate::compat::words::{self, RuleArrival};
use crate::model::schema::ValidationRule;
use crate::samples::candidates::Constants;

impl KeywordComparison<'_, '_, '_> {
    pub(super) fn rule(&mut self, rule: &ValidationRule, arrival: RuleArrival) {
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
            words::RULE_HELP,
            format!("rule {}", rule.rule),
            probe,
        );
    }
}
