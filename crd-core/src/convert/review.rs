//! Parses and writes `ConversionReview`, in `apiextensions.k8s.io/v1` and `v1beta1`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::json::{Document, Json, Kind, write_string};

/// The response to a review.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReviewResponse {
    /// The `ConversionReview` to return, as JSON. The HTTP status is always 200.
    pub body: Vec<u8>,
    /// The request's `uid`; empty if it could not be read.
    pub uid: String,
    /// The requested `apiVersion`; empty if it could not be read.
    pub desired: String,
    /// The converted objects: one entry for each kind and pair of versions. Empty after a failure.
    pub conversions: Vec<Conversions>,
    /// The reason if nothing was converted.
    pub failure: Option<Failure>,
}

/// Objects of one kind that were converted from one version to another, for logs and metrics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conversions {
    /// The name of the CRD, such as `databases.db.example.com`.
    pub crd: Arc<str>,
    /// The kind.
    pub kind: &'static str,
    /// The source version.
    pub from: &'static str,
    /// The target version.
    pub to: &'static str,
    /// Number of objects.
    pub objects: usize,
    /// Number of bytes of annotations with values that have no field in the version.
    pub kept_bytes: usize,
    /// Number of values that the functions of a mapping could not read, or that had another type than declared; they are kept
    /// in annotations.
    pub unreadable: usize,
}

/// The reason why a review failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// The body is not a valid `ConversionReview`.
    Malformed(String),
    /// The requested version, or the version, group or kind of an object, is unknown.
    Unknown(String),
    /// The annotations of an object would be longer than the 256 KiB that the API server allows.
    TooLong(String),
    /// The other version's schema rejects a value, and the mapping has `unfit = "refuse"`.
    Unfit(String),
    /// A function of a mapping panicked.
    Panicked(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Malformed(message)
        | Failure::Unknown(message)
        | Failure::TooLong(message)
        | Failure::Unfit(message)
        | Failure::Panicked(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for Failure {}

/// The versions of `ConversionReview`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReviewVersion {
    V1,
    V1beta1,
}

impl ReviewVersion {
    const fn api_version(self) -> &'static str {
        match self {
            ReviewVersion::V1 => "apiextensions.k8s.io/v1",
            ReviewVersion::V1beta1 => "apiextensions.k8s.io/v1beta1",
        }
    }
}

/// The parts of a review that the response must repeat.
pub(super) struct Head<'a> {
    version: ReviewVersion,
    pub(super) uid: Cow<'a, str>,
    pub(super) desired: Cow<'a, str>,
}

impl<'a> Head<'a> {
    /// Returns the parts that can be read, even from an incomplete review.
    pub(super) fn read(root: Json<'a>) -> Head<'a> {
        let text = |path: &[&str]| root.at(path).and_then(Json::string).unwrap_or_default();
        let version = if text(&["apiVersion"]) == ReviewVersion::V1beta1.api_version() {
            ReviewVersion::V1beta1
        } else {
            ReviewVersion::V1
        };
        Head {
            version,
            uid: text(&["request", "uid"]),
            desired: text(&["request", "desiredAPIVersion"]),
        }
    }
}

/// Returns the objects of a review.
pub(super) fn objects<'a>(root: Json<'a>, head: &Head<'_>) -> Result<Vec<Json<'a>>, Failure> {
    let malformed = |what: String| Err(Failure::Malformed(what));
    let text = |name: &str| root.get(name).and_then(Json::string).unwrap_or_default();
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    if kind != "ConversionReview" || api_version != head.version.api_version() {
        return malformed(format!(
            "this is not a ConversionReview of apiextensions.k8s.io/v1 or v1beta1: its apiVersion is \
             `{api_version}`, its kind `{kind}`"
        ));
    }
    if head.uid.is_empty() {
        return malformed("the review has no `request.uid`".to_owned());
    }
    if head.desired.is_empty() {
        return malformed("the review has no `request.desiredAPIVersion`".to_owned());
    }
    let Some(objects) = root.at(&["request", "objects"]) else {
        return malformed("the review has no `request.objects`".to_owned());
    };
    if !matches!(objects.kind(), Kind::List | Kind::Null) {
        return malformed("`request.objects` of the review is not a list".to_owned());
    }
    Ok(objects.elements().collect())
}

/// Parses a body; returns the error if it is not JSON.
pub(super) fn read(text: &str) -> (Document<'_>, Option<Failure>) {
    match Document::read(text) {
        Ok(document) => (document, None),
        Err(problem) => (
            Document::read_leniently(text),
            Some(Failure::Malformed(format!("the review is not JSON: {problem}"))),
        ),
    }
}

/// Returns the body of the response: the converted objects, or the failure.
pub(super) fn answer(head: &Head<'_>, result: Result<&[String], &Failure>) -> Vec<u8> {
    let length: usize = result.map_or(0, |objects| objects.iter().map(|object| object.len() + 1).sum());
    let mut out = String::with_capacity(length + 256);
    out.push_str("{\"apiVersion\":\"");
    out.push_str(head.version.api_version());
    out.push_str("\",\"kind\":\"ConversionReview\",\"response\":{\"uid\":");
    write_string(&mut out, &head.uid);
    match result {
        Ok(objects) => {
            out.push_str(",\"convertedObjects\":[");
            for (index, object) in objects.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(object);
            }
            out.push_str("],\"result\":{\"status\":\"Success\"}}}");
        }
        Err(failure) => {
            out.push_str(",\"convertedObjects\":[],\"result\":{\"status\":\"Failure\",\"message\":");
            write_string(&mut out, &failure.to_string());
            out.push_str("}}}");
        }
    }
    out.push('\n');
    out.into_bytes()
}
