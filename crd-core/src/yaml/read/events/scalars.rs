//! Scalars, resolved to keys and values.

use std::borrow::Cow;

use granit_parser::ScalarStyle;

use super::Builder;
use super::aliases::{Anchor, DecodeWork};
use super::frames::Key;
use crate::yaml::read::members::ValueSource;
use crate::yaml::read::scalar::{self, Scalar};
use crate::yaml::tree::{Entry, Node, Span, Value};

impl<'a> Builder<'a> {
    pub(super) fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&str>,
        span: Span,
    ) {
        let work = DecodeWork {
            nodes: 1,
            bytes: text.len() + size_of::<Entry>(),
        };
        self.work.nodes += work.nodes;
        self.work.bytes += work.bytes;
        let plain = style == ScalarStyle::Plain;
        if self.tab_indents(span, style) {
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
            self.put(Node { span, value }, None, ValueSource::Written);
            return;
        }
        let owned = into_owned(resolved);
        let value = self.value_of(owned.clone(), span);
        let node = Node { span, value };
        self.keep(
            anchor,
            Anchor {
                node: node.clone(),
                scalar: Some(owned.clone()),
                work,
                height: 0,
            },
        );
        self.put(node, Some(owned), ValueSource::Written);
    }

    fn value_of(&mut self, scalar: Scalar<'_>, span: Span) -> Value {
        scalar.into_value().unwrap_or_else(|message| {
            self.report(message, span);
            Value::Null
        })
    }

    pub(super) fn scalar_key(&mut self, scalar: Scalar<'_>, span: Span) {
        let key = match scalar.into_key() {
            Ok(name) => Key::Name(name, span),
            Err(message) => {
                self.report(message, span);
                Key::Bad
            }
        };
        self.set_key(key);
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
