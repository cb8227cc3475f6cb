//! Writes the wire form of a schema with its members in the usual order.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::keywords::{SchemaKeyword, for_keywords, for_rule_members};
use super::{
    ExternalDocs, FieldLifecycle, Items, JsonSchemaProps, KepExtensions, SchemaOrBool, SchemaOrStrings,
    Union, ValidationRule,
};
use crate::model::map::Map;
use crate::model::text::InternedText;

/// Returns the value of a keyword in its written form.
pub(crate) trait Written {
    type Value<'a>: Serialize
    where
        Self: 'a;

    /// Returns `None` if the keyword is absent.
    fn written(&self) -> Option<Self::Value<'_>>;
}

macro_rules! text_written {
    ($($type:ty),*) => { $(
        impl Written for $type {
            type Value<'a> = &'a str;

            fn written(&self) -> Option<&str> {
                (!self.is_empty()).then_some(self)
            }
        }
    )* };
}

text_written!(InternedText, Box<str>);

impl Written for bool {
    type Value<'a> = bool;

    fn written(&self) -> Option<bool> {
        self.then_some(true)
    }
}

impl Written for Option<f64> {
    type Value<'a> = Number;

    fn written(&self) -> Option<Number> {
        self.map(Number)
    }
}

macro_rules! written_as_it_is {
    ($($type:ty),* $(,)?) => { $(
        impl $crate::model::schema::Written for Option<$type> {
            type Value<'a> = &'a $type;

            fn written(&self) -> Option<&$type> {
                self.as_ref()
            }
        }
    )* };
}

pub(crate) use written_as_it_is;

written_as_it_is!(
    bool,
    i64,
    Box<str>,
    Value,
    Vec<Box<str>>,
    Vec<Value>,
    Vec<ValidationRule>,
    Vec<JsonSchemaProps>,
    Box<JsonSchemaProps>,
    Box<ExternalDocs>,
    Map<JsonSchemaProps>,
    Map<SchemaOrStrings>,
    Items,
    SchemaOrBool,
);

macro_rules! serialize_schema {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl Serialize for JsonSchemaProps {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                for keyword in SchemaKeyword::WRITTEN {
                    match keyword {
                        $( SchemaKeyword::$go => entry(&mut map, $wire, &self.$name)?, )*
                    }
                }
                if let Some(extended) = &self.extended {
                    let KepExtensions { unions, lifecycle } = &**extended;
                    if !unions.is_empty() {
                        map.serialize_entry("x-kubernetes-unions", unions)?;
                    }
                    if !lifecycle.is_empty() {
                        map.serialize_entry("x-kubernetes-api-lifecycle", lifecycle)?;
                    }
                }
                map.end()
            }
        }

        #[cfg(feature = "check")]
        impl SchemaKeyword {
            /// Checks whether `schema` has the keyword.
            pub(crate) fn is_set(self, schema: &JsonSchemaProps) -> bool {
                match self {
                    $( SchemaKeyword::$go => schema.$name.written().is_some(), )*
                }
            }
        }
    };
}

for_keywords!(serialize_schema);

/// Writes a member unless it is absent.
pub(crate) fn entry<M: SerializeMap>(
    map: &mut M,
    name: &'static str,
    value: &impl Written,
) -> Result<(), M::Error> {
    match value.written() {
        Some(value) => map.serialize_entry(name, &value),
        None => Ok(()),
    }
}

/// A bound, written as an integer if it is whole, so that `minimum: 1` does not become `1.0`.
pub(crate) struct Number(f64);

impl Serialize for Number {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "whole numbers below 2^53 are converted exactly"
    )]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.abs() < 9_007_199_254_740_992.0 && self.0.trunc() == self.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl Serialize for Items {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Items::Schema(schema) => schema.serialize(serializer),
            Items::List(schemas) => schemas.serialize(serializer),
            Items::Neither => serializer.serialize_unit(),
        }
    }
}

impl Serialize for SchemaOrBool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SchemaOrBool::Bool(flag) => serializer.serialize_bool(*flag),
            SchemaOrBool::Schema(schema) => schema.serialize(serializer),
        }
    }
}

impl Serialize for SchemaOrStrings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SchemaOrStrings::Schema(schema) => schema.serialize(serializer),
            SchemaOrStrings::Strings(names) => names.serialize(serializer),
            SchemaOrStrings::Neither => serializer.serialize_unit(),
        }
    }
}

impl Serialize for ExternalDocs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "description", &self.description)?;
        entry(&mut map, "url", &self.url)?;
        map.end()
    }
}

macro_rules! serialize_rule {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        impl Serialize for ValidationRule {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("rule", &self.rule)?;
                $( entry(&mut map, $wire, &self.$name)?; )*
                map.end()
            }
        }
    };
}

for_rule_members!(serialize_rule);

impl Serialize for Union {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "discriminator", &self.discriminator)?;
        if !self.fields.is_empty() {
            map.serialize_entry("fields", &self.fields)?;
        }
        map.end()
    }
}

impl Serialize for FieldLifecycle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entry(&mut map, "minVersion", &self.min_version)?;
        entry(&mut map, "status", &self.status)?;
        entry(&mut map, "featureGate", &self.feature_gate)?;
        map.end()
    }
}
