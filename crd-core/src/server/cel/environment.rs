//! The environment of expressions, besides the types of a schema: the name of the type of `self`, whether `self` is a whole
//! object, and the form of `oldSelf`.

use crate::model::schema::JsonSchemaProps;

/// The name of the type of `self` in error texts; the server's ends in random digits.
pub(super) const SELF_TYPE: &str = "selfType1";

/// What `oldSelf` is in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldSelf {
    /// The old value; the expression runs on updates only if it uses it.
    #[default]
    Value,
    /// An optional, empty on create, as in rules with `optionalOldSelf: true`.
    Optional,
}

/// What the values of a schema are, which decides whether expressions see members that the schema does not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfKind {
    /// Whole objects: they have `apiVersion`, `kind` and `metadata`, whatever the schema declares.
    Resource,
    /// Other values.
    Value,
}

impl SelfKind {
    /// What a schema below the root says: whether its values are embedded resources.
    pub(crate) fn declared_by(schema: &JsonSchemaProps) -> Self {
        if schema.x_embedded_resource {
            SelfKind::Resource
        } else {
            SelfKind::Value
        }
    }

    /// Whether the values of a schema are whole objects, by this or by what it says itself.
    pub(crate) fn is_resource(self, schema: &JsonSchemaProps) -> bool {
        self == SelfKind::Resource || schema.x_embedded_resource
    }
}
