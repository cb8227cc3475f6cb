//! Scalars, resolved to keys and values.

use std::borrow::Cow;

use super::state::{AllowedNode, Anchor, Builder, DecodeWork, ParsedNode};
use crate::yaml::read::ReadError;
use crate::yaml::read::members::ValueSource;
use crate::yaml::read::scalar::{self, Scalar};
use crate::yaml::read::scanner::ScalarStyle;
use crate::yaml::tree::{Entry, InternedText, Node, Span, Value};

pub(super) enum MemberKey {
    Name(InternedText, Span),
    /// `<<`
    Merge,
    /// A key that is already reported; its value is read and dropped.
    Bad,
}

impl<'a> Builder<'a> {
    /// Creates null at a position without text.
    pub(super) fn empty(&mut self, place: u32) -> ParsedNode<'a> {
        let span = Span {
            start: place,
            end: place,
        };
        self.scalar(Cow::Borrowed(""), ScalarStyle::Plain, None, None, span)
    }

    pub(super) fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        anchor: Option<usize>,
        tag: Option<&str>,
        span: Span,
    ) -> ParsedNode<'a> {
        let work = DecodeWork {
            nodes: 1,
            bytes: text.len() + size_of::<Entry>(),
        };
        self.work.nodes += work.nodes;
        self.work.bytes += work.bytes;
        let plain = style == ScalarStyle::Plain;
        let is_merge = tag.is_none_or(|tag| tag == "!" || tag == "tag:yaml.org,2002:merge")
            && text == "<<"
            && (plain || tag.is_some());
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
        let node = Node {
            span,
            value: Value::Null,
        };
        if let Some(number) = anchor {
            let anchor = Anchor {
                node: node.clone(),
                scalar: Some(into_owned(resolved.clone())),
                work,
                height: 0,
            };
            self.keep(number, anchor);
        }
        ParsedNode {
            node,
            scalar: Some(resolved),
            is_merge,
            source: ValueSource::Written,
        }
    }

    pub(super) fn empty_value(&mut self, place: u32) -> Node {
        let parsed = self.empty(place);
        self.take_value(parsed)
    }

    /// Reads a value.
    pub(super) fn value(&mut self, allowed: AllowedNode) -> Result<Node, ReadError> {
        let parsed = self.node(allowed)?;
        Ok(self.take_value(parsed))
    }

    /// Converts a parsed node to a value.
    pub(super) fn take_value(&mut self, parsed: ParsedNode<'a>) -> Node {
        let mut node = parsed.node;
        if let Some(scalar) = parsed.scalar {
            node.value = scalar.into_value().unwrap_or_else(|message| {
                self.report(message, node.span);
                Value::Null
            });
        }
        node
    }

    /// Converts a parsed node to a key.
    pub(super) fn take_key(&mut self, parsed: ParsedNode<'a>) -> MemberKey {
        let span = parsed.node.span;
        if parsed.is_merge {
            return MemberKey::Merge;
        }
        let name = match parsed.scalar {
            Some(scalar) => scalar.into_key(),
            None => Err("a list or an object cannot be a key; use a string".to_owned()),
        };
        match name {
            Ok(name) => MemberKey::Name(name, span),
            Err(message) => {
                self.report(message, span);
                MemberKey::Bad
            }
        }
    }
}

pub(super) fn into_owned(scalar: Scalar<'_>) -> Scalar<'static> {
    match scalar {
        Scalar::String(text) => Scalar::String(Cow::Owned(text.into_owned())),
        Scalar::Null => Scalar::Null,
        Scalar::Bool(flag) => Scalar::Bool(flag),
        Scalar::Int(int) => Scalar::Int(int),
        Scalar::Uint(uint) => Scalar::Uint(uint),
        Scalar::Float(float) => Scalar::Float(float),
    }
}
