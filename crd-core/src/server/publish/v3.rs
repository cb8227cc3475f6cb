//! The `OpenAPI` v3 documents: one for each group and version (PUB-10, PUB-17, PUB-24, PUB-29).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::facts::{self, Action, Parameter};
use super::operations::{self, DocumentForm, MEDIA_TYPES, require};
use super::resource::{Selectable, ServedResource, served};
use super::schema::OpenApi;
use crate::KubeVersion;
use crate::model::crd::Crd;

/// Returns the groups and versions that CRDs serve, each of which has a document, sorted.
pub fn group_versions(crds: &[Crd]) -> Vec<(String, String)> {
    let mut found = BTreeSet::new();
    for crd in crds {
        found.extend(served(crd).map(|resource| (resource.group.to_owned(), resource.version.to_owned())));
    }
    found.into_iter().collect()
}

/// Returns the document of `/openapi/v3/apis/GROUP/VERSION` on a server with these CRDs; `None` if none of
/// them serves that version of the group.
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

/// Returns the schemas by which server-side apply types and merges objects of a CRD: those of all versions,
/// served or not, without selectable fields (PUB-29). They are keyed by name, as in `components.schemas`.
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
            .or_insert_with(|| operations::path_item(&mut V3Form, resource, &path, server));
    }
    let kind = || resource.kind_schema(OpenApi::V3, selectable, server);
    schemas.entry(resource.definition()).or_insert_with(kind);
    let list = || resource.list_schema(OpenApi::V3, selectable, server);
    schemas.entry(resource.list_definition()).or_insert_with(list);
    facts::add_definitions(resource.reached(), OpenApi::V3, server, schemas);
}

struct V3Form;

impl DocumentForm for V3Form {
    const DOCUMENT: OpenApi = OpenApi::V3;

    fn parameter(&mut self, place: &str, parameter: &Parameter) -> Value {
        let mut value = json!({
            "name": parameter.name,
            "in": place,
            "description": parameter.description,
            "schema": {"type": parameter.type_, "uniqueItems": true},
        });
        if place == "path" {
            require(&mut value);
        }
        value
    }

    fn response(&self, description: &str, schema: &Value) -> Value {
        json!({"description": description, "content": content(&MEDIA_TYPES, schema)})
    }

    fn complete(
        &mut self,
        members: &mut Map<String, Value>,
        action: Action,
        body: Option<(Value, bool)>,
        _: KubeVersion,
    ) -> Option<Value> {
        let (schema, required) = body?;
        let mut request = json!({"content": content(operations::consumes(action), &schema)});
        if required {
            require(&mut request);
        }
        members.insert("requestBody".into(), request);
        None
    }
}

fn content(types: &[&str], schema: &Value) -> Map<String, Value> {
    let mut content = Map::new();
    content.extend(
        types
            .iter()
            .map(|media| ((*media).to_owned(), json!({"schema": schema}))),
    );
    content
}
