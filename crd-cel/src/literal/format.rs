//! Format strings: `'%d of %s'.format([1, 'x'])`.

use crate::ast::{EntryKey, Kind, NodeId};
use crate::checked::Checked;
use crate::issue::{Issue, IssueKind};
use crate::leading::leading;
use crate::types::{Type, TypeId};

use super::issue;

/// A mistake in a format string, at an argument or, without a node, at the call.
struct FormatError {
    node: Option<NodeId>,
    message: String,
}

impl FormatError {
    fn at_call(message: impl Into<String>) -> Self {
        Self {
            node: None,
            message: message.into(),
        }
    }

    fn in_clause(message: &str) -> Self {
        Self::at_call(format!("could not parse formatting clause: {message}"))
    }
}

/// Holds each literal format string against the list literal it is given.
pub(super) fn validate(checked: &Checked<'_>, nodes: &[NodeId], issues: &mut Vec<Issue>) {
    let ast = checked.ast();
    for &node in nodes {
        let Kind::Call {
            function,
            target: Some(target),
            args,
        } = ast.kind(node)
        else {
            continue;
        };
        let (Some(text), &[argument]) = (ast.string_literal(target), ast.nodes(args)) else {
            continue;
        };
        let Kind::List { elements, .. } = ast.kind(argument) else {
            continue;
        };
        if ast.text(function) != "format" {
            continue;
        }
        let arguments = ast.nodes(elements);
        let (at, message) = match clauses(checked, text.as_bytes(), arguments) {
            Err(error) => (error.node.unwrap_or(node), error.message),
            Ok(used) if used < arguments.len() => {
                let given = arguments.len();
                let message =
                    format!("too many arguments supplied to string.format (expected {used}, got {given})");
                (node, message)
            }
            Ok(_) => continue,
        };
        issues.push(issue(ast, at, IssueKind::BadArgument, message));
    }
}

/// How many arguments the clauses of `text` use.
fn clauses(checked: &Checked<'_>, text: &[u8], arguments: &[NodeId]) -> Result<usize, FormatError> {
    let mut used = 0;
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            continue;
        }
        if let Some(after) = rest.strip_prefix(b"%") {
            rest = after;
            continue;
        }
        if rest.is_empty() {
            return Err(FormatError::at_call("unexpected end of string"));
        }
        let argument = arguments.get(used);
        let &argument = argument.ok_or_else(|| FormatError::at_call(format!("index {used} out of range")))?;
        rest = clause(checked, rest, argument)?;
        used += 1;
    }
    Ok(used)
}

/// Reads one clause behind its `%`, checks `argument` against it and returns what follows.
fn clause<'t>(checked: &Checked<'_>, text: &'t [u8], argument: NodeId) -> Result<&'t [u8], FormatError> {
    let text = precision(text)?;
    let (&verb, rest) = text
        .split_first()
        .ok_or_else(|| FormatError::at_call("unexpected end of string"))?;
    let is_number = |ty| matches!(ty, Type::Int | Type::Uint);
    let is_double = |ty| matches!(ty, Type::Double | Type::String);
    let type_of = checked.type_of(argument);
    let (fits, wanted) = match verb {
        b's' => return string(checked, argument).map(|()| rest),
        b'd' => (is_number(type_of), "decimal clause can only be used on integers"),
        b'f' => (
            is_double(type_of),
            "fixed-point clause can only be used on doubles",
        ),
        b'e' => (
            is_double(type_of),
            "scientific clause can only be used on doubles",
        ),
        b'b' => (
            is_number(type_of) || type_of == Type::Bool,
            "only integers and bools can be formatted as binary",
        ),
        b'x' | b'X' => (
            is_number(type_of) || matches!(type_of, Type::String | Type::Bytes),
            "only integers, byte buffers, and strings can be formatted as hex",
        ),
        b'o' => (is_number(type_of), "octal clause can only be used on integers"),
        // The server takes the byte for a character.
        other => {
            let message = format!("unrecognized formatting clause \"{}\"", char::from(other));
            return Err(FormatError::in_clause(&message));
        }
    };
    if fits || type_of == Type::Dyn {
        Ok(rest)
    } else {
        Err(wrong_type(checked, argument, wanted))
    }
}

/// Skips `.` and digits.
fn precision(text: &[u8]) -> Result<&[u8], FormatError> {
    let Some(text) = text.strip_prefix(b".") else {
        return Ok(text);
    };
    let in_precision =
        |message: &str| FormatError::in_clause(&format!("error while parsing precision: {message}"));
    let length = leading(text, u8::is_ascii_digit);
    let (digits, rest) = text.split_at_checked(length).unwrap_or((text, &[]));
    if rest.is_empty() {
        return Err(in_precision("could not find end of precision specifier"));
    }
    let digits = String::from_utf8_lossy(digits);
    let problem = match digits.parse::<i64>() {
        Ok(_) => return Ok(rest),
        Err(_) if digits.is_empty() => "invalid syntax",
        Err(_) => "value out of range",
    };
    let message =
        format!("error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {problem}");
    Err(in_precision(&message))
}

/// `%s` takes all but objects, down into list and map literals.
fn string(checked: &Checked<'_>, argument: NodeId) -> Result<(), FormatError> {
    let ast = checked.ast();
    let mut pending = vec![argument];
    while let Some(node) = pending.pop() {
        if matches!(
            checked.type_of(node),
            Type::Object(_) | Type::Optional(_) | Type::Error | Type::Any
        ) {
            let wanted = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, \
                          types, durations, and timestamps";
            return Err(wrong_type(checked, node, wanted));
        }
        match ast.kind(node) {
            Kind::List { elements, .. } => {
                for element in ast.nodes(elements).iter().rev() {
                    pending.push(*element);
                }
            }
            Kind::Map(entries) => {
                for entry in ast.entries(entries).iter().rev() {
                    pending.push(entry.value);
                    if let EntryKey::Expr(key) = entry.key {
                        pending.push(key);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn wrong_type(checked: &Checked<'_>, node: NodeId, wanted: &str) -> FormatError {
    let found = type_name(checked, checked.type_id(node));
    FormatError {
        node: Some(node),
        message: format!("error during formatting: {wanted}, was given {found}"),
    }
}

/// The name of a type as it is at run time, without its parameters.
fn type_name(checked: &Checked<'_>, id: TypeId) -> String {
    let name = match checked.get(id) {
        Type::Null => "null_type",
        Type::Duration => "google.protobuf.Duration",
        Type::Timestamp => "google.protobuf.Timestamp",
        Type::List(_) => "list",
        Type::Map(..) => "map",
        Type::Optional(_) => "optional_type",
        Type::Type(_) => "type",
        _ => return checked.display(id),
    };
    name.to_owned()
}
