//! Plans calls of two arguments whose types are known, as nodes of a tree.

use super::tree::TreePlanner;
use crate::ast::NodeId;
use crate::eval::function::Function;
use crate::eval::tree::Node;
use crate::types::Type;

impl TreePlanner<'_, '_> {
    /// The node of a call whose arguments are of certain types; `None` for any other, which the table of functions makes.
    #[expect(
        clippy::option_option,
        reason = "a call of known types may have no node, because an argument has none"
    )]
    pub(super) fn binary(
        &mut self,
        node: NodeId,
        function: Function,
        [left, right]: [NodeId; 2],
    ) -> Option<Option<Node>> {
        use Function as F;
        let is_comparison = matches!(
            function,
            F::Equals | F::NotEquals | F::Less | F::LessEquals | F::Greater | F::GreaterEquals
        );
        let is_equality = matches!(function, F::Equals | F::NotEquals);
        let is_search = matches!(function, F::StartsWith | F::EndsWith | F::Contains);
        let is_arithmetic = matches!(
            function,
            F::Add | F::Subtract | F::Multiply | F::Divide | F::Modulo
        );
        match (self.ty(left), self.ty(right)) {
            (Type::Int, Type::Int) if is_comparison => {
                Some(self.both(left, right).map(|sides| Node::Ints { function, sides }))
            }
            (Type::Int, Type::Int) if is_arithmetic => {
                let sides = self.both(left, right);
                Some(sides.map(|sides| Node::Arithmetic { function, sides }))
            }
            (Type::Bool, Type::Bool) if is_equality => Some(
                self.both(left, right)
                    .map(|sides| Node::Bools { function, sides }),
            ),
            (Type::Duration, Type::Duration) if is_comparison => {
                let sides = self.both(left, right);
                Some(sides.map(|sides| Node::Durations { function, sides }))
            }
            (Type::String, Type::String) if is_comparison || is_search => {
                let sides = self.both(left, right);
                let site = Box::new(self.planner.site(node, function, &[left, right]));
                Some(sides.map(|sides| Node::Texts { site, sides }))
            }
            (Type::String, Type::List(_) | Type::Map(..)) if function == F::In => {
                let overload = self.planner.overload(node, function).0;
                if !matches!(overload, Some("in_list" | "in_map")) {
                    return None;
                }
                let Some(sides) = self.both(left, right) else {
                    return Some(None);
                };
                let is_direct = sides.iter().all(Node::is_direct);
                is_direct.then_some(Some(Node::Member(sides)))
            }
            _ => None,
        }
    }
}
