//! Checks one file of objects: reads it, has the library validate the objects, and formats the report.

use crd_core::sort::sort_by_key;
use std::io::{self, Write as _};

use crd_core::check::objects::{
    CheckedObject, CheckedRequest, Crds, ObjectOptions, ObjectOutcome, Objects, RejectedCrd, SkipReason,
};
use crd_core::check::{codes, lossy_text};
use crd_core::yaml;
use memchr::memmem;

use super::args::Print;
use super::passed_over::PassedOverCounts;
use super::{ValidateRun, verdict};
use crate::parallel::mapped;
use crate::report::FileReport;
use crate::report::FindingFormat;
use crate::source::SourceText;
use crate::sources::InputFile;

/// For fewer objects, threads cost more than they save.
const FEW: usize = 32;

/// A file, with its bytes if they have already been read.
pub(super) struct ObjectFile {
    pub(super) input: InputFile,
    pub(super) bytes: Option<Vec<u8>>,
}

/// The reason for which a document without `apiVersion` or `kind` has no verdict.
const NO_OBJECT: &str = "the document has no `apiVersion` or no `kind`";

/// Number of objects that are validated between checks of the limit on findings.
const CHUNK: usize = 1024;

/// A file of objects with the results of their validation.
#[derive(Default)]
pub(super) struct ValidatedFile {
    pub(super) report: FileReport,
    /// The error of writing the lines of the format `verdicts`.
    pub(super) unwritten: Option<io::Error>,
    /// The objects as they would be stored, or the diffs to them.
    pub(super) stored: String,
    /// Number of skipped objects, by reason, `apiVersion` and `kind`.
    pub(super) passed_over: PassedOverCounts,
    /// Number of objects that should be validated as updates, but without a known stored object.
    pub(super) without_old: usize,
    /// Number of Helm templates in a directory, which are not YAML.
    pub(super) templates: usize,
}

/// The data that is kept for a validated object: not the object itself, which takes most of the memory.
struct ReportedObject {
    object: CheckedObject,
    line: String,
    stored: String,
}

pub(super) fn validate(run: &ValidateRun<'_>, crds: &Crds, file: &ObjectFile) -> ValidatedFile {
    let bytes = match &file.bytes {
        Some(bytes) => Ok(bytes.clone()),
        None => file.input.bytes(),
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(problem) => {
            return ValidatedFile {
                report: FileReport::unreadable(file.input.shown(), problem),
                ..ValidatedFile::default()
            };
        }
    };
    // Files in a directory without a `kind` have no objects.
    if !file.input.is_named() && memmem::find(&bytes, b"kind").is_none() {
        return ValidatedFile::default();
    }
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    let options = &run.options;
    if is_too_large {
        // No source is shown for a text that is too large; the parser reports this by its length.
        let read = Objects::too_large(&bytes, options);
        return finish(
            run,
            crds,
            file,
            &SourceText::new(file.input.shown().into(), String::new()),
            &read,
            Vec::new(),
        );
    }
    let source = SourceText::new(file.input.shown().into(), lossy_text(bytes));
    let objects = Objects::read(&source.text, options);
    run.progress.found(objects.len());
    let judge = |index, options: &ObjectOptions| {
        let kept = keep(run, crds, &file.input, &source, &objects, index, options);
        run.progress.step();
        kept
    };
    if objects.len() < FEW {
        let kept = (0..objects.len())
            .filter_map(|index| judge(index, options))
            .collect();
        return finish(run, crds, file, &source, &objects, kept);
    }
    let mut kept = Vec::with_capacity(objects.len());
    let unwritten = judge_many(run, &objects, judge, &mut kept);
    ValidatedFile {
        unwritten,
        ..finish(run, crds, file, &source, &objects, kept)
    }
}

/// Reports a CRD that the server would reject.
pub(super) fn of_crd(run: &ValidateRun<'_>, crd: RejectedCrd) -> ValidatedFile {
    ValidatedFile {
        report: FileReport::of_rejected(&run.printer, crd),
        ..ValidatedFile::default()
    }
}

/// Validates many objects in threads. Returns the error of writing the lines of the format `verdicts`, if there is one.
fn judge_many(
    run: &ValidateRun<'_>,
    objects: &Objects<'_>,
    judge: impl Fn(usize, &ObjectOptions) -> Option<ReportedObject> + Sync,
    kept: &mut Vec<ReportedObject>,
) -> Option<io::Error> {
    let options = &run.options;
    let mut counted = options.clone();
    counted.limit = Some(0);
    let may_count = run.printer.limit != usize::MAX && !objects.has_allowances();
    let mut made = 0;
    let mut unwritten = None;
    for start in (0..objects.len()).step_by(CHUNK) {
        // Once there are enough findings to be shown, the others are only counted.
        let options = if may_count && made >= run.printer.limit {
            &counted
        } else {
            options
        };
        let chunk: Vec<usize> = (start..objects.len().min(start + CHUNK)).collect();
        let before = kept.len();
        let judged = mapped(&chunk, |index| judge(*index, options));
        kept.extend(judged.into_iter().flatten());
        let fresh = kept.get(before..).unwrap_or_default();
        made += fresh.iter().map(|kept| kept.object.findings.len()).sum::<usize>();
        if run.writes_lines {
            // The lines of many objects take as much memory as the objects, so they are written at once.
            let mut out = io::BufWriter::new(io::stdout().lock());
            for kept in kept.iter_mut().skip(before) {
                let line = std::mem::take(&mut kept.line);
                if unwritten.is_none() {
                    unwritten = out.write_all(line.as_bytes()).err();
                }
            }
            unwritten = unwritten.or_else(|| out.flush().err());
        }
    }
    unwritten
}

fn keep(
    run: &ValidateRun<'_>,
    crds: &Crds,
    file: &InputFile,
    source: &SourceText,
    objects: &Objects<'_>,
    index: usize,
    options: &ObjectOptions,
) -> Option<ReportedObject> {
    let mut object = objects.check(index, crds, options)?;
    let converted = object.stored.take();
    let mut kept = ReportedObject {
        line: String::new(),
        stored: String::new(),
        object: CheckedObject::default(),
    };
    if let Some(admitted) = object.admitted() {
        if run.printer.format == FindingFormat::Verdicts {
            kept.line = verdict::line(source.shown(), &object, admitted);
        }
        if let Some(print) = run.args.print
            && admitted.is_accepted()
        {
            let stored = yaml::to_string(converted.as_ref().unwrap_or(&admitted.object)).unwrap_or_default();
            kept.stored = match print {
                Print::Yaml => format!("---\n{stored}"),
                Print::Diff => {
                    let given = objects.object(index).map(|node| yaml::to_string(&node.to_json()));
                    let name = format!("{} ({})", source.shown(), object.title());
                    crate::diff::unified(&name, &given.and_then(Result::ok).unwrap_or_default(), &stored)
                }
            };
        }
    }
    if run.printer.format == FindingFormat::Verdicts {
        let reason = match &object.outcome {
            ObjectOutcome::NotValidated => object.findings.first().map(|finding| finding.message.as_str()),
            // A directory may hold documents of any kind.
            ObjectOutcome::Skipped(SkipReason::NoObject) if file.is_named() => Some(NO_OBJECT),
            _ => None,
        };
        if let Some(reason) = reason {
            kept.line = verdict::unjudged(source.shown(), object.position, &object, reason);
        }
    }
    if let ObjectOutcome::Validated(admitted) = &mut object.outcome {
        **admitted = crd_core::objects::Admitted::default();
    }
    if run.printer.format == FindingFormat::Verdicts {
        // Only the counts are needed.
        for finding in &mut object.findings {
            finding.server = None;
            finding.elsewhere = None;
        }
    }
    kept.object = object;
    Some(kept)
}

fn finish(
    run: &ValidateRun<'_>,
    crds: &Crds,
    file: &ObjectFile,
    source: &SourceText,
    objects: &Objects<'_>,
    kept: Vec<ReportedObject>,
) -> ValidatedFile {
    let mut found = ValidatedFile::default();
    let mut judged = Vec::with_capacity(kept.len());
    let mut lines: Vec<(usize, String)> = Vec::new();
    if run.printer.format == FindingFormat::Verdicts {
        lines.extend(objects.unreadable().map(|(position, reason)| {
            let line = verdict::unjudged(source.shown(), position, &CheckedObject::default(), reason);
            (position, line)
        }));
    }
    for object in kept {
        lines.push((object.object.position, object.line));
        found.stored.push_str(&object.stored);
        found.count(run, source, &object.object);
        judged.push(object.object);
    }
    sort_by_key(&mut lines, &|(position, _)| *position);
    for (_, line) in lines {
        found.report.answers.push_str(&line);
    }
    let levels = run.levels.or(&file.input.config.levels);
    let mut findings = objects.report(&mut judged, crds, &run.options, &levels);
    if !file.input.is_named() {
        // Helm charts below a directory are expected.
        let before = findings.len();
        findings
            .list
            .retain(|finding| finding.diagnostic.code != codes::HELM_TEMPLATE);
        found.templates = before - findings.len();
        findings
            .counts
            .retain(|(_, code), _| *code != codes::HELM_TEMPLATE);
    }
    found.report.bad = judged.iter().filter(|object| object.is_bad).count();
    found
        .report
        .add(&run.printer, run.printer.limit, source, findings);
    found
}

impl ValidatedFile {
    /// Counts an object as validated or skipped.
    fn count(&mut self, run: &ValidateRun<'_>, source: &SourceText, object: &CheckedObject) {
        let ObjectOutcome::Skipped(reason) = object.outcome else {
            self.report.judged += 1;
            if matches!(object.outcome, ObjectOutcome::Validated(_)) {
                self.count_without_old(run, source, object);
            }
            return;
        };
        let kind = match (&object.kind, &object.api_version) {
            (Some(kind), Some(api_version)) => format!("{kind} ({api_version})"),
            (Some(kind), None) => kind.clone(),
            (None, _) => String::new(),
        };
        let of_reason = self.passed_over.entry(reason.into()).or_default();
        *of_reason.entry(kind).or_default() += 1;
        if object.kind.as_deref() != Some("CustomResourceDefinition") {
            let skipped = format!("{}: {} was skipped", source.shown(), object.title());
            self.report.skipped.push(skipped);
        }
    }

    /// Counts an object that should be validated as an update, but has no known stored object.
    fn count_without_old(&mut self, run: &ValidateRun<'_>, source: &SourceText, object: &CheckedObject) {
        let was_judged = match object.request {
            CheckedRequest::Create if run.args.old.is_some() => "as new",
            CheckedRequest::UpdateOfUnknown => "as if it were stored without a status",
            _ => return,
        };
        self.without_old += 1;
        let title = object.title();
        let skipped = format!(
            "{}: no stored {title} was passed, so it was validated {was_judged}",
            source.shown()
        );
        self.report.skipped.push(skipped);
    }
}
