//! Looking through all nodes of a schema.

use super::{Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings};

impl JsonSchemaProps {
    /// Whether `holds` says yes on this node or one below it, in `patternProperties`, `additionalItems`,
    /// `definitions` and `dependencies` as well.
    pub fn any(&self, holds: &mut dyn FnMut(&JsonSchemaProps) -> bool) -> bool {
        holds(self) || self.any_child(&mut |child| child.any(holds))
    }

    /// Whether `holds` says yes on a direct child.
    fn any_child(&self, holds: &mut dyn FnMut(&JsonSchemaProps) -> bool) -> bool {
        let items = match &self.items {
            Some(Items::Schema(schema)) => std::slice::from_ref(&**schema),
            Some(Items::List(schemas)) => schemas,
            Some(Items::Neither) | None => &[],
        };
        let lists = [&self.all_of, &self.any_of, &self.one_of];
        let maps = [&self.properties, &self.pattern_properties, &self.definitions];
        let bools = [&self.additional_properties, &self.additional_items];
        items.iter().any(&mut *holds)
            || lists.into_iter().flatten().flatten().any(&mut *holds)
            || self.not.as_deref().is_some_and(&mut *holds)
            || maps
                .into_iter()
                .flatten()
                .any(|map| map.values().any(&mut *holds))
            || bools
                .into_iter()
                .flatten()
                .any(|value| matches!(value, SchemaOrBool::Schema(schema) if holds(schema)))
            || self.dependencies.as_ref().is_some_and(|map| {
                map.values()
                    .any(|value| matches!(value, SchemaOrStrings::Schema(schema) if holds(schema)))
            })
    }

    /// `items` when it is one schema.
    pub fn item_schema(&self) -> Option<&JsonSchemaProps> {
        match &self.items {
            Some(Items::Schema(schema)) => Some(schema),
            Some(Items::List(_) | Items::Neither) | None => None,
        }
    }

    /// `items` when it is a list of schemas.
    pub fn item_schemas(&self) -> &[JsonSchemaProps] {
        match &self.items {
            Some(Items::List(schemas)) => schemas,
            Some(Items::Schema(_) | Items::Neither) | None => &[],
        }
    }

    /// `additionalProperties` when it is a schema.
    pub fn additional_schema(&self) -> Option<&JsonSchemaProps> {
        match &self.additional_properties {
            Some(SchemaOrBool::Schema(schema)) => Some(schema),
            Some(SchemaOrBool::Bool(_)) | None => None,
        }
    }

    /// The property `name`.
    pub fn property(&self, name: &str) -> Option<&JsonSchemaProps> {
        self.properties.as_ref()?.get(name)
    }

    /// The list map keys; empty when absent.
    pub fn list_map_keys(&self) -> &[Box<str>] {
        self.x_list_map_keys.as_deref().unwrap_or_default()
    }

    /// The rules; empty when absent.
    pub fn rules(&self) -> &[super::ValidationRule] {
        self.x_validations.as_deref().unwrap_or_default()
    }
}
