//! Rules that fail for a value that everything else admits.
//!
//! ```text
//! properties: {type: {enum: [Classic, Quorum]}, mode: {type: string}}, required: [type]
//! rule: self.type != 'Quorum' || self.mode != 'Lazy'             fails for {type: Quorum}: no such key: mode
//! ```
//!
//! The rule is evaluated with a few values of its node. A value for which it fails is then admitted as the server does it: if nothing else
//! rejects it, it is the proof.

mod node;
mod values;
mod whole;

use serde_json::Value;

use super::pitfalls::{Failure, FallibleExpression, Pitfall, PitfallKind};
use crate::KubeVersion;
use crate::model::field::FieldPath;
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::SelfKind;
pub(in crate::check) use node::needed;
use node::{TestResult, TestedNode, TestedRule};
pub(in crate::check) use whole::{is_admitted_around, may_be_rejected_around};

/// Maximum length of a rule: longer ones depend on more members than are changed together.
const LONGEST_RULE: usize = 300;
/// Maximum number of values of a node for which its rules are evaluated.
const MOST_VALUES: usize = 64;
/// Maximum number of values between which updates are evaluated.
const MOST_UPDATED: usize = 8;
/// Maximum number of values or updates with a failure that are admitted for one rule.
const MOST_ADMITTED: usize = 8;

/// Whether a rule and its message expression are short enough to be evaluated.
pub(in crate::check) fn is_short(rule: &ValidationRule) -> bool {
    rule.rule.len() <= LONGEST_RULE && rule.message_expression.len() <= LONGEST_RULE
}

/// Finds values of a node for which expressions of its rules fail, which may. The schema is reduced by [`needed`]. Paths are below the
/// node.
pub(in crate::check) fn of_node(
    schema: &JsonSchemaProps,
    kind: SelfKind,
    may_fail: &[FallibleExpression],
    version: KubeVersion,
) -> Vec<Pitfall> {
    let node = TestedNode::new(schema, kind, may_fail, version);
    node.map(|node| failures(&node)).unwrap_or_default()
}

fn failures(node: &TestedNode<'_>) -> Vec<Pitfall> {
    let mut search = FailureSearch {
        node,
        found: Vec::new(),
        rejected: Vec::new(),
    };
    search.run(node.rules.iter().collect(), None);
    // Other rules reject all of the values for which these fail, perhaps because of other members: `self.min < self.max`.
    let rejected = std::mem::take(&mut search.rejected);
    if !rejected.is_empty()
        && let Some(value) = node.admitted_value()
    {
        search.run(rejected, Some(value));
    }
    search.found
}

/// The search for values of a node for which rules fail.
struct FailureSearch<'n, 's> {
    node: &'n TestedNode<'s>,
    found: Vec<Pitfall>,
    /// The rules that failed only for values that the server rejects.
    rejected: Vec<&'n TestedRule<'s>>,
}

impl<'n, 's> FailureSearch<'n, 's> {
    /// Evaluates rules with values that differ little from the given one, or from the smallest ones.
    fn run(&mut self, rules: Vec<&'n TestedRule<'s>>, given: Option<Value>) {
        let (mut of_updates, mut of_values): (Vec<_>, Vec<_>) = rules
            .into_iter()
            .map(|rule| WaitingRule { rule, admitted: 0 })
            .partition(|waiting| waiting.rule.is_transition);
        let mut count = 0;
        let mut few = Vec::new();
        let node = self.node;
        values::each(node.structural(), node.schema, given, &mut |value| {
            count += 1;
            self.find(&mut of_values, (&value, None));
            let needs_more = !of_updates.is_empty() && few.len() < MOST_UPDATED;
            if needs_more {
                few.push(value);
            }
            !needs_more && (of_values.is_empty() || count >= MOST_VALUES)
        });
        let updates = few
            .iter()
            .flat_map(|new| few.iter().map(move |old| (new, Some(old))));
        for update in updates {
            if of_updates.is_empty() {
                break;
            }
            self.find(&mut of_updates, update);
        }
        for waiting in of_values
            .iter()
            .chain(&of_updates)
            .filter(|waiting| waiting.admitted > 0)
        {
            self.rejected.push(waiting.rule);
        }
    }

    /// Evaluates rules with a value and the one that it replaces. Those that fail need no other value.
    fn find(&mut self, rules: &mut Vec<WaitingRule<'n, 's>>, values: (&Value, Option<&Value>)) {
        rules.retain_mut(|waiting| {
            let pitfall = waiting.pitfall(self.node, values);
            let is_found = pitfall.is_some();
            self.found.extend(pitfall);
            let is_left = !is_found && waiting.admitted < MOST_ADMITTED;
            if !is_found && !is_left {
                self.rejected.push(waiting.rule);
            }
            is_left
        });
    }
}

/// A rule for which no proof is found yet.
struct WaitingRule<'n, 's> {
    rule: &'n TestedRule<'s>,
    /// The number of values that were admitted in vain.
    admitted: usize,
}

impl WaitingRule<'_, '_> {
    /// Returns the failure for a value, if nothing else rejects it.
    fn pitfall(&mut self, node: &TestedNode<'_>, (new, old): (&Value, Option<&Value>)) -> Option<Pitfall> {
        let rule = self.rule;
        let TestResult::Failure(Some(kind)) = rule.tested_result(new, old) else {
            return None;
        };
        self.admitted += 1;
        if !node.admits_but_failures(rule, new, old) {
            return None;
        }
        let (span, error) = rule.failing_part(new, old)?;
        let mut map_keys = Vec::new();
        for value in old.into_iter().chain([new]) {
            values::map_keys(node.structural(), value, &mut map_keys);
        }
        let failure = Failure {
            kind,
            part: rule.source.get(span.range())?.to_owned(),
            error,
            value: new.clone(),
            old: old.cloned(),
            map_keys,
        };
        Some(Pitfall {
            path: FieldPath::default(),
            index: rule.index,
            span,
            kind: if rule.is_message() {
                PitfallKind::FailingMessage(failure)
            } else {
                PitfallKind::Failing(failure)
            },
        })
    }
}
