//! Differences between the verdicts of the oracle and of this project.

use std::collections::BTreeMap;
use std::fmt;

use super::verdict::Verdict;

/// The severity of a difference between two verdicts, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceLevel {
    /// One side accepts and the other rejects, or they reject in different stages (decoding, validation, panic).
    Verdict,
    /// The errors have other types or fields.
    Field,
    /// Only the texts differ.
    Text,
    /// Only strict decoding or warnings differ.
    Notice,
}

/// The difference of two verdicts: the lines that only one side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The severity of the difference.
    pub level: DifferenceLevel,
    /// The lines that only the oracle has.
    pub oracle: Vec<String>,
    /// The lines that only this project has.
    pub ours: Vec<String>,
}

impl Difference {
    /// Returns the difference of two verdicts, if there is one.
    pub fn between(oracle: &Verdict, ours: &Verdict) -> Option<Difference> {
        let level = level(oracle, ours)?;
        let (oracle, ours) = without_shared(lines(oracle, level), lines(ours, level));
        Some(Difference { level, oracle, ours })
    }

    /// Returns a text that is equal for differences of the same kind: quoted values, keys and numbers are masked.
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

fn level(oracle: &Verdict, ours: &Verdict) -> Option<DifferenceLevel> {
    // A panic hides the errors before it.
    let outcome = |v: &Verdict| match v.panic {
        Some(_) => (false, true, true),
        None => (v.decode.is_some(), false, v.errors.is_empty()),
    };
    if outcome(oracle) != outcome(ours) {
        return Some(DifferenceLevel::Verdict);
    }
    if oracle.panic.is_some() {
        return None;
    }
    // A document that was not decoded has no warnings.
    let levels: &[DifferenceLevel] = match oracle.decode {
        Some(_) => &[DifferenceLevel::Field, DifferenceLevel::Text],
        None => &[
            DifferenceLevel::Field,
            DifferenceLevel::Text,
            DifferenceLevel::Notice,
        ],
    };
    levels
        .iter()
        .copied()
        .find(|&level| without_shared(lines(oracle, level), lines(ours, level)) != (Vec::new(), Vec::new()))
}

/// Returns the lines of a verdict that are compared at a level.
fn lines(verdict: &Verdict, level: DifferenceLevel) -> Vec<String> {
    let mut lines: Vec<String> = match level {
        DifferenceLevel::Verdict | DifferenceLevel::Text => verdict
            .errors
            .iter()
            .map(|error| format!("{} {}: {}", error.kind, error.field, run_dependent(&error.detail)))
            .collect(),
        DifferenceLevel::Field => verdict
            .errors
            .iter()
            .map(|error| format!("{} {}", error.kind, error.field))
            .collect(),
        DifferenceLevel::Notice => {
            let strict = verdict.strict.iter().map(|line| format!("strict {line}"));
            strict
                .chain(verdict.warnings.iter().map(|line| format!("warning {line}")))
                .collect()
        }
    };
    if level != DifferenceLevel::Notice && level != DifferenceLevel::Field {
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

/// Returns two multisets without their common elements.
fn without_shared(left: Vec<String>, right: Vec<String>) -> (Vec<String>, Vec<String>) {
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

/// Masks the parts that vary from run to run: the numbers of generated type names, and the name of the Go scheme.
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
    use super::super::verdict::Cause;
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
        check(&verdict(&[]), Some(DifferenceLevel::Verdict));
        check(
            &verdict(&[("A", "x[0]", "t"), ("A", "x[0]", "t")]),
            Some(DifferenceLevel::Field),
        );
        check(&verdict(&[("A", "x[1]", "t")]), Some(DifferenceLevel::Field));
        check(&verdict(&[("A", "x[0]", "u")]), Some(DifferenceLevel::Text));
        let mut warned = one.clone();
        warned.warnings.push(String::from("w"));
        check(&warned, Some(DifferenceLevel::Notice));
    }

    #[test]
    fn texts_that_vary_are_masked() {
        assert_eq!(
            run_dependent("a selfType123.b selfType9"),
            "a selfType.b selfType"
        );
        assert_eq!(run_dependent("no kind in scheme \"pkg/x.go:1\""), "no kind");
        assert_eq!(mask("A x[12].y: \"q\" 103"), "A x[].y: \"\" 0");
    }
}
