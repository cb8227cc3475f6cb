//! The `OpenAPI` v2 document, which has all CRDs together (PUB-11, PUB-18, PUB-26).

use serde_json::{Map, Value, json};

use super::facts::{self, Action, OpenApiForm, Parameter, Reached};
use super::operations::{self, Operation, UrlPath};
use super::resource::{Selectable, ServedResource, prefix, served};
use super::schema::OpenApi;
use super::{names, operations::MEDIA_TYPES};
use crate::KubeVersion;
use crate::model::crd::Crd;

/// What a server with these CRDs adds to `/openapi/v2`: the paths, definitions and shared parameters of all served versions.
///
/// If two CRDs define the same kind, the first one counts.
pub fn openapi_v2(crds: &[Crd], server: KubeVersion) -> Value {
    let mut parts = V2Parts::default();
    for resource in crds.iter().flat_map(served) {
        parts.add(&resource, server);
    }
    // `json!` would copy the parts.
    let mut document = Map::new();
    document.insert("swagger".into(), "2.0".into());
    document.insert("info".into(), operations::info());
    document.insert("paths".into(), parts.paths.into());
    document.insert("definitions".into(), parts.definitions.into());
    document.insert("parameters".into(), parts.parameters.into());
    Value::Object(document)
}

#[derive(Default)]
struct V2Parts {
    paths: Map<String, Value>,
    definitions: Map<String, Value>,
    parameters: Map<String, Value>,
}

impl V2Parts {
    fn add(&mut self, resource: &ServedResource<'_>, server: KubeVersion) {
        for path in operations::paths(resource) {
            let item = self.path_item(resource, &path, server);
            self.paths.entry(path.url).or_insert(item);
        }
        let kind = || resource.kind_schema(OpenApi::V2, Selectable::Named, server);
        self.definitions.entry(resource.definition()).or_insert_with(kind);
        let list = || resource.list_schema(OpenApi::V2, Selectable::Named, server);
        self.definitions
            .entry(resource.list_definition())
            .or_insert_with(list);
        let reached = if resource.scale {
            Reached::WithScale
        } else {
            Reached::Metadata
        };
        facts::add_definitions(reached, OpenApiForm::V2, server, &mut self.definitions);
    }

    fn path_item(&mut self, resource: &ServedResource<'_>, path: &UrlPath, server: KubeVersion) -> Value {
        let common = operations::common_parameters(path, server);
        let mut item = Map::new();
        for operation in &path.operations {
            let value = self.operation(resource, operation, &common, server);
            item.insert(operation.method.into(), value);
        }
        let mut parameters: Vec<(&str, Value)> = Vec::new();
        if path.named {
            let name = json!({
                "name": "name", "in": "path", "description": format!("name of the {}", resource.kind),
                "required": true, "type": "string", "uniqueItems": true,
            });
            parameters.push(("name", name));
        }
        if let Some(namespace) = facts::namespace(server).filter(|_| path.namespaced) {
            let value = json!({
                "name": "namespace", "in": "path", "description": namespace.description,
                "required": true, "type": "string", "uniqueItems": true,
            });
            parameters.push(("namespace", self.shared(namespace.shared.as_deref(), value)));
        }
        for parameter in &common {
            let value = self.query(parameter);
            parameters.push((&parameter.name, value));
        }
        parameters.sort_by_key(|(name, _)| *name);
        let parameters: Vec<Value> = parameters.into_iter().map(|(_, value)| value).collect();
        item.insert("parameters".into(), parameters.into());
        Value::Object(item)
    }

    fn operation(
        &mut self,
        resource: &ServedResource<'_>,
        operation: &Operation,
        common: &[&Parameter],
        server: KubeVersion,
    ) -> Value {
        let answer = format!(
            "{}{}",
            prefix(OpenApi::V2),
            operations::type_name(resource, operation.answer)
        );
        let mut responses = Map::new();
        for (code, description) in operations::responses(operation.action) {
            let response = json!({"description": description, "schema": {"$ref": answer}});
            responses.insert((*code).into(), response);
        }
        responses.insert("401".into(), json!({"description": "Unauthorized"}));
        let mut value = json!({
            "description": operation.description,
            "consumes": operations::consumes(operation.action),
            "produces": MEDIA_TYPES,
            "schemes": ["https"],
            "tags": [names::tag(resource.group, resource.version)],
            "operationId": operation.id,
            "responses": responses,
            "x-kubernetes-action": operations::action_name(operation.action),
            "x-kubernetes-group-version-kind": {
                "group": resource.group, "kind": resource.kind, "version": resource.version,
            },
        });
        let mut parameters = Vec::new();
        if let Some((body, required)) = operations::body(resource, operation) {
            let mut of_body = json!({
                "name": "body", "in": "body", "schema": {"$ref": format!("{}{body}", prefix(OpenApi::V2))},
            });
            if let (Value::Object(members), true) = (&mut of_body, required) {
                members.insert("required".into(), true.into());
            }
            let shared = match operation.action {
                Action::Patch | Action::Delete => facts::shared_body(operation.action, server),
                _ => None,
            };
            parameters.push(self.shared(shared, of_body));
        }
        for parameter in facts::parameters(operation.action, server) {
            if !common.contains(&parameter) {
                parameters.push(self.query(parameter));
            }
        }
        if let (Value::Object(members), false) = (&mut value, parameters.is_empty()) {
            members.insert("parameters".into(), parameters.into());
        }
        value
    }

    fn query(&mut self, parameter: &Parameter) -> Value {
        let value = json!({
            "name": parameter.name,
            "in": "query",
            "description": parameter.description,
            "type": parameter.type_,
            "uniqueItems": true,
        });
        self.shared(parameter.shared.as_deref(), value)
    }

    /// A reference to a parameter that operations share, or the parameter itself.
    fn shared(&mut self, name: Option<&str>, parameter: Value) -> Value {
        let Some(name) = name else {
            return parameter;
        };
        self.parameters.entry(name).or_insert(parameter);
        json!({"$ref": format!("#/parameters/{name}")})
    }
}
