//! Parses and validates the objects of a text.

use super::admit;
use super::checked::{CheckedObject, ObjectOutcome};
use super::crds::Crds;
use super::list::{ObjectAt, items_of};
use super::options::ObjectOptions;
use crate::check::allow::{Allowances, Lines};
use crate::check::documents::Positions;
use crate::check::findings::{Collector, FindingSubject};
use crate::check::{self, Findings, Levels, checker, diagnose, repaired};
use crate::yaml::tree::Node;
use crate::yaml::{ParsedFile, ReadError, read};

/// The objects of a text: its documents, and the items of those that are lists.
#[derive(Debug)]
pub struct Objects<'a> {
    text: &'a str,
    read: ParsedFile,
    list: Vec<ObjectAt>,
    /// The positions of the documents that cannot be parsed, each with its first error.
    unreadable: Vec<(usize, String)>,
}

impl<'a> Objects<'a> {
    /// Parses the objects of a text.
    #[must_use]
    pub fn read(text: &'a str, options: &ObjectOptions) -> Self {
        Objects::new(text, read(text.as_bytes(), options.reading))
    }

    /// Creates the result for a file that is too large to be parsed: there are no objects, and the report has the reason.
    #[must_use]
    pub fn too_large(bytes: &'a [u8], options: &ObjectOptions) -> Self {
        Objects::new("", read(bytes, options.reading))
    }

    fn new(text: &'a str, read: ParsedFile) -> Self {
        let mut list = Vec::new();
        let mut positions = Positions::new(text, &read.documents);
        let mut unreadable: Vec<(usize, String)> = Vec::new();
        let mut errors = read.errors.iter().peekable();
        let mut add = |positions: &mut Positions<'_>, error: &ReadError| {
            let position = positions.at(error.span.start as usize);
            if unreadable.last().is_none_or(|(last, _)| *last != position) {
                unreadable.push((position, error.message.clone()));
            }
        };
        for (index, document) in read.documents.iter().enumerate() {
            while let Some(error) = errors.next_if(|error| error.span.start < document.span.start) {
                add(&mut positions, error);
            }
            let at = ObjectAt {
                document: index,
                position: positions.of(document),
                item: None,
                is_json: document.json,
            };
            match items_of(&document.root) {
                Some(items) => list.extend((0..items.len()).map(|item| ObjectAt {
                    item: Some(item),
                    ..at
                })),
                None => list.push(at),
            }
        }
        errors.for_each(|error| add(&mut positions, error));
        Objects {
            text,
            read,
            list,
            unreadable,
        }
    }

    /// Returns the number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the documents that cannot be parsed: the position of each among the parts of the text that are separated
    /// by `---`, from 0, and its error.
    pub fn unreadable(&self) -> impl Iterator<Item = (usize, &str)> {
        self.unreadable
            .iter()
            .map(|(position, message)| (*position, message.as_str()))
    }

    /// Validates the object at an index; `None` if there is none.
    #[must_use]
    pub fn check(&self, index: usize, crds: &Crds, options: &ObjectOptions) -> Option<CheckedObject> {
        let at = self.list.get(index)?;
        Some(admit::check(self.text, self.node(*at)?, *at, crds, options))
    }

    /// Whether comments of the text silence findings, so that all diagnostics must be created.
    #[must_use]
    pub fn has_allowances(&self) -> bool {
        !Allowances::find(&Lines::new(self.text), &self.read.comments).is_empty()
    }

    /// Returns the object at an index, with its spans.
    #[must_use]
    pub fn object(&self, index: usize) -> Option<&Node> {
        self.node(*self.list.get(index)?)
    }

    fn node(&self, at: ObjectAt) -> Option<&Node> {
        let root = &self.read.documents.get(at.document)?.root;
        match at.item {
            Some(item) => items_of(root)?.get(item),
            None => Some(root),
        }
    }

    /// Returns the findings about all validated objects and about documents that cannot be parsed, in the order of the
    /// text, after levels and `# crd-gen: allow` comments have been applied.
    ///
    /// Marks the objects that have errors.
    #[must_use]
    pub fn report(
        &self,
        judged: &mut [CheckedObject],
        crds: &Crds,
        options: &ObjectOptions,
        levels: &Levels,
    ) -> Findings {
        let mut collector = Collector::new(self.text, &self.read.comments, levels, usize::MAX);
        let count = |repaired: &str| {
            mistakes_in(repaired, crds, options)
                .or_else(|| checker::mistakes_in(repaired, &check::Options::for_version(crds.version())))
        };
        for error in &self.read.errors {
            let explained = repaired::explained(self.text, error, count);
            let diagnostic = diagnose::unreadable(explained.as_ref().unwrap_or(error));
            collector.add(FindingSubject::default(), diagnostic);
        }
        for object in judged {
            let title = object.title();
            let subject = FindingSubject {
                document: object.position,
                name: Some(&title),
                ..FindingSubject::default()
            };
            object.is_bad = false;
            for diagnostic in std::mem::take(&mut object.findings) {
                object.is_bad |= collector.add(subject, diagnostic);
            }
            for ((severity, code), count) in &object.more {
                object.is_bad |= collector.count(subject, *code, *severity, *count);
            }
        }
        collector.finish(Allowances::mistakes_about_objects)
    }
}

/// Returns the number of mistakes in the objects of a text; `None` if it cannot be parsed, or the kind of one is unknown.
fn mistakes_in(text: &str, crds: &Crds, options: &ObjectOptions) -> Option<usize> {
    let objects = Objects::read(text, options);
    if !objects.unreadable.is_empty() || objects.is_empty() {
        return None;
    }
    let mistakes = |index| {
        let checked = objects.check(index, crds, options)?;
        let is_known = !matches!(checked.outcome, ObjectOutcome::Skipped(_));
        is_known.then(|| checked.findings.len() + checked.more.values().sum::<usize>())
    };
    (0..objects.len()).map(mistakes).sum()
}
