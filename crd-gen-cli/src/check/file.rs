//! One file: read, checked by the library, and what is said about it as text of the format.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;

use crd_core::check::{
    self, Code, DocumentContent, OtherDocument, Question, Report, Severity, UnknownMembers,
};
use crd_core::yaml;
use memchr::memmem;

use super::inputs::Input;
use super::{Run, answer, replace};
use crate::args::Format;
use crate::report::{self, Summary};
use crate::source::Source;

/// What every file of CRDs contains somewhere.
const MARK: &[u8] = b"CustomResourceDefinition";

/// A fix uncovers others at most a few times.
const FIXING_ROUNDS: usize = 10;

/// What is said about a file.
#[derive(Default)]
pub(super) struct FileReport {
    /// The findings, as text, up to the limit.
    pub(super) rendered: Vec<String>,
    /// Lines of another kind: verdicts, conditions, minimum versions.
    pub(super) lines: String,
    /// The diff of the fixes.
    pub(super) diff: String,
    /// The text with the fixes applied, if there are any.
    pub(super) fixed: Option<String>,
    /// The number of fixes.
    pub(super) fixes: usize,
    /// Findings by severity and code.
    pub(super) counts: BTreeMap<(Severity, Code), usize>,
    /// CRDs checked.
    pub(super) crds: usize,
    /// CRDs with errors.
    pub(super) bad_crds: usize,
    /// Findings that levels and comments silenced.
    pub(super) allowed: usize,
    /// Documents of other kinds, by kind and name.
    pub(super) others: Vec<String>,
    /// The deployed CRDs that CRDs of the file replace.
    pub(super) replaced: Vec<String>,
    /// Whether the answer to a question about a CRD is a bad one.
    pub(super) failed: bool,
    /// Why the file could not be read or written.
    pub(super) problem: Option<String>,
}

impl FileReport {
    pub(super) fn add_to(&self, summary: &mut Summary) {
        let count = |severity| {
            let of_severity = self.counts.iter().filter(|((other, _), _)| *other == severity);
            of_severity.map(|(_, count)| count).sum::<usize>()
        };
        summary.files += 1;
        summary.crds += self.crds;
        summary.bad_crds += self.bad_crds;
        summary.allowed += self.allowed;
        summary.errors += count(Severity::Error);
        summary.warnings += count(Severity::Warning);
        summary.notes += count(Severity::Note);
    }
}

pub(super) fn check(run: &Run<'_>, input: &Input) -> FileReport {
    let bytes = match bytes_of(input) {
        Ok(bytes) => bytes,
        Err(problem) => {
            return FileReport {
                problem: Some(problem),
                ..FileReport::default()
            };
        }
    };
    // Of a directory, only files that mention CRDs and are not too large for one are of interest.
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    if !input.named && (is_too_large || memmem::find(&bytes, MARK).is_none()) {
        return FileReport::default();
    }
    let (report, text) = check_bytes(run, input, bytes);
    if report.fixed.is_none() {
        return report;
    }
    fix_all(run, input, report, &text)
}

/// Applies fixes until there are none left: the next round finds what one fix uncovers.
fn fix_all(run: &Run<'_>, input: &Input, first: FileReport, before: &str) -> FileReport {
    let mut report = FileReport::default();
    let mut text = first.fixed.clone().unwrap_or_default();
    let mut fixes = first.fixes;
    for _ in 0..FIXING_ROUNDS {
        (report, _) = check_bytes(run, input, text.clone().into_bytes());
        fixes += report.fixes;
        match report.fixed.take() {
            Some(fixed) => text = fixed,
            None => break,
        }
    }
    let diff = crate::diff::unified(&input.shown(), before, &text);
    match (&input.path, run.args.fix) {
        (Some(path), true) => {
            if let Err(error) = replace::file(path, &text) {
                let problem = format!("cannot write `{}`: {}", path.display(), crate::reason(&error));
                return FileReport {
                    problem: Some(problem),
                    ..first
                };
            }
            FileReport { fixes, ..report }
        }
        // The fixes of standard input go to standard output, as a diff.
        _ => FileReport { diff, fixes, ..first },
    }
}

/// Checks the bytes of a file. Returns the report and the text that its findings are about.
fn check_bytes(run: &Run<'_>, input: &Input, bytes: Vec<u8>) -> (FileReport, String) {
    let report = check::bytes(&bytes, &options(run, input));
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    // Nothing is shown of a text that is too large to be read.
    let text = if is_too_large {
        String::new()
    } else {
        check::lossy_text(bytes)
    };
    let source = Source::new(PathBuf::from(input.shown()), text);
    (file_report(run, &source, report), source.text)
}

/// What the library is asked to do with a file.
fn options(run: &Run<'_>, input: &Input) -> check::Options {
    let args = run.args;
    let version = args.kubernetes_version.or(input.config.kubernetes_version);
    let mut options = check::Options::for_version(version.unwrap_or_default());
    options.levels = run.levels.or(&input.config.levels);
    options.old.clone_from(&run.old);
    options.unknown_members = UnknownMembers::Report;
    options.question = if args.minimum_version {
        Question::MinimumVersion
    } else if args.condition {
        Question::Condition
    } else {
        Question::Verdict
    };
    options.limit = if args.fix || args.diff {
        // Also the fixes of findings that are not shown are applied.
        usize::MAX
    } else if args.format == Format::Verdicts {
        0
    } else {
        run.limit
    };
    options
}

fn file_report(run: &Run<'_>, source: &Source, report: Report) -> FileReport {
    let mut found = FileReport {
        allowed: report.allowed,
        ..FileReport::default()
    };
    if run.args.format != Format::Verdicts {
        let shown = report.findings.iter().take(run.limit);
        found.rendered = shown
            .map(|finding| report::render(run.args.format, source, finding, run.width))
            .collect();
    }
    for document in &report.documents {
        if run.args.format == Format::Verdicts {
            found.lines.push_str(&report::verdict_line(source, document));
        }
        match &document.content {
            DocumentContent::Crd(crd) => {
                found.crds += 1;
                found.bad_crds += usize::from(crd.is_bad);
                found.replaced.extend(crd.replaces.clone());
                if let Some(text) = answer::render(run, source, document.position, crd) {
                    found.lines.push_str(&text);
                    found.failed |= crd.is_bad;
                }
            }
            DocumentContent::Other(other) => found.others.push(in_words(other)),
            _ => {}
        }
    }
    if run.args.fix || run.args.diff {
        let fixes: Vec<_> = report.fixes().collect();
        let (fixed, count) = check::apply(&source.text, &fixes);
        if count > 0 {
            found.fixed = Some(fixed);
            found.fixes = count;
        }
    }
    found.counts = report.counts;
    found
}

/// A document of another kind, by its kind and name.
fn in_words(other: &OtherDocument) -> String {
    match (&other.kind, &other.name) {
        (Some(kind), Some(name)) => format!("{kind} `{name}`"),
        (Some(kind), None) => kind.clone(),
        (None, _) => "a document without a kind".to_owned(),
    }
}

/// The bytes of a file, or of standard input; of one that is too large, one byte more than the limit.
pub(crate) fn bytes_of(input: &Input) -> Result<Vec<u8>, String> {
    let limit = yaml::Options::default().max_bytes as u64;
    let cannot =
        |error: std::io::Error| format!("cannot read `{}`: {}", input.shown(), crate::reason(&error));
    let mut bytes = Vec::new();
    match &input.path {
        None => std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes),
        Some(path) => {
            let file = File::open(path).map_err(cannot)?;
            let size = file.metadata().map(|data| data.len()).unwrap_or_default();
            if let Ok(size) = usize::try_from(size.min(limit)) {
                bytes.reserve_exact(size + 1);
            }
            file.take(limit + 1).read_to_end(&mut bytes)
        }
    }
    .map_err(cannot)?;
    Ok(bytes)
}
