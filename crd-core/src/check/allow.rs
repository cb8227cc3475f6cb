//! Comments that silence a finding: `# crd-gen: allow CRD0801 reason`, on its line or above it.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::codes;
use super::{Code, Diagnostic};
use crate::yaml::LineIndex;
use crate::yaml::tree::Span;

/// The lines of a text, computed lazily: most texts have no findings.
pub(super) struct Lines<'a> {
    text: &'a str,
    index: OnceCell<LineIndex<'a>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lines {
            text,
            index: OnceCell::new(),
        }
    }

    fn index(&self) -> &LineIndex<'a> {
        self.index.get_or_init(|| LineIndex::new(self.text.as_bytes()))
    }

    /// Returns the line of a byte, counted from 1.
    fn line_of(&self, byte: u32) -> u32 {
        self.index().position(byte).line
    }

    /// Returns the text of a line.
    fn line(&self, line: u32) -> Cow<'_, str> {
        self.index().line(line)
    }

    fn count(&self) -> u32 {
        u32::try_from(self.index().len()).unwrap_or(u32::MAX)
    }
}

/// Whether a text is the fingerprint of a breakage: twelve hexadecimal digits.
#[must_use]
pub fn is_fingerprint(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The comments of a text that silence findings.
#[derive(Default)]
pub(super) struct Allowances {
    list: Vec<Allowance>,
    mistakes: Vec<Diagnostic>,
}

struct Allowance {
    /// The line whose findings it silences, counted from 1.
    line: u32,
    code: Code,
    span: Span,
    is_used: bool,
}

impl Allowances {
    /// Finds the allowances among the comments of a text.
    pub(super) fn find(lines: &Lines<'_>, comments: &[Span]) -> Self {
        let mut found = Allowances::default();
        for span in comments {
            let text = span.slice(lines.text).unwrap_or_default();
            let Some(words) = text.trim_start_matches('#').trim_start().strip_prefix("crd-gen:") else {
                continue;
            };
            found.read(lines, *span, words.trim());
        }
        found
    }

    fn read(&mut self, lines: &Lines<'_>, span: Span, words: &str) {
        let code = words
            .strip_prefix("allow")
            .map(str::trim_start)
            .and_then(|rest| rest.split([' ', '\t', ':', ',']).next())
            .filter(|name| !name.is_empty());
        let Some(name) = code else {
            self.mistakes.push(
                Diagnostic::new(codes::ALLOW_UNKNOWN, "this comment is not read", span)
                    .with_help("write `# crd-gen: allow CRD0801 reason`"),
            );
            return;
        };
        // Fingerprints are read by `crd-gen compat`.
        if is_fingerprint(name) {
            return;
        }
        match codes::named(name) {
            Ok(entry) => self.list.push(Allowance {
                line: line_meant(lines, span),
                code: entry.code,
                span,
                is_used: false,
            }),
            Err(unknown) => self.mistakes.push(
                Diagnostic::new(codes::ALLOW_UNKNOWN, unknown.to_string(), span).with_help(
                    unknown.nearest.map_or_else(
                        || "`crd-gen explain --all` lists all codes".to_owned(),
                        |entry| format!("did you mean `{}`?", entry.slug),
                    ),
                ),
            ),
        }
    }

    /// Whether no finding can be silenced.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a finding is silenced; the comments that silence it count as used.
    pub(super) fn silence(&mut self, lines: &Lines<'_>, span: Option<Span>, code: Code) -> bool {
        let Some(span) = span.filter(|_| !self.list.is_empty()) else {
            return false;
        };
        let line = lines.line_of(span.start);
        let mut is_silenced = false;
        for allowance in &mut self.list {
            if allowance.line == line && allowance.code == code {
                allowance.is_used = true;
                is_silenced = true;
            }
        }
        is_silenced
    }

    /// Returns findings about comments for CRDs: those that cannot be parsed, and those that silence nothing.
    pub(super) fn mistakes(&self) -> Vec<Diagnostic> {
        let mut found = self.mistakes.clone();
        found.extend(self.unused(|code| !is_about_objects(code)));
        found
    }

    /// Returns findings about comments for objects that silence nothing. Comments that cannot be parsed are left to the
    /// check of CRDs.
    #[cfg(feature = "eval")]
    pub(super) fn mistakes_about_objects(&self) -> Vec<Diagnostic> {
        self.unused(is_about_objects)
    }

    fn unused(&self, is_meant: fn(Code) -> bool) -> Vec<Diagnostic> {
        let unused = self
            .list
            .iter()
            .filter(|allowance| !allowance.is_used && is_meant(allowance.code));
        unused
            .map(|allowance| {
                let message = format!("nothing here has the code {}", allowance.code);
                Diagnostic::new(codes::ALLOW_UNUSED, message, allowance.span)
                    .with_label("allows nothing")
                    .with_help("remove the comment")
            })
            .collect()
    }
}

/// Whether a code is of findings about objects, which another command reports than those about CRDs.
fn is_about_objects(code: Code) -> bool {
    code.number() / 100 == 5
}

/// Returns the line that a comment applies to: its own line if it follows other text, else the next line that is not a comment.
fn line_meant(lines: &Lines<'_>, span: Span) -> u32 {
    let line = lines.line_of(span.start);
    if !lines.line(line).trim_start().starts_with('#') {
        return line;
    }
    (line + 1..=lines.count())
        .find(|next| {
            let text = lines.line(*next);
            let text = text.trim_start();
            !text.is_empty() && !text.starts_with('#')
        })
        .unwrap_or(line)
}
