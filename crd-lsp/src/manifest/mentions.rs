//! Occurrences of a property's name in a CRD: its declarations in each version, lists of required properties and of keys, rules, JSON
//! paths, defaults and examples.

use crd_core::sort::sort_by_key;
use std::ops::Range;

use crd_cel::ast::{Ast, Kind, NodeId, Text};
use crd_cel::{Checked, Type};

use super::jsonpath;
use super::property::{NamedProperty, PropertyStep, schema_steps};
use crate::cel::{CrdText, PlacedExpression, parsed};
use crate::snapshot::Snapshot;
use crate::yaml::{CursorStep, LooseNode, LooseValue, node_at};

/// The syntax in which a name occurs, which determines how it is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MentionKind {
    /// A declaration in `properties`.
    Declaration,
    /// Any other name or string of YAML.
    Yaml,
    Expression,
    JsonPath,
}

/// An occurrence of a property's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) span: Range<usize>,
    pub(super) kind: MentionKind,
}

/// The occurrences, and the expressions that could not be parsed.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    pub(super) found: Vec<Mention>,
    pub(super) unreadable: Vec<Range<usize>>,
}

struct MentionSearch<'s> {
    snapshot: &'s Snapshot,
    text: &'s CrdText,
    property: &'s NamedProperty,
    mentions: Mentions,
}

/// Returns all occurrences of a property's name in a CRD.
pub(super) fn mentions(snapshot: &Snapshot, text: &CrdText, property: &NamedProperty) -> Mentions {
    let mut search = MentionSearch {
        snapshot,
        text,
        property,
        mentions: Mentions::default(),
    };
    let spec = text.root().get("spec");
    let versions = spec.and_then(|spec| spec.get("versions"));
    for version in versions.map(LooseNode::elements).unwrap_or_default() {
        if let Some(schema) = version
            .get("schema")
            .and_then(|schema| schema.get("openAPIV3Schema"))
        {
            search.schema(schema, &mut Vec::new());
        }
        search.paths(version);
    }
    for expression in text.expressions() {
        search.expression(&expression);
    }
    let mut mentions = search.mentions;
    sort_by_key(&mut mentions.found, &|mention| mention.span.start);
    mentions.found.dedup();
    mentions
}

impl MentionSearch<'_> {
    fn add(&mut self, span: Range<usize>, kind: MentionKind) {
        self.mentions.found.push(Mention { span, kind });
    }

    fn word(&self, node: &LooseNode) -> Option<String> {
        node.text(self.snapshot.content())
    }

    fn schema(&mut self, schema: &LooseNode, steps: &mut Vec<PropertyStep>) {
        for member in schema.members() {
            let value = &member.value;
            match member.name.as_str() {
                "properties" => {
                    for property in value.members() {
                        if *steps == self.property.object && property.name == self.property.name {
                            self.add(property.key.clone(), MentionKind::Declaration);
                        }
                        steps.push(PropertyStep::Property(property.name.clone()));
                        self.schema(&property.value, steps);
                        steps.pop();
                    }
                }
                "items" | "additionalProperties" => {
                    let is_list = member.name == "items";
                    steps.push(if is_list {
                        PropertyStep::Items
                    } else {
                        PropertyStep::Values
                    });
                    self.schema(value, steps);
                    steps.pop();
                }
                "allOf" | "anyOf" | "oneOf" => {
                    for branch in value.elements() {
                        self.schema(branch, steps);
                    }
                }
                "not" => self.schema(value, steps),
                "required" if *steps == self.property.object => self.names(value),
                "x-kubernetes-list-map-keys" => {
                    steps.push(PropertyStep::Items);
                    if *steps == self.property.object {
                        self.names(value);
                    }
                    steps.pop();
                }
                "default" | "example" => self.value(value, steps.len(), steps),
                "enum" => {
                    for value in value.elements() {
                        self.value(value, steps.len(), steps);
                    }
                }
                "x-kubernetes-validations" => self.field_paths(value, steps),
                _ => {}
            }
        }
    }

    /// Adds the elements of a list that are the name.
    fn names(&mut self, list: &LooseNode) {
        for element in list.elements() {
            if self.word(element).as_deref() == Some(self.property.name.as_str()) {
                self.add(element.span.clone(), MentionKind::Yaml);
            }
        }
    }

    /// Adds the occurrences in a value of the schema at some steps.
    fn value(&mut self, value: &LooseNode, depth: usize, steps: &[PropertyStep]) {
        let property = self.property;
        if !property.object.starts_with(steps) {
            return;
        }
        match property.object.get(depth) {
            None => {
                if let Some(member) = value.member(&property.name) {
                    self.add(member.key.clone(), MentionKind::Yaml);
                }
            }
            Some(PropertyStep::Property(name)) => {
                if let Some(value) = value.get(name) {
                    self.value(value, depth + 1, steps);
                }
            }
            Some(PropertyStep::Items) => {
                for element in value.elements() {
                    self.value(element, depth + 1, steps);
                }
            }
            Some(PropertyStep::Values) => {
                for member in value.members() {
                    self.value(&member.value, depth + 1, steps);
                }
            }
        }
    }

    /// Adds the occurrences in `fieldPath` of rules, which is relative to the node of the rule.
    fn field_paths(&mut self, rules: &LooseNode, steps: &[PropertyStep]) {
        let Some(object) = self.property.object.strip_prefix(steps) else {
            return;
        };
        let below = NamedProperty {
            object: object.to_vec(),
            name: self.property.name.clone(),
        };
        for rule in rules.elements() {
            if let Some(path) = rule.get("fieldPath") {
                self.path(path, &below);
            }
        }
    }

    /// Adds the occurrences in the JSON paths of a version.
    fn paths(&mut self, version: &LooseNode) {
        let property = self.property;
        for list in ["additionalPrinterColumns", "selectableFields"] {
            for element in version.get(list).map(LooseNode::elements).unwrap_or_default() {
                if let Some(path) = element.get("jsonPath") {
                    self.path(path, property);
                }
            }
        }
        let scale = version
            .get("subresources")
            .and_then(|subresources| subresources.get("scale"));
        for member in scale.map(LooseNode::members).unwrap_or_default() {
            self.path(&member.value, property);
        }
    }

    fn path(&mut self, node: &LooseNode, property: &NamedProperty) {
        if !matches!(node.value, LooseValue::Scalar(_)) {
            return;
        }
        // Paths have no escapes, so a name occurs literally, with or without a quote before it.
        let content = self.snapshot.content();
        let written = content.get(node.span.clone()).unwrap_or_default();
        let outside = usize::from(written.starts_with(['"', '\'']));
        let end = written.len().saturating_sub(outside).max(outside);
        let path = written.get(outside..end).unwrap_or_default();
        for place in jsonpath::places(path, property) {
            let start = node.span.start + outside;
            self.add(start + place.start..start + place.end, MentionKind::JsonPath);
        }
    }

    fn expression(&mut self, expression: &PlacedExpression) {
        let Some((_, steps)) = expression
            .path
            .get(..expression.path.len().saturating_sub(3))
            .and_then(schema_steps)
        else {
            return;
        };
        let Some((type_name, field)) = self.property.in_expressions(&steps) else {
            return;
        };
        let source = self.text.source(self.snapshot, expression);
        if !source.text.contains(&field) {
            return;
        }
        let spans = parsed(self.snapshot, self.text, expression, &source, |checked| {
            fields(checked, &type_name, &field)
        });
        match spans {
            Some(spans) => {
                for span in spans {
                    self.add(source.outer(span), MentionKind::Expression);
                }
            }
            None => self.mentions.unreadable.push(expression.span.clone()),
        }
    }
}

/// Returns the occurrences of a field of an object type in an expression.
fn fields(checked: &Checked<'_>, type_name: &str, field: &str) -> Vec<Range<usize>> {
    let ast = checked.ast();
    let mut found = Vec::new();
    for id in ast.ids() {
        if let Some((operand, name, span)) = selected(ast, id)
            && name == field
            && object_name(checked, operand).is_some_and(|name| below_self(&name) == type_name)
            && !found.contains(&span)
        {
            found.push(span);
        }
    }
    found
}

/// Returns the name of a type without the prefix of the type of `self`.
fn below_self(name: &str) -> &str {
    name.find('.').and_then(|dot| name.get(dot..)).unwrap_or_default()
}

/// Returns the operand of a selection, and the field name with its range.
pub(super) fn selected(ast: &Ast, id: NodeId) -> Option<(NodeId, &str, Range<usize>)> {
    match ast.kind(id) {
        Kind::Select { operand, field, .. } => {
            let span = ast.text_span(field)?;
            Some((operand, ast.text(field), span.range()))
        }
        Kind::Call { function, args, .. } if function == Text::OPT_SELECT => {
            let [operand, name] = ast.nodes(args) else {
                return None;
            };
            let text = ast.string_literal(*name)?;
            Some((*operand, text, ast.node(*name).span.range()))
        }
        _ => None,
    }
}

/// Returns the name of the object type of a node, or of the value of an optional.
pub(super) fn object_name(checked: &Checked<'_>, node: NodeId) -> Option<String> {
    let object = match checked.type_of(node) {
        Type::Object(object) => object,
        Type::Optional(inner) => match checked.get(inner) {
            Type::Object(object) => object,
            _ => return None,
        },
        _ => return None,
    };
    Some(checked.store().object_type(object).name().to_owned())
}

/// Returns the names that a schema of the text declares for the values at some steps.
pub(super) fn declared(text: &CrdText, version: usize, steps: &[PropertyStep]) -> Vec<String> {
    let path = [
        CursorStep::Member("spec".to_owned()),
        CursorStep::Member("versions".to_owned()),
        CursorStep::Element(version),
        CursorStep::Member("schema".to_owned()),
        CursorStep::Member("openAPIV3Schema".to_owned()),
    ];
    let mut schema = node_at(text.root(), &path);
    for step in steps {
        schema = schema.and_then(|schema| match step {
            PropertyStep::Property(name) => schema.get("properties")?.get(name),
            PropertyStep::Items => schema.get("items"),
            PropertyStep::Values => schema.get("additionalProperties"),
        });
    }
    let properties = schema.and_then(|schema| schema.get("properties"));
    let members = properties.map(LooseNode::members).unwrap_or_default();
    members.iter().map(|member| member.name.clone()).collect()
}
