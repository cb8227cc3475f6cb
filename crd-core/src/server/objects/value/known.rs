//! The parts of a value that are known to be valid: the compact form of a schema determines them quickly, so
//! that validation can skip them.

use serde_json::Value;

use crate::server::objects::compact::{CompactSchema, NodeId};
use crate::server::objects::parts::Patterns;

/// A node in the compact form of a schema, if there is one.
#[derive(Clone, Copy, Default)]
pub(in crate::server::objects) struct ValidParts<'a> {
    place: Option<ValidPlace<'a>>,
}

#[derive(Clone, Copy)]
struct ValidPlace<'a> {
    schema: &'a CompactSchema,
    patterns: &'a Patterns,
    node: NodeId,
    /// The number of levels at which the parts of an invalid value are checked: each level checks everything below it.
    levels: u8,
}

impl<'a> ValidParts<'a> {
    /// No part is known to be valid.
    pub(in crate::server::objects) const NOTHING: ValidParts<'a> = ValidParts { place: None };

    /// Returns the valid parts at a node of a compact schema.
    #[cfg(feature = "eval")]
    pub(in crate::server::objects) fn at(
        schema: &'a CompactSchema,
        node: NodeId,
        patterns: &'a Patterns,
    ) -> Self {
        const LEVELS: u8 = 8;
        ValidParts {
            place: Some(ValidPlace {
                schema,
                patterns,
                node,
                levels: LEVELS,
            }),
        }
    }

    /// Returns the valid parts of the members with this name.
    pub(super) fn member(self, name: &str) -> Self {
        self.below(|place| place.schema.member_of(place.node, name))
    }

    /// Returns the valid parts of the elements.
    pub(super) fn items(self) -> Self {
        self.below(|place| place.schema.items_of(place.node))
    }

    fn below(self, node: impl FnOnce(ValidPlace<'a>) -> Option<NodeId>) -> Self {
        let place = self.place.and_then(|place| {
            Some(ValidPlace {
                node: node(place)?,
                levels: place.levels.checked_sub(1)?,
                ..place
            })
        });
        ValidParts { place }
    }

    /// Checks whether a value is known to be valid.
    pub(super) fn is_valid(self, value: &Value) -> bool {
        self.place
            .is_some_and(|place| place.schema.is_valid(place.node, value, place.patterns) == Some(true))
    }
}
