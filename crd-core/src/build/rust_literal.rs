//! String literals in the user's Rust files: their values, and the places of parts of them.
//!
//! ```text
//! "self.a == \"x\""       value  self.a == "x"        each byte of the value has its place in the literal
//! ```

use std::ops::Range;

use crate::yaml::tree::Span;

/// A string literal.
pub(super) struct RustLiteral {
    /// Its value.
    pub(super) value: String,
    /// The offset in the file of each byte of the value, and of the closing quote.
    offsets: Vec<usize>,
}

impl RustLiteral {
    /// Reads the literal at a byte offset of a file; `None` if there is none.
    pub(super) fn at(file: &str, start: usize) -> Option<RustLiteral> {
        let text = file.get(start..)?;
        let after = text.strip_prefix('r').unwrap_or(text);
        let hashes = after.len() - after.trim_start_matches('#').len();
        let is_raw = after.len() < text.len();
        let inner = after.get(hashes..)?.strip_prefix('"')?;
        let mut literal = RustLiteral {
            value: String::new(),
            offsets: Vec::new(),
        };
        let first = file.len() - inner.len();
        if is_raw {
            literal.read_raw(inner, first, &format!("\"{}", "#".repeat(hashes)))?;
        } else if hashes == 0 {
            literal.read(inner, first)?;
        } else {
            return None;
        }
        Some(literal)
    }

    /// Returns the place of a byte range of the value.
    pub(super) fn part(&self, range: &Range<usize>) -> Span {
        let last = self.offsets.len().saturating_sub(1);
        let offset = |at: usize| self.offsets.get(at.min(last)).copied().unwrap_or_default();
        Span::new(offset(range.start), offset(range.end).max(offset(range.start)))
    }

    fn read_raw(&mut self, inner: &str, first: usize, end: &str) -> Option<()> {
        let length = inner.find(end)?;
        for (at, c) in inner.get(..length)?.char_indices() {
            self.push_unless_line_end(c, inner, first, at);
        }
        self.offsets.push(first + length);
        Some(())
    }

    fn read(&mut self, inner: &str, first: usize) -> Option<()> {
        let mut chars = inner.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.offsets.push(first + at);
                    return Some(());
                }
                '\\' => {
                    let (_, escape) = chars.next()?;
                    let hex = |digits: &mut dyn Iterator<Item = char>| {
                        u32::from_str_radix(&digits.collect::<String>(), 16)
                            .ok()
                            .and_then(char::from_u32)
                    };
                    let value = match escape {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        '0' => '\0',
                        '\\' | '"' | '\'' => escape,
                        'x' => hex(&mut chars.by_ref().take(2).map(|(_, c)| c))?,
                        'u' => {
                            let digits = chars.by_ref().map(|(_, c)| c).skip(1);
                            hex(&mut digits.take_while(|c| *c != '}').filter(|c| *c != '_'))?
                        }
                        '\n' | '\r' => {
                            while chars.next_if(|(_, c)| c.is_ascii_whitespace()).is_some() {}
                            continue;
                        }
                        _ => return None,
                    };
                    self.push(value, first + at);
                }
                _ => self.push_unless_line_end(c, inner, first, at),
            }
        }
        None
    }

    /// Adds a character; the compiler reads `\r\n` as `\n`.
    fn push_unless_line_end(&mut self, c: char, inner: &str, first: usize, at: usize) {
        if c != '\r' || !inner.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) {
            self.push(c, first + at);
        }
    }

    fn push(&mut self, c: char, offset: usize) {
        self.value.push(c);
        self.offsets.resize(self.value.len(), offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_literals_have_places() {
        for (file, value, part, found) in [
            (r#""a == b""#, "a == b", "== b", "== b"),
            (r#""a == \"é\" && b""#, "a == \"é\" && b", "&& b", "&& b"),
            (r#""a == \"é\" && b""#, "a == \"é\" && b", "\"é\"", "\\\"é\\\""),
            (r#""\x41\u{1F_600}b\\""#, "A😀b\\", "b", "b"),
            ("\"a \\\n   && b\"", "a && b", "&& b", "&& b"),
            ("\"a\r\n&& b\"", "a\n&& b", "&& b", "&& b"),
            ("r\"\\d\r\nb\"", "\\d\nb", "b", "b"),
            ("r##\"a \"# b\"##", "a \"# b", "b", "b"),
        ] {
            let literal = RustLiteral::at(file, 0).expect(file);
            assert_eq!(literal.value, value);
            let start = value.find(part).unwrap();
            let span = literal.part(&(start..start + part.len()));
            assert_eq!(span.slice(file), Some(found), "{file}");
        }
        for file in [
            "a",
            "\"a",
            "r#type",
            "r#\"a\"",
            "b\"a\"",
            "#\"a\"#",
            "\"\\q\"",
            "\"\\u{}\"",
        ] {
            assert!(RustLiteral::at(file, 0).is_none(), "{file}");
        }
    }
}
