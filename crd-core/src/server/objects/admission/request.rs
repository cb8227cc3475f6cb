//! Requests to an [`Admission`](super::Admission), and its answers.

use std::fmt;

use serde_json::Value;

use crate::model::field::{FieldError, FieldPath};

/// A request to judge an object.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// What the request does.
    pub operation: Operation<'a>,
    /// The object of the request; for a scale update, the `Scale` object of `autoscaling/v1`.
    pub object: &'a Value,
    /// What the reader of the document says of keys that it has twice, each in the server's words, such as
    /// `duplicate field "spec.a"`. Strict findings, before all others.
    pub duplicates: &'a [Finding],
    /// What is done about unknown and duplicate fields; [`FieldValidation::Warn`] by default, as on the server.
    pub field_validation: FieldValidation,
    /// Where the request is sent; a body that does not fit there is rejected (HTTP 400). None by default: then an object of
    /// another kind or version is judged as far as it can be.
    pub url: Option<Url<'a>>,
}

/// The URL of a request, as far as a body must agree with it. The name in it is that of the stored object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Url<'a> {
    /// The namespace; `default` if there is none.
    pub namespace: Option<&'a str>,
}

impl<'a> Url<'a> {
    /// The URL of a namespace.
    pub fn of_namespace(namespace: &'a str) -> Self {
        Url {
            namespace: Some(namespace),
        }
    }
}

impl<'a> Request<'a> {
    /// A request without duplicate keys and with the server's own field validation.
    pub fn new(operation: Operation<'a>, object: &'a Value) -> Self {
        Request {
            operation,
            object,
            duplicates: &[],
            field_validation: FieldValidation::default(),
            url: None,
        }
    }

    /// A request that creates `object`.
    pub fn create(object: &'a Value) -> Self {
        Request::new(Operation::Create, object)
    }

    /// A request that replaces `old` by `object`.
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

/// What a request does. `old` is the stored object; it is read as the server reads it from its store, with defaults.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Operation<'a> {
    /// The object is created.
    Create,
    /// The object replaces another.
    Update {
        /// The stored object.
        old: &'a Value,
    },
    /// The status of the object replaces that of another, through the status subresource.
    UpdateStatus {
        /// The stored object.
        old: &'a Value,
    },
    /// The replicas of a `Scale` object replace those of an object, through the scale subresource.
    UpdateScale {
        /// The stored object.
        old: &'a Value,
    },
    /// The object is what server-side apply made of the stored object and the applied one. Unknown fields and nulls are not
    /// dropped then: the typed merge has rejected the former.
    Apply {
        /// The stored object, if there is one.
        old: Option<&'a Value>,
    },
}

impl<'a> Operation<'a> {
    /// The stored object.
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

/// What a server does about unknown and duplicate fields (query parameter `fieldValidation`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FieldValidation {
    /// The request is rejected. kubectl asks for this.
    Strict,
    /// The client is warned. This is what servers do unless asked otherwise.
    #[default]
    Warn,
    /// Nothing is said.
    Ignore,
}

/// A text about a place of the object: a strict finding or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The server's text.
    pub text: String,
    /// The place in the object, as far as it is known; empty for the whole object.
    pub field: FieldPath,
}

impl Finding {
    /// A text about a place.
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

/// The answer to a [`Request`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Admitted {
    /// Why the request could not be read (HTTP 400): the object does not decode, or field validation is strict and there
    /// are findings. Nothing else was judged then.
    pub decode: Option<Finding>,
    /// Duplicate and unknown fields, in the server's order; none if field validation ignores them.
    pub strict: Vec<Finding>,
    /// Warnings besides those of field validation: finalizers, and rules that an unchanged value breaks still.
    pub warnings: Vec<Warning>,
    /// Why the object is rejected (HTTP 422).
    pub errors: Vec<FieldError>,
    /// The object as it would be stored, or as it was judged if there are errors. Null if it could not be decoded.
    pub object: Value,
    /// What all rules together cost, of the 10,000,000 that a request may use. `None` if no rule ran or a limit was met.
    pub cost: Option<u64>,
}

impl Admitted {
    /// Whether the object is admitted.
    pub fn is_accepted(&self) -> bool {
        self.decode.is_none() && self.errors.is_empty()
    }
}

/// What the client is warned of although the object is admitted or rejected for other reasons.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A text about a place.
    Finding(Finding),
    /// A rule that an unchanged value breaks: without ratcheting it would be this error.
    Ratcheted(FieldError),
}

impl Warning {
    /// The place in the object.
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
