//! Compares syntax trees of expressions.

use crd_cel::ast::{Ast, Kind, Literal, NodeId};

/// Whether two expressions have the same syntax tree, so that they only differ in quotes, parentheses or comments.
pub(super) fn is_one_tree(one: &str, other: &str) -> bool {
    let tree = |rule: &str| crd_cel::parse(rule, crd_cel::CompatVersion::STORED).ok();
    let (Some(one), Some(other)) = (tree(one), tree(other)) else {
        return false;
    };
    match (one.root(), other.root()) {
        (Some(here), Some(there)) => is_same_node((&one, here), (&other, there)),
        _ => false,
    }
}

/// Whether two nodes are equal. The parser bounds the depth of expressions.
pub(crate) fn is_same_node((one, here): (&Ast, NodeId), (other, there): (&Ast, NodeId)) -> bool {
    let below = |here: NodeId, there: NodeId| is_same_node((one, here), (other, there));
    let all = |here: &[NodeId], there: &[NodeId]| {
        here.len() == there.len() && here.iter().zip(there).all(|(here, there)| below(*here, *there))
    };
    match (one.kind(here), other.kind(there)) {
        (Kind::Literal(Literal::String(a)), Kind::Literal(Literal::String(b))) => {
            one.text(a) == other.text(b)
        }
        (Kind::Literal(Literal::Bytes(a)), Kind::Literal(Literal::Bytes(b))) => {
            one.bytes(a) == other.bytes(b)
        }
        (Kind::Literal(a), Kind::Literal(b)) => a == b,
        (Kind::Ident(a), Kind::Ident(b)) => one.text(a) == other.text(b),
        (
            Kind::Select {
                operand: here,
                field: a,
                test_only: is_test,
            },
            Kind::Select {
                operand: there,
                field: b,
                test_only: is_test_there,
            },
        ) => is_test == is_test_there && one.text(a) == other.text(b) && below(here, there),
        (
            Kind::Call {
                function: a,
                target: here,
                args: arguments,
            },
            Kind::Call {
                function: b,
                target: there,
                args: arguments_there,
            },
        ) => {
            let is_same_target = match (here, there) {
                (Some(here), Some(there)) => below(here, there),
                (None, None) => true,
                _ => false,
            };
            one.text(a) == other.text(b)
                && is_same_target
                && all(one.nodes(arguments), other.nodes(arguments_there))
        }
        (
            Kind::List {
                elements: a,
                optional: with,
            },
            Kind::List {
                elements: b,
                optional: with_there,
            },
        ) => with.is_empty() && with_there.is_empty() && all(one.nodes(a), other.nodes(b)),
        (Kind::Comprehension(a), Kind::Comprehension(b)) => {
            let (Some(a), Some(b)) = (one.comprehension(a), other.comprehension(b)) else {
                return false;
            };
            one.text(a.iter_var) == other.text(b.iter_var)
                && a.iter_var2.map(|name| one.text(name)) == b.iter_var2.map(|name| other.text(name))
                && one.text(a.accu_var) == other.text(b.accu_var)
                && all(
                    &[a.iter_range, a.accu_init, a.loop_cond, a.loop_step, a.result],
                    &[b.iter_range, b.accu_init, b.loop_cond, b.loop_step, b.result],
                )
        }
        // Maps and messages are rare in rules: their source text is compared.
        _ => false,
    }
}
