//! CEL rules in schemas: compilation, types and cost of `x-kubernetes-validations` (rules CEL). The API server's own code is
//! `apiserver/schema/cel`.

mod budget;
mod context;
#[cfg(feature = "eval")]
mod data;
mod declared;
#[cfg(not(feature = "eval"))]
mod defaults;
mod environment;
pub(in crate::server) mod field_path;
mod known_rules;
mod parsed;
#[cfg(feature = "eval")]
mod program;
mod rules;

pub use budget::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
pub use environment::{OldSelf, SelfKind};
pub use rules::RuleEnvironment;

pub(crate) use budget::{CostBudget, RuleCost};
pub(crate) use context::{CelContext, occurrences_in_request};
#[cfg(feature = "eval")]
pub(crate) use data::data_schema;
pub(crate) use declared::{DeclId, DeclaredTypes};
#[cfg(not(feature = "eval"))]
pub(crate) use defaults::of_default;
pub(crate) use parsed::tree;
#[cfg(feature = "eval")]
pub(crate) use program::{MessageProgram, RuleProgram, RuleTypes};
pub(crate) use rules::{
    Compiler, ExpressionOrigin, RuleContext, RuleOptions, compile_rules, instantiable, uses_old_self,
};
