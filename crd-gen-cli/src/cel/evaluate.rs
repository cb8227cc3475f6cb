//! The value of an expression over an object, for people and as JSON.

use std::fmt::Write as _;

use crd_core::cel::{EXPRESSION_COST_LIMIT, EvaluatedValue, ExplainedPart, Explanation};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::cost::thousands;
use crate::terminal::{BOLD, DIM, ERROR, NOTE};
use crate::text::{cut, plain};

/// Level of detail of a printed evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Value and cost.
    Value,
    /// Value and cost, and the value of each subexpression.
    Parts,
}

/// Formats an evaluation as one JSON line.
pub(super) fn line(
    place: &EvaluatedValue<'_>,
    run: &Explanation,
    expression: &str,
    detail: Detail,
) -> String {
    let mut line = serde_json::Map::new();
    if !place.path.is_empty() {
        line.insert("path".to_owned(), json!(place.path));
    }
    outcome(&mut line, Some(&run.value));
    line.insert("cost".to_owned(), json!(run.cost));
    if detail == Detail::Parts {
        let parts: Vec<Value> = run.parts.iter().map(|part| part_line(part, expression)).collect();
        line.insert("parts".to_owned(), json!(parts));
    }
    Value::Object(line).to_string()
}

fn outcome(line: &mut serde_json::Map<String, Value>, value: Option<&Result<String, String>>) {
    match value {
        Some(Ok(value)) => line.insert("value".to_owned(), json!(value)),
        Some(Err(error)) => line.insert("error".to_owned(), json!(error)),
        None => None,
    };
}

fn part_line(part: &ExplainedPart, expression: &str) -> Value {
    let mut line = serde_json::Map::new();
    line.insert("text".to_owned(), json!(expression.get(part.span.range())));
    line.insert("start".to_owned(), json!(part.span.start));
    line.insert("end".to_owned(), json!(part.span.end));
    line.insert("depth".to_owned(), json!(part.depth));
    outcome(&mut line, part.value.as_ref());
    line.insert("decides".to_owned(), json!(part.decides));
    if let Some((element, elements)) = part.element {
        let mut variables = serde_json::Map::new();
        variables.extend(
            part.variables
                .iter()
                .map(|(name, value)| (name.clone(), json!(value))),
        );
        line.insert("variables".to_owned(), json!(variables));
        line.insert("element".to_owned(), json!(element));
        line.insert("elements".to_owned(), json!(elements));
    }
    Value::Object(line)
}

/// Formats an evaluation for people.
pub(super) fn text(
    place: &EvaluatedValue<'_>,
    run: &Explanation,
    expression: &str,
    detail: Detail,
    width: usize,
) -> String {
    let mut out = String::new();
    if !place.path.is_empty() {
        let _ = writeln!(out, "{BOLD}at{BOLD:#}     {}", plain(&place.path));
    }
    match &run.value {
        Ok(value) => {
            let _ = writeln!(out, "{BOLD}value{BOLD:#}  {}", plain(value));
        }
        Err(error) => {
            let _ = writeln!(out, "{ERROR}error{ERROR:#}  {}", plain(error));
        }
    }
    let _ = writeln!(
        out,
        "{BOLD}cost{BOLD:#}   {} of at most {}",
        thousands(run.cost),
        thousands(EXPRESSION_COST_LIMIT)
    );
    if detail == Detail::Parts && !run.parts.is_empty() {
        out.push('\n');
        parts(&mut out, &run.parts, expression, width);
    }
    out
}

/// Writes the subexpressions as a table: the expression on the left, indented, and its value on the right.
fn parts(out: &mut String, parts: &[ExplainedPart], expression: &str, width: usize) {
    let left: Vec<String> = parts
        .iter()
        .map(|part| {
            let text = expression.get(part.span.range()).unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            let indent = "  ".repeat(part.depth.min(20) as usize);
            let text = plain(&words.join(" "));
            format!("{indent}{}", cut(&text, width / 2))
        })
        .collect();
    let column = left.iter().map(|text| text.width()).max().unwrap_or_default() + 2;
    // A part in a loop is marked only if the element that is shown determines the result.
    for (part, left) in parts.iter().zip(&left) {
        let mark = if part.decides { ">" } else { " " };
        let gap = " ".repeat(column.saturating_sub(left.width()));
        let value = match &part.value {
            Some(Ok(value)) => cut(&plain(value), width.saturating_sub(column + 2).max(20)),
            Some(Err(error)) => format!("{ERROR}error{ERROR:#}: {}", plain(error)),
            None => format!("{DIM}not evaluated{DIM:#}"),
        };
        if part.decides {
            let _ = writeln!(out, "{NOTE}{mark}{NOTE:#} {BOLD}{left}{BOLD:#}{gap}{value}");
        } else {
            let _ = writeln!(out, "{mark} {left}{gap}{value}");
        }
        let Some((element, elements)) = part.element else {
            continue;
        };
        let indent = "  ".repeat(part.depth.min(20) as usize + 1);
        let with: Vec<String> = part
            .variables
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let with = cut(&plain(&with.join(", ")), width.saturating_sub(30).max(20));
        let _ = writeln!(
            out,
            "  {indent}{DIM}element {element} of {elements}: {with}{DIM:#}"
        );
    }
}
