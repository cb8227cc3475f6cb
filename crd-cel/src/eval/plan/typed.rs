//! Plans calls with two arguments whose types are known.

use super::ExprPlanner;
use crate::ast::NodeId;
use crate::eval::function::Function;
use crate::eval::node::{BinaryCall, EvalNode};
use crate::types::Type;

/// Creates the node of a call.
type MakeNode = fn(Box<BinaryCall>) -> EvalNode;

impl ExprPlanner<'_> {
    /// Returns the constructor for a call whose arguments have certain types; `None` for any other call,
    /// which goes through the table of functions.
    pub(super) fn typed(
        &self,
        function: Function,
        overload: Option<&str>,
        [left, right]: [NodeId; 2],
    ) -> Option<MakeNode> {
        use Function as F;
        let is_equality = matches!(function, F::Equals | F::NotEquals);
        let is_comparison =
            is_equality || matches!(function, F::Less | F::LessEquals | F::Greater | F::GreaterEquals);
        let is_search = matches!(function, F::StartsWith | F::EndsWith | F::Contains);
        let is_arithmetic = matches!(
            function,
            F::Add | F::Subtract | F::Multiply | F::Divide | F::Modulo
        );
        Some(match (self.ty(left), self.ty(right)) {
            (Type::Int, Type::Int) if is_comparison => EvalNode::Ints,
            (Type::Int, Type::Int) if is_arithmetic => EvalNode::Arithmetic,
            (Type::Bool, Type::Bool) if is_equality => EvalNode::Bools,
            (Type::Duration, Type::Duration) if is_comparison => EvalNode::Durations,
            (Type::String, Type::String) if is_comparison || is_search => EvalNode::Texts,
            (Type::String, Type::List(_) | Type::Map(..))
                if function == F::In && matches!(overload, Some("in_list" | "in_map")) =>
            {
                EvalNode::Member
            }
            _ => return None,
        })
    }
}
