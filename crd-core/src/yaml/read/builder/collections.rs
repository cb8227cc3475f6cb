//! Lists and objects, in block and flow style.

use super::aliases::height;
use super::scalars::MemberKey;
use super::state::{AllowedNode, Anchor, Builder, DecodeWork, ParsedNode};
use crate::yaml::read::ReadError;
use crate::yaml::read::members::{ValueSource, mapping, merge};
use crate::yaml::read::scanner::{Scanner, TokenKind};
use crate::yaml::tree::{Entry, Node, Span, Value};

/// The state of [`Builder::open`] until the list or object is closed.
struct OpenCollection {
    anchor: Option<usize>,
    start: u32,
    work_before: DecodeWork,
}

/// The members of an object that is being read.
#[derive(Default)]
struct ObjectMembers {
    entries: Vec<Entry>,
    /// The ranges of members that come from merge keys.
    merged: Vec<std::ops::Range<usize>>,
}

impl ObjectMembers {
    /// Returns the end of the last member.
    fn end(&self) -> Option<u32> {
        let last = self.entries.last()?;
        Some(last.value.span.end.max(last.key_span.end))
    }

    fn into_value(self) -> Value {
        Value::Mapping(mapping(self.entries, &self.merged))
    }
}

const UNALIGNED: &str = "the indentation of this line does not match the previous lines; align it with them";

impl<'a> Builder<'a> {
    fn open(&mut self, anchor: Option<usize>) -> Result<OpenCollection, ReadError> {
        let span = self.scanner.peek()?.span;
        if self.depth >= self.max_depth {
            return Err(ReadError::too_deep(span));
        }
        self.depth += 1;
        let work_before = self.work;
        self.work.nodes += 1;
        self.work.bytes += size_of::<Entry>();
        Ok(OpenCollection {
            anchor,
            start: span.start,
            work_before,
        })
    }

    fn close(
        &mut self,
        opened: &OpenCollection,
        end: u32,
        value: Value,
    ) -> Result<ParsedNode<'a>, ReadError> {
        self.depth -= 1;
        let span = Span {
            start: opened.start,
            end: end.max(opened.start),
        };
        let node = Node { span, value };
        if let Some(number) = opened.anchor {
            let work = DecodeWork {
                nodes: self.work.nodes - opened.work_before.nodes,
                bytes: self.work.bytes - opened.work_before.bytes,
            };
            self.count_copy(work, span)?;
            let anchor = Anchor {
                node: node.clone(),
                scalar: None,
                work,
                height: height(&node),
            };
            self.keep(number, anchor);
        }
        Ok(ParsedNode {
            node,
            scalar: None,
            is_merge: false,
            source: ValueSource::Written,
        })
    }

    pub(super) fn block_list(&mut self, anchor: Option<usize>) -> Result<ParsedNode<'a>, ReadError> {
        let opened = self.open(anchor)?;
        self.scanner.take()?;
        let mut items = Vec::new();
        loop {
            match self.next_kind()? {
                TokenKind::BlockEntry => items.push(self.block_item()?),
                TokenKind::BlockEnd => break,
                _ => return Err(self.unexpected(UNALIGNED)?),
            }
        }
        self.scanner.take()?;
        let end = items.last().map_or(opened.start, |item| item.span.end);
        self.close(&opened, end, Value::Sequence(items))
    }

    /// Reads a list whose dashes have the column of its key. Its span starts with its first item.
    pub(super) fn list_of_member(&mut self, anchor: Option<usize>) -> Result<ParsedNode<'a>, ReadError> {
        let mut opened = self.open(anchor)?;
        let mut items = Vec::new();
        while *self.next_kind()? == TokenKind::BlockEntry {
            items.push(self.block_item()?);
        }
        opened.start = items.first().map_or(opened.start, |item| item.span.start);
        let end = items.last().map_or(opened.start, |item| item.span.end);
        self.close(&opened, end, Value::Sequence(items))
    }

    fn block_item(&mut self) -> Result<Node, ReadError> {
        let dash = self.scanner.take()?.span;
        match self.next_kind()? {
            TokenKind::BlockEntry | TokenKind::BlockEnd | TokenKind::Key | TokenKind::Value => {
                Ok(self.empty_value(dash.end))
            }
            _ => self.value(AllowedNode::Block),
        }
    }

    pub(super) fn block_object(&mut self, anchor: Option<usize>) -> Result<ParsedNode<'a>, ReadError> {
        let opened = self.open(anchor)?;
        self.scanner.take()?;
        let mut members = ObjectMembers::default();
        loop {
            match self.next_kind()? {
                TokenKind::Key => {}
                TokenKind::BlockEnd => break,
                _ => return Err(self.unexpected(UNALIGNED)?),
            }
            let place = self.scanner.take()?.span.end;
            let key = self.block_member(place)?;
            let key = self.take_key(key);
            let place = self.scanner.peek()?.span.start;
            let value = if *self.next_kind()? == TokenKind::Value {
                self.scanner.take()?;
                self.block_member(place)?
            } else {
                self.empty(place)
            };
            self.add(&mut members, key, value);
        }
        self.scanner.take()?;
        let end = members.end().unwrap_or(opened.start);
        self.close(&opened, end, members.into_value())
    }

    /// Reads a key or a value; null at this position if there is none.
    fn block_member(&mut self, place: u32) -> Result<ParsedNode<'a>, ReadError> {
        match self.next_kind()? {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => Ok(self.empty(place)),
            _ => self.node(AllowedNode::Member),
        }
    }

    /// Consumes the comma before a member in flow style, unless it is the first. Returns whether a member follows.
    fn flow_goes_on(
        &mut self,
        opened: &OpenCollection,
        end: &TokenKind<'_>,
        is_first: bool,
    ) -> Result<bool, ReadError> {
        if !is_first && self.next_kind()? != end {
            match self.next_kind()? {
                TokenKind::FlowEntry => {
                    self.scanner.take()?;
                }
                TokenKind::StreamEnd | TokenKind::DocumentStart | TokenKind::DocumentEnd => {
                    return Err(Self::unclosed(opened, end));
                }
                _ => {
                    let close = closing(end);
                    return Err(self.unexpected(&format!("a `,` or `{close}` is expected here"))?);
                }
            }
        }
        if *self.next_kind()? == TokenKind::StreamEnd {
            return Err(Self::unclosed(opened, end));
        }
        Ok(self.next_kind()? != end)
    }

    fn unclosed(opened: &OpenCollection, end: &TokenKind<'_>) -> ReadError {
        let open = if closing(end) == ']' { '[' } else { '{' };
        let span = Span {
            start: opened.start,
            end: opened.start + 1,
        };
        Scanner::error(span, &format!("this `{open}` is never closed; close it"))
    }

    pub(super) fn flow_list(&mut self, anchor: Option<usize>) -> Result<ParsedNode<'a>, ReadError> {
        let opened = self.open(anchor)?;
        self.scanner.take()?;
        let mut items = Vec::new();
        while self.flow_goes_on(&opened, &TokenKind::FlowSequenceEnd, items.is_empty())? {
            items.push(if *self.next_kind()? == TokenKind::Key {
                self.pair()?
            } else {
                self.value(AllowedNode::Flow)?
            });
        }
        let end = self.scanner.take()?.span.end;
        self.close(&opened, end, Value::Sequence(items))
    }

    /// Reads an object of one member without braces, as an item of a list in flow style.
    fn pair(&mut self) -> Result<Node, ReadError> {
        let opened = self.open(None)?;
        self.scanner.take()?;
        let place = self.scanner.peek()?.span;
        let key = match self.next_kind()? {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                // Go skips the token, whatever it is.
                self.scanner.take()?;
                self.empty(place.end)
            }
            _ => self.node(AllowedNode::Flow)?,
        };
        let key = self.take_key(key);
        let value = self.flow_value()?;
        let mut members = ObjectMembers::default();
        self.add(&mut members, key, value);
        let end = members.end().unwrap_or(opened.start);
        Ok(self.close(&opened, end, members.into_value())?.node)
    }

    /// Reads the value of a member in flow style.
    fn flow_value(&mut self) -> Result<ParsedNode<'a>, ReadError> {
        let place = self.scanner.peek()?.span.start;
        if *self.next_kind()? == TokenKind::Value {
            self.scanner.take()?;
            match self.next_kind()? {
                TokenKind::FlowEntry | TokenKind::FlowSequenceEnd | TokenKind::FlowMappingEnd => {}
                _ => return self.node(AllowedNode::Flow),
            }
        }
        Ok(self.empty(place))
    }

    pub(super) fn flow_object(&mut self, anchor: Option<usize>) -> Result<ParsedNode<'a>, ReadError> {
        let opened = self.open(anchor)?;
        self.scanner.take()?;
        let mut members = ObjectMembers::default();
        let mut is_first = true;
        while self.flow_goes_on(&opened, &TokenKind::FlowMappingEnd, is_first)? {
            is_first = false;
            let has_value = *self.next_kind()? == TokenKind::Key;
            if has_value {
                self.scanner.take()?;
            }
            let place = self.scanner.peek()?.span.start;
            let key = match self.next_kind()? {
                TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd if has_value => {
                    self.empty(place)
                }
                _ => self.node(AllowedNode::Flow)?,
            };
            let key = self.take_key(key);
            let value = if has_value {
                self.flow_value()?
            } else {
                let place = self.scanner.peek()?.span.start;
                self.empty(place)
            };
            self.add(&mut members, key, value);
        }
        let end = self.scanner.take()?.span.end;
        self.close(&opened, end, members.into_value())
    }

    /// Adds a member, or the members of a merge key's value.
    fn add(&mut self, members: &mut ObjectMembers, key: MemberKey, value: ParsedNode<'a>) {
        let source = value.source;
        let value = self.take_value(value);
        let span = value.span;
        match key {
            MemberKey::Name(key, key_span) => members.entries.push(Entry { key, key_span, value }),
            MemberKey::Merge => {
                let start = members.entries.len();
                if merge(&mut members.entries, value, source).is_some() {
                    members.merged.push(start..members.entries.len());
                } else {
                    self.report(
                        "the value of `<<` must be an object or a list of objects; correct it".to_owned(),
                        span,
                    );
                }
            }
            MemberKey::Bad => {}
        }
    }
}

fn closing(end: &TokenKind<'_>) -> char {
    if *end == TokenKind::FlowSequenceEnd {
        ']'
    } else {
        '}'
    }
}
