//! Errors of documents that cannot be read.

use crate::yaml::tree::Span;

/// The reason why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The kind of the error.
    pub kind: ReadErrorKind,
    /// The error message with a suggestion, in one line.
    pub message: String,
    /// The position in the file.
    pub span: Span,
}

/// Kinds of read errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file is larger than [`Options::max_bytes`](crate::yaml::Options::max_bytes).
    TooLarge,
    /// The text is not UTF-8, or contains control characters.
    Encoding,
    /// The text is neither YAML nor JSON.
    Syntax,
    /// A line starts with `---` and has other text.
    Separator,
    /// Nesting is deeper than [`Options::max_depth`](crate::yaml::Options::max_depth).
    TooDeep,
    /// An alias has no target or is inside its target, or there are too many aliases.
    Alias,
    /// A value or key cannot be written in JSON, or contradicts its tag.
    Value,
    /// The document is a template of Helm or of another tool that was not rendered.
    HelmTemplate,
}

impl ReadError {
    pub(super) fn too_deep(span: Span) -> Self {
        ReadError {
            kind: ReadErrorKind::TooDeep,
            message: "the document is nested too deeply here; reduce the nesting".to_owned(),
            span,
        }
    }

    pub(super) fn too_many_aliases(span: Span) -> Self {
        ReadError {
            kind: ReadErrorKind::Alias,
            message: "the aliases of this document expand to too much data; write the values instead"
                .to_owned(),
            span,
        }
    }
}
