//! Splits a file at the lines that start with `---`, as kubectl does before it parses YAML.

use memchr::memchr;
use memchr::memmem::Finder;

use crate::yaml::tree::Span;

/// The lines between two separators, or a malformed separator.
pub(super) enum Part {
    Document(Span),
    BadSeparator(Span),
}

/// Splits a file at the lines that start with `---`, as kubectl does before it parses YAML.
pub(super) struct Parts<'a> {
    source: &'a [u8],
    at: usize,
    separator: Finder<'static>,
    /// The next part to return, found together with the previous one.
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

    /// Returns the start of the next line that starts with `---`.
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
            let after = std::str::from_utf8(after).map_or(after, |text| text.trim().as_bytes());
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
            // A separator without text before it belongs to the document that it starts.
            if start < line {
                return Some(Part::Document(Span::new(start, line)));
            }
        }
        self.at = self.source.len();
        (start < self.at).then(|| Part::Document(Span::new(start, self.at)))
    }
}
