//! Comprehensions: a step is read once, with an element of any value.

use crd_cel::NodeId;
use crd_cel::ast::{Comprehension, Kind, Text};

use super::super::outcome::{Outcome, Place, Step, Value};
use super::{Reader, element_of};

impl<'s> Reader<'_, 's> {
    pub(super) fn comprehension(&mut self, lap: Comprehension) -> Value<'s> {
        let outer = self.scopes.len();
        let range = self.value(lap.iter_range);
        if range.outcome.is_error() {
            return Value::unknown(range.outcome);
        }
        let failed = range.outcome.only_error();
        let unknown = || Value::unknown(Outcome::VALUE);
        let (first, second, has_absent) = match &range.place {
            Place::At(path, schema) => match element_of(schema) {
                Some(element) => {
                    let at = path.child(Step::Element);
                    let has_absent = self.absent.is_some_and(|absent| absent.is_below(&at));
                    let element = Value {
                        outcome: Outcome::VALUE,
                        place: Place::At(at, element),
                    };
                    let key = Value {
                        outcome: Outcome::VALUE,
                        place: Place::KeyOf(path.clone()),
                    };
                    let is_list = schema.item_schema().is_some();
                    match (lap.iter_var2.is_some(), is_list) {
                        (true, _) | (false, false) => (key, element, has_absent),
                        (false, true) => (element, unknown(), has_absent),
                    }
                }
                None => (unknown(), unknown(), false),
            },
            _ => (unknown(), unknown(), false),
        };
        self.scopes.push((lap.iter_var, first));
        if let Some(name) = lap.iter_var2 {
            self.scopes.push((name, second));
        }
        let of_loop = self.step(lap, has_absent);
        let start = self.value(lap.accu_init);
        self.scopes.push((lap.accu_var, start.clone()));
        let value = match of_loop {
            Some(outcome) => Value::unknown(outcome),
            None => self.value(lap.result),
        };
        self.scopes.truncate(outer);
        Value {
            outcome: if start.outcome.is_error() {
                start.outcome
            } else {
                value.outcome.or_else(failed).or_else(start.outcome.only_error())
            },
            place: value.place,
        }
    }

    /// The outcome of a loop by its step, in one of the forms that macros make; `None` where there is no loop.
    ///
    /// With `has_absent` one of the elements lacks the absent field; otherwise there may be no element at all.
    fn step(&mut self, lap: Comprehension, has_absent: bool) -> Option<Outcome> {
        let ast = self.ast;
        let Kind::Call { function, args, .. } = ast.kind(lap.loop_step) else {
            return None;
        };
        let body = match (function, ast.nodes(args)) {
            (Text::LOGICAL_AND, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_absent {
                    body.and(Outcome::VALUE)
                } else {
                    Outcome::TRUE.or_else(body)
                });
            }
            (Text::LOGICAL_OR, &[_, body]) => {
                let body = self.outcome(body);
                return Some(if has_absent {
                    body.or(Outcome::VALUE)
                } else {
                    Outcome::FALSE.or_else(body)
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
                    outcome = outcome.or_else(Outcome::VALUE);
                }
                outcome
            }
            _ => self.collected(lap.loop_step),
        };
        Some(if has_absent && body.is_error() {
            body
        } else {
            Outcome::VALUE.or_else(body.only_error())
        })
    }

    /// The outcome of what a step adds to the accumulator.
    fn collected(&mut self, step: NodeId) -> Outcome {
        let ast = self.ast;
        let mut outcome = Outcome::VALUE;
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
