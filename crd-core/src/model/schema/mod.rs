//! `JSONSchemaProps`: everything the wire format of a CRD schema can say (apiextensions/v1).
//!
//! Nothing here is checked. Arbitrary input is decoded into this type, the server's checks walk it, and
//! what passes becomes a [`Structural`](crate::Structural) schema.

#[cfg(feature = "check")]
mod equal;
#[cfg(feature = "check")]
mod go_json;
mod serialize;
#[cfg(feature = "check")]
mod walk;

#[cfg(feature = "check")]
pub(crate) use equal::same;
#[cfg(feature = "check")]
pub(crate) use go_json::{GoStruct, list, text, texts, write_items, write_schema};

use serde_json::Value;

use crate::model::map::Map;

/// A schema node as it stands in a manifest.
///
/// `Option` tells an absent member from an empty one where the server tells them apart; empty strings
/// and `false` mean absent, as in Go.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JsonSchemaProps {
    /// `id`.
    pub id: Box<str>,
    /// `$schema`.
    pub schema: Box<str>,
    /// `$ref`; present even when empty.
    pub reference: Option<Box<str>>,
    /// `description`.
    pub description: Box<str>,
    /// `type`; empty when absent.
    pub type_: Box<str>,
    /// `nullable`.
    pub nullable: bool,
    /// `format`.
    pub format: Box<str>,
    /// `title`.
    pub title: Box<str>,
    /// `default`; never JSON null (rules DEC-06).
    pub default: Option<Value>,
    /// `maximum`.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: bool,
    /// `minimum`.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: bool,
    /// `maxLength`, in code points.
    pub max_length: Option<i64>,
    /// `minLength`, in code points.
    pub min_length: Option<i64>,
    /// `pattern`, in Go's RE2 dialect, unanchored.
    pub pattern: Box<str>,
    /// `maxItems`.
    pub max_items: Option<i64>,
    /// `minItems`.
    pub min_items: Option<i64>,
    /// `uniqueItems`.
    pub unique_items: bool,
    /// `multipleOf`.
    pub multiple_of: Option<f64>,
    /// `enum`.
    pub enum_: Option<Vec<Value>>,
    /// `maxProperties`.
    pub max_properties: Option<i64>,
    /// `minProperties`.
    pub min_properties: Option<i64>,
    /// `required`.
    pub required: Option<Vec<Box<str>>>,
    /// `items`.
    pub items: Option<Items>,
    /// `allOf`.
    pub all_of: Option<Vec<JsonSchemaProps>>,
    /// `oneOf`.
    pub one_of: Option<Vec<JsonSchemaProps>>,
    /// `anyOf`.
    pub any_of: Option<Vec<JsonSchemaProps>>,
    /// `not`.
    pub not: Option<Box<JsonSchemaProps>>,
    /// `properties`.
    pub properties: Option<Map<JsonSchemaProps>>,
    /// `additionalProperties`.
    pub additional_properties: Option<SchemaOrBool>,
    /// `patternProperties`.
    pub pattern_properties: Option<Map<JsonSchemaProps>>,
    /// `dependencies`.
    pub dependencies: Option<Map<SchemaOrStrings>>,
    /// `additionalItems`.
    pub additional_items: Option<SchemaOrBool>,
    /// `definitions`.
    pub definitions: Option<Map<JsonSchemaProps>>,
    /// `externalDocs`.
    pub external_docs: Option<Box<ExternalDocs>>,
    /// `example`.
    pub example: Option<Value>,
    /// `x-kubernetes-preserve-unknown-fields`; only `true` is allowed.
    pub x_preserve_unknown_fields: Option<bool>,
    /// `x-kubernetes-embedded-resource`.
    pub x_embedded_resource: bool,
    /// `x-kubernetes-int-or-string`.
    pub x_int_or_string: bool,
    /// `x-kubernetes-list-map-keys`.
    pub x_list_map_keys: Option<Vec<Box<str>>>,
    /// `x-kubernetes-list-type`: `atomic`, `set` or `map`.
    pub x_list_type: Option<Box<str>>,
    /// `x-kubernetes-map-type`: `atomic` or `granular`.
    pub x_map_type: Option<Box<str>>,
    /// `x-kubernetes-validations`.
    pub x_validations: Option<Vec<ValidationRule>>,
    /// Extensions outside `apiextensions/v1`, written in the extended profile only and never read by a server.
    pub extended: Option<Box<Extended>>,
}

/// What only the extended profile writes (design §5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extended {
    /// `x-kubernetes-unions` (KEP-2335).
    pub unions: Vec<Union>,
    /// `x-kubernetes-api-lifecycle` (KEP-2558), by project.
    pub lifecycle: Map<Lifecycle>,
}

/// One entry of `x-kubernetes-unions`: fields that exclude each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Union {
    /// The discriminator field, if there is one.
    pub discriminator: Option<Box<str>>,
    /// Each member field with its discriminator value.
    pub fields: Map<Box<str>>,
}

impl Eq for Map<Box<str>> {}

/// One project's entry of `x-kubernetes-api-lifecycle` (KEP-2558).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The first version of the project with the field in this status.
    pub min_version: Box<str>,
    /// `alpha`, `beta` or `deprecated`.
    pub status: Box<str>,
    /// The feature gate that controls the field.
    pub feature_gate: Option<Box<str>>,
}

/// `items`: one schema, or a list of schemas, which CRDs refuse.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// One schema for every element.
    Schema(Box<JsonSchemaProps>),
    /// One schema for each position.
    List(Vec<JsonSchemaProps>),
    /// Present, but neither (rules DEC-03).
    Neither,
}

/// `additionalProperties` and `additionalItems`.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrBool {
    /// `true` or `false`.
    Bool(bool),
    /// A schema.
    Schema(Box<JsonSchemaProps>),
}

/// A value of `dependencies`.
#[derive(Clone, Debug, PartialEq)]
pub enum SchemaOrStrings {
    /// A schema.
    Schema(Box<JsonSchemaProps>),
    /// Names of properties.
    Strings(Vec<Box<str>>),
    /// Present, but neither (rules DEC-05).
    Neither,
}

/// `externalDocs`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalDocs {
    /// `description`.
    pub description: Box<str>,
    /// `url`.
    pub url: Box<str>,
}

/// One rule of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValidationRule {
    /// The CEL expression.
    pub rule: Box<str>,
    /// The message when it fails.
    pub message: Box<str>,
    /// A CEL expression that makes the message.
    pub message_expression: Box<str>,
    /// `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`.
    pub reason: Option<Box<str>>,
    /// The field the failure is reported at.
    pub field_path: Box<str>,
    /// Whether `oldSelf` is an optional.
    pub optional_old_self: Option<bool>,
}
