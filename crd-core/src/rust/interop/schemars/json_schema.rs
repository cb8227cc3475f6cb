//! Writes the schemas of our types as JSON Schema, so that they can be fields of types that have only `JsonSchema`.
//!
//! Two dialects are written: JSON Schema 2020-12, and `OpenAPI` 3.0 for kube's derive. kube moves `properties` and
//! `enum` out of the branches of `oneOf` and `anyOf`, which would change their meaning. Branches that have any are
//! therefore written with `not` and `allOf`, which kube leaves alone: `anyOf: [A, B]` becomes
//! `not: {allOf: [{not: A}, {not: B}]}`.

use std::borrow::Cow;

use ::schemars::{Schema as JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::model::structural::{
    Additional, ListType, MapType, NestedValidation, Structural, StructuralShape, ValueValidation,
};
use crate::rust::generate::junctor::requires;
use crate::rust::generate::structural_by_one_of;
use crate::rust::shape::Schema;

/// The JSON Schema of a type with a [`Schema`].
///
/// `oneOf` enforces enums and unions, since no validator of JSON Schema runs rules, and since kube's derive may put the
/// schema below lists whose length would multiply the cost of rules. Rules that are written in attributes are kept.
///
/// A type whose schema has problems (`generate::Problems`) gets a schema that accepts nothing, with the problems as its
/// description.
pub fn json_schema<T: Schema + ?Sized>(generator: &mut SchemaGenerator) -> JsonSchema {
    let openapi = generator.settings().definitions_path.contains("components");
    let dialect = if openapi {
        Dialect::OpenApi
    } else {
        Dialect::JsonSchema
    };
    let mut members = match structural_by_one_of(T::REF) {
        Ok(node) => dialect.node(&node),
        Err(problems) => {
            let mut members = Map::new();
            members.insert("description".into(), problems.to_string().into());
            members.insert("not".into(), json!({}));
            members
        }
    };
    if openapi {
        prepare_for_option(&mut members);
    }
    members.into()
}

/// Prepares the schema of a type for kube, which makes the schema of an `Option` from it by adding `nullable: true`.
fn prepare_for_option(members: &mut Map<String, Value>) {
    if members.get("nullable") == Some(&Value::Bool(false)) {
        members.remove("nullable");
    }
    // The server looks for null among the values of `enum`, but accepts it without evaluating `allOf`.
    if let Some(values) = members.remove("enum") {
        let all = members.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(json!({"enum": values}));
        }
    }
    // kube removes the type of a scalar with junctors, unless it has a keyword of objects.
    let scalar = matches!(
        members.get("type").and_then(Value::as_str),
        Some("string" | "integer" | "number" | "boolean")
    );
    if scalar
        && ["allOf", "anyOf", "oneOf", "not"]
            .iter()
            .any(|name| members.contains_key(*name))
    {
        members.insert("minProperties".into(), 0.into());
    }
}

/// The name of a type among definitions, without paths and punctuation: `Vec_String` for `Vec<String>`.
pub fn schema_name<T: ?Sized>() -> Cow<'static, str> {
    let full = std::any::type_name::<T>();
    let mut name = String::new();
    for path in full.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let last = path.rsplit("::").next().unwrap_or_default();
        if !last.is_empty() {
            if !name.is_empty() {
                name.push('_');
            }
            name.push_str(last);
        }
    }
    name.into()
}

/// The dialect of JSON Schema to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    /// JSON Schema 2020-12.
    JsonSchema,
    /// `OpenAPI` 3.0, which kube's derive asks for.
    OpenApi,
}

/// Where the schema around a validation admits null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    /// In `type: [T, "null"]`, so that `enum` and the branches of junctors must list null too.
    InType,
    /// In `nullable: true`, or not at all.
    Apart,
}

impl Dialect {
    fn node(self, node: &Structural) -> Map<String, Value> {
        let mut out = Map::new();
        let mut name = None;
        match &node.shape {
            StructuralShape::Object(object) => {
                name = Some("object");
                if !object.properties.is_empty() {
                    let properties = object.properties.iter();
                    let properties: Map<String, Value> = properties
                        .map(|(name, property)| (name.to_owned(), self.node(property).into()))
                        .collect();
                    out.insert("properties".into(), properties.into());
                }
                let additional = match &object.additional {
                    Some(Additional::Schema(values)) => Some(Value::from(self.node(values))),
                    Some(Additional::Bool(flag)) => Some(Value::from(*flag)),
                    None => None,
                };
                insert(&mut out, "additionalProperties", additional);
                flag(
                    &mut out,
                    "x-kubernetes-embedded-resource",
                    object.embedded_resource,
                );
                let map_type = object.map_type.map(MapType::as_str);
                insert(&mut out, "x-kubernetes-map-type", map_type);
            }
            StructuralShape::Array(array) => {
                name = Some("array");
                out.insert("items".into(), self.node(&array.items).into());
                let list_type = array.list_type.as_ref().map(|list_type| match list_type {
                    ListType::Atomic => "atomic",
                    ListType::Set => "set",
                    ListType::Map(keys) => {
                        let keys: Vec<&str> = keys.iter().map(|key| &**key).collect();
                        out.insert("x-kubernetes-list-map-keys".into(), keys.into());
                        "map"
                    }
                });
                insert(&mut out, "x-kubernetes-list-type", list_type);
            }
            StructuralShape::String => name = Some("string"),
            StructuralShape::Integer => name = Some("integer"),
            StructuralShape::Number => name = Some("number"),
            StructuralShape::Boolean => name = Some("boolean"),
            StructuralShape::IntOrString { .. } => flag(&mut out, "x-kubernetes-int-or-string", true),
            StructuralShape::Any => {}
        }
        let nullable = node.generic.nullable;
        let mixed = nullable && self == Dialect::JsonSchema;
        match name {
            Some(name) if mixed => drop(out.insert("type".into(), json!([name, "null"]))),
            Some(name) => drop(out.insert("type".into(), name.into())),
            None => {}
        }
        flag(&mut out, "nullable", nullable && !(mixed && name.is_some()));
        // kube adds `nullable: true` to an optional field without `nullable`.
        if self == Dialect::OpenApi && !nullable && matches!(node.shape, StructuralShape::IntOrString { .. })
        {
            out.insert("nullable".into(), false.into());
        }
        flag(
            &mut out,
            "x-kubernetes-preserve-unknown-fields",
            node.preserve_unknown_fields,
        );
        insert(&mut out, "title", text(&node.generic.title));
        insert(&mut out, "description", text(&node.generic.description));
        insert(&mut out, "default", node.generic.default.clone());
        let example = node.generic.example.clone();
        match self {
            Dialect::JsonSchema => insert(&mut out, "examples", example.map(|example| json!([example]))),
            Dialect::OpenApi => insert(&mut out, "example", example),
        }
        if !node.rules.is_empty() {
            let rules: Vec<Value> = node.rules.iter().map(|rule| json!(rule)).collect();
            out.insert("x-kubernetes-validations".into(), rules.into());
        }
        let null = if mixed { Null::InType } else { Null::Apart };
        self.validation(&mut out, &node.validation, null);
        out
    }

    fn validation(self, out: &mut Map<String, Value>, v: &ValueValidation, null: Null) {
        insert(out, "format", text(&v.format));
        insert(out, "pattern", text(&v.pattern));
        for (bound, name, exclusive, exclusive_name) in [
            (v.minimum, "minimum", v.exclusive_minimum, "exclusiveMinimum"),
            (v.maximum, "maximum", v.exclusive_maximum, "exclusiveMaximum"),
        ] {
            match self {
                Dialect::JsonSchema if exclusive => insert(out, exclusive_name, bound.map(number)),
                _ => {
                    insert(out, name, bound.map(number));
                    flag(out, exclusive_name, exclusive);
                }
            }
        }
        insert(out, "multipleOf", v.multiple_of.map(number));
        for (name, size) in v.counts() {
            insert(out, name, size);
        }
        let required = v.required.as_ref().filter(|names| !names.is_empty());
        insert(
            out,
            "required",
            required.map(|names| names.iter().map(|name| Value::from(&**name)).collect::<Vec<_>>()),
        );
        // The server accepts null without evaluating the branches of junctors; JSON Schema evaluates them.
        let mut values = v.enum_.clone();
        if null == Null::InType
            && let Some(values) = &mut values
        {
            values.push(Value::Null);
        }
        insert(out, "enum", values);
        let mut all: Vec<Value> = v.all_of.iter().map(|branch| self.nested(branch, null)).collect();
        let mut not = v.not.as_deref().map(|not| self.nested(not, Null::Apart));
        for (name, branches) in [("anyOf", &v.any_of), ("oneOf", &v.one_of)] {
            if branches.is_empty() {
                continue;
            }
            let written: Vec<Value> = branches.iter().map(|branch| self.nested(branch, null)).collect();
            if branches.iter().all(is_left_alone) {
                out.insert(name.into(), written.into());
                continue;
            }
            if name == "oneOf" {
                let pairs = branches.iter().zip(&written).enumerate();
                for (index, (one, one_written)) in pairs {
                    let others = branches.iter().zip(&written).skip(index + 1);
                    let others = others.filter(|(other, _)| !are_apart(v, one, other));
                    all.extend(others.map(|(_, other)| json!({"not": {"allOf": [one_written, other]}})));
                }
            }
            let none: Vec<Value> = written.into_iter().map(|branch| json!({"not": branch})).collect();
            let none = json!({"allOf": none});
            match &not {
                None => not = Some(none),
                Some(_) => all.push(json!({"not": none})),
            }
        }
        if !all.is_empty() {
            out.insert("allOf".into(), all.into());
        }
        insert(out, "not", not);
    }

    fn nested(self, branch: &NestedValidation, null: Null) -> Value {
        let mut out = Map::new();
        self.validation(&mut out, &branch.validation, null);
        if !branch.properties.is_empty() {
            let properties = branch.properties.iter();
            let properties: Map<String, Value> = properties
                .map(|(name, property)| (name.to_owned(), self.nested(property, Null::Apart)))
                .collect();
            out.insert("properties".into(), properties.into());
        }
        let items = branch
            .items
            .as_deref()
            .map(|items| self.nested(items, Null::Apart));
        insert(&mut out, "items", items);
        out.into()
    }
}

/// Whether kube leaves a branch of `oneOf` or `anyOf` unchanged.
fn is_left_alone(branch: &NestedValidation) -> bool {
    branch.properties.is_empty() && branch.items.is_none() && branch.validation.enum_.is_none()
}

/// Whether no value matches both branches: a required property has other values in each, or is required in one and
/// rejected in the other.
fn are_apart(outer: &ValueValidation, one: &NestedValidation, other: &NestedValidation) -> bool {
    let values = |branch: &NestedValidation, name: &str| {
        let both = [&outer.required, &branch.validation.required];
        let required = both.into_iter().flatten().flatten().any(|other| **other == *name);
        let values = branch
            .properties
            .get(name)
            .and_then(|property| property.validation.enum_.clone());
        values.filter(|_| required)
    };
    let by_value = one
        .properties
        .keys()
        .any(|name| match (values(one, name), values(other, name)) {
            (Some(here), Some(there)) => !here.iter().any(|value| there.contains(value)),
            _ => false,
        });
    let lacks = |branch: &NestedValidation, other: &NestedValidation| {
        let refused = branch
            .validation
            .not
            .as_ref()
            .and_then(|not| not.validation.required.clone());
        let there: Vec<_> = other.validation.required.iter().flatten().collect();
        refused.is_some_and(|names| {
            let only = requires(&names.iter().map(|name| &**name).collect::<Vec<_>>());
            branch.validation.not.as_deref() == Some(&only) && names.iter().all(|name| there.contains(&name))
        })
    };
    by_value || lacks(one, other) || lacks(other, one)
}

fn insert(out: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        out.insert(name.to_owned(), value.into());
    }
}

fn flag(out: &mut Map<String, Value>, name: &str, set: bool) {
    insert(out, name, set.then_some(true));
}

fn text(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

#[expect(clippy::cast_possible_truncation, reason = "whole numbers below 2^53")]
fn number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

macro_rules! json_schemas {
    ($($type:ident)*) => { $(
        impl ::schemars::JsonSchema for crate::rust::types::$type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("crd_core::types::", stringify!($type)).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> JsonSchema {
                json_schema::<Self>(generator)
            }
        }
    )* };
}

json_schemas! {
    Condition ConfigMapKeySelector Duration EmbeddedResource IntOrString LabelSelector LabelSelectorRequirement
    LocalObjectReference MicroTime ObjectMeta OwnerReference Quantity RawExtension SecretKeySelector Time
}
