//! Reports the findings of a run over many files: the report of each file, its output, and the totals.

use crd_core::sort::sort_by_key;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use crd_core::check::objects::RejectedCrd;
use crd_core::check::{Code, Findings, Severity, codes, lint_of};
use serde_json::{Value, json};

use super::junit::{self, JunitCase, JunitOutcome, JunitSuite};
use super::{Finding, render};
use crate::report::FindingFormat;
use crate::source::SourceText;
use crate::terminal::{BOLD, ERROR, Terminal, WARNING};
use crate::text::{counted, grouped};

/// Maximum number of findings that are shown without `--all`, in the formats for people.
const SHOWN: usize = 100;

/// The report about a file.
#[derive(Debug, Default)]
pub(crate) struct FileReport {
    /// The name of the file in messages.
    pub(crate) file: String,
    /// The findings as tests, in the format of `JUnit`.
    cases: Vec<JunitCase>,
    /// The findings, as text, up to the limit.
    pub(crate) findings: Vec<String>,
    /// Lines of another kind: verdicts and other answers.
    pub(crate) answers: String,
    /// Number of findings by severity and code.
    pub(crate) counts: BTreeMap<(Severity, Code), usize>,
    /// Number of CRDs or objects that were checked.
    pub(crate) judged: usize,
    /// Number of CRDs or objects with errors.
    pub(crate) bad: usize,
    /// Number of findings that levels and comments silenced.
    pub(crate) allowed: usize,
    /// Number of errors of the server among them, and one sentence for each code.
    allowed_errors: usize,
    allowed_codes: Vec<String>,
    /// Number of findings that were known before.
    known: usize,
    /// Skipped documents and objects, with one sentence for each.
    pub(crate) skipped: Vec<String>,
    /// The error of reading or writing the file.
    pub(crate) problem: Option<String>,
}

impl FileReport {
    /// Creates the report of a file that could not be read.
    pub(crate) fn unreadable(file: String, problem: String) -> Self {
        FileReport {
            file,
            problem: Some(problem),
            ..FileReport::default()
        }
    }

    /// Adds the findings of the file, the first `limit` as text; the format of verdicts has none.
    pub(crate) fn add(&mut self, printer: &Printer, limit: usize, source: &SourceText, findings: Findings) {
        source.shown().clone_into(&mut self.file);
        if printer.format == FindingFormat::Junit {
            let cases = findings.iter().map(|finding| junit::case(source, finding));
            self.cases = cases.collect();
        } else if printer.format != FindingFormat::Verdicts {
            let shown = findings.iter().take(limit);
            let texts = shown.map(|finding| printer.finding(source, finding));
            self.findings = texts.collect();
        }
        for (code, errors) in &findings.allowed_errors {
            self.allowed_errors += errors.count;
            let place = source.place(errors.first);
            let allowed = match errors.count {
                1 => format!("{place}: {code} is allowed, but the server rejects it"),
                more => format!(
                    "{place}: {code} is allowed, but the server rejects it, in {} places",
                    grouped(more)
                ),
            };
            self.allowed_codes.push(allowed);
        }
        self.counts = findings.counts;
        self.allowed = findings.allowed;
        self.known = findings.known;
    }
}

impl FileReport {
    /// Creates the report about a CRD that the server would reject, although objects were validated by it.
    pub(crate) fn of_rejected(printer: &Printer, crd: RejectedCrd) -> Self {
        let source = SourceText::new(crd.file.name.clone().into(), crd.file.text.clone());
        let mut report = FileReport::default();
        report.add(printer, printer.limit, &source, crd.findings);
        report
    }

    /// Returns the file as a test suite; `None` for a file in which nothing was checked.
    pub(crate) fn suite(&self) -> Option<JunitSuite<'_>> {
        let mut cases: Vec<Cow<'_, JunitCase>> = self.cases.iter().map(Cow::Borrowed).collect();
        if let Some(problem) = &self.problem {
            cases.push(Cow::Owned(JunitCase::new(
                "read and written",
                JunitOutcome::Broken(problem.clone()),
            )));
        }
        if cases.is_empty() && self.judged > 0 {
            cases.push(Cow::Owned(JunitCase::new("no findings", JunitOutcome::Passed)));
        }
        (!cases.is_empty()).then_some(JunitSuite {
            file: &self.file,
            cases,
        })
    }
}

/// Reports files that could not be read or written, errors of the server that are allowed, and with `--verbose` skipped documents and objects.
pub(crate) fn report_problems<'r>(reports: impl Iterator<Item = &'r FileReport>, terminal: &Terminal) {
    for report in reports {
        if let Some(problem) = &report.problem {
            terminal.error(problem, &[]);
        }
        report
            .allowed_codes
            .iter()
            .for_each(|allowed| terminal.warning(allowed));
        if terminal.verbose {
            report.skipped.iter().for_each(|skipped| terminal.note(skipped));
        }
    }
}

/// Number of findings that are shown in the formats for people; the other formats always have all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShownFindings {
    /// The first 100.
    First,
    All,
}

/// Options for printing findings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    pub(crate) format: FindingFormat,
    /// Maximum number of findings that are shown.
    pub(crate) limit: usize,
    width: usize,
}

impl Printer {
    pub(crate) fn new(format: FindingFormat, shown: ShownFindings) -> Self {
        let is_for_people = matches!(format, FindingFormat::Human | FindingFormat::Concise);
        Printer {
            format,
            limit: match shown {
                ShownFindings::First if is_for_people => SHOWN,
                _ => usize::MAX,
            },
            width: crate::terminal::width(),
        }
    }

    /// Formats a finding.
    pub(crate) fn finding(&self, source: &SourceText, finding: &Finding) -> String {
        render(self.format, source, finding, self.width)
    }

    /// Writes the findings of all files. The frame is the text before them, between them, and after them.
    pub(crate) fn write<'r>(
        &self,
        out: &mut dyn Write,
        [before, between, after]: &[String; 3],
        reports: impl Iterator<Item = &'r FileReport>,
    ) -> io::Result<()> {
        if self.format == FindingFormat::Junit {
            let suites: Vec<JunitSuite<'_>> = reports.filter_map(FileReport::suite).collect();
            return out.write_all(junit::document("crd-gen", &suites).as_bytes());
        }
        out.write_all(before.as_bytes())?;
        let mut is_empty = true;
        for finding in reports.flat_map(|report| &report.findings).take(self.limit) {
            if !is_empty {
                out.write_all(between.as_bytes())?;
            }
            is_empty = false;
            out.write_all(finding.as_bytes())?;
        }
        if !is_empty || !before.is_empty() {
            out.write_all(after.as_bytes())?;
        }
        Ok(())
    }
}

/// The totals of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    /// Number of findings by severity and code.
    pub(crate) counts: BTreeMap<(Severity, Code), usize>,
    pub(crate) files: usize,
    /// Number of CRDs or objects that were checked.
    pub(crate) judged: usize,
    /// Number of CRDs or objects with errors.
    bad: usize,
    allowed: usize,
    allowed_errors: usize,
    known: usize,
    /// Number of files that could not be read or written.
    pub(crate) failed: usize,
}

impl Totals {
    pub(crate) fn of<'r>(reports: impl Iterator<Item = &'r FileReport>) -> Self {
        let mut totals = Totals::default();
        for report in reports {
            totals.files += 1;
            totals.judged += report.judged;
            totals.bad += report.bad;
            totals.allowed += report.allowed;
            totals.allowed_errors += report.allowed_errors;
            totals.known += report.known;
            totals.failed += usize::from(report.problem.is_some());
            for (kind, count) in &report.counts {
                *totals.counts.entry(*kind).or_default() += count;
            }
        }
        totals
    }

    /// Returns the number of findings with this severity.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        let counts = self.counts.iter().filter(|((other, _), _)| *other == severity);
        counts.map(|(_, count)| count).sum()
    }

    /// Converts the counts to JSON; `noun` names the checked items.
    pub(crate) fn to_json(&self, noun: &str) -> Value {
        json!({
            "files": self.files,
            noun: self.judged,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "notes": self.count(Severity::Note),
            "allowed": self.allowed,
            "allowedErrors": self.allowed_errors,
            "known": self.known,
        })
    }

    /// Lists the number of findings of each code, one per line, the most frequent first.
    pub(crate) fn statistics(&self) -> String {
        let mut text = String::new();
        let mut counts: Vec<_> = self.counts.iter().collect();
        sort_by_key(&mut counts, &|((severity, code), count)| {
            (std::cmp::Reverse(**count), std::cmp::Reverse(*severity), *code)
        });
        let width = counts.first().map_or(0, |(_, count)| grouped(**count).len());
        for ((severity, code), count) in counts {
            let rule = lint_of(*code).map_or("", |lint| lint.rule);
            let slug = codes::entry(*code).map_or("", |entry| entry.slug);
            let severity = super::severity_word(*severity);
            let _ = writeln!(
                text,
                "{:>width$} {severity:7} {code} {rule:6} {slug}",
                grouped(*count)
            );
        }
        text
    }

    /// Lists the findings that are not shown, by code, one per line.
    pub(crate) fn hidden(&self, limit: usize) -> String {
        let mut text = String::new();
        let all: usize = self.counts.values().sum();
        if all <= limit {
            return text;
        }
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for ((_, code), count) in &self.counts {
            *counts.entry(*code).or_default() += count;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        sort_by_key(&mut counts, &|(code, count)| (std::cmp::Reverse(*count), *code));
        let all = grouped(all);
        let _ = writeln!(
            text,
            "the first {limit} of {all} findings are shown; `--all` shows all"
        );
        let width = counts.first().map_or(0, |(_, count)| grouped(*count).len());
        for (code, count) in counts {
            let title = codes::entry(code).map_or("", |entry| entry.title);
            let _ = writeln!(text, "  {:>width$} × {code}  {title}", grouped(count));
        }
        text
    }

    /// Formats the summary: `2 errors in 1 of 14 CRDs (0.03 s) · ...`; `noun` names the checked items, and `more` comes
    /// before the hint.
    pub(crate) fn line(&self, noun: &str, seconds: f64, more: &str) -> String {
        let judged = match (self.judged, noun) {
            (0, _) if noun == "CRD" || !self.counts.is_empty() => counted(self.files, "file"),
            (count, noun) => counted(count, noun),
        };
        let parts = [
            (Severity::Error, "error", ERROR),
            (Severity::Warning, "warning", WARNING),
            (Severity::Note, "note", anstyle::Style::new()),
        ];
        let parts = parts.map(|(severity, word, style)| (self.count(severity), word, style));
        let parts = parts.iter().filter(|(count, ..)| *count > 0);
        let found: Vec<String> = parts
            .map(|(count, word, style)| format!("{style}{}{style:#}", counted(*count, word)))
            .collect();
        let mut text = if found.is_empty() {
            format!("{BOLD}no errors{BOLD:#}")
        } else {
            found.join(", ")
        };
        if self.count(Severity::Error) > 0 && self.bad > 0 {
            let _ = write!(text, " in {} of {judged}", grouped(self.bad));
        } else {
            let _ = write!(text, " in {judged}");
        }
        if self.failed > 0 {
            let _ = write!(text, ", {} failed", counted(self.failed, "file"));
        }
        let _ = write!(text, " ({seconds:.2} s)");
        if self.allowed > 0 {
            let _ = write!(text, " · {} allowed", grouped(self.allowed));
            if self.allowed_errors > 0 {
                let rejected = match self.allowed_errors {
                    1 if self.allowed == 1 => "it".to_owned(),
                    all if all == self.allowed => "them".to_owned(),
                    some => format!("{} of them", grouped(some)),
                };
                let _ = write!(text, ", but {ERROR}the server rejects {rejected}{ERROR:#}");
            }
        }
        if self.known > 0 {
            let _ = write!(text, " · {} as before", grouped(self.known));
        }
        text.push_str(more);
        let kinds = self.counts.keys();
        let worst = kinds.max_by_key(|(severity, code)| (*severity, std::cmp::Reverse(*code)));
        if let Some((_, code)) = worst {
            let _ = write!(text, " · `crd-gen explain {code}` explains it");
        }
        text
    }
}
