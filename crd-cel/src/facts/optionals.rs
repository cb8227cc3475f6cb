//! Optional values that a rule uses as if they always had a value.
//!
//! ```text
//! optionalOldSelf: true    self.tier == oldSelf.value().tier    fails when an object is created
//!                          oldSelf == null                      never true
//! ```

use super::known::{KnownValues, MemberPresence, ValueRange};
use super::optional_terms::{is_from_old_self, null_comparison};
use super::reader::RuleReader;
use super::{OldValue, Truth};
use crate::ast::{Ast, Kind, NodeId, Span};

/// The maximum length of a rule that is part of an advice.
const SHOWN: usize = 60;

/// A wrong use of an optional value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionalMistake {
    /// The place in the rule.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// The same in a few words.
    pub label: &'static str,
    /// What to write.
    pub help: String,
}

/// Finds a comparison of an optional with null, or a read of `oldSelf` because of which the rule rejects every creation.
pub fn optional_mistake(ast: &Ast, old: OldValue) -> Option<OptionalMistake> {
    let source = ast.source();
    let is_old_optional = old == OldValue::Optional && !has_variable_old_self(ast);
    if source.contains("null")
        && let Some((id, of)) = ast.ids().find_map(|id| Some((id, null_comparison(ast, id)?)))
        && (is_old_optional || !is_from_old_self(ast, of))
    {
        return Some(compared_with_null(ast, id, of));
    }
    if !is_old_optional || !source.contains("value()") {
        return None;
    }
    let failed = RuleReader::fails_on_create(ast, &Unknown)?;
    // With a test, the author may want to admit nothing but updates.
    let is_tested = source.contains("hasValue");
    if is_tested && RuleReader::is_possible_on_create(ast, &Unknown, Truth::False) {
        return None;
    }
    let rule = match source.trim() {
        rule if rule.len() <= SHOWN && !rule.contains('\n') => rule,
        _ => "…",
    };
    let span = ast.node(failed).span;
    Some(OptionalMistake {
        span,
        message: format!(
            "`{}` fails with `optional.none() dereference` when there is no old value, so every creation is rejected",
            source.get(span.range())?
        ),
        label: "read without `hasValue`",
        help: format!("write `!oldSelf.hasValue() || ({rule})`"),
    })
}

fn compared_with_null(ast: &Ast, id: NodeId, of: NodeId) -> OptionalMistake {
    let text = |span: Span| ast.source().get(span.range()).unwrap_or_default();
    let span = ast.node(id).span;
    let is_equal = ast.plain_call(id).is_some_and(|(operator, _)| operator == "_==_");
    let (label, not) = if is_equal {
        ("never true", "!")
    } else {
        ("always true", "")
    };
    let of = text(ast.node(of).span);
    OptionalMistake {
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
