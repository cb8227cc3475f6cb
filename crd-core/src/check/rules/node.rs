//! Finds the CEL context of a node by its path.

use crate::model::field::Segment;
use crate::model::schema::SchemaStep;
use crate::server::cel::CelContext;

/// Calls `found` with the context at the end of the path. Paths are as deep as the schema that they come from, whose
/// depth the parser limits. `None` if there is no such node or it is not visible to expressions.
pub(super) fn context_at<T>(
    context: &CelContext<'_, '_>,
    path: &[Segment],
    found: &mut dyn FnMut(&CelContext<'_, '_>) -> T,
) -> Option<T> {
    if path.is_empty() {
        return Some(found(context));
    }
    let (step, rest) = SchemaStep::split(path)?;
    let schema = context.schema();
    let child = match step {
        // The context keeps the name in the schema.
        SchemaStep::Property(name) => {
            let mut properties = schema.properties.as_ref()?.iter();
            let (name, property) = properties.find(|(property, _)| *property == name)?;
            context.property(name, property)
        }
        SchemaStep::AdditionalProperties => context.additional_properties(schema.additional_schema()?),
        SchemaStep::Items => context.items(schema.item_schema()?),
        _ => return None,
    };
    context_at(&child, rest, found)
}
