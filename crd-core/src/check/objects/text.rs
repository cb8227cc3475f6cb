//! The objects of a text.

use std::collections::BTreeMap;

use super::judge::{JudgedObject, judge};
use super::{Crds, ObjectOptions};
use crate::check::allow::{Allowances, Lines};
use crate::check::documents::Positions;
use crate::check::{Code, Diagnostic, Finding, Level, Levels, Severity, diagnose};
use crate::yaml::tree::{Node, Value};
use crate::yaml::{Read, read};

/// The objects of a text: its documents, and the items of those that are lists.
#[derive(Debug)]
pub struct Objects<'a> {
    text: &'a str,
    read: Read,
    list: Vec<ObjectAt>,
}

/// Where an object is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectAt {
    /// The index of the document among those that were read.
    document: usize,
    /// The position of the document in the text, with those that are empty or cannot be read.
    pub(super) position: usize,
    /// The index of the item in a list.
    pub(super) item: Option<usize>,
    /// Whether the document is JSON, of which the server sees the names that are set twice.
    pub(super) is_json: bool,
}

/// How many findings there are.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ObjectCounts {
    /// By severity and code, with those that are not kept.
    pub counts: BTreeMap<(Severity, Code), usize>,
    /// How many were silenced by levels and comments.
    pub allowed: usize,
    /// How many objects have errors.
    pub bad_objects: usize,
}

impl ObjectCounts {
    /// How many findings have this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        let counts = self.counts.iter().filter(|((other, _), _)| *other == severity);
        counts.map(|(_, count)| count).sum()
    }
}

impl<'a> Objects<'a> {
    /// Reads the objects of a text.
    #[must_use]
    pub fn read(text: &'a str, options: &ObjectOptions) -> Self {
        Objects::new(text, read(text.as_bytes(), options.reading))
    }

    /// Reads the objects of a file that is too large for that: there are none, and the report says why.
    #[must_use]
    pub fn too_large(bytes: &'a [u8], options: &ObjectOptions) -> Self {
        Objects::new("", read(bytes, options.reading))
    }

    fn new(text: &'a str, read: Read) -> Self {
        let mut list = Vec::new();
        let json = read.documents.iter().take_while(|document| document.json).count();
        let mut positions = Positions::behind(read.documents.get(..json).unwrap_or_default(), text);
        for (index, document) in read.documents.iter().enumerate() {
            let position = if document.json {
                index
            } else {
                positions.of(text, document.span.start as usize)
            };
            let at = ObjectAt {
                document: index,
                position,
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
        Objects { text, read, list }
    }

    /// How many objects there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Judges the object at an index; `None` if there is none.
    #[must_use]
    pub fn judge(&self, index: usize, crds: &Crds, options: &ObjectOptions) -> Option<JudgedObject> {
        let at = self.list.get(index)?;
        Some(judge(self.node(*at)?, *at, crds, options))
    }

    /// Whether comments of the text silence findings, which then must all be made.
    #[must_use]
    pub fn has_allowances(&self) -> bool {
        !Allowances::find(&Lines::new(self.text), &self.read.comments).is_empty()
    }

    /// The object at an index, with its places.
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

    /// The findings about all judged objects and about documents that cannot be read, in the order of the text, as levels
    /// and `# crd-gen: allow` comments leave them.
    ///
    /// Marks the objects that have errors.
    #[must_use]
    pub fn report(&self, judged: &mut [JudgedObject], levels: &Levels) -> (Vec<Finding>, ObjectCounts) {
        let lines = Lines::new(self.text);
        let mut report = Report {
            allowances: Allowances::find(&lines, &self.read.comments),
            lines,
            levels,
            findings: Vec::new(),
            counts: ObjectCounts::default(),
        };
        for error in &self.read.errors {
            report.add(0, None, diagnose::unreadable(error));
        }
        for object in judged {
            let title = object.title();
            let mut is_bad = false;
            for diagnostic in std::mem::take(&mut object.findings) {
                is_bad |= report.add(object.position, Some(&title), diagnostic);
            }
            for ((severity, code), count) in &object.more {
                is_bad |= report.count(*code, *severity, *count);
            }
            object.is_bad = is_bad;
            report.counts.bad_objects += usize::from(is_bad);
        }
        for diagnostic in report.allowances.mistakes_about_objects() {
            report.add(0, None, diagnostic);
        }
        (report.findings, report.counts)
    }
}

struct Report<'a> {
    allowances: Allowances,
    lines: Lines<'a>,
    levels: &'a Levels,
    findings: Vec<Finding>,
    counts: ObjectCounts,
}

impl Report<'_> {
    /// Adds a finding unless it is silenced. Returns whether it is an error.
    fn add(&mut self, position: usize, name: Option<&str>, mut diagnostic: Diagnostic) -> bool {
        let code = diagnostic.code;
        let is_silenced = self.allowances.silence(&self.lines, diagnostic.span, code);
        let level = self.levels.of(code, diagnostic.severity);
        let (false, Level::Report(severity)) = (is_silenced, level) else {
            self.counts.allowed += 1;
            return false;
        };
        diagnostic.severity = severity;
        *self.counts.counts.entry((severity, code)).or_default() += 1;
        self.findings.push(Finding::new(position, name, diagnostic));
        severity == Severity::Error
    }

    /// Counts findings that were not made. Returns whether they are errors.
    fn count(&mut self, code: Code, severity: Severity, count: usize) -> bool {
        let Level::Report(severity) = self.levels.of(code, severity) else {
            self.counts.allowed += count;
            return false;
        };
        *self.counts.counts.entry((severity, code)).or_default() += count;
        severity == Severity::Error
    }
}

/// The items of a list: of kind `List`, or of a kind that ends so.
fn items_of(document: &Node) -> Option<&[Node]> {
    document
        .get("kind")
        .and_then(Node::as_str)
        .filter(|kind| kind.ends_with("List"))?;
    document.get("items")?.as_sequence()
}

/// The objects of a document: itself, or its items.
pub(super) fn objects_of(document: &Node) -> &[Node] {
    items_of(document).unwrap_or(std::slice::from_ref(document))
}

/// The objects of a document.
pub(super) fn into_objects(document: Node) -> Vec<Node> {
    if items_of(&document).is_none() {
        return vec![document];
    }
    let Value::Mapping(members) = document.value else {
        return Vec::new();
    };
    let items = members.entries.into_iter().find(|entry| &*entry.key == "items");
    match items.map(|entry| entry.value.value) {
        Some(Value::Sequence(items)) => items,
        _ => Vec::new(),
    }
}
