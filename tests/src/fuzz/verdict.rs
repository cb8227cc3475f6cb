//! Verdicts, and where two of them differ.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One error of a verdict, as in a status cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// `FieldValueInvalid` and its like.
    #[serde(rename = "type")]
    pub kind: String,
    /// The field, in the server's internal spelling.
    pub field: String,
    /// The text without the field.
    pub detail: String,
}

/// What is said of one CRD, by the oracle or by this project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The errors; their order means nothing.
    #[serde(default)]
    pub errors: Vec<Cause>,
    /// The document was not read, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode: Option<String>,
    /// What strict field validation objects to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strict: Vec<String>,
    /// The warnings of the strategy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The server would answer 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<String>,
}

/// The oracle's answer about a condition.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Condition {
    status: String,
    reason: String,
    message: String,
    errors: Vec<Cause>,
    decode: Option<String>,
    panic: Option<String>,
}

impl Verdict {
    /// Reads the oracle's answer in a mode. The text of a condition counts as a warning.
    pub fn from_answer(mode: &str, answer: Value) -> serde_json::Result<Verdict> {
        if mode != "condition" {
            return serde_json::from_value(answer);
        }
        let Condition {
            status,
            reason,
            message,
            errors,
            decode,
            panic,
        } = serde_json::from_value(answer)?;
        let warnings = if status.is_empty() {
            Vec::new()
        } else {
            vec![format!("{status} {reason}: {message}")]
        };
        Ok(Verdict {
            errors,
            decode,
            strict: Vec::new(),
            warnings,
            panic,
        })
    }
}

/// Where two verdicts differ, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// One accepts what the other refuses, or refuses it elsewhere (decode, errors, panic).
    Verdict,
    /// The errors are of other types or at other fields.
    Field,
    /// Only the texts differ.
    Text,
    /// Only strict decoding or warnings differ.
    Notice,
}

/// The difference of two verdicts: what only one side says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How bad it is.
    pub level: Level,
    /// What only the oracle says.
    pub oracle: Vec<String>,
    /// What only this project says.
    pub ours: Vec<String>,
}

impl Difference {
    /// The difference of two verdicts, if there is one.
    pub fn between(oracle: &Verdict, ours: &Verdict) -> Option<Difference> {
        let level = level(oracle, ours)?;
        let (oracle, ours) = apart(lines(oracle, level), lines(ours, level));
        Some(Difference { level, oracle, ours })
    }

    /// What identifies this kind of difference: paths, values and numbers are masked.
    pub fn class(&self) -> String {
        let masked = |side: &str, lines: &[String]| {
            let mut kinds: Vec<String> = lines
                .iter()
                .map(|line| format!("{side} {}", mask(line)))
                .collect();
            kinds.sort();
            kinds.dedup();
            kinds
        };
        let mut kinds = masked("oracle", &self.oracle);
        kinds.extend(masked("ours", &self.ours));
        kinds.join(" | ")
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.level)?;
        for line in &self.oracle {
            writeln!(f, "  oracle: {line}")?;
        }
        for line in &self.ours {
            writeln!(f, "  ours:   {line}")?;
        }
        Ok(())
    }
}

fn level(oracle: &Verdict, ours: &Verdict) -> Option<Level> {
    // A crash takes the errors found before it along.
    let outcome = |v: &Verdict| match v.panic {
        Some(_) => (false, true, true),
        None => (v.decode.is_some(), false, v.errors.is_empty()),
    };
    if outcome(oracle) != outcome(ours) {
        return Some(Level::Verdict);
    }
    if oracle.panic.is_some() {
        return None;
    }
    // A document that is not read is not warned of.
    let levels: &[Level] = match oracle.decode {
        Some(_) => &[Level::Field, Level::Text],
        None => &[Level::Field, Level::Text, Level::Notice],
    };
    levels
        .iter()
        .copied()
        .find(|&level| apart(lines(oracle, level), lines(ours, level)) != (Vec::new(), Vec::new()))
}

/// What a verdict says, as far as the level looks.
fn lines(verdict: &Verdict, level: Level) -> Vec<String> {
    let mut lines: Vec<String> = match level {
        Level::Verdict | Level::Text => verdict
            .errors
            .iter()
            .map(|error| format!("{} {}: {}", error.kind, error.field, run_dependent(&error.detail)))
            .collect(),
        Level::Field => verdict
            .errors
            .iter()
            .map(|error| format!("{} {}", error.kind, error.field))
            .collect(),
        Level::Notice => {
            let strict = verdict.strict.iter().map(|line| format!("strict {line}"));
            strict
                .chain(verdict.warnings.iter().map(|line| format!("warning {line}")))
                .collect()
        }
    };
    if level != Level::Notice && level != Level::Field {
        lines.extend(
            verdict
                .decode
                .iter()
                .map(|why| format!("decode {}", run_dependent(why))),
        );
        lines.extend(verdict.panic.iter().map(|why| format!("panic {why}")));
    }
    lines
}

/// Removes from two multisets what they share.
fn apart(left: Vec<String>, right: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for line in left {
        *counts.entry(line).or_default() += 1;
    }
    for line in right {
        *counts.entry(line).or_default() -= 1;
    }
    let repeated = |wanted: i64| -> Vec<String> {
        let surplus = counts.iter().filter(|(_, count)| *count * wanted > 0);
        surplus
            .flat_map(|(line, count)| {
                std::iter::repeat_n(line.clone(), usize::try_from(count.abs()).unwrap_or(1))
            })
            .collect()
    };
    (repeated(1), repeated(-1))
}

/// Masks what varies from run to run: generated type names and the name of the Go scheme.
pub fn run_dependent(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("selfType") {
        let (before, after) = rest.split_at(at + "selfType".len());
        masked.push_str(before);
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    masked.push_str(rest);
    match masked.find(" in scheme \"") {
        Some(at) => String::from(masked.get(..at).unwrap_or_default()),
        None => masked,
    }
}

/// Masks quoted strings, bracketed keys and numbers.
fn mask(line: &str) -> String {
    let mut masked = String::with_capacity(line.len());
    let mut closing = None;
    for c in line.chars() {
        match (closing, c) {
            (Some(end), c) if c == end => {
                closing = None;
                masked.push(c);
            }
            (Some(_), _) => {}
            (None, '"') => {
                closing = Some('"');
                masked.push(c);
            }
            (None, '[') => {
                closing = Some(']');
                masked.push(c);
            }
            (None, c) if c.is_ascii_digit() => {
                if !masked.ends_with('0') {
                    masked.push('0');
                }
            }
            (None, c) => masked.push(c),
        }
    }
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(errors: &[(&str, &str, &str)]) -> Verdict {
        let cause = |&(kind, field, detail): &(&str, &str, &str)| Cause {
            kind: kind.into(),
            field: field.into(),
            detail: detail.into(),
        };
        Verdict {
            errors: errors.iter().map(cause).collect(),
            ..Verdict::default()
        }
    }

    #[test]
    fn differences_are_ranked() {
        let one = verdict(&[("A", "x[0]", "t")]);
        let check = |other: &Verdict, expected| {
            assert_eq!(
                Difference::between(&one, other).map(|d| d.level),
                expected,
                "{other:?}"
            );
        };
        check(&one.clone(), None);
        check(&verdict(&[]), Some(Level::Verdict));
        check(
            &verdict(&[("A", "x[0]", "t"), ("A", "x[0]", "t")]),
            Some(Level::Field),
        );
        check(&verdict(&[("A", "x[1]", "t")]), Some(Level::Field));
        check(&verdict(&[("A", "x[0]", "u")]), Some(Level::Text));
        let mut warned = one.clone();
        warned.warnings.push(String::from("w"));
        check(&warned, Some(Level::Notice));
    }

    #[test]
    fn what_varies_is_masked() {
        assert_eq!(
            run_dependent("a selfType123.b selfType9"),
            "a selfType.b selfType"
        );
        assert_eq!(run_dependent("no kind in scheme \"pkg/x.go:1\""), "no kind");
        assert_eq!(mask("A x[12].y: \"q\" 103"), "A x[].y: \"\" 0");
    }
}
