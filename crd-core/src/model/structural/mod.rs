//! Structural schemas (KEP-2335): completeness holds by construction.
//!
//! A [`Structural`] value always has a shape; value validation under junctors is another type,
//! [`NestedValidation`], which cannot carry type, description, default, nullable or extensions.

mod drop;
mod to_schema;
mod validation;
mod visit;

#[cfg(feature = "check")]
pub(crate) use to_schema::int_or_string;

pub(crate) use validation::COUNTS;
#[cfg(feature = "schemars")]
pub(crate) use validation::Restricted;
pub use validation::{NestedValidation, ValueValidation};

use serde_json::Value;

use crate::model::map::Map;
use crate::model::schema::{Extended, ExternalDocs, ValidationRule};

/// A structural schema node.
#[derive(Clone, Debug, PartialEq)]
pub struct Structural {
    /// What values look like; the part pruning, defaulting and server-side apply read.
    pub shape: StructuralShape,
    /// Documentation, default and nullability.
    pub generic: Generic,
    /// `x-kubernetes-preserve-unknown-fields: true`. Always true where the shape is [`StructuralShape::Any`].
    pub preserve_unknown_fields: bool,
    /// Restrictions on values.
    pub validation: ValueValidation,
    /// `x-kubernetes-validations`.
    pub rules: Vec<ValidationRule>,
    /// Members the server tolerates on a node of another type, such as `properties` on a string.
    /// Kept because pruning and value validation follow them; generated schemas never have any.
    pub misplaced: Option<Box<Misplaced>>,
    /// What only the extended profile writes.
    pub extended: Option<Box<Extended>>,
}

/// The shape of a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StructuralShape {
    /// `type: object`.
    Object(Object),
    /// `type: array`.
    Array(Array),
    /// `type: string`.
    String,
    /// `type: integer`.
    Integer,
    /// `type: number`.
    Number,
    /// `type: boolean`.
    Boolean,
    /// `x-kubernetes-int-or-string: true` without a type.
    IntOrString {
        /// Where, if anywhere, `anyOf: [{type: integer}, {type: string}]` is spelt out.
        spelled: IntOrStringSpelling,
    },
    /// `x-kubernetes-preserve-unknown-fields: true` without a type.
    Any,
}

/// Where an int-or-string node spells its two types (KEP-2335, formal definition, 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntOrStringSpelling {
    /// Nowhere.
    #[default]
    Implied,
    /// `anyOf: [{type: integer}, {type: string}]`, which is then the whole of `anyOf`.
    AnyOf,
    /// `allOf: [{anyOf: [{type: integer}, {type: string}]}, …]`.
    AllOf,
    /// Likewise, but the first element of `allOf` says more besides.
    WithinAllOf,
}

/// An object: with fields, as a map, or both kinds of members unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Named properties.
    pub properties: Map<Structural>,
    /// What other members are.
    pub additional: Option<Additional>,
    /// `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
}

/// `additionalProperties`.
#[derive(Clone, Debug, PartialEq)]
pub enum Additional {
    /// `true` or `false`.
    Bool(bool),
    /// A schema for every value: a string map.
    Schema(Box<Structural>),
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// What an element is.
    pub items: Box<Structural>,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
}

/// `x-kubernetes-list-type`, with the keys of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// A set of scalars or atomic values.
    Set,
    /// Keyed by the named properties.
    Map(Vec<Box<str>>),
}

/// `x-kubernetes-map-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapType {
    /// Members are owned one by one.
    Granular,
    /// Replaced as a whole.
    Atomic,
}

impl MapType {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            MapType::Granular => "granular",
            MapType::Atomic => "atomic",
        }
    }
}

/// Documentation, default and nullability of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generic {
    /// `title`.
    pub title: Box<str>,
    /// `description`.
    pub description: Box<str>,
    /// `default`.
    pub default: Option<Value>,
    /// `nullable`.
    pub nullable: bool,
    /// `example`.
    pub example: Option<Value>,
    /// `externalDocs`.
    pub external_docs: Option<Box<ExternalDocs>>,
}

/// Members that stand on a node whose shape has no place for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Misplaced {
    /// `items` on a node that is no array.
    pub items: Option<Box<Structural>>,
    /// `properties` on a node that is no object.
    pub properties: Map<Structural>,
    /// `additionalProperties` on a node that is no object.
    pub additional: Option<Additional>,
    /// `x-kubernetes-int-or-string` on a node with a type.
    pub int_or_string: bool,
    /// `anyOf: [{type: integer}, {type: string}]` on a node with a type (rules §3.2).
    pub int_or_string_spelled: IntOrStringSpelling,
    /// A type that does not exist. Only while the server's errors about other parts of such a CRD are found out;
    /// empty in every schema that has been accepted.
    pub(crate) unknown_type: Box<str>,
}

impl Structural {
    /// A node of the given shape and nothing else.
    pub fn new(shape: StructuralShape) -> Self {
        let preserve_unknown_fields = matches!(shape, StructuralShape::Any);
        Structural {
            shape,
            generic: Generic::default(),
            preserve_unknown_fields,
            validation: ValueValidation::default(),
            rules: Vec::new(),
            misplaced: None,
            extended: None,
        }
    }
}
