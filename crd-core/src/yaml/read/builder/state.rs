//! The state of the builder while it reads a document.

use std::collections::HashMap;

use crate::yaml::read::error::ReadError;
use crate::yaml::read::members::ValueSource;
use crate::yaml::read::scalar::Scalar;
use crate::yaml::read::scanner::Scanner;
use crate::yaml::tree::Node;

pub(super) struct Builder<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) max_depth: usize,
    /// Number of open lists and objects.
    pub(super) depth: usize,
    /// Position of the scanner when the document ended.
    pub(super) seen_to: u32,
    /// The tag handles that the document declares, with their prefixes.
    pub(super) tag_handles: HashMap<&'a str, String>,
    /// The latest anchor of each name, by number.
    pub(super) anchor_names: HashMap<&'a str, usize>,
    /// The anchors, by number; `None` while the value is being read.
    pub(super) anchors: Vec<Option<Anchor>>,
    pub(super) work: DecodeWork,
    pub(super) aliased: DecodeWork,
    pub(super) errors: Vec<ReadError>,
}

/// The kinds of node that are allowed at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AllowedNode {
    /// Any node.
    Block,
    /// Any node, and a list whose dashes have the column of the key.
    Member,
    /// Flow style only: it is inside brackets.
    Flow,
}

/// A parsed value.
pub(super) struct ParsedNode<'a> {
    pub(super) node: Node,
    /// The scalar before its conversion to a value; it may be used as a key.
    pub(super) scalar: Option<Scalar<'a>>,
    /// Whether it is the merge key `<<`.
    pub(super) is_merge: bool,
    pub(super) source: ValueSource,
}

/// The work of decoding a value: Go's count of nodes, and our count of bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct DecodeWork {
    pub(super) nodes: usize,
    pub(super) bytes: usize,
}

/// A value to which aliases may refer.
pub(super) struct Anchor {
    pub(super) node: Node,
    /// The scalar before its conversion to a value, if it is one; it may be used as a key.
    pub(super) scalar: Option<Scalar<'static>>,
    pub(super) work: DecodeWork,
    pub(super) height: usize,
}
