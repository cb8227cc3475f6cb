//! Writes the XML of `JUnit`, which CI services read as test results: a suite for each file, and a test for each finding in it.
//!
//! ```text
//! <testsuites name="crd-gen check" tests="2" failures="1" errors="0">
//! <testsuite name="crds/a.yaml" tests="1" failures="1" errors="0">
//! <testcase name="items-required" classname="crds/a.yaml" file="crds/a.yaml" line="12"><failure …>…</failure></testcase>
//! </testsuite>
//! <testsuite name="crds/b.yaml" tests="1" failures="0" errors="0">
//! <testcase name="no findings" classname="crds/b.yaml" file="crds/b.yaml"></testcase>
//! </testsuite>
//! </testsuites>
//! ```

use std::borrow::Cow;
use std::fmt::Write as _;

use crd_core::check::{Severity, codes};

use super::{Finding, range, severity_word};
use crate::source::SourceText;

/// A test.
#[derive(Clone, Debug)]
pub(crate) struct JunitCase {
    /// The name of the test.
    pub(crate) name: String,
    pub(crate) line: Option<u32>,
    pub(crate) outcome: JunitOutcome,
}

impl JunitCase {
    /// Creates a test without a line.
    pub(crate) fn new(name: &str, outcome: JunitOutcome) -> Self {
        JunitCase {
            name: name.to_owned(),
            line: None,
            outcome,
        }
    }
}

/// The outcome of a test.
#[derive(Clone, Debug)]
pub(crate) enum JunitOutcome {
    Passed,
    /// It passed, with a remark.
    Remarked(String),
    /// It failed, with a message in one line and a longer text.
    Failed {
        kind: String,
        message: String,
        text: String,
    },
    /// It could not be run.
    Broken(String),
}

/// The tests of a file.
pub(crate) struct JunitSuite<'a> {
    pub(crate) file: &'a str,
    pub(crate) cases: Vec<Cow<'a, JunitCase>>,
}

/// Writes the whole document; `name` is that of the command.
pub(crate) fn document(name: &str, suites: &[JunitSuite<'_>]) -> String {
    let all = || {
        suites
            .iter()
            .flat_map(|suite| suite.cases.iter().map(Cow::as_ref))
    };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"{}\"{}>", escaped(name), counts(all()));
    for suite in suites {
        let file = escaped(suite.file);
        let _ = writeln!(
            text,
            "<testsuite name=\"{file}\"{}>",
            counts(suite.cases.iter().map(Cow::as_ref))
        );
        for case in &suite.cases {
            text.push_str(&element(&file, case));
        }
        text.push_str("</testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn counts<'a>(cases: impl Iterator<Item = &'a JunitCase>) -> String {
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    for case in cases {
        tests += 1;
        failures += usize::from(matches!(case.outcome, JunitOutcome::Failed { .. }));
        errors += usize::from(matches!(case.outcome, JunitOutcome::Broken(_)));
    }
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn element(file: &str, case: &JunitCase) -> String {
    let line = case
        .line
        .map_or_else(String::new, |line| format!(" line=\"{line}\""));
    let inner = match &case.outcome {
        JunitOutcome::Passed => String::new(),
        JunitOutcome::Remarked(text) => format!("<system-out>{}</system-out>", escaped(text)),
        JunitOutcome::Failed { kind, message, text } => format!(
            "<failure type=\"{}\" message=\"{}\">{}</failure>",
            escaped(kind),
            escaped(message),
            escaped(text)
        ),
        JunitOutcome::Broken(message) => format!("<error message=\"{}\"></error>", escaped(message)),
    };
    format!(
        "<testcase name=\"{}\" classname=\"{file}\" file=\"{file}\"{line}>{inner}</testcase>\n",
        escaped(&case.name)
    )
}

/// Creates the test for a finding: errors fail, other findings are remarks.
pub(super) fn case(source: &SourceText, finding: &Finding) -> JunitCase {
    let diagnostic = &finding.diagnostic;
    let slug = codes::entry(diagnostic.code).map_or("", |entry| entry.slug);
    let name = [finding.name.as_deref().unwrap_or_default(), slug].join(" ");
    let mut text = format!(
        "{}: {}[{}] {}",
        source.place(diagnostic.span),
        severity_word(diagnostic.severity),
        diagnostic.code,
        diagnostic.message
    );
    for help in &diagnostic.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    if let Some(error) = &diagnostic.server {
        let said = super::human::server_text(error);
        let _ = write!(text, "\n{}: {said}", diagnostic.stage.introduction());
    }
    JunitCase {
        name: name.trim().to_owned(),
        line: range(source, diagnostic).map(|[start, _]| start.line),
        outcome: match diagnostic.severity {
            Severity::Error => JunitOutcome::Failed {
                kind: diagnostic.code.to_string(),
                message: diagnostic.message.clone(),
                text,
            },
            _ => JunitOutcome::Remarked(text),
        },
    }
}

/// Escapes a text for an attribute or between tags. Characters that are invalid in XML 1.0 become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Parsers convert literal line breaks and tabs in attributes to spaces.
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_cases_counted() {
        let case = |name: &str, outcome| Cow::Owned(JunitCase::new(name, outcome));
        let suite = JunitSuite {
            file: "a&b.yaml",
            cases: vec![
                case("one", JunitOutcome::Passed),
                case(
                    "two",
                    JunitOutcome::Failed {
                        kind: "CRD0001".to_owned(),
                        message: "\"<\u{1}>\"".to_owned(),
                        text: "x\ny".to_owned(),
                    },
                ),
                case("three", JunitOutcome::Broken("gone".to_owned())),
            ],
        };
        let text = document("crd-gen check", &[suite]);
        for expected in [
            "<testsuites name=\"crd-gen check\" tests=\"3\" failures=\"1\" errors=\"1\">",
            "<testsuite name=\"a&amp;b.yaml\" tests=\"3\" failures=\"1\" errors=\"1\">",
            "message=\"&quot;&lt;\u{fffd}&gt;&quot;\">x&#10;y</failure>",
            "<error message=\"gone\"></error>",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}
