//! Operations that fail for some values of their operands.

use crd_cel::ast::{Kind, Literal};
use crd_cel::facts::size_operand;
use crd_cel::{Ast, NodeId};

/// Functions that fail if a text or a list has fewer elements.
const OF_POSITIONS: [&str; 3] = ["charAt", "slice", "substring"];

/// Whether a rule has an operation that fails for some values of its operands: a division by a value, the maximum of a list, or an
/// element at a position of a text or a list whose size the rule does not test.
pub(super) fn may_fail(ast: &Ast) -> bool {
    ast.ids().any(|node| {
        let Kind::Call {
            function,
            target,
            args,
        } = ast.kind(node)
        else {
            return false;
        };
        match (ast.text(function), ast.nodes(args), target) {
            ("_/_" | "_%_", [_, by], _) => !matches!(ast.kind(*by), Kind::Literal(_)),
            ("_[_]", [of, by], _) => match ast.kind(*by) {
                Kind::Literal(_) if matches!(ast.kind(*of), Kind::Comprehension(_)) => {
                    !has_size_test(ast, *of)
                }
                Kind::Literal(Literal::Int(0)) => false,
                Kind::Literal(_) => matches!(ast.kind(*of), Kind::Call { .. }) && !has_size_test(ast, *of),
                // The size of a list is no index of it.
                Kind::Call { function, .. } => ast.text(function) == "size" || !has_size_test(ast, *of),
                // The variable of a loop is mostly a key of the map.
                _ => false,
            },
            ("max" | "min", [], Some(list)) => {
                !matches!(ast.kind(list), Kind::List { .. }) && !has_size_test(ast, list)
            }
            (name, _, Some(target)) => OF_POSITIONS.contains(&name) && !has_size_test(ast, target),
            _ => false,
        }
    })
}

/// Whether a rule compares the size of a list or text.
fn has_size_test(ast: &Ast, list: NodeId) -> bool {
    let list = ast.source_of(list);
    ast.ids().any(|node| match ast.plain_call(node) {
        Some((sign, &[one, other])) => {
            let is_size = |node| size_operand(ast, node).is_some_and(|of| ast.source_of(of) == list);
            sign != "_-_" && (is_size(one) || is_size(other))
        }
        _ => false,
    })
}
