//! A common type for the schema nodes of value validation: structural nodes, and nodes below `allOf`,
//! `anyOf`, `oneOf` and `not`.

use super::purpose::ValidationPurpose;
use crate::KubeVersion;
use crate::model::structural::{
    Additional, IntOrStringSpelling, NestedValidation, Structural, StructuralShape, ValueValidation,
};
use crate::server::formats;

/// A schema node in the structural tree, in a junctor, or in the spelling of int-or-string.
#[derive(Clone, Copy)]
pub(in crate::server::objects) enum SchemaNode<'s> {
    Structural(&'s Structural),
    Nested(&'s NestedValidation),
    /// A branch of a junctor that contains the `anyOf` of an int-or-string and other keywords.
    Spelled(&'s NestedValidation),
    /// `{type: …}`, a branch of the `anyOf` of an int-or-string.
    Type(&'static [&'static str]),
    /// `{anyOf: [{type: integer}, {type: string}]}`.
    IntOrString,
}

const INT_OR_STRING: [SchemaNode<'static>; 2] =
    [SchemaNode::Type(&["integer"]), SchemaNode::Type(&["string"])];

impl<'s> SchemaNode<'s> {
    /// Returns the types that a value may have; none means any.
    pub(in crate::server::objects) fn types(self, purpose: ValidationPurpose) -> &'static [&'static str] {
        let structural = match self {
            SchemaNode::Structural(structural) => structural,
            SchemaNode::Type(types) => return types,
            SchemaNode::Nested(_) | SchemaNode::Spelled(_) | SchemaNode::IntOrString => return &[],
        };
        let int_or_string = match &structural.shape {
            StructuralShape::IntOrString { .. } => true,
            _ => structural
                .misplaced
                .as_ref()
                .is_some_and(|misplaced| misplaced.int_or_string),
        };
        if int_or_string && purpose == ValidationPurpose::Instance {
            return &["integer", "string"];
        }
        match &structural.shape {
            StructuralShape::Object(_) => &["object"],
            StructuralShape::Array(_) => &["array"],
            StructuralShape::String => &["string"],
            StructuralShape::Integer => &["integer"],
            StructuralShape::Number => &["number"],
            StructuralShape::Boolean => &["boolean"],
            StructuralShape::IntOrString { .. } | StructuralShape::Any => &[],
        }
    }

    /// Returns the structural node, if it is one and not a branch of a junctor.
    pub(in crate::server::objects) fn structural(self) -> Option<&'s Structural> {
        match self {
            SchemaNode::Structural(structural) => Some(structural),
            _ => None,
        }
    }

    /// Returns an unknown type, in a CRD that is rejected anyway.
    pub(in crate::server::objects) fn unknown_type(self) -> Option<&'s str> {
        match self {
            SchemaNode::Structural(structural) => structural
                .misplaced
                .as_ref()
                .map(|misplaced| &*misplaced.unknown_type)
                .filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// Checks whether there is any `anyOf`, `oneOf`, `allOf` or `not`.
    pub(in crate::server::objects) fn has_junctors(self) -> bool {
        let validation = self.validation();
        let nested = validation.is_some_and(|validation| {
            !validation.any_of.is_empty()
                || !validation.one_of.is_empty()
                || !validation.all_of.is_empty()
                || validation.not.is_some()
        });
        nested
            || matches!(self, SchemaNode::IntOrString | SchemaNode::Spelled(_))
            || self.spelling() != IntOrStringSpelling::Implied
    }

    pub(in crate::server::objects) fn nullable(self) -> bool {
        matches!(self, SchemaNode::Structural(structural) if structural.generic.nullable)
    }

    pub(in crate::server::objects) fn validation(self) -> Option<&'s ValueValidation> {
        match self {
            SchemaNode::Structural(structural) => Some(&structural.validation),
            SchemaNode::Nested(nested) | SchemaNode::Spelled(nested) => Some(&nested.validation),
            SchemaNode::Type(_) | SchemaNode::IntOrString => None,
        }
    }

    pub(in crate::server::objects) fn items(self) -> Option<SchemaNode<'s>> {
        match self {
            SchemaNode::Structural(structural) => structural.items().map(SchemaNode::Structural),
            SchemaNode::Nested(nested) | SchemaNode::Spelled(nested) => {
                nested.items.as_deref().map(SchemaNode::Nested)
            }
            SchemaNode::Type(_) | SchemaNode::IntOrString => None,
        }
    }

    pub(in crate::server::objects) fn property(self, name: &str) -> Option<SchemaNode<'s>> {
        match self {
            SchemaNode::Structural(structural) => structural.property(name).map(SchemaNode::Structural),
            SchemaNode::Nested(nested) | SchemaNode::Spelled(nested) => {
                nested.properties.get(name).map(SchemaNode::Nested)
            }
            SchemaNode::Type(_) | SchemaNode::IntOrString => None,
        }
    }

    /// Returns every named property in order.
    pub(in crate::server::objects) fn properties(self) -> Vec<(&'s str, SchemaNode<'s>)> {
        match self {
            SchemaNode::Structural(structural) => structural
                .properties()
                .map(|(name, property)| (name, SchemaNode::Structural(property)))
                .collect(),
            SchemaNode::Nested(nested) | SchemaNode::Spelled(nested) => nested
                .properties
                .iter()
                .map(|(name, property)| (name, SchemaNode::Nested(property)))
                .collect(),
            SchemaNode::Type(_) | SchemaNode::IntOrString => Vec::new(),
        }
    }

    /// Returns the schema of members that are not properties, if there is one.
    pub(in crate::server::objects) fn additional(self) -> Option<SchemaNode<'s>> {
        match self {
            SchemaNode::Structural(structural) => structural.additional_schema().map(SchemaNode::Structural),
            _ => None,
        }
    }

    /// Checks whether members that are not properties are errors.
    pub(in crate::server::objects) fn closed(self, purpose: ValidationPurpose) -> bool {
        match self {
            SchemaNode::Structural(structural) => {
                matches!(structural.additional(), Some(Additional::Bool(false)))
            }
            SchemaNode::Nested(nested) | SchemaNode::Spelled(nested) => {
                nested.closed && purpose == ValidationPurpose::Instance
            }
            SchemaNode::Type(_) | SchemaNode::IntOrString => false,
        }
    }

    pub(in crate::server::objects) fn any_of(self) -> impl Iterator<Item = SchemaNode<'s>> {
        let spelled: &[SchemaNode<'s>] = match self {
            SchemaNode::IntOrString | SchemaNode::Spelled(_) => &INT_OR_STRING,
            _ if self.spelling() == IntOrStringSpelling::AnyOf => &INT_OR_STRING,
            _ => &[],
        };
        let nested = self.validation().map_or(&[][..], |validation| &validation.any_of);
        spelled
            .iter()
            .copied()
            .chain(nested.iter().map(SchemaNode::Nested))
    }

    pub(in crate::server::objects) fn all_of(self) -> impl Iterator<Item = SchemaNode<'s>> {
        let spelling = self.spelling();
        let spelled = (spelling == IntOrStringSpelling::AllOf).then_some(SchemaNode::IntOrString);
        let nested = self.validation().map_or(&[][..], |validation| &validation.all_of);
        let within_first = spelling == IntOrStringSpelling::WithinAllOf;
        let nested = nested.iter().enumerate().map(move |(position, branch)| {
            if within_first && position == 0 {
                SchemaNode::Spelled(branch)
            } else {
                SchemaNode::Nested(branch)
            }
        });
        spelled.into_iter().chain(nested)
    }

    pub(in crate::server::objects) fn one_of(self) -> impl Iterator<Item = SchemaNode<'s>> {
        let nested = self.validation().map_or(&[][..], |validation| &validation.one_of);
        nested.iter().map(SchemaNode::Nested)
    }

    pub(in crate::server::objects) fn not(self) -> Option<SchemaNode<'s>> {
        self.validation()?.not.as_deref().map(SchemaNode::Nested)
    }

    fn spelling(self) -> IntOrStringSpelling {
        match self {
            SchemaNode::Structural(structural) => match &structural.shape {
                StructuralShape::IntOrString { spelled } => *spelled,
                _ => structural
                    .misplaced
                    .as_ref()
                    .map_or(IntOrStringSpelling::Implied, |misplaced| {
                        misplaced.int_or_string_spelled
                    }),
            },
            _ => IntOrStringSpelling::Implied,
        }
    }
}

/// Returns the effective format of a node; empty if there is none.
pub(in crate::server::objects) fn format_of<'s>(
    node: SchemaNode<'s>,
    types: &[&str],
    purpose: ValidationPurpose,
    version: KubeVersion,
) -> &'s str {
    let format = node.validation().map_or("", |validation| &*validation.format);
    let type_ = match types {
        [type_] => type_,
        _ => "",
    };
    let stripped = purpose == ValidationPurpose::Instance
        && !format.is_empty()
        && !formats::is_supported(format, type_, version);
    if stripped { "" } else { format }
}
