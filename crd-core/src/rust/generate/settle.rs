use crate::model::structural::{Additional, NestedValidation, Structural, StructuralShape, ValueValidation};

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
    match &mut node.shape {
        StructuralShape::Object(object) => {
            object.properties.iter_mut().for_each(|(_, child)| settle(child));
            if let Some(Additional::Schema(child)) = &mut object.additional {
                settle(child);
            }
        }
        StructuralShape::Array(array) => settle(&mut array.items),
        _ => {}
    }
}
