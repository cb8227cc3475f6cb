//! From the events of the parser to a tree: scalars resolved, anchors and merge keys expanded, as Go does.
//!
//! The builder visits the events here. The submodules handle one kind of event each: `scalars`, `frames` (lists
//! and objects) and `aliases`; `go` rejects what the parser accepts and Go's reader does not.

mod aliases;
mod frames;
mod go;
mod scalars;

use granit_parser::{Event, Parser, ScalarStyle, StrInput};

use self::aliases::{Anchor, DecodeWork};
use self::frames::{Frame, FrameKind};
use super::syntax::syntax_error;
use super::{Options, ReadError, ReadErrorKind};
use crate::yaml::tree::{Node, Span};

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

/// Reads the text that starts at `base` in its file.
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
        anchors: Vec::new(),
        work: DecodeWork { nodes: 1, bytes: 0 },
        aliased: DecodeWork::default(),
        built: Built::default(),
    };
    if let Err(error) = builder.document() {
        builder.built.errors.push(error);
    }
    builder.built
}

struct Builder<'a> {
    parser: Parser<'a, StrInput<'a>>,
    text: &'a str,
    base: u32,
    max_depth: usize,
    frames: Vec<Frame>,
    /// By the number that the parser gives each.
    anchors: Vec<Option<Anchor>>,
    work: DecodeWork,
    aliased: DecodeWork,
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

    /// The byte at a place in the file, within this text.
    fn byte_at(&self, place: u32) -> Option<u8> {
        let at = place.checked_sub(self.base)? as usize;
        self.text.as_bytes().get(at).copied()
    }
}

fn place(span: granit_parser::Span) -> Span {
    let range = span.byte_range().unwrap_or_default();
    Span::new(range.start, range.end)
}
