//! A schema as the server prints it in error texts: its internal struct in Go's JSON, all fields in the
//! order of their declaration, under their Go names (rules §0.2).

use std::fmt::{Display, Write};

use super::{ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule};
use crate::go;
use crate::model::map::Map;

/// Writes the fields of a Go struct.
pub(crate) struct GoStruct<'o> {
    out: &'o mut String,
    first: bool,
}

impl<'o> GoStruct<'o> {
    pub(crate) fn open(out: &'o mut String) -> Self {
        out.push('{');
        GoStruct { out, first: true }
    }

    /// Writes the name of the next field and gives the place for its value.
    pub(crate) fn field(&mut self, name: &str) -> &mut String {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
        self.out
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        let value = go::json_string(value);
        self.field(name).push_str(&value);
    }

    pub(crate) fn shown(&mut self, name: &str, value: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.field(name), "{value}");
    }

    /// A pointer: `null` when absent.
    pub(crate) fn pointer<T>(&mut self, name: &str, value: Option<T>, write: impl Fn(&mut String, T)) {
        let out = self.field(name);
        match value {
            Some(value) => write(out, value),
            None => out.push_str("null"),
        }
    }

    pub(crate) fn close(self) {
        self.out.push('}');
    }
}

/// A Go slice that is not nil.
pub(crate) fn list<T>(out: &mut String, items: &[T], write: impl Fn(&mut String, &T)) {
    out.push('[');
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

/// A slice of strings.
pub(crate) fn texts(out: &mut String, items: &[Box<str>]) {
    list(out, items, |out, text| out.push_str(&go::json_string(text)));
}

pub(crate) fn text(out: &mut String, value: &str) {
    out.push_str(&go::json_string(value));
}

fn shown(out: &mut String, value: impl Display) {
    let _ = write!(out, "{value}");
}

fn map<T>(out: &mut String, entries: &Map<T>, write: impl Fn(&mut String, &T)) {
    out.push('{');
    for (position, (name, value)) in entries.iter().enumerate() {
        if position > 0 {
            out.push(',');
        }
        text(out, name);
        out.push(':');
        write(out, value);
    }
    out.push('}');
}

fn json(out: &mut String, value: &serde_json::Value) {
    out.push_str(&go::json(value));
}

fn float(out: &mut String, value: f64) {
    out.push_str(&go::float_json(value));
}

impl JsonSchemaProps {
    /// The internal struct in Go's JSON.
    pub(crate) fn go_json(&self) -> String {
        let mut out = String::new();
        write_schema(&mut out, self);
        out
    }
}

pub(crate) fn write_schema(out: &mut String, schema: &JsonSchemaProps) {
    let mut fields = GoStruct::open(out);
    write_first_half(&mut fields, schema);
    write_second_half(&mut fields, schema);
    fields.close();
}

fn write_first_half(fields: &mut GoStruct<'_>, schema: &JsonSchemaProps) {
    fields.text("ID", &schema.id);
    fields.text("Schema", &schema.schema);
    fields.pointer("Ref", schema.reference.as_deref(), text);
    fields.text("Description", &schema.description);
    fields.text("Type", &schema.type_);
    fields.shown("Nullable", schema.nullable);
    fields.text("Format", &schema.format);
    fields.text("Title", &schema.title);
    fields.pointer("Default", schema.default.as_ref(), json);
    fields.pointer("Maximum", schema.maximum, float);
    fields.shown("ExclusiveMaximum", schema.exclusive_maximum);
    fields.pointer("Minimum", schema.minimum, float);
    fields.shown("ExclusiveMinimum", schema.exclusive_minimum);
    fields.pointer("MaxLength", schema.max_length, shown);
    fields.pointer("MinLength", schema.min_length, shown);
    fields.text("Pattern", &schema.pattern);
    fields.pointer("MaxItems", schema.max_items, shown);
    fields.pointer("MinItems", schema.min_items, shown);
    fields.shown("UniqueItems", schema.unique_items);
    fields.pointer("MultipleOf", schema.multiple_of, float);
    fields.pointer("Enum", schema.enum_.as_deref(), |out, values| {
        list(out, values, json);
    });
    fields.pointer("MaxProperties", schema.max_properties, shown);
    fields.pointer("MinProperties", schema.min_properties, shown);
    fields.pointer("Required", schema.required.as_deref(), texts);
}

fn write_second_half(fields: &mut GoStruct<'_>, schema: &JsonSchemaProps) {
    fields.pointer("Items", schema.items.as_ref(), write_items);
    for (name, schemas) in [
        ("AllOf", &schema.all_of),
        ("OneOf", &schema.one_of),
        ("AnyOf", &schema.any_of),
    ] {
        fields.pointer(name, schemas.as_deref(), |out, schemas| {
            list(out, schemas, write_schema);
        });
    }
    fields.pointer("Not", schema.not.as_deref(), write_schema);
    let schemas = |out: &mut String, entries: &Map<JsonSchemaProps>| map(out, entries, write_schema);
    fields.pointer("Properties", schema.properties.as_ref(), schemas);
    fields.pointer(
        "AdditionalProperties",
        schema.additional_properties.as_ref(),
        write_or_bool,
    );
    fields.pointer("PatternProperties", schema.pattern_properties.as_ref(), schemas);
    fields.pointer("Dependencies", schema.dependencies.as_ref(), |out, entries| {
        map(out, entries, write_dependency);
    });
    fields.pointer("AdditionalItems", schema.additional_items.as_ref(), write_or_bool);
    fields.pointer("Definitions", schema.definitions.as_ref(), schemas);
    fields.pointer("ExternalDocs", schema.external_docs.as_deref(), write_docs);
    fields.pointer("Example", schema.example.as_ref(), json);
    fields.pointer("XPreserveUnknownFields", schema.x_preserve_unknown_fields, shown);
    fields.shown("XEmbeddedResource", schema.x_embedded_resource);
    fields.shown("XIntOrString", schema.x_int_or_string);
    fields.pointer("XListMapKeys", schema.x_list_map_keys.as_deref(), texts);
    fields.pointer("XListType", schema.x_list_type.as_deref(), text);
    fields.pointer("XMapType", schema.x_map_type.as_deref(), text);
    fields.pointer("XValidations", schema.x_validations.as_deref(), |out, rules| {
        list(out, rules, write_rule);
    });
}

/// `items`, the holder of one schema or of many.
pub(crate) fn write_items(out: &mut String, items: &Items) {
    let (schema, schemas) = match items {
        Items::Schema(schema) => (Some(&**schema), None),
        Items::List(schemas) => (None, Some(schemas.as_slice())),
        Items::Neither => (None, None),
    };
    let mut fields = GoStruct::open(out);
    fields.pointer("Schema", schema, write_schema);
    fields.pointer("JSONSchemas", schemas, |out, schemas| {
        list(out, schemas, write_schema);
    });
    fields.close();
}

fn write_or_bool(out: &mut String, value: &SchemaOrBool) {
    let (allows, schema) = match value {
        SchemaOrBool::Bool(allows) => (*allows, None),
        SchemaOrBool::Schema(schema) => (true, Some(&**schema)),
    };
    let mut fields = GoStruct::open(out);
    fields.shown("Allows", allows);
    fields.pointer("Schema", schema, write_schema);
    fields.close();
}

fn write_dependency(out: &mut String, value: &SchemaOrStrings) {
    let (schema, names) = match value {
        SchemaOrStrings::Schema(schema) => (Some(&**schema), None),
        SchemaOrStrings::Strings(names) => (None, Some(names.as_slice())),
        SchemaOrStrings::Neither => (None, None),
    };
    let mut fields = GoStruct::open(out);
    fields.pointer("Schema", schema, write_schema);
    fields.pointer("Property", names, texts);
    fields.close();
}

fn write_docs(out: &mut String, docs: &ExternalDocs) {
    let mut fields = GoStruct::open(out);
    fields.text("Description", &docs.description);
    fields.text("URL", &docs.url);
    fields.close();
}

fn write_rule(out: &mut String, rule: &ValidationRule) {
    out.push_str(&rule.go_json());
}

impl ValidationRule {
    /// The internal struct in Go's JSON, as in the bad value of CEL errors.
    pub fn go_json(&self) -> String {
        let mut out = String::new();
        let mut fields = GoStruct::open(&mut out);
        fields.text("Rule", &self.rule);
        fields.text("Message", &self.message);
        fields.text("MessageExpression", &self.message_expression);
        fields.pointer("Reason", self.reason.as_deref(), text);
        fields.text("FieldPath", &self.field_path);
        fields.pointer("OptionalOldSelf", self.optional_old_self, shown);
        fields.close();
        out
    }
}
