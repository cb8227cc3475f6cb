//! What is known to be valid before a value is validated: the compact form of a schema says so fast.

use serde_json::Value;

#[cfg(feature = "eval")]
use super::Patterns;
#[cfg(feature = "eval")]
use crate::server::objects::compact::{CompactSchema, NodeId};

/// A place in the compact form of a schema.
#[derive(Clone, Copy, Default)]
pub(in crate::server::objects) struct Known<'a> {
    #[cfg(feature = "eval")]
    place: Option<Place<'a>>,
    #[cfg(not(feature = "eval"))]
    nothing: std::marker::PhantomData<&'a ()>,
}

#[cfg(feature = "eval")]
#[derive(Clone, Copy)]
struct Place<'a> {
    schema: &'a CompactSchema,
    patterns: &'a Patterns,
    node: NodeId,
    /// For how many levels the parts of what is not valid are asked for: each level looks at all below it.
    levels: u8,
}

impl<'a> Known<'a> {
    /// Nothing is known.
    #[cfg(not(feature = "eval"))]
    pub(in crate::server::objects) const NOTHING: Known<'a> = Known {
        nothing: std::marker::PhantomData,
    };

    /// Nothing is known.
    #[cfg(feature = "eval")]
    pub(in crate::server::objects) const NOTHING: Known<'a> = Known { place: None };
}

#[cfg(feature = "eval")]
impl<'a> Known<'a> {
    /// What a node of a compact schema says.
    pub(in crate::server::objects) fn at(
        schema: &'a CompactSchema,
        node: NodeId,
        patterns: &'a Patterns,
    ) -> Self {
        const LEVELS: u8 = 8;
        Known {
            place: Some(Place {
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

    fn below(self, node: impl FnOnce(Place<'a>) -> Option<NodeId>) -> Self {
        let place = self.place.and_then(|place| {
            Some(Place {
                node: node(place)?,
                levels: place.levels.checked_sub(1)?,
                ..place
            })
        });
        Known { place }
    }

    /// Whether a value is known to be valid.
    pub(super) fn is_valid(self, value: &Value) -> bool {
        self.place
            .is_some_and(|place| place.schema.is_valid(place.node, value, place.patterns) == Some(true))
    }
}

#[cfg(not(feature = "eval"))]
#[expect(clippy::unused_self, reason = "nothing is known without the feature `eval`")]
impl Known<'_> {
    pub(super) fn member(self, _name: &str) -> Self {
        self
    }

    pub(super) fn items(self) -> Self {
        self
    }

    pub(super) fn is_valid(self, _value: &Value) -> bool {
        false
    }
}
