//! Expressions that are proposed instead of wrong ones.

use crate::ast::{Ast, Kind, NodeId};
use crate::parse::parse;
use crate::types::{Type, TypeId, TypeName};
use crate::version::CompatVersion;

/// The maximum length of a suggested expression, in bytes.
const LONGEST: usize = 100;

/// Returns a proposal, unless it is too long for a message.
pub(crate) fn short(text: String) -> Option<String> {
    (text.len() <= LONGEST).then_some(text)
}

/// Returns a suggestion for making a condition from a value.
pub(crate) fn as_bool(found: &TypeName) -> Option<&'static str> {
    Some(match found.ty() {
        Type::Optional(of) if of != TypeId::BOOL => "test it with `.hasValue()`, or compare its value",
        Type::Optional(_) => "test it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        Type::String => "compare it: `… == 'a'`",
        Type::Int | Type::Uint | Type::Double => "compare it: `… > 0`",
        Type::List(_) | Type::Map(..) => "compare its size: `….size() > 0`",
        _ => return None,
    })
}

/// Returns the condition that is meant by the value of an expression, which is not `bool`.
pub(crate) fn of_value(ast: &Ast, node: NodeId, version: CompatVersion) -> Option<String> {
    match ast.kind(node) {
        Kind::Literal(_) => {
            let text = ast.string_literal(node)?;
            let inner = parse(text, version).ok()?;
            let is_condition = inner.root().and_then(|root| inner.plain_call(root)).is_some();
            is_condition.then(|| text.to_owned())
        }
        Kind::List { .. } => {
            let inside = part(ast, node).strip_prefix('[')?.strip_suffix(']')?.trim();
            let inner = parse(inside, version).ok()?;
            inner.root().and_then(|root| inner.plain_call(root))?;
            short(inside.to_owned())
        }
        Kind::Call {
            function,
            target: Some(_),
            ..
        } if ast.text(function) == "validate" => short(format!("!{}.hasValue()", part(ast, node))),
        _ => None,
    }
}

/// Returns the source of a node.
pub(crate) fn part(ast: &Ast, node: NodeId) -> &str {
    ast.source().get(ast.node(node).span.range()).unwrap_or_default()
}
