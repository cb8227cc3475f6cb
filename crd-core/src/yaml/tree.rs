//! A document as a tree with byte positions.

/// A byte range of the source text, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of byte offsets; offsets beyond 4 GiB are cut.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            start: cut(start),
            end: cut(end),
        }
    }

    /// The text of the span, if it lies in `source` on character boundaries.
    pub fn slice(self, source: &str) -> Option<&str> {
        source.get(self.start as usize..self.end as usize)
    }

    /// The same place in a text that has `offset` bytes before this one.
    #[must_use]
    pub fn shifted(self, offset: u32) -> Self {
        Span {
            start: self.start.saturating_add(offset),
            end: self.end.saturating_add(offset),
        }
    }
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The place of the value; of an alias, the place of the alias.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A value as kubectl hands it to the server, after YAML scalars are resolved and anchors and merge keys
/// are expanded.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number in the range of `i64`.
    Int(i64),
    /// Any other number, among them whole ones beyond `i64`.
    Float(f64),
    /// A string.
    String(Box<str>),
    /// A list.
    Sequence(Vec<Node>),
    /// An object.
    Mapping(Mapping),
}

/// An object: members in the order written, each name once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mapping {
    /// The members. Where a name stands twice the last one counts, as kubectl reads it.
    pub entries: Vec<Entry>,
    /// The places of names that stand again, in order.
    pub duplicates: Vec<Duplicate>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub key: Box<str>,
    /// The place of the name.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

/// A name that stands again in the same object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// The name.
    pub key: Box<str>,
    /// The place of the second name.
    pub key_span: Span,
    /// The place of the first.
    pub first: Span,
    /// Whether one of the two comes from a merge key `<<`, which is what merge keys are for. Go's strict
    /// reader objects nevertheless.
    pub merged: bool,
}

impl Mapping {
    /// The member `key`.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| &*entry.key == key)
    }
}

impl Node {
    /// The member `key`, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_mapping()?.get(key).map(|entry| &entry.value)
    }

    /// The object.
    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// The list.
    pub fn as_sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// The string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The same value without places. Floats JSON cannot say become null.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(flag) => Json::Bool(*flag),
            Value::Int(int) => Json::from(*int),
            Value::Float(float) => Json::from(*float),
            Value::String(text) => Json::String(text.as_ref().to_owned()),
            Value::Sequence(items) => items.iter().map(Node::to_json).collect(),
            Value::Mapping(mapping) => mapping
                .entries
                .iter()
                .map(|entry| (String::from(&*entry.key), entry.value.to_json()))
                .collect(),
        }
    }
}
