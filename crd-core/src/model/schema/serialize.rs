//! The wire form of a schema, members in the order people read them.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{
    Extended, ExternalDocs, Items, JsonSchemaProps, Lifecycle, SchemaOrBool, SchemaOrStrings, Union,
    ValidationRule,
};

macro_rules! entries {
    ($map:ident; $($kind:ident $name:literal $value:expr;)*) => { $( entries!(@$kind $map $name $value); )* };
    (@text $map:ident $name:literal $value:expr) => { if !$value.is_empty() { $map.serialize_entry($name, &*$value)?; } };
    (@flag $map:ident $name:literal $value:expr) => { if $value { $map.serialize_entry($name, &true)?; } };
    (@option $map:ident $name:literal $value:expr) => { if let Some(value) = &$value { $map.serialize_entry($name, value)?; } };
    (@number $map:ident $name:literal $value:expr) => { if let Some(value) = $value { $map.serialize_entry($name, &Number(value))?; } };
}

impl Serialize for JsonSchemaProps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entries! { map;
            text "id" self.id;
            text "$schema" self.schema;
            option "$ref" self.reference;
            text "title" self.title;
            text "description" self.description;
            text "type" self.type_;
            text "format" self.format;
            flag "nullable" self.nullable;
            option "default" self.default;
            option "example" self.example;
            option "externalDocs" self.external_docs;
            option "enum" self.enum_;
            number "minimum" self.minimum;
            flag "exclusiveMinimum" self.exclusive_minimum;
            number "maximum" self.maximum;
            flag "exclusiveMaximum" self.exclusive_maximum;
            number "multipleOf" self.multiple_of;
            option "minLength" self.min_length;
            option "maxLength" self.max_length;
            text "pattern" self.pattern;
            option "minItems" self.min_items;
            option "maxItems" self.max_items;
            flag "uniqueItems" self.unique_items;
            option "minProperties" self.min_properties;
            option "maxProperties" self.max_properties;
            option "required" self.required;
            option "properties" self.properties;
            option "additionalProperties" self.additional_properties;
            option "patternProperties" self.pattern_properties;
            option "dependencies" self.dependencies;
            option "items" self.items;
            option "additionalItems" self.additional_items;
            option "definitions" self.definitions;
            option "allOf" self.all_of;
            option "anyOf" self.any_of;
            option "oneOf" self.one_of;
            option "not" self.not;
            flag "x-kubernetes-embedded-resource" self.x_embedded_resource;
            flag "x-kubernetes-int-or-string" self.x_int_or_string;
            option "x-kubernetes-list-type" self.x_list_type;
            option "x-kubernetes-list-map-keys" self.x_list_map_keys;
            option "x-kubernetes-map-type" self.x_map_type;
            option "x-kubernetes-preserve-unknown-fields" self.x_preserve_unknown_fields;
            option "x-kubernetes-validations" self.x_validations;
        }
        if let Some(extended) = &self.extended {
            let Extended { unions, lifecycle } = &**extended;
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

/// A bound, written as an integer when it is whole, so that `minimum: 1` does not read `1.0`.
struct Number(f64);

impl Serialize for Number {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::float_cmp,
        reason = "only exact conversions take this road"
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
        entries! { map; text "description" self.description; text "url" self.url; }
        map.end()
    }
}

impl Serialize for ValidationRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", &*self.rule)?;
        entries! { map;
            text "message" self.message;
            text "messageExpression" self.message_expression;
            option "reason" self.reason;
            text "fieldPath" self.field_path;
            option "optionalOldSelf" self.optional_old_self;
        }
        map.end()
    }
}

impl Serialize for Union {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entries! { map; option "discriminator" self.discriminator; }
        if !self.fields.is_empty() {
            map.serialize_entry("fields", &self.fields)?;
        }
        map.end()
    }
}

impl Serialize for Lifecycle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        entries! { map;
            text "minVersion" self.min_version;
            text "status" self.status;
            option "featureGate" self.feature_gate;
        }
        map.end()
    }
}
