//! A cursor over the lines of a document.

use std::cell::Cell;
use std::ops::Range;

/// A position in a document that is read line by line.
#[derive(Clone, Debug)]
pub(super) struct LineReader<'a> {
    pub(super) text: &'a str,
    /// The offset of the next byte.
    pub(super) at: usize,
    /// The end of the document.
    pub(super) end: usize,
    /// The bounds of the most recent line: a line may be long, so they are computed once.
    known: Cell<(usize, usize)>,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(text: &'a str, span: Range<usize>) -> Self {
        LineReader {
            text,
            at: span.start,
            end: span.end,
            known: Cell::new((usize::MAX, 0)),
        }
    }

    /// Returns the rest of the document.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Returns the start of the line, and its end without `\n`.
    fn bounds(&self) -> (usize, usize) {
        let (start, end) = self.known.get();
        if start <= self.at && self.at <= end {
            return (start, end);
        }
        let bytes = self.text.as_bytes();
        let before = bytes.get(..self.at).unwrap_or_default();
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let after = bytes.get(self.at..self.end).unwrap_or_default();
        let end = memchr::memchr(b'\n', after).map_or(self.end, |at| self.at + at);
        self.known.set((start, end));
        (start, end)
    }

    /// Returns the rest of the line, without its end.
    pub(super) fn line(&self) -> &'a str {
        let (_, end) = self.bounds();
        let line = self.text.get(self.at..end).unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Moves to the start of the next line.
    pub(super) fn next_line(&mut self) {
        let (_, end) = self.bounds();
        self.at = (end + 1).min(self.end);
    }

    /// Returns the column of the next byte.
    pub(super) fn column(&self) -> usize {
        let (start, _) = self.bounds();
        self.at - start
    }

    /// Skips blanks in the line.
    pub(super) fn skip_blanks(&mut self) {
        let line = self.line();
        self.at += line.len() - line.trim_start_matches([' ', '\t']).len();
    }

    /// Moves to the next word, and skips blank lines, comments and lines of a template. Returns its column; `None` at the end.
    pub(super) fn seek_word(&mut self) -> Option<usize> {
        loop {
            self.skip_blanks();
            let line = self.line();
            if !line.is_empty() && !line.starts_with('#') && !line.starts_with("{{") && line != "\r" {
                return Some(self.column());
            }
            if self.at + line.len() >= self.end {
                self.at = self.end;
                return None;
            }
            self.next_line();
        }
    }
}

/// Returns the length of a name before a colon, with its quotes: `name: …` or `name:` at the end of the line.
pub(super) fn key_length(line: &str) -> Option<usize> {
    let ends_key = |rest: &str| {
        let rest = rest.trim_start_matches([' ', '\t']);
        let after = rest.strip_prefix(':')?;
        (after.is_empty() || after.starts_with([' ', '\t', '\r'])).then_some(())
    };
    if let Some(quote) = line.chars().next().filter(|c| ['"', '\''].contains(c)) {
        let length = quoted_length(line, quote)?;
        ends_key(line.get(length..)?)?;
        return Some(length);
    }
    if line.starts_with(['#', '{', '[', '|', '>', '&', '*', '!', '%', '@', '`']) {
        return None;
    }
    let mut from = 0;
    loop {
        let at = from + line.get(from..)?.find(':')?;
        let name = line.get(..at)?;
        if name.contains(" #") {
            return None;
        }
        let after = line.get(at + 1..)?;
        if after.is_empty() || after.starts_with([' ', '\t', '\r']) {
            return Some(name.trim_end().len()).filter(|length| *length > 0);
        }
        from = at + 1;
    }
}

/// Returns the length of a quoted scalar with its quotes; `None` if it is not closed.
pub(super) fn quoted_length(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => {
                chars.next();
            }
            c if c == quote => {
                if quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == '\'') {
                    chars.next();
                    continue;
                }
                return Some(at + 1);
            }
            _ => {}
        }
    }
    None
}

/// Whether a line starts an element of a list.
pub(super) fn is_dash(line: &str) -> bool {
    line.strip_prefix('-')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r']))
}

/// Returns the length of a plain scalar in a line: up to a comment, without trailing blanks.
pub(super) fn plain_length(line: &str) -> usize {
    let end = line.find(" #").unwrap_or(line.len());
    line.get(..end).unwrap_or_default().trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_a_colon() {
        for (line, length) in [
            ("a: 1", Some(1)),
            ("a b :", Some(3)),
            ("http://x", None),
            ("http://x: y", Some(8)),
            ("'a: b': c", Some(6)),
            ("\"a", None),
            ("a # b: c", None),
            (": x", None),
            ("", None),
        ] {
            assert_eq!(key_length(line), length, "{line}");
        }
    }
}
