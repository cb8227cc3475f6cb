//! `crd-gen validate`: what the API server would make of objects. The library judges; this reads, prints and counts.

mod args;
mod crds;
mod file;
mod summary;
mod verdict;

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

pub(crate) use args::ValidateArgs;
use crd_core::check::objects::{Crds, ObjectOptions, OldObjects};
use crd_core::check::{Levels, Severity};
use crd_core::yaml;
pub(crate) use crds::load as load_crds;
use rayon::prelude::*;
pub(crate) use summary::counted;

use crate::args::Format;
use crate::check::{Progress, find_inputs, walk};
use crate::config::Configs;
use crate::report;
use crate::terminal::Terminal;
use crate::{Failure, Outcome, levels};
use file::{FileReport, Loaded};

/// How many findings are shown without `--all`, in the formats for people.
const SHOWN: usize = 100;

/// What is the same for all files of a run.
struct Run<'a> {
    args: &'a ValidateArgs,
    options: ObjectOptions,
    levels: Levels,
    limit: usize,
    width: usize,
    progress: Progress,
    /// Whether the lines of the format `verdicts` are written as they are made: those of the only file.
    writes_lines: bool,
}

pub(crate) fn run(args: &ValidateArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let mut configs = Configs::new(args.config.as_deref())?;
    let found = find_inputs(&args.objects, &mut configs)?;
    let version = args
        .kubernetes_version
        .or_else(|| found.files.first()?.config.kubernetes_version)
        .unwrap_or_default();
    let mut crds = crds::load(&args.crds, &args.packages, version, terminal)?;
    let places = found.shown.join("`, `");
    let files = load(found.files, args, &mut crds);
    if crds.is_empty() {
        return Err(
            Failure::new(format!("there is no CRD to judge by, and none in `{places}`"))
                .help("`--crds PATH` takes files and directories of CRDs, and Rust packages"),
        );
    }
    let people = matches!(args.format, Format::Human | Format::Concise);
    let run = Run {
        args,
        options: options(args, terminal)?,
        levels: levels::of(&args.warn, &args.deny, &args.allow, Levels::default())?,
        limit: if people && !args.all { SHOWN } else { usize::MAX },
        width: crate::terminal::width(),
        progress: Progress::new(terminal, 0, "validating", "objects"),
        writes_lines: files.len() < 2 && args.format == Format::Verdicts && args.print.is_none(),
    };
    let mut reports: Vec<FileReport> = if files.len() < 2 {
        files
            .iter()
            .map(|file| file::validate(&run, &crds, file))
            .collect()
    } else {
        let files = files.par_iter().with_max_len(8);
        files.map(|file| file::validate(&run, &crds, file)).collect()
    };
    run.progress.finish();
    let failed = report_problems(&reports, terminal);
    for place in &found.empty {
        terminal.warning(&format!("no file of YAML or JSON in `{place}`"));
    }
    let errors: usize = reports
        .iter()
        .map(|report| report.counts.count(Severity::Error))
        .sum();
    let judged: usize = reports.iter().map(|report| report.judged).sum();
    let unwritten = reports.iter_mut().find_map(|report| report.unwritten.take());
    let printed = match unwritten {
        Some(error) => Err(error.into()),
        None => print(&run, &reports, terminal),
    };
    match printed {
        Ok(()) => {}
        // Whoever read the output has seen enough, but the exit code still tells what was found.
        Err(Failure::OutputClosed) if errors > 0 => return Ok(Outcome::Findings),
        Err(failure) => return Err(failure),
    }
    if !terminal.quiet {
        let text = summary::text(&run, &reports, started.elapsed().as_secs_f64());
        drop(terminal.stderr().write_all(text.as_bytes()));
    }
    if failed {
        return Err(Failure::Reported);
    }
    if errors > 0 {
        return Ok(Outcome::Findings);
    }
    if judged == 0 {
        return Err(Failure::new(format!(
            "no object in `{places}` is of a kind that a CRD declares"
        ))
        .help("give the CRDs of the kinds with `--crds`; `--strict-kinds` makes other kinds errors"));
    }
    Ok(Outcome::Clean)
}

/// The files with the CRDs among them added.
fn load(inputs: Vec<crate::check::Input>, args: &ValidateArgs, crds: &mut Crds) -> Vec<Loaded> {
    let given = !args.crds.is_empty() || !args.packages.package.is_empty();
    let mut files = Vec::with_capacity(inputs.len());
    for input in inputs {
        // Standard input can be read only once.
        let may_have_crds = input.path.is_none() || !given || input.named;
        let mut bytes = may_have_crds
            .then(|| crate::check::bytes_of(&input).ok())
            .flatten();
        if let Some(content) = &bytes {
            crds::add_missing(crds, &input.shown(), content);
        }
        if input.path.is_some() {
            bytes = None;
        }
        files.push(Loaded { input, bytes });
    }
    files
}

fn options(args: &ValidateArgs, terminal: &Terminal) -> Result<ObjectOptions, Failure> {
    let mut options = ObjectOptions::default();
    options.target = args.target();
    options.field_validation = args.field_validation();
    options.unknown_kinds = args.unknown_kinds();
    options.limit = match args.format {
        Format::Verdicts => Some(0),
        Format::Human | Format::Concise if !args.all => Some(SHOWN),
        _ => None,
    };
    if let Some(path) = &args.old {
        options.old = Some(Arc::new(old_objects(path, terminal)?));
    }
    Ok(options)
}

/// Reads the stored objects of a file, or of all files below a directory.
fn old_objects(path: &Path, terminal: &Terminal) -> Result<OldObjects, Failure> {
    let files = if path.is_dir() {
        walk(path)?
    } else {
        vec![path.to_owned()]
    };
    let mut old = OldObjects::default();
    for file in &files {
        let bytes = std::fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
        let unreadable = old.add(&bytes, yaml::Options::default());
        if unreadable > 0 {
            terminal.warning(&format!(
                "{} of `{}` cannot be read; its objects count as absent",
                counted(unreadable, "document"),
                file.display()
            ));
        }
    }
    if old.is_empty() {
        return Err(Failure::new(format!("no object in `{}`", path.display()))
            .help("`--old` takes what is stored now: `kubectl get KIND -A -o yaml > old.yaml`"));
    }
    Ok(old)
}

/// Reports files that could not be read, and with `--verbose` the objects that were passed over.
fn report_problems(reports: &[FileReport], terminal: &Terminal) -> bool {
    let mut failed = false;
    for report in reports {
        if let Some(problem) = &report.problem {
            failed = true;
            terminal.error(problem, &[]);
        }
        if terminal.verbose {
            for name in &report.names {
                terminal.note(&format!("{name} was passed over"));
            }
        }
    }
    failed
}

fn print(run: &Run<'_>, reports: &[FileReport], terminal: &Terminal) -> Result<(), Failure> {
    let used = reports.iter().flat_map(|report| report.counts.counts.keys());
    let used = used.map(|(_, code)| *code).collect();
    let [before, between, after] = report::frame(run.args.format, &summary::json(reports), &used);
    let findings: Vec<&str> = reports
        .iter()
        .flat_map(|report| &report.rendered)
        .map(String::as_str)
        .take(run.limit)
        .collect();
    let mut text = before.clone() + &findings.join(&between);
    if !findings.is_empty() || !before.is_empty() {
        text.push_str(&after);
    }
    let mut out = std::io::BufWriter::new(terminal.stdout());
    if run.args.print.is_some() {
        // What would be stored can be piped to other tools.
        terminal.stderr().write_all(text.as_bytes())?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    for report in reports {
        out.write_all(report.lines.as_bytes())?;
        out.write_all(report.stored.as_bytes())?;
    }
    out.flush()?;
    Ok(())
}
