//! Evaluates the parts that the server evaluates when it builds the program: conversions of constants,
//! constant patterns, and names of types.

use crate::ast::{Ast, EntryKey, Kind, Literal, NodeId};
use crate::checked::Checked;
use crate::regex;
use crate::types::Type;

use super::value::{LiteralValue, convert, is_conversion};
use super::{ProgramError, ProgramErrorKind, any_node, push_children};

pub(super) fn fold(checked: &Checked<'_>) -> Result<(), ProgramError> {
    let ast = checked.ast();
    let concerns = |function| is_conversion(function) || is_matching(function);
    let is_concerned = any_node(ast, &|node, kind| match kind {
        Kind::Ident(_) => matches!(checked.type_of(node), Type::Type(_)),
        Kind::Call { function, args, .. } => {
            let function = ast.text(function);
            concerns(function) || is_index(function) && has_strange_index(ast, ast.nodes(args))
        }
        _ => false,
    });
    if !is_concerned {
        return Ok(());
    }
    let mut values: Vec<Option<LiteralValue>> = Vec::with_capacity(ast.len());
    for _ in 0..ast.len() {
        values.push(None);
    }
    for &node in &nodes_in_planning_order(ast) {
        let value = value_of(checked, node, &values).map_err(|(kind, message)| ProgramError {
            kind,
            message,
            node,
            span: ast.node(node).span,
        })?;
        if let Some(place) = values.get_mut(node.index()) {
            *place = value;
        }
    }
    Ok(())
}

/// Checks whether the second operand of a function, counting its receiver, is a pattern.
fn is_matching(function: &str) -> bool {
    matches!(function, "matches" | "find" | "findAll")
}

fn is_index(function: &str) -> bool {
    matches!(function, "_[_]" | "_[?_]")
}

/// Checks whether the index is a constant other than a text, number or bool, as far as this is known without its value.
fn has_strange_index(ast: &Ast, args: &[NodeId]) -> bool {
    args.get(1).is_some_and(|index| match ast.kind(*index) {
        Kind::Literal(literal) => matches!(literal, Literal::Null | Literal::Bytes(_)),
        Kind::Ident(name) => is_type_name(ast.text(name)),
        Kind::List { .. } | Kind::Map(_) => true,
        _ => false,
    })
}

/// Checks whether a name is that of a type.
pub(crate) fn is_type_name(name: &str) -> bool {
    matches!(
        name,
        "bool"
            | "bytes"
            | "double"
            | "int"
            | "list"
            | "map"
            | "null_type"
            | "optional_type"
            | "string"
            | "type"
            | "uint"
            | "google.protobuf.Duration"
            | "google.protobuf.Timestamp"
    )
}

/// Returns the Go type of a constant that is never a valid index.
fn no_index(value: &LiteralValue) -> Option<&'static str> {
    match value {
        LiteralValue::Bool(_)
        | LiteralValue::Int(_)
        | LiteralValue::Uint(_)
        | LiteralValue::Double(_)
        | LiteralValue::String(_) => None,
        LiteralValue::Null => Some("types.Null"),
        LiteralValue::Bytes(_) => Some("types.Bytes"),
        LiteralValue::Duration(_) => Some("types.Duration"),
        LiteralValue::Timestamp(_) => Some("types.Timestamp"),
        LiteralValue::List => Some("*types.baseList"),
        LiteralValue::Map => Some("*types.baseMap"),
        LiteralValue::Type => Some("*types.Type"),
    }
}

/// Returns every node of the expression, each after its parts.
fn nodes_in_planning_order(ast: &Ast) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(ast.len());
    let mut pending = Vec::new();
    pending.extend(ast.root());
    while let Some(node) = pending.pop() {
        order.push(node);
        push_children(ast, node, &mut pending);
    }
    order.reverse();
    order
}

/// Returns the value of a node if it is constant, computed from the values of its parts.
fn value_of(
    checked: &Checked<'_>,
    node: NodeId,
    values: &[Option<LiteralValue>],
) -> Result<Option<LiteralValue>, (ProgramErrorKind, String)> {
    let ast = checked.ast();
    let value = |node: NodeId| values.get(node.index())?.as_ref();
    match ast.kind(node) {
        Kind::Literal(literal) => Ok(Some(LiteralValue::of(ast, literal))),
        // The server looks up every name whose value is a type among the types, even if it is the variable of a macro.
        Kind::Ident(name) if matches!(checked.type_of(node), Type::Type(_)) => {
            let name = ast.text(name).trim_start_matches('.');
            if is_type_name(name) {
                return Ok(Some(LiteralValue::Type));
            }
            // A type of a library; no variable can have such a name.
            if name.contains('.') {
                return Ok(None);
            }
            let variable = name.to_owned();
            let message = format!("reference to undefined type: {name}");
            Err((ProgramErrorKind::TypeVariable { variable }, message))
        }
        Kind::List { elements, .. } => {
            for element in ast.nodes(elements) {
                if value(*element).is_none() {
                    return Ok(None);
                }
            }
            Ok(Some(LiteralValue::List))
        }
        Kind::Map(entries) => {
            for entry in ast.entries(entries) {
                match entry.key {
                    EntryKey::Expr(key) if value(key).is_some() && value(entry.value).is_some() => {}
                    _ => return Ok(None),
                }
            }
            Ok(Some(LiteralValue::Map))
        }
        Kind::Call {
            function,
            target,
            args,
        } => {
            let function = ast.text(function);
            let (first, second) = match (target, ast.nodes(args)) {
                (Some(target), args) => (Some(target), args.first().copied()),
                (None, args) => (args.first().copied(), args.get(1).copied()),
            };
            if let (Some(only), None) = (first, second)
                && let Some(only) = value(only)
                && is_conversion(function)
            {
                let converted = convert(only, function, checked.version.server());
                return converted.map(Some).map_err(|(failure, message)| {
                    let kind = ProgramErrorKind::Conversion {
                        function: function.to_owned(),
                        from: only.type_name(),
                        failure,
                    };
                    (kind, message)
                });
            }
            if let Some(type_) = second.and_then(value).and_then(no_index)
                && is_index(function)
            {
                let message = format!("invalid qualifier type: {type_}");
                return Err((ProgramErrorKind::Index, message));
            }
            if let Some(second) = second
                && let Some(LiteralValue::String(pattern)) = value(second)
                && is_matching(function)
            {
                regex::check(pattern).map_err(|error| {
                    let message = error.to_string();
                    (ProgramErrorKind::Pattern(error), message)
                })?;
            }
            Ok(None)
        }
        _ => Ok(None),
    }
}
