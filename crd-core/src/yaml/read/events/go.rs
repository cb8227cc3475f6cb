//! What Go's reader refuses although YAML 1.2 has it: tabs that indent, newer escapes, names of anchors.

use granit_parser::ScalarStyle;

use super::Builder;
use crate::yaml::tree::Span;

impl Builder<'_> {
    /// Whether there is a tab where Go's reader requires spaces: between `-` or `?` and the value, or at the
    /// start of the line after a plain scalar.
    pub(super) fn tab_indents(&self, span: Span, style: ScalarStyle) -> bool {
        if self.frames.last().is_some_and(|frame| frame.flow) {
            return false;
        }
        let mut before = span.start.wrapping_sub(1);
        if self.byte_at(before) == Some(b'\t') {
            while let Some(b'\t' | b' ') = self.byte_at(before) {
                before = before.wrapping_sub(1);
            }
            if matches!(self.byte_at(before), Some(b'-' | b'?')) {
                return true;
            }
        }
        style == ScalarStyle::Plain && span.end > span.start && {
            let line_end = span.end + u32::from(self.byte_at(span.end) == Some(b'\r'));
            self.byte_at(line_end) == Some(b'\n') && self.byte_at(line_end + 1) == Some(b'\t')
        }
    }

    /// Go's reader knows the escapes of YAML 1.1 only.
    pub(super) fn check_escapes(&mut self, span: Span) {
        let place = Span::new((span.start - self.base) as usize, (span.end - self.base) as usize);
        let mut parts = place.slice(self.text).unwrap_or_default().split('\\').skip(1);
        while let Some(part) = parts.next() {
            let unit = part.strip_prefix('u').and_then(|digits| digits.get(..4));
            let surrogate = unit.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            if part.starts_with('/') {
                self.report(
                    "kubectl does not know the escape `\\/`; write `/`".to_owned(),
                    span,
                );
                return;
            }
            if surrogate.is_some_and(|unit| (0xd800..0xe000).contains(&unit)) {
                let message =
                    "kubectl does not know surrogate pairs; write the character, or `\\U` with eight digits";
                self.report(message.to_owned(), span);
                return;
            }
            // `\\\\`: the next backslash is escaped itself.
            if part.is_empty() {
                parts.next();
            }
        }
    }

    pub(super) fn check_anchor(&mut self, name: &str, span: Span) {
        if !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        {
            let message =
                "kubectl takes letters, digits, `_` and `-` only in the name of an anchor; rename it";
            self.report(message.to_owned(), span);
        }
    }
}
