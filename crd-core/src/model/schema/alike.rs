//! Equality of schemas apart from their documentation: both accept the same values.

use serde_json::Value;

use super::keywords::for_keywords;
use super::{ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule};
use crate::model::map::Map;
use crate::model::text::InternedText;

macro_rules! compare_schemas {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl Alike for JsonSchemaProps {
            fn is_alike(&self, other: &Self) -> bool {
                $( (matches!($wire, "description" | "title" | "example") || self.$name.is_alike(&other.$name)) )&&*
            }
        }
    };
}

for_keywords!(compare_schemas);

/// Compares values of keywords.
pub(crate) trait Alike {
    /// Whether both are equal apart from descriptions, titles, examples and the messages of rules.
    fn is_alike(&self, other: &Self) -> bool;
}

macro_rules! alike_if_equal {
    ($($type:ty),* $(,)?) => { $(
        impl Alike for $type {
            fn is_alike(&self, other: &Self) -> bool {
                self == other
            }
        }
    )* };
}

alike_if_equal!(bool, i64, str, Value, InternedText, ExternalDocs);

impl Alike for f64 {
    fn is_alike(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Alike for ValidationRule {
    fn is_alike(&self, other: &Self) -> bool {
        self.rule == other.rule && self.optional_old_self == other.optional_old_self
    }
}

impl<T: Alike> Alike for Option<T> {
    fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (None, None) => true,
            (Some(one), Some(other)) => one.is_alike(other),
            _ => false,
        }
    }
}

impl<T: Alike + ?Sized> Alike for Box<T> {
    fn is_alike(&self, other: &Self) -> bool {
        (**self).is_alike(other)
    }
}

impl<T: Alike> Alike for Vec<T> {
    fn is_alike(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(one, other)| one.is_alike(other))
    }
}

impl<T: Alike> Alike for Map<T> {
    fn is_alike(&self, other: &Self) -> bool {
        let mut pairs = self.iter().zip(other.iter());
        self.len() == other.len()
            && pairs.all(|((name, one), (other_name, other))| name == other_name && one.is_alike(other))
    }
}

impl Alike for Items {
    fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Items::Schema(one), Items::Schema(other)) => one.is_alike(other),
            (one, other) => one == other,
        }
    }
}

impl Alike for SchemaOrBool {
    fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (SchemaOrBool::Schema(one), SchemaOrBool::Schema(other)) => one.is_alike(other),
            (one, other) => one == other,
        }
    }
}

impl Alike for SchemaOrStrings {
    fn is_alike(&self, other: &Self) -> bool {
        self == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_does_not_count() {
        let schema = |description: &str, rule: &str| {
            let member = JsonSchemaProps {
                description: description.into(),
                max_length: Some(9),
                ..JsonSchemaProps::default()
            };
            JsonSchemaProps {
                properties: Some([("a", member)].into_iter().collect()),
                x_validations: Some(vec![ValidationRule {
                    rule: rule.into(),
                    message: description.into(),
                    ..ValidationRule::default()
                }]),
                ..JsonSchemaProps::default()
            }
        };
        let one = schema("a", "self.a != 'b'");
        assert!(one.is_alike(&schema("b", "self.a != 'b'")));
        assert!(!one.is_alike(&schema("a", "self.a != 'c'")));
        let mut longer = one.clone();
        longer
            .properties
            .as_mut()
            .unwrap()
            .get_mut("a")
            .unwrap()
            .max_length = Some(8);
        assert!(!one.is_alike(&longer));
    }
}
