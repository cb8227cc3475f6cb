//! What the tolerant reader makes of a text.

use std::ops::Range;

use super::scalar::{Style, decoded};

/// What is nested deeper is not read.
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
    /// From its first byte to the end of the last one that belongs to it.
    pub(crate) span: Range<usize>,
    pub(crate) value: LooseValue,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LooseValue {
    /// There is none yet.
    Missing,
    /// A scalar in some style; [`decoded`] reads it.
    Scalar(Style),
    /// An object.
    Mapping(Vec<Member>),
    /// A list.
    Sequence(Vec<LooseNode>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The place of the name, with its quotes.
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

    /// The members, if this is an object; else none.
    pub(crate) fn members(&self) -> &[Member] {
        match &self.value {
            LooseValue::Mapping(members) => members,
            _ => &[],
        }
    }

    /// The elements, if this is a list; else none.
    pub(crate) fn elements(&self) -> &[LooseNode] {
        match &self.value {
            LooseValue::Sequence(elements) => elements,
            _ => &[],
        }
    }

    /// The member of a name.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members().iter().find(|member| member.name == name)
    }

    /// The value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&LooseNode> {
        self.member(name).map(|member| &member.value)
    }

    /// The text of a scalar.
    pub(crate) fn text(&self, source: &str) -> Option<String> {
        match self.value {
            LooseValue::Scalar(style) => Some(decoded(source.get(self.span.clone())?, style)),
            _ => None,
        }
    }

    /// The text of the scalar of a member.
    pub(crate) fn text_of(&self, name: &str, source: &str) -> Option<String> {
        self.get(name)?.text(source)
    }
}
