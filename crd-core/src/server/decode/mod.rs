//! Decodes a document to a [`Crd`], as the API server does (rules DEC).
//!
//! ```text
//! spec: {group: 5, nonsense: 1}
//! ->  error   json: cannot unmarshal number into Go struct field CustomResourceDefinitionSpec.spec.group of type string
//! ->  strict  unknown field "spec.nonsense"
//! ```
//!
//! ```
//! use crd_core::{decode, yaml};
//!
//! let text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {group: 5, nonsense: 1}\n";
//! let read = yaml::read(text.as_bytes(), yaml::Options::default());
//! let decoded = decode::decode(&read.documents[0].root);
//! assert!(decoded.crd.is_none());
//! assert_eq!((decoded.errors.len(), decoded.strict.len()), (1, 1));
//! ```

mod error;
pub(crate) mod reader;
pub(super) mod record;
mod schema;
mod spec;
mod status;
#[cfg(test)]
mod tests;

pub use error::{DecodeCause, DecodeError, JsonType, StrictError};
use reader::{CrdReader, DecodeContext, UnknownMember};

use crate::model::crd::Crd;
use crate::model::field::FieldPath;
use crate::yaml::tree::{Node, Value};
use crate::{KubeVersion, go};

/// A decoded document.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Decoded {
    /// The CRD, unless there are `errors`.
    pub crd: Option<Crd>,
    /// The reasons why the server responds with 400; the first is the one that it reports.
    pub errors: Vec<DecodeError>,
    /// Unknown and repeated members: warnings, or a 400 under strict field validation.
    pub strict: Vec<StrictError>,
    /// Unknown members below `items`, `additionalProperties` and `dependencies`: the server drops them without a warning, also under
    /// strict field validation.
    pub unreported: Vec<StrictError>,
}

/// A version of `CustomResourceDefinition` that is or was served.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Api {
    V1,
    V1beta1,
}

/// Decodes a document with `apiVersion: apiextensions.k8s.io/v1` or `v1beta1`.
///
/// Any other document is an error with the server's text. All type errors are found, although the server reports only one.
pub fn decode(document: &Node) -> Decoded {
    decode_for(document, KubeVersion::DEFAULT)
}

/// Decodes a document as a server of `version` does: it does not know members that were added later.
pub fn decode_for(document: &Node, version: KubeVersion) -> Decoded {
    let api = match api(document) {
        Ok(api) => api,
        Err(error) => {
            return Decoded {
                errors: vec![error],
                ..Decoded::default()
            };
        }
    };
    let (mut reader, crd) = read(document, api, version);
    if reader.errors.len() > 1 {
        // Clients sort the members, and the server reports the error that it encounters first.
        reader.errors = read(&document.sorted(), api, version).0.errors;
    }
    let strict = |member: UnknownMember| {
        let word = if member.first.is_some() {
            "duplicate"
        } else {
            "unknown"
        };
        StrictError {
            message: format!("{word} field {}", go::quote(&member.spelled)),
            path: member.path,
            span: member.span,
            first: member.first,
        }
    };
    let errors = reader.errors.into_iter().map(|error| DecodeError {
        message: error.message,
        cause: error.cause,
        path: error.path,
        span: error.span,
    });
    let errors: Vec<DecodeError> = errors.collect();
    Decoded {
        crd: errors.is_empty().then_some(crd),
        strict: reader.unknown.into_iter().map(strict).collect(),
        unreported: reader.unreported.into_iter().map(strict).collect(),
        errors,
    }
}

fn read(document: &Node, api: Api, version: KubeVersion) -> (CrdReader, Crd) {
    let package = match api {
        Api::V1 => "v1",
        Api::V1beta1 => "v1beta1",
    };
    let mut reader = CrdReader::new(package, version);
    let crd = crd(&mut reader, document, api);
    reader.stop_since(0);
    (reader, crd)
}

/// Returns the version of a document, or the error if it has no known one.
fn api(document: &Node) -> Result<Api, DecodeError> {
    let error = |cause, message| DecodeError {
        message,
        cause,
        path: FieldPath::default(),
        span: document.span,
    };
    if document.as_mapping().is_none() {
        return Err(error(
            DecodeCause::Other,
            String::from("the document is not an object"),
        ));
    }
    // Clients sort the members, and the server reports the first wrong one.
    let version = identifying(document, "apiVersion")?;
    let kind = identifying(document, "kind")?;
    if version.matches('/').count() > 1 {
        let message = format!("unexpected GroupVersion string: {version}");
        return Err(error(DecodeCause::Other, message));
    }
    let missing = |name: &str| {
        let whole = go::json(&document.to_json());
        error(
            DecodeCause::UnknownKind,
            format!("Object '{name}' is missing in '{whole}'"),
        )
    };
    if kind.is_empty() {
        return Err(missing("Kind"));
    }
    if version.is_empty() {
        return Err(missing("apiVersion"));
    }
    match (kind, version) {
        ("CustomResourceDefinition", "apiextensions.k8s.io/v1") => Ok(Api::V1),
        ("CustomResourceDefinition", "apiextensions.k8s.io/v1beta1") => Ok(Api::V1beta1),
        _ => Err(error(
            DecodeCause::UnknownVersion {
                kind: kind.to_owned(),
                api_version: version.to_owned(),
            },
            format!(
                "no kind {} is registered for version {} in scheme \"pkg/api/legacyscheme/scheme.go:30\"",
                go::quote(kind),
                go::quote(version)
            ),
        )),
    }
}

/// Returns the text of `apiVersion` or `kind`; empty if it is null or missing.
fn identifying<'d>(document: &'d Node, name: &str) -> Result<&'d str, DecodeError> {
    let Some(node) = document.get(name) else {
        return Ok("");
    };
    let go_name = match &node.value {
        Value::Null => return Ok(""),
        Value::String(text) => return Ok(text),
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Float(_) => "number",
        Value::Sequence(_) => "array",
        Value::Mapping(_) => "object",
    };
    Err(DecodeError {
        message: format!(
            "couldn't get version/kind; json parse error: json: cannot unmarshal {go_name} into Go struct field \
             .{name} of type string"
        ),
        cause: DecodeCause::WrongType {
            expected: JsonType::String,
            found: JsonType::of(node),
            number: None,
        },
        path: FieldPath::default().child(name),
        span: node.span,
    })
}

fn crd(reader: &mut CrdReader, document: &Node, api: Api) -> Crd {
    let mut crd = Crd::default();
    if api == Api::V1beta1 {
        crd.spec.preserve_unknown_fields = true;
        crd.spec.v1beta1 = Some(Box::default());
    }
    reader.members(document, DecodeContext::ROOT, &mut crd);
    crd
}
