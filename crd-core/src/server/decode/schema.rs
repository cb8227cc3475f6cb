//! `JSONSchemaProps` out of a document (rules DEC-01 to DEC-07).

use super::reader::{At, Reader};
use crate::model::field::Path;
use crate::model::map::Map;
use crate::model::schema::{
    ExternalDocs, Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings, ValidationRule,
};
use crate::yaml::tree::{Entry, Mapping, Node, Value};

const OWNER: &str = "JSONSchemaProps";
const SCHEMA: &str = "{}.JSONSchemaProps";

impl Reader {
    /// A schema; `None` when null or of the wrong type.
    pub(crate) fn schema(&mut self, node: &Node, at: At<'_>) -> Option<Box<JsonSchemaProps>> {
        let mapping = self.object(node, at, SCHEMA)?;
        let mut props = Box::<JsonSchemaProps>::default();
        self.members(mapping, at, &mut props);
        Some(props)
    }

    fn members(&mut self, mapping: &Mapping, at: At<'_>, out: &mut JsonSchemaProps) {
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            let here = at.below(&path, OWNER);
            let known = match &*entry.key {
                "properties" => {
                    out.properties =
                        self.schemas_by_name(&entry.value, here, "map[string]{}.JSONSchemaProps");
                    true
                }
                "items" => {
                    out.items = self.items(&entry.value, here);
                    true
                }
                "type" | "description" | "format" | "pattern" | "required" | "enum" | "default" => {
                    self.common_member(entry, here, out);
                    true
                }
                name => {
                    if name.starts_with("x-kubernetes-") {
                        self.extension(entry, here, out)
                    } else {
                        self.bound(entry, here, out) || self.rare_member(entry, here, out)
                    }
                }
            };
            if !known {
                self.unknown(at, &entry.key, entry.key_span);
            }
        }
    }

    fn common_member(&mut self, entry: &Entry, at: At<'_>, out: &mut JsonSchemaProps) {
        let node = &entry.value;
        match &*entry.key {
            "type" => out.type_ = self.text(node, at),
            "description" => out.description = self.text(node, at),
            "format" => out.format = self.text(node, at),
            "pattern" => out.pattern = self.text(node, at),
            "required" => out.required = self.texts(node, at),
            "enum" => {
                out.enum_ = self
                    .list(node, at, "[]{}.JSON")
                    .map(|items| items.iter().map(Node::to_json).collect());
            }
            _ => out.default = not_null(node),
        }
    }

    fn bound(&mut self, entry: &Entry, at: At<'_>, out: &mut JsonSchemaProps) -> bool {
        let node = &entry.value;
        match &*entry.key {
            "minimum" => out.minimum = self.number(node, at),
            "exclusiveMinimum" => out.exclusive_minimum = self.flag(node, at).unwrap_or_default(),
            "maximum" => out.maximum = self.number(node, at),
            "exclusiveMaximum" => out.exclusive_maximum = self.flag(node, at).unwrap_or_default(),
            "multipleOf" => out.multiple_of = self.number(node, at),
            "minLength" => out.min_length = self.integer(node, at),
            "maxLength" => out.max_length = self.integer(node, at),
            "minItems" => out.min_items = self.integer(node, at),
            "maxItems" => out.max_items = self.integer(node, at),
            "minProperties" => out.min_properties = self.integer(node, at),
            "maxProperties" => out.max_properties = self.integer(node, at),
            "uniqueItems" => out.unique_items = self.flag(node, at).unwrap_or_default(),
            "nullable" => out.nullable = self.flag(node, at).unwrap_or_default(),
            "title" => out.title = self.text(node, at),
            _ => return false,
        }
        true
    }

    fn rare_member(&mut self, entry: &Entry, at: At<'_>, out: &mut JsonSchemaProps) -> bool {
        let node = &entry.value;
        match &*entry.key {
            "additionalProperties" => out.additional_properties = self.schema_or_bool(node, at),
            "anyOf" => out.any_of = self.schemas(node, at),
            "oneOf" => out.one_of = self.schemas(node, at),
            "allOf" => out.all_of = self.schemas(node, at),
            "not" => out.not = self.schema(node, at),
            "externalDocs" => out.external_docs = self.external_docs(node, at),
            "example" => out.example = not_null(node),
            "id" => out.id = self.text(node, at),
            "$schema" => out.schema = self.text_as(node, at, "{}.JSONSchemaURL").unwrap_or_default(),
            "$ref" => out.reference = self.text_as(node, at, "string"),
            "patternProperties" => {
                out.pattern_properties = self.schemas_by_name(node, at, "map[string]{}.JSONSchemaProps");
            }
            "definitions" => {
                out.definitions = self.schemas_by_name(node, at, "{}.JSONSchemaDefinitions");
            }
            "dependencies" => out.dependencies = self.dependencies(node, at),
            "additionalItems" => out.additional_items = self.schema_or_bool(node, at),
            _ => return false,
        }
        true
    }

    fn extension(&mut self, entry: &Entry, at: At<'_>, out: &mut JsonSchemaProps) -> bool {
        let node = &entry.value;
        match &*entry.key {
            "x-kubernetes-preserve-unknown-fields" => out.x_preserve_unknown_fields = self.flag(node, at),
            "x-kubernetes-embedded-resource" => {
                out.x_embedded_resource = self.flag(node, at).unwrap_or_default();
            }
            "x-kubernetes-int-or-string" => out.x_int_or_string = self.flag(node, at).unwrap_or_default(),
            "x-kubernetes-list-map-keys" => out.x_list_map_keys = self.texts(node, at),
            "x-kubernetes-list-type" => out.x_list_type = self.text_as(node, at, "string"),
            "x-kubernetes-map-type" => out.x_map_type = self.text_as(node, at, "string"),
            "x-kubernetes-validations" => out.x_validations = self.rules(node, at),
            _ => return false,
        }
        true
    }

    fn schemas_by_name(
        &mut self,
        node: &Node,
        at: At<'_>,
        go_type: &'static str,
    ) -> Option<Map<JsonSchemaProps>> {
        let mapping = self.object(node, at, go_type)?;
        let mut schemas: Vec<(Box<str>, JsonSchemaProps)> = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            // DEC-07: null is a schema that says nothing.
            schemas.push((entry.key.clone(), JsonSchemaProps::default()));
            if let Some((_, out)) = schemas.last_mut() {
                self.schema_into(&entry.value, at, at.path.map(|path| path.key(&entry.key)), out);
            }
        }
        Some(schemas.into_iter().collect())
    }

    fn schemas(&mut self, node: &Node, at: At<'_>) -> Option<Vec<JsonSchemaProps>> {
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

    fn schema_into(&mut self, node: &Node, at: At<'_>, path: Option<Path<'_>>, out: &mut JsonSchemaProps) {
        let Some(path) = path else { return };
        let here = at.element(&path);
        if let Some(mapping) = self.object(node, here, SCHEMA) {
            self.members(mapping, here, out);
        }
    }

    /// DEC-03. Below, members are not checked strictly (DEC-02).
    fn items(&mut self, node: &Node, at: At<'_>) -> Option<Items> {
        let mark = self.mark();
        let at = At { strict: false, ..at };
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
    fn schema_or_bool(&mut self, node: &Node, at: At<'_>) -> Option<SchemaOrBool> {
        let mark = self.mark();
        match &node.value {
            Value::Null => None,
            Value::Bool(flag) => Some(SchemaOrBool::Bool(*flag)),
            Value::Mapping(_) => {
                let schema = self.schema(node, At { strict: false, ..at });
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
    fn dependencies(&mut self, node: &Node, at: At<'_>) -> Option<Map<SchemaOrStrings>> {
        let mapping = self.object(node, at, "{}.JSONSchemaDependencies")?;
        let mut dependencies = Map::new();
        for entry in &mapping.entries {
            let Some(path) = at.path.map(|path| path.key(&entry.key)) else {
                continue;
            };
            let here = At {
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
            dependencies.insert(entry.key.clone(), dependency.unwrap_or(SchemaOrStrings::Neither));
        }
        Some(dependencies)
    }

    fn external_docs(&mut self, node: &Node, at: At<'_>) -> Option<Box<ExternalDocs>> {
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

    fn rules(&mut self, node: &Node, at: At<'_>) -> Option<Vec<ValidationRule>> {
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

    fn rule(&mut self, node: &Node, at: At<'_>) -> ValidationRule {
        const TYPE: &str = "ValidationRule";
        let mut rule = ValidationRule::default();
        let Some(mapping) = self.object(node, at, "{}.ValidationRule") else {
            return rule;
        };
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            let here = at.below(&path, TYPE);
            let value = &entry.value;
            match &*entry.key {
                "rule" => rule.rule = self.text(value, here),
                "message" => rule.message = self.text(value, here),
                "messageExpression" => rule.message_expression = self.text(value, here),
                "reason" => rule.reason = self.text_as(value, here, "{}.FieldValueErrorReason"),
                "fieldPath" => rule.field_path = self.text(value, here),
                "optionalOldSelf" => rule.optional_old_self = self.flag(value, here),
                name => self.unknown(at, name, entry.key_span),
            }
        }
        rule
    }
}

/// DEC-06: null is absent.
fn not_null(node: &Node) -> Option<serde_json::Value> {
    (node.value != Value::Null).then(|| node.to_json())
}
