//! Nodes of a schema by their place in it.

use super::context::CelContext;
use crate::model::field::OwnedSegment;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};

/// The next node on the way, and what is left of the way.
enum Step<'a> {
    Property(&'a str, &'a [OwnedSegment]),
    Additional(&'a [OwnedSegment]),
    Items(&'a [OwnedSegment]),
}

fn step(way: &[OwnedSegment]) -> Option<Step<'_>> {
    match way {
        [OwnedSegment::Field(field), OwnedSegment::Key(name), rest @ ..] if &**field == "properties" => {
            Some(Step::Property(name, rest))
        }
        [OwnedSegment::Field(field), rest @ ..] if &**field == "items" => Some(Step::Items(rest)),
        [OwnedSegment::Field(field), rest @ ..] if &**field == "additionalProperties" => {
            Some(Step::Additional(rest))
        }
        _ => None,
    }
}

/// The node at the end of a way such as `properties[spec].items`.
pub(super) fn node<'s>(schema: &'s JsonSchemaProps, way: &[OwnedSegment]) -> Option<&'s JsonSchemaProps> {
    let (mut here, mut way) = (schema, way);
    while !way.is_empty() {
        (here, way) = match step(way)? {
            Step::Property(name, rest) => (here.property(name)?, rest),
            Step::Additional(rest) => (here.additional_schema()?, rest),
            Step::Items(rest) => (here.item_schema()?, rest),
        };
    }
    Some(here)
}

/// Likewise, to change it.
pub(super) fn node_mut<'s>(
    schema: &'s mut JsonSchemaProps,
    way: &[OwnedSegment],
) -> Option<&'s mut JsonSchemaProps> {
    let (mut here, mut way) = (schema, way);
    while !way.is_empty() {
        (here, way) = match step(way)? {
            Step::Property(name, rest) => (here.properties.as_mut()?.get_mut(name)?, rest),
            Step::Additional(rest) => match here.additional_properties.as_mut()? {
                SchemaOrBool::Schema(values) => (&mut **values, rest),
                SchemaOrBool::Bool(_) => return None,
            },
            Step::Items(rest) => match here.items.as_mut()? {
                Items::Schema(items) => (&mut **items, rest),
                _ => return None,
            },
        };
    }
    Some(here)
}

/// Calls `found` with the context at the end of the way. Ways are as deep as the schema they were made from,
/// whose depth its reader bounds.
pub(super) fn context_at<T>(
    context: &CelContext<'_, '_>,
    way: &[OwnedSegment],
    found: &mut dyn FnMut(&CelContext<'_, '_>) -> T,
) -> Option<T> {
    if way.is_empty() {
        return Some(found(context));
    }
    let schema = context.schema();
    match step(way)? {
        Step::Property(name, rest) => {
            let (name, property) = schema
                .properties
                .as_ref()?
                .iter()
                .find(|(property, _)| *property == name)?;
            context_at(&context.property(name, property), rest, found)
        }
        Step::Additional(rest) => context_at(
            &context.additional_properties(schema.additional_schema()?),
            rest,
            found,
        ),
        Step::Items(rest) => context_at(&context.items(schema.item_schema()?), rest, found),
    }
}
