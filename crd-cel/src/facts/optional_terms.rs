//! Expressions whose value is an optional.

use crate::ast::{Ast, Kind, Literal, NodeId};

/// Returns the optional that an expression compares with null.
pub(super) fn null_comparison(ast: &Ast, id: NodeId) -> Option<NodeId> {
    let is_null = |id: NodeId| matches!(ast.kind(id), Kind::Literal(Literal::Null));
    let ("_==_" | "_!=_", [one, other]) = ast.plain_call(id)? else {
        return None;
    };
    let of = match (is_null(*one), is_null(*other)) {
        (true, false) => *other,
        (false, true) => *one,
        _ => return None,
    };
    is_optional(ast, of).then_some(of)
}

/// Whether the value of an expression is an optional, if `oldSelf` is one.
fn is_optional(ast: &Ast, id: NodeId) -> bool {
    match ast.kind(id) {
        Kind::Ident(name) => ast.text(name) == "oldSelf",
        Kind::Select {
            operand, test_only, ..
        } => !test_only && is_optional(ast, operand),
        _ => match ast.plain_call(id) {
            Some(("_?._" | "_[?_]", _)) => true,
            Some(("_[_]", [of, _])) => is_optional(ast, *of),
            _ => false,
        },
    }
}

/// Whether `oldSelf` is what makes an expression an optional.
pub(super) fn is_from_old_self(ast: &Ast, id: NodeId) -> bool {
    match (ast.kind(id), ast.plain_call(id)) {
        (Kind::Ident(_), _) => true,
        (Kind::Select { operand: of, .. }, _) => is_from_old_self(ast, of),
        (_, Some(("_[_]", [of, _]))) => is_from_old_self(ast, *of),
        _ => false,
    }
}

/// Whether an expression is an optional without a value when there is no `oldSelf`.
pub(super) fn is_absent_without_old(ast: &Ast, id: NodeId) -> bool {
    let is_absent = |id: NodeId| is_absent_without_old(ast, id);
    let is_named =
        |id: NodeId, name: &str| matches!(ast.kind(id), Kind::Ident(text) if ast.text(text) == name);
    match ast.kind(id) {
        Kind::Ident(_) => is_named(id, "oldSelf"),
        Kind::Select {
            operand, test_only, ..
        } => !test_only && is_absent(operand),
        Kind::Call {
            function,
            target,
            args,
        } => match (ast.text(function), target, ast.nodes(args)) {
            ("_?._" | "_[?_]" | "_[_]", None, [of, _]) => is_absent(*of),
            ("none", Some(of), []) => is_named(of, "optional"),
            ("or", Some(one), [other]) => is_absent(one) && is_absent(*other),
            // The macros `optMap` and `optFlatMap`.
            ("_?_:_", None, [condition, _, other]) => {
                matches!(ast.kind(*condition), Kind::Call { function, target: Some(of), .. }
                    if ast.text(function) == "hasValue" && is_absent(of))
                    && is_absent(*other)
            }
            _ => false,
        },
        _ => false,
    }
}
