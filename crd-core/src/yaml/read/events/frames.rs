//! Lists and objects: opened, filled and closed.

use granit_parser::StructureStyle;

use super::Builder;
use super::aliases::{Anchor, DecodeWork, height};
use crate::yaml::read::ReadError;
use crate::yaml::read::members::{ValueSource, mapping, merge};
use crate::yaml::read::scalar::Scalar;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// A list or an object whose end is not reached.
pub(super) struct Frame {
    pub(super) anchor: usize,
    pub(super) start: usize,
    pub(super) flow: bool,
    pub(super) work_before: DecodeWork,
    pub(super) kind: FrameKind,
}

pub(super) enum FrameKind {
    Sequence(Vec<Node>),
    Mapping {
        entries: Vec<Entry>,
        key: Option<Key>,
        merged: Vec<std::ops::Range<usize>>,
    },
}

pub(super) enum Key {
    Name(Box<str>, Span),
    /// `<<`
    Merge,
    /// One that is reported already; its value is read and dropped.
    Bad,
}

impl Builder<'_> {
    pub(super) fn expects_key(&self) -> bool {
        matches!(
            self.frames.last(),
            Some(Frame {
                kind: FrameKind::Mapping { key: None, .. },
                ..
            })
        )
    }

    pub(super) fn set_key(&mut self, new: Key) {
        if let Some(Frame {
            kind: FrameKind::Mapping { key, .. },
            ..
        }) = self.frames.last_mut()
        {
            *key = Some(new);
        }
    }

    pub(super) fn open(
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

    pub(super) fn close(&mut self, end: Span) -> Result<(), ReadError> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        // A block ends with its last value; its end event comes directly before the next token.
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
            let work = DecodeWork {
                nodes: self.work.nodes - frame.work_before.nodes,
                bytes: self.work.bytes - frame.work_before.bytes,
            };
            self.count_copy(work, node.span)?;
            self.keep(
                frame.anchor,
                Anchor {
                    node: node.clone(),
                    scalar: None,
                    work,
                    height: height(&node),
                },
            );
        }
        self.put(node, None, ValueSource::Written);
        Ok(())
    }

    /// Puts a finished value where it belongs. `scalar` is what it was before, if it may be a key.
    pub(super) fn put(&mut self, node: Node, scalar: Option<Scalar<'static>>, source: ValueSource) {
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
                    if merge(entries, node, source).is_some() {
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
