//! Equality as the server compares schemas: an absent list or map equals an empty one
//! (`equality.Semantic`, rules CNV-03).

use super::{Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings};
use crate::model::map::Map;

impl JsonSchemaProps {
    /// Whether the server takes the two for the same schema.
    pub fn semantically_equal(&self, other: &JsonSchemaProps) -> bool {
        self.same_texts(other)
            && self.same_bounds(other)
            && self.same_extensions(other)
            && self.same_values(other)
            && same(self.items.as_ref(), other.items.as_ref(), same_items)
            && same_map(
                self.properties.as_ref(),
                other.properties.as_ref(),
                JsonSchemaProps::semantically_equal,
            )
            && same(
                self.additional_properties.as_ref(),
                other.additional_properties.as_ref(),
                same_or_bool,
            )
            && self.same_junctors(other)
            && self.same_rare(other)
    }

    fn same_texts(&self, other: &JsonSchemaProps) -> bool {
        self.type_ == other.type_
            && self.description == other.description
            && self.format == other.format
            && self.title == other.title
            && self.pattern == other.pattern
            && self.id == other.id
            && self.schema == other.schema
            && self.reference == other.reference
    }

    fn same_bounds(&self, other: &JsonSchemaProps) -> bool {
        self.nullable == other.nullable
            && self.minimum == other.minimum
            && self.exclusive_minimum == other.exclusive_minimum
            && self.maximum == other.maximum
            && self.exclusive_maximum == other.exclusive_maximum
            && self.multiple_of == other.multiple_of
            && self.min_length == other.min_length
            && self.max_length == other.max_length
            && self.min_items == other.min_items
            && self.max_items == other.max_items
            && self.unique_items == other.unique_items
            && self.min_properties == other.min_properties
            && self.max_properties == other.max_properties
    }

    fn same_extensions(&self, other: &JsonSchemaProps) -> bool {
        self.x_preserve_unknown_fields == other.x_preserve_unknown_fields
            && self.x_embedded_resource == other.x_embedded_resource
            && self.x_int_or_string == other.x_int_or_string
            && self.x_list_type == other.x_list_type
            && self.x_map_type == other.x_map_type
            && same_list(self.x_list_map_keys.as_ref(), other.x_list_map_keys.as_ref())
            && same_list(self.x_validations.as_ref(), other.x_validations.as_ref())
    }

    fn same_values(&self, other: &JsonSchemaProps) -> bool {
        self.default == other.default
            && self.example == other.example
            && self.external_docs == other.external_docs
            && same_list(self.enum_.as_ref(), other.enum_.as_ref())
            && same_list(self.required.as_ref(), other.required.as_ref())
    }

    fn same_junctors(&self, other: &JsonSchemaProps) -> bool {
        same_schemas(self.all_of.as_deref(), other.all_of.as_deref())
            && same_schemas(self.any_of.as_deref(), other.any_of.as_deref())
            && same_schemas(self.one_of.as_deref(), other.one_of.as_deref())
            && same(
                self.not.as_deref(),
                other.not.as_deref(),
                JsonSchemaProps::semantically_equal,
            )
    }

    fn same_rare(&self, other: &JsonSchemaProps) -> bool {
        let schema = JsonSchemaProps::semantically_equal;
        same_map(
            self.pattern_properties.as_ref(),
            other.pattern_properties.as_ref(),
            schema,
        ) && same_map(self.definitions.as_ref(), other.definitions.as_ref(), schema)
            && same_map(
                self.dependencies.as_ref(),
                other.dependencies.as_ref(),
                same_dependency,
            )
            && same(
                self.additional_items.as_ref(),
                other.additional_items.as_ref(),
                same_or_bool,
            )
    }
}

/// Compares optional values; `None` equals only `None`.
pub(crate) fn same<T>(a: Option<T>, b: Option<T>, equal: impl Fn(T, T) -> bool) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => equal(a, b),
        _ => false,
    }
}

/// Compares lists; `None` equals an empty list.
pub(crate) fn same_list<T: PartialEq>(a: Option<&Vec<T>>, b: Option<&Vec<T>>) -> bool {
    a.map_or(&[][..], Vec::as_slice) == b.map_or(&[][..], Vec::as_slice)
}

fn same_schemas(a: Option<&[JsonSchemaProps]>, b: Option<&[JsonSchemaProps]>) -> bool {
    let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.semantically_equal(b))
}

fn same_map<T>(a: Option<&Map<T>>, b: Option<&Map<T>>, equal: impl Fn(&T, &T) -> bool) -> bool {
    let length = |map: Option<&Map<T>>| map.map_or(0, Map::len);
    match (a, b) {
        (Some(a), Some(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|((name, x), (other, y))| name == other && equal(x, y))
        }
        _ => length(a) == 0 && length(b) == 0,
    }
}

fn same_items(a: &Items, b: &Items) -> bool {
    match (a, b) {
        (Items::Schema(a), Items::Schema(b)) => a.semantically_equal(b),
        (Items::Schema(_), _) | (_, Items::Schema(_)) => false,
        (a, b) => same_schemas(Some(listed(a)), Some(listed(b))),
    }
}

fn listed(items: &Items) -> &[JsonSchemaProps] {
    match items {
        Items::List(schemas) => schemas,
        Items::Schema(_) | Items::Neither => &[],
    }
}

fn same_or_bool(a: &SchemaOrBool, b: &SchemaOrBool) -> bool {
    match (a, b) {
        (SchemaOrBool::Schema(a), SchemaOrBool::Schema(b)) => a.semantically_equal(b),
        (SchemaOrBool::Bool(a), SchemaOrBool::Bool(b)) => a == b,
        _ => false,
    }
}

fn same_dependency(a: &SchemaOrStrings, b: &SchemaOrStrings) -> bool {
    fn names(dependency: &SchemaOrStrings) -> &[Box<str>] {
        match dependency {
            SchemaOrStrings::Strings(names) => names,
            SchemaOrStrings::Schema(_) | SchemaOrStrings::Neither => &[],
        }
    }
    match (a, b) {
        (SchemaOrStrings::Schema(a), SchemaOrStrings::Schema(b)) => a.semantically_equal(b),
        (SchemaOrStrings::Schema(_), _) | (_, SchemaOrStrings::Schema(_)) => false,
        (a, b) => names(a) == names(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_and_empty_are_the_same() {
        let empty = JsonSchemaProps {
            required: Some(Vec::new()),
            properties: Some(Map::new()),
            items: Some(Items::List(Vec::new())),
            ..JsonSchemaProps::default()
        };
        let absent = JsonSchemaProps {
            items: Some(Items::Neither),
            ..JsonSchemaProps::default()
        };
        assert!(empty.semantically_equal(&absent));
        let titled = JsonSchemaProps {
            title: "a".into(),
            ..absent.clone()
        };
        assert!(!titled.semantically_equal(&absent));
        assert!(!absent.semantically_equal(&JsonSchemaProps::default()));
    }
}
