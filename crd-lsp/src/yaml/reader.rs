//! Reads documents, blocks and scalars.

use std::ops::Range;

use super::flow;
use super::lines::{LineReader, is_dash, key_length, plain_length, quoted_length};
use super::scalar::{Style, decoded};
use super::tree::{DEPTH, LooseDocument, LooseNode, LooseValue, Member};

/// Reads the documents of a text, as far as possible.
pub(crate) fn read(text: &str) -> Vec<LooseDocument> {
    document_spans(text)
        .into_iter()
        .map(|span| read_document(text, span))
        .collect()
}

/// Returns the ranges of the documents of a text, without the lines of `---`.
pub(crate) fn document_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let is_separator = line.starts_with("---") && line.get(3..).unwrap_or_default().trim_end().is_empty();
        let has_comment = line.starts_with("--- #");
        if is_separator || has_comment || line.trim_end() == "..." {
            spans.push(start..at);
            start = at + line.len();
        }
        at += line.len();
    }
    spans.push(start..text.len());
    spans
}

/// Reads the document at a range of a text.
pub(crate) fn read_document(text: &str, span: Range<usize>) -> LooseDocument {
    let mut reader = Reader {
        lines: LineReader::new(text, span.clone()),
    };
    let mut root = reader.block(0, 0);
    // Members after the value, at a wrong place, are also read.
    while reader.lines.seek_word().is_some() {
        let before = reader.lines.at;
        let more = reader.block(0, 0);
        if let (LooseValue::Mapping(members), LooseValue::Mapping(more)) = (&mut root.value, more.value) {
            members.extend(more);
            root.span.end = reader.lines.at;
        }
        if reader.lines.at == before {
            reader.lines.next_line();
        }
    }
    LooseDocument { span, root }
}

struct Reader<'a> {
    lines: LineReader<'a>,
}

/// The owner of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// A name; a list below it may have the same indentation.
    Name,
    /// A dash.
    Dash,
}

impl Reader<'_> {
    /// Reads the value at the next word, if its indentation is at least `least`.
    fn block(&mut self, least: usize, depth: usize) -> LooseNode {
        let start = self.lines.at;
        let Some(column) = self.lines.seek_word() else {
            return LooseNode::missing(start);
        };
        if column < least {
            self.lines.at = start;
            return LooseNode::missing(start);
        }
        let line = self.lines.line();
        if depth >= DEPTH {
            return self.skipped(least);
        }
        if is_dash(line) {
            return self.sequence(column, depth);
        }
        if key_length(line).is_some() {
            return self.mapping(column, depth);
        }
        if line.starts_with(['{', '[', '"', '\'', '|', '>', '&', '*', '!']) || !self.is_unfinished_key(column)
        {
            return self.value(Owner::Dash, least.saturating_sub(1), depth);
        }
        self.mapping(column, depth)
    }

    /// Whether the line has a word without a colon, and the next word in the same column is a member.
    fn is_unfinished_key(&self, column: usize) -> bool {
        let mut next = self.lines.clone();
        next.next_line();
        next.seek_word() == Some(column) && key_length(next.line()).is_some()
    }

    /// Skips values that are nested too deeply.
    fn skipped(&mut self, least: usize) -> LooseNode {
        let start = self.lines.at;
        while self.lines.seek_word().is_some_and(|column| column >= least) {
            self.lines.next_line();
        }
        LooseNode {
            span: start..self.lines.at,
            value: LooseValue::Scalar(Style::Plain),
        }
    }

    fn mapping(&mut self, column: usize, depth: usize) -> LooseNode {
        let start = self.lines.at;
        let mut members = Vec::new();
        let mut end = start;
        while let Some(here) = self.lines.seek_word() {
            if here < column || (here == column && is_dash(self.lines.line())) {
                break;
            }
            if is_dash(self.lines.line()) {
                // An element outside of a list.
                self.lines.next_line();
                continue;
            }
            if let Some(Member { value, .. }) = members.last_mut()
                && here > column
                && let LooseValue::Mapping(inner) = &mut value.value
            {
                // Indented less than the members above, but more than the name of their object.
                let more = self.mapping(here, depth + 1);
                end = more.span.end;
                value.span.end = end;
                if let LooseValue::Mapping(more) = more.value {
                    inner.extend(more);
                }
                continue;
            }
            let member = self.member(here.min(column), depth);
            end = member.value.span.end.max(member.key.end);
            members.push(member);
        }
        LooseNode {
            span: start..end,
            value: LooseValue::Mapping(members),
        }
    }

    fn member(&mut self, column: usize, depth: usize) -> Member {
        let (start, line) = (self.lines.at, self.lines.line());
        let Some(length) = key_length(line) else {
            let length = plain_length(line);
            self.lines.next_line();
            return Member {
                key: start..start + length,
                name: line.get(..length).unwrap_or_default().to_owned(),
                has_colon: false,
                value: LooseNode::missing(start + length),
            };
        };
        let written = line.get(..length).unwrap_or_default();
        let style = match written.chars().next() {
            Some('"') => Style::Double,
            Some('\'') => Style::Single,
            _ => Style::Plain,
        };
        let colon = line.get(length..).and_then(|rest| rest.find(':')).unwrap_or(0);
        self.lines.at = start + length + colon + 1;
        Member {
            key: start..start + length,
            name: decoded(written, style),
            has_colon: true,
            value: self.value(Owner::Name, column, depth),
        }
    }

    /// Reads the value after a colon, or of an element: on the same line, or below it with an indentation greater than `column`.
    fn value(&mut self, owner: Owner, column: usize, depth: usize) -> LooseNode {
        let behind = self.lines.at;
        self.lines.skip_blanks();
        self.skip_properties();
        let line = self.lines.line();
        if line.is_empty() || line.starts_with('#') {
            self.lines.next_line();
            let below = self.lines.at;
            let mut ahead = self.lines.clone();
            return match ahead.seek_word() {
                Some(next) if next > column => self.block(column + 1, depth + 1),
                Some(next) if owner == Owner::Name && next == column && is_dash(ahead.line()) => {
                    self.block(column, depth + 1)
                }
                _ => {
                    self.lines.at = below;
                    LooseNode::missing(behind)
                }
            };
        }
        match line.chars().next() {
            Some('|' | '>') => self.block_scalar(column),
            Some('{' | '[') => {
                let node = flow::read(&mut self.lines, column, depth);
                // Only a comment may follow.
                self.lines.next_line();
                node
            }
            Some(quote @ ('"' | '\'')) => self.quoted(quote),
            _ => self.plain(column),
        }
    }

    /// Skips an anchor and a tag.
    fn skip_properties(&mut self) {
        while self.lines.line().starts_with(['&', '!']) {
            let line = self.lines.line();
            self.lines.at += line.find([' ', '\t']).unwrap_or(line.len());
            self.lines.skip_blanks();
        }
    }

    fn block_scalar(&mut self, column: usize) -> LooseNode {
        let start = self.lines.at;
        let mut end = start + self.lines.line().len();
        self.lines.next_line();
        while self.lines.at < self.lines.end {
            let line = self.lines.line();
            let text = line.trim_start_matches(' ');
            let indent = line.len() - text.len();
            // At the top level, the lines of a block may have no indentation.
            if !text.is_empty() && indent <= column {
                break;
            }
            if !text.is_empty() {
                end = self.lines.at + line.len();
            }
            self.lines.next_line();
        }
        LooseNode {
            span: start..end,
            value: LooseValue::Scalar(Style::Block),
        }
    }

    fn quoted(&mut self, quote: char) -> LooseNode {
        let start = self.lines.at;
        let rest = self.lines.rest();
        let length = quoted_length(rest, quote);
        // An unclosed quote ends with its line, and so does one that would include members.
        let closed = length.filter(|length| {
            let text = rest.get(..*length).unwrap_or_default();
            let later = text.lines().skip(1);
            later.clone().all(|line| key_length(line.trim_start()).is_none())
        });
        let length = closed.unwrap_or_else(|| plain_length(self.lines.line()));
        self.lines.at = start + length;
        self.lines.next_line();
        LooseNode {
            span: start..start + length,
            value: LooseValue::Scalar(if quote == '"' {
                Style::Double
            } else {
                Style::Single
            }),
        }
    }

    fn plain(&mut self, column: usize) -> LooseNode {
        let start = self.lines.at;
        let mut end = start + plain_length(self.lines.line());
        self.lines.next_line();
        // The following lines are included if they are indented and are not members.
        loop {
            let mut ahead = self.lines.clone();
            let is_blank = ahead.line().trim().is_empty();
            match ahead.seek_word() {
                Some(next) if !is_blank && next > column => {
                    let line = ahead.line();
                    if key_length(line).is_some() || is_dash(line) || ahead.at > self.lines.at + next {
                        break;
                    }
                    end = ahead.at + plain_length(line);
                    ahead.next_line();
                    self.lines = ahead;
                }
                _ => break,
            }
        }
        LooseNode {
            span: start..end,
            value: LooseValue::Scalar(Style::Plain),
        }
    }

    fn sequence(&mut self, column: usize, depth: usize) -> LooseNode {
        let start = self.lines.at;
        let mut elements = Vec::new();
        let mut end = start;
        while let Some(here) = self.lines.seek_word() {
            if here < column || (here == column && !is_dash(self.lines.line())) {
                break;
            }
            if !is_dash(self.lines.line()) {
                // A line outside of all elements.
                self.lines.next_line();
                continue;
            }
            let dash = self.lines.at;
            self.lines.at += 1;
            let element = self.element(here, depth);
            end = element.span.end.max(dash + 1);
            elements.push(element);
        }
        LooseNode {
            span: start..end,
            value: LooseValue::Sequence(elements),
        }
    }

    fn element(&mut self, column: usize, depth: usize) -> LooseNode {
        let behind = self.lines.at;
        let line = self.lines.line().trim_start();
        if is_dash(line) || key_length(line).is_some() {
            return self.block(column + 1, depth + 1);
        }
        // A word before members is the name of the first member.
        let mut ahead = self.lines.clone();
        ahead.skip_blanks();
        let inner = ahead.column();
        if !line.is_empty() && !line.starts_with('#') {
            let reader = Reader { lines: ahead };
            if !line.starts_with(['{', '[', '"', '\'', '|', '>', '&', '*', '!'])
                && reader.is_unfinished_key(inner)
            {
                return self.block(column + 1, depth + 1);
            }
        }
        let mut value = self.value(Owner::Dash, column, depth);
        if value.value == LooseValue::Missing {
            value.span = behind..behind;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats the result in a short notation.
    fn shown(node: &LooseNode, text: &str) -> String {
        match &node.value {
            LooseValue::Missing => "?".to_owned(),
            LooseValue::Scalar(_) => node.text(text).unwrap(),
            LooseValue::Mapping(members) => {
                let members = members.iter().map(|member| {
                    let colon = if member.has_colon { ":" } else { "" };
                    format!("{}{colon}{}", member.name, shown(&member.value, text))
                });
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
            LooseValue::Sequence(elements) => {
                let elements = elements.iter().map(|element| shown(element, text));
                format!("[{}]", elements.collect::<Vec<_>>().join(","))
            }
        }
    }

    fn check(text: &str, expected: &str) {
        let documents: Vec<String> = read(text)
            .iter()
            .map(|document| shown(&document.root, text))
            .collect();
        assert_eq!(documents.join(" --- "), expected, "{text}");
    }

    #[test]
    fn finished_texts() {
        check(
            "a: 1\nb:\n  c: 'x: y' # z\n  d:\n  - e\n  - f: 1\n    g: 2\n",
            "{a:1,b:{c:x: y,d:[e,{f:1,g:2}]}}",
        );
        check("a: |\n  b: c\n   d\ne: >-\n  f\n", "{a:b: c\n d,e:f}");
        check(
            "a: {b: 1, c: [x, 'y', {z: }]}\nd: 2\n",
            "{a:{b:1,c:[x,y,{z:?}]},d:2}",
        );
        check("a: 1\n---\nb: 2\n--- # c\n", "{a:1} --- {b:2} --- ?");
        check("{\"a\": {\"b\": [1, 2]}, \"c\": \"d\"}\n", "{a:{b:[1,2]},c:d}");
        check("- - a\n  - b\n-\n  c: d\n", "[[a,b],{c:d}]");
        check("a: b\n  c\nd: &x !t e\n", "{a:b c,d:e}");
    }

    #[test]
    fn unfinished_texts() {
        check("spec:\n  en\n", "{spec:en}");
        check("spec:\n  en\n  b: 1\n", "{spec:{en?,b:1}}");
        check("spec:\n  a: 1\n  en\nstatus:\n", "{spec:{a:1,en?},status:?}");
        check("l:\n- \n- a\n- b: 1\n  c\n", "{l:[?,a,{b:1,c?}]}");
        check("l:\n  - na\n    b: 1\n", "{l:[{na?,b:1}]}");
        check("a: {b: 1, c\nd: 2\n", "{a:{b:1,c?},d:2}");
        check("a: \"open\nb: 2\n", "{a:open,b:2}");
        check("a: 'b\nc: d'\n", "{a:b,c:d'}");
        // Wrong indentation.
        check("a:\n    b: 1\n  c: 2\nd: 3\n", "{a:{b:1,c:2},d:3}");
        check("a: 1\n  b: 2\nc: 3\n", "{a:1,b:2,c:3}");
        check("{{- if x }}\na: 1\n{{- end }}\n", "{a:1}");
        check("  a: 1\nb: 2\n", "{a:1,b:2}");
    }

    #[test]
    fn depth_is_bounded() {
        for (open, count) in [("- ", 100_000), ("[", 100_000), ("{a: ", 100_000)] {
            read(&open.repeat(count));
        }
        let mut text = String::new();
        for depth in 0..2000 {
            text.push_str(&format!("{}a:\n", " ".repeat(depth)));
        }
        read(&text);
    }
}
