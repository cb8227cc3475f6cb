//! Comprehensions: their variables, conditions and steps.

use crd_cel::NodeId;
use crd_cel::ast::{Comprehension, Kind, Text};

use super::{FromSelf, PartCollector};
use crate::check::cross_type::RulePart;

impl PartCollector<'_> {
    /// Emits the check that a node may be a condition.
    pub(super) fn condition(&mut self, node: NodeId, sym: Option<FromSelf>) {
        if let Some(sym) = sym.filter(|_| self.is_open(node)) {
            let span = self.span(node);
            self.check(RulePart::Condition(sym.part, span));
        }
    }

    pub(super) fn comprehension(&mut self, lap: Comprehension) -> Option<FromSelf> {
        let outer = self.scopes.len();
        let range = self.node(lap.iter_range);
        let accumulator = self.node(lap.accu_init);
        if let Some(range) = range {
            let span = self.span(lap.iter_range);
            let is_open = self.is_open(lap.iter_range);
            let variables = match lap.iter_var2 {
                None => [Some((lap.iter_var, RulePart::Element(range.part, span))), None],
                Some(second) => [
                    Some((lap.iter_var, RulePart::Key(range.part, span.clone()))),
                    Some((second, RulePart::Value(range.part, span))),
                ],
            };
            for (place, (name, part)) in variables.into_iter().flatten().enumerate() {
                // Both variables of a wrong range would report the same error.
                let part = if is_open && place == 0 {
                    self.check(part)
                } else {
                    self.part(part)
                };
                self.scopes.push((name, Some(FromSelf { part, ..range })));
            }
        } else {
            self.scopes.push((lap.iter_var, None));
            self.scopes.extend(lap.iter_var2.map(|name| (name, None)));
        }
        let collected = self.step(lap.loop_step);
        // No expression can name the accumulator in the step, so it is in scope for the result only.
        self.scopes.push((lap.accu_var, accumulator));
        let result = self.node(lap.result);
        self.scopes.truncate(outer);
        collected.or(result)
    }

    /// Walks the step of a loop, in one of the forms that macros expand to. Returns the list that it collects.
    fn step(&mut self, step: NodeId) -> Option<FromSelf> {
        let ast = self.checked.ast();
        let Kind::Call { function, args, .. } = ast.kind(step) else {
            return None;
        };
        match (function, ast.nodes(args)) {
            (Text::LOGICAL_AND | Text::LOGICAL_OR, &[_, body]) => {
                let sym = self.node(body);
                self.condition(body, sym);
                None
            }
            (Text::CONDITIONAL, &[condition, yes, _]) => {
                let sym = self.node(condition);
                self.condition(condition, sym);
                self.step(yes)
            }
            (Text::ADD, &[_, added]) => match ast.kind(added) {
                Kind::List { .. } => self.node(added),
                _ => None,
            },
            (Text::MAP_INSERT, &[_, ref inserted @ ..]) => {
                for inserted in inserted {
                    self.node(*inserted);
                }
                None
            }
            _ => None,
        }
    }
}
