//! `crd-gen validate`: validates objects as the API server would. The library validates; this module reads, prints and counts.

mod args;
mod file;
mod passed_over;
mod verdict;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use args::ValidateArgs;
use crd_core::KubeVersion;
use crd_core::check::objects::{Crds, ObjectOptions, OldObjects, RequestTarget};
use crd_core::check::{Levels, Severity, lossy_text};
use crd_core::yaml;

use crate::config::{Configs, warn_of_other_name};
use crate::options::PackageArgs;
use crate::parallel::mapped;
use crate::progress::Progress;
use crate::report::FindingFormat;
use crate::report::{self, Printer, Totals, report_problems};
use crate::sources::{
    self, Completeness, CrdSources, CrdText, FileLocation, InputFile, Readable, mentions_crds, none_in,
    unreadable,
};
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};
use file::{ObjectFile, ValidatedFile};

/// The common data of all files of a run.
struct ValidateRun<'a> {
    args: &'a ValidateArgs,
    options: ObjectOptions,
    levels: Levels,
    printer: Printer,
    progress: Progress,
    /// Whether the lines of the format `verdicts` are written immediately, which is possible for a single file.
    writes_lines: bool,
}

/// Whether CRDs were given separately from the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GivenCrds {
    Some,
    /// None: the CRDs among the objects are used, including those in directories.
    None,
}

pub(crate) fn run(args: &ValidateArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let started = Instant::now();
    if args.config.config.is_none() {
        warn_of_other_name(Path::new("."), terminal);
    }
    let found = sources::find(&args.objects, &mut Configs::new(args.config.config.as_deref())?)?;
    let config = found.files.first().map(|file| Arc::clone(&file.config));
    let config = config.unwrap_or_default();
    let lists_crds = config.path.as_ref().filter(|_| args.crds.is_empty());
    let args = &args.clone().or(&config.validate);
    let server = args.server.or(&config);
    let given = if args.crds.is_empty() && !args.packages.is_given() {
        GivenCrds::None
    } else {
        GivenCrds::Some
    };
    let mut crds = match given {
        GivenCrds::Some => load_crds(&args.crds, &args.packages, server, terminal).map_err(|failure| {
            let has_crds = |file: &InputFile| {
                let bytes = file.path().and_then(|_| file.bytes().ok());
                bytes.is_some_and(|bytes| mentions_crds(&bytes))
            };
            if found.files.iter().any(has_crds) {
                return failure.help(format!(
                    "there are CRDs in `{}`: pass these with `--crds`, and the objects without an option",
                    found.shown
                ));
            }
            match lists_crds.filter(|_| !args.crds.is_empty()) {
                Some(file) => failure.help(format!("`{}` has the CRDs in `[validate]`", file.display())),
                None => failure,
            }
        })?,
        GivenCrds::None => Crds::new(server),
    };
    found.warn_of_empty(terminal);
    found.warn_of_configs(terminal);
    let places = found.shown;
    let files = add_crds(found.files, given, &mut crds);
    if crds.is_empty() {
        return Err(
            CommandError::new(format!("no CRD was passed, and there is none in `{places}`"))
                .help("pass files, directories or Rust packages with `--crds PATH`"),
        );
    }
    let printer = args.output.printer();
    let run = ValidateRun {
        args,
        options: options(args, printer, terminal)?,
        levels: args.levels.over(Levels::default())?,
        printer,
        progress: Progress::new(terminal, 0, "validating", "objects"),
        writes_lines: files.len() < 2 && printer.format == FindingFormat::Verdicts && args.print.is_none(),
    };
    let mut validated: Vec<ValidatedFile> = mapped(&files, |file| file::validate(&run, &crds, file));
    run.progress.finish();
    let rejected = crds.rejected(&run.levels.or(&config.levels));
    validated.extend(rejected.into_iter().map(|crd| file::of_crd(&run, crd)));
    report_problems(validated.iter().map(|file| &file.report), terminal);
    let totals = Totals::of(validated.iter().map(|file| &file.report));
    let has_errors = totals.count(Severity::Error) > 0;
    let unwritten = validated.iter_mut().find_map(|file| file.unwritten.take());
    let printed = match unwritten {
        Some(error) => Err(error.into()),
        None => print(&run, &validated, &totals, terminal),
    };
    match printed {
        Ok(()) => {}
        // The reader has closed the output, but the exit code still reports findings.
        Err(CommandError::OutputClosed) if has_errors => return Ok(CommandOutcome::Findings),
        Err(failure) => return Err(failure),
    }
    summarize(&run, &validated, &totals, started.elapsed(), terminal);
    if totals.failed > 0 {
        return Err(CommandError::Reported);
    }
    if has_errors {
        return Ok(CommandOutcome::Findings);
    }
    if totals.judged == 0 {
        let inputs = files.iter().map(|file| &file.input);
        return Err(
            sources::blank(&places, inputs).unwrap_or_else(|| none_validated(&places, &validated, &totals))
        );
    }
    Ok(CommandOutcome::Clean)
}

/// Creates the error for a run that validates no object.
fn none_validated(places: &str, files: &[ValidatedFile], totals: &Totals) -> CommandError {
    if passed_over::are_crds(files.iter().map(|file| &file.passed_over)) {
        return CommandError::new(format!(
            "there are CRDs in `{places}`, but no objects of their kinds"
        ))
        .help(format!(
            "`crd-gen check {}` checks CRDs",
            places.replace("`, `", " ")
        ));
    }
    let failure = CommandError::new(format!("no object in `{places}` has a kind that a CRD declares"));
    if totals.counts.is_empty() {
        failure
            .help("pass the CRDs of the kinds with `--crds`; `--strict-kinds` reports other kinds as errors")
    } else {
        failure
    }
}

/// Writes the summary of the run.
fn summarize(
    run: &ValidateRun<'_>,
    files: &[ValidatedFile],
    totals: &Totals,
    elapsed: Duration,
    terminal: &Terminal,
) {
    // That no object was validated is an error of its own.
    let line = if totals.judged + totals.failed + totals.counts.len() == 0 {
        String::new()
    } else {
        totals.line("object", elapsed.as_secs_f64(), "") + "\n"
    };
    terminal.summary(&format!(
        "{}{}{}{line}",
        totals.hidden(run.printer.limit),
        without_old(run.args, files),
        passed_over::text(
            passed_over::sum(files.iter().map(|file| &file.passed_over)),
            files.iter().map(|file| file.templates).sum(),
        )
    ));
}

/// Loads the CRDs of paths and packages, each of which must have one, with source positions.
pub(crate) fn load_crds(
    paths: &[PathBuf],
    packages: &PackageArgs,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<Crds, CommandError> {
    let mut crds = Crds::new(server);
    let mut completeness = Completeness::All;
    for source in CrdSources::read(paths, packages, terminal)?.sources {
        let mut count = 0;
        for text in &source.texts {
            let name = text.name.clone();
            let added = crds.add(&name, lossy_text(text.bytes.clone()));
            count += added.count;
            if !added.unreadable.is_empty() {
                completeness = completeness.and(text.report_errors(terminal));
            }
            for crd in &added.replaced {
                terminal.warning(&format!(
                    "`{crd}` is declared more than once; the one in `{name}` is used"
                ));
            }
        }
        if count == 0 && completeness == Completeness::All {
            let texts: Vec<&CrdText> = source.texts.iter().collect();
            return Err(none_in(&source.shown, Readable::FilesAndPackages, &texts));
        }
    }
    match completeness {
        Completeness::All => Ok(crds),
        Completeness::Part => Err(CommandError::Reported),
    }
}

/// Returns the files of objects. The CRDs among them are used for kinds that no other CRD declares; unreadable files
/// are reported as findings later.
fn add_crds(inputs: Vec<InputFile>, given: GivenCrds, crds: &mut Crds) -> Vec<ObjectFile> {
    let mut files = Vec::with_capacity(inputs.len());
    for input in inputs {
        // Standard input can be read only once.
        let is_stdin = input.location == FileLocation::Stdin;
        let may_have_crds = is_stdin || given == GivenCrds::None || input.is_named();
        let bytes = may_have_crds.then(|| input.bytes().ok()).flatten();
        if let Some(content) = bytes.as_ref().filter(|content| mentions_crds(content)) {
            crds.add_missing(&input.shown(), lossy_text(content.clone()));
        }
        let bytes = bytes.filter(|_| is_stdin);
        files.push(ObjectFile { input, bytes });
    }
    files
}

fn options(
    args: &ValidateArgs,
    printer: Printer,
    terminal: &Terminal,
) -> Result<ObjectOptions, CommandError> {
    let mut options = ObjectOptions::default();
    options.target = args.target();
    options.field_validation = args.field_validation();
    options.unknown_kinds = args.unknown_kinds();
    options.limit = match printer.format {
        FindingFormat::Verdicts => Some(0),
        _ if printer.limit != usize::MAX => Some(printer.limit),
        _ => None,
    };
    if let Some(path) = &args.old {
        options.old = Some(Arc::new(old_objects(path, terminal)?));
    }
    Ok(options)
}

/// Reads the stored objects of a file, or of all files below a directory.
fn old_objects(path: &PathBuf, terminal: &Terminal) -> Result<OldObjects, CommandError> {
    let found = sources::find(std::slice::from_ref(path), &mut Configs::default())?;
    let mut old = OldObjects::default();
    for file in &found.files {
        let bytes = file.bytes().map_err(CommandError::new)?;
        let unidentified = old.unidentified();
        if old.add(&bytes, yaml::Options::default()) > 0
            && let Some(error) = yaml::read(&bytes, yaml::Options::default()).errors.first()
        {
            return Err(CommandError::new(unreadable(&file.shown(), &bytes, error)));
        }
        let unidentified = old.unidentified() - unidentified;
        if unidentified > 0 {
            terminal.warning(&format!(
                "{}: {} treated as absent, because `apiVersion`, `kind` or `metadata.name` is missing or not a string",
                file.shown(),
                counted(unidentified, "object"),
            ));
        }
    }
    if old.is_empty() {
        return Err(CommandError::new(format!("no object in `{}`", path.display()))
            .help("`--old` needs the currently stored objects: `kubectl get KIND -A -o yaml > old.yaml`"));
    }
    Ok(old)
}

/// Returns the note on objects that should be validated as updates, but have no stored object.
fn without_old(args: &ValidateArgs, files: &[ValidatedFile]) -> String {
    let count: usize = files.iter().map(|file| file.without_old).sum();
    if count == 0 {
        return String::new();
    }
    let objects = counted(count, "object");
    let was_judged = match args.target() {
        RequestTarget::Status => "as if stored without a status",
        _ => "as new",
    };
    match &args.old {
        Some(old) => format!(
            "validated {was_judged}: {objects} that `{}` does not have\n",
            old.display()
        ),
        None => format!("validated {was_judged}: {objects}; pass the stored ones with `--old`\n"),
    }
}

fn print(
    run: &ValidateRun<'_>,
    files: &[ValidatedFile],
    totals: &Totals,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    let mut summary = totals.to_json("objects");
    if run.args.old.is_some() || run.args.target() == RequestTarget::Status {
        summary["withoutOld"] = files.iter().map(|file| file.without_old).sum::<usize>().into();
    }
    summary["passedOver"] = passed_over::json(passed_over::sum(files.iter().map(|file| &file.passed_over)));
    let frame = report::frame(run.printer.format, &summary, totals);
    let reports = || files.iter().map(|file| &file.report);
    let mut out = terminal.buffered_stdout();
    if run.args.print.is_some() {
        // The stored objects go to stdout, so that they can be piped to other tools.
        run.printer.write(&mut terminal.stderr(), &frame, reports())?;
    } else {
        run.printer.write(&mut out, &frame, reports())?;
    }
    for file in files {
        out.write_all(file.report.answers.as_bytes())?;
        out.write_all(file.stored.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}
