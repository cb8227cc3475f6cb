//! Explains a field.

use crd_core::describe::{bounds_of, is_immutable, merge_of, type_of};
use crd_core::field::Path;
use crd_core::schema::JsonSchemaProps;
use crd_core::structural::Structural;
use crd_core::{KubeVersion, Map};
use serde_json::{Value, json};

use super::crds;
use crate::ToolResult;

/// Returns a field and its direct children.
pub(super) fn explain(crd: &str, version: Option<&str>, path: &str) -> ToolResult {
    let (crd, version) = crds::with_version(crd, version)?;
    let schema = version.openapi_schema().ok_or("the version has no schema")?;
    let found = schema.lookup(path).map_err(|error| error.to_string())?;
    let mut answer = field(found.schema);
    let mut below = found.schema;
    while let Some(inner) = below.item_schema().or(below.additional_schema()) {
        below = inner;
    }
    let is_required = |name: &str| {
        below
            .required
            .iter()
            .flatten()
            .any(|required| **required == *name)
    };
    let fields = below
        .properties
        .iter()
        .flat_map(Map::iter)
        .map(|(name, property)| {
            let mut field = field(property);
            field["name"] = name.into();
            field["isRequired"] = is_required(name).into();
            field
        });
    answer["fields"] = Value::Array(fields.collect());
    answer["kind"] = (*crd.spec.names.kind).into();
    answer["version"] = (*version.name).into();
    Ok(answer)
}

fn field(schema: &JsonSchemaProps) -> Value {
    let rules: Vec<Value> = schema
        .x_validations
        .iter()
        .flatten()
        .map(|rule| json!({"rule": rule.rule, "message": rule.message}))
        .collect();
    let mut answer = json!({
        "description": &*schema.description,
        "default": schema.default,
        "enum": schema.enum_,
        "pattern": &*schema.pattern,
        "rules": rules,
    });
    let path = Path::root("openAPIV3Schema");
    match Structural::from_schema(schema, &path, KubeVersion::DEFAULT) {
        Ok(node) => {
            answer["type"] = type_of(&node).into();
            answer["bounds"] = bounds_of(&node).into();
            answer["merge"] = merge_of(&node).into();
            answer["isImmutable"] = is_immutable(&node).into();
        }
        Err(_) => answer["type"] = (*schema.type_).into(),
    }
    answer
}
