//! JSON Schemas for editors and for validators of manifests.
//!
//! ```text
//! replicas: {type: integer, minimum: 1, exclusiveMinimum: true, default: 1}
//! ->          {type: [integer, "null"], exclusiveMinimum: 1, default: 1}
//! ```
//!
//! **Whatever the server admits, the schema admits.** The server prunes, drops nulls and sets defaults before it validates, so a
//! keyword that could refuse what those steps repair is written in a weaker form or left out:
//!
//! * a member may be null where the server drops null or replaces it with a default;
//! * a required member with a default is not required;
//! * with the status subresource on, `status` is not restricted, because requests to the main resource do not set it;
//! * bounds of the number of members hold only without null, and lower ones only without defaults;
//! * a combination that looks into members with defaults is left out;
//! * formats are left out, because validators read them differently; patterns are written in a dialect that validators share, or
//!   left out; `multipleOf` is written for whole numbers.
//!
//! Rules in CEL, and the uniqueness of elements other than strings, have no form in JSON Schema.

use serde_json::{Map, Value, json};

use super::resource::find;
use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::structural::{
    Additional, Array, ListType, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};

/// The version of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 7, which editors and kubeconform read.
    #[default]
    Draft7,
    /// Draft 2020-12.
    Draft202012,
}

/// What the schema says of fields that the CRD does not know, which the server prunes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownFields {
    /// They are refused, as under strict field validation, which kubectl asks for.
    #[default]
    Reject,
    /// They are allowed.
    Allow,
}

/// How a JSON Schema is written.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct JsonSchemaOptions {
    /// The version of JSON Schema; draft 7 by default.
    pub draft: Draft,
    /// Whether fields that the CRD does not know are refused; they are by default.
    pub unknown_fields: UnknownFields,
    /// The server; the default one by default.
    pub server: KubeVersion,
}

impl JsonSchemaOptions {
    /// Options for a draft and a server.
    pub fn new(draft: Draft, unknown_fields: UnknownFields, server: KubeVersion) -> Self {
        JsonSchemaOptions {
            draft,
            unknown_fields,
            server,
        }
    }
}

/// The JSON Schema of objects of a version; `None` if the CRD has no such version.
///
/// It admits every object that the server creates under strict field validation. A schema that is not structural gives one
/// that only restricts `apiVersion`, `kind` and `metadata`.
pub fn json_schema(crd: &Crd, version: &str, options: JsonSchemaOptions) -> Option<Value> {
    let resource = find(crd, version)?;
    let structural = resource
        .schema()
        .and_then(|schema| Structural::from_schema(schema, &Path::root(""), options.server).ok());
    let mut writer = Writer { options };
    let mut schema = match &structural {
        Some(root) => writer.node(root, Place::Kept),
        None => Map::new(),
    };
    if resource.status
        && let Some(Value::Object(properties)) = schema.get_mut("properties")
        && let Some(status) = properties.get_mut("status")
    {
        // Requests to the main resource do not set it, whatever it holds.
        let description = status.get("description").cloned();
        *status = description.map_or_else(|| json!({}), |text| json!({"description": text}));
    }
    let open = structural
        .as_ref()
        .is_none_or(|root| root.preserve_unknown_fields);
    writer.add_type_meta(
        &mut schema,
        resource.group,
        version,
        resource.kind,
        structural.as_ref(),
    );
    if open {
        schema.remove("additionalProperties");
    }
    let dialect = match options.draft {
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
    };
    schema.insert("$schema".into(), dialect.into());
    schema.insert("title".into(), resource.kind.into());
    let gvk = json!([{"group": resource.group, "kind": resource.kind, "version": version}]);
    schema.insert("x-kubernetes-group-version-kind".into(), gvk);
    Some(Value::Object(schema))
}

/// What the server does with null at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Null is dropped, or replaced with a default, before anything is validated.
    NullRepaired,
    /// Null is validated like any value.
    Kept,
}

type Members = Map<String, Value>;

struct Writer {
    options: JsonSchemaOptions,
}

impl Writer {
    fn node(&mut self, node: &Structural, place: Place) -> Members {
        let mut schema = Map::new();
        self.add_shape(node, &mut schema);
        self.add_validation(node, &mut schema);
        let repaired = place == Place::NullRepaired && !node.generic.nullable;
        let mut schema = if repaired || node.generic.nullable {
            with_null(schema, if repaired { Null::Repaired } else { Null::Validated })
        } else {
            schema
        };
        add_documentation(node, &mut schema);
        schema
    }

    fn add_shape(&mut self, node: &Structural, schema: &mut Members) {
        match &node.shape {
            StructuralShape::Object(object) => {
                schema.insert("type".into(), "object".into());
                self.add_object(node, object, schema);
            }
            StructuralShape::Array(Array { items, list_type }) => {
                schema.insert("type".into(), "array".into());
                let of_strings = matches!(items.shape, StructuralShape::String);
                // Null in a list is not dropped, but a default takes its place.
                let place = match items.generic.default {
                    Some(_) => Place::NullRepaired,
                    None => Place::Kept,
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

    fn add_object(&mut self, node: &Structural, object: &Object, schema: &mut Members) {
        let required = node.validation.required.as_deref().unwrap_or_default();
        let mut properties = Map::new();
        for (name, property) in object.properties.iter() {
            // A required member that is null is dropped and then missed, unless it has a default.
            let needed = required.iter().any(|other| **other == *name) && property.generic.default.is_none();
            let place = if needed { Place::Kept } else { Place::NullRepaired };
            properties.insert(name.to_owned(), self.node(property, place).into());
        }
        let closed = match &object.additional {
            Some(Additional::Schema(values)) => {
                let values = self.node(values, Place::NullRepaired);
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

    fn add_validation(&mut self, node: &Structural, schema: &mut Members) {
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

    /// The keywords of scalars and lists.
    fn add_scalars(validation: &ValueValidation, schema: &mut Members) {
        for (key, exclusive_key, bound, exclusive) in [
            (
                "minimum",
                "exclusiveMinimum",
                validation.minimum,
                validation.exclusive_minimum,
            ),
            (
                "maximum",
                "exclusiveMaximum",
                validation.maximum,
                validation.exclusive_maximum,
            ),
        ] {
            if let Some(bound) = bound.map(number) {
                schema.insert(if exclusive { exclusive_key } else { key }.into(), bound);
            }
        }
        let whole = validation.multiple_of.filter(|of| of.fract() == 0.0 && *of > 0.0);
        if let Some(of) = whole {
            schema.insert("multipleOf".into(), number(of));
        }
        insert(schema, "minLength", validation.min_length);
        insert(schema, "maxLength", validation.max_length);
        insert(schema, "minItems", validation.min_items);
        insert(schema, "maxItems", validation.max_items);
        if let Some(pattern) =
            crd_cel::regex::for_json_schema(&validation.pattern).filter(|text| !text.is_empty())
        {
            schema.insert("pattern".into(), pattern.into());
        }
        if let Some(values) = &validation.enum_ {
            schema.insert("enum".into(), values.clone().into());
        }
    }

    /// The combinations of a node, each a schema that must hold. Those that the server could judge differently, since it has
    /// set defaults before, are left out.
    fn junctors(&self, validation: &ValueValidation, node: Option<&Structural>) -> Option<Vec<Value>> {
        let mut all = Vec::new();
        for nested in &validation.all_of {
            all.extend(self.nested(nested, node).map(Value::Object));
        }
        for (key, list) in [("anyOf", &validation.any_of), ("oneOf", &validation.one_of)] {
            if list.is_empty() {
                continue;
            }
            let branches: Option<Vec<Value>> = list
                .iter()
                .map(|nested| self.exact(nested, node).map(Value::Object))
                .collect();
            if let Some(branches) = branches {
                all.push(json!({key: branches}));
            }
        }
        if let Some(refused) = validation
            .not
            .as_deref()
            .and_then(|nested| self.exact(nested, node))
        {
            all.push(json!({"not": refused}));
        }
        (!all.is_empty()).then_some(all)
    }

    /// A restriction below `allOf`, with what has a form.
    fn nested(&self, nested: &NestedValidation, node: Option<&Structural>) -> Option<Members> {
        self.exact(nested, node)
    }

    /// A restriction that holds for exactly the values for which the server's holds; `None` if there is none.
    fn exact(&self, nested: &NestedValidation, node: Option<&Structural>) -> Option<Members> {
        let validation = &nested.validation;
        let unclear = !validation.format.is_empty()
            || validation.multiple_of.is_some_and(|of| of.fract() != 0.0)
            || validation.unique_items
            || nested.closed
            || validation.min_properties.is_some()
            || validation.max_properties.is_some()
            || (!validation.pattern.is_empty()
                && crd_cel::regex::for_json_schema(&validation.pattern).is_none());
        if unclear {
            return None;
        }
        let mut schema = Map::new();
        Self::add_scalars(validation, &mut schema);
        let member = |name: &str| node.and_then(|node| node.member(name));
        let mut properties = Map::new();
        let mut all_of = Vec::new();
        for name in validation.required.iter().flatten() {
            let of = member(name);
            if of.is_some_and(|of| of.generic.default.is_some()) {
                return None;
            }
            // A member that is null is dropped before the server looks, unless it is nullable.
            if of.is_none_or(|of| !of.generic.nullable) {
                all_of.push(json!({"properties": {&**name: {"not": {"type": "null"}}}}));
            }
        }
        if let Some(required) = validation
            .required
            .as_ref()
            .filter(|required| !required.is_empty())
        {
            let names: Vec<Value> = required.iter().map(|name| Value::from(&**name)).collect();
            schema.insert("required".into(), names.into());
        }
        for (name, inner) in nested.properties.iter() {
            let of = member(name);
            if of.is_some_and(|of| of.generic.default.is_some() || has_defaults(of)) {
                return None;
            }
            let inner = self.exact(inner, of)?;
            // Null is dropped before the server looks, so it satisfies every restriction.
            let inner = if of.is_some_and(|of| of.generic.nullable) {
                Value::Object(inner)
            } else {
                json!({"anyOf": [{"type": "null"}, inner]})
            };
            properties.insert(name.to_owned(), inner);
        }
        if !properties.is_empty() {
            schema.insert("properties".into(), properties.into());
        }
        if let Some(items) = &nested.items {
            let of = node.and_then(Structural::items);
            if of.is_some_and(has_defaults) {
                return None;
            }
            schema.insert("items".into(), self.exact(items, of)?.into());
        }
        let wants_junctors = !validation.all_of.is_empty()
            || !validation.any_of.is_empty()
            || !validation.one_of.is_empty()
            || validation.not.is_some();
        if wants_junctors {
            let inner = self.junctors(validation, node).unwrap_or_default();
            let wanted = validation.all_of.len()
                + usize::from(!validation.any_of.is_empty())
                + usize::from(!validation.one_of.is_empty())
                + usize::from(validation.not.is_some());
            if inner.len() != wanted {
                return None;
            }
            all_of.extend(inner);
        }
        if !all_of.is_empty() {
            schema.insert("allOf".into(), all_of.into());
        }
        Some(schema)
    }

    /// Adds `apiVersion`, `kind` and the members that every object's metadata has.
    fn add_type_meta(
        &mut self,
        schema: &mut Members,
        group: &str,
        version: &str,
        kind: &str,
        root: Option<&Structural>,
    ) {
        schema.insert("type".into(), "object".into());
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        let Value::Object(properties) = properties else {
            return;
        };
        let api_version = if group.is_empty() {
            version.into()
        } else {
            format!("{group}/{version}")
        };
        properties.insert(
            "apiVersion".into(),
            json!({"type": "string", "const": api_version}),
        );
        properties.insert("kind".into(), json!({"type": "string", "const": kind}));
        let texts = json!({"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}});
        let mut metadata = json!({
            "description": "Standard object's metadata.",
            "type": ["object", "null"],
            "properties": {
                "name": {"type": ["string", "null"]},
                "generateName": {"type": ["string", "null"]},
                "namespace": {"type": ["string", "null"]},
                "labels": texts,
                "annotations": texts,
                "finalizers": {"type": ["array", "null"]},
                "ownerReferences": {"type": ["array", "null"]},
            },
        });
        if self.options.unknown_fields == UnknownFields::Reject
            && let Value::Object(members) = &mut metadata
        {
            let known = "^(name|generateName|namespace|selfLink|uid|resourceVersion|generation|creationTimestamp|\
                         deletionTimestamp|deletionGracePeriodSeconds|labels|annotations|ownerReferences|finalizers|\
                         managedFields|clusterName)$";
            members.insert("propertyNames".into(), json!({"pattern": known}));
        }
        let declared = root.and_then(|root| root.property("metadata"));
        if let Some(declared) = declared {
            let restricted = self.node(declared, Place::NullRepaired);
            let mut restricted = Value::Object(restricted);
            if let Value::Object(members) = &mut restricted {
                members.remove("additionalProperties");
            }
            metadata = json!({"allOf": [metadata, restricted]});
        }
        properties.insert("metadata".into(), metadata);
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(required) = required {
            for name in ["apiVersion", "kind"] {
                if !required.iter().any(|other| other == name) {
                    required.push(name.into());
                }
            }
        }
    }
}

/// Why null is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// It never reaches validation.
    Repaired,
    /// It is a value like others, so `enum` and combinations apply to it.
    Validated,
}

/// The schema, with null allowed.
fn with_null(mut schema: Members, null: Null) -> Members {
    let judged = schema.contains_key("enum") || schema.contains_key("allOf");
    if null == Null::Repaired && judged {
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

/// Whether the server sets a default at a node or below it.
fn has_defaults(node: &Structural) -> bool {
    node.any(&mut |inner| inner.generic.default.is_some())
}

fn add_documentation(node: &Structural, schema: &mut Members) {
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

fn insert(schema: &mut Members, key: &str, value: Option<i64>) {
    if let Some(value) = value {
        schema.insert(key.into(), value.into());
    }
}

/// A whole number without a fraction, as readers expect it.
fn number(value: f64) -> Value {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is whole and within bounds"
    )]
    if value.fract() == 0.0 && value.abs() < 9e15 {
        Value::from(value as i64)
    } else {
        Value::from(value)
    }
}
