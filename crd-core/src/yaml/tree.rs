//! A document as a tree with byte positions.

use crate::model::map::json_object;
pub use crate::model::text::InternedText;

/// A byte range of the source text, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from byte offsets; offsets beyond 4 GiB are truncated.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            start: cut(start),
            end: cut(end),
        }
    }

    /// Returns the text of the span; `None` if it is not in `source` or not on character boundaries.
    pub fn slice(self, source: &str) -> Option<&str> {
        source.get(self.start as usize..self.end as usize)
    }

    /// Returns this span in a text that has `offset` bytes before this one.
    #[must_use]
    pub fn shifted(self, offset: u32) -> Self {
        Span {
            start: self.start.saturating_add(offset),
            end: self.end.saturating_add(offset),
        }
    }
}

/// A value with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The position of the value. For an alias, that of the alias.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A value as kubectl sends it to the server, with YAML scalars resolved and anchors and merge keys expanded.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer in the range of `i64`.
    Int(i64),
    /// Any other number, including integers outside of `i64`.
    Float(f64),
    /// A string.
    String(InternedText),
    /// A list.
    Sequence(Vec<Node>),
    /// An object.
    Mapping(Mapping),
}

/// An object: members in the order written, each name once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// The members. If a name is set twice, the last value is kept, as kubectl does.
    pub entries: Vec<Entry>,
    /// Rarely used parts: duplicates, or an index of many members.
    more: Option<Box<More>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct More {
    duplicates: Vec<Duplicate>,
    /// The indices of the members in the order of their names; empty if that is the order of `entries`.
    by_name: Vec<u32>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub key: InternedText,
    /// The position of the name.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// A name that is set a second time in the same object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duplicate {
    /// The name.
    pub key: Box<str>,
    /// The position of the second one.
    pub key_span: Span,
    /// The position of the first one.
    pub first: Span,
    /// Whether one of the two comes from a merge key `<<`. Overriding is the purpose of merge keys, but Go's
    /// strict reader reports it nevertheless.
    pub merged: bool,
}

/// Objects with at most this many members are searched linearly.
const SHORT: usize = 16;

impl Mapping {
    /// Creates an object of members with distinct names. `by_name` contains their indices in the order of the
    /// names; empty if the members have that order.
    #[cfg(feature = "check")]
    pub(super) fn new(entries: Vec<Entry>, duplicates: Vec<Duplicate>, mut by_name: Vec<u32>) -> Self {
        if entries.len() <= SHORT {
            by_name = Vec::new();
        }
        let has_more = !duplicates.is_empty() || !by_name.is_empty();
        Mapping {
            entries,
            more: has_more.then(|| Box::new(More { duplicates, by_name })),
        }
    }

    /// Returns the names that are set again, in order of position.
    pub fn duplicates(&self) -> &[Duplicate] {
        self.more.as_ref().map_or(&[], |more| &more.duplicates)
    }

    /// Returns the member `key`.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        let quick = (self.entries.len() > SHORT).then(|| self.find(key)).flatten();
        quick.or_else(|| self.entries.iter().find(|entry| &*entry.key == key))
    }

    /// Finds the member `key` by binary search.
    fn find(&self, key: &str) -> Option<&Entry> {
        let by_name = self.more.as_ref().map(|more| &more.by_name);
        let position = match by_name.filter(|positions| !positions.is_empty()) {
            None => self.entries.binary_search_by(|entry| (*entry.key).cmp(key)).ok(),
            Some(positions) => {
                let name = |at: u32| self.entries.get(at as usize).map(|entry| &*entry.key);
                let found = positions.binary_search_by(|at| name(*at).cmp(&Some(key))).ok();
                found.and_then(|at| positions.get(at)).map(|at| *at as usize)
            }
        };
        self.entries.get(position?)
    }
}

impl Entry {
    /// Returns the span to underline for a member: all of it if it is a scalar, otherwise its name.
    pub fn shown(&self) -> Span {
        let end = if self.value.is_collection() {
            self.key_span.end
        } else {
            self.value.span.end
        };
        Span {
            start: self.key_span.start,
            end,
        }
    }
}

impl From<Vec<Entry>> for Mapping {
    /// Creates an object of members with distinct names.
    fn from(entries: Vec<Entry>) -> Self {
        Mapping { entries, more: None }
    }
}

impl Node {
    /// Returns the member `key`, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_mapping()?.get(key).map(|entry| &entry.value)
    }

    /// Returns the object, if this is one.
    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// Returns the position of the first name, if this is an object that has one.
    pub fn first_key(&self) -> Option<Span> {
        Some(self.as_mapping()?.entries.first()?.key_span)
    }

    /// Checks whether this is a list or an object.
    pub fn is_collection(&self) -> bool {
        matches!(self.value, Value::Sequence(_) | Value::Mapping(_))
    }

    /// Returns the elements if this is a list, otherwise none.
    pub fn elements(&self) -> &[Node] {
        self.as_sequence().unwrap_or_default()
    }

    /// Returns the members if this is an object, otherwise none.
    pub fn members(&self) -> &[Entry] {
        self.as_mapping().map_or(&[], |mapping| &mapping.entries)
    }

    /// Returns the elements, if this is a list.
    pub fn as_sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value with the members of every object in the order of their names, as clients send it.
    #[cfg(feature = "check")]
    pub(crate) fn sorted(&self) -> Node {
        let value = match &self.value {
            Value::Sequence(items) => Value::Sequence(items.iter().map(Node::sorted).collect()),
            Value::Mapping(mapping) => {
                let member = |entry: &Entry| Entry {
                    value: entry.value.sorted(),
                    ..entry.clone()
                };
                let mut entries: Vec<Entry> = mapping.entries.iter().map(member).collect();
                crate::model::sort::sort_by(&mut entries, &|left, right| left.key.cmp(&right.key));
                Value::Mapping(Mapping::new(entries, mapping.duplicates().to_vec(), Vec::new()))
            }
            scalar => scalar.clone(),
        };
        Node {
            span: self.span,
            value,
        }
    }

    /// Returns the value without positions. Floats that JSON cannot express become null.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(flag) => Json::Bool(*flag),
            Value::Int(int) => Json::from(*int),
            Value::Float(float) => Json::from(*float),
            Value::String(text) => Json::String(text.as_ref().to_owned()),
            Value::Sequence(items) => items.iter().map(Node::to_json).collect(),
            Value::Mapping(mapping) => {
                let member = |entry: &Entry| (String::from(&*entry.key), entry.value.to_json());
                json_object(&mut mapping.entries.iter().map(member))
            }
        }
    }
}
