//! Converts `Structural` back to the wire form; this cannot fail, since every structural schema can be written.

use super::{
    Additional, Generic, IntOrStringSpelling, ListType, Misplaced, NestedValidation, Structural,
    StructuralShape,
};
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};

impl From<Structural> for JsonSchemaProps {
    fn from(node: Structural) -> Self {
        let mut props = JsonSchemaProps::default();
        let mut spelled = IntOrStringSpelling::Implied;
        if let Some(misplaced) = node.misplaced {
            spelled = misplaced.int_or_string_spelled;
            add_misplaced(&mut props, *misplaced);
        }
        match node.shape {
            StructuralShape::Object(object) => {
                props.type_ = "object".into();
                if !object.properties.is_empty() {
                    props.properties = Some(
                        object
                            .properties
                            .into_iter()
                            .map(|(k, v)| (k, v.into()))
                            .collect(),
                    );
                }
                props.additional_properties = object.additional.map(SchemaOrBool::from);
                props.x_embedded_resource = object.embedded_resource;
                props.x_map_type = object.map_type.map(|map_type| map_type.as_str().into());
            }
            StructuralShape::Array(array) => {
                props.type_ = "array".into();
                props.items = Some(Items::Schema(Box::new((*array.items).into())));
                match array.list_type {
                    None => {}
                    Some(ListType::Atomic) => props.x_list_type = Some("atomic".into()),
                    Some(ListType::Set) => props.x_list_type = Some("set".into()),
                    Some(ListType::Map(keys)) => {
                        props.x_list_type = Some("map".into());
                        props.x_list_map_keys = Some(keys);
                    }
                }
            }
            StructuralShape::String => props.type_ = "string".into(),
            StructuralShape::Integer => props.type_ = "integer".into(),
            StructuralShape::Number => props.type_ = "number".into(),
            StructuralShape::Boolean => props.type_ = "boolean".into(),
            StructuralShape::IntOrString { spelled: place } => {
                props.x_int_or_string = true;
                spelled = place;
            }
            StructuralShape::Any => {}
        }
        let Generic {
            title,
            description,
            default,
            nullable,
            example,
            external_docs,
        } = node.generic;
        props.title = title;
        props.description = description;
        props.default = default;
        props.nullable = nullable;
        props.example = example;
        props.external_docs = external_docs;
        props.x_preserve_unknown_fields = node.preserve_unknown_fields.then_some(true);
        node.validation.write_to(&mut props);
        match spelled {
            IntOrStringSpelling::Implied => {}
            IntOrStringSpelling::AnyOf => props.any_of = Some(int_or_string()),
            IntOrStringSpelling::AllOf => {
                let first = JsonSchemaProps {
                    any_of: Some(int_or_string()),
                    ..JsonSchemaProps::default()
                };
                let rest = props.all_of.take().unwrap_or_default();
                props.all_of = Some(std::iter::once(first).chain(rest).collect());
            }
            IntOrStringSpelling::WithinAllOf => {
                if let Some(first) = props.all_of.iter_mut().flatten().next() {
                    first.any_of = Some(int_or_string());
                }
            }
        }
        if !node.rules.is_empty() {
            props.x_validations = Some(node.rules);
        }
        props.extended = node.extended;
        props
    }
}

impl From<Additional> for SchemaOrBool {
    fn from(additional: Additional) -> Self {
        match additional {
            Additional::Bool(flag) => SchemaOrBool::Bool(flag),
            Additional::Schema(schema) => SchemaOrBool::Schema(Box::new((*schema).into())),
        }
    }
}

impl From<NestedValidation> for JsonSchemaProps {
    fn from(nested: NestedValidation) -> Self {
        let mut props = JsonSchemaProps {
            items: nested.items.map(|items| Items::Schema(Box::new((*items).into()))),
            ..JsonSchemaProps::default()
        };
        if !nested.properties.is_empty() {
            props.properties = Some(
                nested
                    .properties
                    .into_iter()
                    .map(|(k, v)| (k, v.into()))
                    .collect(),
            );
        }
        props.additional_properties = nested.closed.then_some(SchemaOrBool::Bool(false));
        nested.validation.write_to(&mut props);
        props
    }
}

/// Returns `[{type: integer}, {type: string}]`, the only list of types that a junctor may contain.
pub(crate) fn int_or_string() -> Vec<JsonSchemaProps> {
    ["integer", "string"]
        .map(|name| JsonSchemaProps {
            type_: name.into(),
            ..JsonSchemaProps::default()
        })
        .into()
}

fn add_misplaced(props: &mut JsonSchemaProps, misplaced: Misplaced) {
    props.items = misplaced
        .items
        .map(|items| Items::Schema(Box::new((*items).into())));
    if !misplaced.properties.is_empty() {
        props.properties = Some(
            misplaced
                .properties
                .into_iter()
                .map(|(k, v)| (k, v.into()))
                .collect(),
        );
    }
    props.additional_properties = misplaced.additional.map(SchemaOrBool::from);
    props.x_int_or_string = misplaced.int_or_string;
    props.type_ = misplaced.unknown_type;
}
