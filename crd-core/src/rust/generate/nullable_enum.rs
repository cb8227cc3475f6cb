//! Moves `enum` under `allOf` where the value may be null.
//!
//! ```text
//! {type: string, nullable: true, enum: [a, b]}
//! {type: string, nullable: true, allOf: [{enum: [a, b]}]}
//! ```
//!
//! The server accepts null for a nullable node before it looks at `allOf`, but it looks for null among the values of
//! the node's own `enum`, where it never finds it.

use super::context::Context;
use super::junctor::{admits, nested};
use crate::model::structural::{Additional, Structural, StructuralShape};

/// Rewrites a schema and everything below it, but for the nodes that `unchecked(nullable)` is on. This is the last pass over a
/// generated schema. `depth` is the number of steps to the node from the root of the object.
pub(super) fn finish(cx: &mut Context, node: &mut Structural, depth: usize) {
    move_nullable_enums(node);
    for place in std::mem::take(&mut cx.refused_nulls) {
        if let Some(found) = at(node, place.get(depth..).unwrap_or_default()) {
            found.generic.nullable = true;
        }
    }
}

/// Returns the node at a place; `None` if a Rust type has another schema than its own.
fn at<'a>(node: &'a mut Structural, place: &[&str]) -> Option<&'a mut Structural> {
    let [step, rest @ ..] = place else {
        return Some(node);
    };
    let below = match (*step, &mut node.shape) {
        ("[]", StructuralShape::Array(array)) => &mut array.items,
        (name, StructuralShape::Object(object)) => {
            match (object.properties.get_mut(name), &mut object.additional) {
                (Some(member), _) => member,
                (None, Some(Additional::Schema(values))) => values,
                (None, _) => return None,
            }
        }
        _ => return None,
    };
    at(below, rest)
}

fn move_nullable_enums(node: &mut Structural) {
    if node.generic.nullable
        && let Some(values) = node.validation.enum_.take()
    {
        node.validation.all_of.push(nested(admits(values)));
    }
    node.each_child_mut(&mut |_, child| move_nullable_enums(child));
}
