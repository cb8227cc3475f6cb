//! Keys of schemas: bytes that are equal if the schemas are equal apart from their documentation, and only then.
//!
//! ```text
//! {type: string, description: A name., maxLength: 5}     type 6 string, maxLength 5, end
//! ```
//!
//! A key takes much less memory than a copy of the schema.

use serde_json::Value;

use super::keywords::for_keywords;
use super::{ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule};
use crate::model::map::Map;
use crate::model::text::InternedText;

/// The end of a text, and of the keywords of a schema. No text contains this byte.
const END: u8 = u8::MAX;

/// The size from which on a key is not complete, since no more schemas are written to it.
pub(crate) const LONGEST_KEY: usize = 8_192;

macro_rules! write_schemas {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl KeyPart for JsonSchemaProps {
            fn write_key(&self, key: &mut Vec<u8>) {
                if key.len() >= LONGEST_KEY {
                    return;
                }
                $(
                    if !matches!($wire, "description" | "title" | "example" | "externalDocs")
                        && self.$name.is_present()
                    {
                        write_keyword($rank, &self.$name, key);
                    }
                )*
                key.push(END);
            }
        }
    };
}

for_keywords!(write_schemas);

fn write_keyword(rank: u8, value: &(impl KeyPart + ?Sized), key: &mut Vec<u8>) {
    key.push(rank);
    value.write_key(key);
}

/// A part of a schema that can be written to a key.
pub(crate) trait KeyPart {
    /// Whether it is written. A keyword that is false or empty is absent.
    fn is_present(&self) -> bool {
        true
    }

    /// Writes the part, except descriptions, titles, examples and the messages of rules. No part begins with another one of its type.
    fn write_key(&self, key: &mut Vec<u8>);
}

impl KeyPart for bool {
    fn is_present(&self) -> bool {
        *self
    }

    fn write_key(&self, key: &mut Vec<u8>) {
        key.push(u8::from(*self));
    }
}

impl KeyPart for i64 {
    fn write_key(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&self.to_le_bytes());
    }
}

impl KeyPart for f64 {
    fn write_key(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&self.to_le_bytes());
    }
}

impl KeyPart for str {
    fn write_key(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.as_bytes());
        key.push(END);
    }
}

impl KeyPart for InternedText {
    fn is_present(&self) -> bool {
        !self.is_empty()
    }

    fn write_key(&self, key: &mut Vec<u8>) {
        (**self).write_key(key);
    }
}

impl KeyPart for Value {
    fn write_key(&self, key: &mut Vec<u8>) {
        match self {
            Value::String(text) => write_keyword(1, &**text, key),
            other => write_keyword(0, other.to_string().as_str(), key),
        }
    }
}

impl KeyPart for ValidationRule {
    fn write_key(&self, key: &mut Vec<u8>) {
        self.rule.write_key(key);
        key.push(self.optional_old_self.map_or(2, u8::from));
        self.only_message().unwrap_or_default().write_key(key);
    }
}

impl KeyPart for ExternalDocs {
    fn write_key(&self, _: &mut Vec<u8>) {}
}

impl<T: KeyPart> KeyPart for Option<T> {
    fn is_present(&self) -> bool {
        self.is_some()
    }

    fn write_key(&self, key: &mut Vec<u8>) {
        if let Some(value) = self {
            value.write_key(key);
        }
    }
}

impl<T: KeyPart + ?Sized> KeyPart for Box<T> {
    fn write_key(&self, key: &mut Vec<u8>) {
        (**self).write_key(key);
    }
}

impl<T: KeyPart> KeyPart for Vec<T> {
    fn write_key(&self, key: &mut Vec<u8>) {
        write_count(self.len(), key);
        for part in self {
            part.write_key(key);
        }
    }
}

impl<T: KeyPart> KeyPart for Map<T> {
    fn write_key(&self, key: &mut Vec<u8>) {
        write_count(self.len(), key);
        for (name, value) in self.iter() {
            name.write_key(key);
            value.write_key(key);
        }
    }
}

impl KeyPart for Items {
    fn write_key(&self, key: &mut Vec<u8>) {
        match self {
            Items::Schema(schema) => write_keyword(0, schema, key),
            Items::List(schemas) => write_keyword(1, schemas, key),
            Items::Neither => key.push(2),
        }
    }
}

impl KeyPart for SchemaOrBool {
    fn write_key(&self, key: &mut Vec<u8>) {
        match self {
            SchemaOrBool::Schema(schema) => write_keyword(0, schema, key),
            SchemaOrBool::Bool(is_open) => write_keyword(1, is_open, key),
        }
    }
}

impl KeyPart for SchemaOrStrings {
    fn write_key(&self, key: &mut Vec<u8>) {
        match self {
            SchemaOrStrings::Schema(schema) => write_keyword(0, schema, key),
            SchemaOrStrings::Strings(names) => write_keyword(1, names, key),
            SchemaOrStrings::Neither => key.push(2),
        }
    }
}

/// Writes the number of parts that follow.
fn write_count(count: usize, key: &mut Vec<u8>) {
    key.extend_from_slice(&count.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice::from_ref;

    fn key(schema: &JsonSchemaProps) -> Vec<u8> {
        let mut key = Vec::new();
        schema.write_key(&mut key);
        key
    }

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
        assert_eq!(key(&one), key(&schema("b", "self.a != 'b'")));
        assert_ne!(key(&one), key(&schema("a", "self.a != 'c'")));
        let mut longer = one.clone();
        longer
            .properties
            .as_mut()
            .unwrap()
            .get_mut("a")
            .unwrap()
            .max_length = Some(8);
        assert_ne!(key(&one), key(&longer));
    }

    #[test]
    fn different_schemas_have_different_keys() {
        let enumeration = |members: &[Value]| JsonSchemaProps {
            enum_: Some(members.to_vec()),
            ..JsonSchemaProps::default()
        };
        let of = |all_of: &[JsonSchemaProps], any_of: &[JsonSchemaProps]| JsonSchemaProps {
            all_of: Some(all_of.to_vec()),
            any_of: Some(any_of.to_vec()),
            ..JsonSchemaProps::default()
        };
        let none = JsonSchemaProps::default();
        let nullable = JsonSchemaProps {
            nullable: true,
            ..JsonSchemaProps::default()
        };
        let schemas = [
            enumeration(&[]),
            enumeration(&["1".into()]),
            enumeration(&[1.into()]),
            enumeration(&[1.0.into()]),
            enumeration(&["a".into(), "b".into()]),
            enumeration(&["ab".into()]),
            of(&[], from_ref(&none)),
            of(from_ref(&none), &[]),
            of(&[none.clone(), none.clone()], &[]),
            of(from_ref(&nullable), &[]),
            of(&[], from_ref(&nullable)),
            none,
            nullable,
        ];
        for (index, one) in schemas.iter().enumerate() {
            for (other_index, other) in schemas.iter().enumerate() {
                assert_eq!(key(one) == key(other), index == other_index, "{one:?} {other:?}");
            }
        }
    }
}
