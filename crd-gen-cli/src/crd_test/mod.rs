//! `crd-gen test`: runs files of cases, each a request with the expected response of the server; reports the rules that
//! are tested.

mod args;
mod base;
mod coverage;
mod init;
mod report;
mod rewrite;
mod run;
mod suite;

use std::path::PathBuf;
use std::time::Instant;

pub(crate) use args::TestArgs;
use crd_core::check::Severity;
use crd_core::check::objects::{Crds, RejectedCrd};
use crd_core::objects::FieldValidation;
use memchr::memmem;

use crate::config::{Config, Configs};
use crate::sources;
use crate::terminal::Terminal;
use crate::validate::load_crds;
use crate::{CommandError, CommandOutcome, write};
use base::BaseFailure;
use coverage::Coverage;
use run::{CaseAnswer, Said};
use suite::{CaseRequest, Expectation, Suite, TestCase};

/// The results of the cases of a file.
struct SuiteReport {
    suite: Suite,
    /// The failures of each case; empty if it passed.
    misses: Vec<Vec<String>>,
    /// The reason for which the base itself makes cases fail.
    base: Option<BaseFailure>,
    /// Number of expectations that were rewritten.
    updated: usize,
    /// The CRDs that the server would reject, although cases were validated by them.
    rejected: Vec<RejectedCrd>,
}

impl SuiteReport {
    fn failed(&self) -> usize {
        self.misses.iter().filter(|misses| !misses.is_empty()).count()
    }
}

pub(crate) fn run(args: &TestArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    match &args.init {
        Some(file) => {
            let written = init::write(args, file, terminal)?;
            run_files(&written, terminal)
        }
        None => run_files(args, terminal),
    }
}

fn run_files(args: &TestArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let started = Instant::now();
    let mut coverage = Coverage::default();
    let mut reports = Vec::new();
    let found = sources::find(&args.paths, &mut Configs::default())?;
    for file in &found.files {
        let Some(path) = file.path() else {
            let shown = file.shown();
            return Err(CommandError::new(format!(
                "cases are read from files, not from `{shown}`"
            )));
        };
        let bytes = file.bytes().map_err(CommandError::new)?;
        let has = |word: &str| memmem::find(&bytes, word.as_bytes()).is_some();
        if !file.is_named() && !has(suite::KIND) && !has("cases:") {
            continue;
        }
        let text = crd_core::check::lossy_text(bytes);
        let Some(suite) = suite::parse(path, text, file.is_named())? else {
            continue;
        };
        reports.push(run_suite(args, suite, &file.config, &mut coverage, terminal)?);
    }
    if reports.iter().all(|report| report.suite.cases.is_empty()) {
        return Err(
            CommandError::new(format!("no case in `{}`", found.shown)).help(format!(
                "write cases in YAML files with `kind: {}`; `crd-gen test --help` shows an example; `crd-gen validate` validates \
                 objects",
                suite::KIND
            )),
        );
    }
    let rejected = rejected_crds(&mut reports);
    let has_rejected = rejected.iter().any(|crd| crd.findings.count(Severity::Error) > 0);
    report::print(
        args,
        &reports,
        rejected,
        &coverage,
        started.elapsed().as_secs_f64(),
        terminal,
    )?;
    let failed: usize = reports.iter().map(SuiteReport::failed).sum();
    let too_low = args
        .min_coverage
        .is_some_and(|least| coverage.percent() < usize::from(least));
    Ok(if failed > 0 || too_low || has_rejected {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}

/// Takes the rejected CRDs of all files: one that several files use only once.
fn rejected_crds(reports: &mut [SuiteReport]) -> Vec<RejectedCrd> {
    let mut all: Vec<RejectedCrd> = Vec::new();
    for crd in reports.iter_mut().flat_map(|report| report.rejected.drain(..)) {
        let is_same = |known: &RejectedCrd| known.file == crd.file && known.findings == crd.findings;
        if !all.iter().any(is_same) {
            all.push(crd);
        }
    }
    all
}

/// Whether an error of the expected ones may be of a rule about changes.
fn expects_transition_rule(expected: &Expectation, crds: &Crds) -> bool {
    let rules = crds.rules();
    let mut rules = rules.iter().filter(|declared| declared.rule.contains("oldSelf"));
    match expected {
        Expectation::Accepted => false,
        Expectation::Rejected => rules.next().is_some(),
        Expectation::RejectedFor(errors) => {
            rules.any(|rule| errors.iter().any(|error| error.may_be_of(rule)))
        }
    }
}

fn run_suite(
    args: &TestArgs,
    suite: Suite,
    config: &Config,
    coverage: &mut Coverage,
    terminal: &Terminal,
) -> Result<SuiteReport, CommandError> {
    let said = args.server.kubernetes_version.or(suite.version);
    let version = said.unwrap_or_else(|| args.server.or(config));
    let paths: Vec<PathBuf> = args.crds.iter().chain(&suite.crds).cloned().collect();
    if paths.is_empty() && !args.packages.is_given() {
        return Err(
            CommandError::new(format!("`{}` has no CRDs", suite.source.shown()))
                .help("add `crds: [PATH, …]`, relative to the file, or pass them with `--crds`"),
        );
    }
    let crds: Crds = load_crds(&paths, &args.packages, version, terminal)?;
    coverage.add(&crds);
    let mut misses = Vec::new();
    let mut said = Vec::new();
    let mut fresh: Vec<(usize, Expectation)> = Vec::new();
    for (index, case) in suite.cases.iter().enumerate() {
        let answer = run::run(case, &crds, suite.field_validation);
        coverage.refused(&answer.rejected_by);
        let found = misses_of(case, &answer, &crds, suite.field_validation);
        let answer = answer.said;
        match answer
            .as_expectation()
            .filter(|_| args.update && !found.is_empty())
        {
            Some(expectation) => {
                fresh.push((index, expectation));
                misses.push(Vec::new());
            }
            None => misses.push(found),
        }
        said.push(answer);
    }
    let base = BaseFailure::find(&suite, &crds, &said, &misses);
    if !fresh.is_empty() {
        let text = rewrite::rewritten(&suite, &fresh);
        write::file(&suite.source.path, text)?;
    }
    Ok(SuiteReport {
        rejected: crds.rejected(&config.levels),
        suite,
        misses,
        base,
        updated: fresh.len(),
    })
}

/// Returns the failures of a case, with what may be meant instead.
fn misses_of(case: &TestCase, answer: &CaseAnswer, crds: &Crds, validation: FieldValidation) -> Vec<String> {
    let expected = case.expect.as_ref().map(|(expectation, _)| expectation);
    let mut found = answer.said.misses(expected);
    if expected == Some(&Expectation::Rejected) {
        found.extend(answer.unknown.clone());
    }
    if answer.said != Said::Accepted || found.is_empty() {
        return found;
    }
    let is_create = matches!(case.request, CaseRequest::Create(_));
    if is_create && expected.is_some_and(|expected| expects_transition_rule(expected, crds)) {
        found.push("rules with `oldSelf` are not evaluated for `create`: write `update` for them".to_owned());
    }
    if run::is_meant_for_status(case, crds, validation) {
        found.push("an update ignores `status`: write `status` instead of `update`".to_owned());
    }
    found
}
