//! Runs the rules of one node on one value (rules RUL-04 to RUL-09, RUL-12).

use std::ops::ControlFlow;

use crd_cel::eval::{AbortReason, DataSchema, EXPRESSION_COST_LIMIT, Program, Run, Value as Cel};
use serde_json::Value;

use super::compile::{CompiledRule, NodeRules, RuleNode};
use super::correlated::Correlation;
use super::report::RuleErrors;
use super::walk::{Flow, RuleWalk};
use crate::KubeVersion;
use crate::go;
use crate::model::changes::Change;
use crate::model::rules;
use crate::server::cel::{MessageProgram, RuleProgram};
use crate::server::objects::at::At;

/// The maximum number of bytes of the result of a message expression.
const LONGEST_MESSAGE: usize = 5120;
const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";
const MESSAGE_OUT_OF_BUDGET: &str = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";

/// The state of a node's rules while they run on one value.
struct Site<'s> {
    data: &'s DataSchema,
    value: &'s Value,
    old: Option<&'s Value>,
    uses_old_self: bool,
    report: RuleErrors<'s>,
}

/// The result of a message expression.
enum RuleMessage {
    Text(String),
    /// The rule's own message is used.
    Fallback,
    /// A limit was exceeded; contains the server's text.
    Stopped(String),
}

impl RuleWalk<'_> {
    /// Runs the rules of a node.
    pub(super) fn rules(
        &mut self,
        node: &RuleNode,
        value: &Value,
        old: Option<&Value>,
        at: &At<'_>,
        correlation: Correlation<'_>,
    ) -> Flow {
        let report = RuleErrors {
            node,
            at,
            prefix: self.prefix,
            version: self.version,
            leaked: Vec::new(),
        };
        let (rules, data, uses_old_self) = match &node.rules {
            NodeRules::None => return ControlFlow::Continue(()),
            NodeRules::Untyped => {
                let text = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
                self.errors
                    .push(report.at_node(rules::RUL_08, 0, text.to_owned()));
                return ControlFlow::Continue(());
            }
            NodeRules::Compiled {
                rules,
                data,
                uses_old_self,
            } => (rules, data, *uses_old_self),
        };
        if self.remaining == 0 {
            self.errors
                .push(report.at_node(rules::RUL_12, 0, OUT_OF_BUDGET.to_owned()));
            return ControlFlow::Break(());
        }
        let mut site = Site {
            data,
            value,
            old,
            uses_old_self,
            report,
        };
        for (index, rule) in rules.iter().enumerate() {
            match &rule.program {
                Err(fault) => {
                    let text = format!("rule compile error: {fault}");
                    self.errors.push(site.report.at_node(rules::RUL_08, index, text));
                }
                Ok(None) => {}
                Ok(Some(program)) => self.rule(index, rule, program, &mut site, correlation)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn rule<'s>(
        &mut self,
        index: usize,
        rule: &'s CompiledRule,
        program: &'s RuleProgram,
        site: &mut Site<'s>,
        correlation: Correlation<'_>,
    ) -> Flow {
        let runs_without_old = rule.optional_old_self && self.version.has(Change::ValidationRatcheting);
        if program.uses_old_self && site.old.is_none() && !runs_without_old {
            return ControlFlow::Continue(());
        }
        self.has_run = true;
        let old = if program.uses_old_self {
            site.old_value(rule, self.version)
        } else {
            Cel::Null
        };
        let run = Self::run(&program.program, site, old);
        if run.cost > self.remaining {
            self.errors.push(
                site.report
                    .at_node(rules::RUL_12, index, OUT_OF_BUDGET.to_owned()),
            );
            return ControlFlow::Break(());
        }
        self.remaining -= run.cost;
        let fault = match run.value {
            Ok(Cel::Bool(true)) => return ControlFlow::Continue(()),
            Ok(Cel::Error(error)) => error.to_string(),
            Err(stop @ AbortReason::CostLimit) => {
                let label = label(rule);
                let text = format!(
                    "'{stop}': no further validation rules will be run due to call cost exceeds limit for rule: {label}"
                );
                self.errors.push(site.report.at_node(rules::RUL_12, index, text));
                return ControlFlow::Break(());
            }
            Err(stop) => stop.to_string(),
            Ok(_) => return self.failed(rule, program, site, correlation),
        };
        let label = label(rule);
        let text = if fault.starts_with("no such overload") {
            format!(
                "'{fault}': call arguments did not match a supported operator, function or macro signature for rule: \
                 {label}"
            )
        } else {
            format!("{fault} evaluating rule: {label}")
        };
        self.errors.push(site.report.at_node(rules::RUL_07, index, text));
        ControlFlow::Continue(())
    }

    /// Reports a rule that is false.
    fn failed<'s>(
        &mut self,
        rule: &'s CompiledRule,
        program: &'s RuleProgram,
        site: &mut Site<'s>,
        correlation: Correlation<'_>,
    ) -> Flow {
        let is_ratcheted = !program.uses_old_self && correlation.is_unchanged();
        site.report.leak(rule);
        let (error, flow) = match self.message(rule, program, site) {
            RuleMessage::Text(text) => (
                site.report.refused(rule, site.value, text),
                ControlFlow::Continue(()),
            ),
            RuleMessage::Fallback => {
                let text = match rule.spec.message.trim() {
                    _ if rule.spec.message.is_empty() => format!("failed rule: {}", rule.spec.rule.trim()),
                    message => message.to_owned(),
                };
                (
                    site.report.refused(rule, site.value, text),
                    ControlFlow::Continue(()),
                )
            }
            RuleMessage::Stopped(text) => (site.report.at_field(rule, text), ControlFlow::Break(())),
        };
        if is_ratcheted {
            self.ratcheted.push(error);
        } else {
            self.errors.push(error);
        }
        flow
    }

    /// Evaluates the message expression of a rule.
    fn message<'s>(&mut self, rule: &CompiledRule, program: &'s RuleProgram, site: &Site<'s>) -> RuleMessage {
        let Some(MessageProgram::Compiled(program)) = &program.message else {
            return RuleMessage::Fallback;
        };
        // It can access only the plain old value, and only if a rule of the node uses it.
        let old = match site.old {
            Some(old) if site.uses_old_self => site.data.value(old),
            _ => Cel::error("no such attribute(s): oldSelf"),
        };
        let run = Self::run(program, site, old);
        if run.cost > self.remaining {
            return RuleMessage::Stopped(MESSAGE_OUT_OF_BUDGET.to_owned());
        }
        if matches!(run.value, Err(AbortReason::CostLimit)) {
            return RuleMessage::Stopped(format!(
                "no further validation rules will be run due to call cost exceeds limit for messageExpression: {}",
                go::quote(&rule.spec.message_expression)
            ));
        }
        self.remaining -= run.cost;
        match run.value {
            Ok(Cel::String(text)) => {
                let text = text.as_str().trim();
                if text.is_empty() || text.len() > LONGEST_MESSAGE || text.contains('\n') {
                    RuleMessage::Fallback
                } else {
                    RuleMessage::Text(text.to_owned())
                }
            }
            _ => RuleMessage::Fallback,
        }
    }

    fn run<'s>(program: &'s Program, site: &Site<'s>, old: Cel<'s>) -> Run<'s> {
        program.run(&[site.data.value(site.value), old], EXPRESSION_COST_LIMIT)
    }
}

impl<'s> Site<'s> {
    /// Returns `oldSelf` for a rule.
    fn old_value(&self, rule: &CompiledRule, version: KubeVersion) -> Cel<'s> {
        match (self.old, rule.optional_old_self) {
            (None, true) => Cel::Optional(None),
            (None, false) => Cel::error("no such attribute(s): oldSelf"),
            (Some(old), false) => self.data.value(old),
            // An optional hides the schema of its value (EVAL-24).
            (Some(old), true) if !version.has(Change::TypedOptionals) => {
                Cel::some(self.data.in_optional(old))
            }
            (Some(old), true) => Cel::some(self.data.value(old)),
        }
    }
}

/// Returns the name of a rule in errors.
fn label(rule: &CompiledRule) -> &str {
    if rule.spec.message.is_empty() {
        rule.spec.rule.trim()
    } else {
        rule.spec.message.trim()
    }
}
