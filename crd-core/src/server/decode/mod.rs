//! From a document to a [`Crd`], as the API server decodes it (rules §1.1).

mod metadata;
pub(crate) mod reader;
mod schema;
mod spec;
mod status;
#[cfg(test)]
mod tests;

use reader::{At, Reader};

use crate::model::crd::Crd;
use crate::yaml::tree::{Node, Span, Value};
use crate::{KubeVersion, go};

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

/// A served or once served version of `CustomResourceDefinition`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Api {
    V1,
    V1beta1,
}

/// Decodes a document with `apiVersion: apiextensions.k8s.io/v1` or `v1beta1`.
///
/// Any other document is an error with the server's text. Type errors are all found, although the server
/// reports only one.
pub fn decode(document: &Node) -> Decoded {
    decode_for(document, KubeVersion::DEFAULT)
}

/// Decodes as a server of a version does: what is newer than it is unknown to it.
pub fn decode_for(document: &Node, version: KubeVersion) -> Decoded {
    let api = match api(document) {
        Ok(api) => api,
        Err(message) => {
            let error = DecodeError {
                message,
                path: String::new(),
                span: document.span,
            };
            return Decoded {
                errors: vec![error],
                ..Decoded::default()
            };
        }
    };
    let package = match api {
        Api::V1 => "v1",
        Api::V1beta1 => "v1beta1",
    };
    let mut reader = Reader::new(package, version);
    let crd = crd(&mut reader, document, api);
    reader.stop_since(0);
    let strict = reader.unknown.into_iter().map(|member| {
        let word = if member.first.is_some() {
            "duplicate"
        } else {
            "unknown"
        };
        StrictError {
            message: format!("{word} field {}", go::quote(&member.path)),
            path: member.path,
            span: member.span,
            first: member.first,
        }
    });
    let errors = reader.errors.into_iter().map(|error| DecodeError {
        message: error.message,
        path: error.path,
        span: error.span,
    });
    let errors: Vec<DecodeError> = errors.collect();
    Decoded {
        crd: errors.is_empty().then_some(crd),
        strict: strict.collect(),
        errors,
    }
}

/// Which version a document is of, or the server's text when it is of none.
fn api(document: &Node) -> Result<Api, String> {
    let member = |name: &str| match document.get(name).map(|node| &node.value) {
        None | Some(Value::Null) => Ok(""),
        Some(Value::String(text)) => Ok(&**text),
        Some(other) => Err(format!(
            "couldn't get version/kind; json parse error: json: cannot unmarshal {} into Go struct field .{name} of type string",
            match other {
                Value::Bool(_) => "bool",
                Value::Int(_) | Value::Float(_) => "number",
                Value::Sequence(_) => "array",
                _ => "object",
            }
        )),
    };
    if document.as_mapping().is_none() {
        return Err(String::from("the document is not an object"));
    }
    // Clients sort the members, and the server speaks of the first that is wrong.
    let (version, kind) = (member("apiVersion")?, member("kind")?);
    if version.matches('/').count() > 1 {
        return Err(format!("unexpected GroupVersion string: {version}"));
    }
    let whole = || go::json(&document.to_json());
    if kind.is_empty() {
        return Err(format!("Object 'Kind' is missing in '{}'", whole()));
    }
    if version.is_empty() {
        return Err(format!("Object 'apiVersion' is missing in '{}'", whole()));
    }
    match (kind, version) {
        ("CustomResourceDefinition", "apiextensions.k8s.io/v1") => Ok(Api::V1),
        ("CustomResourceDefinition", "apiextensions.k8s.io/v1beta1") => Ok(Api::V1beta1),
        _ => Err(format!(
            "no kind {} is registered for version {} in scheme \"pkg/api/legacyscheme/scheme.go:30\"",
            go::quote(kind),
            go::quote(version)
        )),
    }
}

fn crd(reader: &mut Reader, document: &Node, api: Api) -> Crd {
    const OWNER: &str = "CustomResourceDefinition";
    let mut crd = Crd::default();
    if api == Api::V1beta1 {
        crd.spec.preserve_unknown_fields = true;
        crd.spec.v1beta1 = Some(Box::default());
    }
    let Some(mapping) = reader.object(document, At::ROOT, "{}.CustomResourceDefinition") else {
        return crd;
    };
    for entry in &mapping.entries {
        let path = At::ROOT.field(&entry.key);
        let here = At::ROOT.below(&path, OWNER);
        match &*entry.key {
            "apiVersion" | "kind" => {}
            "metadata" => crd.metadata = reader.metadata(&entry.value, here),
            "spec" => reader.spec(&entry.value, here, api, &mut crd.spec),
            "status" => crd.status = reader.status(&entry.value, here),
            name => reader.unknown(At::ROOT, name, entry.key_span),
        }
    }
    crd
}

/// Runs `member` on each member of the struct at `at`; it answers whether it knows the member.
fn each_member(
    reader: &mut Reader,
    node: &Node,
    at: At<'_>,
    (owner, go_type): (&'static str, &'static str),
    mut member: impl FnMut(&mut Reader, &str, &Node, At<'_>) -> bool,
) -> bool {
    let Some(mapping) = reader.object(node, at, go_type) else {
        return false;
    };
    for entry in &mapping.entries {
        let path = at.field(&entry.key);
        if !member(reader, &entry.key, &entry.value, at.below(&path, owner)) {
            reader.unknown(at, &entry.key, entry.key_span);
        }
    }
    true
}

/// Runs `element` on each element of the list at `at`.
fn each_element<T>(
    reader: &mut Reader,
    node: &Node,
    at: At<'_>,
    go_type: &'static str,
    mut element: impl FnMut(&mut Reader, &Node, At<'_>) -> T,
) -> Option<Vec<T>> {
    let items = reader.list(node, at, go_type)?;
    let mut out = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        if let Some(path) = at.path.map(|path| path.index(index)) {
            out.push(element(reader, item, at.element(&path)));
        }
    }
    Some(out)
}
