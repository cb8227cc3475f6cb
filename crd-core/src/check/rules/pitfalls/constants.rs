//! Calls whose constant arguments make them fail, whatever the object is.
//!
//! ```text
//! rule: quantity(self.memory).isLessThan(quantity('5 GB'))       `5 GB` is not a quantity
//! rule: self.name.substring(-1) == 'x'                           no text has an index of -1
//! rule: self.since.getHours('Europe/Nowhere') > 8                there is no such time zone
//! ```
//!
//! The calls are evaluated. In place of a receiver that is not constant, they get one with which only the arguments can be the reason
//! for a failure.

use crd_cel::ast::{Kind, Literal, Span};
use crd_cel::eval::{EXPRESSION_COST_LIMIT, Program, Value};
use crd_cel::{Ast, Env, NodeId, is_namespace};

use super::{AnalyzedRule, Pitfall, PitfallKind};
use crate::KubeVersion;
use crate::model::sort::sort_by_key;
use crate::server::cel::tree;

/// The maximum index for which a receiver is created.
const MAX_INDEX: i64 = 1_000;

/// Receivers of functions.
#[derive(Clone, Copy)]
enum Receiver {
    /// A text that is longer than each of the arguments that are integers.
    Text,
    /// A list that is longer than each of the arguments that are integers.
    List,
    /// An expression.
    Fixed(&'static str),
}

const TIME: Receiver = Receiver::Fixed("timestamp('2026-01-01T00:00:00Z')");
const NETWORK: Receiver = Receiver::Fixed("cidr('0.0.0.0/0')");

/// The functions that can fail because of their arguments alone.
const FUNCTIONS: [(&str, Receiver); 18] = [
    ("charAt", Receiver::Text),
    ("containsCIDR", NETWORK),
    ("containsIP", NETWORK),
    ("flatten", Receiver::Fixed("[[0]]")),
    ("getDate", TIME),
    ("getDayOfMonth", TIME),
    ("getDayOfWeek", TIME),
    ("getDayOfYear", TIME),
    ("getFullYear", TIME),
    ("getHours", TIME),
    ("getMilliseconds", TIME),
    ("getMinutes", TIME),
    ("getMonth", TIME),
    ("getSeconds", TIME),
    ("indexOf", Receiver::Text),
    ("lastIndexOf", Receiver::Text),
    ("slice", Receiver::List),
    ("substring", Receiver::Text),
];

/// Finds the calls that always fail, each without the calls around it, which then fail too.
pub(super) fn check(of: &AnalyzedRule<'_, '_>, version: KubeVersion, found: &mut Vec<Pitfall>) {
    for FailingCall {
        span,
        function,
        error,
    } in failing_calls(of.ast, version)
    {
        let kind = PitfallKind::ConstantError {
            call: of.text(span),
            function: function.to_owned(),
            error,
        };
        found.push(of.pitfall(span, kind));
    }
}

/// Returns the call because of whose constant arguments a rule fails with an error, which a text begins with.
pub(in crate::check) fn failing_call(rule: &str, error: &str, version: KubeVersion) -> Option<String> {
    let ast = tree(rule, version)?;
    let calls = failing_calls(&ast, version);
    let call = calls.iter().find(|call| error.starts_with(&call.error))?;
    rule.get(call.span.range()).map(str::to_owned)
}

/// A call that always fails.
struct FailingCall<'a> {
    span: Span,
    function: &'a str,
    /// The server's error.
    error: String,
}

fn failing_calls(ast: &Ast, version: KubeVersion) -> Vec<FailingCall<'_>> {
    let mut calls: Vec<ConstantCall<'_>> = ast.ids().filter_map(|node| call(ast, node)).collect();
    sort_by_key(&mut calls, &|call| {
        (call.span.end - call.span.start, call.span.start)
    });
    let mut failed: Vec<FailingCall<'_>> = Vec::new();
    for ConstantCall {
        span,
        function,
        source,
    } in calls
    {
        let is_around = |inner: Span| span.start <= inner.start && inner.end <= span.end;
        if failed.iter().any(|inner| is_around(inner.span)) {
            continue;
        }
        if let Some(error) = failure(&source, version) {
            failed.push(FailingCall {
                span,
                function,
                error,
            });
        }
    }
    failed
}

/// A call that can be evaluated.
struct ConstantCall<'a> {
    span: Span,
    function: &'a str,
    /// An expression that fails if the call always does.
    source: String,
}

fn call(ast: &Ast, node: NodeId) -> Option<ConstantCall<'_>> {
    let Kind::Call {
        function,
        target,
        args,
    } = ast.kind(node)
    else {
        return None;
    };
    let (name, arguments) = (ast.text(function), ast.nodes(args));
    let span = ast.node(node).span;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let constant = |source| ConstantCall {
        span,
        function: name,
        source,
    };
    if is_constant(ast, node) {
        return Some(constant(ast.source_of(node).to_owned()));
    }
    let (_, receiver) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
    if target.is_none() || arguments.is_empty() || !arguments.iter().all(|node| is_constant(ast, *node)) {
        return None;
    }
    let length = arguments.iter().filter_map(|node| match ast.kind(*node) {
        Kind::Literal(Literal::Int(index)) => Some(index),
        _ => None,
    });
    let length = length.max().unwrap_or(0).max(0);
    if length > MAX_INDEX {
        return None;
    }
    let length = usize::try_from(length).ok()? + 1;
    let receiver = match receiver {
        Receiver::Text => format!("'{}'", "a".repeat(length)),
        Receiver::List => format!("[{}]", vec!["0"; length].join(",")),
        Receiver::Fixed(expression) => (*expression).to_owned(),
    };
    let from = ast.node(*arguments.first()?).span.start;
    let to = ast.node(*arguments.last()?).span.end;
    let arguments = ast.source().get(from as usize..to as usize)?;
    Some(constant(format!("{receiver}.{name}({arguments})")))
}

/// Whether an expression consists of literals and functions.
fn is_constant(ast: &Ast, node: NodeId) -> bool {
    let all = |nodes: &[NodeId]| nodes.iter().all(|node| is_constant(ast, *node));
    match ast.kind(node) {
        Kind::Literal(_) => true,
        Kind::List { elements, .. } => all(ast.nodes(elements)),
        Kind::Call { target, args, .. } => {
            let target = target.filter(|target| match ast.kind(*target) {
                Kind::Ident(name) => !is_namespace(ast.text(name)),
                _ => true,
            });
            target.is_none_or(|target| is_constant(ast, target)) && all(ast.nodes(args))
        }
        _ => false,
    }
}

/// Evaluates an expression without variables, and returns the server's error.
fn failure(source: &str, version: KubeVersion) -> Option<String> {
    let env = Env::new(version.compatibility());
    let checked = env.compile(source).ok()?;
    let server = u8::try_from(version.minor()).unwrap_or(u8::MAX);
    let program = Program::new(&checked, &[], server);
    match program.run(&[], EXPRESSION_COST_LIMIT).value {
        Ok(Value::Error(error)) => Some(error.to_string()),
        _ => None,
    }
}
