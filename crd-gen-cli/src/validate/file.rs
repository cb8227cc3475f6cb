//! One file of objects: read, judged by the library, and what is said about it as text of the format.

use std::collections::BTreeMap;
use std::io::{self, Write as _};

use crd_core::check::objects::{
    Crds, JudgedObject, ObjectCounts, ObjectOptions, ObjectOutcome, Objects, PassedOver,
};
use crd_core::check::{codes, lossy_text};
use crd_core::yaml;
use memchr::memmem;
use rayon::prelude::*;

use super::args::Print;
use super::{Run, verdict};
use crate::args::Format;
use crate::check::{Input, bytes_of};
use crate::report;
use crate::source::Source;

/// Threads cost more than they bring for fewer objects.
const FEW: usize = 32;

/// A file, with its bytes where they were read before.
pub(super) struct Loaded {
    pub(super) input: Input,
    pub(super) bytes: Option<Vec<u8>>,
}

/// How many objects are judged before it is looked whether enough was found.
const CHUNK: usize = 1024;

/// What is said about a file.
#[derive(Default)]
pub(super) struct FileReport {
    /// The findings, as text, up to the limit.
    pub(super) rendered: Vec<String>,
    /// One line for each object, of the format `verdicts`, unless they were written already.
    pub(super) lines: String,
    /// Why the lines could not be written.
    pub(super) unwritten: Option<io::Error>,
    /// The objects as they would be stored, or the diffs to them.
    pub(super) stored: String,
    pub(super) counts: ObjectCounts,
    /// How many objects were judged.
    pub(super) judged: usize,
    /// How many were passed over, by `apiVersion`, `kind` and reason.
    pub(super) passed_over: BTreeMap<(PassedOverKind, String), usize>,
    /// The objects that were passed over, in words.
    pub(super) names: Vec<String>,
    /// Helm templates that a directory holds, which are no YAML.
    pub(super) templates: usize,
    /// Why the file could not be read.
    pub(super) problem: Option<String>,
}

/// Why objects were passed over, in the order in which that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PassedOverKind {
    Undeclared,
    Builtin,
    NoObject,
}

/// What is kept of a judged object: not the object itself, which takes most of the memory.
struct Kept {
    object: JudgedObject,
    line: String,
    stored: String,
}

pub(super) fn validate(run: &Run<'_>, crds: &Crds, file: &Loaded) -> FileReport {
    let bytes = match &file.bytes {
        Some(bytes) => bytes.clone(),
        None => match bytes_of(&file.input) {
            Ok(bytes) => bytes,
            Err(problem) => {
                return FileReport {
                    problem: Some(problem),
                    ..FileReport::default()
                };
            }
        },
    };
    // What a directory holds without a kind is no object.
    if !file.input.named && memmem::find(&bytes, b"kind").is_none() {
        return FileReport::default();
    }
    let is_too_large = bytes.len() > yaml::Options::default().max_bytes;
    let options = &run.options;
    if is_too_large {
        // Nothing is shown of a text that is too large; the reader says so from its length.
        let read = Objects::too_large(&bytes, options);
        return finish(
            run,
            file,
            &Source::new(file.input.shown().into(), String::new()),
            &read,
            Vec::new(),
        );
    }
    let source = Source::new(file.input.shown().into(), lossy_text(bytes));
    let objects = Objects::read(&source.text, options);
    run.progress.found(objects.len());
    let judge = |index, options: &ObjectOptions| {
        let kept = keep(run, crds, &source, &objects, index, options);
        run.progress.step();
        kept
    };
    if objects.len() < FEW {
        let kept = (0..objects.len())
            .filter_map(|index| judge(index, options))
            .collect();
        return finish(run, file, &source, &objects, kept);
    }
    let mut counted = options.clone();
    counted.limit = Some(0);
    let may_count = run.limit != usize::MAX && !objects.has_allowances();
    let mut kept: Vec<Kept> = Vec::with_capacity(objects.len());
    let mut made = 0;
    let mut unwritten = None;
    for start in (0..objects.len()).step_by(CHUNK) {
        // Once enough findings are made to be shown, the others are only counted.
        let options = if may_count && made >= run.limit {
            &counted
        } else {
            options
        };
        let chunk = start..objects.len().min(start + CHUNK);
        let before = kept.len();
        kept.par_extend(chunk.into_par_iter().filter_map(|index| judge(index, options)));
        let fresh = kept.get(before..).unwrap_or_default();
        made += fresh.iter().map(|kept| kept.object.findings.len()).sum::<usize>();
        if run.writes_lines {
            // The lines of many objects take as much memory as the objects.
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
    FileReport {
        unwritten,
        ..finish(run, file, &source, &objects, kept)
    }
}

fn keep(
    run: &Run<'_>,
    crds: &Crds,
    source: &Source,
    objects: &Objects<'_>,
    index: usize,
    options: &ObjectOptions,
) -> Option<Kept> {
    let mut object = objects.judge(index, crds, options)?;
    let mut kept = Kept {
        line: String::new(),
        stored: String::new(),
        object: JudgedObject::default(),
    };
    if let Some(admitted) = object.admitted() {
        if run.args.format == Format::Verdicts {
            kept.line = verdict::line(&source.shown(), &object, admitted);
        }
        if let Some(print) = run.args.print
            && admitted.is_accepted()
        {
            let stored = yaml::to_string(&admitted.object).unwrap_or_default();
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
    if let ObjectOutcome::Judged(admitted) = &mut object.outcome {
        **admitted = crd_core::objects::Admitted::default();
    }
    if run.args.format == Format::Verdicts {
        // Only the counts are of interest.
        for finding in &mut object.findings {
            finding.server = None;
            finding.elsewhere = None;
        }
    }
    kept.object = object;
    Some(kept)
}

fn finish(
    run: &Run<'_>,
    file: &Loaded,
    source: &Source,
    objects: &Objects<'_>,
    kept: Vec<Kept>,
) -> FileReport {
    let mut found = FileReport::default();
    let mut judged = Vec::with_capacity(kept.len());
    for object in kept {
        found.lines.push_str(&object.line);
        found.stored.push_str(&object.stored);
        found.count(source, &object.object);
        judged.push(object.object);
    }
    let levels = run.levels.or(&file.input.config.levels);
    let (mut findings, mut counts) = objects.report(&mut judged, &levels);
    if !file.input.named {
        // A chart below a directory is no mistake.
        let before = findings.len();
        findings.retain(|finding| finding.diagnostic.code != codes::HELM_TEMPLATE);
        found.templates = before - findings.len();
        counts.counts.retain(|(_, code), _| *code != codes::HELM_TEMPLATE);
    }
    if run.args.format != Format::Verdicts {
        let shown = findings.iter().take(run.limit);
        found.rendered = shown
            .map(|finding| report::render(run.args.format, source, finding, run.width))
            .collect();
    }
    found.counts = counts;
    found
}

impl FileReport {
    /// Counts an object as judged or passed over.
    fn count(&mut self, source: &Source, object: &JudgedObject) {
        let ObjectOutcome::PassedOver(reason) = object.outcome else {
            self.judged += 1;
            return;
        };
        let reason = match reason {
            PassedOver::Builtin => PassedOverKind::Builtin,
            PassedOver::Undeclared => PassedOverKind::Undeclared,
            _ => PassedOverKind::NoObject,
        };
        let kind = match (&object.kind, &object.api_version) {
            (Some(kind), Some(api_version)) => format!("{kind} ({api_version})"),
            (Some(kind), None) => kind.clone(),
            (None, _) => String::new(),
        };
        *self.passed_over.entry((reason, kind)).or_default() += 1;
        if object.kind.as_deref() != Some("CustomResourceDefinition") {
            self.names.push(format!("{}: {}", source.shown(), object.title()));
        }
    }
}
