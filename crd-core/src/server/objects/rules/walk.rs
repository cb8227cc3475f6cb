//! Walks an object and runs its rules, in the server's order (rule RUL-04).

use std::ops::ControlFlow;

use serde_json::{Map, Value};

use super::compile::{RuleNode, Rules};
use super::correlated::{Correlation, OldAndNew};
use crate::KubeVersion;
use crate::model::field::{FieldError, Path};
use crate::model::structural::Structural;
use crate::server::objects::at::At;
use crate::server::objects::parts::CorrelatedList;

/// The maximum total cost of all rules for one object.
const BUDGET: u64 = 10_000_000;

/// The treatment of a rule that an unchanged value breaks.
#[derive(Clone, Copy)]
pub(crate) enum Ratcheting<'a> {
    /// It is a warning; values are compared by this schema.
    On(&'a Structural),
    /// It is an error, as on servers without ratcheting.
    Off,
}

/// The result of running rules on a value.
pub(crate) struct RulesOutcome {
    pub(crate) errors: Vec<FieldError>,
    /// The rules that only unchanged values break.
    pub(crate) ratcheted: Vec<FieldError>,
    pub(crate) verdict: RulesProgress,
    /// Total cost of the rules.
    pub(crate) cost: u64,
}

/// Whether all rules were run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesProgress {
    /// There were no rules to run.
    NoneRan,
    /// All rules were run.
    Complete,
    /// A limit was exceeded.
    Stopped,
}

/// The state of one walk.
pub(super) struct RuleWalk<'r> {
    pub(super) version: KubeVersion,
    pub(super) prefix: Option<&'r Path<'r>>,
    pub(super) remaining: u64,
    pub(super) has_run: bool,
    pub(super) errors: Vec<FieldError>,
    pub(super) ratcheted: Vec<FieldError>,
}

/// Whether the walk continues.
pub(super) type Flow = ControlFlow<()>;

impl Rules {
    /// Runs the rules on a value at the path `prefix` (`None` for a complete object), which may replace `old`.
    pub(crate) fn run(
        &self,
        value: &Value,
        old: Option<&Value>,
        ratcheting: Ratcheting<'_>,
        prefix: Option<&Path<'_>>,
    ) -> RulesOutcome {
        self.run_within(value, old, ratcheting, prefix, BUDGET)
    }

    /// Like [`Rules::run`], with the remaining budget.
    pub(crate) fn run_within(
        &self,
        value: &Value,
        old: Option<&Value>,
        ratcheting: Ratcheting<'_>,
        prefix: Option<&Path<'_>>,
        budget: u64,
    ) -> RulesOutcome {
        let mut walk = RuleWalk {
            version: self.version,
            prefix,
            remaining: budget,
            has_run: false,
            errors: Vec::new(),
            ratcheted: Vec::new(),
        };
        let pair = match (ratcheting, old) {
            (Ratcheting::On(schema), Some(old)) => Some(OldAndNew::new(schema, value, old)),
            _ => None,
        };
        let correlation = Correlation::root(pair.as_ref());
        let flow = walk.node(&self.root, value, old, &At::ROOT, correlation);
        let verdict = match flow {
            ControlFlow::Break(()) => RulesProgress::Stopped,
            ControlFlow::Continue(()) if walk.has_run => RulesProgress::Complete,
            ControlFlow::Continue(()) => RulesProgress::NoneRan,
        };
        RulesOutcome {
            cost: budget.saturating_sub(walk.remaining),
            errors: walk.errors,
            ratcheted: walk.ratcheted,
            verdict,
        }
    }
}

impl RuleWalk<'_> {
    fn node(
        &mut self,
        node: &RuleNode,
        value: &Value,
        old: Option<&Value>,
        at: &At<'_>,
        correlation: Correlation<'_>,
    ) -> Flow {
        // Rules are run only on values.
        if value.is_null() {
            return ControlFlow::Continue(());
        }
        let old = old.filter(|old| !old.is_null());
        self.rules(node, value, old, at, correlation)?;
        match value {
            Value::Array(items) => self.items(node, items, old, at, correlation),
            Value::Object(members) => self.members(node, members, old, at, correlation),
            _ => ControlFlow::Continue(()),
        }
    }

    fn items(
        &mut self,
        node: &RuleNode,
        items: &[Value],
        old: Option<&Value>,
        at: &At<'_>,
        correlation: Correlation<'_>,
    ) -> Flow {
        let Some(below) = &node.items else {
            return ControlFlow::Continue(());
        };
        let list = match (&node.list_keys, old) {
            (Some(keys), Some(old)) => CorrelatedList::by(keys, old),
            _ => CorrelatedList::default(),
        };
        for (index, item) in items.iter().enumerate() {
            let old = list.old_of(item);
            let pair = correlation.element(item, old);
            self.node(
                below,
                item,
                old,
                &at.index(index),
                correlation.below(pair.as_ref()),
            )?;
        }
        ControlFlow::Continue(())
    }

    fn members(
        &mut self,
        node: &RuleNode,
        members: &Map<String, Value>,
        old: Option<&Value>,
        at: &At<'_>,
        correlation: Correlation<'_>,
    ) -> Flow {
        let old_of = |key: &str| old.and_then(|old| old.get(key));
        if let Some(below) = &node.additional {
            for (key, value) in members {
                let pair = correlation.member(key, value);
                let correlation = correlation.below_member(key, pair.as_ref());
                self.node(below, value, old_of(key), &at.key(key), correlation)?;
            }
        }
        for (name, below) in node.properties.iter() {
            if let Some((key, value)) = members.get_key_value(name) {
                let pair = correlation.member(key, value);
                let correlation = correlation.below_member(key, pair.as_ref());
                self.node(below, value, old_of(key), &at.property(key), correlation)?;
            }
        }
        ControlFlow::Continue(())
    }
}
