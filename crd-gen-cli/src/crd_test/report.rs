//! Reports the results of the cases and the coverage of the rules.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

use crd_core::check::Severity;
use crd_core::check::objects::RejectedCrd;
use serde_json::{Value, json};

use super::args::{TestArgs, TestFormat};
use super::coverage::Coverage;
use super::suite::TestCase;
use super::{CommandError, SuiteReport};
use crate::report::gitlab::{self, QualityIssue};
use crate::report::junit::{self, JunitCase, JunitOutcome, JunitSuite};
use crate::report::{FileReport, FindingFormat, Printer, ShownFindings, Totals, report_problems};
use crate::terminal::{BOLD, DIM, ERROR, Terminal, WARNING};
use crate::text::{counted, first_columns, plain};

/// Maximum number of untested rules that are listed.
const RULES: usize = 20;
/// Maximum number of columns of a rule that are shown.
const COLUMNS: usize = 90;

pub(super) fn print(
    args: &TestArgs,
    reports: &[SuiteReport],
    rejected: Vec<RejectedCrd>,
    coverage: &Coverage,
    seconds: f64,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    let format = match args.format {
        TestFormat::Human => FindingFormat::Human,
        TestFormat::Json => FindingFormat::Json,
        TestFormat::Junit => FindingFormat::Junit,
        TestFormat::Gitlab => FindingFormat::Gitlab,
    };
    let printer = Printer::new(format, ShownFindings::All);
    let rejected: Vec<FileReport> = rejected
        .into_iter()
        .map(|crd| FileReport::of_rejected(&printer, crd))
        .collect();
    report_problems(rejected.iter(), terminal);
    let document = match args.format {
        TestFormat::Human => None,
        TestFormat::Json => Some(as_json(reports, &rejected, coverage).to_string() + "\n"),
        TestFormat::Junit => Some(as_junit(reports, &rejected)),
        TestFormat::Gitlab => Some(as_gitlab(reports, &rejected)),
    };
    if let Some(document) = document {
        terminal.stdout().write_all(document.as_bytes())?;
        return Ok(());
    }
    let mut text = String::new();
    for finding in rejected.iter().flat_map(|crd| &crd.findings) {
        let _ = writeln!(text, "{finding}");
    }
    for report in reports {
        cases(&mut text, report, terminal);
    }
    // Whoever has a case to correct is not looking for rules without one.
    let has_failed = reports.iter().any(|report| report.failed() > 0);
    if !has_failed || terminal.verbose || args.min_coverage.is_some() {
        uncovered(&mut text, coverage, terminal);
    }
    terminal.stdout().write_all(text.as_bytes())?;
    let rejected = Totals::of(rejected.iter()).count(Severity::Error);
    terminal.summary(&summary(args, reports, rejected, coverage, seconds));
    Ok(())
}

/// Reports the base of a file if it makes cases fail.
fn base(text: &mut String, report: &SuiteReport) {
    let (Some(failure), Some(base)) = (&report.base, &report.suite.base) else {
        return;
    };
    let source = &report.suite.source;
    let at = source.position(base.key.start);
    let place = format!("{}:{}:{}", source.shown(), at.line, at.column);
    let _ = writeln!(text, "{ERROR}failed{ERROR:#} {place}  {BOLD}base{BOLD:#}");
    let _ = writeln!(text, "       {}", plain(&failure.reason));
    let cases = counted(failure.cases.len(), "case");
    let ending = if failure.cases.len() == 1 { "s" } else { "" };
    let _ = writeln!(text, "       {cases} fail{ending} for this reason");
}

/// Lists the failed cases of a file; with `--verbose` also those that passed.
fn cases(text: &mut String, report: &SuiteReport, terminal: &Terminal) {
    base(text, report);
    let source = &report.suite.source;
    for (index, (case, misses)) in report.suite.cases.iter().zip(&report.misses).enumerate() {
        let is_explained = report.base.as_ref().is_some_and(|base| base.explains(index));
        if is_explained && !terminal.verbose {
            continue;
        }
        let at = source.position(case.first.start);
        let place = format!("{}:{}:{}", source.shown(), at.line, at.column);
        let name = plain(&case.name);
        if misses.is_empty() {
            if terminal.verbose {
                let _ = writeln!(text, "passed {DIM}{place}{DIM:#}  {name}");
            }
            continue;
        }
        let _ = writeln!(text, "{ERROR}failed{ERROR:#} {place}  {BOLD}{name}{BOLD:#}");
        for miss in misses {
            let _ = writeln!(text, "       {}", plain(miss));
        }
    }
}

fn uncovered(text: &mut String, coverage: &Coverage, terminal: &Terminal) {
    let uncovered = coverage.uncovered();
    if uncovered.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "{WARNING}not tested{WARNING:#}: rules that did not reject an object in any case"
    );
    let limit = if terminal.verbose { usize::MAX } else { RULES };
    for rule in uncovered.iter().take(limit) {
        let at = &rule.rule.at;
        let path = if at.path.is_empty() {
            "the object"
        } else {
            &at.path
        };
        let _ = writeln!(
            text,
            "  {}  {DIM}{} {} {path}{DIM:#}",
            rule.place, at.crd, at.version
        );
        let _ = writeln!(
            text,
            "    {}",
            first_columns(&plain(rule.rule.rule.trim()), COLUMNS)
        );
    }
    if uncovered.len() > limit {
        let _ = writeln!(
            text,
            "  and {} more; `--verbose` lists all",
            uncovered.len() - limit
        );
    }
}

/// Formats the summary: `11 of 12 cases passed in 1 file, 9 of 10 rules tested (90 %) (0.01 s)`.
fn summary(
    args: &TestArgs,
    reports: &[SuiteReport],
    rejected: usize,
    coverage: &Coverage,
    seconds: f64,
) -> String {
    let all: usize = reports.iter().map(|report| report.suite.cases.len()).sum();
    let failed: usize = reports.iter().map(SuiteReport::failed).sum();
    let updated: usize = reports.iter().map(|report| report.updated).sum();
    let mut text = String::new();
    let files = counted(reports.len(), "file");
    if failed > 0 {
        let _ = write!(
            text,
            "{ERROR}{failed} of {} failed{ERROR:#} in {files}",
            counted(all, "case")
        );
    } else {
        let _ = write!(text, "{BOLD}{} passed{BOLD:#} in {files}", counted(all, "case"));
    }
    if updated > 0 {
        let _ = write!(text, ", {updated} rewritten");
    }
    if rejected > 0 {
        let crds = counted(rejected, "CRD");
        let _ = write!(text, ", {ERROR}the server would reject {crds}{ERROR:#}");
    }
    let percent = coverage.percent();
    let _ = write!(
        text,
        " · {} of {} tested ({percent} %)",
        coverage.covered(),
        counted(coverage.all(), "rule")
    );
    if let Some(least) = args.min_coverage.filter(|least| percent < usize::from(*least)) {
        let _ = write!(text, ", {ERROR}less than {least} %{ERROR:#}");
    }
    let _ = writeln!(text, " ({seconds:.2} s)");
    text
}

/// Writes the cases as `JUnit` tests, one suite for each file.
fn as_junit(reports: &[SuiteReport], rejected: &[FileReport]) -> String {
    let suite = |report: &SuiteReport| -> Vec<JunitCase> {
        let file = report.suite.source.shown();
        let case = |(case, misses): (&TestCase, &Vec<String>)| JunitCase {
            name: case.name.clone(),
            line: Some(report.suite.source.position(case.first.start).line),
            outcome: match misses.as_slice() {
                [] => JunitOutcome::Passed,
                [first, ..] => JunitOutcome::Failed {
                    kind: "unexpected answer".to_owned(),
                    message: first.clone(),
                    text: format!("{file}: {}", misses.join("\n")),
                },
            },
        };
        report.suite.cases.iter().zip(&report.misses).map(case).collect()
    };
    let cases: Vec<Vec<JunitCase>> = reports.iter().map(suite).collect();
    let of_cases = reports.iter().zip(&cases).map(|(report, cases)| JunitSuite {
        file: report.suite.source.shown(),
        cases: cases.iter().map(Cow::Borrowed).collect(),
    });
    let suites: Vec<JunitSuite<'_>> = rejected
        .iter()
        .filter_map(FileReport::suite)
        .chain(of_cases)
        .collect();
    junit::document("crd-gen test", &suites)
}

/// Writes the failed cases as issues of GitLab's Code Quality.
fn as_gitlab(reports: &[SuiteReport], rejected: &[FileReport]) -> String {
    let mut issues: Vec<String> = rejected
        .iter()
        .flat_map(|crd| crd.findings.iter().cloned())
        .collect();
    for report in reports {
        let source = &report.suite.source;
        for (case, misses) in report.suite.cases.iter().zip(&report.misses) {
            for (number, miss) in misses.iter().enumerate() {
                let issue = QualityIssue {
                    description: &format!("{}: {miss}", case.name),
                    check: "crd-test",
                    severity: "major",
                    file: source.shown(),
                    line: source.position(case.first.start).line,
                    identity: &[&number.to_string()],
                };
                issues.push(issue.to_json().to_string());
            }
        }
    }
    let [before, between, after] = gitlab::frame();
    before + &issues.join(&between) + &after
}

fn as_json(reports: &[SuiteReport], rejected: &[FileReport], coverage: &Coverage) -> Value {
    let cases: Vec<Value> = reports
        .iter()
        .flat_map(|report| {
            let source = &report.suite.source;
            report
                .suite
                .cases
                .iter()
                .zip(&report.misses)
                .map(move |(case, misses)| {
                    json!({
                        "file": source.shown(),
                        "line": source.position(case.first.start).line,
                        "name": case.name,
                        "passed": misses.is_empty(),
                        "problems": misses,
                    })
                })
        })
        .collect();
    let uncovered: Vec<Value> = coverage
        .uncovered()
        .iter()
        .map(|rule| {
            let at = &rule.rule.at;
            json!({ "crd": at.crd, "version": at.version, "path": at.path, "position": at.position,
                    "rule": rule.rule.rule, "place": rule.place })
        })
        .collect();
    let crds: Vec<Value> = rejected
        .iter()
        .flat_map(|crd| &crd.findings)
        .filter_map(|finding| serde_json::from_str(finding).ok())
        .collect();
    json!({
        "cases": cases,
        "crds": crds,
        "rules": { "all": coverage.all(), "tested": coverage.covered(), "percent": coverage.percent(), "untested": uncovered },
    })
}
