//! A step from a schema to one below it.

use crate::model::field::{Path, Segment};

/// The relation of a schema to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaStep<'a> {
    /// The named entry of `properties`.
    Property(&'a str),
    /// `additionalProperties`.
    AdditionalProperties,
    /// `items`, when it is one schema.
    Items,
    /// An element of `items`, when it is a list of schemas; counted from 0.
    ItemAt(usize),
    /// An element of `allOf`, counted from 0.
    AllOf(usize),
    /// An element of `anyOf`, counted from 0.
    AnyOf(usize),
    /// An element of `oneOf`, counted from 0.
    OneOf(usize),
    /// `not`.
    Not,
    /// The named entry of `patternProperties`.
    PatternProperty(&'a str),
    /// The named entry of `dependencies`, when it is a schema.
    Dependency(&'a str),
    /// `additionalItems`.
    AdditionalItems,
    /// The named entry of `definitions`.
    Definition(&'a str),
}

impl<'a> SchemaStep<'a> {
    /// Returns the keyword that contains the child.
    pub const fn keyword(self) -> &'static str {
        match self {
            SchemaStep::Property(_) => "properties",
            SchemaStep::AdditionalProperties => "additionalProperties",
            SchemaStep::Items | SchemaStep::ItemAt(_) => "items",
            SchemaStep::AllOf(_) => "allOf",
            SchemaStep::AnyOf(_) => "anyOf",
            SchemaStep::OneOf(_) => "oneOf",
            SchemaStep::Not => "not",
            SchemaStep::PatternProperty(_) => "patternProperties",
            SchemaStep::Dependency(_) => "dependencies",
            SchemaStep::AdditionalItems => "additionalItems",
            SchemaStep::Definition(_) => "definitions",
        }
    }

    /// Returns the name or the index of the child below its keyword.
    pub const fn entry(self) -> Option<Segment<&'a str>> {
        match self {
            SchemaStep::Property(name)
            | SchemaStep::PatternProperty(name)
            | SchemaStep::Dependency(name)
            | SchemaStep::Definition(name) => Some(Segment::Key(name)),
            SchemaStep::ItemAt(index)
            | SchemaStep::AllOf(index)
            | SchemaStep::AnyOf(index)
            | SchemaStep::OneOf(index) => Some(Segment::Index(index)),
            SchemaStep::AdditionalProperties
            | SchemaStep::Items
            | SchemaStep::Not
            | SchemaStep::AdditionalItems => None,
        }
    }

    /// Returns the path segments of the step.
    pub fn segments(self) -> impl Iterator<Item = Segment> {
        let keyword = Some(Segment::Field(self.keyword().into()));
        keyword.into_iter().chain(self.entry().map(Segment::from))
    }

    /// Splits a path below a schema into its first step and the rest. `None` if the path leads to a keyword
    /// that contains no schema.
    pub fn split(path: &'a [Segment]) -> Option<(Self, &'a [Segment])> {
        let (keyword, below) = path.split_first()?;
        let step = match (keyword.field()?, below.first()) {
            ("properties", Some(Segment::Key(name))) => SchemaStep::Property(name),
            ("patternProperties", Some(Segment::Key(name))) => SchemaStep::PatternProperty(name),
            ("dependencies", Some(Segment::Key(name))) => SchemaStep::Dependency(name),
            ("definitions", Some(Segment::Key(name))) => SchemaStep::Definition(name),
            ("items", Some(Segment::Index(index))) => SchemaStep::ItemAt(*index),
            ("allOf", Some(Segment::Index(index))) => SchemaStep::AllOf(*index),
            ("anyOf", Some(Segment::Index(index))) => SchemaStep::AnyOf(*index),
            ("oneOf", Some(Segment::Index(index))) => SchemaStep::OneOf(*index),
            ("items", _) => return Some((SchemaStep::Items, below)),
            ("additionalProperties", _) => return Some((SchemaStep::AdditionalProperties, below)),
            ("additionalItems", _) => return Some((SchemaStep::AdditionalItems, below)),
            ("not", _) => return Some((SchemaStep::Not, below)),
            _ => return None,
        };
        Some((step, below.get(1..)?))
    }

    /// Calls `found` with the path of the child.
    pub(crate) fn below<T>(self, path: &Path<'_>, found: impl FnOnce(&Path<'_>) -> T) -> T {
        let keyword = path.child(self.keyword());
        match self.entry() {
            None => found(&keyword),
            Some(Segment::Field(name) | Segment::Key(name)) => found(&keyword.key(name)),
            Some(Segment::Index(index)) => found(&keyword.index(index)),
        }
    }
}
