//! The operations of a custom resource, by path (PUB-21 to PUB-24).

use serde_json::{Value, json};

use super::facts::{self, Action, Parameter};
use super::names;
use super::resource::ServedResource;
use crate::KubeVersion;

/// An operation on a path.
pub(super) struct Operation {
    /// The member of the path that holds it: `get`, `put`, `post`, `delete` or `patch`.
    pub(super) method: &'static str,
    /// What it does.
    pub(super) action: Action,
    /// The ID, unique in a document.
    pub(super) id: String,
    /// One line for readers.
    pub(super) description: String,
    /// What it answers with.
    pub(super) answer: ResponseBody,
}

/// The type of an answer, and of the body of requests that carry an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResponseBody {
    Object,
    List,
    Status,
    Scale,
}

/// A path and its operations.
pub(super) struct UrlPath {
    /// The path from the root of the server, with `{namespace}` and `{name}` in braces.
    pub(super) url: String,
    /// Whether it has `{name}`.
    pub(super) named: bool,
    /// Whether it has `{namespace}`.
    pub(super) namespaced: bool,
    pub(super) operations: Vec<Operation>,
}

/// The subresource that a path ends in.
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

/// All paths of a resource in one version (PUB-21). There are no watch paths.
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
        // The verb that the server finds in `deletecollection` is `delete`.
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

/// The description of an operation (PUB-23).
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

/// `info` of every document.
pub(super) fn info() -> Value {
    json!({"title": "Kubernetes CRD Swagger", "version": "v0.1.0"})
}

/// The media types of answers.
pub(super) const MEDIA_TYPES: [&str; 2] = ["application/json", "application/yaml"];

/// The media types of requests.
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

/// The answers of an action that carry its type, by status code.
pub(super) fn responses(action: Action) -> &'static [(&'static str, &'static str)] {
    match action {
        Action::Post => &[("200", "OK"), ("201", "Created"), ("202", "Accepted")],
        Action::Put => &[("200", "OK"), ("201", "Created")],
        Action::Delete => &[("200", "OK"), ("202", "Accepted")],
        _ => &[("200", "OK")],
    }
}

/// The value of `x-kubernetes-action`.
pub(super) fn action_name(action: Action) -> &'static str {
    match action {
        Action::List => "list",
        Action::Post => "post",
        Action::DeleteCollection => "deletecollection",
        Action::Get => "get",
        Action::Put => "put",
        Action::Delete => "delete",
        Action::Patch => "patch",
    }
}

/// The name of the definition of a type.
pub(super) fn type_name(resource: &ServedResource<'_>, answer: ResponseBody) -> String {
    match answer {
        ResponseBody::Object => resource.definition(),
        ResponseBody::List => resource.list_definition(),
        ResponseBody::Status => "io.k8s.apimachinery.pkg.apis.meta.v1.Status".into(),
        ResponseBody::Scale => "io.k8s.api.autoscaling.v1.Scale".into(),
    }
}

/// The name of the definition of the body of requests, and whether there must be one.
pub(super) fn body(resource: &ServedResource<'_>, operation: &Operation) -> Option<(String, bool)> {
    match operation.action {
        Action::Post | Action::Put => Some((type_name(resource, operation.answer), true)),
        Action::Patch => Some(("io.k8s.apimachinery.pkg.apis.meta.v1.Patch".into(), true)),
        Action::Delete => Some(("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions".into(), false)),
        _ => None,
    }
}

/// The query parameters that all operations of a path have: they stand at the path (PUB-25).
pub(super) fn common_parameters(path: &UrlPath, server: KubeVersion) -> Vec<&'static Parameter> {
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
