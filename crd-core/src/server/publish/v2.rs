//! The `OpenAPI` v2 document, which contains all CRDs (PUB-11, PUB-18, PUB-26).

use serde_json::{Map, Value, json};

use super::facts::{self, Action, Parameter};
use super::operations::{self, DocumentForm, MEDIA_TYPES, require};
use super::resource::{Selectable, ServedResource, served};
use super::schema::OpenApi;
use crate::KubeVersion;
use crate::model::crd::Crd;

/// Returns the parts that a server with these CRDs adds to `/openapi/v2`: the paths, definitions and shared
/// parameters of all served versions.
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
            let item = operations::path_item(self, resource, &path, server);
            self.paths.entry(path.url).or_insert(item);
        }
        let kind = || resource.kind_schema(OpenApi::V2, Selectable::Named, server);
        self.definitions.entry(resource.definition()).or_insert_with(kind);
        let list = || resource.list_schema(OpenApi::V2, Selectable::Named, server);
        self.definitions
            .entry(resource.list_definition())
            .or_insert_with(list);
        facts::add_definitions(resource.reached(), OpenApi::V2, server, &mut self.definitions);
    }

    /// Returns a reference to a parameter that operations share, or the parameter itself.
    fn shared(&mut self, name: Option<&str>, parameter: Value) -> Value {
        let Some(name) = name else {
            return parameter;
        };
        self.parameters.entry(name).or_insert(parameter);
        json!({"$ref": format!("#/parameters/{name}")})
    }
}

impl DocumentForm for V2Parts {
    const DOCUMENT: OpenApi = OpenApi::V2;

    fn parameter(&mut self, place: &str, parameter: &Parameter) -> Value {
        let mut value = json!({
            "name": parameter.name,
            "in": place,
            "description": parameter.description,
            "type": parameter.type_,
            "uniqueItems": true,
        });
        if place == "path" {
            require(&mut value);
        }
        self.shared(parameter.shared.as_deref(), value)
    }

    fn response(&self, description: &str, schema: &Value) -> Value {
        json!({"description": description, "schema": schema})
    }

    fn complete(
        &mut self,
        members: &mut Map<String, Value>,
        action: Action,
        body: Option<(Value, bool)>,
        server: KubeVersion,
    ) -> Option<Value> {
        members.insert("consumes".into(), json!(operations::consumes(action)));
        members.insert("produces".into(), json!(MEDIA_TYPES));
        members.insert("schemes".into(), json!(["https"]));
        let (schema, required) = body?;
        let mut body = json!({"name": "body", "in": "body", "schema": schema});
        if required {
            require(&mut body);
        }
        let shared = match action {
            Action::Patch | Action::Delete => facts::shared_body(action, server),
            _ => None,
        };
        Some(self.shared(shared, body))
    }
}
