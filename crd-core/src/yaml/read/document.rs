//! The options of the reader, and the documents that it returns.

use super::error::{ReadError, ReadErrorKind};
use crate::yaml::tree::{Node, Span};

/// Limits on the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The largest size of a file in bytes. Sizes above 4 GiB count as 4 GiB.
    pub max_bytes: usize,
    /// The maximum nesting depth of lists and objects. Functions that walk a tree recursively rely on it.
    pub max_depth: usize,
}

impl Default for Options {
    /// 64 MiB and 256 levels. No published CRD is known to be deeper than 60; the server itself reads up to 10,000.
    fn default() -> Self {
        Options {
            max_bytes: 64 << 20,
            max_depth: 256,
        }
    }
}

/// The documents, errors and comments of a file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ParsedFile {
    /// The documents that were read, in order. Empty ones and `null` are left out, as kubectl does.
    pub documents: Vec<Document>,
    /// The errors, in order of position. A document with an error is not among the documents.
    pub errors: Vec<ReadError>,
    /// The spans of comments, from `#` to the end of the line, in order.
    pub comments: Vec<Span>,
}

/// A document of a file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Document {
    /// Root value.
    pub root: Node,
    /// The lines from which it was read.
    pub span: Span,
    /// Whether it was read as JSON.
    pub json: bool,
    /// Text after the end of the document that kubectl ignores, such as a second document after `...`.
    pub ignored: Option<Span>,
    /// Whether names may be set twice in an object, or may be unquoted words that YAML reads as booleans.
    pub has_odd_names: bool,
}

impl ParsedFile {
    pub(super) fn fail(&mut self, kind: ReadErrorKind, message: String, span: Span) {
        self.errors.push(ReadError { kind, message, span });
    }
}
