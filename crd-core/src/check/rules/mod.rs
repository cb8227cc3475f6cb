//! CEL rules for tools, beyond the server's verdict: [`report`](fn@report) lists the cost of each rule,
//! [`advice`](fn@advice) finds bounds that bring a rule within its budget, [`pitfalls`](fn@pitfalls) finds certain
//! errors in rules that the server accepts, and a [`RuleScope`] checks and evaluates single expressions.

mod advice;
#[cfg(feature = "eval")]
mod evaluate;
#[cfg(feature = "samples")]
pub(super) mod failing;
mod known_values;
mod node;
mod pitfalls;
mod report;
mod scope;
#[cfg(feature = "eval")]
mod values_at;

pub use advice::{Advice, Bound, advice};
pub(super) use advice::{CostlyExpression, accepted_message};
#[cfg(feature = "eval")]
pub use evaluate::{Evaluation, Expression};
pub(super) use known_values::OfSchema;
#[cfg(feature = "samples")]
pub(super) use pitfalls::FallibleExpression;
#[cfg(feature = "eval")]
pub(super) use pitfalls::failing_call;
pub(super) use pitfalls::{BY_CHARACTER, may_require, of_node as pitfalls_of_node};
pub use pitfalls::{Collection, Failure, FailureKind, Pitfall, PitfallKind, TextKind, TextOrder, pitfalls};
pub(super) use report::is_accepted;
pub use report::{ExpressionCost, RuleReport, report, report_of};
pub use scope::{CompiledExpression, RuleScope};
#[cfg(feature = "eval")]
pub use values_at::{EvaluatedValue, values_at};

#[cfg(test)]
mod tests;
