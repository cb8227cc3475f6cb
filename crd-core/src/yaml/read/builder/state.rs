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
    /// How many lists and objects are open.
    pub(super) depth: usize,
    /// How far the scanner was when the document ended.
    pub(super) seen_to: u32,
    /// The handles of tags that the document declares, with their prefixes.
    pub(super) tag_handles: HashMap<&'a str, String>,
    /// The latest anchor of each name, by number.
    pub(super) anchor_names: HashMap<&'a str, usize>,
    /// By number; none while the value is read.
    pub(super) anchors: Vec<Option<Anchor>>,
    pub(super) work: DecodeWork,
    pub(super) aliased: DecodeWork,
    pub(super) errors: Vec<ReadError>,
}

/// What may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AllowedNode {
    /// Anything.
    Block,
    /// Anything, and a list whose dashes have the column of the key.
    Member,
    /// No block: it is inside of brackets.
    Flow,
}

/// A value that was read.
pub(super) struct ParsedNode<'a> {
    pub(super) node: Node,
    /// What a scalar was before it became a value; it may be used as a key.
    pub(super) scalar: Option<Scalar<'a>>,
    /// Whether it is the merge key `<<`.
    pub(super) is_merge: bool,
    pub(super) source: ValueSource,
}

/// What it took to decode something: Go's count of values, and bytes of ours.
#[derive(Clone, Copy, Default)]
pub(super) struct DecodeWork {
    pub(super) nodes: usize,
    pub(super) bytes: usize,
}

/// A value that aliases may stand for.
pub(super) struct Anchor {
    pub(super) node: Node,
    /// For a scalar, what it was before it became a value; it may be used as a key.
    pub(super) scalar: Option<Scalar<'static>>,
    pub(super) work: DecodeWork,
    pub(super) height: usize,
}
