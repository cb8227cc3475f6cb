//! Checks of the constants in an expression before it runs.
//!
//! The API server rejects a rule whose literal arguments cannot work in two places: the validators that run
//! after type checking ([`validate`], errors with a position), and the creation of the program, which computes
//! conversions of constants and compiles constant patterns ([`instantiate`], one error without a position).

use std::fmt;

use crate::ast::{Ast, EntryKey, Kind, Literal, NodeId, Span};
use crate::checked::Checked;
pub use crate::conversion::ConversionFailure;
use crate::issue::Issue;
use crate::mistake::{BadArgument, IssueKind};
use crate::{CompatVersion, regex};

mod aggregate;
mod fold;
mod format;
mod value;

#[cfg(feature = "eval")]
pub(crate) use fold::is_type_name;
use value::LiteralValue;

/// The first server that checks format strings against their arguments.
const FORMATS_CHECKED_SINCE: u8 = 31;

/// The first environment whose validators check literal arguments and format strings.
const VALIDATORS_SINCE: u8 = 29;

/// The reason why no program can be created from an expression that is otherwise correct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgramError {
    /// The kind of error.
    pub kind: ProgramErrorKind,
    /// The text that the API server shows after `program instantiation failed: `.
    pub message: String,
    /// The call that fails.
    pub node: NodeId,
    /// Span of the call in the source.
    pub span: Span,
}

/// The kind of error of a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgramErrorKind {
    /// A conversion of a constant fails.
    Conversion {
        /// The conversion function, such as `int`.
        function: String,
        /// The type of the constant.
        from: &'static str,
        /// The reason why it fails.
        failure: ConversionFailure,
    },
    /// A constant pattern is not RE2.
    Pattern(regex::RegexError),
    /// A constant of this type is never a valid index.
    Index,
    /// The value of a macro's variable is a type: the server looks up a type with the variable's name.
    TypeVariable {
        /// Name of the variable.
        variable: String,
    },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ProgramError {}

/// Runs the validators of the environment `compat` over a checked expression, in the server's order:
/// durations, timestamps, patterns, list and map literals of one type, format strings. If one of them panics,
/// that is the only issue.
pub fn validate(checked: &Checked<'_>, compat: CompatVersion) -> Vec<Issue> {
    let concerns = |function: &str| matches!(function, "duration" | "timestamp" | "matches" | "format");
    let ast = checked.ast();
    let is_concerned = any_node(ast, &|_, kind| match kind {
        Kind::List { .. } | Kind::Map(_) => true,
        Kind::Call { function, .. } => concerns(ast.text(function)),
        _ => false,
    });
    if !is_concerned {
        return Vec::new();
    }
    let nodes = nodes_in_reading_order(ast, |_, _| false);
    let mut issues = Vec::new();
    if compat.has(VALIDATORS_SINCE) {
        for (function, mistake) in LITERAL_ARGUMENTS {
            literal_arguments(checked, &nodes, function, mistake, &mut issues);
        }
    }
    if let Some(panic) = aggregate::validate(checked, compat, &mut issues) {
        return vec![panic];
    }
    if compat.has(VALIDATORS_SINCE) {
        if let Some(panic) = format::panics(checked, &nodes, compat) {
            return vec![panic];
        }
        if compat.server() >= FORMATS_CHECKED_SINCE {
            format::validate(checked, &nodes, &mut issues);
        }
    }
    issues
}

/// Performs the computations of the program's creation.
pub fn instantiate(checked: &Checked<'_>) -> Result<(), ProgramError> {
    fold::fold(checked)
}

/// Checks a literal argument, given its source text, and returns the mistake.
type LiteralCheck = fn(&Ast, Literal, &str) -> Option<BadArgument>;

const LITERAL_ARGUMENTS: [(&str, LiteralCheck); 3] = [
    ("duration", |ast, literal, written| {
        match value::convert(&LiteralValue::of(ast, literal), "duration", u8::MAX) {
            Ok(_) => None,
            Err(_) => Some(BadArgument::Duration {
                literal: written.to_owned(),
            }),
        }
    }),
    ("timestamp", |ast, literal, written| {
        match value::convert(&LiteralValue::of(ast, literal), "timestamp", u8::MAX) {
            Ok(_) => None,
            Err(_) => Some(BadArgument::Timestamp {
                literal: written.to_owned(),
            }),
        }
    }),
    ("matches", |ast, literal, _| match literal {
        Literal::String(pattern) => regex::check(ast.text(pattern)).err().map(BadArgument::Pattern),
        _ => None,
    }),
];

/// Checks the first argument of every call of `function`. For `matches(a, b)`, unlike `a.matches(b)`, this is
/// the text and not the pattern; the server does the same.
fn literal_arguments(
    checked: &Checked<'_>,
    nodes: &[NodeId],
    function: &str,
    mistake: LiteralCheck,
    issues: &mut Vec<Issue>,
) {
    let ast = checked.ast();
    for &node in nodes {
        let Kind::Call {
            function: called,
            args,
            ..
        } = ast.kind(node)
        else {
            continue;
        };
        let Some(&argument) = ast.nodes(args).first() else {
            continue;
        };
        let Kind::Literal(literal) = ast.kind(argument) else {
            continue;
        };
        if ast.text(called) != function {
            continue;
        }
        let written = ast
            .source()
            .get(ast.node(argument).span.range())
            .unwrap_or_default();
        if let Some(mistake) = mistake(ast, literal, written) {
            let message = format!("invalid {function} argument");
            issues.push(issue(ast, argument, IssueKind::BadArgument(mistake), message));
        }
    }
}

fn issue(ast: &Ast, node: NodeId, kind: IssueKind, message: String) -> Issue {
    let at = ast.node(node);
    Issue {
        kind,
        message,
        span: at.span,
        position: Some(at.position),
    }
}

/// Checks whether the tree has a node of a kind, whether it is part of the expression or left over from a macro.
fn any_node(ast: &Ast, wanted: &dyn Fn(NodeId, Kind) -> bool) -> bool {
    for node in ast.ids() {
        if wanted(node, ast.kind(node)) {
            return true;
        }
    }
    false
}

/// Returns every node of the expression, each before its parts, without the excluded ones and their parts.
fn nodes_in_reading_order(ast: &Ast, is_left_out: fn(&Ast, Kind) -> bool) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(ast.len());
    let mut pending = Vec::new();
    pending.extend(ast.root());
    while let Some(node) = pending.pop() {
        if is_left_out(ast, ast.kind(node)) {
            continue;
        }
        order.push(node);
        let below = pending.len();
        push_children(ast, node, &mut pending);
        if let Some(children) = pending.get_mut(below..) {
            children.reverse();
        }
    }
    order
}

/// Adds the parts of a node, in the order in which a program is planned.
fn push_children(ast: &Ast, node: NodeId, children: &mut Vec<NodeId>) {
    match ast.kind(node) {
        Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
        Kind::Select { operand, .. } => children.push(operand),
        Kind::Call { target, args, .. } => {
            if let Some(target) = target {
                children.push(target);
            }
            children.extend_from_slice(ast.nodes(args));
        }
        Kind::List { elements, .. } => children.extend_from_slice(ast.nodes(elements)),
        Kind::Map(entries) | Kind::Struct { entries, .. } => {
            for entry in ast.entries(entries) {
                if let EntryKey::Expr(key) = entry.key {
                    children.push(key);
                }
                children.push(entry.value);
            }
        }
        Kind::Comprehension(id) => {
            if let Some(fold) = ast.comprehension(id) {
                children.extend_from_slice(&[
                    fold.accu_init,
                    fold.iter_range,
                    fold.loop_cond,
                    fold.loop_step,
                    fold.result,
                ]);
            }
        }
    }
}

#[cfg(test)]
mod tests;
