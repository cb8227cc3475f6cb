//! Checks one file: reads it, has the library check it, and formats the report.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crd_core::check::{
    self, AllowComments, CheckMode, CheckReport, DocumentContent, OtherDocument, UnknownMembers, is_allowable,
};
use crd_core::yaml;
use crd_core::yaml::tree::Node;

use super::{CheckRun, answer};
use crate::config::OtherName;
use crate::report::FindingFormat;
use crate::report::{self, FileReport};
use crate::source::SourceText;
use crate::sources::{InputFile, KustomizedFile, mentions_group_of_crds};
use crate::write;

/// Maximum number of rounds of fixing, since a fix can reveal other errors.
const FIXING_ROUNDS: usize = 10;

/// A file of CRDs with the result of its check.
#[derive(Default)]
pub(super) struct CheckedFile {
    pub(super) report: FileReport,
    /// The diff of the fixes.
    pub(super) diff: String,
    /// The text with the fixes applied, if there are any.
    pub(super) fixed: Option<String>,
    /// The number of fixes.
    pub(super) fixes: usize,
    /// The deployed CRDs that CRDs of the file replace.
    pub(super) updated: Vec<String>,
    /// The names of the CRDs.
    pub(super) names: Vec<String>,
    /// Documents of other kinds.
    pub(super) others: usize,
    /// Whether the answer to a question about a CRD is negative.
    pub(super) failed: bool,
    /// The names in `[[crds]]` of the configuration that match no CRD.
    pub(super) other_names: Vec<OtherName>,
}

impl From<FileReport> for CheckedFile {
    fn from(report: FileReport) -> Self {
        CheckedFile {
            report,
            ..CheckedFile::default()
        }
    }
}

pub(super) fn check(run: &CheckRun<'_>, input: &InputFile) -> CheckedFile {
    let bytes = match input.bytes() {
        Ok(bytes) => bytes,
        Err(problem) => return FileReport::unreadable(input.shown(), problem).into(),
    };
    // In a directory, only files that mention CRDs and are not too large are checked.
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    if !input.is_named() && (is_too_large || !mentions_group_of_crds(&bytes)) {
        return CheckedFile::default();
    }
    let kustomized = input
        .path()
        .map(|path| run.kustomizations.of(path, &bytes))
        .unwrap_or_default();
    if kustomized.is_patch && !input.is_named() {
        let mut skipped = CheckedFile {
            others: 1,
            ..CheckedFile::default()
        };
        let what = format!(
            "{}: skipped, because it is a kustomize patch, not a CRD",
            input.shown()
        );
        skipped.report.skipped.push(what);
        return skipped;
    }
    let (checked, text) = check_bytes(run, input, &kustomized, bytes);
    if checked.fixed.is_none() {
        return checked;
    }
    if run.args.add_allow.is_some() {
        return allow_all(run, input, &kustomized, checked, &text);
    }
    fix_all(run, input, &kustomized, checked, &text)
}

/// Applies fixes until there are none left: each round finds errors that the fixes of the previous one revealed.
fn fix_all(
    run: &CheckRun<'_>,
    input: &InputFile,
    kustomized: &KustomizedFile,
    first: CheckedFile,
    before: &str,
) -> CheckedFile {
    let mut checked = CheckedFile::default();
    let mut text = first.fixed.clone().unwrap_or_default();
    let mut fixes = first.fixes;
    for _ in 0..FIXING_ROUNDS {
        (checked, _) = check_bytes(run, input, kustomized, text.clone().into_bytes());
        fixes += checked.fixes;
        match checked.fixed.take() {
            Some(fixed) => text = fixed,
            None => break,
        }
    }
    let after = CheckedFile { fixes, ..checked };
    written(run, input, (first, before), (after, &text))
}

/// Writes comments above all findings that may have one, and reports the remaining findings.
fn allow_all(
    run: &CheckRun<'_>,
    input: &InputFile,
    kustomized: &KustomizedFile,
    first: CheckedFile,
    before: &str,
) -> CheckedFile {
    let text = first.fixed.clone().unwrap_or_default();
    let (mut after, _) = check_bytes(run, input, kustomized, text.clone().into_bytes());
    after.fixes = first.fixes;
    written(run, input, (first, before), (after, &text))
}

/// Replaces the text of a file or, if nothing may be written, shows the diff.
fn written(
    run: &CheckRun<'_>,
    input: &InputFile,
    (first, before): (CheckedFile, &str),
    (after, text): (CheckedFile, &str),
) -> CheckedFile {
    let diff = crate::diff::unified(&input.shown(), before, text);
    let may_write = run.args.fix || run.args.add_allow.is_some() && !run.args.diff;
    match input.path().filter(|_| may_write) {
        Some(path) => match write::replace(path, text.as_bytes()) {
            Ok(_) => CheckedFile {
                diff: if run.args.diff { diff } else { String::new() },
                ..after
            },
            Err(error) => {
                let mut unchanged = CheckedFile { fixes: 0, ..first };
                let reason = crate::reason(&error);
                unchanged.report.problem = Some(format!("cannot write `{}`: {reason}", path.display()));
                unchanged
            }
        },
        // The fixes of standard input are written to standard output, as a diff.
        None => CheckedFile {
            diff,
            fixes: after.fixes,
            ..first
        },
    }
}

/// Returns the text with a comment above every finding that may have one, and their number.
fn with_comments(text: &str, report: &CheckReport, reason: &str) -> Result<(String, usize), String> {
    let documents = |text: &str| yaml::read(text.as_bytes(), yaml::Options::default()).documents;
    let before = documents(text);
    let mut comments = AllowComments::new(text);
    let allowable = report.findings.iter().map(|finding| &finding.diagnostic);
    for diagnostic in allowable.filter(|diagnostic| is_allowable(diagnostic)) {
        comments.add(diagnostic, reason);
    }
    if comments.count() > 0 && before.iter().any(|document| document.json) {
        return Err("JSON has no comments; set levels in `crd-gen.toml` instead".to_owned());
    }
    let commented = comments.write();
    let values = |documents: &[yaml::Document]| -> Vec<serde_json::Value> {
        documents.iter().map(|document| document.root.to_json()).collect()
    };
    if values(&documents(&commented)) != values(&before) {
        return Err(
            "a finding is inside a string of several lines; write the string as a block with `|`".to_owned(),
        );
    }
    Ok((commented, comments.count()))
}

/// Checks the bytes of a file. Returns the report and the text that its findings refer to.
fn check_bytes(
    run: &CheckRun<'_>,
    input: &InputFile,
    kustomized: &KustomizedFile,
    bytes: Vec<u8>,
) -> (CheckedFile, String) {
    let mut options = options(run, input);
    options.webhook_patches = kustomized.converted(|| names_in(&bytes));
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    let (report, text) = if is_too_large {
        // No source is shown for a text that is too large to be read.
        (check::bytes(&bytes, &options), String::new())
    } else {
        match String::from_utf8(bytes) {
            Ok(text) => (check::text(&text, &options), text),
            Err(error) => {
                let bytes = error.into_bytes();
                (check::bytes(&bytes, &options), check::lossy_text(bytes))
            }
        }
    };
    let source = SourceText::new(PathBuf::from(input.shown()), text);
    let names = report
        .documents
        .iter()
        .filter_map(|document| match &document.content {
            DocumentContent::Crd(crd) => crd.name.as_deref(),
            _ => None,
        });
    let kinds = if input.config.crds.is_empty() {
        BTreeMap::new()
    } else {
        kinds_in(&source.text)
    };
    let other_names = names
        .flat_map(|name| input.config.other_names_of(name, &kinds))
        .collect();
    let mut checked = checked_file(run, &source, report, &options);
    checked.other_names = other_names;
    (checked, source.text)
}

/// Returns the names of the objects of a text.
fn names_in(bytes: &[u8]) -> Vec<String> {
    let read = yaml::read(bytes, yaml::Options::default());
    let name = |root: &Node| root.get("metadata")?.get("name")?.as_str().map(str::to_owned);
    read.documents
        .iter()
        .filter_map(|document| name(&document.root))
        .collect()
}

/// Returns the kinds of CRDs of a text, by the names of the CRDs.
fn kinds_in(text: &str) -> BTreeMap<String, String> {
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let kind = |root: &Node| {
        let name = root.get("metadata")?.get("name")?.as_str()?;
        let kind = root.get("spec")?.get("names")?.get("kind")?.as_str()?;
        Some((name.to_owned(), kind.to_owned()))
    };
    let documents = read.documents.iter();
    documents.filter_map(|document| kind(&document.root)).collect()
}

/// Returns the options for checking a file.
fn options(run: &CheckRun<'_>, input: &InputFile) -> check::Options {
    let args = run.args;
    let mut options = check::Options::for_version(args.server.or(&input.config));
    options.levels = run.levels.or(&input.config.levels);
    options.old.clone_from(&run.old);
    options.known.clone_from(&run.known);
    options.unknown_members = UnknownMembers::Report;
    options.mode = if args.minimum_version {
        CheckMode::MinimumVersion
    } else if args.condition {
        CheckMode::Condition
    } else {
        CheckMode::Verdict
    };
    options.limit = if args.fix || args.diff || args.add_allow.is_some() {
        // Fixes of findings that are not shown are also applied.
        usize::MAX
    } else if run.printer.format == FindingFormat::Verdicts {
        0
    } else if run.shown.left() == 0 {
        // The files before it have enough findings, so its own are only counted.
        1
    } else {
        run.printer.limit
    };
    options
}

fn checked_file(
    run: &CheckRun<'_>,
    source: &SourceText,
    report: CheckReport,
    options: &check::Options,
) -> CheckedFile {
    let mut checked = CheckedFile::default();
    let found = &mut checked.report;
    for document in &report.documents {
        if run.printer.format == FindingFormat::Verdicts {
            found.answers.push_str(&report::verdict_line(source, document));
        }
        match &document.content {
            DocumentContent::Crd(crd) => {
                found.judged += 1;
                found.bad += usize::from(crd.is_bad);
                checked.updated.extend(crd.replaces.clone());
                checked.names.extend(crd.name.clone());
                if let Some(text) = answer::render(run, source, document.position, crd) {
                    found.answers.push_str(&text);
                    checked.failed |= crd.is_bad || answer::is_too_new(run, crd);
                }
            }
            DocumentContent::Other(other) => {
                checked.others += 1;
                let other = describe(other);
                let skipped = format!("{}: skipped, because {other} is not a CRD", source.shown());
                found.skipped.push(skipped);
            }
            _ => {}
        }
    }
    if let Some(reason) = &run.args.add_allow {
        match with_comments(&source.text, &report, reason) {
            Ok((text, count)) if count > 0 => {
                checked.fixed = Some(text);
                checked.fixes = count;
            }
            Ok(_) => {}
            Err(problem) => {
                let shown = source.shown();
                found.problem = Some(format!("cannot write comments into `{shown}`: {problem}"));
            }
        }
    } else if run.args.fix || run.args.diff {
        let fixes: Vec<_> = if run.args.unsafe_fixes {
            report.all_fixes().collect()
        } else {
            report.fixes().collect()
        };
        let (fixed, count) = check::apply_harmless(&source.text, &fixes, options);
        if count > 0 {
            checked.fixed = Some(fixed);
            checked.fixes = count;
        }
    }
    found.add(&run.printer, run.shown.left(), source, report.findings);
    checked
}

/// Describes a document of another kind, by its kind and name.
fn describe(other: &OtherDocument) -> String {
    match (&other.kind, &other.name) {
        (Some(kind), Some(name)) => format!("{kind} `{name}`"),
        (Some(kind), None) => kind.clone(),
        (None, _) => "a document without a kind".to_owned(),
    }
}
