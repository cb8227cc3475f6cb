//! Recognizes nodes that come from one type, so that a change of the type is one finding.
//!
//! ```text
//! spec.primary: {host, port}   spec.replicas[]: {host, port}   ->   `port` is one field at two places
//! ```

use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;

/// Whether two nodes come from one type, before and after: fields of the same name in objects with the same fields, or
/// objects, maps and lists of these with the same members.
pub(super) fn is_of_one_type(
    schemas: [Option<&JsonSchemaProps>; 2],
    one: &[Segment],
    other: &[Segment],
) -> bool {
    one != other && (have_one_parent(schemas, one, other) || are_one(schemas, one, other))
}

fn have_one_parent(schemas: [Option<&JsonSchemaProps>; 2], one: &[Segment], other: &[Segment]) -> bool {
    let split = |node: &[Segment]| -> Option<(Vec<Segment>, Vec<Segment>)> {
        let last = node.iter().rposition(|step| matches!(step, Segment::Key(_)))?;
        let around = node.get(..last.checked_sub(1)?)?;
        Some((around.to_vec(), node.get(last..)?.to_vec()))
    };
    let (Some((one, field)), Some((other, other_field))) = (split(one), split(other)) else {
        return false;
    };
    field == other_field
        && one != other
        && schemas.into_iter().flatten().all(|schema| {
            let fields = |node: &[Segment]| schema.at(node).and_then(|node| node.properties.as_ref());
            fields(&one).is_some() && fields(&one) == fields(&other)
        })
}

fn are_one(schemas: [Option<&JsonSchemaProps>; 2], one: &[Segment], other: &[Segment]) -> bool {
    schemas.into_iter().flatten().all(|schema| {
        matches!((schema.at(one), schema.at(other)), (Some(one), Some(other))
            if has_members(one) && have_the_same_members(one, other))
    })
}

fn has_members(schema: &JsonSchemaProps) -> bool {
    schema.properties.is_some()
        || schema.additional_properties.is_some()
        || schema.item_schema().is_some_and(has_members)
}

/// Whether two nodes differ at most in what each use of a type says of it: descriptions, defaults, and whether it is null.
fn have_the_same_members(one: &JsonSchemaProps, other: &JsonSchemaProps) -> bool {
    one.type_ == other.type_
        && one.required == other.required
        && one.rules() == other.rules()
        && one.properties == other.properties
        && one.additional_properties == other.additional_properties
        && match (one.item_schema(), other.item_schema()) {
            (Some(one), Some(other)) => have_the_same_members(one, other),
            (None, None) => true,
            _ => false,
        }
}
