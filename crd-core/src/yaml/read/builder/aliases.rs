//! Anchors and aliases. An alias is replaced by a copy, and the total size of copies is limited.

use super::state::{Anchor, Builder, DecodeWork, ParsedNode};
use crate::yaml::read::error::{ReadError, ReadErrorKind};
use crate::yaml::read::members::ValueSource;
use crate::yaml::tree::{Node, Span, Value};

/// The maximum number of bytes that the aliases of one document may copy.
const MAX_COPIED_BYTES: usize = 64 << 20;

impl<'a> Builder<'a> {
    /// Counts a copy. Go limits how many values of a document may come from aliases: nearly all in a small
    /// one, a tenth in a huge one.
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

    /// Adds the name of the value that is read next, and returns its number.
    pub(super) fn new_anchor(&mut self, name: &'a str) -> usize {
        let number = self.anchors.len();
        self.anchors.push(None);
        self.anchor_names.insert(name, number);
        number
    }

    pub(super) fn keep(&mut self, number: usize, anchor: Anchor) {
        if let Some(kept) = self.anchors.get_mut(number) {
            *kept = Some(anchor);
        }
    }

    pub(super) fn alias(&mut self, name: &str, span: Span) -> Result<ParsedNode<'a>, ReadError> {
        let fault = |message: &str| ReadError {
            kind: ReadErrorKind::Alias,
            message: message.to_owned(),
            span,
        };
        let Some(number) = self.anchor_names.get(name).copied() else {
            return Err(fault(
                "there is no anchor with this name before this alias; define it with `&`",
            ));
        };
        let Some(Anchor { work, height, .. }) = self.anchors.get(number).and_then(Option::as_ref) else {
            return Err(fault(
                "this alias refers to a value that contains it; write the value instead",
            ));
        };
        let (work, height) = (*work, *height);
        self.work.nodes = self.work.nodes.saturating_add(work.nodes + 1);
        self.work.bytes = self.work.bytes.saturating_add(work.bytes);
        self.aliased.nodes = self.aliased.nodes.saturating_add(work.nodes);
        self.count_copy(work, span)?;
        if self.depth + height > self.max_depth {
            return Err(ReadError::too_deep(span));
        }
        let anchor = self.anchors.get(number).and_then(Option::as_ref);
        let mut node = anchor.map_or(
            Node {
                span,
                value: Value::Null,
            },
            |anchor| anchor.node.clone(),
        );
        node.span = span;
        Ok(ParsedNode {
            node,
            scalar: anchor.and_then(|anchor| anchor.scalar.clone()),
            is_merge: false,
            source: ValueSource::Alias,
        })
    }
}

/// Returns the maximum nesting depth of lists and objects. The depth of a node is bounded.
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
