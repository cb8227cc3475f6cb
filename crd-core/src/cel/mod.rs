//! CEL rules in schemas: what expressions see of a schema, and what the API server makes of
//! `x-kubernetes-validations` (rules §5).

mod budget;
mod context;
mod declared;
mod escape;
mod report;
mod rules;

pub use escape::escape;
pub use report::{ExpressionCost, RuleReport, report};

pub(crate) use budget::CostBudget;
pub(crate) use context::CelContext;
pub(crate) use rules::{RuleOptions, compile_rules};

#[cfg(test)]
mod tests;
