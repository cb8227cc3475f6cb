//! Format strings: `'%d of %s'.format([1, 'x'])`.

use crate::CompatVersion;
use crate::ast::{EntryKey, Kind, NodeId};
use crate::bytes::prefix_len;
use crate::checked::Checked;
use crate::issue::Issue;
use crate::mistake::{BadArgument, FormatError, IssueKind, PanicCause};
use crate::proposal::{required_value, short};
use crate::types::{Type, TypeId};

use super::issue;

/// A mistake in a format string, located at an argument or, without a node, at the call; with the server's text.
struct FormatMistake {
    node: Option<NodeId>,
    kind: FormatError,
    message: String,
}

impl FormatMistake {
    fn at_call(kind: FormatError, message: impl Into<String>) -> Self {
        Self {
            node: None,
            kind,
            message: message.into(),
        }
    }

    fn in_clause(kind: FormatError, message: &str) -> Self {
        Self::at_call(kind, format!("could not parse formatting clause: {message}"))
    }

    fn unfinished() -> Self {
        Self::at_call(FormatError::UnfinishedClause, "unexpected end of string")
    }
}

/// The server whose validator reads the value of every format string, even if it is not a literal.
const ASKS_NO_LITERALS: u8 = 31;

/// Returns the issue for a call on which the server panics.
pub(super) fn panics(checked: &Checked<'_>, nodes: &[NodeId], compat: CompatVersion) -> Option<Issue> {
    if compat.server() != ASKS_NO_LITERALS {
        return None;
    }
    let ast = checked.ast();
    for &node in nodes {
        let Some((function, target, _)) = ast.method_call(node) else {
            continue;
        };
        if function == "format" && !matches!(ast.kind(target), Kind::Literal(_)) {
            let kind = IssueKind::ServerPanic(PanicCause::FormatOfNoLiteral);
            let message = "runtime error: invalid memory address or nil pointer dereference".to_owned();
            return Some(issue(ast, target, kind, message));
        }
    }
    None
}

/// Checks each literal format string against its list literal of arguments.
pub(super) fn validate(checked: &Checked<'_>, nodes: &[NodeId], issues: &mut Vec<Issue>) {
    let ast = checked.ast();
    for &node in nodes {
        let Some((function, target, arguments)) = ast.method_call(node) else {
            continue;
        };
        let (Some(text), &[argument]) = (ast.string_literal(target), arguments) else {
            continue;
        };
        let Kind::List { elements, .. } = ast.kind(argument) else {
            continue;
        };
        if function != "format" {
            continue;
        }
        let arguments = ast.nodes(elements);
        let mistake = match clauses(checked, text.as_bytes(), arguments) {
            Err(mistake) => mistake,
            Ok(used) if used < arguments.len() => {
                let given = arguments.len();
                let message =
                    format!("too many arguments supplied to string.format (expected {used}, got {given})");
                FormatMistake::at_call(FormatError::TooManyArguments { used, given }, message)
            }
            Ok(_) => continue,
        };
        let kind = IssueKind::BadArgument(BadArgument::Format(mistake.kind));
        issues.push(issue(ast, mistake.node.unwrap_or(node), kind, mistake.message));
    }
}

/// Returns the number of arguments that the clauses of `text` use.
fn clauses(checked: &Checked<'_>, text: &[u8], arguments: &[NodeId]) -> Result<usize, FormatMistake> {
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
            return Err(FormatMistake::unfinished());
        }
        let argument = arguments.get(used);
        let &argument = argument.ok_or_else(|| {
            let kind = FormatError::MissingArgument { index: used };
            FormatMistake::at_call(kind, format!("index {used} out of range"))
        })?;
        rest = clause(checked, rest, argument)?;
        used += 1;
    }
    Ok(used)
}

/// Parses one clause after its `%`, checks `argument` against it and returns the rest of the text.
fn clause<'t>(checked: &Checked<'_>, text: &'t [u8], argument: NodeId) -> Result<&'t [u8], FormatMistake> {
    let text = precision(text)?;
    let (&verb, rest) = text.split_first().ok_or_else(FormatMistake::unfinished)?;
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
        // The server treats the byte as a character.
        other => {
            let letter = char::from(other);
            let message = format!("unrecognized formatting clause \"{letter}\"");
            return Err(FormatMistake::in_clause(
                FormatError::UnknownClause { letter },
                &message,
            ));
        }
    };
    if fits || type_of == Type::Dyn {
        Ok(rest)
    } else {
        Err(wrong_type(checked, argument, verb, wanted))
    }
}

/// Skips `.` and digits.
fn precision(text: &[u8]) -> Result<&[u8], FormatMistake> {
    let Some(text) = text.strip_prefix(b".") else {
        return Ok(text);
    };
    let in_precision = |message: &str| {
        let message = format!("error while parsing precision: {message}");
        FormatMistake::in_clause(FormatError::BadPrecision, &message)
    };
    let length = prefix_len(text, u8::is_ascii_digit);
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

/// Checks an argument of `%s`, which accepts everything except objects, including nested list and map literals.
fn string(checked: &Checked<'_>, argument: NodeId) -> Result<(), FormatMistake> {
    let ast = checked.ast();
    let mut pending = vec![argument];
    while let Some(node) = pending.pop() {
        if matches!(
            checked.type_of(node),
            Type::Object(_) | Type::Optional(_) | Type::Error | Type::Any
        ) {
            let wanted = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, \
                          types, durations, and timestamps";
            return Err(wrong_type(checked, node, b's', wanted));
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

fn wrong_type(checked: &Checked<'_>, node: NodeId, verb: u8, wanted: &str) -> FormatMistake {
    let found = type_name(checked, checked.type_id(node));
    FormatMistake {
        node: Some(node),
        kind: FormatError::WrongType {
            letter: char::from(verb),
            found: checked.describe(checked.type_id(node)),
            meant: meant(checked, node),
        },
        message: format!("error during formatting: {wanted}, was given {found}"),
    }
}

/// Returns what to format instead of a value that no clause accepts.
fn meant(checked: &Checked<'_>, node: NodeId) -> Option<String> {
    let ast = checked.ast();
    match checked.type_of(node) {
        Type::Optional(_) => required_value(ast.source_of(node)).and_then(short),
        Type::Object(_) => match ast.plain_call(node)? {
            ("quantity" | "semver" | "ip" | "cidr" | "url", [text]) => short(ast.source_of(*text).to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the name of a type as it is at run time, without its parameters.
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
