//! Reads a file of YAML or JSON documents as kubectl does: splits it into documents, then reads each on its own.
//!
//! ```text
//! kind: A            document 1: {kind: "A", replicas: 3, enabled: true}, with the span of each key and value
//! replicas: 3
//! enabled: yes       YAML 1.1: `yes` is true
//! ---
//! kind: [B           a syntax error; document 2 is missing, and the others are read
//! ```
//!
//! Two readers create the same trees: `fast` reads the block style of nearly all manifests, and returns
//! `None` for anything else; `scanner` and `builder` read everything that Go reads, and report errors. `json`
//! reads documents that start with `{`.

#[cfg(test)]
mod bad_input;
mod builder;
mod census;
mod document;
mod encoding;
mod error;
mod fast;
mod indentation;
mod json;
mod lines;
mod members;
mod missing;
pub(super) mod offset;
mod parts;
mod repairs;
pub mod scalar;
mod scanner;
mod stop;
#[cfg(test)]
mod tests;
pub(crate) mod unquoted;

use self::builder::Built;
use self::parts::{Part, Parts};
pub(crate) use self::stop::Repair;
use self::stop::{Repairs, Stop};
use super::tree::{Span, Value};

pub use self::document::{Document, Options, ParsedFile};
pub use self::encoding::to_utf8;
pub use self::error::{ReadError, ReadErrorKind};

/// Reads a file of YAML or JSON documents. An error in one document does not affect the others.
///
/// ```
/// use crd_core::yaml::{Options, read};
///
/// let read = read(b"kind: A\nenabled: yes\n---\nkind: [B\n---\nkind: C\n", Options::default());
/// assert_eq!(read.documents[0].root.to_json(), serde_json::json!({"kind": "A", "enabled": true}));
/// assert_eq!(read.documents[1].root.get("kind").and_then(|kind| kind.as_str()), Some("C"));
/// assert_eq!(read.errors.len(), 1);
/// ```
pub fn read(source: &[u8], options: Options) -> ParsedFile {
    read_source(source, std::str::from_utf8(source).ok(), options)
}

/// Reads the documents of a text, like [`read`], which then need not check its encoding.
pub(crate) fn read_text(text: &str, options: Options) -> ParsedFile {
    read_source(text.as_bytes(), Some(text), options)
}

/// Reads the documents of a file. `text` is the same as text, unless it is not UTF-8.
fn read_source(source: &[u8], text: Option<&str>, options: Options) -> ParsedFile {
    let mut read = ParsedFile::default();
    if source.len() > options.max_bytes.min(u32::MAX as usize) {
        let message = format!(
            "the file has {} bytes, but the limit is {}; split it",
            source.len(),
            options.max_bytes.min(u32::MAX as usize)
        );
        read.fail(ReadErrorKind::TooLarge, message, Span::default());
        return read;
    }
    if source.starts_with(b"\xff\xfe") || source.starts_with(b"\xfe\xff") {
        let message = "the text is UTF-16; convert it to UTF-8 first".to_owned();
        read.fail(ReadErrorKind::Encoding, message, Span::new(0, 2));
        return read;
    }
    let (start, json_error) = read_json(source, text, &options, &mut read);
    let Some(start) = start else {
        return read;
    };
    let has_json_key = starts_with_json_key(source.get(start..).unwrap_or_default());
    let documents_before = read.documents.len();
    let errors_before = read.errors.len();
    let mut first = true;
    for part in Parts::new(source, start) {
        match part {
            Part::Document(span) => {
                let part = text.and_then(|text| text.get(span.start as usize..span.end as usize));
                match part.map_or_else(|| utf8_of(source, span), Ok) {
                    Ok(text) => read_yaml(source, text, span, &options, &mut read),
                    Err(at) => {
                        let message = "this byte is not UTF-8; save the file as UTF-8".to_owned();
                        read.fail(ReadErrorKind::Encoding, message, at);
                    }
                }
                // Text that starts with `{"` and is neither JSON nor YAML is most likely meant to be JSON.
                if let (true, Some(error)) = (first && has_json_key, &json_error)
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
                "only a comment can follow the `---` between documents; put the rest on a separate line"
                    .to_owned(),
                span,
            ),
        }
    }
    read
}

/// Reads consecutive JSON documents if the file starts with `{`. Returns the position from which YAML must be
/// read, if any, and the error that shows that the text is not JSON.
fn read_json(
    source: &[u8],
    text: Option<&str>,
    options: &Options,
    read: &mut ParsedFile,
) -> (Option<usize>, Option<ReadError>) {
    let Some(text) = text else {
        return (Some(0), None);
    };
    if !text.trim_start().starts_with('{') {
        return (Some(0), None);
    }
    let blank = |at: usize| {
        let blanks = source.get(at..).unwrap_or_default().iter();
        at + blanks.take_while(|byte| is_blank(**byte)).count()
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
                        has_odd_names: true,
                    });
                }
            }
            // From the second JSON document on kubectl reads only JSON.
            Err(error) if read.documents.len() > 1 => {
                read.errors.push(error);
                return (None, None);
            }
            Err(error) if error.kind == ReadErrorKind::Syntax => {
                // kubectl continues with YAML, after blanks and at most one line end. It examines four bytes
                // at once, and reads no YAML if fewer are left.
                let rest = text.get(at..).unwrap_or_default();
                let blanks = rest.len() - rest.trim_start().len();
                let line_end = rest.get(..blanks).and_then(|blanks| blanks.find('\n'));
                if rest.len() - line_end.unwrap_or(blanks) < 4 {
                    read.errors.push(error);
                    return (None, None);
                }
                return (Some(at + line_end.map_or(blanks, |end| end + 1)), Some(error));
            }
            Err(error) => {
                read.errors.push(error);
                return (None, None);
            }
        }
    }
}

/// Reports whether text starts with an object whose first key is in double quotes.
fn starts_with_json_key(text: &[u8]) -> bool {
    let object = text.trim_ascii_start().strip_prefix(b"{");
    object.is_some_and(|object| object.trim_ascii_start().starts_with(b"\""))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Number of bytes that Go's reader decodes at once.
const GO_BLOCK: u32 = 512;

/// Returns a part of a file as text, or the place of its first byte that is not UTF-8.
fn utf8_of(source: &[u8], span: Span) -> Result<&str, Span> {
    let bytes = source.get(span.start as usize..span.end as usize);
    std::str::from_utf8(bytes.unwrap_or_default()).map_err(|error| {
        let at = error.valid_up_to();
        Span::new(at, at + 1).shifted(span.start)
    })
}

fn read_yaml(source: &[u8], text: &str, span: Span, options: &Options, read: &mut ParsedFile) {
    // Go ignores a byte order mark; the parser does not.
    let (text, start) = match text.strip_prefix('\u{feff}') {
        Some(text) => (text, span.start + 3),
        None => (text, span.start),
    };
    let census = census::census(text);
    let plain = match census.control {
        None => fast::read(text, start, &census, options.max_depth),
        Some(_) => None,
    };
    let readable = census.control.map_or(text.len(), |(at, _)| at);
    let built = match plain {
        Some(built) => built,
        None => builder::build(text.get(..readable).unwrap_or_default(), start, options),
    };
    if let Some((at, c)) = census.control {
        let place = Span::new(at, at + c.len_utf8()).shifted(start);
        let block = |place: u32| (place - span.start) / GO_BLOCK;
        // Text after the end of the document is ignored, except for the rest of the block.
        if !built.errors.is_empty() || block(place.start) <= block(built.seen_to) {
            let message = format!(
                "the control character U+{:04X} is not allowed in YAML; write it as `\"\\u{:04x}\"`, or \
                 remove it",
                c as u32, c as u32
            );
            read.fail(ReadErrorKind::Encoding, message, place);
            return;
        }
    }
    let Built {
        root,
        ignored_from,
        comments,
        errors,
        has_odd_names,
        ..
    } = built;
    read.comments.extend(comments);
    if !errors.is_empty() {
        match find_template(text) {
            Some(place) => read.fail(
                ReadErrorKind::HelmTemplate,
                template_words(text).to_owned(),
                place.shifted(start),
            ),
            None => {
                let before = source.get(..start as usize).unwrap_or_default();
                let line = 1 + memchr::memchr_iter(b'\n', before).count();
                let explained = errors
                    .into_iter()
                    .map(|error| explained(text, start, line, &error).unwrap_or(error));
                read.errors.extend(explained);
            }
        }
        return;
    }
    if let Some(root) = root.filter(|root| root.value != Value::Null) {
        read.documents.push(Document {
            root,
            span,
            json: false,
            ignored: ignored_from.map(|start| Span { start, end: span.end }),
            has_odd_names,
        });
    }
}

/// Returns an error of a document with an explanation. `line` is the number of the first line of the document, and `start` its offset.
fn explained(text: &str, start: u32, line: usize, error: &ReadError) -> Option<ReadError> {
    let repaired = |stop: &Stop<'_>| {
        let mut repairs = missing::find(stop).chain(repairs::find(stop));
        repairs.next().map(|repair| repair.into_error(start))
    };
    stop::at_error(text, start, line, error, repaired)
        .or_else(|| unquoted::explain(text, start, error))
        .or_else(|| {
            let (span, message) = stop::at_error(text, start, line, error, indentation::explain)?;
            Some(ReadError {
                span: span.shifted(start),
                message,
                ..error.clone()
            })
        })
}

/// Returns the repairs of the document in which an error is, each with the whole changed document; `None` if the error has none.
pub(crate) fn repairs(source: &str, error: &ReadError) -> Option<Repairs> {
    let is_in = |span: &Span| span.start <= error.span.start && error.span.start <= span.end;
    let span = Parts::new(source.as_bytes(), 0).find_map(|part| match part {
        Part::Document(span) => Some(span).filter(is_in),
        Part::BadSeparator(_) => None,
    })?;
    let text = span.slice(source).filter(|text| !text.starts_with('\u{feff}'))?;
    let line = 1 + memchr::memchr_iter(b'\n', source.get(..span.start as usize)?.as_bytes()).count();
    let first = builder::build(text, 0, &Options::default())
        .errors
        .into_iter()
        .next()?;
    stop::at_error(text, 0, line, &first, |stop| {
        let mut likely: Vec<Repair> = missing::find(stop).chain(repairs::find(stop)).collect();
        if !likely.is_empty() || unquoted::explain(text, 0, &first).is_none() {
            likely.extend(indentation::find(stop));
        }
        Some(Repairs {
            start: span.start,
            likely,
            unlikely: repairs::unlikely(stop).collect(),
        })
    })
}

/// Returns a message about the kind of template, which is recognized by names that only one tool's templates use.
fn template_words(text: &str) -> &'static str {
    const OF_HELM: [&str; 6] = [
        ".Values",
        ".Release",
        ".Chart",
        ".Capabilities",
        ".Files",
        "include \"",
    ];
    const OF_KREW: [&str; 2] = ["addURIAndSha", "krew.googlecontainertools.github.com"];
    if OF_KREW.iter().any(|name| text.contains(name)) {
        "this is a template for the plugin index krew, not YAML; krew's release bot renders it"
    } else if OF_HELM.iter().any(|name| text.contains(name)) {
        "this is a Helm template, not YAML; check the output of `helm template`"
    } else {
        "this is a template with `{{ … }}`, not YAML; check the rendered output"
    }
}

/// Returns the span of the first `{{ … }}`.
fn find_template(text: &str) -> Option<Span> {
    let start = text.find("{{")?;
    let length = text.get(start..)?.find("}}")?;
    Some(Span::new(start, start + length + 2))
}
