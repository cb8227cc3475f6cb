//! `crd-gen check`: what the API server would answer. The library checks; this reads, prints and counts.

mod answer;
mod file;
pub(crate) mod inputs;
mod old;
pub(crate) mod progress;
pub(crate) mod replace;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

use crd_core::check::{Levels, OldCrds, thousands};
use rayon::prelude::*;

use crate::args::{CheckArgs, Format};
use crate::config::Configs;
use crate::report::{self, Summary};
use crate::terminal::{BOLD, ERROR, Terminal, WARNING};
use crate::{Failure, Outcome, levels};
use file::FileReport;
pub(crate) use file::bytes_of;
pub(crate) use inputs::{Input, find as find_inputs, walk};
pub(crate) use progress::Progress;
pub(crate) use replace::file as replace_file;

/// How many findings are shown without `--all`, in the formats for people.
const SHOWN: usize = 100;

/// What is the same for all files of a run.
struct Run<'a> {
    args: &'a CheckArgs,
    levels: Levels,
    old: Option<Arc<OldCrds>>,
    limit: usize,
    width: usize,
}

pub(crate) fn run(args: &CheckArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let started = Instant::now();
    if args.answers() && !matches!(args.format, Format::Human | Format::Concise | Format::Json) {
        return Err(Failure::new(
            "`--minimum-version` and `--condition` are answered in the formats human, concise and json",
        ));
    }
    if args.fix && args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::new("standard input cannot be fixed in place").help("`--diff` shows the fixes"));
    }
    let people = matches!(args.format, Format::Human | Format::Concise);
    let run = Run {
        args,
        levels: levels::of_arguments(args)?,
        old: args
            .old
            .as_deref()
            .map(|path| old::read(path, terminal).map(Arc::new))
            .transpose()?,
        limit: if people && !args.all { SHOWN } else { usize::MAX },
        width: crate::terminal::width(),
    };
    let mut configs = Configs::new(args.config.as_deref())?;
    let found = inputs::find(&args.paths, &mut configs)?;
    let progress = Progress::new(terminal, found.files.len(), "checking", "files");
    let check = |input| {
        let report = file::check(&run, input);
        progress.step();
        report
    };
    let reports: Vec<FileReport> = if found.files.len() < 2 {
        // Threads cost more than they bring.
        found.files.iter().map(check).collect()
    } else {
        // Files differ in size, so they are given out one by one.
        found.files.par_iter().with_max_len(1).map(check).collect()
    };
    progress.finish();
    let failed = report_problems(&reports, &found.files, terminal);
    without_crds(&reports, &found, terminal)?;
    let mut summary = Summary::default();
    for report in &reports {
        report.add_to(&mut summary);
    }
    let found_any = summary.errors > 0 || reports.iter().any(|report| report.failed);
    match print(&run, &reports, &summary, terminal) {
        Ok(()) => {}
        // Whoever read the output has seen enough, but the exit code still tells what was found.
        Err(Failure::OutputClosed) if found_any => return Ok(Outcome::Findings),
        Err(failure) => return Err(failure),
    }
    if let Some(old) = &run.old {
        old::report_missing(old, &reports, terminal);
    }
    // Where nothing was read, what was said of the files is all there is to say.
    let nothing_read = failed && summary.crds == 0 && summary.errors == 0;
    if !terminal.quiet && !args.answers() && !nothing_read {
        let text = summary_line(&summary, &reports, &run, started.elapsed().as_secs_f64());
        drop(writeln!(terminal.stderr(), "{text}"));
    }
    let would_fix = args.diff && reports.iter().any(|report| report.fixed.is_some());
    if failed {
        return Err(Failure::Reported);
    }
    Ok(if found_any || would_fix {
        Outcome::Findings
    } else {
        Outcome::Clean
    })
}

/// Reports files that could not be read or written, and with `--verbose` documents that were skipped.
fn report_problems(reports: &[FileReport], files: &[Input], terminal: &Terminal) -> bool {
    let mut failed = false;
    for (report, input) in reports.iter().zip(files) {
        if let Some(problem) = &report.problem {
            failed = true;
            terminal.error(problem, &[]);
        }
        if terminal.verbose {
            for other in &report.others {
                terminal.note(&format!("{}: {other} is no CRD and was skipped", input.shown()));
            }
        }
    }
    failed
}

/// A run that finds no CRD at all has most likely been pointed at the wrong place.
fn without_crds(
    reports: &[FileReport],
    found: &inputs::InputFiles,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let any = reports.iter().any(|report| {
        report.crds > 0 || report.counts.values().any(|count| *count > 0) || report.problem.is_some()
    });
    if any {
        for path in &found.empty {
            terminal.warning(&format!("no file of YAML or JSON in `{path}`"));
        }
        return Ok(());
    }
    let places = found.shown.join("`, `");
    let others: usize = reports.iter().map(|report| report.others.len()).sum();
    let mut failure = Failure::new(format!("no CustomResourceDefinition in `{places}`"));
    if others > 0 && !terminal.verbose {
        let skipped = match others {
            1 => "1 document of another kind was".to_owned(),
            _ => format!("{} documents of other kinds were", grouped(others)),
        };
        failure = failure.help(format!("{skipped} skipped; `--verbose` names them"));
    }
    if reports.is_empty() {
        failure = failure.help("files ending in .yaml, .yml and .json are read; those .gitignore or `exclude` leaves out are not");
    }
    Err(failure.help("CRDs of Rust types are written by `crd-gen generate`; those of a kustomization are seen by `kubectl kustomize DIR | crd-gen check -`"))
}

fn print(
    run: &Run<'_>,
    reports: &[FileReport],
    summary: &Summary,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(terminal.stdout());
    let [before, between, after] = if run.args.answers() {
        // One answer a line, and no document around them.
        ["", "\n", "\n"].map(str::to_owned)
    } else {
        let used = reports.iter().flat_map(|report| report.counts.keys());
        let used = used.map(|(_, code)| *code).collect();
        report::frame(run.args.format, &summary.to_json(), &used)
    };
    let findings: Vec<&str> = reports
        .iter()
        .flat_map(|report| &report.rendered)
        .map(String::as_str)
        .collect();
    let shown = findings.get(..run.limit.min(findings.len())).unwrap_or_default();
    out.write_all(before.as_bytes())?;
    for (position, finding) in shown.iter().enumerate() {
        if position > 0 {
            out.write_all(between.as_bytes())?;
        }
        out.write_all(finding.as_bytes())?;
    }
    if !shown.is_empty() || !before.is_empty() {
        out.write_all(after.as_bytes())?;
    }
    for report in reports {
        out.write_all(report.lines.as_bytes())?;
    }
    for report in reports {
        out.write_all(report.diff.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// `2 errors in 1 of 14 CRDs (0.03 s) · ...`.
fn summary_line(summary: &Summary, reports: &[FileReport], run: &Run<'_>, seconds: f64) -> String {
    let crds = match summary.crds {
        0 => counted(summary.files, "file"),
        count => counted(count, "CRD"),
    };
    let mut text = String::new();
    hidden(&mut text, summary, reports, run);
    let mut parts: Vec<String> = Vec::new();
    if summary.errors > 0 {
        parts.push(format!("{ERROR}{}{ERROR:#}", counted(summary.errors, "error")));
    }
    if summary.warnings > 0 {
        parts.push(format!(
            "{WARNING}{}{WARNING:#}",
            counted(summary.warnings, "warning")
        ));
    }
    if summary.notes > 0 {
        parts.push(counted(summary.notes, "note"));
    }
    if parts.is_empty() {
        let _ = write!(text, "{BOLD}no errors{BOLD:#} in {crds}");
    } else {
        let _ = write!(text, "{}", parts.join(", "));
        if summary.errors > 0 && summary.bad_crds > 0 {
            let _ = write!(text, " in {} of {crds}", grouped(summary.bad_crds));
        } else {
            let _ = write!(text, " in {crds}");
        }
    }
    let failed = reports.iter().filter(|report| report.problem.is_some()).count();
    if failed > 0 {
        let _ = write!(text, ", {} failed", counted(failed, "file"));
    }
    let _ = write!(text, " ({seconds:.2} s)");
    if summary.allowed > 0 {
        let _ = write!(text, " · {} allowed", grouped(summary.allowed));
    }
    let fixed: usize = reports.iter().map(|report| report.fixes).sum();
    if fixed > 0 {
        let word = if run.args.diff { "can be fixed" } else { "fixed" };
        let _ = write!(text, " · {} {word}", grouped(fixed));
    }
    let worst = reports
        .iter()
        .flat_map(|report| report.counts.keys())
        .max_by_key(|(severity, code)| (*severity, std::cmp::Reverse(*code)));
    if let Some((_, code)) = worst {
        let _ = write!(text, " · `crd-gen explain {code}` explains it");
    }
    text
}

/// What was found and is not shown, by code.
fn hidden(text: &mut String, summary: &Summary, reports: &[FileReport], run: &Run<'_>) {
    let all = summary.errors + summary.warnings + summary.notes;
    if all <= run.limit {
        return;
    }
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for ((_, code), count) in reports.iter().flat_map(|report| &report.counts) {
        *counts.entry(*code).or_default() += count;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(code, count)| (std::cmp::Reverse(*count), *code));
    let _ = writeln!(
        text,
        "the first {} of {} findings are shown; `--all` shows all",
        run.limit,
        grouped(all)
    );
    let width = counts.first().map_or(0, |(_, count)| grouped(*count).len());
    for (code, count) in counts {
        let title = crd_core::check::codes::entry(code).map_or("", |entry| entry.title);
        let _ = writeln!(text, "  {:>width$} × {code}  {title}", grouped(count));
    }
}

fn counted(count: usize, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {word}{ending}", grouped(count))
}

fn grouped(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}
