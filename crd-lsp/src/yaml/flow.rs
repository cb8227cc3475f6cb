//! Objects and lists between brackets, closed or not.

use super::lines::{LineReader, key_length, quoted_length};
use super::scalar::Style;
use super::tree::{DEPTH, LooseNode, LooseValue, Member};

/// Reads the value at a bracket. An unclosed bracket ends before a member whose indentation is at most `column`.
pub(super) fn read(lines: &mut LineReader<'_>, column: usize, depth: usize) -> LooseNode {
    let mut reader = FlowReader {
        lines: lines.clone(),
        column,
        is_whole: lines.column() == 0,
    };
    let node = reader.value(depth);
    lines.at = reader.lines.at;
    node
}

struct FlowReader<'a> {
    lines: LineReader<'a>,
    column: usize,
    /// Whether the brackets are the whole document.
    is_whole: bool,
}

impl FlowReader<'_> {
    fn peek(&self) -> Option<char> {
        self.lines.rest().chars().next()
    }

    /// Skips white space and comments. Returns whether the brackets continue.
    fn skip(&mut self) -> bool {
        loop {
            self.lines.skip_blanks();
            let line = self.lines.line();
            let is_comment = line.starts_with('#');
            if !line.is_empty() && !is_comment {
                return true;
            }
            let mut next = self.lines.clone();
            next.next_line();
            if next.at >= next.end {
                self.lines.at = self.lines.at.max(self.lines.end.min(self.lines.at + line.len()));
                return false;
            }
            let text = next.line();
            let indent = text.len() - text.trim_start().len();
            let is_member = key_length(text.trim_start()).is_some();
            if !self.is_whole && is_member && indent <= self.column {
                return false;
            }
            self.lines.next_line();
        }
    }

    fn value(&mut self, depth: usize) -> LooseNode {
        match self.peek() {
            Some('{') if depth < DEPTH => self.mapping(depth),
            Some('[') if depth < DEPTH => self.sequence(depth),
            _ => self.scalar(),
        }
    }

    fn mapping(&mut self, depth: usize) -> LooseNode {
        let start = self.lines.at;
        self.lines.at += 1;
        let mut members = Vec::new();
        while self.skip() {
            match self.peek() {
                Some('}') => {
                    self.lines.at += 1;
                    break;
                }
                Some(',') => self.lines.at += 1,
                Some(']') | None => break,
                Some(_) => members.push(self.member(depth)),
            }
        }
        LooseNode {
            span: start..self.lines.at,
            value: LooseValue::Mapping(members),
        }
    }

    fn member(&mut self, depth: usize) -> Member {
        let key = self.scalar();
        let name = key.text(self.lines.text).unwrap_or_default();
        let has_more = self.skip();
        let has_colon = has_more && self.peek() == Some(':');
        let mut value = LooseNode::missing(key.span.end);
        if has_colon {
            self.lines.at += 1;
            value = LooseNode::missing(self.lines.at);
            if self.skip() && !matches!(self.peek(), Some(',' | '}' | ']') | None) {
                value = self.value(depth + 1);
            }
        }
        Member {
            key: key.span,
            name,
            has_colon,
            value,
        }
    }

    fn sequence(&mut self, depth: usize) -> LooseNode {
        let start = self.lines.at;
        self.lines.at += 1;
        let mut elements = Vec::new();
        while self.skip() {
            match self.peek() {
                Some(']') => {
                    self.lines.at += 1;
                    break;
                }
                Some(',') => self.lines.at += 1,
                Some('}') | None => break,
                Some(_) => {
                    let before = self.lines.at;
                    elements.push(self.value(depth + 1));
                    if self.lines.at == before {
                        self.lines.at += 1;
                    }
                }
            }
        }
        LooseNode {
            span: start..self.lines.at,
            value: LooseValue::Sequence(elements),
        }
    }

    fn scalar(&mut self) -> LooseNode {
        let start = self.lines.at;
        let rest = self.lines.line();
        let (length, style) = match rest.chars().next() {
            Some('"') => (quoted_length(rest, '"'), Style::Double),
            Some('\'') => (quoted_length(rest, '\''), Style::Single),
            _ => (None, Style::Plain),
        };
        let length = length.unwrap_or_else(|| {
            let is_end = |(at, c): &(usize, char)| match c {
                ',' | '{' | '}' | '[' | ']' => *at > 0 || !matches!(c, '{' | '['),
                ':' => {
                    let after = rest.get(at + 1..).unwrap_or_default();
                    after.is_empty() || after.starts_with([' ', '\t', ',', '}', ']'])
                }
                '#' => rest.get(..*at).is_some_and(|before| before.ends_with(' ')),
                _ => false,
            };
            let end = rest.char_indices().find(is_end).map_or(rest.len(), |(at, _)| at);
            rest.get(..end).unwrap_or_default().trim_end().len()
        });
        // Any other character is skipped.
        let length = if length == 0 {
            self.peek().map_or(0, char::len_utf8)
        } else {
            length
        };
        self.lines.at = start + length;
        LooseNode {
            span: start..self.lines.at,
            value: LooseValue::Scalar(style),
        }
    }
}
