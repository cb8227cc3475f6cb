//! Attributes of types and fields, as constants.

use serde_json::Value;

use super::{Column, ForeignError, Literal};
pub use crate::model::structural::MapType;

/// Docs, constraints and extensions of a type, a field, elements or map values.
///
/// A field's attributes are applied after those of its type: docs replace, constraints are added.
#[derive(Clone, Copy, Debug)]
pub struct Attrs {
    /// `title`.
    pub title: &'static str,
    /// `description`, trimmed doc comments.
    pub description: &'static str,
    /// The longest description of the node and of the nodes below it, in bytes; longer ones are cut. 0 drops them.
    pub max_description: Option<usize>,
    /// Where the descriptions of the nodes below come from.
    pub descriptions: Descriptions,
    /// `example`.
    pub example: Option<Literal>,
    /// Value validation.
    pub validation: &'static Validation,
    /// Attributes of elements: `items(…)`.
    pub items: Option<&'static Attrs>,
    /// Attributes of map values: `values(…)`.
    pub values: Option<&'static Attrs>,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
    /// `nullable`, given by hand.
    pub nullable: Option<bool>,
    /// `x-kubernetes-preserve-unknown-fields`.
    pub preserve_unknown_fields: bool,
    /// `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    /// `x-kubernetes-int-or-string`, in place of the type's own schema.
    pub int_or_string: bool,
    /// Only unchanged on update: becomes a rule.
    pub immutable: bool,
    /// `x-kubernetes-validations`.
    pub rules: &'static [Rule],
    /// Groups of fields of which some number must be set.
    pub groups: &'static [FieldGroup],
    /// KEP-2335 unions among a struct's own fields.
    pub unions: &'static [UnionDeclaration],
    /// KEP-2558 lifecycle, one entry a project.
    pub lifecycle: &'static [Lifecycle],
    /// Printer columns declared on the field.
    pub columns: &'static [Column],
    /// Whether the field is a selectable field.
    pub selectable: bool,
    /// Whether serde rejects unknown members (`deny_unknown_fields`).
    pub closed: bool,
    /// A schema made at run time in place of the type's own (`schemars`, `schema_with`).
    pub foreign: Option<fn() -> Result<crate::Structural, ForeignError>>,
}

impl Attrs {
    /// No attributes.
    pub const NONE: Attrs = Attrs {
        title: "",
        description: "",
        max_description: None,
        descriptions: Descriptions::AsDeclared,
        example: None,
        validation: &Validation::NONE,
        items: None,
        values: None,
        list_type: None,
        map_type: None,
        nullable: None,
        preserve_unknown_fields: false,
        embedded_resource: false,
        int_or_string: false,
        immutable: false,
        rules: &[],
        groups: &[],
        unions: &[],
        lifecycle: &[],
        columns: &[],
        selectable: false,
        closed: false,
        foreign: None,
    };
}

/// Where the descriptions of the nodes below a node come from.
#[derive(Clone, Copy, Debug)]
pub enum Descriptions {
    /// From the shapes.
    AsDeclared,
    /// They are dropped.
    Dropped,
    /// From the shapes or, where those have none, from a JSON Schema of the same type.
    Of(fn() -> Value),
}

/// Value validation as constants, nested ones included.
///
/// The compiler evaluates it, so its strings are borrowed for ever and a format may say that it says nothing;
/// [`ValueValidation`](crate::model::structural::ValueValidation) owns what it holds, since it is read, merged and written.
#[derive(Clone, Copy, Debug)]
pub struct Validation {
    /// `format`; replaces the type's own.
    pub format: Option<&'static str>,
    /// `minimum`.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: bool,
    /// `maximum`.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: bool,
    /// `multipleOf`.
    pub multiple_of: Option<f64>,
    /// `minLength`.
    pub min_length: Option<i64>,
    /// `maxLength`.
    pub max_length: Option<i64>,
    /// `pattern`.
    pub pattern: &'static str,
    /// `minItems`.
    pub min_items: Option<i64>,
    /// `maxItems`.
    pub max_items: Option<i64>,
    /// `minProperties`.
    pub min_properties: Option<i64>,
    /// `maxProperties`.
    pub max_properties: Option<i64>,
    /// `enum`.
    pub enumeration: &'static [Literal],
    /// `required`, for nested validation.
    pub required: &'static [&'static str],
    /// Restrictions on properties, for nested validation.
    pub properties: &'static [(&'static str, Validation)],
    /// Restrictions on elements, for nested validation.
    pub items: Option<&'static Validation>,
    /// `allOf`.
    pub all_of: &'static [Validation],
    /// `anyOf`.
    pub any_of: &'static [Validation],
    /// `oneOf`.
    pub one_of: &'static [Validation],
    /// `not`.
    pub not: Option<&'static Validation>,
}

impl Validation {
    /// No restriction.
    pub const NONE: Validation = Validation {
        format: None,
        minimum: None,
        exclusive_minimum: false,
        maximum: None,
        exclusive_maximum: false,
        multiple_of: None,
        min_length: None,
        max_length: None,
        pattern: "",
        min_items: None,
        max_items: None,
        min_properties: None,
        max_properties: None,
        enumeration: &[],
        required: &[],
        properties: &[],
        items: None,
        all_of: &[],
        any_of: &[],
        one_of: &[],
        not: None,
    };
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// A set.
    Set,
    /// Keyed by the named properties.
    Map(&'static [&'static str]),
}

/// A rule of `x-kubernetes-validations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The CEL expression.
    pub rule: &'static str,
    /// `message`.
    pub message: &'static str,
    /// `messageExpression`.
    pub message_expression: &'static str,
    /// `reason`.
    pub reason: Option<&'static str>,
    /// `fieldPath`.
    pub field_path: &'static str,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
}

impl Rule {
    /// A rule with only an expression.
    pub const fn new(rule: &'static str) -> Self {
        Rule {
            rule,
            message: "",
            message_expression: "",
            reason: None,
            field_path: "",
            optional_old_self: None,
        }
    }
}

/// Fields of a struct of which some number must be set: `exactly_one_of(…)`, `at_most_one_of(…)`, `at_least_one_of(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldGroup {
    /// How many may be set.
    pub bound: GroupBound,
    /// The wire names of the fields.
    pub fields: &'static [&'static str],
}

/// How many fields of a group may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBound {
    /// Exactly one.
    ExactlyOne,
    /// None or one.
    AtMostOne,
    /// One or more.
    AtLeastOne,
}

/// A KEP-2335 union among the fields of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionDeclaration {
    /// The wire name of the discriminator field; empty when there is none.
    pub discriminator: &'static str,
    /// Wire name of each member field and its discriminator value.
    pub members: &'static [(&'static str, &'static str)],
}

/// One project's lifecycle of a field (KEP-2558).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The project, `kubernetes` or another.
    pub project: &'static str,
    /// `vX.Y`.
    pub min_version: &'static str,
    /// `alpha`, `beta` or `deprecated`.
    pub status: &'static str,
    /// The gate, or empty.
    pub feature_gate: &'static str,
}
