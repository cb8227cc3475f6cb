//! CEL rules in schemas: compilation, types and cost of `x-kubernetes-validations` (rules CEL).
//!
//! The API server's own code is `apiserver/schema/cel`. Three things are not the server's: [`report`] lists the cost of
//! each rule, [`advice`](fn@advice) finds bounds that bring a rule within its budget, and [`pitfalls`](fn@pitfalls) finds
//! what is certain to go wrong with a rule that the server accepts.

mod advice;
mod budget;
mod context;
#[cfg(feature = "eval")]
mod data;
mod declared;
#[cfg(not(feature = "eval"))]
mod defaults;
mod environment;
#[cfg(feature = "eval")]
mod evaluate;
mod node;
mod pitfalls;
#[cfg(feature = "eval")]
mod program;
mod report;
mod rules;
mod scope;

pub use advice::{Advice, Bound, advice};
pub use budget::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
pub use crd_cel::escape;
#[cfg(feature = "eval")]
pub use crd_cel::eval::{EXPRESSION_COST_LIMIT, Explanation, Part};
pub use environment::OldSelf;
#[cfg(feature = "eval")]
pub use evaluate::{Evaluation, Expression};
pub use pitfalls::{Pitfall, PitfallKind, pitfalls};
pub use report::{ExpressionCost, RuleReport, report, report_of};
pub use scope::{CompiledExpression, RuleScope};

pub(crate) use budget::CostBudget;
pub(crate) use context::CelContext;
#[cfg(not(feature = "eval"))]
pub(crate) use defaults::of_default;
#[cfg(feature = "eval")]
pub(crate) use program::{MessageProgram, RuleProgram, RuleTypes, data_of};
pub(crate) use rules::{RuleOptions, compile_rules};

#[cfg(test)]
mod tests;
