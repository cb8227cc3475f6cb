use crate::model::structural::{NestedValidation, Structural, ValueValidation};

/// The last pass over a schema.
///
/// The server never finds null among the members of an `enum`, so an enum that may be null stands under
/// `allOf`, where null passes.
pub(super) fn settle(node: &mut Structural) {
    if node.generic.nullable
        && let Some(values) = node.validation.enum_.take()
    {
        let validation = ValueValidation {
            enum_: Some(values),
            ..ValueValidation::default()
        };
        node.validation.all_of.push(NestedValidation {
            validation,
            ..NestedValidation::default()
        });
    }
    node.each_child_mut(&mut |_, child| settle(child));
}
