//! A schema without its value validation.

use super::{
    Additional, Array, IntOrStringSpelling, Misplaced, Object, Structural, StructuralShape, ValueValidation,
};
use crate::model::map::Map;

impl Structural {
    /// The same schema "after dropping the value validation" (KEP-2335): shape, documentation, defaults and
    /// extensions stay; restrictions on values and rules go.
    #[must_use]
    pub fn without_value_validation(&self) -> Structural {
        Structural {
            shape: match &self.shape {
                StructuralShape::Object(object) => StructuralShape::Object(Object {
                    properties: properties(&object.properties),
                    additional: additional(object.additional.as_ref()),
                    embedded_resource: object.embedded_resource,
                    map_type: object.map_type,
                }),
                StructuralShape::Array(array) => StructuralShape::Array(Array {
                    items: Box::new(array.items.without_value_validation()),
                    list_type: array.list_type.clone(),
                }),
                StructuralShape::IntOrString { .. } => StructuralShape::IntOrString {
                    spelled: IntOrStringSpelling::Implied,
                },
                scalar => scalar.clone(),
            },
            generic: self.generic.clone(),
            preserve_unknown_fields: self.preserve_unknown_fields,
            validation: ValueValidation::default(),
            rules: Vec::new(),
            misplaced: self.misplaced.as_deref().map(|misplaced| {
                Box::new(Misplaced {
                    items: misplaced
                        .items
                        .as_deref()
                        .map(|items| Box::new(items.without_value_validation())),
                    properties: properties(&misplaced.properties),
                    additional: additional(misplaced.additional.as_ref()),
                    int_or_string: misplaced.int_or_string,
                    int_or_string_spelled: IntOrStringSpelling::Implied,
                    unknown_type: misplaced.unknown_type.clone(),
                })
            }),
            extended: self.extended.clone(),
        }
    }
}

fn properties(properties: &Map<Structural>) -> Map<Structural> {
    properties
        .iter()
        .map(|(name, property)| (name, property.without_value_validation()))
        .collect()
}

fn additional(additional: Option<&Additional>) -> Option<Additional> {
    additional.map(|value| match value {
        Additional::Bool(flag) => Additional::Bool(*flag),
        Additional::Schema(schema) => Additional::Schema(Box::new(schema.without_value_validation())),
    })
}
