//! Evaluates planned expressions: their values, errors and costs, step for step as the server does.
//!
//! The kinds of values that rules compute most (bools, integers, texts, durations) have a function of their
//! own, which creates no [`Value`](super::value::Value) and does not allocate; `value` evaluates everything
//! else. The result of an error is [`Failed`](state::Failed); the error itself stays in the evaluator until
//! an operator absorbs it.
//!
//! ```text
//! self.zone == 'a' || self.replicas > 1
//!
//! self.zone is absent: the comparison fails, with the cost of an error on its left
//! the right side is true, and so is the whole; the error is dropped
//! ```
//!
//! The evaluator recurses over the nodes. The parser accepts expressions of at most 250 levels, which macros
//! expand to a few times as many.

mod aggregates;
mod bindings;
mod calls;
mod conditions;
mod index;
mod loops;
mod numbers;
mod read;
mod searches;
mod state;
mod texts;
mod values;

use super::Run;
use super::explain::Trace;
use super::node::PlannedExpr;
use super::value::Value;
use state::{Evaluator, LocalScope};

/// Evaluates an expression with the values of its variables and a cost limit.
pub(super) fn run<'v, 'a>(
    planned: &'a PlannedExpr,
    given: &'v [Value<'a>],
    server: u8,
    limit: u64,
    trace: Option<&'v mut Trace<'a>>,
) -> Run<'a> {
    let root = &planned.root;
    let mut evaluator = Evaluator::new(planned, given, server, limit, trace);
    let value = if root.is_condition() {
        // The bool is not passed on as a value.
        evaluator.test(root, LocalScope::EMPTY).map(Value::Bool)
    } else {
        evaluator.value(root, LocalScope::EMPTY)
    };
    let value = value.or_else(|_| evaluator.finish());
    Run {
        value,
        cost: evaluator.cost,
    }
}
