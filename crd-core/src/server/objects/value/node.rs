//! A schema node, structural or under a junctor, as value validation sees it.

use super::Purpose;
use crate::model::structural::{
    Additional, IntOrStringSpelling, NestedValidation, Structural, StructuralShape, ValueValidation,
};

/// A schema node, whatever its place: the structural tree, a junctor, or the spelling of int-or-string.
#[derive(Clone, Copy)]
pub(super) enum Node<'s> {
    Structural(&'s Structural),
    Nested(&'s NestedValidation),
    /// A branch of a junctor that holds the `anyOf` of an int-or-string and other keywords.
    Spelled(&'s NestedValidation),
    /// `{type: …}`, a branch of the `anyOf` of an int-or-string.
    Type(&'static [&'static str]),
    /// `{anyOf: [{type: integer}, {type: string}]}`.
    IntOrString,
}

const INT_OR_STRING: [Node<'static>; 2] = [Node::Type(&["integer"]), Node::Type(&["string"])];

impl<'s> Node<'s> {
    /// The types a value may have; none means any.
    pub(super) fn types(self, purpose: Purpose) -> &'static [&'static str] {
        let structural = match self {
            Node::Structural(structural) => structural,
            Node::Type(types) => return types,
            Node::Nested(_) | Node::Spelled(_) | Node::IntOrString => return &[],
        };
        let int_or_string = match &structural.shape {
            StructuralShape::IntOrString { .. } => true,
            _ => structural
                .misplaced
                .as_ref()
                .is_some_and(|misplaced| misplaced.int_or_string),
        };
        if int_or_string && purpose == Purpose::Instance {
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

    /// The structural node, if it is one and no branch of a junctor.
    pub(super) fn structural(self) -> Option<&'s Structural> {
        match self {
            Node::Structural(structural) => Some(structural),
            _ => None,
        }
    }

    /// A type that does not exist, in a CRD that is refused anyway.
    pub(super) fn unknown_type(self) -> Option<&'s str> {
        match self {
            Node::Structural(structural) => structural
                .misplaced
                .as_ref()
                .map(|misplaced| &*misplaced.unknown_type)
                .filter(|name| !name.is_empty()),
            _ => None,
        }
    }

    /// Whether there is any `anyOf`, `oneOf`, `allOf` or `not`.
    pub(super) fn has_junctors(self) -> bool {
        let validation = self.validation();
        let nested = validation.is_some_and(|validation| {
            !validation.any_of.is_empty()
                || !validation.one_of.is_empty()
                || !validation.all_of.is_empty()
                || validation.not.is_some()
        });
        nested
            || matches!(self, Node::IntOrString | Node::Spelled(_))
            || self.spelling() != IntOrStringSpelling::Implied
    }

    pub(super) fn nullable(self) -> bool {
        matches!(self, Node::Structural(structural) if structural.generic.nullable)
    }

    pub(super) fn validation(self) -> Option<&'s ValueValidation> {
        match self {
            Node::Structural(structural) => Some(&structural.validation),
            Node::Nested(nested) | Node::Spelled(nested) => Some(&nested.validation),
            Node::Type(_) | Node::IntOrString => None,
        }
    }

    pub(super) fn items(self) -> Option<Node<'s>> {
        match self {
            Node::Structural(structural) => structural.items().map(Node::Structural),
            Node::Nested(nested) | Node::Spelled(nested) => nested.items.as_deref().map(Node::Nested),
            Node::Type(_) | Node::IntOrString => None,
        }
    }

    pub(super) fn property(self, name: &str) -> Option<Node<'s>> {
        match self {
            Node::Structural(structural) => structural.property(name).map(Node::Structural),
            Node::Nested(nested) | Node::Spelled(nested) => nested.properties.get(name).map(Node::Nested),
            Node::Type(_) | Node::IntOrString => None,
        }
    }

    /// The schema of members that are no properties, if there is one.
    pub(super) fn additional(self) -> Option<Node<'s>> {
        match self {
            Node::Structural(structural) => structural.additional_schema().map(Node::Structural),
            _ => None,
        }
    }

    /// Whether members that are no properties are errors.
    pub(super) fn closed(self, purpose: Purpose) -> bool {
        match self {
            Node::Structural(structural) => matches!(structural.additional(), Some(Additional::Bool(false))),
            Node::Nested(nested) | Node::Spelled(nested) => nested.closed && purpose == Purpose::Instance,
            Node::Type(_) | Node::IntOrString => false,
        }
    }

    pub(super) fn any_of(self) -> impl Iterator<Item = Node<'s>> {
        let spelled: &[Node<'s>] = match self {
            Node::IntOrString | Node::Spelled(_) => &INT_OR_STRING,
            _ if self.spelling() == IntOrStringSpelling::AnyOf => &INT_OR_STRING,
            _ => &[],
        };
        let nested = self.validation().map_or(&[][..], |validation| &validation.any_of);
        spelled.iter().copied().chain(nested.iter().map(Node::Nested))
    }

    pub(super) fn all_of(self) -> impl Iterator<Item = Node<'s>> {
        let spelling = self.spelling();
        let spelled = (spelling == IntOrStringSpelling::AllOf).then_some(Node::IntOrString);
        let nested = self.validation().map_or(&[][..], |validation| &validation.all_of);
        let within_first = spelling == IntOrStringSpelling::WithinAllOf;
        let nested = nested.iter().enumerate().map(move |(position, branch)| {
            if within_first && position == 0 {
                Node::Spelled(branch)
            } else {
                Node::Nested(branch)
            }
        });
        spelled.into_iter().chain(nested)
    }

    pub(super) fn one_of(self) -> impl Iterator<Item = Node<'s>> {
        let nested = self.validation().map_or(&[][..], |validation| &validation.one_of);
        nested.iter().map(Node::Nested)
    }

    pub(super) fn not(self) -> Option<Node<'s>> {
        self.validation()?.not.as_deref().map(Node::Nested)
    }

    fn spelling(self) -> IntOrStringSpelling {
        match self {
            Node::Structural(structural) => match &structural.shape {
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
