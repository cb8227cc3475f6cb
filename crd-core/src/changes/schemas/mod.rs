//! Compares two schemas of objects, from the root down.

mod comparison;

use serde_json::Value;

use super::narrowing::Narrowing;
use crate::model::field::Segment;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};
use comparison::{Comparison, ObjectKind};

/// A difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SchemaChange {
    /// The path of the node below `openAPIV3Schema`, in the schema that has the node.
    pub(crate) node: Vec<Segment>,
    pub(crate) difference: SchemaDifference,
    /// Whether an ancestor has another type or structure, which causes this difference.
    pub(crate) follows: bool,
}

/// The kind of difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SchemaDifference {
    /// Only the new schema has the member.
    Added,
    /// Only the old schema has the member.
    Removed,
    /// The types, of the old schema first.
    Type(ValueType, ValueType),
    /// One schema keeps members that the other drops.
    Openness(Openness),
    /// Only this schema accepts null.
    Nullable(Side),
    /// The defaults, of the old schema first.
    Default(Option<Value>, Option<Value>),
    /// One schema rejects values that the other accepts.
    Narrower(Side, Narrowing),
}

/// One of two schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Old,
    New,
}

/// Difference in the members that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openness {
    /// Only this schema drops members that it does not declare.
    Drops(Side),
    /// One schema is a map, and the other has fields.
    MapAndFields,
}

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueType {
    Object,
    Array,
    String,
    Integer,
    Number,
    Boolean,
    IntOrString,
}

impl ValueType {
    /// Returns the type of a schema; `None` if any value is kept.
    pub(crate) fn of(schema: &JsonSchemaProps) -> Option<ValueType> {
        if schema.x_int_or_string {
            return Some(ValueType::IntOrString);
        }
        Some(match &*schema.type_ {
            "object" => ValueType::Object,
            "array" => ValueType::Array,
            "string" => ValueType::String,
            "integer" => ValueType::Integer,
            "number" => ValueType::Number,
            "boolean" => ValueType::Boolean,
            _ => return None,
        })
    }

    /// Describes the type in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            ValueType::Object => "an object",
            ValueType::Array => "a list",
            ValueType::String => "a string",
            ValueType::Integer => "an integer",
            ValueType::Number => "a number",
            ValueType::Boolean => "a boolean",
            ValueType::IntOrString => "an integer or a string",
        }
    }
}

/// Returns the differences between two schemas of whole objects. `apiVersion`, `kind` and `metadata` are left out: the
/// server defines them.
pub(crate) fn objects(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.object(old, new, ObjectKind::Resource);
    comparison.changes()
}

/// Returns the differences between two nodes.
pub(crate) fn nodes(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.node(old, new);
    comparison.changes()
}

/// Returns the nodes in which two schemas of whole objects differ, from the root down, including the root.
#[cfg(feature = "compat")]
pub(crate) fn pairs<'s>(old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) -> Vec<NodePair<'s>> {
    let mut comparison = Comparison::default();
    if old != new {
        comparison.add(PairDifference::Keywords(old, new));
    }
    comparison.object(old, new, ObjectKind::Resource);
    comparison.identity(old, new);
    comparison.metadata(old, new);
    comparison.found
}

/// A node in which two schemas differ.
#[derive(Clone, Debug)]
pub(crate) struct NodePair<'s> {
    /// The path of the node below `openAPIV3Schema`, in the schema that has the node.
    pub(crate) node: Vec<Segment>,
    pub(crate) difference: PairDifference<'s>,
    /// Whether an ancestor has another type or structure, which causes this difference.
    pub(crate) follows: bool,
}

/// The difference of two schemas in a node, with the schemas of the node.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "compat"),
    expect(dead_code, reason = "only compatibility reads all nodes")
)]
pub(crate) enum PairDifference<'s> {
    /// Only the new schema has the member.
    Added(&'s JsonSchemaProps),
    /// Only the new schema declares the member, and the old one keeps it: as a value of its map, or with any value.
    Named(Option<&'s JsonSchemaProps>, &'s JsonSchemaProps),
    /// Only the old schema has the member.
    Removed(&'s JsonSchemaProps),
    /// Only the old schema describes the value, and the new one keeps any value there.
    Freed,
    /// This schema drops the members of the objects there, and the other keeps them.
    Empties(Side),
    /// The types, of the old schema first.
    Type([ValueType; 2], &'s JsonSchemaProps, &'s JsonSchemaProps),
    /// This schema accepts values of any type.
    Untyped(Side, &'s JsonSchemaProps, &'s JsonSchemaProps),
    /// One schema keeps members that the other drops.
    Openness(Openness),
    /// Both schemas have the node with the same type, and are not equal.
    Keywords(&'s JsonSchemaProps, &'s JsonSchemaProps),
}

/// Whether pruning keeps members that the schema does not declare.
pub(crate) fn is_open(schema: &JsonSchemaProps) -> bool {
    schema.x_preserve_unknown_fields == Some(true)
        || matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
}

/// Converts the path of a node below `openAPIV3Schema` to a path in objects: `spec.users[].name`.
pub(crate) fn path_in_objects(node: &[Segment]) -> String {
    let mut path = String::new();
    for step in node {
        match step {
            Segment::Key(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            step if step.is_field("items") => path.push_str("[]"),
            step if step.is_field("additionalProperties") => path.push_str("{}"),
            _ => {}
        }
    }
    path
}
