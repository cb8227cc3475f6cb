//! Explains a run: the value of each subexpression, and the parts that determined the result.
//!
//! ```text
//! self.min <= self.max && self.ports.all(p, p.port > 0)        false
//!   self.min <= self.max                                         true
//!     self.min                                                     1
//!     self.max                                                     3
//!   self.ports.all(p, p.port > 0)                                false    decides
//!     self.ports                                                   […]
//!     p.port > 0                                                   false  decides, with p = {"port": 0}
//! ```

mod outline;
mod trace;

pub(super) use outline::Outline;
pub(super) use trace::Trace;

use self::outline::{LoopQuantifier, OutlineEntry, What};
use self::trace::Record;
use super::value::Value;
use crate::ast::Span;

/// A run with the values of the subexpressions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The value in its notation, or the server's text of the error.
    pub value: Result<String, String>,
    /// The cost of the run, in the server's units.
    pub cost: u64,
    /// The subexpressions, each before those inside it. Constants, loop variables and the expansions of macros are left out.
    pub parts: Vec<ExplainedPart>,
}

/// A subexpression in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedPart {
    /// Span in the expression.
    pub span: Span,
    /// Number of parts around it.
    pub depth: u32,
    /// The value in its notation or the server's text of the error; `None` if it was not evaluated. Inside a loop it
    /// is the value for the last element that was evaluated, or for the first one with an error if the loop failed.
    pub value: Option<Result<String, String>>,
    /// Whether this part determines the value of the whole expression.
    pub decides: bool,
    /// For a loop: its variables with their values in the iteration that is shown.
    pub variables: Vec<(String, String)>,
    /// For a loop: the one-based number of the element that is shown, and the number of elements.
    pub element: Option<(usize, usize)>,
}

/// Creates the parts from a trace.
pub(super) fn parts(trace: Trace<'_>) -> Vec<ExplainedPart> {
    let outline = trace.outline;
    let records = trace.finish();
    let decides = deciding(outline, &records);
    let mut parts = Vec::new();
    // The depths of the enclosing entries that are shown.
    let mut around: Vec<u32> = Vec::new();
    for (at, (entry, record)) in outline.entries.iter().zip(&records).enumerate() {
        while around.last().is_some_and(|depth| *depth >= entry.depth) {
            around.pop();
        }
        if entry.is_prefix && !is_end_of_chain(&records, entry, record) {
            continue;
        }
        let names = match &entry.what {
            What::Loop(_, names) => names.as_slice(),
            _ => &[],
        };
        let variables = names.iter().zip(&record.variables);
        parts.push(ExplainedPart {
            span: entry.span,
            depth: u32::try_from(around.len()).unwrap_or(u32::MAX),
            value: record.value.as_ref().map(shown),
            decides: decides.get(at).copied().unwrap_or_default(),
            variables: variables
                .map(|(name, value)| (name.clone(), value.to_string()))
                .collect(),
            element: (record.iterations > 0 && !names.is_empty())
                .then(|| (record.iterations, elements(outline, &records, at))),
        });
        around.push(entry.depth);
    }
    parts
}

fn shown(value: &Value<'_>) -> Result<String, String> {
    match value {
        Value::Error(error) => Err(error.to_string()),
        value => Ok(value.to_string()),
    }
}

/// Checks whether a part of a chain is the last one with a value: the next selection failed.
fn is_end_of_chain(records: &[Record<'_>], entry: &OutlineEntry, record: &Record<'_>) -> bool {
    let is_error = |record: &Record<'_>| record.value.as_ref().is_some_and(Value::is_error);
    let next = entry.parent.and_then(|parent| records.get(parent as usize));
    !is_error(record) && next.is_some_and(is_error)
}

/// Returns the number of elements of a loop.
fn elements(outline: &Outline, records: &[Record<'_>], at: usize) -> usize {
    let range = outline.entries.get(at + 1).filter(|entry| entry.is_range);
    let range = range.and_then(|_| records.get(at + 1)?.value.as_ref());
    let seen = records.get(at).map_or(0, |record| record.iterations);
    match range {
        Some(Value::List(list)) => list.len().max(seen),
        Some(Value::Map(map)) => map.len().max(seen),
        Some(Value::Object(object)) => object.map.len().max(seen),
        _ => seen,
    }
}

/// Returns for each entry whether it determined the value of the whole expression.
fn deciding(outline: &Outline, records: &[Record<'_>]) -> Vec<bool> {
    let value = |at: usize| records.get(at).and_then(|record| record.value.as_ref());
    let mut decides: Vec<bool> = Vec::with_capacity(outline.entries.len());
    // Errors come from the first part that has them.
    let mut explained: Vec<usize> = Vec::new();
    for (at, entry) in outline.entries.iter().enumerate() {
        let parent = entry.parent.map(|parent| parent as usize);
        let above = parent.and_then(|parent| outline.entries.get(parent));
        let is_deciding = match (parent, above) {
            (Some(parent), Some(above)) => {
                let is_on_path = decides.get(parent).copied().unwrap_or_default();
                match (value(at), value(parent)) {
                    _ if !is_on_path => false,
                    (Some(Value::Error(mine)), Some(Value::Error(whole))) => {
                        let is_first = mine == whole && !explained.contains(&parent);
                        if is_first {
                            explained.push(parent);
                        }
                        is_first
                    }
                    (Some(Value::Bool(mine)), Some(Value::Bool(whole))) => match &above.what {
                        What::And | What::Or => mine == whole,
                        What::Loop(LoopQuantifier::All, _) => !entry.is_range && mine == whole && !whole,
                        What::Loop(LoopQuantifier::Exists, _) => !entry.is_range && mine == whole && *whole,
                        What::Not | What::Conditional => true,
                        _ => false,
                    },
                    (Some(_), Some(_)) => matches!(above.what, What::Conditional),
                    _ => false,
                }
            }
            _ => value(at).is_some(),
        };
        decides.push(is_deciding);
    }
    decides
}

#[cfg(test)]
mod tests {
    use crate::eval::{DataKind, DataSchema, ListKind, ListSchema, Program};
    use crate::{CompatVersion, Env, TypeId};

    /// Returns the parts of an expression over the list `self` of integers: depth, text, value, and `>` where the part decides.
    fn explained(source: &str) -> Vec<String> {
        let mut env = Env::new(CompatVersion::of_server(36));
        let list = env.types_mut().list(TypeId::INT);
        env.declare("self", list);
        let checked = env.compile(source).unwrap();
        let program = Program::explaining(&checked, &["self"], 36);
        let schema = DataSchema::new(DataKind::List(Box::new(ListSchema {
            items: DataSchema::new(DataKind::Int),
            kind: ListKind::Atomic,
        })));
        let object = serde_json::json!([1, 0, 3]);
        let explanation = program.explain(&[schema.value(&object)], 1_000_000);
        let plain = Program::new(&checked, &["self"], 36);
        let plain = plain.run(&[schema.value(&object)], 1_000_000);
        assert_eq!(plain.cost, explanation.cost, "recording costs nothing: {source}");
        let parts = explanation.parts.iter();
        parts
            .map(|part| {
                let value = match &part.value {
                    Some(Ok(value)) => value.as_str(),
                    Some(Err(error)) => error.as_str(),
                    None => "-",
                };
                let decides = if part.decides { "> " } else { "" };
                let text = source.get(part.span.range()).unwrap_or_default();
                let variables = part
                    .variables
                    .iter()
                    .map(|(name, value)| format!(" {name}={value}"));
                let variables: String = variables.collect();
                let element = part
                    .element
                    .map(|(at, of)| format!(" {at}/{of}"))
                    .unwrap_or_default();
                format!("{} {decides}{text}: {value}{element}{variables}", part.depth)
            })
            .collect()
    }

    #[test]
    fn the_operand_that_decides_is_marked() {
        assert_eq!(
            explained("size(self) > 1 && self[0] == 2 && self[1] == 0"),
            [
                "0 > size(self) > 1 && self[0] == 2 && self[1] == 0: bool(false)",
                "1 size(self) > 1: bool(true)",
                "2 size(self): int(3)",
                "3 self: [int(1), int(0), int(3)]",
                "1 > self[0] == 2: bool(false)",
                "2 self[0]: int(1)",
                "1 self[1] == 0: -",
                "2 self[1]: -",
            ]
        );
    }

    #[test]
    fn a_loop_shows_the_element_that_decides() {
        assert_eq!(
            explained("self.all(x, x + 1 > 1)"),
            [
                "0 > self.all(x, x + 1 > 1): bool(false) 2/3 x=int(0)",
                "1 self: [int(1), int(0), int(3)]",
                "1 > x + 1 > 1: bool(false)",
                "2 x + 1: int(1)",
            ]
        );
    }

    #[test]
    fn a_loop_shows_the_first_element_that_fails() {
        assert_eq!(
            explained("self.exists(x, 1 / x > 1)"),
            [
                "0 > self.exists(x, 1 / x > 1): division by zero 2/3 x=int(0)",
                "1 self: [int(1), int(0), int(3)]",
                "1 > 1 / x > 1: division by zero",
                "2 > 1 / x: division by zero",
            ]
        );
    }

    #[test]
    fn a_chain_that_fails_shows_how_far_it_came() {
        assert_eq!(
            explained("self[7] == 1 || self.map(i, i)[0] == 1"),
            [
                "0 > self[7] == 1 || self.map(i, i)[0] == 1: bool(true)",
                "1 self[7] == 1: index out of bounds: 7",
                "2 self[7]: index out of bounds: 7",
                "3 self: [int(1), int(0), int(3)]",
                "1 > self.map(i, i)[0] == 1: bool(true)",
                "2 self.map(i, i)[0]: int(1)",
                "3 self.map(i, i): [int(1), int(0), int(3)] 3/3 i=int(3)",
                "4 self: [int(1), int(0), int(3)]",
            ]
        );
    }
}
