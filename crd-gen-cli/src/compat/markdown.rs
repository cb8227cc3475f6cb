//! Writes findings as Markdown: a summary, one line per finding, and the objects in collapsed sections.

use std::fmt::Write as _;

use crd_core::check::Severity;

use super::PairFinding;
use super::witness::{stored_text, witness_text};
use crate::report::severity_word;
use crate::text::{counted, plain};

/// Returns the comment.
pub(super) fn comment(found: &[PairFinding<'_>]) -> String {
    let count = |severity: Severity| {
        found
            .iter()
            .filter(|found| found.finding.severity == severity)
            .count()
    };
    let mut text = "### Compatibility of CRDs\n\n".to_owned();
    if found.is_empty() {
        text.push_str("No breaking changes.\n");
        return text;
    }
    let _ = writeln!(
        text,
        "{}, {}, {}.\n",
        counted(count(Severity::Error), "error"),
        counted(count(Severity::Warning), "warning"),
        counted(count(Severity::Note), "note")
    );
    for found in found {
        let finding = &found.finding;
        let level = severity_word(finding.severity);
        let letters: String = finding.breaks.iter().map(|affected| affected.letter()).collect();
        let version = finding.version.as_deref().unwrap_or_default();
        let breaks = if letters.is_empty() {
            String::new()
        } else {
            format!(" · breaks {letters}")
        };
        let _ = writeln!(
            text,
            "- **{level}** `{} {version}`: {} ({}{breaks} · `{}`)",
            finding.name,
            escaped(&finding.message),
            finding.rule,
            finding.fingerprint
        );
        let Some(witness) = &finding.witness else { continue };
        let said: Vec<String> = witness
            .response
            .iter()
            .map(|said| format!("# {}: {}", said.field, plain(&said.detail)))
            .collect();
        let words = witness_text(witness);
        let (title, object) = words.split_once('\n').unwrap_or((&words, ""));
        let _ = writeln!(text, "  <details><summary>{}</summary>\n", html(title));
        let block = format!("{object}{}", said.join("\n"));
        let fence = "`".repeat(3.max(longest_run(&block) + 1));
        let _ = writeln!(text, "  {fence}yaml");
        for line in block.lines() {
            let _ = writeln!(text, "  {line}");
        }
        let _ = writeln!(text, "  {fence}\n");
        if let Some(stored) = &finding.stored {
            let stored = stored_text(stored);
            let _ = writeln!(
                text,
                "  {}\n",
                stored.lines().next().unwrap_or_default().trim_end_matches(':')
            );
        }
        let _ = writeln!(text, "  </details>");
    }
    text
}

/// Puts a text on one line and escapes markup outside code.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for c in plain(text).chars() {
        match c {
            '`' => is_code = !is_code,
            '<' | '>' | '*' | '_' | '[' | ']' | '#' | '|' | '\\' if !is_code => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('`', "")
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
