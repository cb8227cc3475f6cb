//! Formats a schema as the server prints it in error texts: its internal struct in Go's JSON, all fields in
//! the order of their declaration, under their Go names.

use std::fmt::{Display, Write};

use serde_json::Value;

use super::keywords::{SchemaKeyword, for_keywords, for_rule_members};
use super::{ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule};
use crate::go;
use crate::model::map::Map;
use crate::model::text::InternedText;

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

    /// Writes the name of the next field and returns the output for its value.
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

    /// Writes a pointer: `null` when absent.
    pub(crate) fn pointer<T>(&mut self, name: &str, value: Option<T>, write: impl Fn(&mut String, T)) {
        optional(self.field(name), value, write);
    }

    pub(crate) fn close(self) {
        self.out.push('}');
    }
}

/// Writes a pointer: `null` when absent.
fn optional<T>(out: &mut String, value: Option<T>, write: impl Fn(&mut String, T)) {
    match value {
        Some(value) => write(out, value),
        None => out.push_str("null"),
    }
}

/// Writes a Go slice that is not nil.
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

/// Writes a slice of strings.
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

fn json(out: &mut String, value: &Value) {
    out.push_str(&go::json(value));
}

fn float(out: &mut String, value: f64) {
    out.push_str(&go::float_json(value));
}

impl JsonSchemaProps {
    /// Returns the internal struct in Go's JSON.
    pub(crate) fn go_json(&self) -> String {
        let mut out = String::new();
        write_schema(&mut out, self);
        out
    }
}

pub(crate) fn write_schema(out: &mut String, schema: &JsonSchemaProps) {
    let mut fields = GoStruct::open(out);
    for keyword in SchemaKeyword::IN_GO {
        keyword.write(schema, fields.field(keyword.go_name()));
    }
    fields.close();
}

macro_rules! write_keywords {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl SchemaKeyword {
            /// Writes the value of the keyword in `schema`, as Go writes the field.
            fn write(self, schema: &JsonSchemaProps, out: &mut String) {
                match self {
                    $( SchemaKeyword::$go => schema.$name.write(out), )*
                }
            }
        }
    };
}

for_keywords!(write_keywords);

/// Writes the value of a field as Go does.
trait GoField {
    fn write(&self, out: &mut String);
}

macro_rules! text_fields {
    ($($type:ty),*) => { $(
        impl GoField for $type {
            fn write(&self, out: &mut String) {
                text(out, self);
            }
        }
    )* };
}

text_fields!(InternedText, Box<str>);

impl GoField for bool {
    fn write(&self, out: &mut String) {
        shown(out, self);
    }
}

/// Implements pointers, slices and maps: `null` when absent.
macro_rules! optional_fields {
    ($($type:ty: $write:expr;)*) => { $(
        impl GoField for Option<$type> {
            fn write(&self, out: &mut String) {
                optional(out, self.as_ref(), $write);
            }
        }
    )* };
}

optional_fields! {
    bool: shown;
    i64: shown;
    f64: |out, value| float(out, *value);
    Box<str>: |out, value| text(out, value);
    Value: json;
    Vec<Box<str>>: |out, values| texts(out, values);
    Vec<Value>: |out, values| list(out, values, json);
    Vec<ValidationRule>: |out, rules| list(out, rules, |out, rule| out.push_str(&rule.go_json()));
    Vec<JsonSchemaProps>: |out, schemas| list(out, schemas, write_schema);
    Box<JsonSchemaProps>: |out, schema| write_schema(out, schema);
    Box<ExternalDocs>: |out, docs| write_docs(out, docs);
    Map<JsonSchemaProps>: |out, schemas| map(out, schemas, write_schema);
    Map<SchemaOrStrings>: |out, entries| map(out, entries, write_dependency);
    Items: write_items;
    SchemaOrBool: write_or_bool;
}

/// Writes `items`, which contains one schema or several.
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

macro_rules! write_rule {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        impl ValidationRule {
            /// Returns the internal struct in Go's JSON, as in the bad value of CEL errors.
            pub(crate) fn go_json(&self) -> String {
                let mut out = String::new();
                let mut fields = GoStruct::open(&mut out);
                fields.text("Rule", &self.rule);
                $( self.$name.write(fields.field(stringify!($go))); )*
                fields.close();
                out
            }
        }
    };
}

for_rule_members!(write_rule);
