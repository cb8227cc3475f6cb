//! Errors of documents that cannot be decoded.

use std::fmt;

use crate::model::field::FieldPath;
use crate::yaml::tree::{Node, Span, Value};

/// A value that the server cannot decode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// The server's text, such as `json: cannot unmarshal …`.
    pub message: String,
    /// The cause, for tools.
    pub cause: DecodeCause,
    /// The path in the manifest's spelling; empty for the document itself.
    pub path: FieldPath,
    /// Span of the value.
    pub span: Span,
}

impl DecodeError {
    /// Checks whether a string is required instead of the value.
    pub(crate) fn needs_string(&self) -> bool {
        let expected = match self.cause {
            DecodeCause::WrongType { expected, .. } => Some(expected),
            _ => None,
        };
        expected == Some(JsonType::String)
    }
}

/// The reason why a value cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeCause {
    /// The document has no `kind` or no `apiVersion`.
    UnknownKind,
    /// The server does not have this kind in this version.
    UnknownVersion {
        /// The kind.
        kind: String,
        /// The group and version.
        api_version: String,
    },
    /// A value of the wrong type.
    WrongType {
        /// The required type.
        expected: JsonType,
        /// The type of the value.
        found: JsonType,
        /// A number that is not an integer, as the server prints it.
        number: Option<String>,
    },
    /// An integer that is out of range for its type.
    OutOfRange {
        /// The number, as the server prints it.
        number: String,
    },
    /// Any other reason, which only the server's text describes: the value has a custom decoder, or the document is malformed.
    Other,
}

/// The type of a JSON value. `Display` writes it with its article: `a string`, `an object`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the JSON type of its name")]
pub enum JsonType {
    Null,
    Boolean,
    /// A number without a fraction.
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    /// Returns the type of a value.
    #[must_use]
    pub fn of(node: &Node) -> Self {
        match &node.value {
            Value::Null => JsonType::Null,
            Value::Bool(_) => JsonType::Boolean,
            Value::Int(_) => JsonType::Integer,
            Value::Float(_) => JsonType::Number,
            Value::String(_) => JsonType::String,
            Value::Sequence(_) => JsonType::Array,
            Value::Mapping(_) => JsonType::Object,
        }
    }
}

impl fmt::Display for JsonType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JsonType::Null => "null",
            JsonType::Boolean => "a boolean",
            JsonType::Integer => "a whole number",
            JsonType::Number => "a number",
            JsonType::String => "a string",
            JsonType::Array => "a list",
            JsonType::Object => "an object",
        })
    }
}

/// A member that is unknown or repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StrictError {
    /// The server's text, such as `unknown field "spec.x"`.
    pub message: String,
    /// The path in the manifest's spelling.
    pub path: FieldPath,
    /// Span of the name.
    pub span: Span,
    /// For a repeated member the span of the first one; `None` for an unknown member.
    pub first: Option<Span>,
}
