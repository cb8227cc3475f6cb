//! The operations of a custom resource, by path (PUB-21 to PUB-24).

use crate::model::sort::sort_by_key;
use serde_json::{Map, Value, json};

use super::facts::{self, Action, Parameter};
use super::names;
use super::resource::{ServedResource, prefix};
use super::schema::OpenApi;
use crate::KubeVersion;

/// An operation on a path.
struct Operation {
    /// The member of the path item: `get`, `put`, `post`, `delete` or `patch`.
    method: &'static str,
    /// Action of the operation.
    action: Action,
    /// The ID, unique in a document.
    id: String,
    /// One line for readers.
    description: String,
    /// Type of the response.
    answer: ResponseBody,
}

/// The type of a response, and of the body of requests that contain an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResponseBody {
    Object,
    List,
    Status,
    Scale,
}

/// A path and its operations.
pub(super) struct UrlPath {
    /// The path from the root of the server, with `{namespace}` and `{name}` in braces.
    pub(super) url: String,
    /// Whether it contains `{name}`.
    named: bool,
    /// Whether it contains `{namespace}`.
    namespaced: bool,
    operations: Vec<Operation>,
}

/// The subresource at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subresource {
    None,
    Status,
    Scale,
}

impl Subresource {
    fn title(self) -> &'static str {
        match self {
            Subresource::None => "",
            Subresource::Status => "Status",
            Subresource::Scale => "Scale",
        }
    }
}

/// Returns all paths of a resource in one version (PUB-21). There are no watch paths.
pub(super) fn paths(resource: &ServedResource<'_>) -> Vec<UrlPath> {
    let ServedResource {
        group,
        version,
        plural,
        namespaced,
        ..
    } = *resource;
    let mut paths = Vec::new();
    let mut root = format!("/apis/{group}/{version}/{plural}");
    if namespaced {
        let mut all = operation(resource, "get", Action::List, Subresource::None);
        all.id = names::operation_id(
            "list",
            group,
            version,
            &format!("{}ForAllNamespaces", resource.kind),
        );
        paths.push(path(root, vec![all]));
        root = format!("/apis/{group}/{version}/namespaces/{{namespace}}/{plural}");
    }
    let of_collection = [
        ("get", Action::List),
        ("post", Action::Post),
        ("delete", Action::DeleteCollection),
    ];
    let of_object = [
        ("get", Action::Get),
        ("put", Action::Put),
        ("delete", Action::Delete),
        ("patch", Action::Patch),
    ];
    let of_subresource = [
        ("get", Action::Get),
        ("put", Action::Put),
        ("patch", Action::Patch),
    ];
    let all = |operations: &[(&'static str, Action)], subresource| {
        operations
            .iter()
            .map(|(method, action)| operation(resource, method, *action, subresource))
            .collect()
    };
    paths.push(path(root.clone(), all(&of_collection, Subresource::None)));
    paths.push(path(
        format!("{root}/{{name}}"),
        all(&of_object, Subresource::None),
    ));
    if resource.status {
        paths.push(path(
            format!("{root}/{{name}}/status"),
            all(&of_subresource, Subresource::Status),
        ));
    }
    if resource.scale {
        paths.push(path(
            format!("{root}/{{name}}/scale"),
            all(&of_subresource, Subresource::Scale),
        ));
    }
    paths
}

fn path(path: String, operations: Vec<Operation>) -> UrlPath {
    UrlPath {
        named: path.contains("{name}"),
        namespaced: path.contains("{namespace}"),
        url: path,
        operations,
    }
}

fn operation(
    resource: &ServedResource<'_>,
    method: &'static str,
    action: Action,
    subresource: Subresource,
) -> Operation {
    let scope = if resource.namespaced { "Namespaced" } else { "" };
    let (verb, rest) = match action {
        Action::List => ("list", ""),
        Action::Post => ("create", ""),
        // The server recognizes `delete` as the verb of `deletecollection`.
        Action::DeleteCollection => ("delete", "collection"),
        Action::Get => ("read", ""),
        Action::Put => ("replace", ""),
        Action::Delete => ("delete", ""),
        Action::Patch => ("patch", ""),
    };
    let rest = format!("{rest}{scope}{}{}", resource.kind, subresource.title());
    Operation {
        method,
        action,
        id: names::operation_id(verb, resource.group, resource.version, &rest),
        description: description(resource.kind, action, subresource),
        answer: match (action, subresource) {
            (_, Subresource::Scale) => ResponseBody::Scale,
            (Action::List, _) => ResponseBody::List,
            (Action::Delete | Action::DeleteCollection, _) => ResponseBody::Status,
            _ => ResponseBody::Object,
        },
    }
}

/// Returns the description of an operation (PUB-23).
fn description(kind: &str, action: Action, subresource: Subresource) -> String {
    let of = match subresource {
        Subresource::None => String::new(),
        other => format!(" {} of", other.title().to_ascii_lowercase()),
    };
    match action {
        Action::List => format!("list{of} objects of kind {kind}"),
        Action::Get => format!("read{of} the specified {kind}"),
        Action::Put => format!("replace{of} the specified {kind}"),
        Action::Patch => format!("partially update{of} the specified {kind}"),
        Action::Post => format!("create{of}{}{kind}", names::article(kind)),
        Action::Delete => format!("delete{of}{}{kind}", names::article(kind)),
        Action::DeleteCollection => format!("delete collection of {kind}"),
    }
}

/// Returns `info`, which is the same in every document.
pub(super) fn info() -> Value {
    json!({"title": "Kubernetes CRD Swagger", "version": "v0.1.0"})
}

/// The media types of responses.
pub(super) const MEDIA_TYPES: [&str; 2] = ["application/json", "application/yaml"];

/// Returns the media types of requests.
pub(super) fn consumes(action: Action) -> &'static [&'static str] {
    match action {
        Action::Patch => &[
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/apply-patch+yaml",
        ],
        _ => &MEDIA_TYPES,
    }
}

/// Returns the responses of an action that contain its type, by status code.
fn responses(action: Action) -> &'static [(&'static str, &'static str)] {
    match action {
        Action::Post => &[("200", "OK"), ("201", "Created"), ("202", "Accepted")],
        Action::Put => &[("200", "OK"), ("201", "Created")],
        Action::Delete => &[("200", "OK"), ("202", "Accepted")],
        _ => &[("200", "OK")],
    }
}

/// Returns the name of the definition of a type.
fn type_name(resource: &ServedResource<'_>, answer: ResponseBody) -> String {
    match answer {
        ResponseBody::Object => resource.definition(),
        ResponseBody::List => resource.list_definition(),
        ResponseBody::Status => "io.k8s.apimachinery.pkg.apis.meta.v1.Status".into(),
        ResponseBody::Scale => "io.k8s.api.autoscaling.v1.Scale".into(),
    }
}

/// Returns the name of the definition of the request body, and whether the body is required.
fn body(resource: &ServedResource<'_>, operation: &Operation) -> Option<(String, bool)> {
    match operation.action {
        Action::Post | Action::Put => Some((type_name(resource, operation.answer), true)),
        Action::Patch => Some(("io.k8s.apimachinery.pkg.apis.meta.v1.Patch".into(), true)),
        Action::Delete => Some(("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions".into(), false)),
        _ => None,
    }
}

/// The form of the parts of operations in a document.
pub(super) trait DocumentForm {
    const DOCUMENT: OpenApi;

    /// Returns a parameter in the path or the query.
    fn parameter(&mut self, place: &str, parameter: &Parameter) -> Value;

    /// Returns a response with a value.
    fn response(&self, description: &str, schema: &Value) -> Value;

    /// Adds the members of an operation that only this kind of document has: the request body, with its
    /// schema and whether it is required. Returns the body if it is a parameter.
    fn complete(
        &mut self,
        members: &mut Map<String, Value>,
        action: Action,
        body: Option<(Value, bool)>,
        server: KubeVersion,
    ) -> Option<Value>;
}

/// Marks a part as required.
pub(super) fn require(part: &mut Value) {
    if let Value::Object(members) = part {
        members.insert("required".into(), true.into());
    }
}

/// Returns a path with its operations and parameters.
pub(super) fn path_item<F: DocumentForm>(
    form: &mut F,
    resource: &ServedResource<'_>,
    path: &UrlPath,
    server: KubeVersion,
) -> Value {
    let common = common_parameters(path, server);
    let mut item = Map::new();
    for operation in &path.operations {
        let value = described(form, resource, operation, &common, server);
        item.insert(operation.method.into(), value);
    }
    let mut parameters: Vec<(&str, Value)> = Vec::new();
    if path.named {
        let name = Parameter {
            name: "name".into(),
            type_: "string".into(),
            description: format!("name of the {}", resource.kind),
            shared: None,
        };
        parameters.push(("name", form.parameter("path", &name)));
    }
    if let Some(namespace) = facts::namespace(server).filter(|_| path.namespaced) {
        parameters.push(("namespace", form.parameter("path", namespace)));
    }
    for parameter in common {
        parameters.push((&parameter.name, form.parameter("query", parameter)));
    }
    sort_by_key(&mut parameters, &|(name, _)| *name);
    let parameters: Vec<Value> = parameters.into_iter().map(|(_, value)| value).collect();
    item.insert("parameters".into(), parameters.into());
    Value::Object(item)
}

fn described<F: DocumentForm>(
    form: &mut F,
    resource: &ServedResource<'_>,
    operation: &Operation,
    common: &[&Parameter],
    server: KubeVersion,
) -> Value {
    let reference = |name: String| json!({"$ref": format!("{}{name}", prefix(F::DOCUMENT))});
    let answer = reference(type_name(resource, operation.answer));
    let mut responses = Map::new();
    for (code, description) in self::responses(operation.action) {
        responses.insert((*code).into(), form.response(description, &answer));
    }
    responses.insert("401".into(), json!({"description": "Unauthorized"}));
    let mut value = json!({
        "tags": [names::tag(resource.group, resource.version)],
        "description": operation.description,
        "operationId": operation.id,
        "responses": responses,
        "x-kubernetes-action": operation.action,
        "x-kubernetes-group-version-kind": {
            "group": resource.group, "kind": resource.kind, "version": resource.version,
        },
    });
    if let Value::Object(members) = &mut value {
        let body = body(resource, operation).map(|(name, required)| (reference(name), required));
        let mut parameters = Vec::from_iter(form.complete(members, operation.action, body, server));
        for parameter in facts::parameters(operation.action, server) {
            if !common.contains(&parameter) {
                parameters.push(form.parameter("query", parameter));
            }
        }
        if !parameters.is_empty() {
            members.insert("parameters".into(), parameters.into());
        }
    }
    value
}

/// Returns the query parameters that all operations of a path have: they belong to the path (PUB-25).
fn common_parameters(path: &UrlPath, server: KubeVersion) -> Vec<&'static Parameter> {
    let mut operations = path
        .operations
        .iter()
        .map(|operation| facts::parameters(operation.action, server));
    let mut common: Vec<&Parameter> = operations.next().unwrap_or_default().iter().collect();
    for parameters in operations {
        common.retain(|parameter| parameters.contains(parameter));
    }
    common
}
