//! The `OpenAPI` v3 documents: one for each group and version (PUB-10, PUB-17, PUB-24, PUB-29).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::facts::{self, OpenApiForm, Parameter, Reached};
use super::operations::{self, Operation, UrlPath};
use super::resource::{Selectable, ServedResource, prefix, served};
use super::schema::OpenApi;
use super::{names, operations::MEDIA_TYPES};
use crate::KubeVersion;
use crate::model::crd::Crd;

/// The groups and versions that CRDs serve, each of which has a document, sorted.
pub fn group_versions(crds: &[Crd]) -> Vec<(String, String)> {
    let mut found = BTreeSet::new();
    for crd in crds {
        found.extend(served(crd).map(|resource| (resource.group.to_owned(), resource.version.to_owned())));
    }
    found.into_iter().collect()
}

/// The document of `/openapi/v3/apis/GROUP/VERSION` on a server with these CRDs; `None` if none of them serves that version of
/// the group.
///
/// If two CRDs define the same kind, the first one counts; the server's naming controller would not establish the second.
pub fn openapi_v3(crds: &[Crd], group: &str, version: &str, server: KubeVersion) -> Option<Value> {
    let mut paths = Map::new();
    let mut schemas = Map::new();
    let resources = crds.iter().flat_map(served);
    for resource in resources.filter(|resource| resource.group == group && resource.version == version) {
        add(&resource, Selectable::Named, server, &mut paths, &mut schemas);
    }
    if paths.is_empty() {
        return None;
    }
    // `json!` would copy the parts.
    let mut components = Map::new();
    components.insert("schemas".into(), schemas.into());
    let mut document = Map::new();
    document.insert("openapi".into(), "3.0.0".into());
    document.insert("info".into(), operations::info());
    document.insert("paths".into(), paths.into());
    document.insert("components".into(), components.into());
    Some(Value::Object(document))
}

/// The schemas by which server-side apply types and merges objects of a CRD: those of all versions, served or not, without
/// selectable fields (PUB-29). By name, as in `components.schemas`.
pub fn apply_schemas(crd: &Crd, server: KubeVersion) -> Value {
    let mut schemas = Map::new();
    for version in crd.versions() {
        let resource = ServedResource::new(crd, version);
        add(
            &resource,
            Selectable::LeftOut,
            server,
            &mut Map::new(),
            &mut schemas,
        );
    }
    Value::Object(schemas)
}

fn add(
    resource: &ServedResource<'_>,
    selectable: Selectable,
    server: KubeVersion,
    paths: &mut Map<String, Value>,
    schemas: &mut Map<String, Value>,
) {
    for path in operations::paths(resource) {
        paths
            .entry(path.url.as_str())
            .or_insert_with(|| path_item(resource, &path, server));
    }
    let kind = || resource.kind_schema(OpenApi::V3, selectable, server);
    schemas.entry(resource.definition()).or_insert_with(kind);
    let list = || resource.list_schema(OpenApi::V3, selectable, server);
    schemas.entry(resource.list_definition()).or_insert_with(list);
    let reached = if resource.scale {
        Reached::WithScale
    } else {
        Reached::Metadata
    };
    facts::add_definitions(reached, OpenApiForm::V3, server, schemas);
}

fn path_item(resource: &ServedResource<'_>, path: &UrlPath, server: KubeVersion) -> Value {
    let common = operations::common_parameters(path, server);
    let mut item = Map::new();
    for operation in &path.operations {
        let value = self::operation(resource, operation, &common, server);
        item.insert(operation.method.into(), value);
    }
    let mut parameters: Vec<(&str, Value)> = Vec::new();
    if path.named {
        parameters.push((
            "name",
            path_parameter("name", &format!("name of the {}", resource.kind)),
        ));
    }
    if let Some(namespace) = facts::namespace(server).filter(|_| path.namespaced) {
        parameters.push(("namespace", path_parameter("namespace", &namespace.description)));
    }
    parameters.extend(
        common
            .iter()
            .map(|parameter| (&*parameter.name, query(parameter))),
    );
    parameters.sort_by_key(|(name, _)| *name);
    let parameters: Vec<Value> = parameters.into_iter().map(|(_, value)| value).collect();
    item.insert("parameters".into(), parameters.into());
    Value::Object(item)
}

fn operation(
    resource: &ServedResource<'_>,
    operation: &Operation,
    common: &[&Parameter],
    server: KubeVersion,
) -> Value {
    let answer = json!({"$ref": format!("{}{}", prefix(OpenApi::V3), operations::type_name(resource, operation.answer))});
    let content = |types: &[&str], schema: &Value| -> Map<String, Value> {
        types
            .iter()
            .map(|media| ((*media).to_owned(), json!({"schema": schema})))
            .collect()
    };
    let mut responses = Map::new();
    for (code, description) in operations::responses(operation.action) {
        let response = json!({"description": description, "content": content(&MEDIA_TYPES, &answer)});
        responses.insert((*code).into(), response);
    }
    responses.insert("401".into(), json!({"description": "Unauthorized"}));
    let mut value = json!({
        "tags": [names::tag(resource.group, resource.version)],
        "description": operation.description,
        "operationId": operation.id,
        "responses": responses,
        "x-kubernetes-action": operations::action_name(operation.action),
        "x-kubernetes-group-version-kind": {
            "group": resource.group, "kind": resource.kind, "version": resource.version,
        },
    });
    let Value::Object(members) = &mut value else {
        return value;
    };
    let own: Vec<Value> = facts::parameters(operation.action, server)
        .iter()
        .filter(|parameter| !common.contains(parameter))
        .map(query)
        .collect();
    if !own.is_empty() {
        members.insert("parameters".into(), own.into());
    }
    if let Some((body, required)) = operations::body(resource, operation) {
        let schema = json!({"$ref": format!("{}{body}", prefix(OpenApi::V3))});
        let types = operations::consumes(operation.action);
        let mut request = json!({"content": content(types, &schema)});
        if let (Value::Object(members), true) = (&mut request, required) {
            members.insert("required".into(), true.into());
        }
        members.insert("requestBody".into(), request);
    }
    value
}

fn query(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "in": "query",
        "description": parameter.description,
        "schema": {"type": parameter.type_, "uniqueItems": true},
    })
}

fn path_parameter(name: &str, description: &str) -> Value {
    json!({
        "name": name,
        "in": "path",
        "description": description,
        "required": true,
        "schema": {"type": "string", "uniqueItems": true},
    })
}
