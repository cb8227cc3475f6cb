//! Writes the JSON Schema of one node: its type, its members, its restrictions, and whether it may be null.

use serde_json::{Map, Value, json};

use super::junctors::insert;
use super::options::{SchemaMembers, UnknownFields, Writer};
use crate::model::structural::{Additional, Array, ListType, Object, Structural, StructuralShape};
use crate::server::formats;

/// The server's treatment of null at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NullHandling {
    /// Null is dropped, or replaced with a default, before anything is validated.
    NullRepaired,
    /// Null is validated like any value.
    Kept,
}

impl Writer {
    pub(super) fn node(&mut self, node: &Structural, place: NullHandling) -> SchemaMembers {
        let mut schema = Map::new();
        self.add_shape(node, &mut schema);
        self.widen_formatted(node, &mut schema);
        self.add_validation(node, &mut schema);
        let repaired = place == NullHandling::NullRepaired && !node.generic.nullable;
        let mut schema = if repaired || node.generic.nullable {
            with_null(
                schema,
                if repaired {
                    NullForm::Repaired
                } else {
                    NullForm::Validated
                },
            )
        } else {
            schema
        };
        add_documentation(node, &mut schema);
        schema
    }

    fn add_shape(&mut self, node: &Structural, schema: &mut SchemaMembers) {
        match &node.shape {
            StructuralShape::Object(object) => {
                schema.insert("type".into(), "object".into());
                self.add_object(node, object, schema);
            }
            StructuralShape::Array(Array { items, list_type }) => {
                schema.insert("type".into(), "array".into());
                let of_strings = matches!(items.shape, StructuralShape::String);
                // Null in a list is not dropped, but replaced by a default.
                let place = match items.generic.default {
                    Some(_) => NullHandling::NullRepaired,
                    None => NullHandling::Kept,
                };
                schema.insert("items".into(), self.node(items, place).into());
                if *list_type == Some(ListType::Set) && of_strings {
                    schema.insert("uniqueItems".into(), true.into());
                }
            }
            StructuralShape::String => drop(schema.insert("type".into(), "string".into())),
            StructuralShape::Integer => drop(schema.insert("type".into(), "integer".into())),
            StructuralShape::Number => drop(schema.insert("type".into(), "number".into())),
            StructuralShape::Boolean => drop(schema.insert("type".into(), "boolean".into())),
            StructuralShape::IntOrString { .. } => {
                schema.insert("type".into(), json!(["integer", "string"]));
            }
            StructuralShape::Any => {}
        }
    }

    /// Allows lists where a format applies: the server does not check the type of strings and lists then.
    fn widen_formatted(&self, node: &Structural, schema: &mut SchemaMembers) {
        let Some(Value::String(type_)) = schema.get("type") else {
            return;
        };
        let format = &node.validation.format;
        let is_numeric = matches!(type_.as_str(), "integer" | "number");
        if format.is_empty() || is_numeric || !formats::is_supported(format, type_, self.options.server) {
            return;
        }
        let mut types = vec![type_.clone()];
        types.extend(
            ["string", "array"]
                .iter()
                .filter(|other| *other != type_)
                .map(|other| (*other).to_owned()),
        );
        schema.insert("type".into(), types.into());
    }

    fn add_object(&mut self, node: &Structural, object: &Object, schema: &mut SchemaMembers) {
        let required = node.validation.required.as_deref().unwrap_or_default();
        let mut properties = Map::new();
        for (name, property) in object.properties.iter() {
            // A required member that is null is dropped and then missing, unless it has a default.
            let needed = required.iter().any(|other| **other == *name) && property.generic.default.is_none();
            let place = if needed {
                NullHandling::Kept
            } else {
                NullHandling::NullRepaired
            };
            properties.insert(name.to_owned(), self.node(property, place).into());
        }
        let closed = match &object.additional {
            Some(Additional::Schema(values)) => {
                let values = self.node(values, NullHandling::NullRepaired);
                schema.insert("additionalProperties".into(), values.into());
                false
            }
            Some(Additional::Bool(true)) => false,
            Some(Additional::Bool(false)) | None => {
                !node.preserve_unknown_fields && self.options.unknown_fields == UnknownFields::Reject
            }
        };
        if object.embedded_resource {
            for name in ["apiVersion", "kind"] {
                properties
                    .entry(name)
                    .or_insert_with(|| json!({"type": "string"}));
            }
            properties
                .entry("metadata")
                .or_insert_with(|| json!({"type": ["object", "null"]}));
        }
        if !properties.is_empty() {
            schema.insert("properties".into(), properties.into());
        }
        if closed {
            schema.insert("additionalProperties".into(), false.into());
        }
    }

    fn add_validation(&mut self, node: &Structural, schema: &mut SchemaMembers) {
        let validation = &node.validation;
        Self::add_scalars(validation, schema);
        let defaults = |name: &str| {
            node.member(name)
                .is_some_and(|member| member.generic.default.is_some())
        };
        let required: Vec<Value> = validation
            .required
            .iter()
            .flatten()
            .filter(|name| !defaults(name))
            .map(|name| Value::from(&**name))
            .collect();
        if !required.is_empty() {
            schema.insert("required".into(), required.into());
        }
        let has_defaults = node
            .properties()
            .any(|(_, property)| property.generic.default.is_some());
        let mut all_of = Vec::new();
        let least = validation.min_properties.filter(|_| !has_defaults);
        if least.is_some() || validation.max_properties.is_some() {
            let mut counted = Map::new();
            insert(&mut counted, "minProperties", least);
            insert(&mut counted, "maxProperties", validation.max_properties);
            // Members that are null are dropped before the server counts.
            let no_null = json!({"additionalProperties": {"not": {"type": "null"}}});
            if let (Some(least), None) = (least, validation.max_properties) {
                schema.insert("minProperties".into(), least.into());
            } else {
                all_of.push(json!({"if": no_null, "then": counted}));
            }
        }
        if let Some(junctors) = self.junctors(validation, Some(node)) {
            all_of.extend(junctors);
        }
        if !all_of.is_empty() {
            schema.insert("allOf".into(), all_of.into());
        }
    }
}

/// The reason why null is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NullForm {
    /// It never reaches validation.
    Repaired,
    /// It is an ordinary value, so `enum` and combinations apply to it.
    Validated,
}

/// Returns the schema, with null allowed.
fn with_null(mut schema: SchemaMembers, null: NullForm) -> SchemaMembers {
    let judged = schema.contains_key("enum") || schema.contains_key("allOf");
    if null == NullForm::Repaired && judged {
        let mut wrapped = Map::new();
        wrapped.insert("anyOf".into(), json!([{"type": "null"}, schema]));
        return wrapped;
    }
    match schema.get_mut("type") {
        Some(Value::Array(types)) => types.push("null".into()),
        Some(type_) => {
            let types = json!([type_.take(), "null"]);
            *type_ = types;
        }
        None => {}
    }
    schema
}

fn add_documentation(node: &Structural, schema: &mut SchemaMembers) {
    let generic = &node.generic;
    if !generic.title.is_empty() {
        schema.insert("title".into(), Value::from(&*generic.title));
    }
    if !generic.description.is_empty() {
        schema.insert("description".into(), Value::from(&*generic.description));
    }
    if let Some(default) = &generic.default {
        schema.insert("default".into(), default.clone());
    }
    if let Some(example) = &generic.example {
        schema.insert("examples".into(), json!([example]));
    }
}
