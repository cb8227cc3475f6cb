//! From a document to a [`Crd`], as the API server decodes it (rules §1.1).

use super::Crd;
use crate::yaml::tree::{Node, Span};

/// A decoded document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    /// The CRD, unless there are `errors`.
    pub crd: Option<Crd>,
    /// Why the server answers 400; the first is the one it reports.
    pub errors: Vec<DecodeError>,
    /// Unknown and repeated members: warnings, or a 400 under strict field validation.
    pub strict: Vec<StrictError>,
}

/// A member of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The server's text, such as `json: cannot unmarshal …`.
    pub message: String,
    /// The path as the manifest spells it.
    pub path: String,
    /// The place of the value.
    pub span: Span,
}

/// A member that is unknown or stands again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrictError {
    /// The server's text, such as `unknown field "spec.x"`.
    pub message: String,
    /// The path as the manifest spells it.
    pub path: String,
    /// The place of the name.
    pub span: Span,
    /// The place of the first name, if this one stands again.
    pub first: Option<Span>,
}

/// Decodes a document with `apiVersion: apiextensions.k8s.io/v1` or `v1beta1`.
pub fn decode(document: &Node) -> Decoded {
    let _ = document;
    Decoded::default()
}
