//! The text of files: line ends, and parts that are replaced.

use crd_core::yaml;

/// The line breaks of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnds {
    Newline,
    /// All line breaks are `\r\n`.
    CarriageReturn,
}

impl LineEnds {
    pub(super) fn of(text: &str) -> LineEnds {
        let all = text.matches('\n').count();
        if all > 0 && text.matches("\r\n").count() == all {
            LineEnds::CarriageReturn
        } else {
            LineEnds::Newline
        }
    }

    /// Converts the line breaks of a text from `\n` to those of the file.
    pub(super) fn written(self, text: String) -> String {
        match self {
            LineEnds::Newline => text,
            LineEnds::CarriageReturn => text.replace('\n', "\r\n"),
        }
    }
}

/// Returns a text with its documents replaced.
pub(super) fn replaced(text: &str, pieces: &[(yaml::tree::Span, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, piece) in pieces {
        out.push_str(text.get(at..span.start as usize).unwrap_or_default());
        out.push_str(piece);
        at = span.end as usize;
        if !piece.ends_with('\n')
            && at < text.len()
            && !text.get(at..).is_some_and(|rest| rest.starts_with('\n'))
        {
            out.push('\n');
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
