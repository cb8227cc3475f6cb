//! Writes the schemas of our types as JSON Schema, so that they can be fields of types that have only `JsonSchema`.
//!
//! Two dialects are written: JSON Schema 2020-12, and `OpenAPI` 3.0 for kube's derive. kube moves `properties` and
//! `enum` out of the branches of `oneOf` and `anyOf`, which would change their meaning. Branches that have any are
//! therefore written with `not` and `allOf`, which kube leaves alone: `anyOf: [A, B]` becomes
//! `not: {allOf: [{not: A}, {not: B}]}`.

use std::borrow::Cow;

use ::schemars::{Schema as JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::model::schema::JsonSchemaProps;
use crate::model::structural::{IntOrStringSpelling, Structural, StructuralShape};
use crate::rust::generate::structural_by_one_of;
use crate::rust::shape::Schema;

/// Returns the JSON Schema of a type with a [`Schema`].
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
        Ok(node) => dialect.write(node),
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

/// Prepares the schema of a type for kube, which adds `nullable: true` for an `Option`.
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

/// Returns the name of a type among the definitions, without paths and punctuation: `Vec_String` for `Vec<String>`.
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

/// Keyword by which the schema around a validation accepts null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NullPlacement {
    /// `type: [T, "null"]`, so that `enum` and the branches of junctors must list null too.
    InType,
    /// `nullable: true`, or none.
    Apart,
}

type Members = Map<String, Value>;

impl Dialect {
    /// Writes a structural schema in this dialect.
    fn write(self, mut node: Structural) -> Members {
        drop_spelled_types(&mut node);
        match serde_json::to_value(JsonSchemaProps::from(node)) {
            Ok(Value::Object(mut schema)) => {
                self.node(&mut schema);
                schema
            }
            _ => Map::new(),
        }
    }

    /// Rewrites a schema with a type, and the schemas below it.
    fn node(self, schema: &mut Members) {
        let nullable = schema.contains_key("nullable");
        let mixed = nullable && self == Dialect::JsonSchema;
        if mixed && let Some(type_) = schema.get_mut("type") {
            *type_ = json!([type_.take(), "null"]);
            schema.remove("nullable");
        }
        // kube adds `nullable: true` to an optional field without `nullable`.
        if self == Dialect::OpenApi && !nullable && schema.contains_key("x-kubernetes-int-or-string") {
            schema.insert("nullable".into(), false.into());
        }
        if self == Dialect::JsonSchema
            && let Some(example) = schema.remove("example")
        {
            schema.insert("examples".into(), json!([example]));
        }
        each_below(schema, &mut |below| self.node(below));
        let null = if mixed {
            NullPlacement::InType
        } else {
            NullPlacement::Apart
        };
        self.validation(schema, null);
    }

    /// Rewrites a branch of a junctor.
    fn branch(self, mut branch: Value, null: NullPlacement) -> Value {
        if let Value::Object(schema) = &mut branch {
            each_below(schema, &mut |below| {
                let property = self.branch(std::mem::take(below).into(), NullPlacement::Apart);
                if let Value::Object(property) = property {
                    *below = property;
                }
            });
            self.validation(schema, null);
        }
        branch
    }

    /// Rewrites the keywords that restrict values, and the branches of junctors.
    fn validation(self, schema: &mut Members, null: NullPlacement) {
        if self == Dialect::JsonSchema {
            for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
                if schema.remove(exclusive).is_some()
                    && let Some(bound) = schema.remove(bound)
                {
                    schema.insert(exclusive.into(), bound);
                }
            }
        }
        // The server accepts null without evaluating the branches of junctors; JSON Schema evaluates them.
        if null == NullPlacement::InType
            && let Some(Value::Array(values)) = schema.get_mut("enum")
        {
            values.push(Value::Null);
        }
        let write = |branches: Vec<Value>| -> Vec<Value> {
            let branches = branches.into_iter();
            branches.map(|branch| self.branch(branch, null)).collect()
        };
        let mut all = write(take_list(schema, "allOf"));
        let mut not = schema
            .remove("not")
            .map(|not| self.branch(not, NullPlacement::Apart));
        for name in ["anyOf", "oneOf"] {
            let branches = take_list(schema, name);
            if branches.is_empty() {
                continue;
            }
            let written = write(branches.clone());
            if branches.iter().all(is_left_alone) {
                schema.insert(name.into(), written.into());
                continue;
            }
            if name == "oneOf" {
                let pairs = branches.iter().zip(&written).enumerate();
                for (index, (one, one_written)) in pairs {
                    let others = branches.iter().zip(&written).skip(index + 1);
                    let others = others.filter(|(other, _)| !are_apart(schema, one, other));
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
            schema.insert("allOf".into(), all.into());
        }
        if let Some(not) = not {
            schema.insert("not".into(), not);
        }
    }
}

/// Leaves out the `anyOf` of types that goes with `x-kubernetes-int-or-string`.
fn drop_spelled_types(node: &mut Structural) {
    if let StructuralShape::IntOrString { spelled } = &mut node.shape {
        *spelled = IntOrStringSpelling::Implied;
    }
    node.each_child_mut(&mut |_, child| drop_spelled_types(child));
}

/// Calls `rewrite` with the schemas of properties, elements and values.
fn each_below(schema: &mut Members, rewrite: &mut dyn FnMut(&mut Members)) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let properties = properties.values_mut().filter_map(Value::as_object_mut);
        properties.for_each(&mut *rewrite);
    }
    for name in ["items", "additionalProperties"] {
        if let Some(Value::Object(below)) = schema.get_mut(name) {
            rewrite(below);
        }
    }
}

fn take_list(schema: &mut Members, name: &str) -> Vec<Value> {
    match schema.remove(name) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

/// Whether kube leaves a branch of `oneOf` or `anyOf` unchanged.
fn is_left_alone(branch: &Value) -> bool {
    ["properties", "items", "enum"]
        .iter()
        .all(|name| branch.get(name).is_none())
}

/// Whether no value matches both branches: a required property has different values in each, or is required in one and
/// rejected in the other.
fn are_apart(outer: &Members, one: &Value, other: &Value) -> bool {
    let requires = |required: Option<&Value>, name: &Value| {
        required
            .and_then(Value::as_array)
            .is_some_and(|names| names.contains(name))
    };
    let values = |branch: &Value, name: &str| {
        let is_required = [outer.get("required"), branch.get("required")]
            .into_iter()
            .any(|required| requires(required, &name.into()));
        let values = branch
            .get("properties")?
            .get(name)?
            .get("enum")?
            .as_array()?
            .clone();
        is_required.then_some(values)
    };
    let properties = one.get("properties").and_then(Value::as_object);
    let by_value = properties.into_iter().flat_map(Map::keys).any(|name| {
        values(one, name)
            .zip(values(other, name))
            .is_some_and(|(here, there)| !here.iter().any(|value| there.contains(value)))
    });
    let lacks = |branch: &Value, other: &Value| {
        let refused = branch
            .get("not")
            .and_then(Value::as_object)
            .filter(|not| not.len() == 1);
        let refused = refused.and_then(|not| not.get("required")?.as_array());
        refused.is_some_and(|names| names.iter().all(|name| requires(other.get("required"), name)))
    };
    by_value || lacks(one, other) || lacks(other, one)
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
    Condition ConfigMapKeySelector Duration EmbeddedObjectMeta EmbeddedResource IntOrString LabelSelector LabelSelectorRequirement
    LocalObjectReference MicroTime ObjectMeta OwnerReference Quantity RawExtension SecretKeySelector Time
}
