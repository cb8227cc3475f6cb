//! Evaluates comprehensions with sets of outcomes: the step is evaluated once, for an element that may have any value.

use crd_cel::NodeId;
use crd_cel::ast::{Comprehension, Kind, Text};

use super::super::outcomes::{Outcomes, PitfallStep, TracedValue, ValueSource};
use super::{RuleReader, element_of};

/// The elements of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopElements {
    /// Any elements, or none.
    Any,
    /// One of the elements lacks the absent field, or has the assumed type.
    OneIsAssumed,
}

impl<'s> RuleReader<'_, 's> {
    pub(super) fn comprehension(&mut self, lap: Comprehension) -> TracedValue<'s> {
        let outer = self.scopes.len();
        let range = self.value(lap.iter_range);
        if range.outcome.is_error() {
            return TracedValue::unknown(range.outcome);
        }
        let failed = range.outcome.only_error();
        let unknown = || TracedValue::unknown(Outcomes::VALUE);
        let (first, second, elements) = match &range.place {
            ValueSource::At(path, schema) => match element_of(schema) {
                Some(element) => {
                    let at = path.child(PitfallStep::Element);
                    let is_of_it = |value: &TracedValue<'_>| matches!(&value.place, ValueSource::At(path, _) if *path == at);
                    self.compares_elements |= self.scopes.iter().any(|(_, value)| is_of_it(value));
                    let is_typed = self.typed.is_some_and(|(typed, _)| *typed == at);
                    let elements = if is_typed || self.is_above_assumed(&at) {
                        LoopElements::OneIsAssumed
                    } else {
                        LoopElements::Any
                    };
                    let element = TracedValue {
                        outcome: Outcomes::VALUE,
                        place: ValueSource::At(at, element),
                    };
                    let key = TracedValue {
                        outcome: Outcomes::VALUE,
                        place: ValueSource::KeyOf(path.clone()),
                    };
                    let is_list = schema.item_schema().is_some();
                    match (lap.iter_var2.is_some(), is_list) {
                        (true, _) | (false, false) => (key, element, elements),
                        (false, true) => (element, unknown(), elements),
                    }
                }
                None => (unknown(), unknown(), LoopElements::Any),
            },
            _ => (unknown(), unknown(), LoopElements::Any),
        };
        self.scopes.push((lap.iter_var, first));
        if let Some(name) = lap.iter_var2 {
            self.scopes.push((name, second));
        }
        let of_loop = self.step(lap, elements);
        let start = self.value(lap.accu_init);
        self.scopes.push((lap.accu_var, start.clone()));
        let value = match of_loop {
            Some(outcome) => TracedValue::unknown(outcome),
            None => self.value(lap.result),
        };
        self.scopes.truncate(outer);
        TracedValue {
            outcome: if start.outcome.is_error() {
                start.outcome
            } else {
                value.outcome.or_else(failed).or_else(start.outcome.only_error())
            },
            place: value.place,
        }
    }

    /// Returns the outcome of a loop by its step, in one of the forms that macros expand to; `None` for other forms.
    fn step(&mut self, lap: Comprehension, elements: LoopElements) -> Option<Outcomes> {
        let ast = self.ast;
        let has_assumed = elements == LoopElements::OneIsAssumed;
        let Kind::Call { function, args, .. } = ast.kind(lap.loop_step) else {
            return None;
        };
        let body = match (function, ast.nodes(args)) {
            (Text::LOGICAL_AND, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_assumed {
                    body.and(Outcomes::VALUE)
                } else {
                    Outcomes::TRUE.or_else(body)
                });
            }
            (Text::LOGICAL_OR, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_assumed {
                    body.or(Outcomes::VALUE)
                } else {
                    Outcomes::FALSE.or_else(body)
                });
            }
            (Text::CONDITIONAL, &[condition, yes, _]) => {
                let condition = self.outcome(condition);
                let collected = self.collected(yes);
                let mut outcome = condition.only_error();
                if condition.may_be_true() {
                    outcome = outcome.or_else(collected);
                }
                if condition.may_be_false() {
                    outcome = outcome.or_else(Outcomes::VALUE);
                }
                outcome
            }
            _ => self.collected(lap.loop_step),
        };
        Some(if has_assumed && body.is_error() {
            body
        } else {
            Outcomes::VALUE.or_else(body.only_error())
        })
    }

    /// Returns the outcome of the value that a step adds to the accumulator.
    fn collected(&mut self, step: NodeId) -> Outcomes {
        let ast = self.ast;
        let mut outcome = Outcomes::VALUE;
        if let Kind::Call { args, .. } = ast.kind(step)
            && let [_, added @ ..] = ast.nodes(args)
        {
            for added in added {
                outcome = outcome.strict(self.outcome(*added));
            }
        }
        outcome
    }
}
