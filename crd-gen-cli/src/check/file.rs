//! One file: its documents, each checked, and all that is said of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;

use memchr::memmem::{self, Finder};

use crd_core::KubeVersion;
use crd_core::diagnostic::{Code, Severity, of_ignored, of_read};
use crd_core::yaml::{Document, Options, Read, ReadErrorKind, read};

use super::allow::Allowances;
use super::document::{self, Kind, ReadAs};
use super::inputs::Input;
use super::{Run, mend};
use crate::args::Format;
use crate::levels::{Level, Levels};
use crate::report::{self, Finding, Summary};
use crate::source::Source;

/// What every file of CRDs holds somewhere.
const MARK: &[u8] = b"CustomResourceDefinition";

/// Mends uncover others at most a few times.
const MENDING_ROUNDS: usize = 10;

/// What is said of a file.
#[derive(Default)]
pub(super) struct FileReport {
    /// The findings, as text, up to the limit.
    pub(super) rendered: Vec<String>,
    /// Lines of another kind: verdicts, conditions, minimum versions.
    pub(super) lines: String,
    /// The diff of the mends.
    pub(super) diff: String,
    /// The text with the mends, if there are any.
    pub(super) mended: Option<String>,
    /// How many mends.
    pub(super) mends: usize,
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
    /// Whether an answer that is no finding is a bad one.
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

/// A file that is being checked.
pub(super) struct Checked<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) source: &'a Source,
    pub(super) levels: Levels,
    pub(super) version: KubeVersion,
    pub(super) allowances: Allowances,
    pub(super) report: FileReport,
    pub(super) fixes: Vec<crd_core::diagnostic::Fix>,
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
    if !input.named && memmem::find(&bytes, MARK).is_none() {
        return FileReport::default();
    }
    let (report, text) = check_bytes(run, input, bytes);
    if report.mended.is_none() {
        return report;
    }
    mend_all(run, input, report, &text)
}

/// Mends until there is nothing left to mend: what one mend uncovers, the next round finds.
fn mend_all(run: &Run<'_>, input: &Input, first: FileReport, before: &str) -> FileReport {
    let mut report = FileReport::default();
    let mut text = first.mended.clone().unwrap_or_default();
    let mut mends = first.mends;
    for _ in 0..MENDING_ROUNDS {
        (report, _) = check_bytes(run, input, text.clone().into_bytes());
        mends += report.mends;
        match report.mended.take() {
            Some(mended) => text = mended,
            None => break,
        }
    }
    let diff = crate::diff::unified(&input.shown(), before, &text);
    match (&input.path, run.args.fix) {
        (Some(path), true) => {
            if let Err(error) = mend::write(path, &text) {
                let problem = format!("cannot write `{}`: {}", path.display(), crate::reason(&error));
                return FileReport {
                    problem: Some(problem),
                    ..first
                };
            }
            FileReport { mends, ..report }
        }
        // What comes from standard input goes to standard output as a difference.
        _ => FileReport { diff, mends, ..first },
    }
}

fn check_bytes(run: &Run<'_>, input: &Input, bytes: Vec<u8>) -> (FileReport, String) {
    let read = read(&bytes, Options::default());
    // Of what is too large nothing is shown.
    let is_too_large = bytes.len() > Options::default().max_bytes;
    let text = if is_too_large {
        String::new()
    } else {
        text_of(bytes)
    };
    let source = Source::new(PathBuf::from(input.shown()), text);
    let mut checked = Checked {
        run,
        source: &source,
        levels: run.levels.over(&input.config.levels),
        version: run
            .args
            .kubernetes_version
            .or(input.config.kubernetes_version)
            .unwrap_or_default(),
        allowances: Allowances::of(&source, &read.comments),
        report: FileReport::default(),
        fixes: Vec::new(),
    };
    checked.documents(input, read);
    let unused = checked.allowances.unused();
    for diagnostic in unused {
        checked.add(Finding {
            document: 0,
            name: None,
            version: None,
            diagnostic,
        });
    }
    let mut report = checked.report;
    if run.args.fix || run.args.diff {
        let fixes: Vec<_> = checked.fixes.iter().collect();
        let (mended, mends) = crd_core::diagnostic::apply(&source.text, &fixes);
        if mends > 0 {
            report.mended = Some(mended);
            report.mends = mends;
        }
    }
    (report, source.text)
}

impl Checked<'_> {
    fn documents(&mut self, input: &Input, read: Read) {
        // Of a directory's files only those that mention CRDs come here; what is no YAML in them is reported.
        for error in &read.errors {
            let named_or_crd = input.named || error.kind != ReadErrorKind::TooLarge;
            if named_or_crd {
                self.add(Finding {
                    document: 0,
                    name: None,
                    version: None,
                    diagnostic: of_read(error),
                });
            }
        }
        let are_json = read.documents.iter().filter(|document| document.json).count();
        let mut positions = Positions::new();
        for (order, document) in read.documents.into_iter().enumerate() {
            let position = if document.json {
                order
            } else {
                positions.of(self.source, &document)
            };
            let crds_before = self.report.crds;
            let read_as = if document.json { ReadAs::Json } else { ReadAs::Yaml };
            match document::kind(&document.root) {
                Kind::Crd => document::check(self, position, &document.root, read_as),
                Kind::List(items) => {
                    for item in items {
                        if let Kind::Crd = document::kind(item) {
                            document::check(self, position, item, read_as);
                        }
                    }
                }
                Kind::Other(other) => {
                    if self.run.args.format == Format::Verdicts && other.is_none() {
                        let line = document::without_kind(self.source, position, &document, are_json == 1);
                        self.report.lines.push_str(&line);
                    }
                    self.report
                        .others
                        .push(other.unwrap_or_else(|| "a document without a kind".to_owned()));
                }
            }
            if let Some(ignored) = document.ignored.filter(|_| self.report.crds > crds_before) {
                self.add(Finding {
                    document: position,
                    name: None,
                    version: None,
                    diagnostic: of_ignored(ignored),
                });
            }
        }
    }

    /// Takes a finding in, unless a level or a comment silences it. Returns whether it is an error.
    pub(super) fn add(&mut self, mut finding: Finding) -> bool {
        let diagnostic = &mut finding.diagnostic;
        let line = diagnostic.span.map(|span| self.source.position(span.start).line);
        let is_allowed = self.allowances.take(line, diagnostic.code);
        let level = self.levels.of(diagnostic.code, diagnostic.severity);
        let (false, Level::Report(severity)) = (is_allowed, level) else {
            self.report.allowed += 1;
            return false;
        };
        diagnostic.severity = severity;
        *self.report.counts.entry((severity, diagnostic.code)).or_default() += 1;
        if let Some(fix) = &diagnostic.fix {
            self.fixes.push(fix.clone());
        }
        if self.report.rendered.len() < self.run.limit && self.run.args.format != Format::Verdicts {
            let text = report::render(self.run.args.format, self.source, &finding, self.run.width);
            self.report.rendered.push(text);
        }
        severity == Severity::Error
    }

    /// Counts a finding that is beyond the limit of what is shown.
    pub(super) fn count(&mut self, code: Code, severity: Severity) -> bool {
        let Level::Report(severity) = self.levels.of(code, severity) else {
            self.report.allowed += 1;
            return false;
        };
        *self.report.counts.entry((severity, code)).or_default() += 1;
        severity == Severity::Error
    }

    /// How many more findings have to be made out; the others are only counted. Comments and mends need all.
    pub(super) fn room(&self) -> usize {
        if self.run.args.fix || self.run.args.diff || !self.allowances.is_empty() {
            return usize::MAX;
        }
        match self.run.args.format {
            Format::Verdicts => 0,
            _ => self.run.limit.saturating_sub(self.report.rendered.len()),
        }
    }
}

/// Counts the parts that `---` divides a file into, from one document to the next.
struct Positions {
    separator: Finder<'static>,
    /// Where the last document starts, and the parts before it, empty ones counted.
    last: usize,
    count: usize,
}

impl Positions {
    fn new() -> Self {
        Positions {
            separator: Finder::new(b"\n---"),
            last: 0,
            count: 0,
        }
    }

    /// The position of a YAML document that follows those asked for before.
    fn of(&mut self, source: &Source, document: &Document) -> usize {
        let start = document.span.start as usize;
        // The line end that belongs to the separator stands before the document.
        let between = source.text.as_bytes().get(self.last.saturating_sub(1)..start);
        self.count += self.separator.find_iter(between.unwrap_or_default()).count();
        self.last = start;
        self.count
    }
}

/// The bytes of a file, or of standard input; of what is too large a byte more than is read.
pub(crate) fn bytes_of(input: &Input) -> Result<Vec<u8>, String> {
    let limit = Options::default().max_bytes as u64;
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

/// The text, with a `?` for each byte that is none, so that places stay what they are.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        text
    })
}
