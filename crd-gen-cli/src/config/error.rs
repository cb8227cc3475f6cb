//! Errors in a file, shown at their place.

use std::ops::Range;

use crd_core::yaml::tree::Span;

use crate::CommandError;
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::SourceText;
use crate::terminal::ERROR;

/// Creates an error in a file, shown at its place.
pub(crate) fn error_at(source: &SourceText, at: Range<usize>, message: &str, label: &str) -> CommandError {
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span {
        start: byte(at.start),
        end: byte(at.end),
    };
    let mark = Mark {
        span,
        text: label,
        kind: MarkKind::Main,
    };
    let mut drawing = Drawing::beside(source, std::slice::from_ref(&mark), 110);
    drawing.text = message.lines().next().unwrap_or_default().to_owned() + "\n";
    drawing.excerpt("-->", source, &[mark], "", ERROR);
    CommandError::new(drawing.text.trim_end())
}
