//! The parser. Open groups are a stack of frames, so nesting uses no call stack.

use super::ast::{Assertion, Class, Count, Greed, Regex, RegexNode, RegexNodeId};
use super::class;
use super::cursor::Cursor;
use super::escape::escape;
use super::{RegexError, RegexErrorKind};
use crate::bytes::{is_all, prefix_len};

/// The largest count that Go accepts, alone or as the product of nested ones.
const MAX_COUNT: u32 = 1000;
const MAX_HEIGHT: u32 = 1000;
/// The number of instructions of 40 bytes in 128 MiB.
const MAX_SIZE: u64 = (128 << 20) / 40;

/// Parses `pattern` with the flags that Go's `regexp.Compile` uses.
pub(super) fn parse(pattern: &str) -> Result<Regex, RegexError> {
    let mut parser = Parser {
        cursor: Cursor::new(pattern),
        regex: Regex::new(),
        flags: Flags::default(),
        frames: Vec::new(),
        open: GroupFrame::new(GroupKind::NonCapturing, Flags::default()),
        previous_repeat: None,
        repeat_product: 1,
        nodes: 0,
    };
    while parser.cursor.peek().is_some() {
        let previous_repeat = parser.previous_repeat.take();
        parser.step(previous_repeat)?;
    }
    parser.regex.root = parser.close_frame()?;
    if !parser.frames.is_empty() {
        return Err(parser.error_in_whole(RegexErrorKind::MissingParen));
    }
    Ok(parser.regex)
}

#[derive(Clone, Copy, Default)]
struct Flags {
    fold_case: bool,
    multi_line: bool,
    dot_matches_newline: bool,
    swap_greed: bool,
}

/// Whether a group captures its match: `(…)` or `(?:…)`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    Capturing,
    NonCapturing,
}

/// The part of a group between its opening parenthesis and the cursor.
struct GroupFrame {
    kind: GroupKind,
    flags_before: Flags,
    alternatives: Vec<RegexNodeId>,
    sequence: Vec<RegexNodeId>,
}

struct Parser<'p> {
    cursor: Cursor<'p>,
    regex: Regex,
    flags: Flags,
    /// The groups around `open`, outermost first.
    frames: Vec<GroupFrame>,
    open: GroupFrame,
    /// Byte offset of the repetition operator directly before the cursor, if there is one.
    previous_repeat: Option<usize>,
    /// The product of all counts so far: Go checks the size only if this could make it too large.
    repeat_product: u64,
    /// Number of nodes in the tree, where adjacent literals count as one.
    nodes: u64,
}

impl GroupFrame {
    fn new(kind: GroupKind, flags_before: Flags) -> Self {
        Self {
            kind,
            flags_before,
            alternatives: Vec::new(),
            sequence: Vec::new(),
        }
    }
}

impl Parser<'_> {
    fn step(&mut self, previous_repeat: Option<usize>) -> Result<(), RegexError> {
        let start = self.cursor.at();
        match self.cursor.peek() {
            Some('(') if self.cursor.rest().starts_with("(?") => self.perl_group(),
            Some('(') => {
                self.cursor.bump();
                self.open_frame(GroupKind::Capturing);
                Ok(())
            }
            Some(')') => self.close_group(),
            Some('|') => {
                self.cursor.bump();
                self.close_alternative()
            }
            Some('[') => {
                let class = class::bracketed(&mut self.cursor)?;
                self.push_class(class)
            }
            Some('*') => self.repeat(1, Count::Star, previous_repeat),
            Some('+') => self.repeat(1, Count::Plus, previous_repeat),
            Some('?') => self.repeat(1, Count::Optional, previous_repeat),
            Some('{') => match self.count() {
                Some((length, Some(count))) => self.repeat(length, count, previous_repeat),
                Some((length, None)) => {
                    let span = start..start + length;
                    Err(self.cursor.error_in(RegexErrorKind::InvalidRepeatSize, span))
                }
                None => self.literal_char(),
            },
            Some('^') if self.flags.multi_line => self.assertion(1, Assertion::BeginLine),
            Some('^') => self.assertion(1, Assertion::BeginText),
            Some('$') if self.flags.multi_line => self.assertion(1, Assertion::EndLine),
            Some('$') => self.assertion(1, Assertion::EndText),
            Some('.') => {
                self.cursor.bump();
                self.push(RegexNode::AnyChar {
                    newline: self.flags.dot_matches_newline,
                })
            }
            Some('\\') => self.backslash(),
            _ => self.literal_char(),
        }
    }

    fn literal_char(&mut self) -> Result<(), RegexError> {
        match self.cursor.bump() {
            Some(char) => self.push(RegexNode::Literal {
                char,
                fold_case: self.flags.fold_case,
            }),
            None => Ok(()),
        }
    }

    fn assertion(&mut self, length: usize, assertion: Assertion) -> Result<(), RegexError> {
        self.cursor.skip(length);
        self.push(RegexNode::Assertion(assertion))
    }

    fn backslash(&mut self) -> Result<(), RegexError> {
        let start = self.cursor.at();
        match self.cursor.rest().get(..2) {
            Some("\\A") => return self.assertion(2, Assertion::BeginText),
            Some("\\z") => return self.assertion(2, Assertion::EndText),
            Some("\\b") => return self.assertion(2, Assertion::WordBoundary),
            Some("\\B") => return self.assertion(2, Assertion::NoWordBoundary),
            Some("\\C") => {
                return Err(self
                    .cursor
                    .error_in(RegexErrorKind::InvalidEscape, start..start + 2));
            }
            Some("\\Q") => return self.quoted(),
            _ => {}
        }
        if let Some(item) = class::escaped(&mut self.cursor)? {
            return self.push_class(Class {
                negated: false,
                items: vec![item],
            });
        }
        let code_point = escape(&mut self.cursor)?;
        let fold_case = self.flags.fold_case;
        let node = char::from_u32(code_point).map_or(RegexNode::Surrogate, |char| RegexNode::Literal {
            char,
            fold_case,
        });
        self.push(node)
    }

    /// Parses `\Q…\E`, or up to the end of the pattern.
    fn quoted(&mut self) -> Result<(), RegexError> {
        self.cursor.skip(2);
        while self.cursor.peek().is_some() && !self.cursor.eat("\\E") {
            self.literal_char()?;
        }
        Ok(())
    }

    fn push_class(&mut self, class: Class) -> Result<(), RegexError> {
        self.push(RegexNode::Class {
            class,
            fold_case: self.flags.fold_case,
        })
    }

    fn push(&mut self, node: RegexNode) -> Result<(), RegexError> {
        let id = self.add(node)?;
        self.open.sequence.push(id);
        Ok(())
    }

    fn add(&mut self, node: RegexNode) -> Result<RegexNodeId, RegexError> {
        self.nodes = self.nodes.saturating_add(1);
        let id = self.regex.push(node);
        self.within_limits(id)
    }

    fn add_list(&mut self, list: RegexNode) -> Result<RegexNodeId, RegexError> {
        self.nodes = self.nodes.saturating_sub(self.regex.merged(&list));
        self.add(list)
    }

    /// Checks a node against Go's limits. Go repeats the check each time a single element replaces its
    /// sequence or group, which also multiplies the product of counts again.
    fn within_limits(&mut self, id: RegexNodeId) -> Result<RegexNodeId, RegexError> {
        if let RegexNode::Repeat {
            count: Count::Range { min, max },
            ..
        } = self.regex.node(id)
        {
            let factor = u64::from(max.unwrap_or(*min).max(1));
            self.repeat_product = self.repeat_product.saturating_mul(factor).min(MAX_SIZE);
        }
        let measure = self.regex.measure(id);
        if measure.size > MAX_SIZE && self.nodes >= MAX_SIZE / self.repeat_product {
            return Err(self.error_in_whole(RegexErrorKind::Large));
        }
        if measure.height > MAX_HEIGHT {
            return Err(self.error_in_whole(RegexErrorKind::NestingDepth));
        }
        Ok(id)
    }

    /// Applies the operator of `length` bytes at the cursor to the expression before it.
    fn repeat(&mut self, length: usize, count: Count, previous: Option<usize>) -> Result<(), RegexError> {
        let start = self.cursor.at();
        self.cursor.skip(length);
        let greed = if self.cursor.eat("?") == self.flags.swap_greed {
            Greed::Greedy
        } else {
            Greed::Lazy
        };
        if let Some(previous) = previous {
            return Err(self.cursor.error_from(RegexErrorKind::InvalidRepeatOp, previous));
        }
        let Some(child) = self.open.sequence.pop() else {
            return Err(self
                .cursor
                .error_from(RegexErrorKind::MissingRepeatArgument, start));
        };
        let id = self.add(RegexNode::Repeat { child, count, greed })?;
        let repeats = match count {
            Count::Range { min, max } => min >= 2 || max.is_some_and(|max| max >= 2),
            Count::Star | Count::Plus | Count::Optional => false,
        };
        if repeats && self.regex.measure(id).copies > u64::from(MAX_COUNT) {
            return Err(self.cursor.error_from(RegexErrorKind::InvalidRepeatSize, start));
        }
        self.open.sequence.push(id);
        self.previous_repeat = Some(start);
        Ok(())
    }

    /// Parses `{n}`, `{n,}` or `{n,m}` at the cursor: returns its length and the count, `None` for one out of
    /// range. Anything else is not a repetition, and its brace is literal.
    fn count(&self) -> Option<(usize, Option<Count>)> {
        let rest = self.cursor.rest();
        let inside = rest.strip_prefix('{')?;
        let length = prefix_len(inside.as_bytes(), |byte| byte.is_ascii_digit() || *byte == b',');
        let (inside, after) = inside.split_at_checked(length)?;
        if !after.starts_with('}') {
            return None;
        }
        let (min, max) = match inside.split_once(',') {
            None => (inside, Some(inside)),
            Some((min, "")) => (min, None),
            Some((min, max)) => (min, Some(max)),
        };
        let is_integer = |digits: &str| {
            let leading_zero = digits.len() > 1 && digits.starts_with('0');
            !digits.is_empty() && !leading_zero && is_all(digits.as_bytes(), u8::is_ascii_digit)
        };
        if !is_integer(min) || !max.is_none_or(is_integer) {
            return None;
        }
        let value = |digits: &str| {
            let value: u64 = digits.parse().ok()?;
            u32::try_from(value).ok().filter(|value| *value <= MAX_COUNT)
        };
        let count = match (value(min), max.map(value)) {
            (Some(min), None) => Some(Count::Range { min, max: None }),
            (Some(min), Some(Some(max))) if min <= max => Some(Count::Range { min, max: Some(max) }),
            _ => None,
        };
        Some((inside.len() + 2, count))
    }

    fn open_frame(&mut self, kind: GroupKind) {
        let inner = GroupFrame::new(kind, self.flags);
        self.frames.push(std::mem::replace(&mut self.open, inner));
    }

    fn close_group(&mut self) -> Result<(), RegexError> {
        let id = self.close_frame()?;
        let Some(outer) = self.frames.pop() else {
            return Err(self.error_in_whole(RegexErrorKind::UnexpectedParen));
        };
        self.cursor.bump();
        let inner = std::mem::replace(&mut self.open, outer);
        self.flags = inner.flags_before;
        let id = if inner.kind == GroupKind::Capturing {
            self.add(RegexNode::Capture(id))?
        } else {
            self.within_limits(id)?
        };
        self.open.sequence.push(id);
        Ok(())
    }

    fn close_alternative(&mut self) -> Result<(), RegexError> {
        let mut sequence = std::mem::take(&mut self.open.sequence);
        let id = match (sequence.pop(), sequence.is_empty()) {
            (None, _) => self.add(RegexNode::Empty)?,
            (Some(only), true) => self.within_limits(only)?,
            (Some(last), false) => {
                sequence.push(last);
                self.add_list(RegexNode::Concat(sequence))?
            }
        };
        self.open.alternatives.push(id);
        Ok(())
    }

    fn close_frame(&mut self) -> Result<RegexNodeId, RegexError> {
        self.close_alternative()?;
        let mut alternatives = std::mem::take(&mut self.open.alternatives);
        match (alternatives.pop(), alternatives.is_empty()) {
            (None, _) => self.add(RegexNode::Empty),
            (Some(only), true) => self.within_limits(only),
            (Some(last), false) => {
                alternatives.push(last);
                self.add_list(RegexNode::Alternate(alternatives))
            }
        }
    }

    /// Parses `(?P<name>`, `(?<name>`, `(?flags)` or `(?flags:`.
    fn perl_group(&mut self) -> Result<(), RegexError> {
        let start = self.cursor.at();
        let rest = self.cursor.rest();
        let name_start = match rest {
            _ if rest.starts_with("(?P<") && rest.len() > 4 => Some(4),
            _ if rest.starts_with("(?<") && rest.len() > 3 => Some(3),
            _ => None,
        };
        let Some(name_start) = name_start else {
            return self.flags_group(start);
        };
        let Some(name_end) = rest.find('>') else {
            return Err(self
                .cursor
                .error_in(RegexErrorKind::InvalidNamedCapture, start..self.cursor.end()));
        };
        self.cursor.skip(name_end + 1);
        let name = rest.get(name_start..name_end).unwrap_or_default();
        let is_word = |byte: &u8| *byte == b'_' || byte.is_ascii_alphanumeric();
        if name.is_empty() || !is_all(name.as_bytes(), is_word) {
            return Err(self.cursor.error_from(RegexErrorKind::InvalidNamedCapture, start));
        }
        self.open_frame(GroupKind::Capturing);
        Ok(())
    }

    fn flags_group(&mut self, start: usize) -> Result<(), RegexError> {
        self.cursor.skip(2);
        let mut flags = self.flags;
        let mut value = true;
        let mut named_one = false;
        while let Some(char) = self.cursor.bump() {
            match char {
                'i' => flags.fold_case = value,
                'm' => flags.multi_line = value,
                's' => flags.dot_matches_newline = value,
                'U' => flags.swap_greed = value,
                '-' if value => {
                    value = false;
                    named_one = false;
                    continue;
                }
                ':' | ')' if value || named_one => {
                    if char == ':' {
                        self.open_frame(GroupKind::NonCapturing);
                    }
                    self.flags = flags;
                    return Ok(());
                }
                _ => break,
            }
            named_one = true;
        }
        Err(self.cursor.error_from(RegexErrorKind::InvalidPerlOp, start))
    }

    fn error_in_whole(&self, kind: RegexErrorKind) -> RegexError {
        self.cursor.error_in(kind, 0..self.cursor.end())
    }
}
