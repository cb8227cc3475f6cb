//! The parts of a value that are known to be valid: the compact form of a schema finds them fast, so that validation with
//! errors skips them.

use serde_json::Value;

use crate::server::objects::compact::{CompactSchema, NodeId};
use crate::server::objects::parts::Patterns;

/// A place in the compact form of a schema, if there is one.
#[derive(Clone, Copy, Default)]
pub(in crate::server::objects) struct ValidParts<'a> {
    place: Option<ValidPlace<'a>>,
}

#[derive(Clone, Copy)]
struct ValidPlace<'a> {
    schema: &'a CompactSchema,
    patterns: &'a Patterns,
    node: NodeId,
    /// For how many levels the parts of what is not valid are asked for: each level looks at all below it.
    levels: u8,
}

impl<'a> ValidParts<'a> {
    /// Nothing is known.
    pub(in crate::server::objects) const NOTHING: ValidParts<'a> = ValidParts { place: None };

    /// What a node of a compact schema says.
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

    /// What is known of the members of this name.
    pub(super) fn member(self, name: &str) -> Self {
        self.below(|place| place.schema.member_of(place.node, name))
    }

    /// What is known of the elements.
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

    /// Whether a value is known to be valid.
    pub(super) fn is_valid(self, value: &Value) -> bool {
        self.place
            .is_some_and(|place| place.schema.is_valid(place.node, value, place.patterns) == Some(true))
    }
}
