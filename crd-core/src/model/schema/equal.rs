//! Equality as the server compares schemas: an absent list or map equals an empty one (`equality.Semantic`, CNV-03).

use serde_json::Value;

use super::keywords::for_keywords;
use super::{
    ExternalDocs, Items, JsonSchemaProps, KeywordEq as _, SchemaOrBool, SchemaOrStrings, ValidationRule,
};
use crate::model::map::Map;
use crate::model::text::InternedText;

macro_rules! compare_schemas {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl JsonSchemaProps {
            /// Checks whether the server considers the two schemas equal.
            pub fn semantically_equal(&self, other: &JsonSchemaProps) -> bool {
                // Versions of one CRD differ in these more often than in most keywords, and they are cheap to compare.
                self.type_ == other.type_
                    && self.description == other.description
                    && self.format == other.format
                    $( && self.$name.is_same(&other.$name) )*
            }
        }
    };
}

for_keywords!(compare_schemas);

/// Compares two values of a keyword as the server does.
trait Same {
    fn is_same(&self, other: &Self) -> bool;
}

macro_rules! same_when_equal {
    ($($type:ty),* $(,)?) => { $(
        impl Same for $type {
            fn is_same(&self, other: &Self) -> bool {
                self == other
            }
        }
    )* };
}

impl Same for InternedText {
    fn is_same(&self, other: &Self) -> bool {
        self.is_equal(other)
    }
}

same_when_equal!(
    bool,
    Option<bool>,
    Option<i64>,
    Option<f64>,
    Option<Box<str>>,
    Option<Value>,
    Option<Box<ExternalDocs>>,
);

macro_rules! same_as_empty_when_absent {
    ($($type:ty),* $(,)?) => { $(
        impl Same for Option<Vec<$type>> {
            fn is_same(&self, other: &Self) -> bool {
                same_list(self.as_ref(), other.as_ref())
            }
        }
    )* };
}

same_as_empty_when_absent!(Box<str>, Value, ValidationRule);

impl Same for Option<Vec<JsonSchemaProps>> {
    fn is_same(&self, other: &Self) -> bool {
        same_schemas(self.as_deref(), other.as_deref())
    }
}

impl Same for Option<Box<JsonSchemaProps>> {
    fn is_same(&self, other: &Self) -> bool {
        same(
            self.as_deref(),
            other.as_deref(),
            JsonSchemaProps::semantically_equal,
        )
    }
}

impl Same for Option<Map<JsonSchemaProps>> {
    fn is_same(&self, other: &Self) -> bool {
        same_map(self.as_ref(), other.as_ref(), JsonSchemaProps::semantically_equal)
    }
}

impl Same for Option<Map<SchemaOrStrings>> {
    fn is_same(&self, other: &Self) -> bool {
        same_map(self.as_ref(), other.as_ref(), same_dependency)
    }
}

impl Same for Option<Items> {
    fn is_same(&self, other: &Self) -> bool {
        same(self.as_ref(), other.as_ref(), same_items)
    }
}

impl Same for Option<SchemaOrBool> {
    fn is_same(&self, other: &Self) -> bool {
        same(self.as_ref(), other.as_ref(), same_or_bool)
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
