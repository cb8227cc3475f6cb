//! Operations that fail for some values of their operands.

use crd_cel::ast::{Kind, Literal};
use crd_cel::{Ast, NodeId};

/// Functions that fail if a text or a list has fewer elements.
const OF_POSITIONS: [&str; 3] = ["charAt", "slice", "substring"];

/// Whether a rule has an operation that fails for some values of its operands: a division by a value, or an element at a position of a
/// text or a list that the rule reads nowhere else, for example to test its size.
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
                Kind::Literal(Literal::Int(0)) => false,
                Kind::Literal(_) => matches!(ast.kind(*of), Kind::Call { .. }) && is_read_once(ast, *of),
                // The size of a list is no index of it.
                Kind::Call { function, .. } => ast.text(function) == "size" || is_read_once(ast, *of),
                // The variable of a loop is mostly a key of the map.
                _ => false,
            },
            (name, _, Some(target)) => OF_POSITIONS.contains(&name) && is_read_once(ast, target),
            _ => false,
        }
    })
}

/// Whether a rule has an expression only once, except in tests whether it is there.
fn is_read_once(ast: &Ast, node: NodeId) -> bool {
    let text = ast.source_of(node);
    let mut reads = ast.source().match_indices(text).filter(|(at, _)| {
        let before = ast.source().get(..*at).unwrap_or_default();
        !before.ends_with("has(")
    });
    reads.nth(1).is_none()
}
