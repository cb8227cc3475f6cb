//! What a run comes to, in one line and in JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crd_core::check::{Severity, codes, thousands};
use serde_json::{Value, json};

use super::Run;
use super::file::{FileReport, PassedOverKind};
use crate::terminal::{BOLD, ERROR, WARNING};

/// How many kinds are named.
const KINDS: usize = 12;

/// The counts of a run.
struct Totals {
    judged: usize,
    bad: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    allowed: usize,
    passed_over: BTreeMap<PassedOverKind, BTreeMap<String, usize>>,
}

impl Totals {
    fn of(reports: &[FileReport]) -> Self {
        let sum = |count: fn(&FileReport) -> usize| reports.iter().map(count).sum();
        let mut passed_over: BTreeMap<PassedOverKind, BTreeMap<String, usize>> = BTreeMap::new();
        for ((reason, kind), count) in reports.iter().flat_map(|report| &report.passed_over) {
            *passed_over
                .entry(*reason)
                .or_default()
                .entry(kind.clone())
                .or_default() += count;
        }
        Totals {
            judged: sum(|report| report.judged),
            bad: sum(|report| report.counts.bad_objects),
            errors: sum(|report| report.counts.count(Severity::Error)),
            warnings: sum(|report| report.counts.count(Severity::Warning)),
            notes: sum(|report| report.counts.count(Severity::Note)),
            allowed: sum(|report| report.counts.allowed),
            passed_over,
        }
    }
}

/// The counts as JSON.
pub(super) fn json(reports: &[FileReport]) -> Value {
    let totals = Totals::of(reports);
    let kinds = totals.passed_over.values().flatten();
    let passed_over: serde_json::Map<String, Value> = kinds
        .filter(|(kind, _)| !kind.is_empty())
        .map(|(kind, count)| (kind.clone(), (*count).into()))
        .collect();
    json!({
        "files": reports.len(),
        "objects": totals.judged,
        "errors": totals.errors,
        "warnings": totals.warnings,
        "notes": totals.notes,
        "allowed": totals.allowed,
        "passedOver": passed_over,
    })
}

/// What was passed over, and `2 errors in 1 of 14 objects (0.03 s) · ...`.
pub(super) fn text(run: &Run<'_>, reports: &[FileReport], seconds: f64) -> String {
    let totals = Totals::of(reports);
    let mut text = String::new();
    hidden(&mut text, &totals, reports, run.limit);
    passed_over(&mut text, &totals.passed_over);
    let templates: usize = reports.iter().map(|report| report.templates).sum();
    if templates > 0 {
        let _ = writeln!(
            text,
            "not read: {}; `helm template` makes objects of them",
            counted(templates, "Helm template")
        );
    }
    let objects = counted(totals.judged, "object");
    let mut parts: Vec<String> = Vec::new();
    if totals.errors > 0 {
        parts.push(format!("{ERROR}{}{ERROR:#}", counted(totals.errors, "error")));
    }
    if totals.warnings > 0 {
        parts.push(format!(
            "{WARNING}{}{WARNING:#}",
            counted(totals.warnings, "warning")
        ));
    }
    if totals.notes > 0 {
        parts.push(counted(totals.notes, "note"));
    }
    if parts.is_empty() {
        let _ = write!(text, "{BOLD}no errors{BOLD:#} in {objects}");
    } else if totals.bad > 0 {
        let _ = write!(
            text,
            "{} in {} of {objects}",
            parts.join(", "),
            grouped(totals.bad)
        );
    } else {
        let _ = write!(text, "{} in {objects}", parts.join(", "));
    }
    let failed = reports.iter().filter(|report| report.problem.is_some()).count();
    if failed > 0 {
        let _ = write!(text, ", {} failed", counted(failed, "file"));
    }
    let _ = write!(text, " ({seconds:.2} s)");
    if totals.allowed > 0 {
        let _ = write!(text, " · {} allowed", grouped(totals.allowed));
    }
    let worst = reports
        .iter()
        .flat_map(|report| report.counts.counts.keys())
        .max_by_key(|(severity, code)| (*severity, std::cmp::Reverse(*code)));
    if let Some((_, code)) = worst {
        let _ = write!(text, " · `crd-gen explain {code}` explains it");
    }
    text.push('\n');
    text
}

/// The kinds that were passed over, with counts.
fn passed_over(text: &mut String, kinds: &BTreeMap<PassedOverKind, BTreeMap<String, usize>>) {
    for (reason, kinds) in kinds {
        let why = match reason {
            PassedOverKind::Undeclared => "passed over (no CRD declares them)",
            PassedOverKind::Builtin => "passed over (built into Kubernetes)",
            PassedOverKind::NoObject => {
                let count: usize = kinds.values().sum();
                let _ = writeln!(text, "passed over: {} without a kind", counted(count, "document"));
                continue;
            }
        };
        // The CRDs themselves are no news.
        let kinds = kinds
            .iter()
            .filter(|(kind, _)| !kind.starts_with("CustomResourceDefinition ("));
        let mut named: Vec<String> = kinds
            .map(|(kind, count)| format!("{} {kind}", grouped(*count)))
            .collect();
        if named.is_empty() {
            continue;
        }
        let more = named.len().saturating_sub(KINDS);
        named.truncate(KINDS);
        let _ = write!(text, "{why}: {}", named.join(", "));
        if more > 0 {
            let _ = write!(text, " and {more} more kinds");
        }
        text.push('\n');
    }
}

/// What was found and is not shown, by code.
fn hidden(text: &mut String, totals: &Totals, reports: &[FileReport], limit: usize) {
    let all = totals.errors + totals.warnings + totals.notes;
    if all <= limit {
        return;
    }
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for ((_, code), count) in reports.iter().flat_map(|report| &report.counts.counts) {
        *counts.entry(*code).or_default() += count;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(code, count)| (std::cmp::Reverse(*count), *code));
    let _ = writeln!(
        text,
        "the first {limit} of {} findings are shown; `--all` shows all",
        grouped(all)
    );
    let width = counts.first().map_or(0, |(_, count)| grouped(*count).len());
    for (code, count) in counts {
        let title = codes::entry(code).map_or("", |entry| entry.title);
        let _ = writeln!(text, "  {:>width$} × {code}  {title}", grouped(count));
    }
}

/// `1 object`, `2,000 objects`.
pub(crate) fn counted(count: usize, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {word}{ending}", grouped(count))
}

fn grouped(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}
