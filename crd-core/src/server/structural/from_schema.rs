//! Converts schemas from the wire form to [`Structural`], as a whole or only the parts that defaults need.
//!
//! ```text
//! properties:                                 properties:
//!   a: {type: string, pattern: x}     ->
//!   b:                                skeleton  b:
//!     type: object                              properties:
//!     properties: {c: {default: 1}}               c: {default: 1}
//! ```

use super::is_empty::is_int_or_string;
use super::{check, unsupported};
use crate::KubeVersion;
use crate::model::field::{FieldError, Path};
use crate::model::map::Map;
use crate::model::rules;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool, VisitNext, VisitScope};
use crate::model::structural::{
    Additional, Array, Generic, IntOrStringSpelling, ListType, MapType, Misplaced, NestedValidation, Object,
    Structural, StructuralShape, ValueValidation,
};

impl Structural {
    /// Converts the schema at `path`.
    ///
    /// # Errors
    ///
    /// Returns the errors with which a server of `version` reports that the schema is not structural (rules STR).
    pub fn from_schema(
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        version: KubeVersion,
    ) -> Result<Self, Vec<FieldError>> {
        if let Err(reason) = unsupported::check(schema) {
            let error = FieldError::invalid(reason.rule, path, String::from("\"\""), reason.text);
            return Err(vec![error]);
        }
        let errors = check::check(schema, path, version);
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut unknown = Vec::new();
        unknown_types(schema, path, &mut unknown);
        if unknown.is_empty() {
            Ok(convert(schema))
        } else {
            Err(unknown)
        }
    }
}

/// Converts a schema that was checked to be structural. Parts that other checks reject, such as a type that
/// does not exist, are left out.
pub(crate) fn convert(schema: &JsonSchemaProps) -> Structural {
    let spelled = spelling(schema);
    let mut misplaced = Misplaced::default();
    let preserve = schema.x_preserve_unknown_fields == Some(true);
    let shape = match &*schema.type_ {
        "object" => StructuralShape::Object(object(schema)),
        "array" if schema.item_schema().is_some() => array(schema),
        "string" => StructuralShape::String,
        "integer" => StructuralShape::Integer,
        "number" => StructuralShape::Number,
        "boolean" => StructuralShape::Boolean,
        _ if schema.x_int_or_string => StructuralShape::IntOrString { spelled },
        _ => StructuralShape::Any,
    };
    if !matches!(shape, StructuralShape::IntOrString { .. }) {
        misplaced.int_or_string = schema.x_int_or_string;
        misplaced.int_or_string_spelled = spelled;
    }
    if matches!(shape, StructuralShape::Any | StructuralShape::IntOrString { .. }) {
        misplaced.unknown_type = schema.type_.clone();
    }
    if !matches!(shape, StructuralShape::Object(_)) {
        misplaced.properties = properties(schema);
        misplaced.additional = additional(schema);
    }
    if !matches!(shape, StructuralShape::Array(_)) {
        misplaced.items = schema.item_schema().map(|items| Box::new(convert(items)));
    }
    Structural {
        shape,
        generic: generic(schema),
        preserve_unknown_fields: preserve,
        validation: validation(schema, spelled),
        rules: schema.rules().to_vec(),
        misplaced: (misplaced != Misplaced::default()).then(|| Box::new(misplaced)),
        extended: schema.extended.clone(),
    }
}

/// Returns the part of a resource's schema that the validation of its defaults needs: the nodes with a
/// default as they are, and their ancestors without anything else. `None` if there are no defaults; those
/// under `additionalProperties` and junctors do not count, since the server does not validate them.
pub(crate) fn skeleton_of_defaults(schema: &JsonSchemaProps) -> Option<Box<Structural>> {
    if has_metadata_default(schema) {
        return Some(Box::new(convert(schema)));
    }
    skeleton_of(schema)
}

fn skeleton_of(schema: &JsonSchemaProps) -> Option<Box<Structural>> {
    if schema.default.is_some() || schema.x_embedded_resource && has_metadata_default(schema) {
        return Some(Box::new(convert(schema)));
    }
    let mut properties = Vec::new();
    for (name, property) in schema.properties.iter().flat_map(Map::iter) {
        if let Some(part) = skeleton_of(property) {
            properties.push((name, part));
        }
    }
    let items = schema.item_schema().and_then(skeleton_of);
    let has_defaults = !properties.is_empty() || items.is_some();
    has_defaults.then(|| bare_node(schema, properties, items))
}

/// Checks whether there is a default inside metadata, which is validated as part of the whole resource.
fn has_metadata_default(schema: &JsonSchemaProps) -> bool {
    ["apiVersion", "kind", "metadata"]
        .iter()
        .filter_map(|name| schema.property(name))
        .any(|member| member.any(&mut |node| node.default.is_some()))
}

/// Creates a node with only these children.
fn bare_node(
    schema: &JsonSchemaProps,
    properties: Vec<(&str, Box<Structural>)>,
    items: Option<Box<Structural>>,
) -> Box<Structural> {
    let properties = properties.into_iter().map(|(name, part)| (name, *part));
    let shape = StructuralShape::Object(Object {
        properties: properties.collect(),
        embedded_resource: schema.x_embedded_resource,
        ..Object::default()
    });
    let misplaced = |items| Misplaced {
        items: Some(items),
        ..Misplaced::default()
    };
    Box::new(Structural {
        misplaced: items.map(|items| Box::new(misplaced(items))),
        ..Structural::new(shape)
    })
}

fn spelling(schema: &JsonSchemaProps) -> IntOrStringSpelling {
    let version = KubeVersion::NEWEST;
    if is_int_or_string(schema.any_of.as_ref(), version) {
        return IntOrStringSpelling::AnyOf;
    }
    match schema.all_of.as_ref().and_then(|schemas| schemas.first()) {
        Some(first) if is_int_or_string(first.any_of.as_ref(), version) => {
            let only = JsonSchemaProps {
                any_of: first.any_of.clone(),
                ..JsonSchemaProps::default()
            };
            if *first == only {
                IntOrStringSpelling::AllOf
            } else {
                IntOrStringSpelling::WithinAllOf
            }
        }
        _ => IntOrStringSpelling::Implied,
    }
}

fn object(schema: &JsonSchemaProps) -> Object {
    Object {
        properties: properties(schema),
        additional: additional(schema),
        embedded_resource: schema.x_embedded_resource,
        map_type: match schema.x_map_type.as_deref() {
            Some("granular") => Some(MapType::Granular),
            Some("atomic") => Some(MapType::Atomic),
            _ => None,
        },
    }
}

fn array(schema: &JsonSchemaProps) -> StructuralShape {
    let Some(items) = schema.item_schema() else {
        return StructuralShape::Any;
    };
    StructuralShape::Array(Array {
        items: Box::new(convert(items)),
        list_type: match schema.x_list_type.as_deref() {
            Some("atomic") => Some(ListType::Atomic),
            Some("set") => Some(ListType::Set),
            Some("map") => Some(ListType::Map(schema.list_map_keys().to_vec())),
            _ => None,
        },
    })
}

fn properties(schema: &JsonSchemaProps) -> Map<Structural> {
    schema.properties.as_ref().map_or_else(Map::new, |properties| {
        properties
            .iter()
            .map(|(name, property)| (name, convert(property)))
            .collect()
    })
}

fn additional(schema: &JsonSchemaProps) -> Option<Additional> {
    schema.additional_properties.as_ref().map(|value| match value {
        SchemaOrBool::Bool(flag) => Additional::Bool(*flag),
        SchemaOrBool::Schema(schema) => Additional::Schema(Box::new(convert(schema))),
    })
}

fn generic(schema: &JsonSchemaProps) -> Generic {
    Generic {
        title: schema.title.clone(),
        description: schema.description.clone(),
        default: schema.default.clone(),
        nullable: schema.nullable,
        example: schema.example.clone(),
        external_docs: schema.external_docs.clone(),
    }
}

/// Returns the value validation without the `anyOf` that spells out the two types of an int-or-string.
fn validation(schema: &JsonSchemaProps, spelled: IntOrStringSpelling) -> ValueValidation {
    let skipped = usize::from(spelled == IntOrStringSpelling::AllOf);
    let mut all_of = nested_list(schema.all_of.as_ref(), skipped);
    if spelled == IntOrStringSpelling::WithinAllOf || spelled == IntOrStringSpelling::AnyOf {
        let pattern_first = schema
            .all_of
            .as_ref()
            .and_then(|schemas| schemas.first())
            .is_some_and(|first| is_int_or_string(first.any_of.as_ref(), KubeVersion::NEWEST));
        if let Some(first) = all_of.first_mut().filter(|_| pattern_first) {
            first.validation.any_of = Vec::new();
        }
    }
    let any_of = if spelled == IntOrStringSpelling::AnyOf {
        Vec::new()
    } else {
        nested_list(schema.any_of.as_ref(), 0)
    };
    ValueValidation {
        all_of,
        any_of,
        one_of: nested_list(schema.one_of.as_ref(), 0),
        not: schema.not.as_deref().map(|not| Box::new(nested(not))),
        ..ValueValidation::without_junctors(schema)
    }
}

fn nested_list(schemas: Option<&Vec<JsonSchemaProps>>, skipped: usize) -> Vec<NestedValidation> {
    schemas.into_iter().flatten().skip(skipped).map(nested).collect()
}

fn nested(schema: &JsonSchemaProps) -> NestedValidation {
    NestedValidation {
        validation: validation(schema, IntOrStringSpelling::Implied),
        items: schema.item_schema().map(|items| Box::new(nested(items))),
        properties: schema.properties.as_ref().map_or_else(Map::new, |properties| {
            properties
                .iter()
                .map(|(name, property)| (name, nested(property)))
                .collect()
        }),
        closed: matches!(schema.additional_properties, Some(SchemaOrBool::Bool(false))),
    }
}

/// Reports nodes of the structural tree with an unknown type, which therefore have no shape (OAS-01).
fn unknown_types(schema: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    const KNOWN: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];
    schema.visit(VisitScope::Structural, path, &mut |path, node| {
        if !node.type_.is_empty() && !KNOWN.contains(&&*node.type_) {
            errors.push(FieldError::not_supported(
                rules::OAS_01,
                &path.child("type"),
                &node.type_,
                r#""array", "boolean", "integer", "number", "object", "string""#,
            ));
        }
        VisitNext::Children
    });
}
