//! Random objects with expressions over them.

use std::ops::Range;

use crd_core::cel::OldSelf;
use crd_gen_tests::cel_values::{Expressions, changed, object};
use crd_gen_tests::rng::Rng;
use serde_json::{Value, json};

/// The number of expressions that share an object.
const SHARED: u64 = 16;

/// Source of expressions.
pub(super) enum ExpressionSource {
    Random(Expressions),
    Lines { first: u64, lines: Vec<String> },
}

impl ExpressionSource {
    fn expression(&self, number: u64) -> String {
        match self {
            Self::Random(expressions) => expressions.expression(number),
            Self::Lines { first, lines } => {
                let place = usize::try_from(number.saturating_sub(*first)).unwrap_or(usize::MAX);
                lines.get(place).cloned().unwrap_or_default()
            }
        }
    }

    /// Returns the number of the object that an expression is evaluated over.
    fn object(&self, number: u64) -> u64 {
        match self {
            Self::Random(_) => number,
            Self::Lines { first, .. } => *first,
        }
    }

    /// Returns the numbers of the expressions that share an object with the first of these.
    pub(super) fn next_case(numbers: Range<u64>) -> Range<u64> {
        let end = (numbers.start / SHARED + 1) * SHARED;
        numbers.start..end.min(numbers.end)
    }
}

/// Whether appends to a list of the object may write into memory that they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    Shared,
    Unshared,
}

/// An object with expressions that are evaluated over it.
pub(super) struct EvalCase {
    pub(super) first: u64,
    pub(super) object: Value,
    pub(super) old: Value,
    pub(super) form: OldSelf,
    pub(super) expressions: Vec<String>,
}

impl EvalCase {
    /// Creates the case with the expressions of these numbers.
    pub(super) fn new(expressions: &ExpressionSource, numbers: Range<u64>) -> EvalCase {
        let mut rng = Rng::new((expressions.object(numbers.start) / SHARED) ^ 0x5eed_0b1e);
        let object = object(&mut rng);
        let old = match rng.below(6) {
            0 => Value::Null,
            1 => object.clone(),
            _ => changed(&object, &mut rng),
        };
        let form = if rng.one_in(5) {
            OldSelf::Optional
        } else {
            OldSelf::Value
        };
        let expression = |number| {
            let expression = expressions.expression(number);
            match form {
                OldSelf::Value => expression,
                OldSelf::Optional => with_optional(&expression),
            }
        };
        EvalCase {
            first: numbers.start,
            object,
            old,
            form,
            expressions: numbers.map(expression).collect(),
        }
    }

    /// Creates the request to evaluate expressions over the object.
    pub(super) fn request(&self, schema: &Value, expressions: &[String], memory: Memory) -> String {
        json!({
            "unshared": memory == Memory::Unshared,
            "schema": schema,
            "object": self.object,
            "old": self.old,
            "optional": self.form == OldSelf::Optional,
            "exprs": expressions,
        })
        .to_string()
    }
}

/// Returns the expression for an optional `oldSelf`.
fn with_optional(expression: &str) -> String {
    let mut out = String::new();
    let mut parts = expression.split("oldSelf");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(if part.starts_with(".?") {
            "oldSelf"
        } else {
            "oldSelf.orValue(self)"
        });
        out.push_str(part);
    }
    out
}
