//! Optional values that a rule uses as if they always had a value.
//!
//! ```text
//! optionalOldSelf: true    self.tier == oldSelf.value().tier              fails when an object is created
//!                          !has(self.a) || oldSelf.value().a == self.a    fails when an object with `a` is created
//!                          oldSelf == null                                never true
//! ```

use super::inverted::InvertedTest;
use super::known::{KnownValues, MemberPresence, ValueRange};
use super::optional_terms::{is_absent_without_old, is_from_old_self, null_comparison};
use super::reader::RuleReader;
use super::{KnownFacts, OldValue, Truth};
use crate::ast::{Ast, Kind, NodeId, Span};

/// The maximum length of a rule that is part of an advice.
const SHOWN: usize = 60;

/// A part of an expression that certainly does not mean what its author intends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionMistake {
    /// The place in the rule.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// The same in a few words.
    pub label: &'static str,
    /// What to write.
    pub help: String,
}

/// Finds a comparison of an optional with null, a test of the errors of a format as if they were its result, or a read of `oldSelf` because of which the rule rejects every creation.
pub fn optional_mistake(ast: &Ast, old: OldValue) -> Option<ExpressionMistake> {
    let source = ast.source();
    let is_old_optional = old == OldValue::Optional && !has_variable_old_self(ast);
    if source.contains("null")
        && let Some((id, of)) = ast.ids().find_map(|id| Some((id, null_comparison(ast, id)?)))
        && (is_old_optional || !is_from_old_self(ast, of))
    {
        return Some(compared_with_null(ast, id, of));
    }
    if source.contains(".validate(")
        && let Some(id) = inverted_format(ast, ast.root()?)
    {
        return Some(returns_errors(ast, id));
    }
    if !is_old_optional || !source.contains("value()") {
        return None;
    }
    let (failed, rejected) = match RuleReader::fails_on_create(ast, &Unknown) {
        // With a test, the author may want to admit nothing but updates.
        Some(_)
            if source.contains("hasValue")
                && RuleReader::is_possible_on_create(ast, &Unknown, Truth::False) =>
        {
            return None;
        }
        Some(failed) => (failed, "every creation".to_owned()),
        None => {
            let failed = unconditional_read(ast)?;
            (
                failed,
                condition_of(ast, failed).unwrap_or_else(|| "every creation that evaluates it".to_owned()),
            )
        }
    };
    let span = ast.node(failed).span;
    let read = source.get(span.range())?;
    if source.contains("hasValue") {
        return Some(tested_wrongly(ast, failed, &rejected));
    }
    let rule = match source.trim() {
        rule if rule.len() <= SHOWN && !rule.contains('\n') => rule,
        _ => "…",
    };
    Some(ExpressionMistake {
        span,
        message: format!(
            "`{read}` fails with `optional.none() dereference` when there is no old value, so {rejected} is rejected"
        ),
        label: "read without `hasValue`",
        help: format!("write `!oldSelf.hasValue() || ({rule})`"),
    })
}

/// Whether a rule with an optional `oldSelf` is false for every object that is created, because it tests that there is an old value.
pub fn is_false_on_create(ast: &Ast) -> bool {
    let on_create = |result| RuleReader::is_possible_on_create(ast, &Unknown, result);
    ast.source().contains("hasValue")
        && !has_variable_old_self(ast)
        && !on_create(Truth::True)
        && on_create(Truth::False)
        && RuleReader::read(ast, &Unknown, KnownFacts::default(), Truth::True).is_some()
}

/// Describes a read of an optional without a value, in a rule that tests whether there is one.
fn tested_wrongly(ast: &Ast, read: NodeId, rejected: &str) -> ExpressionMistake {
    let span = ast.node(read).span;
    let source = ast.source_of(read);
    let optional = source.strip_suffix(".value()").unwrap_or(source);
    let test = format!("{optional}.hasValue()");
    let is_test = |id| ast.source_of(id) == test;
    let inverted = InvertedTest::find(ast, &|id| id == read, &is_test);
    let (message, label, help) = match &inverted {
        Some(inverted) => (
            format!(
                "`{source}` is only read if there is no old value, and then fails with `optional.none() dereference`"
            ),
            "the test is inverted",
            match inverted.with_read_if_present(ast) {
                Some(meant) if meant.len() <= SHOWN && !meant.contains('\n') => {
                    format!("write `{meant}` in place of `{}`", ast.source_of(inverted.whole))
                }
                _ => match inverted.operator {
                    "_&&_" => format!("write `!{test} || …` in place of `!{test} && …`"),
                    "_||_" => format!("write `!{test} || …` in place of `{test} || …`"),
                    _ => format!("exchange the results: write `{test} ? … : …` with the read before the `:`"),
                },
            },
        ),
        None => (
            format!(
                "`{source}` fails with `optional.none() dereference` when there is no old value, so {rejected} is rejected"
            ),
            "read where there may be no value",
            format!("read it only where `{test}` is true"),
        ),
    };
    ExpressionMistake {
        span,
        message,
        label,
        help,
    }
}

/// Returns the test of the errors of a format that a result depends on: `format.dns1123Label().validate(self).hasValue()`.
fn inverted_format(ast: &Ast, id: NodeId) -> Option<NodeId> {
    let is_call = |id: NodeId, name: &str| match ast.kind(id) {
        Kind::Call {
            function,
            target: Some(of),
            ..
        } if ast.text(function) == name => Some(of),
        _ => None,
    };
    if let Some(("_&&_", [one, other])) = ast.plain_call(id) {
        return inverted_format(ast, *one).or_else(|| inverted_format(ast, *other));
    }
    if let Some(("_||_", [one, other])) = ast.plain_call(id) {
        // The guard of an optional field.
        let negated = ast.plain_call(*one).filter(|(name, _)| *name == "!_");
        let is_guard = |id: NodeId| matches!(ast.kind(id), Kind::Select { test_only: true, .. });
        let is_guarded = negated.is_some_and(|(_, of)| of.first().is_some_and(|of| is_guard(*of)));
        return is_guarded.then(|| inverted_format(ast, *other)).flatten();
    }
    is_call(is_call(id, "hasValue")?, "validate").map(|_| id)
}

fn returns_errors(ast: &Ast, id: NodeId) -> ExpressionMistake {
    let span = ast.node(id).span;
    let source = ast.source_of(id);
    ExpressionMistake {
        span,
        message: format!("`{source}` is true for values without the format: `validate` returns the errors"),
        label: "true if there are errors",
        help: format!("write `!{source}`"),
    }
}

/// Returns the first read of `oldSelf`, if the rule uses `oldSelf` in no other way, so that no part of it depends on whether there is one.
fn unconditional_read(ast: &Ast) -> Option<NodeId> {
    // Objects are created without a status.
    if ast.source().contains("self.status") {
        return None;
    }
    let is_read = |id: &NodeId| {
        matches!(ast.kind(*id), Kind::Call { function, target: Some(of), .. }
            if ast.text(function) == "value" && is_absent_without_old(ast, of))
    };
    let is_old_self = |id: &NodeId| matches!(ast.kind(*id), Kind::Ident(name) if ast.text(name) == "oldSelf");
    let is_only_read = ast.ids().filter(is_read).count() == ast.ids().filter(is_old_self).count();
    let reads = ast.ids().filter(is_read).filter(|_| is_only_read);
    reads.min_by_key(|id| ast.node(*id).span.start)
}

/// Describes the objects for which a rule evaluates a read of `oldSelf` and is not false without it.
fn condition_of(ast: &Ast, read: NodeId) -> Option<String> {
    let place = ast.node(read).span;
    let has_read = |id: NodeId| {
        let span = ast.node(id).span;
        span.start <= place.start && place.end <= span.end
    };
    let mut at = ast.root()?;
    let (condition, result, evaluated) = loop {
        match ast.plain_call(at)? {
            ("_&&_", [one, other]) => at = if has_read(*one) { *one } else { *other },
            ("_||_", [one, other]) if has_read(*one) => break (*other, false, *one),
            ("_||_", [one, other]) => break (*one, false, *other),
            ("_?_:_", [condition, one, _]) if has_read(*one) => break (*condition, true, *one),
            ("_?_:_", [condition, _, other]) if has_read(*other) => break (*condition, false, *other),
            _ => return None,
        }
    };
    let is_inside = |id: NodeId| {
        let (span, whole) = (ast.node(id).span, ast.node(evaluated).span);
        whole.start <= span.start && span.end <= whole.end && has_read(id)
    };
    let depends = ast.ids().any(|id| match ast.kind(id) {
        Kind::Comprehension(_) => is_inside(id),
        _ => matches!(ast.plain_call(id), Some(("_&&_" | "_||_" | "_?_:_", _))) && is_inside(id),
    });
    if depends {
        return None;
    }
    let (condition, result) = match ast.plain_call(condition) {
        Some(("!_", [negated])) => (*negated, !result),
        _ => (condition, result),
    };
    let condition = ast.source_of(condition);
    (condition.len() <= SHOWN).then(|| format!("every creation for which `{condition}` is {result}"))
}

fn compared_with_null(ast: &Ast, id: NodeId, of: NodeId) -> ExpressionMistake {
    let text = |span: Span| ast.source().get(span.range()).unwrap_or_default();
    let span = ast.node(id).span;
    let is_equal = ast.plain_call(id).is_some_and(|(operator, _)| operator == "_==_");
    let (label, not) = if is_equal {
        ("never true", "!")
    } else {
        ("always true", "")
    };
    let of = text(ast.node(of).span);
    ExpressionMistake {
        span,
        message: format!(
            "`{}` is {label}, because `{of}` is an optional, which is never null",
            text(span)
        ),
        label,
        help: format!("write `{not}{of}.hasValue()`"),
    }
}

/// Whether a loop has a variable with the name `oldSelf`.
fn has_variable_old_self(ast: &Ast) -> bool {
    let is_old_self = |name| ast.text(name) == "oldSelf";
    ast.ids().any(|id| match ast.kind(id) {
        Kind::Comprehension(id) => ast
            .comprehension(id)
            .is_some_and(|lap| is_old_self(lap.iter_var) || lap.iter_var2.is_some_and(is_old_self)),
        _ => false,
    })
}

/// Values of which nothing is known.
struct Unknown;

impl KnownValues for Unknown {
    fn numbers(&self, _: &[&str]) -> Option<ValueRange> {
        None
    }

    fn sizes(&self, _: &[&str]) -> Option<ValueRange> {
        None
    }

    fn presence(&self, _: &[&str]) -> MemberPresence {
        MemberPresence::Unknown
    }
}
