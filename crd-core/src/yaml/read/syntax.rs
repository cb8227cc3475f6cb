//! What the parser objects to, in our words.

use granit_parser::{ErrorKind, ScanError};

use super::{ReadError, ReadErrorKind};
use crate::yaml::tree::Span;

/// The error of a text that starts at `base` in its file.
pub(super) fn syntax_error(error: &ScanError, base: u32) -> ReadError {
    let at = error.marker().byte_offset().unwrap_or_default();
    let span = Span::new(at, at + 1).shifted(base);
    let message = match error.kind() {
        ErrorKind::RecursionLimitExceeded => return ReadError::too_deep(span),
        ErrorKind::UnknownAnchor => {
            return ReadError {
                kind: ReadErrorKind::Alias,
                message: "no anchor of this name stands before this alias; define it with `&`".to_owned(),
                span,
            };
        }
        ErrorKind::TabNotAllowed | ErrorKind::TabInBlockIndentation | ErrorKind::TabInIndentation => {
            "a tab cannot indent YAML; use spaces".to_owned()
        }
        ErrorKind::UnclosedQuotedScalar => "this quote is never closed; close it".to_owned(),
        ErrorKind::UnclosedFlowCollection { open } => format!("this `{open}` is never closed; close it"),
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::InvalidIndentation => {
            "this line does not fit the indentation of the lines before; align it with its siblings"
                .to_owned()
        }
        ErrorKind::MappingValueNotAllowed => {
            "a `:` cannot stand here; quote the text, or put the mapping on a line of its own".to_owned()
        }
        ErrorKind::InvalidSimpleKey | ErrorKind::SimpleKeyExpected => {
            "this line is not `key: value`; add the `:`, or correct the indentation".to_owned()
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            "YAML does not know this escape; double the `\\`, or use single quotes".to_owned()
        }
        _ => format!("not YAML: {}", error.info()),
    };
    ReadError {
        kind: ReadErrorKind::Syntax,
        message,
        span,
    }
}
