//! The result of the tolerant reader.

use std::ops::Range;

use super::scalar::{Style, decoded};

/// The maximum depth; deeper values are not read.
pub(super) const DEPTH: usize = 128;

/// A document of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LooseDocument {
    /// Its lines, without those of `---`.
    pub(crate) span: Range<usize>,
    /// Its value.
    pub(crate) root: LooseNode,
}

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LooseNode {
    /// From its first byte to the end of its last one.
    pub(crate) span: Range<usize>,
    pub(crate) value: LooseValue,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LooseValue {
    /// The value is missing.
    Missing,
    /// A scalar with its style; [`decoded`] returns its text.
    Scalar(Style),
    /// An object.
    Mapping(Vec<Member>),
    /// A list.
    Sequence(Vec<LooseNode>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The range of the name, with its quotes.
    pub(crate) key: Range<usize>,
    pub(crate) name: String,
    /// Whether a colon follows the name.
    pub(crate) has_colon: bool,
    pub(crate) value: LooseNode,
}

impl LooseNode {
    pub(crate) fn missing(at: usize) -> Self {
        LooseNode {
            span: at..at,
            value: LooseValue::Missing,
        }
    }

    /// Returns the members of an object; empty for other values.
    pub(crate) fn members(&self) -> &[Member] {
        match &self.value {
            LooseValue::Mapping(members) => members,
            _ => &[],
        }
    }

    /// Returns the elements of a list; empty for other values.
    pub(crate) fn elements(&self) -> &[LooseNode] {
        match &self.value {
            LooseValue::Sequence(elements) => elements,
            _ => &[],
        }
    }

    /// Returns the member with a name.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members().iter().find(|member| member.name == name)
    }

    /// Returns the value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&LooseNode> {
        self.member(name).map(|member| &member.value)
    }

    /// Returns the text of a scalar.
    pub(crate) fn text(&self, source: &str) -> Option<String> {
        match self.value {
            LooseValue::Scalar(style) => Some(decoded(source.get(self.span.clone())?, style)),
            _ => None,
        }
    }

    /// Returns the text of the scalar of a member.
    pub(crate) fn text_of(&self, name: &str, source: &str) -> Option<String> {
        self.get(name)?.text(source)
    }
}
