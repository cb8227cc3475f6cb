//! Literal and folded blocks.

use super::FastReader;
use super::scalars::trimmed;
use crate::yaml::tree::{Node, Value};

/// A line that is not empty.
enum BlockLine {
    /// A line of the block; its text starts at this offset.
    Text(usize),
    /// The first line after the block, or the end.
    Beyond,
}

impl FastReader<'_> {
    /// Reads a block whose indentation is that of its first line.
    pub(super) fn block_scalar(&mut self, parent: usize) -> Option<Node> {
        let start = self.at;
        let folded = self.peek() == b'>';
        let chomping = self.byte(self.at + 1);
        self.at += if matches!(chomping, b'-' | b'+') { 2 } else { 1 };
        self.skip_spaces();
        if self.peek() != b'\n' {
            return None;
        }
        self.at += 1;
        let (indent, mut empty_lines) = self.block_indent()?;
        if indent < parent {
            return None;
        }
        let mut text = std::mem::take(&mut self.buffer);
        text.clear();
        let mut end = None;
        let mut more_before = false;
        while let BlockLine::Text(from) = self.block_line(indent, &mut empty_lines)? {
            self.at = from;
            self.skip_line();
            let line = self.text.get(from..self.at)?;
            let trimmed = trimmed(line);
            let first = self.byte(from);
            let more = first == b' ';
            // Readers disagree about a line without text or without an end.
            if trimmed == 0 || self.peek() != b'\n' || first == b'\t' {
                return None;
            }
            self.at += 1;
            let fold = folded && !more && !more_before;
            if end.is_some() && !(fold && empty_lines > 0) {
                text.push(if fold { ' ' } else { '\n' });
            }
            for _ in 0..empty_lines {
                text.push('\n');
            }
            text.push_str(line);
            (end, more_before, empty_lines) = (Some(from + trimmed), more, 0);
        }
        if chomping != b'-' {
            text.push('\n');
        }
        if chomping == b'+' {
            for _ in 0..empty_lines {
                text.push('\n');
            }
        }
        let node = Node {
            span: self.span(start, end?),
            value: Value::String(text.as_str().into()),
        };
        self.buffer = text;
        self.skip_lines()?;
        Some(node)
    }

    /// Returns the indentation of the first line with text, and the number of empty lines before it.
    fn block_indent(&mut self) -> Option<(usize, usize)> {
        let mut longest = 0;
        let mut empty_lines = 0;
        loop {
            let line = self.at;
            self.skip_spaces();
            let indent = self.at - line;
            match self.peek() {
                b'\n' => {
                    self.at += 1;
                    empty_lines += 1;
                    longest = longest.max(indent);
                }
                b'\t' | 0 => return None,
                _ => {
                    self.at = line;
                    return (longest <= indent).then_some((indent, empty_lines));
                }
            }
        }
    }

    /// Returns the start of the text of the next line if it belongs to the block; empty lines are counted.
    fn block_line(&mut self, indent: usize, empty_lines: &mut usize) -> Option<BlockLine> {
        loop {
            let line = self.at;
            let at = self.behind_spaces(line).min(line + indent);
            match self.byte(at) {
                b'\n' => {
                    *empty_lines += 1;
                    self.at = at + 1;
                }
                0 if at == line => return Some(BlockLine::Beyond),
                0 => return None,
                _ if at == line + indent => return Some(BlockLine::Text(at)),
                b'\t' => return None,
                _ => return Some(BlockLine::Beyond),
            }
        }
    }
}
