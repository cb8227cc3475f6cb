//! Moves `enum` under `allOf` where the value may be null.
//!
//! ```text
//! {type: string, nullable: true, enum: [a, b]}
//! {type: string, nullable: true, allOf: [{enum: [a, b]}]}
//! ```
//!
//! The server accepts null for a nullable node before it looks at `allOf`, but it looks for null among the values of
//! the node's own `enum`, where it never finds it.

use super::junctor::{admits, nested};
use crate::model::structural::Structural;

/// Rewrites a schema and everything below it. This is the last pass over a generated schema.
pub(super) fn move_nullable_enums(node: &mut Structural) {
    if node.generic.nullable
        && let Some(values) = node.validation.enum_.take()
    {
        node.validation.all_of.push(nested(admits(values)));
    }
    node.each_child_mut(&mut |_, child| move_nullable_enums(child));
}
