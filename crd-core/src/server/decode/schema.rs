//! Reads `JSONSchemaProps` from a document (DEC-01 to DEC-07).

use super::reader::{CrdReader, DecodeContext};
use crate::model::field::Path;
use crate::model::map::Map;
use crate::model::schema::{
    ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule, for_keywords,
    for_rule_members,
};
use crate::yaml::tree::{Entry, Mapping, Node, Value};

const OWNER: &str = "JSONSchemaProps";
const SCHEMA: &str = "{}.JSONSchemaProps";

impl CrdReader {
    /// A schema; `None` when null or of the wrong type.
    pub(crate) fn schema(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Box<JsonSchemaProps>> {
        let mapping = self.object(node, at, SCHEMA)?;
        let mut props = Box::<JsonSchemaProps>::default();
        self.members(mapping, at, &mut props);
        Some(props)
    }

    fn members(&mut self, mapping: &Mapping, at: DecodeContext<'_>, out: &mut JsonSchemaProps) {
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            if !self.keyword(entry, at.below(&path, OWNER), out) {
                self.unknown(at, &entry.key, entry.key_span);
            }
        }
    }

    fn schemas_by_name(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        go_type: &'static str,
    ) -> Option<Map<JsonSchemaProps>> {
        let mapping = self.object(node, at, go_type)?;
        let mut schemas: Vec<(Box<str>, JsonSchemaProps)> = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            // DEC-07: null is a schema without keywords.
            schemas.push(((*entry.key).into(), JsonSchemaProps::default()));
            if let Some((_, out)) = schemas.last_mut() {
                self.schema_into(&entry.value, at, at.path.map(|path| path.key(&entry.key)), out);
            }
        }
        Some(schemas.into_iter().collect())
    }

    fn schemas(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Vec<JsonSchemaProps>> {
        let items = self.list(node, at, "[]{}.JSONSchemaProps")?;
        let mut schemas: Vec<JsonSchemaProps> = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            schemas.push(JsonSchemaProps::default());
            if let Some(out) = schemas.last_mut() {
                self.schema_into(item, at, at.path.map(|path| path.index(index)), out);
            }
        }
        Some(schemas)
    }

    fn schema_into(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        path: Option<Path<'_>>,
        out: &mut JsonSchemaProps,
    ) {
        let Some(path) = path else { return };
        let here = at.element(&path);
        if let Some(mapping) = self.object(node, here, SCHEMA) {
            self.members(mapping, here, out);
        }
    }

    /// DEC-03. Below, members are not checked strictly (DEC-02).
    fn items(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Items> {
        let mark = self.mark();
        let at = DecodeContext { strict: false, ..at };
        let items = match &node.value {
            Value::Null => return None,
            Value::Mapping(_) => self.schema(node, at).map_or(Items::Neither, Items::Schema),
            Value::Sequence(_) => self.schemas(node, at).map_or(Items::Neither, Items::List),
            _ => Items::Neither,
        };
        self.stop_since(mark);
        Some(items)
    }

    /// DEC-04.
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

    /// DEC-05.
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

    fn external_docs(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Box<ExternalDocs>> {
        const TYPE: &str = "ExternalDocumentation";
        let mapping = self.object(node, at, "{}.ExternalDocumentation")?;
        let mut docs = Box::<ExternalDocs>::default();
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            let here = at.below(&path, TYPE);
            match &*entry.key {
                "description" => docs.description = self.text(&entry.value, here),
                "url" => docs.url = self.text(&entry.value, here),
                name => self.unknown(at, name, entry.key_span),
            }
        }
        Some(docs)
    }

    fn rules(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Vec<ValidationRule>> {
        let items = self.list(node, at, "{}.ValidationRules")?;
        let mut rules = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let Some(path) = at.path.map(|path| path.index(index)) else {
                continue;
            };
            rules.push(self.rule(item, at.element(&path)));
        }
        Some(rules)
    }

    fn rule(&mut self, node: &Node, at: DecodeContext<'_>) -> ValidationRule {
        const TYPE: &str = "ValidationRule";
        let mut rule = ValidationRule::default();
        let Some(mapping) = self.object(node, at, "{}.ValidationRule") else {
            return rule;
        };
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            if !self.rule_member(entry, at.below(&path, TYPE), &mut rule) {
                self.unknown(at, &entry.key, entry.key_span);
            }
        }
        rule
    }
}

macro_rules! read_keyword {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        impl CrdReader {
            /// Reads one member of a schema; false if it is no keyword.
            fn keyword(&mut self, entry: &Entry, at: DecodeContext<'_>, out: &mut JsonSchemaProps) -> bool {
                match &*entry.key {
                    $( $wire => out.$name.read(self, &entry.value, at, GoName(&[$($go_type)?])), )*
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
        impl CrdReader {
            /// Reads one member of a rule; false if it is unknown.
            fn rule_member(&mut self, entry: &Entry, at: DecodeContext<'_>, out: &mut ValidationRule) -> bool {
                match &*entry.key {
                    "rule" => out.rule.read(self, &entry.value, at, GoName(&[])),
                    $( $wire => out.$name.read(self, &entry.value, at, GoName(&[$($go_type)?])), )*
                    _ => return false,
                }
                true
            }
        }
    };
}

for_rule_members!(read_rule_member);

/// The name of the type in Go, where it is not the usual one.
#[derive(Clone, Copy)]
struct GoName(&'static [&'static str]);

impl GoName {
    fn or(self, usual: &'static str) -> &'static str {
        self.0.first().copied().unwrap_or(usual)
    }
}

/// The value of a keyword, read from a document.
trait Read {
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, go: GoName);
}

macro_rules! read_as {
    ($($type:ty: |$reader:ident, $node:ident, $at:ident, $go:ident| $read:expr;)*) => { $(
        impl Read for $type {
            fn read(&mut self, $reader: &mut CrdReader, $node: &Node, $at: DecodeContext<'_>, $go: GoName) {
                *self = $read;
            }
        }
    )* };
}

read_as! {
    bool: |reader, node, at, _go| reader.flag(node, at).unwrap_or_default();
    Box<str>: |reader, node, at, go| reader.text_as(node, at, go.or("string")).unwrap_or_default();
    Option<bool>: |reader, node, at, _go| reader.flag(node, at);
    Option<i64>: |reader, node, at, _go| reader.integer(node, at);
    Option<f64>: |reader, node, at, _go| reader.number(node, at);
    Option<Box<str>>: |reader, node, at, go| reader.text_as(node, at, go.or("string"));
    // DEC-06: null is absent.
    Option<serde_json::Value>: |_reader, node, _at, _go| (node.value != Value::Null).then(|| node.to_json());
    Option<Vec<Box<str>>>: |reader, node, at, _go| reader.texts(node, at);
    Option<Vec<serde_json::Value>>: |reader, node, at, _go| {
        let items = reader.list(node, at, "[]{}.JSON");
        items.map(|items| items.iter().map(Node::to_json).collect())
    };
    Option<Vec<ValidationRule>>: |reader, node, at, _go| reader.rules(node, at);
    Option<Vec<JsonSchemaProps>>: |reader, node, at, _go| reader.schemas(node, at);
    Option<Box<JsonSchemaProps>>: |reader, node, at, _go| reader.schema(node, at);
    Option<Box<ExternalDocs>>: |reader, node, at, _go| reader.external_docs(node, at);
    Option<Map<JsonSchemaProps>>: |reader, node, at, go| {
        reader.schemas_by_name(node, at, go.or("map[string]{}.JSONSchemaProps"))
    };
    Option<Map<SchemaOrStrings>>: |reader, node, at, _go| reader.dependencies(node, at);
    Option<Items>: |reader, node, at, _go| reader.items(node, at);
    Option<SchemaOrBool>: |reader, node, at, _go| reader.schema_or_bool(node, at);
}
