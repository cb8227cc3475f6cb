//! Anchors and aliases. An alias stands for a copy, and how much may be copied is bounded.

use super::Builder;
use crate::yaml::read::members::ValueSource;
use crate::yaml::read::scalar::Scalar;
use crate::yaml::read::{ReadError, ReadErrorKind};
use crate::yaml::tree::{Node, Span, Value};

/// How many bytes of copies the aliases of one document may make.
const MAX_COPIED_BYTES: usize = 64 << 20;

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

impl Builder<'_> {
    /// Go bounds how many values of a document may come from aliases: nearly all in a small one, a tenth
    /// in a huge one.
    pub(super) fn count_copy(&mut self, work: DecodeWork, span: Span) -> Result<(), ReadError> {
        self.aliased.bytes += work.bytes;
        let (Ok(aliased), Ok(all)) = (u32::try_from(self.aliased.nodes), u32::try_from(self.work.nodes))
        else {
            return Err(ReadError::too_many_aliases(span));
        };
        let share = (f64::from(all).clamp(400_000.0, 4_000_000.0) - 400_000.0) / 3_600_000.0;
        let allowed = 0.99 - 0.89 * share;
        let excessive = aliased > 100 && all > 1000 && f64::from(aliased) / f64::from(all) > allowed;
        if excessive || self.aliased.bytes > MAX_COPIED_BYTES {
            return Err(ReadError::too_many_aliases(span));
        }
        Ok(())
    }

    pub(super) fn keep(&mut self, id: usize, anchor: Anchor) {
        if self.anchors.len() <= id {
            self.anchors.resize_with(id + 1, || None);
        }
        if let Some(kept) = self.anchors.get_mut(id) {
            *kept = Some(anchor);
        }
    }

    fn anchor(&self, id: usize) -> Option<&Anchor> {
        self.anchors.get(id)?.as_ref()
    }

    pub(super) fn alias(&mut self, id: usize, span: Span) -> Result<(), ReadError> {
        let Some(Anchor { work, height, .. }) = self.anchor(id) else {
            return Err(ReadError {
                kind: ReadErrorKind::Alias,
                message: "this alias stands inside of what it stands for; write the value out".to_owned(),
                span,
            });
        };
        let (work, height) = (*work, *height);
        self.work.nodes = self.work.nodes.saturating_add(work.nodes + 1);
        self.work.bytes = self.work.bytes.saturating_add(work.bytes);
        self.aliased.nodes = self.aliased.nodes.saturating_add(work.nodes);
        self.count_copy(work, span)?;
        if self.frames.len() + height > self.max_depth {
            return Err(ReadError::too_deep(span));
        }
        let Some(anchor) = self.anchor(id) else {
            return Ok(());
        };
        let (mut node, scalar) = (anchor.node.clone(), anchor.scalar.clone());
        node.span = span;
        self.put(node, scalar, ValueSource::Alias);
        Ok(())
    }
}

/// How many lists and objects are nested in one another at most. The depth of a node is bounded.
pub(super) fn height(node: &Node) -> usize {
    match &node.value {
        Value::Sequence(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        Value::Mapping(mapping) => {
            1 + mapping
                .entries
                .iter()
                .map(|entry| height(&entry.value))
                .max()
                .unwrap_or(0)
        }
        _ => 0,
    }
}
