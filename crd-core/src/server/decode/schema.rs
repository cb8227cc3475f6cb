//! Reads `JSONSchemaProps` from a document (DEC-01 to DEC-07).

use super::reader::{CrdReader, DecodeContext};
use super::record::{GoName, Read, Record, read_as, records};
use crate::model::map::Map;
use crate::model::schema::{
    ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule, for_keywords,
    for_rule_members,
};
use crate::yaml::tree::{InternedText, Node, Value};

records! { |out, reader, value, here|
    ExternalDocs as "{}" "ExternalDocumentation" {
        "description" => description,
        "url" => url,
    }
}

impl CrdReader {
    /// Reads a schema; `None` if null or of the wrong type.
    pub(crate) fn schema(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Box<JsonSchemaProps>> {
        self.boxed(node, at)
    }

    fn schemas_by_name(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        go_type: &'static str,
    ) -> Option<Map<JsonSchemaProps>> {
        let mapping = self.object(node, at, go_type)?;
        // DEC-07: null is a schema without keywords.
        let mut schemas: Vec<(InternedText, JsonSchemaProps)> = Vec::with_capacity(mapping.entries.len());
        schemas.resize_with(mapping.entries.len(), Default::default);
        for (entry, (name, schema)) in mapping.entries.iter().zip(&mut schemas) {
            name.clone_from(&entry.key);
            if let Some(path) = at.path.map(|path| path.key(&entry.key)) {
                self.members(&entry.value, at.element(&path), schema);
            }
        }
        Some(schemas.into_iter().collect())
    }

    /// Reads `items` (DEC-03). Members below it are not checked strictly (DEC-02).
    fn items(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Items> {
        let mark = self.mark();
        let at = DecodeContext { strict: false, ..at };
        let items = match &node.value {
            Value::Null => return None,
            Value::Mapping(_) => self.schema(node, at).map_or(Items::Neither, Items::Schema),
            Value::Sequence(_) => {
                let mut schemas = None;
                schemas.read(self, node, at, GoName(&[]));
                schemas.map_or(Items::Neither, Items::List)
            }
            _ => Items::Neither,
        };
        self.stop_since(mark);
        Some(items)
    }

    /// Reads a schema or a boolean (DEC-04).
    fn schema_or_bool(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<SchemaOrBool> {
        let mark = self.mark();
        match &node.value {
            Value::Null => None,
            Value::Bool(flag) => Some(SchemaOrBool::Bool(*flag)),
            Value::Mapping(_) => {
                let schema = self.schema(node, DecodeContext { strict: false, ..at });
                self.stop_since(mark);
                schema.map(SchemaOrBool::Schema)
            }
            _ => {
                self.refuse(node, at, String::from("boolean or JSON schema expected"));
                None
            }
        }
    }

    /// Reads `dependencies` (DEC-05).
    fn dependencies(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Map<SchemaOrStrings>> {
        let mapping = self.object(node, at, "{}.JSONSchemaDependencies")?;
        let mut dependencies = Map::new();
        for entry in &mapping.entries {
            let Some(path) = at.path.map(|path| path.key(&entry.key)) else {
                continue;
            };
            let here = DecodeContext {
                strict: false,
                ..at.element(&path)
            };
            let mark = self.mark();
            let dependency = match &entry.value.value {
                Value::Mapping(_) => self.schema(&entry.value, here).map(SchemaOrStrings::Schema),
                Value::Sequence(_) => self.texts(&entry.value, here).map(SchemaOrStrings::Strings),
                _ => None,
            };
            self.stop_since(mark);
            dependencies.insert(&*entry.key, dependency.unwrap_or(SchemaOrStrings::Neither));
        }
        Some(dependencies)
    }
}

macro_rules! read_keyword {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl Record for JsonSchemaProps {
            const OWNER: &'static str = "JSONSchemaProps";
            const GO_TYPE: &'static str = "{}.JSONSchemaProps";
            const GO_LIST: &'static str = "[]{}.JSONSchemaProps";

            fn member(
                &mut self,
                reader: &mut CrdReader,
                name: &str,
                value: &Node,
                here: DecodeContext<'_>,
            ) -> bool {
                match name {
                    $( $wire => self.$name.read(reader, value, here, GoName(&[$($go_type)?])), )*
                    _ => return false,
                }
                true
            }
        }
    };
}

for_keywords!(read_keyword);

macro_rules! read_rule_member {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        impl Record for ValidationRule {
            const OWNER: &'static str = "ValidationRule";
            const GO_TYPE: &'static str = "{}.ValidationRule";
            const GO_LIST: &'static str = "{}.ValidationRules";

            fn member(
                &mut self,
                reader: &mut CrdReader,
                name: &str,
                value: &Node,
                here: DecodeContext<'_>,
            ) -> bool {
                match name {
                    "rule" => self.rule.read(reader, value, here, GoName(&[])),
                    $( $wire => self.$name.read(reader, value, here, GoName(&[$($go_type)?])), )*
                    _ => return false,
                }
                true
            }
        }
    };
}

for_rule_members!(read_rule_member);

read_as! {
    Option<Vec<serde_json::Value>>: |reader, node, at, _go| {
        let items = reader.list(node, at, "[]{}.JSON");
        items.map(|items| items.iter().map(Node::to_json).collect())
    };
    Option<Box<JsonSchemaProps>>: |reader, node, at, _go| reader.boxed(node, at);
    Option<Box<ExternalDocs>>: |reader, node, at, _go| reader.boxed(node, at);
    Option<Map<JsonSchemaProps>>: |reader, node, at, go| {
        reader.schemas_by_name(node, at, go.or("map[string]{}.JSONSchemaProps"))
    };
    Option<Map<SchemaOrStrings>>: |reader, node, at, _go| reader.dependencies(node, at);
    Option<Items>: |reader, node, at, _go| reader.items(node, at);
    Option<SchemaOrBool>: |reader, node, at, _go| reader.schema_or_bool(node, at);
}
