//! Schemas that are written as JSON in the source code.

use serde_json::Value;

use crate::model::map::Map;
use crate::model::schema::{ExternalDocs, ValidationRule};
use crate::model::structural::{
    Additional, Array, Generic, IntOrStringSpelling, ListType, MapType, Misplaced, NestedValidation, Object,
    Structural, StructuralShape, ValueValidation,
};
use crate::rust::shape::ForeignError;

/// Parses a structural schema from JSON, for functions that `#[crd(schema_with = …)]` names.
///
/// A schema that the server would reject is reported when the CRD is checked.
///
/// ```
/// use crd_core::interop::schema_from_json;
///
/// let schema = schema_from_json(r#"{"type": "string", "maxLength": 3}"#).unwrap();
/// assert_eq!(schema.validation.max_length, Some(3));
/// assert!(schema_from_json("{").is_err());
/// ```
///
/// # Errors
/// If the text is not a JSON object.
pub fn schema_from_json(text: &str) -> Result<Structural, ForeignError> {
    let error = |message: String| ForeignError {
        pointer: String::new(),
        message,
    };
    let schema: Value = serde_json::from_str(text)
        .map_err(|cause| error(format!("the schema is not valid JSON: {cause}")))?;
    if schema.is_object() {
        Ok(node(&schema))
    } else {
        Err(error("a schema must be a JSON object".to_owned()))
    }
}

fn string<'s>(schema: &'s Value, name: &str) -> &'s str {
    schema.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn flag(schema: &Value, name: &str) -> bool {
    schema.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn strings(schema: &Value, name: &str) -> Option<Vec<Box<str>>> {
    let values = schema.get(name)?.as_array()?;
    Some(values.iter().filter_map(Value::as_str).map(Into::into).collect())
}

fn node(schema: &Value) -> Structural {
    let type_ = string(schema, "type");
    let is_int_or_string = flag(schema, "x-kubernetes-int-or-string");
    let spelled = spelling(schema);
    let shape = match type_ {
        "object" => StructuralShape::Object(Object {
            properties: properties(schema),
            additional: additional(schema),
            embedded_resource: flag(schema, "x-kubernetes-embedded-resource"),
            map_type: match string(schema, "x-kubernetes-map-type") {
                "atomic" => Some(MapType::Atomic),
                "granular" => Some(MapType::Granular),
                _ => None,
            },
        }),
        "array" => StructuralShape::Array(Array {
            items: Box::new(
                schema
                    .get("items")
                    .map_or_else(|| Structural::new(StructuralShape::Any), node),
            ),
            list_type: match string(schema, "x-kubernetes-list-type") {
                "atomic" => Some(ListType::Atomic),
                "set" => Some(ListType::Set),
                "map" => Some(ListType::Map(
                    strings(schema, "x-kubernetes-list-map-keys").unwrap_or_default(),
                )),
                _ => None,
            },
        }),
        "string" => StructuralShape::String,
        "integer" => StructuralShape::Integer,
        "number" => StructuralShape::Number,
        "boolean" => StructuralShape::Boolean,
        _ if is_int_or_string => StructuralShape::IntOrString { spelled },
        _ => StructuralShape::Any,
    };
    let is_shape = matches!(shape, StructuralShape::IntOrString { .. });
    let mut misplaced = Misplaced {
        int_or_string: is_int_or_string && !is_shape,
        int_or_string_spelled: if is_shape {
            IntOrStringSpelling::Implied
        } else {
            spelled
        },
        ..Misplaced::default()
    };
    if !matches!(shape, StructuralShape::Object(_)) {
        misplaced.properties = properties(schema);
        misplaced.additional = additional(schema);
    }
    if !matches!(shape, StructuralShape::Array(_)) {
        misplaced.items = schema.get("items").map(|items| Box::new(node(items)));
    }
    Structural {
        shape,
        generic: generic(schema),
        preserve_unknown_fields: flag(schema, "x-kubernetes-preserve-unknown-fields"),
        validation: validation(schema, spelled),
        rules: rules(schema),
        misplaced: (misplaced != Misplaced::default()).then(|| Box::new(misplaced)),
        extended: None,
    }
}

fn properties(schema: &Value) -> Map<Structural> {
    let members = schema.get("properties").and_then(Value::as_object);
    members
        .into_iter()
        .flatten()
        .map(|(name, member)| (name.as_str(), node(member)))
        .collect()
}

fn additional(schema: &Value) -> Option<Additional> {
    Some(match schema.get("additionalProperties")? {
        Value::Bool(flag) => Additional::Bool(*flag),
        values => Additional::Schema(Box::new(node(values))),
    })
}

fn generic(schema: &Value) -> Generic {
    Generic {
        title: string(schema, "title").into(),
        description: string(schema, "description").into(),
        default: schema.get("default").cloned(),
        nullable: flag(schema, "nullable"),
        example: schema.get("example").cloned(),
        external_docs: schema.get("externalDocs").map(|docs| {
            Box::new(ExternalDocs {
                description: string(docs, "description").into(),
                url: string(docs, "url").into(),
            })
        }),
    }
}

fn rules(schema: &Value) -> Vec<ValidationRule> {
    let rules = schema.get("x-kubernetes-validations").and_then(Value::as_array);
    let rules = rules.into_iter().flatten().map(|rule| ValidationRule {
        rule: string(rule, "rule").into(),
        message: string(rule, "message").into(),
        message_expression: string(rule, "messageExpression").into(),
        reason: rule.get("reason").and_then(Value::as_str).map(Into::into),
        field_path: string(rule, "fieldPath").into(),
        optional_old_self: rule.get("optionalOldSelf").and_then(Value::as_bool),
    });
    rules.collect()
}

/// Whether the schema is `{type: TYPE}` alone.
fn is_type(schema: &Value, name: &str) -> bool {
    schema.as_object().is_some_and(|schema| schema.len() == 1) && string(schema, "type") == name
}

fn spells_types(schema: &Value) -> bool {
    let branches = schema.get("anyOf").and_then(Value::as_array).map(Vec::as_slice);
    matches!(branches, Some([first, second]) if is_type(first, "integer") && is_type(second, "string"))
}

/// Finds the keyword under which an int-or-string lists its two types.
fn spelling(schema: &Value) -> IntOrStringSpelling {
    if !flag(schema, "x-kubernetes-int-or-string") {
        return IntOrStringSpelling::Implied;
    }
    let first = schema.get("allOf").and_then(|all_of| all_of.get(0));
    match first {
        _ if spells_types(schema) => IntOrStringSpelling::AnyOf,
        Some(first) if spells_types(first) => {
            if first.as_object().is_some_and(|first| first.len() == 1) {
                IntOrStringSpelling::AllOf
            } else {
                IntOrStringSpelling::WithinAllOf
            }
        }
        _ => IntOrStringSpelling::Implied,
    }
}

fn validation(schema: &Value, spelled: IntOrStringSpelling) -> ValueValidation {
    let number = |name: &str| schema.get(name).and_then(Value::as_f64);
    let count = |name: &str| schema.get(name).and_then(Value::as_i64);
    let branches = |name: &str| -> Vec<NestedValidation> {
        let branches = schema.get(name).and_then(Value::as_array);
        branches.into_iter().flatten().map(nested).collect()
    };
    let mut all_of = branches("allOf");
    let mut any_of = branches("anyOf");
    match spelled {
        IntOrStringSpelling::Implied => {}
        IntOrStringSpelling::AnyOf => any_of.clear(),
        IntOrStringSpelling::AllOf => drop(all_of.remove(0)),
        IntOrStringSpelling::WithinAllOf => {
            if let Some(first) = all_of.first_mut() {
                first.validation.any_of.clear();
            }
        }
    }
    ValueValidation {
        format: string(schema, "format").into(),
        required: strings(schema, "required"),
        enum_: schema.get("enum").and_then(Value::as_array).cloned(),
        pattern: string(schema, "pattern").into(),
        minimum: number("minimum"),
        exclusive_minimum: flag(schema, "exclusiveMinimum"),
        maximum: number("maximum"),
        exclusive_maximum: flag(schema, "exclusiveMaximum"),
        multiple_of: number("multipleOf"),
        min_length: count("minLength"),
        max_length: count("maxLength"),
        min_items: count("minItems"),
        max_items: count("maxItems"),
        min_properties: count("minProperties"),
        max_properties: count("maxProperties"),
        unique_items: flag(schema, "uniqueItems"),
        all_of,
        any_of,
        one_of: branches("oneOf"),
        not: schema.get("not").map(|not| Box::new(nested(not))),
    }
}

fn nested(schema: &Value) -> NestedValidation {
    let members = schema.get("properties").and_then(Value::as_object);
    NestedValidation {
        validation: validation(schema, IntOrStringSpelling::Implied),
        items: schema.get("items").map(|items| Box::new(nested(items))),
        properties: members
            .into_iter()
            .flatten()
            .map(|(name, member)| (name.as_str(), nested(member)))
            .collect(),
        closed: schema.get("additionalProperties") == Some(&Value::Bool(false)),
    }
}
