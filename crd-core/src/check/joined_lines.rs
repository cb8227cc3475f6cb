//! Expressions whose lines YAML joins.
//!
//! ```text
//! rule: >-
//!   self.type != 'Quorum' // only quorum queues
//!   || self.replicas > 2                          a part of the comment
//! ```

use crate::yaml::source_offset;
use crate::yaml::tree::{Node, Span};

/// A part of an expression that does not end with the line on which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JoinedLines {
    /// A comment that the next lines are a part of.
    Comment(Span),
    /// A string literal with a space in place of a line break.
    Text(Span),
}

impl JoinedLines {
    /// Whether an expression has a comment, or a text that may have been over several lines.
    pub(super) fn may_be_in(expression: &str) -> bool {
        if expression.contains("//") {
            return true;
        }
        // In most rules, texts have no spaces.
        let bytes = expression.as_bytes();
        let mut start = None;
        for quote in memchr::memchr2_iter(b'\'', b'"', bytes) {
            match start.take() {
                None => start = Some(quote),
                Some(start) => {
                    let text = bytes.get(start..quote).unwrap_or_default();
                    if memchr::memchr(b' ', text).is_some() {
                        return true;
                    }
                }
            }
        }
        start.is_some_and(|start| bytes.get(start..).unwrap_or_default().contains(&b' '))
    }

    /// Finds the first such part of the expression at a node.
    pub(super) fn find(text: &str, node: &Node) -> Option<Self> {
        let expression = node.as_str()?;
        let written = node.span.slice(text)?;
        if written.starts_with('|') || !written.trim_end().contains('\n') {
            return None;
        }
        let source_of = |part: crd_cel::ast::Span| {
            let offset = |at: u32| source_offset(text, node.span, at as usize);
            let span = Span {
                start: offset(part.start),
                end: offset(part.end),
            };
            Some((span, span.slice(text)?.split_once('\n')?.1))
        };
        let (comments, texts) = crd_cel::comments_and_texts(expression);
        let comment = comments.into_iter().find_map(|comment| {
            let (span, next) = source_of(comment)?;
            next.lines().any(is_code).then_some(Self::Comment(span))
        });
        // Only `>` is written by hand: tools wrap long lines of other styles at spaces, which are then meant.
        let is_folded = written.starts_with('>');
        let joined = || {
            texts.into_iter().filter(|_| is_folded).find_map(|literal| {
                let (span, _) = source_of(literal)?;
                let has_break = expression.get(literal.range())?.contains('\n');
                (!has_break).then_some(Self::Text(span))
            })
        };
        comment.or_else(joined)
    }

    pub(super) fn span(self) -> Span {
        match self {
            Self::Comment(span) | Self::Text(span) => span,
        }
    }

    /// What to write instead.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Comment(_) => KEEP_LINES,
            Self::Text(_) => "write the text in one line, or leave it so if the space is meant",
        }
    }

    pub(super) fn message(self) -> &'static str {
        match self {
            Self::Comment(_) => "YAML joins these lines, so all of them are a part of the comment",
            Self::Text(_) => "YAML joins these lines, so the text has a space in place of the line break",
        }
    }
}

/// Whether a line seems to be a part of an expression, and not of a comment that goes on: it starts with an operator, or reads a value.
fn is_code(line: &str) -> bool {
    let line = line.trim();
    let is_comment = line.starts_with("//");
    let starts_so =
        line.starts_with(|c: char| c.is_ascii_punctuation() && !matches!(c, '\'' | '"' | '`' | '('));
    !is_comment && (starts_so || line.contains("self") || line.contains("Self"))
}

/// What to write instead of a comment over joined lines.
const KEEP_LINES: &str = "write the rule after `|`, which keeps its lines";
