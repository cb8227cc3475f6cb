//! Builds a tree from tokens: the grammar of Go's parser (`parserc.go` of `go.yaml.in/yaml/v2`), with scalars
//! resolved, and anchors and merge keys expanded.
//!
//! This file handles the document and the properties before a value; `collections` handles lists and objects,
//! `scalars` keys and values, `aliases` the values of aliases.

mod aliases;
mod collections;
mod scalars;
mod state;

use std::collections::HashMap;

use self::state::{AllowedNode, Builder, DecodeWork, ParsedNode};
use super::document::Options;
use super::error::{ReadError, ReadErrorKind};
use super::scanner::{ScalarStyle, Scanner, TokenKind};
use crate::yaml::tree::{Node, Span};

/// The first document of a text. Positions are those in the file.
#[derive(Default)]
pub(super) struct Built {
    /// The document; none if the text has no value, or is not read.
    pub root: Option<Node>,
    /// Offset of the text that kubectl ignores because the document has ended before it.
    pub ignored_from: Option<u32>,
    /// Offset up to which Go has read.
    pub seen_to: u32,
    pub comments: Vec<Span>,
    pub errors: Vec<ReadError>,
    /// [`Document::has_odd_names`](crate::yaml::Document::has_odd_names).
    pub has_odd_names: bool,
}

/// Reads the text that starts at `base` in its file.
pub(super) fn build(text: &str, base: u32, options: &Options) -> Built {
    if !text.ends_with('\n') {
        // kubectl reads lines, and terminates each.
        return build(&format!("{text}\n"), base, options);
    }
    let mut builder = Builder {
        scanner: Scanner::new(text, base),
        max_depth: options.max_depth,
        depth: 0,
        seen_to: base,
        tag_handles: HashMap::new(),
        anchor_names: HashMap::new(),
        anchors: Vec::new(),
        work: DecodeWork { nodes: 1, bytes: 0 },
        aliased: DecodeWork::default(),
        errors: Vec::new(),
    };
    let mut built = match builder.document() {
        Ok((root, ignored_from)) => Built {
            root,
            ignored_from,
            has_odd_names: true,
            ..Built::default()
        },
        Err(error) => {
            builder.errors.push(error);
            Built::default()
        }
    };
    built.seen_to = builder.seen_to;
    built.comments = builder.scanner.comments;
    built.errors = builder.errors;
    built
}

impl<'a> Builder<'a> {
    /// Reads the first document. Returns it, and the offset of ignored text.
    fn document(&mut self) -> Result<(Option<Node>, Option<u32>), ReadError> {
        let root = match self.next_kind()? {
            TokenKind::StreamEnd => return Ok((None, None)),
            TokenKind::VersionDirective(..) | TokenKind::TagDirective { .. } | TokenKind::DocumentStart => {
                self.directives()?;
                if *self.next_kind()? != TokenKind::DocumentStart {
                    return Err(self.unexpected("directives must be followed by a line `---`; add it")?);
                }
                self.scanner.take()?;
                match self.next_kind()? {
                    TokenKind::VersionDirective(..)
                    | TokenKind::TagDirective { .. }
                    | TokenKind::DocumentStart
                    | TokenKind::DocumentEnd
                    | TokenKind::StreamEnd => None,
                    _ => Some(self.value(AllowedNode::Block)?),
                }
            }
            _ => Some(self.value(AllowedNode::Block)?),
        };
        let mut end = self.scanner.peek()?.span;
        self.seen_to = self.scanner.place();
        if *self.next_kind()? == TokenKind::DocumentEnd {
            end = self.scanner.take()?.span;
        }
        // kubectl reads only the first document; anything after it, valid or not, is ignored.
        let ignored_from = match self.scanner.peek() {
            Ok(token) => (token.kind != TokenKind::StreamEnd).then_some(token.span.start),
            Err(error) => Some(error.span.start.max(end.end)),
        };
        Ok((root, ignored_from))
    }

    fn directives(&mut self) -> Result<(), ReadError> {
        let mut has_version = false;
        loop {
            match self.next_kind()? {
                TokenKind::VersionDirective(..) | TokenKind::TagDirective { .. } => {}
                _ => return Ok(()),
            }
            let token = self.scanner.take()?;
            let fault = match token.kind {
                TokenKind::VersionDirective(1, 1) if !has_version => {
                    has_version = true;
                    continue;
                }
                TokenKind::VersionDirective(1, 1) => "a document can have only one `%YAML`; remove this one",
                TokenKind::VersionDirective(..) => "kubectl only reads YAML 1.1; remove this line",
                TokenKind::TagDirective { handle, prefix } => {
                    if self.tag_handles.insert(handle, prefix).is_none() {
                        continue;
                    }
                    "this handle already has a `%TAG`; remove this one"
                }
                _ => return Ok(()),
            };
            return Err(Scanner::error(token.span, fault));
        }
    }

    fn next_kind(&mut self) -> Result<&TokenKind<'a>, ReadError> {
        self.scanner.peek().map(|token| &token.kind)
    }

    /// Returns the error for an unexpected token, or the scanner's error at that position.
    fn unexpected(&mut self, message: &str) -> Result<ReadError, ReadError> {
        let span = self.scanner.peek()?.span;
        let shown = Span {
            start: span.start,
            end: span.end.max(span.start + 1),
        };
        Ok(Scanner::error(shown, message))
    }

    fn report(&mut self, message: String, span: Span) {
        self.errors.push(ReadError {
            kind: ReadErrorKind::Value,
            message,
            span,
        });
    }

    /// Reads a value with its anchor and its tag.
    fn node(&mut self, allowed: AllowedNode) -> Result<ParsedNode<'a>, ReadError> {
        let (mut anchor, mut tag) = (None, None);
        let mut start = None;
        loop {
            let token = self.scanner.peek()?;
            let span = token.span;
            match &token.kind {
                TokenKind::Alias(name) if start.is_none() => {
                    let name = *name;
                    self.scanner.take()?;
                    return self.alias(name, span);
                }
                TokenKind::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                TokenKind::Tag { handle, suffix } if tag.is_none() => {
                    let (handle, suffix) = (*handle, suffix.clone());
                    tag = Some(self.whole_tag(handle, suffix, span)?);
                }
                _ => break,
            }
            start.get_or_insert(span);
            self.scanner.take()?;
        }
        let number = anchor.map(|name| self.new_anchor(name));
        let span = self.scanner.peek()?.span;
        match (self.next_kind()?, allowed) {
            (TokenKind::Scalar(..), _) => {
                if let TokenKind::Scalar(text, style) = self.scanner.take()?.kind {
                    return Ok(self.scalar(text, style, number, tag.as_deref(), span));
                }
            }
            (TokenKind::BlockEntry, AllowedNode::Member) => return self.list_of_member(number),
            (TokenKind::FlowSequenceStart, _) => return self.flow_list(number),
            (TokenKind::FlowMappingStart, _) => return self.flow_object(number),
            (TokenKind::BlockSequenceStart, AllowedNode::Block | AllowedNode::Member) => {
                return self.block_list(number);
            }
            (TokenKind::BlockMappingStart, AllowedNode::Block | AllowedNode::Member) => {
                return self.block_object(number);
            }
            _ => {}
        }
        if let Some(span) = start {
            return Ok(self.scalar("".into(), ScalarStyle::Plain, number, tag.as_deref(), span));
        }
        let message = match self.next_kind()? {
            TokenKind::BlockEntry => "a list cannot start here; put it on a separate line",
            TokenKind::StreamEnd => "the text ends, but a value is expected; write it",
            _ => "a value is expected here; write it, or quote the text",
        };
        Err(self.unexpected(message)?)
    }

    /// Returns a tag with its handle resolved.
    fn whole_tag(&self, handle: &str, suffix: String, span: Span) -> Result<String, ReadError> {
        if handle.is_empty() {
            return Ok(suffix);
        }
        let prefix = match (self.tag_handles.get(handle), handle) {
            (Some(prefix), _) => prefix.as_str(),
            (None, "!") => "!",
            (None, "!!") => "tag:yaml.org,2002:",
            _ => {
                let message = "no `%TAG` declares the handle of this tag; quote the text, or remove the tag";
                return Err(Scanner::error(span, message));
            }
        };
        Ok(format!("{prefix}{suffix}"))
    }
}
