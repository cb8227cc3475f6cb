//! The types of values where they are known, and the signatures of functions.

use crd_cel::ast::Literal;
use crd_cel::{TypeId, functions};

use super::super::outcomes::{Outcomes, TracedValue, ValueSource};
use super::RuleReader;
use crate::model::schema::JsonSchemaProps;

/// The types without parameters of which functions have parameters, with their names in expressions.
const TYPES: [(&str, TypeId); 7] = [
    ("bool", TypeId::BOOL),
    ("bytes", TypeId::BYTES),
    ("double", TypeId::DOUBLE),
    ("int", TypeId::INT),
    ("null_type", TypeId::NULL),
    ("string", TypeId::STRING),
    ("uint", TypeId::UINT),
];

/// The functions that crash the server's evaluator if an argument has another type, which it reports with the words of the crash.
const CRASHING: [&str; 2] = ["distinct", "flatten"];

/// What a call with arguments of some types results in.
pub(super) enum CallResult {
    /// The server reports `no such overload`.
    NoOverload,
    /// A value of this type, or another error.
    Of(TypeId),
    /// Unknown.
    Unknown,
}

pub(super) fn of_literal(literal: &Literal) -> TypeId {
    match literal {
        Literal::Null => TypeId::NULL,
        Literal::Bool(_) => TypeId::BOOL,
        Literal::Int(_) => TypeId::INT,
        Literal::Uint(_) => TypeId::UINT,
        Literal::Double(_) => TypeId::DOUBLE,
        Literal::String(_) => TypeId::STRING,
        Literal::Bytes(_) => TypeId::BYTES,
    }
}

/// Returns the type of a name in expressions.
pub(super) fn named(name: &str) -> Option<TypeId> {
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, of)| *of)
}

/// Returns the result of a call, by the types of its receiver and arguments as far as they are known. Signatures of all versions are
/// considered.
pub(super) fn result(name: &str, has_receiver: bool, arguments: &[Option<TypeId>]) -> CallResult {
    let Some(function) = functions().find(|function| function.name == name && !CRASHING.contains(&name))
    else {
        return CallResult::Unknown;
    };
    let mut fitting = function
        .overloads
        .iter()
        .filter(|overload| overload.member == has_receiver && overload.may_take(arguments));
    match fitting.next() {
        None => CallResult::NoOverload,
        Some(first) if is_plain(first.result) && fitting.all(|other| other.result == first.result) => {
            CallResult::Of(first.result)
        }
        Some(_) => CallResult::Unknown,
    }
}

fn is_plain(of: TypeId) -> bool {
    TYPES.iter().any(|(_, plain)| *plain == of)
}

/// Whether values of different types are never equal. Numbers of different types may be.
fn are_never_equal(one: TypeId, other: TypeId) -> bool {
    let is_number = |of| [TypeId::INT, TypeId::UINT, TypeId::DOUBLE].contains(&of);
    one != other && !(is_number(one) && is_number(other))
}

/// Returns the type of the values that a schema admits; `None` if there are several, or if rules see another one.
fn declared(schema: &JsonSchemaProps) -> Option<TypeId> {
    if schema.x_int_or_string || schema.nullable || !schema.format.is_empty() {
        return None;
    }
    match &*schema.type_ {
        "boolean" => Some(TypeId::BOOL),
        "integer" => Some(TypeId::INT),
        "number" => Some(TypeId::DOUBLE),
        "string" => Some(TypeId::STRING),
        _ => None,
    }
}

impl RuleReader<'_, '_> {
    /// Returns the type of a value, if it is known and has no parameters.
    pub(super) fn type_of(&self, value: &TracedValue<'_>) -> Option<TypeId> {
        match &value.place {
            ValueSource::Computed(of) => Some(*of),
            ValueSource::At(path, schema) => match self.typed {
                Some((typed, of)) if typed == path => Some(of),
                _ => declared(schema),
            },
            _ => None,
        }
    }

    /// Returns the outcome of `one == other` if an assumed type decides it.
    pub(super) fn type_equality(&self, one: &TracedValue<'_>, other: &TracedValue<'_>) -> Option<Outcomes> {
        self.typed?;
        if let (ValueSource::Type(one), ValueSource::Type(other)) = (&one.place, &other.place) {
            return Some(if one == other {
                Outcomes::TRUE
            } else {
                Outcomes::FALSE
            });
        }
        are_never_equal(self.type_of(one)?, self.type_of(other)?).then_some(Outcomes::FALSE)
    }
}
