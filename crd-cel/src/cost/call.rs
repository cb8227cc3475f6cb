//! The cost of each standard function, and the size of its result.

use crate::ast::{Kind, NodeId, Text};
use crate::decls::Overload;

use super::path::SliceStep;
use super::price::{CallEstimate, CostedCall, PATTERN, TRAVERSAL, known};
use super::{ENTRY_SIZES_SINCE, EntrySizes, Estimate, Estimator, Operand, SizeSource, library};

impl<S: SizeSource + ?Sized> Estimator<'_, S> {
    pub(super) fn call(&mut self, node: NodeId, arguments: usize) {
        let Kind::Call { function, target, .. } = self.ast().kind(node) else {
            return;
        };
        let target = target.and_then(|_| self.operands.pop());
        // No operand is added meanwhile.
        let operands = std::mem::take(&mut self.operands);
        let start = operands.len().saturating_sub(arguments);
        self.call_of(node, function, target, operands.get(start..).unwrap_or_default());
        self.operands = operands;
        self.forget_operands(arguments);
    }

    fn call_of(&mut self, node: NodeId, function: Text, target: Option<Operand>, arguments: &[Operand]) {
        let checked = self.checked;
        let overloads: &[&Overload] = checked.overloads(node);
        if overloads.is_empty() {
            return;
        }
        let function = self.ast().text(function);
        let mut argument_cost = Estimate::ZERO;
        for argument in arguments {
            argument_cost = argument_cost.plus(self.cost(argument.node));
        }
        let mut cost: Option<Estimate> = None;
        let mut size: Option<Estimate> = None;
        for overload in overloads {
            let call = CostedCall {
                function,
                overload: overload.id,
                target,
                arguments,
            };
            let estimate = self.overload(node, &call, argument_cost);
            cost = Some(cost.map_or(estimate.cost, |cost| cost.union(estimate.cost)));
            if let Some(result) = estimate.size {
                size = Some(size.map_or(result, |size| size.union(result)));
            }
            let element = match overload.id {
                "index_list" => Some(SliceStep::Items),
                "index_map" => Some(SliceStep::Values),
                _ => None,
            };
            if let (Some(step), Some(container)) = (element, arguments.first()) {
                if self.server >= ENTRY_SIZES_SINCE {
                    size = self.entries_of(container.node).map(|entries| entries.value);
                }
                let path = self.path_of(container.node);
                let path = self.paths.append(path, step);
                self.set_path(node, path);
            }
            if size.is_none() {
                size = self.size_of(node);
            }
        }
        self.set_size(node, size);
        let target_cost = target.map(|target| self.cost(target.node)).unwrap_or_default();
        self.set_cost(node, target_cost.plus(cost.unwrap_or_default()));
    }

    /// Estimates one overload, including its arguments but not its receiver.
    fn overload(&mut self, node: NodeId, call: &CostedCall<'_>, argument_cost: Estimate) -> CallEstimate {
        let from_library = library::lists_and_sets(self, call).or_else(|| library::kubernetes(self, call));
        if let Some(estimate) = from_library {
            return CallEstimate {
                cost: estimate.cost.plus(argument_cost),
                ..estimate
            };
        }
        if let Some(cost) = self.control_flow(call) {
            if call.overload == "conditional" {
                return self.conditional(node, call, cost);
            }
            return CallEstimate::cost(cost);
        }
        let estimate = self
            .standard(node, call)
            .unwrap_or(CallEstimate::cost(Estimate::ONE));
        CallEstimate {
            cost: estimate.cost.plus(argument_cost),
            ..estimate
        }
    }

    /// Estimates operators that need not evaluate all operands; the cost is that of their arguments.
    fn control_flow(&self, call: &CostedCall<'_>) -> Option<Estimate> {
        let cost = |index: usize| call.arguments.get(index).map(|argument| self.cost(argument.node));
        match call.overload {
            "logical_or" | "logical_and" => {
                let (left, right) = (cost(0)?, cost(1)?);
                Some(Estimate::new(left.min, left.plus(right).max))
            }
            "conditional" => Some(cost(0)?.plus(cost(1)?.union(cost(2)?))),
            _ => None,
        }
    }

    fn conditional(&mut self, node: NodeId, call: &CostedCall<'_>, cost: Estimate) -> CallEstimate {
        let (Some(left), Some(right)) = (call.arguments.get(1), call.arguments.get(2)) else {
            return CallEstimate::cost(cost);
        };
        self.union_entries(node, left.node, right.node);
        CallEstimate::sized(cost, known(*left).union(known(*right)))
    }

    fn union_entries(&mut self, node: NodeId, left: NodeId, right: NodeId) {
        if let (Some(left), Some(right)) = (self.entries_of(left), self.entries_of(right)) {
            self.set_entries(node, EntrySizes::union(left, right));
        }
    }

    /// Estimates the standard CEL functions that cost more than one unit.
    fn standard(&mut self, node: NodeId, call: &CostedCall<'_>) -> Option<CallEstimate> {
        let first = call.arguments.first().copied().map(known);
        let second = call.arguments.get(1).copied().map(known);
        let target = call.target.map(known);
        Some(match call.overload {
            "string_format" => CallEstimate::cost(target?.scaled(TRAVERSAL)),
            "string_to_bytes" => {
                let size = first?;
                CallEstimate::sized(
                    size.scaled(TRAVERSAL),
                    Estimate::new(size.min, size.max.wrapping_mul(4)),
                )
            }
            "bytes_to_string" => {
                let size = first?;
                CallEstimate::sized(size.scaled(TRAVERSAL), Estimate::new(size.min / 4, size.max))
            }
            "strings_quote" => {
                let size = first?;
                // Every character escaped, and two quotes. Beyond `u64` the server's arithmetic wraps around.
                let longest = size.max.wrapping_mul(2).wrapping_add(2);
                CallEstimate::sized(
                    size.scaled(TRAVERSAL),
                    Estimate::new(size.min.wrapping_add(2), longest),
                )
            }
            "starts_with_string" | "ends_with_string" => CallEstimate::cost(first?.scaled(TRAVERSAL)),
            "in_list" => CallEstimate::cost(second?.scaled(1.0)),
            "matches_string" => matching(target?, first?),
            // Before 1.37 the function cost one unit, unlike the method.
            "matches" if self.server >= 37 => matching(first?, second?),
            "contains_string" => {
                CallEstimate::cost(target?.scaled(TRAVERSAL).times(first?.scaled(TRAVERSAL)))
            }
            "add_string" | "add_bytes" | "add_list" => {
                let size = first?.plus(second?);
                if let [left, right] = call.arguments {
                    self.union_entries(node, left.node, right.node);
                }
                let cost = if call.overload == "add_list" {
                    Estimate::ONE
                } else {
                    size.scaled(TRAVERSAL)
                };
                CallEstimate::sized(cost, size)
            }
            "less_string"
            | "greater_string"
            | "less_equals_string"
            | "greater_equals_string"
            | "less_bytes"
            | "greater_bytes"
            | "less_equals_bytes"
            | "greater_equals_bytes"
            | "equals"
            | "not_equals" => {
                let smaller = first?.max.min(second?.max);
                CallEstimate::cost(Estimate::new(smaller.min(1), smaller).scaled(TRAVERSAL))
            }
            _ => return None,
        })
    }
}

fn matching(text: Estimate, pattern: Estimate) -> CallEstimate {
    let text = text.plus(Estimate::ONE).scaled(TRAVERSAL);
    CallEstimate::cost(text.times(pattern.scaled(PATTERN)))
}
