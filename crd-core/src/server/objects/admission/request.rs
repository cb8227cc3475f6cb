//! Requests to an [`Admission`](super::Admission), and its responses.

use std::fmt;

use serde_json::Value;

use crate::model::field::{FieldError, FieldPath};

/// A request to validate an object.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// Operation of the request.
    pub operation: Operation<'a>,
    /// The object of the request; for a scale update, the `Scale` object of `autoscaling/v1`.
    pub object: &'a Value,
    /// The findings of the document's reader about duplicate keys, each with the server's text, such as
    /// `duplicate field "spec.a"`. Strict findings, before all others.
    pub duplicates: &'a [Finding],
    /// The treatment of unknown and duplicate fields; [`FieldValidation::Warn`] by default, as on the server.
    pub field_validation: FieldValidation,
    /// The URL of the request; a body that does not match it is rejected (HTTP 400). None by default: then an
    /// object of another kind or version is validated as far as possible.
    pub url: Option<Url<'a>>,
}

/// The parts of a request's URL with which a body must agree. The name in it is that of the stored object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Url<'a> {
    /// The namespace; `default` if there is none.
    pub namespace: Option<&'a str>,
}

impl<'a> Url<'a> {
    /// Creates the URL of a namespace.
    pub fn of_namespace(namespace: &'a str) -> Self {
        Url {
            namespace: Some(namespace),
        }
    }
}

impl<'a> Request<'a> {
    /// Creates a request without duplicate keys and with the server's default field validation.
    pub fn new(operation: Operation<'a>, object: &'a Value) -> Self {
        Request {
            operation,
            object,
            duplicates: &[],
            field_validation: FieldValidation::default(),
            url: None,
        }
    }

    /// Creates a request that creates `object`.
    pub fn create(object: &'a Value) -> Self {
        Request::new(Operation::Create, object)
    }

    /// Creates a request that replaces `old` by `object`.
    pub fn update(old: &'a Value, object: &'a Value) -> Self {
        Request::new(Operation::Update { old }, object)
    }
}

/// A request without its object.
#[derive(Clone, Copy)]
pub(super) struct RequestOptions<'a> {
    pub(super) operation: Operation<'a>,
    pub(super) duplicates: &'a [Finding],
    pub(super) field_validation: FieldValidation,
    pub(super) url: Option<Url<'a>>,
}

impl<'a> From<Request<'a>> for RequestOptions<'a> {
    fn from(request: Request<'a>) -> Self {
        RequestOptions {
            operation: request.operation,
            duplicates: request.duplicates,
            field_validation: request.field_validation,
            url: request.url,
        }
    }
}

/// The operation of a request. `old` is the stored object; it is read as the server reads it from its store, with defaults.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Operation<'a> {
    /// Creates the object.
    Create,
    /// Replaces another object.
    Update {
        /// The stored object.
        old: &'a Value,
    },
    /// Replaces the status of another object, through the status subresource.
    UpdateStatus {
        /// The stored object.
        old: &'a Value,
    },
    /// Replaces the replicas of an object by those of a `Scale` object, through the scale subresource.
    UpdateScale {
        /// The stored object.
        old: &'a Value,
    },
    /// Stores the result of server-side apply from the stored object and the applied one. Unknown fields and
    /// nulls are not dropped then: the typed merge has rejected the former.
    Apply {
        /// The stored object, if there is one.
        old: Option<&'a Value>,
    },
}

impl<'a> Operation<'a> {
    /// Returns the stored object.
    pub fn old(self) -> Option<&'a Value> {
        match self {
            Operation::Create => None,
            Operation::Update { old } | Operation::UpdateStatus { old } | Operation::UpdateScale { old } => {
                Some(old)
            }
            Operation::Apply { old } => old,
        }
    }
}

/// The server's treatment of unknown and duplicate fields (query parameter `fieldValidation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FieldValidation {
    /// The request is rejected. kubectl requests this.
    Strict,
    /// The client is warned. This is the default of servers.
    #[default]
    Warn,
    /// They are not reported.
    Ignore,
}

/// A text about a part of the object: a strict finding or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The server's text.
    pub text: String,
    /// Path of the part in the object, if it is known; empty for the whole object.
    pub field: FieldPath,
}

impl Finding {
    /// Creates a text about a part.
    pub fn new(text: impl Into<String>, field: FieldPath) -> Self {
        Finding {
            text: text.into(),
            field,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The response to a [`Request`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Admitted {
    /// The reason why the request could not be decoded (HTTP 400): the object does not decode, or field
    /// validation is strict and there are findings. Nothing else was checked then.
    pub decode: Option<Finding>,
    /// Duplicate and unknown fields, in the server's order; none if field validation ignores them.
    pub strict: Vec<Finding>,
    /// Warnings besides those of field validation: finalizers, and rules that an unchanged value still breaks.
    pub warnings: Vec<Warning>,
    /// The reasons why the object is rejected (HTTP 422).
    pub errors: Vec<FieldError>,
    /// The object as it would be stored, or as it was validated if there are errors. Null if it could not be decoded.
    pub object: Value,
    /// Total cost of all rules, of the 10,000,000 that a request may use. `None` if no rule ran or a limit was exceeded.
    pub cost: Option<u64>,
}

impl Admitted {
    /// Checks whether the object is admitted.
    pub fn is_accepted(&self) -> bool {
        self.decode.is_none() && self.errors.is_empty()
    }
}

/// A warning for the client, independently of whether the object is admitted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A text about a part of the object.
    Finding(Finding),
    /// A rule that an unchanged value breaks: without ratcheting it would be this error.
    Ratcheted(FieldError),
}

impl Warning {
    /// Returns the path in the object.
    pub fn field(&self) -> &FieldPath {
        match self {
            Warning::Finding(finding) => &finding.field,
            Warning::Ratcheted(error) => &error.field,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Finding(finding) => finding.fmt(f),
            Warning::Ratcheted(error) => error.fmt(f),
        }
    }
}
