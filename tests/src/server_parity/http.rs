//! Compares the responses of a real server over HTTP with this project's results.

use std::collections::BTreeMap;

use crd_core::decode::decode;
use crd_core::field::Path as FieldPath;
use crd_core::objects::{Admission, Operation, Request};
use crd_core::{KubeVersion, Structural, objects};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::our_verdict::{node, our_verdict};
use super::request::Request as CrdRequest;

/// The server truncates longer texts if there are many of them.
const LONG_WARNING: usize = 255;

/// The response of a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The texts of `Warning` headers, in order.
    pub warnings: Vec<String>,
    /// The body.
    pub body: Value,
}

/// A request, its response, and the object that it replaces.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exchange {
    /// `create`, `update` or `status`.
    pub what: String,
    /// The object that is sent.
    pub object: Value,
    /// The stored object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    /// The server's response.
    pub answer: Answer,
}

impl Exchange {
    /// Returns this project's result for the same request, in the form of a line of `crd-gen validate --format verdicts`. `crds`
    /// declare the kinds of objects.
    pub fn our_line(&self, crds: &[Value]) -> Value {
        if self.is_of_crd() {
            self.line_of_crd()
        } else {
            self.line_of_object(crds)
        }
    }

    /// Returns the exchange with only the parts of the response that [`difference`] compares.
    #[must_use]
    pub fn without_what_is_not_compared(mut self) -> Self {
        let body = &self.answer.body;
        if self.answer.status >= 400 {
            self.answer.body =
                json!({"message": body["message"], "details": {"causes": body["details"]["causes"]}});
        } else if self.is_of_crd() {
            self.answer.body = Value::Null;
        }
        self
    }

    fn is_of_crd(&self) -> bool {
        self.object["kind"] == "CustomResourceDefinition"
    }

    fn line_of_crd(&self) -> Value {
        let request = match &self.old {
            None => CrdRequest::Create(self.object.clone()),
            Some(old) => CrdRequest::Update(old.clone(), self.object.clone()),
        };
        let verdict = our_verdict(&request, KubeVersion::DEFAULT);
        let causes = verdict.errors.iter();
        let causes: Vec<Value> = causes
            .map(|cause| json!({"type": cause.kind, "field": cause.field, "detail": cause.detail}))
            .collect();
        json!({"decode": verdict.decode, "strict": verdict.strict, "warnings": verdict.warnings, "errors": causes})
    }

    fn line_of_object(&self, crds: &[Value]) -> Value {
        let crd = crds
            .iter()
            .filter_map(|crd| decode(&node(crd)).crd)
            .find(|crd| self.object["kind"] == *crd.spec.names.kind);
        let admission = crd.and_then(|crd| Admission::new(&crd, "v1", KubeVersion::DEFAULT).ok());
        let Some(admission) = admission else {
            return json!({"decode": "no kind"});
        };
        let operation = match (self.what.as_str(), &self.old) {
            ("status", Some(old)) => Operation::UpdateStatus { old },
            (_, Some(old)) => Operation::Update { old },
            (_, None) => Operation::Create,
        };
        let mut request = Request::new(operation, &self.object);
        request.url = Some(objects::Url::default());
        let admitted = admission.admit(request);
        let strict: Vec<&str> = admitted
            .strict
            .iter()
            .map(|finding| finding.text.as_str())
            .collect();
        let warnings: Vec<String> = admitted.warnings.iter().map(ToString::to_string).collect();
        let causes: Vec<Value> = admitted
            .errors
            .iter()
            .map(super::our_verdict::cause)
            .map(|cause| json!({"type": cause.kind, "field": cause.field, "detail": cause.detail}))
            .collect();
        json!({
            "decode": admitted.decode.map(|fault| fault.text), "strict": strict, "warnings": warnings, "errors": causes,
            "object": admitted.object,
        })
    }
}

/// Returns the CRDs of the objects whose requests are recorded: one of each scope.
pub fn plain_crds() -> [Value; 2] {
    [plain_crd("widget", "Namespaced"), plain_crd("gadget", "Cluster")]
}

/// Returns a CRD with one version and a status, in the group `example.com`.
pub fn plain_crd(name: &str, scope: &str) -> Value {
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let schema = json!({"type": "object", "properties": {"spec": open, "status": open}});
    let mut kind = name.to_owned();
    kind.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": format!("{name}s.example.com")},
        "spec": {
            "group": "example.com", "scope": scope, "names": {"plural": format!("{name}s"), "kind": kind},
            "versions": [{
                "name": "v1", "served": true, "storage": true, "subresources": {"status": {}}, "schema": {"openAPIV3Schema": schema},
            }],
        },
    })
}

/// The schemas of all served versions, by `apiVersion` and kind.
pub type Schemas = BTreeMap<(String, String), Structural>;

pub fn schemas(crds: &[&Value]) -> Schemas {
    let mut schemas = Schemas::new();
    for crd in crds.iter().filter_map(|crd| decode(&node(crd)).crd) {
        for version in crd.versions() {
            let path = FieldPath::root("openAPIV3Schema");
            let schema = version.openapi_schema();
            let schema =
                schema.and_then(|schema| Structural::from_schema(schema, &path, KubeVersion::DEFAULT).ok());
            if let Some(schema) = schema {
                let api_version = format!("{}/{}", crd.spec.group, version.name);
                schemas.insert((api_version, crd.spec.names.kind.to_string()), schema);
            }
        }
    }
    schemas
}

/// Returns a stored object as the server reads it: with defaults, including those of a status, which a create removes before it
/// stores the object.
fn read(mut stored: Value, schemas: &Schemas) -> Value {
    let text = |key: &str| stored[key].as_str().unwrap_or_default().to_owned();
    if let Some(schema) = schemas.get(&(text("apiVersion"), text("kind"))) {
        objects::default(schema, &mut stored);
    }
    stored
}

/// Describes how the response differs from `line`, which has the form of a line of `crd-gen validate --format verdicts`.
pub fn difference(exchange: &Exchange, line: &Value, schemas: &Schemas) -> Option<String> {
    let answer = &exchange.answer;
    let texts = |list: &Value| -> Vec<String> {
        let list = list.as_array().into_iter().flatten();
        list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let decode = line["decode"].as_str();
    if answer.status == 500 {
        // The store rejects it: the response has a message, but no causes.
        let ours = line.pointer("/errors/0/detail");
        let is_same = ours.is_some() && ours == answer.body.get("message") && line["errors"][1].is_null();
        return (!is_same).then(|| format!("server 500 {}\n  ours {line}", answer.body["message"]));
    }
    if answer.status == 400 || decode.is_some() {
        let theirs = answer.body["message"].as_str().unwrap_or_default();
        // The handler adds a prefix with the kind; the recorded texts are those of the decoder.
        let kind = exchange.object["kind"].as_str().unwrap_or_default();
        let said = theirs
            .split_once(&format!(" cannot be handled as a {kind}: "))
            .map_or(theirs, |(_, text)| text);
        let is_same = answer.status == 400 && decode == Some(said);
        return (!is_same).then(|| format!("server {} {theirs}\n  ours {decode:?}", answer.status));
    }
    let mut ours = texts(&line["strict"]);
    ours.extend(texts(&line["warnings"]));
    let is_same = ours.len() == answer.warnings.len()
        && ours.iter().zip(&answer.warnings).all(|(ours, theirs)| {
            // Control characters are lost in the header.
            ours == theirs || (theirs.len() >= LONG_WARNING && ours.starts_with(theirs.as_str()))
        });
    if !is_same {
        return Some(format!("server warns {:?}\n  ours {ours:?}", answer.warnings));
    }
    let causes = |list: &Value, kind: &str, text: &str| {
        let list = list.as_array().into_iter().flatten();
        let mut causes: Vec<String> = list
            .map(|cause| format!("{} {} {}", cause[kind], cause["field"], cause[text]))
            .collect();
        causes.sort();
        if exchange.is_of_crd() {
            // Updates check the metadata twice, but this project reports each error of a CRD once.
            causes.dedup();
        }
        causes
    };
    let theirs = causes(&answer.body["details"]["causes"], "reason", "message");
    let ours = causes(&line["errors"], "type", "detail");
    if theirs != ours || (answer.status >= 400) == ours.is_empty() {
        return Some(format!("server {} {theirs:#?}\n  ours {ours:#?}", answer.status));
    }
    if answer.status < 300 && !exchange.is_of_crd() {
        let (theirs, ours) = (plain(&answer.body), read(plain(&line["object"]), schemas));
        return (theirs != ours).then(|| format!("server stores {theirs}\n  ours {ours}"));
    }
    None
}

/// Returns an object without the fields that the server sets.
fn plain(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        for key in ["uid", "creationTimestamp", "resourceVersion", "managedFields"] {
            metadata.remove(key);
        }
        if metadata.contains_key("generateName") {
            // It ends with random characters.
            metadata.remove("name");
        }
    }
    object
}
