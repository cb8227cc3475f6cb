//! Structural schemas (KEP-2335).
//!
//! ```text
//! {type: array, items: {type: string}, maxItems: 3, description: "names"}
//!
//! Structural { shape: Array(Array { items: String }), generic: { description: "names" }, validation: { max_items: 3 } }
//! ```
//!
//! A [`Structural`] value always has a shape; value validation under junctors is another type,
//! [`NestedValidation`], which cannot carry type, description, default, nullable or extensions.
//!
//! Generated schemas use this type, and pruning, defaulting and the admission of objects read it. The checks
//! on CRDs, CEL and publishing to clients use [`JsonSchemaProps`](crate::JsonSchemaProps).
//!
//! ```
//! use crd_core::JsonSchemaProps;
//! use crd_core::structural::{Structural, StructuralShape};
//!
//! let mut name = Structural::new(StructuralShape::String);
//! name.validation.max_length = Some(63);
//! let json = serde_json::to_value(JsonSchemaProps::from(name)).unwrap();
//! assert_eq!(json, serde_json::json!({"type": "string", "maxLength": 63}));
//! ```

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
use crate::model::schema::{ExternalDocs, KepExtensions, ValidationRule};
use crate::model::text::InternedText;

/// A node of a structural schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Structural {
    /// The shape of values: the part that pruning, defaulting and server-side apply read.
    pub shape: StructuralShape,
    /// Documentation, default and nullability.
    pub generic: Generic,
    /// `x-kubernetes-preserve-unknown-fields: true`: members that no schema names are kept. Always true where the shape
    /// is [`StructuralShape::Any`].
    pub preserve_unknown_fields: bool,
    /// Restrictions on values.
    pub validation: ValueValidation,
    /// `x-kubernetes-validations`: rules in CEL that values must satisfy.
    pub rules: Vec<ValidationRule>,
    /// Members that the server tolerates on a node of another type, such as `properties` on a string. They are kept
    /// because pruning and value validation follow them; generated schemas have none.
    pub misplaced: Option<Box<Misplaced>>,
    /// Extensions that only the extended profile writes.
    pub extended: Option<Box<KepExtensions>>,
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
        /// The place of `anyOf: [{type: integer}, {type: string}]`, if it is written out.
        spelled: IntOrStringSpelling,
    },
    /// `x-kubernetes-preserve-unknown-fields: true` without a type.
    Any,
}

/// The place where an int-or-string node spells out its two types (KEP-2335, formal definition, 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntOrStringSpelling {
    /// Nowhere.
    #[default]
    Implied,
    /// `anyOf: [{type: integer}, {type: string}]`, which is then the whole of `anyOf`.
    AnyOf,
    /// `allOf: [{anyOf: [{type: integer}, {type: string}]}, …]`.
    AllOf,
    /// `allOf: [{anyOf: [{type: integer}, {type: string}], …}, …]`: the first element of `allOf` has other keywords too.
    WithinAllOf,
}

/// An object: with named members, as a map, or with unknown members only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// `properties`: the schema of each named member.
    pub properties: Map<Structural>,
    /// `additionalProperties`: the schema of other members; unknown ones are pruned when absent.
    pub additional: Option<Additional>,
    /// `x-kubernetes-embedded-resource`: whether the value is a complete Kubernetes object.
    pub embedded_resource: bool,
    /// `x-kubernetes-map-type`: the merge strategy of server-side apply; granular when absent.
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
    /// `items`: the schema of an element.
    pub items: Box<Structural>,
    /// `x-kubernetes-list-type`: the merge strategy of server-side apply; atomic when absent.
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
    /// `title`: a short heading; empty when absent.
    pub title: InternedText,
    /// `description`: documentation for users of the API; empty when absent.
    pub description: InternedText,
    /// `default`: the value that the server sets if the member is absent.
    pub default: Option<Value>,
    /// `nullable`: whether the value may be null; not by default.
    pub nullable: bool,
    /// `example`: a value for documentation.
    pub example: Option<Value>,
    /// `externalDocs`: a link to documentation elsewhere.
    pub external_docs: Option<Box<ExternalDocs>>,
}

/// Members on a node to whose shape they do not belong.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Misplaced {
    /// `items` on a node that is not an array.
    pub items: Option<Box<Structural>>,
    /// `properties` on a node that is not an object.
    pub properties: Map<Structural>,
    /// `additionalProperties` on a node that is not an object.
    pub additional: Option<Additional>,
    /// `x-kubernetes-int-or-string` on a node with a type.
    pub int_or_string: bool,
    /// `anyOf: [{type: integer}, {type: string}]` on a node with a type.
    pub int_or_string_spelled: IntOrStringSpelling,
    /// A type that does not exist, such as `float`. It is kept while other errors of such a CRD are searched
    /// for; empty in every schema that the server accepts.
    pub(crate) unknown_type: InternedText,
}

impl Structural {
    /// Creates a node of the given shape without further keywords.
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
