//! Expressions that are proposed instead of wrong ones.

use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::go::base64::{Alphabet, decode};
use crate::go::{parse_duration, parse_timestamp};
use crate::lex::comments_and_texts;
use crate::parse::parse;
use crate::types::{Type, TypeId, TypeName};
use crate::version::CompatVersion;

/// The maximum length of a suggested expression, in bytes.
const LONGEST: usize = 100;

/// Up to this number, each integer is the value of a double.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

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
        Type::Object(_) if !is_opaque(found.as_str()) => "test whether it is set: `has(self.field)`",
        _ => return None,
    })
}

/// Whether an object type is one of functions, without fields.
pub(crate) fn is_opaque(name: &str) -> bool {
    name.starts_with("kubernetes.") || name.starts_with("net.")
}

/// Returns the condition that is meant by the value of an expression, which is not `bool`.
pub(crate) fn of_value(ast: &Ast, node: NodeId, version: CompatVersion) -> Option<String> {
    if let Some(("_?_:_", &[condition, yes, no])) = ast.plain_call(node) {
        return condition_of_literals(ast, condition, [yes, no]);
    }
    match ast.kind(node) {
        Kind::Literal(_) => {
            let text = ast.string_literal(node)?;
            let inner = parse(text, version).ok()?;
            let is_condition = inner.root().and_then(|root| inner.plain_call(root)).is_some();
            is_condition.then(|| text.to_owned())
        }
        Kind::List { .. } => {
            let inside = ast.source_of(node).strip_prefix('[')?.strip_suffix(']')?.trim();
            let inner = parse(inside, version).ok()?;
            inner.root().and_then(|root| inner.plain_call(root))?;
            short(inside.to_owned())
        }
        Kind::Call {
            function,
            target: Some(_),
            ..
        } if ast.text(function) == "validate" => short(format!("!{}.hasValue()", ast.source_of(node))),
        _ => None,
    }
}

/// Returns the condition that chooses between two texts or numbers, one that stands for success and one that does not: `x > 1` for
/// `x > 1 ? 'ok' : 'bad'`, and `!(x > 1)` for `x > 1 ? 'too large' : ''`.
fn condition_of_literals(ast: &Ast, condition: NodeId, results: [NodeId; 2]) -> Option<String> {
    let [yes, no] = [literal(ast, results[0])?, literal(ast, results[1])?];
    let source = ast.source_of(condition);
    match (yes, no) {
        _ if yes == no => None,
        (_, "") | ("0", _) => short(format!("!({source})")),
        _ => short(source.to_owned()),
    }
}

/// Returns `self.a / 2 == 1` for `self.a // 2 == 1`, whose second part is a comment.
pub(crate) fn without_comment(ast: &Ast, version: CompatVersion) -> Option<String> {
    let source = ast.source();
    let (comments, _) = comments_and_texts(source);
    let start = comments.first()?.range().start;
    let divided = format!("{}{}", source.get(..start)?, source.get(start + 1..)?);
    parse(&divided, version).ok()?;
    short(divided)
}

/// Returns the source of a value of one type, converted to another.
pub(crate) fn converted(ast: &Ast, node: NodeId, from: Type, to: Type) -> Option<String> {
    if let Some(value) = literal(ast, node) {
        let value = value
            .strip_suffix(['u', 'U'])
            .filter(|_| from == Type::Uint)
            .unwrap_or(value);
        return Some(match to {
            Type::Int if let Some(integer) = as_integer(value) => integer,
            Type::Double if value.parse::<i64>().is_ok() => format!("{value}.0"),
            Type::Double if value.parse::<f64>().is_ok() => value.to_owned(),
            Type::String if from != Type::String => format!("'{value}'"),
            Type::Duration if from == Type::Int => format!("duration('{value}s')"),
            Type::Duration if parse_duration(value).is_ok() => format!("duration('{value}')"),
            Type::Timestamp => format!("timestamp('{}')", as_timestamp(value)?),
            Type::Bytes if from == Type::String => match decoded(value) {
                Some(decoded) => format!("b'{decoded}'"),
                None => format!("b{}", ast.source_of(node)),
            },
            _ => return None,
        });
    }
    let function = match (from, to) {
        // The size of a literal is known; `{}` is meant as a placeholder.
        (Type::List(_) | Type::Map(..), Type::Int) if ast.source_of(node).starts_with(['{', '[']) => {
            return None;
        }
        (Type::List(_) | Type::Map(..), Type::Int) => return Some(format!("{}.size()", ast.source_of(node))),
        (Type::Int | Type::Uint | Type::Double, Type::String) => "string",
        (Type::String | Type::Uint | Type::Double, Type::Int) => "int",
        (Type::String | Type::Int | Type::Uint, Type::Double) => "double",
        _ => return None,
    };
    Some(format!("{function}({})", ast.source_of(node)))
}

/// Returns the integer that is the value of a number: `1000` for `1e3` and `1000.0`.
pub(crate) fn as_integer(number: &str) -> Option<String> {
    match number.parse::<i64>() {
        Ok(integer) => Some(integer.to_string()),
        Err(_) => number
            .parse::<f64>()
            .ok()
            .filter(|value| value.fract() == 0.0 && value.abs() < LARGEST_EXACT)
            .map(|value| format!("{value:.0}")),
    }
}

/// Returns the text that is encoded as in a manifest, where a value of `format: byte` is in base64: `hi` for `aGk=`.
fn decoded(text: &str) -> Option<String> {
    let decoded = String::from_utf8(decode(text, Alphabet::Standard).ok()?).ok()?;
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\'' | '\\') || c == ' ';
    (!decoded.is_empty() && decoded.chars().all(is_plain)).then_some(decoded)
}

/// Returns the text of a timestamp, or of the start of a day.
pub(crate) fn as_timestamp(text: &str) -> Option<String> {
    [text.to_owned(), format!("{text}T00:00:00Z")]
        .into_iter()
        .find(|text| parse_timestamp(text).is_ok())
}

/// Whether a node is a string or a number.
pub(crate) fn is_literal(ast: &Ast, node: NodeId) -> bool {
    literal(ast, node).is_some()
}

/// Returns the text of a literal that is a string or a number.
fn literal(ast: &Ast, node: NodeId) -> Option<&str> {
    match ast.kind(node) {
        Kind::Literal(Literal::String(text)) => Some(ast.text(text)),
        Kind::Literal(Literal::Int(_) | Literal::Uint(_) | Literal::Double(_)) => Some(ast.source_of(node)),
        _ => None,
    }
}

/// Returns `oldSelf.value().name` for `oldSelf.name` of an optional, and `self.name` for `self.?name`.
pub(crate) fn required_value(source: &str) -> Option<String> {
    let mut parts = source.split("oldSelf.");
    let mut written = parts.next()?.to_owned();
    for part in parts {
        let is_unwrapped = ["value()", "hasValue()", "orValue(", "?"]
            .iter()
            .any(|start| part.starts_with(start));
        written.push_str(if is_unwrapped {
            "oldSelf."
        } else {
            "oldSelf.value()."
        });
        written.push_str(part);
    }
    let written = written
        .replace("oldSelf.?", "oldSelf.value().")
        .replace(".?", ".");
    (written != source).then_some(written)
}

/// Returns the call that unwraps an optional with the value that stands for an absent one.
pub(crate) fn default_of(optional: Type) -> Option<&'static str> {
    Some(match optional {
        Type::Bool => ".orValue(false)",
        Type::Int => ".orValue(0)",
        Type::Double => ".orValue(0.0)",
        Type::String => ".orValue('')",
        Type::List(_) => ".orValue([])",
        Type::Map(..) => ".orValue({})",
        _ => return None,
    })
}
