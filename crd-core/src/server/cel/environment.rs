//! The environment of expressions, besides the types of a schema: the name of the type of `self`, whether
//! `self` is a complete object, and the form of `oldSelf`.

use crate::model::schema::JsonSchemaProps;

/// The name of the type of `self` in error texts; the server's name ends in random digits.
pub(super) const SELF_TYPE: &str = "selfType1";

/// The form of `oldSelf` in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldSelf {
    /// The old value; the expression only runs on updates if it uses it.
    #[default]
    Value,
    /// An optional, empty on create, as in rules with `optionalOldSelf: true`.
    Optional,
}

/// The kind of a schema's values, which determines whether expressions can access members that the schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfKind {
    /// Complete objects, which have `apiVersion`, `kind` and `metadata` independently of the schema.
    Resource,
    /// Other values.
    Value,
}

impl SelfKind {
    /// Returns the kind that a schema below the root declares: whether its values are embedded resources.
    pub(crate) fn declared_by(schema: &JsonSchemaProps) -> Self {
        if schema.x_embedded_resource {
            SelfKind::Resource
        } else {
            SelfKind::Value
        }
    }

    /// Checks whether the values of a schema are complete objects, by this kind or by the schema itself.
    pub(crate) fn is_resource(self, schema: &JsonSchemaProps) -> bool {
        self == SelfKind::Resource || schema.x_embedded_resource
    }
}
