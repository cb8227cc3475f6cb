//! `crd-gen check`: checks CRDs as the API server would. The library checks; this module reads, prints and counts.

mod answer;
mod args;
mod file;
mod old;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use args::CheckArgs;
use crd_core::check::{KnownFindings, Levels, OldCrds, Severity};

use crate::config::{Configs, OtherName, warn_of_other_name};
use crate::parallel::mapped;
use crate::progress::Progress;
use crate::report::FindingFormat;
use crate::report::{self, Printer, ShownSoFar, Totals, report_problems};
use crate::sources::{self, FileLocation, FoundFiles, Kustomizations};
use crate::terminal::Terminal;
use crate::text::{counted, grouped};
use crate::watch;
use crate::{CommandError, CommandOutcome};
use file::CheckedFile;

/// The common data of all files of a run.
struct CheckRun<'a> {
    args: &'a CheckArgs,
    levels: Levels,
    old: Option<Arc<OldCrds>>,
    known: Option<Arc<KnownFindings>>,
    printer: Printer,
    shown: ShownSoFar,
    kustomizations: Kustomizations,
}

impl<'a> CheckRun<'a> {
    fn new(args: &'a CheckArgs, terminal: &Terminal) -> Result<Self, CommandError> {
        let format = args.output.format;
        let answers_in = [FindingFormat::Human, FindingFormat::Concise, FindingFormat::Json];
        if args.answers() && !answers_in.contains(&format) {
            return Err(CommandError::new(
                "`--minimum-version` and `--condition` support only the formats human, concise and json",
            ));
        }
        if args.unsafe_fixes && !args.fix && !args.diff {
            return Err(CommandError::new("`--unsafe-fixes` alone does nothing")
                .help("add `--fix` to apply the fixes, or `--diff` to show them"));
        }
        let inputs = args.paths.iter().chain(&args.old).chain(&args.ratchet);
        if inputs.filter(|path| path.as_os_str() == "-").count() > 1 {
            return Err(CommandError::new("standard input can be read only once"));
        }
        let levels = if args.strict {
            Levels::strict()
        } else {
            Levels::default()
        };
        let levels = args.levels.over(args.lints.over(levels)?)?;
        let known = args.ratchet.as_ref();
        let known = known
            .map(|path| old::known(path, args.server, terminal))
            .transpose()?;
        Ok(CheckRun {
            args,
            levels,
            known: known.map(Arc::new),
            old: args
                .old
                .as_ref()
                .map(|path| old::read(path, terminal).map(Arc::new))
                .transpose()?,
            shown: ShownSoFar::new(0, 0),
            printer: args.output.printer(),
            kustomizations: Kustomizations::default(),
        })
    }
}

pub(crate) fn run(args: &CheckArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    if !args.watch {
        return check(args, terminal);
    }
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(CommandError::new("standard input cannot be watched"));
    }
    watch::repeat(terminal, || watched(args), || check(args, terminal))
}

/// Returns the files that determine the findings: those to check, their configurations, and the CRDs of `--old`.
fn watched(args: &CheckArgs) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for paths in [args.paths.as_slice(), args.old.as_slice()] {
        // Errors of the paths are reported by the check.
        let configs = Configs::new(args.config.config.as_deref());
        let found = configs.and_then(|mut configs| sources::find(paths, &mut configs));
        for file in found.map(|found| found.files).unwrap_or_default() {
            files.extend(file.config.path.clone());
            files.extend(file.path().map(Path::to_owned));
        }
    }
    files
}

fn check(args: &CheckArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let started = Instant::now();
    if args.config.config.is_none() {
        warn_of_other_name(Path::new("."), terminal);
    }
    let mut run = CheckRun::new(args, terminal)?;
    let found = sources::find(&args.paths, &mut Configs::new(args.config.config.as_deref())?)?;
    found.warn_of_configs(terminal);
    let limit = if args.statistics { 0 } else { run.printer.limit };
    run.shown = ShownSoFar::new(found.files.len(), limit);
    if args.fix || args.add_allow.is_some() && !args.diff {
        refuse_to_fix(&found)?;
    }
    let progress = Progress::new(terminal, found.files.len(), "checking", "files");
    let inputs: Vec<_> = found.files.iter().enumerate().collect();
    let files: Vec<CheckedFile> = mapped(&inputs, |(index, input)| {
        let checked = file::check(&run, input);
        run.shown.finish(*index, checked.report.findings.len());
        progress.step();
        checked
    });
    progress.finish();
    let reports = || files.iter().map(|file| &file.report);
    report_problems(reports(), terminal);
    warn_of_other_names(&files, terminal);
    warn_of_repeated(&files, terminal);
    warn_of_two_files(&files, terminal);
    let totals = Totals::of(reports());
    without_crds(&files, &totals, &found, terminal)?;
    let found_any = totals.count(Severity::Error) > 0 || files.iter().any(|file| file.failed);
    match print(&run, &files, &totals, terminal) {
        Ok(()) => {}
        // The reader has closed the output, but the exit code still reports findings.
        Err(CommandError::OutputClosed) if found_any => return Ok(CommandOutcome::Findings),
        Err(failure) => return Err(failure),
    }
    if let Some(old) = &run.old {
        old::report_missing(old, &files, terminal);
    }
    summarize(&run, &files, &totals, started.elapsed(), terminal);
    let would_fix = args.diff && !args.fix && files.iter().any(|file| file.fixed.is_some());
    if totals.failed > 0 {
        return Err(CommandError::Reported);
    }
    Ok(if found_any || would_fix {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}

/// Warns of names in `[[crds]]` that match no CRD.
fn warn_of_other_names(files: &[CheckedFile], terminal: &Terminal) {
    let names: BTreeSet<&OtherName> = files.iter().flat_map(|file| &file.other_names).collect();
    for name in names {
        terminal.warning(&format!(
            "`match` of `[[crds]]`: `{}` is {}; write `{}`",
            name.written, name.what, name.meant
        ));
    }
}

/// Warns of CRDs that a file has twice: kubectl sends both.
fn warn_of_repeated(files: &[CheckedFile], terminal: &Terminal) {
    for file in files {
        let mut names = BTreeSet::new();
        for name in file.names.iter().filter(|name| !names.insert(*name)) {
            terminal.warning(&format!(
                "`{}` declares `{name}` twice: `kubectl apply` keeps the last one, and `kubectl create` fails with AlreadyExists",
                file.report.file
            ));
        }
    }
}

/// Warns of CRDs that two files of a directory have: `kubectl apply -f` of the directory keeps the last one. More files are those of
/// several releases.
fn warn_of_two_files(files: &[CheckedFile], terminal: &Terminal) {
    /// The maximum number of warnings.
    const MOST: usize = 3;
    let directory = |file: &str| {
        let (directory, _) = file.rsplit_once('/').unwrap_or((".", file));
        directory.to_owned()
    };
    // Patches of Kustomize are no whole CRDs.
    let is_whole = |file: &&CheckedFile| file.report.bad == 0;
    let mut by_name: BTreeMap<(String, &String), Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(is_whole) {
        let names: BTreeSet<&String> = file.names.iter().collect();
        for name in names {
            let key = (directory(&file.report.file), name);
            by_name.entry(key).or_default().push(&file.report.file);
        }
    }
    let of_two = by_name
        .iter()
        .filter_map(|((directory, name), files)| match files.as_slice() {
            [first, last] => Some((directory, name, first, last)),
            _ => None,
        });
    for (directory, name, first, last) in of_two.take(MOST) {
        terminal.warning(&format!(
            "`{first}` and `{last}` declare `{name}`: `kubectl apply -f {directory}` keeps that of `{last}`"
        ));
    }
}

/// Writes the summary of the run.
fn summarize(
    run: &CheckRun<'_>,
    files: &[CheckedFile],
    totals: &Totals,
    elapsed: Duration,
    terminal: &Terminal,
) {
    // If nothing was read, the errors of the files are the only output.
    let nothing_read = totals.failed > 0 && totals.judged == 0 && totals.count(Severity::Error) == 0;
    if !run.args.answers() && !nothing_read {
        let fixed = match (files.iter().map(|file| file.fixes).sum(), run.args.fix) {
            (0, _) => String::new(),
            (count, _) if run.args.add_allow.is_some() => format!(" · {}", counted(count, "comment")),
            (count, true) => format!(" · {} fixed", grouped(count)),
            (count, false) => format!(" · {} can be fixed", grouped(count)),
        };
        let line = totals.line("CRD", elapsed.as_secs_f64(), &fixed);
        terminal.summary(&format!("{}{line}\n", totals.hidden(run.printer.limit)));
    }
}

/// Rejects `--fix` for anything but files, which are the only inputs that can be fixed in place.
fn refuse_to_fix(found: &FoundFiles) -> Result<(), CommandError> {
    for file in &found.files {
        let what = match &file.location {
            FileLocation::Disk(_) => continue,
            FileLocation::Stdin => "standard input".to_owned(),
            FileLocation::Git(_) => format!("`{}`", file.shown()),
        };
        return Err(
            CommandError::new(format!("{what} cannot be fixed in place")).help("`--diff` shows the fixes")
        );
    }
    Ok(())
}

/// Creates the error for a run that finds no CRD at all, most likely because of a wrong path.
fn without_crds(
    files: &[CheckedFile],
    totals: &Totals,
    found: &FoundFiles,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    if totals.judged > 0 || !totals.counts.is_empty() || totals.failed > 0 {
        found.warn_of_empty(terminal);
        return Ok(());
    }
    if let Some(failure) = sources::blank(&found.shown, &found.files) {
        return Err(failure);
    }
    let others: usize = files.iter().map(|file| file.others).sum();
    let mut failure = CommandError::new(format!("no CustomResourceDefinition in `{}`", found.shown));
    if others > 0 && !terminal.verbose {
        let skipped = match others {
            1 => "1 document of another kind was".to_owned(),
            _ => format!("{} documents of other kinds were", grouped(others)),
        };
        failure = failure.help(format!("{skipped} skipped; `--verbose` lists them"));
    }
    if !files.is_empty() {
        let objects = found.shown.replace("`, `", " ");
        failure = failure.help(format!(
            "to validate objects, run `crd-gen validate --crds CRDS {objects}`"
        ));
    }
    if files.is_empty() {
        failure = failure.help(
            "files ending in .yaml, .yml and .json are read, except those that \
            .gitignore or `exclude` excludes",
        );
    }
    Err(failure.help(
        "for CRDs of Rust types, run `crd-gen generate`; for those of a kustomization, \
        `kubectl kustomize DIR | crd-gen check -`",
    ))
}

fn print(
    run: &CheckRun<'_>,
    files: &[CheckedFile],
    totals: &Totals,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    let mut out = terminal.buffered_stdout();
    if run.args.statistics {
        out.write_all(totals.statistics().as_bytes())?;
        out.flush()?;
        return Ok(());
    }
    let frame = if run.args.answers() {
        // One answer per line, without a surrounding document.
        ["", "\n", "\n"].map(str::to_owned)
    } else {
        report::frame(run.printer.format, &totals.to_json("crds"), totals)
    };
    run.printer
        .write(&mut out, &frame, files.iter().map(|file| &file.report))?;
    for file in files {
        out.write_all(file.report.answers.as_bytes())?;
    }
    for file in files {
        out.write_all(file.diff.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}
