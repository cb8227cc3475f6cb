//! From the events of the parser to a tree: scalars resolved, anchors and merge keys expanded, as Go does.

use std::borrow::Cow;
use std::collections::BTreeMap;

use granit_parser::{Event, Parser, ScalarStyle, StrInput, StructureStyle};

use super::members::{mapping, merge};
use super::read::{Options, ReadError, ReadErrorKind};
use super::scalar::{self, Scalar};
use super::syntax::syntax_error;
use super::tree::{Entry, Node, Span, Value};

/// How many bytes of copies the aliases of one document may make.
const MAX_COPIED_BYTES: usize = 64 << 20;

/// The first document of a text. Positions are those in the file.
#[derive(Default)]
pub(super) struct Built {
    /// The document; none if the text has no value, or is not read.
    pub root: Option<Node>,
    /// Where text starts that kubectl does not read, since the document has ended before.
    pub ignored_from: Option<u32>,
    pub comments: Vec<Span>,
    pub errors: Vec<ReadError>,
}

/// Reads the text that stands at `base` in its file.
pub(super) fn build(text: &str, base: u32, options: &Options) -> Built {
    let parser = Parser::new_from_str_with_options(
        text,
        granit_parser::options! {
            emit_anchor_events: true,
            max_buffered_comment_events: usize::MAX,
            flow_nesting_limit: options.max_depth,
            block_nesting_limit: options.max_depth,
        },
    );
    let mut builder = Builder {
        parser,
        text,
        base,
        max_depth: options.max_depth,
        frames: Vec::new(),
        anchors: BTreeMap::new(),
        work: Work { nodes: 1, bytes: 0 },
        aliased: Work::default(),
        built: Built::default(),
    };
    if let Err(error) = builder.document() {
        builder.built.errors.push(error);
    }
    builder.built
}

/// What it took to decode something: Go's count of values, and bytes of ours.
#[derive(Clone, Copy, Default)]
struct Work {
    nodes: usize,
    bytes: usize,
}

/// A value that aliases may stand for.
struct Anchor {
    node: Node,
    /// For a scalar, what it was before it became a value; it may stand as a key.
    scalar: Option<Scalar<'static>>,
    work: Work,
    height: usize,
}

/// A list or an object whose end is not reached.
struct Frame {
    anchor: usize,
    start: usize,
    flow: bool,
    work_before: Work,
    kind: FrameKind,
}

enum FrameKind {
    Sequence(Vec<Node>),
    Mapping {
        entries: Vec<Entry>,
        key: Option<Key>,
        merged: Vec<std::ops::Range<usize>>,
    },
}

enum Key {
    Name(Box<str>, Span),
    /// `<<`
    Merge,
    /// One that is reported already; its value is read and dropped.
    Bad,
}

struct Builder<'a> {
    parser: Parser<'a, StrInput<'a>>,
    text: &'a str,
    base: u32,
    max_depth: usize,
    frames: Vec<Frame>,
    anchors: BTreeMap<usize, Anchor>,
    work: Work,
    aliased: Work,
    built: Built,
}

impl<'a> Builder<'a> {
    fn next(&mut self) -> Result<Option<(Event<'a>, Span)>, ReadError> {
        match self.parser.next_event() {
            None => Ok(None),
            Some(Ok((event, span))) => Ok(Some((event, place(span).shifted(self.base)))),
            Some(Err(error)) => Err(syntax_error(&error, self.base)),
        }
    }

    fn document(&mut self) -> Result<(), ReadError> {
        let mut behind = self.base;
        while let Some((event, span)) = self.next()? {
            let end = span.end;
            match event {
                Event::Comment(..) => self.built.comments.push(span),
                Event::Scalar(text, style, anchor, tag) => {
                    let span = match style {
                        ScalarStyle::Literal | ScalarStyle::Folded => self.block_span(behind, span),
                        _ => span,
                    };
                    let tag = tag.map(|tag| format!("{}{}", tag.handle(), tag.suffix()));
                    self.scalar(text, style, anchor, tag.as_deref(), span);
                }
                Event::SequenceStart(style, anchor, _) => {
                    self.open(FrameKind::Sequence(Vec::new()), style, anchor, span)?;
                }
                Event::MappingStart(style, anchor, _) => {
                    let kind = FrameKind::Mapping {
                        entries: Vec::new(),
                        key: None,
                        merged: Vec::new(),
                    };
                    self.open(kind, style, anchor, span)?;
                }
                Event::SequenceEnd | Event::MappingEnd => self.close(span)?,
                Event::Alias(anchor) => self.alias(anchor, span)?,
                Event::Anchor(_, name) => self.check_anchor(&name, span),
                Event::DocumentEnd => {
                    self.look_behind_the_end(span);
                    return Ok(());
                }
                _ => {}
            }
            behind = behind.max(end);
        }
        Ok(())
    }

    /// The span of a block from its `|` or `>` to the end of its last line; the parser's starts with the
    /// text. `behind` is where the event before ended.
    fn block_span(&self, behind: u32, span: Span) -> Span {
        let mut at = (behind - self.base) as usize;
        let text_start = (span.start - self.base) as usize;
        let mut start = text_start;
        for word in self
            .text
            .get(at..text_start)
            .unwrap_or_default()
            .split_inclusive(char::is_whitespace)
        {
            if word.starts_with(['|', '>']) {
                start = at;
                break;
            }
            at += word.len();
        }
        let text = self
            .text
            .get(start..(span.end - self.base) as usize)
            .unwrap_or_default();
        let end = start + text.trim_end_matches(['\n', '\r', ' ']).len();
        Span::new(start, end).shifted(self.base)
    }

    /// kubectl reads the first document only; whatever follows, broken or not, does not count.
    fn look_behind_the_end(&mut self, end: Span) {
        loop {
            match self.next() {
                Ok(Some((Event::Comment(..), span))) => self.built.comments.push(span),
                Ok(None | Some((Event::StreamEnd, _))) => return,
                Ok(Some((_, span))) => {
                    self.built.ignored_from = Some(span.start);
                    return;
                }
                Err(error) => {
                    self.built.ignored_from = Some(error.span.start.max(end.end));
                    return;
                }
            }
        }
    }

    fn report(&mut self, message: String, span: Span) {
        self.built.errors.push(ReadError {
            kind: ReadErrorKind::Value,
            message,
            span,
        });
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&str>,
        span: Span,
    ) {
        let work = Work {
            nodes: 1,
            bytes: text.len() + size_of::<Entry>(),
        };
        self.work.nodes += work.nodes;
        self.work.bytes += work.bytes;
        let plain = style == ScalarStyle::Plain;
        if self.tab_indents(span, plain) {
            self.report("a tab cannot indent YAML; use spaces".to_owned(), span);
        }
        if style == ScalarStyle::DoubleQuoted && matches!(text, Cow::Owned(_)) {
            self.check_escapes(span);
        }
        if tag.is_none_or(|tag| tag == "!" || tag == "tag:yaml.org,2002:merge")
            && text == "<<"
            && (plain || tag.is_some())
            && self.expects_key()
        {
            self.set_key(Key::Merge);
            return;
        }
        let resolved = match tag {
            None if plain => {
                let other = match scalar::resolve(&text) {
                    Scalar::String(_) => None,
                    other => Some(into_owned(other)),
                };
                Ok(other.unwrap_or(Scalar::String(text)))
            }
            None => Ok(Scalar::String(text)),
            Some(tag) => scalar::resolve_tagged(tag, &text).map(into_owned),
        };
        let resolved = match resolved {
            Ok(resolved) => resolved,
            Err(message) => {
                self.report(message, span);
                Scalar::Null
            }
        };
        if self.expects_key() && anchor == 0 {
            self.scalar_key(resolved, span);
            return;
        }
        if anchor == 0 {
            let value = self.value_of(resolved, span);
            self.put(Node { span, value }, None, false);
            return;
        }
        let owned = into_owned(resolved);
        let value = self.value_of(owned.clone(), span);
        let node = Node { span, value };
        self.anchors.insert(
            anchor,
            Anchor {
                node: node.clone(),
                scalar: Some(owned.clone()),
                work,
                height: 0,
            },
        );
        self.put(node, Some(owned), false);
    }

    /// The byte at a place in the file, within this text.
    fn byte_at(&self, place: u32) -> Option<u8> {
        let at = place.checked_sub(self.base)? as usize;
        self.text.as_bytes().get(at).copied()
    }

    /// Whether a tab stands where Go's reader wants spaces: between `-` or `?` and the value, or at the
    /// start of the line after a plain scalar.
    fn tab_indents(&self, span: Span, plain: bool) -> bool {
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
        plain && span.end > span.start && {
            let line_end = span.end + u32::from(self.byte_at(span.end) == Some(b'\r'));
            self.byte_at(line_end) == Some(b'\n') && self.byte_at(line_end + 1) == Some(b'\t')
        }
    }

    /// Go's reader knows the escapes of YAML 1.1 only.
    fn check_escapes(&mut self, span: Span) {
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

    fn check_anchor(&mut self, name: &str, span: Span) {
        if !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        {
            let message =
                "kubectl takes letters, digits, `_` and `-` only in the name of an anchor; rename it";
            self.report(message.to_owned(), span);
        }
    }

    fn value_of(&mut self, scalar: Scalar<'_>, span: Span) -> Value {
        scalar.into_value().unwrap_or_else(|message| {
            self.report(message, span);
            Value::Null
        })
    }

    fn expects_key(&self) -> bool {
        matches!(
            self.frames.last(),
            Some(Frame {
                kind: FrameKind::Mapping { key: None, .. },
                ..
            })
        )
    }

    fn set_key(&mut self, new: Key) {
        if let Some(Frame {
            kind: FrameKind::Mapping { key, .. },
            ..
        }) = self.frames.last_mut()
        {
            *key = Some(new);
        }
    }

    fn scalar_key(&mut self, scalar: Scalar<'_>, span: Span) {
        let key = match scalar.into_key() {
            Ok(name) => Key::Name(name, span),
            Err(message) => {
                self.report(message, span);
                Key::Bad
            }
        };
        self.set_key(key);
    }

    fn open(
        &mut self,
        kind: FrameKind,
        style: StructureStyle,
        anchor: usize,
        span: Span,
    ) -> Result<(), ReadError> {
        if self.frames.len() >= self.max_depth {
            return Err(ReadError::too_deep(span));
        }
        if style == StructureStyle::Block && self.byte_at(span.start.wrapping_sub(1)) == Some(b'\t') {
            self.report("a tab cannot indent YAML; use spaces".to_owned(), span);
        }
        let work_before = self.work;
        self.work.nodes += 1;
        self.work.bytes += size_of::<Entry>();
        self.frames.push(Frame {
            anchor,
            start: span.start as usize,
            flow: style == StructureStyle::Flow,
            work_before,
            kind,
        });
        Ok(())
    }

    fn close(&mut self, end: Span) -> Result<(), ReadError> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        // A block ends with its last value; its end event stands before the next token.
        let (value, last) = match frame.kind {
            FrameKind::Sequence(items) => {
                let last = items.last().map(|item| item.span.end);
                (Value::Sequence(items), last)
            }
            FrameKind::Mapping { entries, merged, .. } => {
                let last = entries
                    .last()
                    .map(|entry| entry.value.span.end.max(entry.key_span.end));
                (Value::Mapping(mapping(entries, &merged)), last)
            }
        };
        let end = match last {
            Some(last) if !frame.flow => last as usize,
            _ => end.end as usize,
        };
        let node = Node {
            span: Span::new(frame.start, end.max(frame.start)),
            value,
        };
        if frame.anchor != 0 {
            let work = Work {
                nodes: self.work.nodes - frame.work_before.nodes,
                bytes: self.work.bytes - frame.work_before.bytes,
            };
            self.count_copy(work, node.span)?;
            self.anchors.insert(
                frame.anchor,
                Anchor {
                    node: node.clone(),
                    scalar: None,
                    work,
                    height: height(&node),
                },
            );
        }
        self.put(node, None, false);
        Ok(())
    }

    /// Go bounds how many values of a document may come from aliases: nearly all in a small one, a tenth
    /// in a huge one.
    fn count_copy(&mut self, work: Work, span: Span) -> Result<(), ReadError> {
        self.aliased.bytes += work.bytes;
        let (Ok(aliased), Ok(all)) = (u32::try_from(self.aliased.nodes), u32::try_from(self.work.nodes))
        else {
            return Err(ReadError::too_many_aliases(span));
        };
        let share = (f64::from(all).clamp(400_000.0, 4_000_000.0) - 400_000.0) / 3_600_000.0;
        let allowed = 0.99 - 0.89 * share;
        let excessive = aliased > 100 && all > 1000 && f64::from(aliased) / f64::from(all) > allowed;
        if excessive || self.aliased.bytes > MAX_COPIED_BYTES {
            return Err(ReadError::too_many_aliases(span));
        }
        Ok(())
    }

    fn alias(&mut self, id: usize, span: Span) -> Result<(), ReadError> {
        let Some(Anchor { work, height, .. }) = self.anchors.get(&id) else {
            return Err(ReadError {
                kind: ReadErrorKind::Alias,
                message: "this alias stands inside of what it stands for; write the value out".to_owned(),
                span,
            });
        };
        let (work, height) = (*work, *height);
        self.work.nodes = self.work.nodes.saturating_add(work.nodes + 1);
        self.work.bytes = self.work.bytes.saturating_add(work.bytes);
        self.aliased.nodes = self.aliased.nodes.saturating_add(work.nodes);
        self.count_copy(work, span)?;
        if self.frames.len() + height > self.max_depth {
            return Err(ReadError::too_deep(span));
        }
        let Some(anchor) = self.anchors.get(&id) else {
            return Ok(());
        };
        let (mut node, scalar) = (anchor.node.clone(), anchor.scalar.clone());
        node.span = span;
        self.put(node, scalar, true);
        Ok(())
    }

    /// Puts a finished value where it belongs. `scalar` is what it was before, if it may be a key.
    fn put(&mut self, node: Node, scalar: Option<Scalar<'static>>, is_alias: bool) {
        let Some(frame) = self.frames.last_mut() else {
            self.built.root = Some(node);
            return;
        };
        match &mut frame.kind {
            FrameKind::Sequence(items) => items.push(node),
            FrameKind::Mapping { entries, key, merged } => match key.take() {
                Some(Key::Name(name, key_span)) => entries.push(Entry {
                    key: name,
                    key_span,
                    value: node,
                }),
                Some(Key::Merge) => {
                    let start = entries.len();
                    let span = node.span;
                    if merge(entries, node, is_alias).is_some() {
                        merged.push(start..entries.len());
                    } else {
                        self.report(
                            "`<<` merges an object, or a list of objects; give it one".to_owned(),
                            span,
                        );
                    }
                }
                Some(Key::Bad) => {}
                None => {
                    if let Some(scalar) = scalar {
                        self.scalar_key(scalar, node.span);
                    } else {
                        self.report(
                            "a list or an object cannot be a key; use a string".to_owned(),
                            node.span,
                        );
                        self.set_key(Key::Bad);
                    }
                }
            },
        }
    }
}

/// How many lists and objects stand in one another at most. The depth of a node is bounded.
fn height(node: &Node) -> usize {
    match &node.value {
        Value::Sequence(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        Value::Mapping(mapping) => {
            1 + mapping
                .entries
                .iter()
                .map(|entry| height(&entry.value))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}

fn into_owned(scalar: Scalar<'_>) -> Scalar<'static> {
    match scalar {
        Scalar::String(text) => Scalar::String(Cow::Owned(text.into_owned())),
        Scalar::Null => Scalar::Null,
        Scalar::Bool(flag) => Scalar::Bool(flag),
        Scalar::Int(int) => Scalar::Int(int),
        Scalar::Uint(uint) => Scalar::Uint(uint),
        Scalar::Float(float) => Scalar::Float(float),
    }
}

fn place(span: granit_parser::Span) -> Span {
    let range = span.byte_range().unwrap_or_default();
    Span::new(range.start, range.end)
}
