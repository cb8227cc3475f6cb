//! Reading a file as kubectl does: split into documents first, then each read on its own.

use memchr::memchr;
use memchr::memmem::Finder;

use super::events::{self, Built};
use super::fast::{self, Quoted};
use super::json;
use super::scan;
use super::tree::{Node, Span, Value};

/// Bounds on what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of a file in bytes; at most 4 GiB.
    pub max_bytes: usize,
    /// How many lists and objects may stand in one another. Whatever walks a tree recursively relies on it.
    pub max_depth: usize,
}

impl Default for Options {
    /// 64 MiB and 256 levels. No CRD in the wild is deeper than 60; the server itself reads up to 10,000.
    fn default() -> Self {
        Options {
            max_bytes: 64 << 20,
            max_depth: 256,
        }
    }
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// The documents that were read, in order. Empty ones and `null` are left out, as kubectl does.
    pub documents: Vec<Document>,
    /// What was not read, in order; a document with an error is not among the documents.
    pub errors: Vec<ReadError>,
    /// The places of comments, from `#` to the end of the line, in order.
    pub comments: Vec<Span>,
}

/// A document with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its value.
    pub root: Node,
    /// The lines it was read from.
    pub span: Span,
    /// Whether it was read by the rules of JSON.
    pub json: bool,
    /// Text behind the end of the document, such as a second document after `...`, that kubectl ignores.
    pub ignored: Option<Span>,
}

/// Why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The kind of the error.
    pub kind: ReadErrorKind,
    /// What is wrong and what to do, in one line.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// Kinds of read errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadErrorKind {
    /// The file is larger than the bound.
    TooLarge,
    /// Not UTF-8, or with control characters in it.
    Encoding,
    /// Neither YAML nor JSON.
    Syntax,
    /// A line starts with `---` and goes on.
    Separator,
    /// Nested beyond the bound.
    TooDeep,
    /// An alias without a target, inside of its target, or too many of them.
    Alias,
    /// A value or a key that JSON has no word for, or that contradicts its tag.
    Value,
    /// A Helm template that was not rendered.
    HelmTemplate,
}

impl ReadError {
    pub(super) fn too_deep(span: Span) -> Self {
        ReadError {
            kind: ReadErrorKind::TooDeep,
            message: "too many levels are nested here; make the document flatter".to_owned(),
            span,
        }
    }

    pub(super) fn too_many_aliases(span: Span) -> Self {
        ReadError {
            kind: ReadErrorKind::Alias,
            message: "aliases make this document explode; write the values out".to_owned(),
            span,
        }
    }
}

/// Reads a file of YAML or JSON documents. What one document does wrong does not hide the others.
///
/// ```
/// use crd_core::yaml::{Options, read};
///
/// let read = read(b"kind: A\nenabled: yes\n---\nkind: [B\n---\nkind: C\n", Options::default());
/// assert_eq!(read.documents[0].root.to_json(), serde_json::json!({"kind": "A", "enabled": true}));
/// assert_eq!(read.documents[1].root.get("kind").and_then(|kind| kind.as_str()), Some("C"));
/// assert_eq!(read.errors.len(), 1);
/// ```
pub fn read(source: &[u8], options: Options) -> Read {
    let mut read = Read::default();
    if source.len() > options.max_bytes.min(u32::MAX as usize) {
        let message = format!(
            "the file has {} bytes, more than the {} that are read; split it",
            source.len(),
            options.max_bytes.min(u32::MAX as usize)
        );
        read.fail(ReadErrorKind::TooLarge, message, Span::default());
        return read;
    }
    if source.starts_with(b"\xff\xfe") || source.starts_with(b"\xfe\xff") {
        let message = "the file is UTF-16; save it as UTF-8".to_owned();
        read.fail(ReadErrorKind::Encoding, message, Span::new(0, 2));
        return read;
    }
    let (start, json_error) = read_json(source, &options, &mut read);
    let Some(start) = start else {
        return read;
    };
    let documents_before = read.documents.len();
    let errors_before = read.errors.len();
    let mut first = true;
    for part in Parts::new(source, start) {
        match part {
            Part::Document(span) => {
                read_yaml(source, span, &options, &mut read);
                // What starts like JSON and is neither is most likely meant as JSON.
                if let (true, Some(error)) = (first, &json_error)
                    && read.documents.len() == documents_before
                    && let Some(found) = read.errors.get_mut(errors_before)
                    && found.kind == ReadErrorKind::Syntax
                {
                    found.clone_from(error);
                }
                first = false;
            }
            Part::BadSeparator(span) => read.fail(
                ReadErrorKind::Separator,
                "nothing but a comment may follow the `---` between documents; put the rest on a line of its own"
                    .to_owned(),
                span,
            ),
        }
    }
    read
}

impl Read {
    fn fail(&mut self, kind: ReadErrorKind, message: String, span: Span) {
        self.errors.push(ReadError { kind, message, span });
    }
}

/// Reads JSON documents one after the other if the file starts like one. Returns where YAML is to be read
/// from, if at all, and why it is not JSON.
fn read_json(source: &[u8], options: &Options, read: &mut Read) -> (Option<usize>, Option<ReadError>) {
    // Both readers take JSON's own blanks only; Go looks behind all of Unicode's for the brace.
    let blank = |at: usize| {
        at + source
            .get(at..)
            .unwrap_or_default()
            .iter()
            .take_while(|byte| is_blank(**byte))
            .count()
    };
    if source.get(blank(0)) != Some(&b'{') {
        return (Some(0), None);
    }
    let Ok(text) = std::str::from_utf8(source) else {
        return (Some(0), None);
    };
    let mut at = 0;
    loop {
        let start = blank(at);
        if start == text.len() {
            return (None, None);
        }
        match json::read_value(text, start, options.max_depth) {
            Ok((root, end)) => {
                at = end;
                if root.value != Value::Null {
                    read.documents.push(Document {
                        span: Span::new(start, end),
                        root,
                        json: true,
                        ignored: None,
                    });
                }
            }
            // From the second JSON document on kubectl reads nothing but JSON.
            Err(error) if read.documents.len() > 1 => {
                read.errors.push(error);
                return (None, None);
            }
            Err(error) if error.kind == ReadErrorKind::Syntax => {
                let line_end = text.get(at..start).and_then(|blanks| blanks.find('\n'));
                return (Some(line_end.map_or(start, |end| at + end + 1)), Some(error));
            }
            Err(error) => {
                read.errors.push(error);
                return (None, None);
            }
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn read_yaml(source: &[u8], span: Span, options: &Options, read: &mut Read) {
    let bytes = source
        .get(span.start as usize..span.end as usize)
        .unwrap_or_default();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            let message = "this byte is not UTF-8; save the file as UTF-8".to_owned();
            read.fail(
                ReadErrorKind::Encoding,
                message,
                Span::new(at, at + 1).shifted(span.start),
            );
            return;
        }
    };
    // The parser takes no byte order mark for granted, and Go drops it.
    let (text, start) = match text.strip_prefix('\u{feff}') {
        Some(text) => (text, span.start + 3),
        None => (text, span.start),
    };
    let census = scan::census(text);
    if let Some((at, c)) = census.control {
        let message = format!(
            "the control character U+{:04X} cannot stand in YAML; write it as `\"\\u{:04x}\"`, or drop it",
            c as u32, c as u32
        );
        read.fail(
            ReadErrorKind::Encoding,
            message,
            Span::new(at, at + c.len_utf8()).shifted(start),
        );
        return;
    }
    let quick = |quoted| {
        let (root, comments) = fast::read(text, start, &census, options.max_depth, quoted)?;
        Some(Built {
            root: Some(root),
            comments,
            ..Built::default()
        })
    };
    let built = quick(Quoted::Indented).unwrap_or_else(|| {
        let built = events::build(text, start, options);
        // The parser is stricter than Go in one thing.
        let read_as_go = || quick(Quoted::Anywhere);
        let refused = !built.errors.is_empty();
        refused.then(read_as_go).flatten().unwrap_or(built)
    });
    let Built {
        root,
        ignored_from,
        comments,
        errors,
    } = built;
    read.comments.extend(comments);
    if !errors.is_empty() {
        match find_template(text) {
            Some(place) => read.fail(
                ReadErrorKind::HelmTemplate,
                "this is a Helm template, not YAML yet; check what `helm template` makes of it".to_owned(),
                place.shifted(start),
            ),
            None => read.errors.extend(errors),
        }
        return;
    }
    if let Some(root) = root.filter(|root| root.value != Value::Null) {
        read.documents.push(Document {
            root,
            span,
            json: false,
            ignored: ignored_from.map(|start| Span { start, end: span.end }),
        });
    }
}

/// The first `{{ … }}`.
fn find_template(text: &str) -> Option<Span> {
    let start = text.find("{{")?;
    let length = text.get(start..)?.find("}}")?;
    Some(Span::new(start, start + length + 2))
}

/// A stretch of lines between separators, or a separator that is none.
pub(super) enum Part {
    Document(Span),
    BadSeparator(Span),
}

/// Splits a file at the lines that start with `---`, as kubectl does before it looks at YAML.
pub(super) struct Parts<'a> {
    source: &'a [u8],
    at: usize,
    separator: Finder<'static>,
    /// A part that waits behind the one returned before.
    pending: Option<Part>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(source: &'a [u8], start: usize) -> Self {
        Parts {
            source,
            at: start,
            separator: Finder::new(b"\n---"),
            pending: None,
        }
    }

    /// Where the next line starts that starts with `---`.
    fn next_separator(&self) -> Option<usize> {
        let rest = self.source.get(self.at..)?;
        if rest.starts_with(b"---") {
            return Some(self.at);
        }
        self.separator.find(rest).map(|end| self.at + end + 1)
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        if let Some(part) = self.pending.take() {
            return Some(part);
        }
        let start = self.at;
        while let Some(line) = self.next_separator() {
            let rest = self.source.get(line..).unwrap_or_default();
            let length = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            self.at = line + length;
            let after = rest.get(3..length).unwrap_or_default();
            if !matches!(after.trim_ascii().first(), None | Some(b'#')) {
                let bad = Part::BadSeparator(Span::new(
                    line,
                    line + length - usize::from(rest.get(length - 1) == Some(&b'\n')),
                ));
                if start < line {
                    self.pending = Some(bad);
                    return Some(Part::Document(Span::new(start, line)));
                }
                return Some(bad);
            }
            // A separator with nothing before it belongs to the document it starts.
            if start < line {
                return Some(Part::Document(Span::new(start, line)));
            }
        }
        self.at = self.source.len();
        (start < self.at).then(|| Part::Document(Span::new(start, self.at)))
    }
}
