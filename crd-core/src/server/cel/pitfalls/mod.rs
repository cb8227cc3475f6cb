//! What the server accepts in a rule, but what is certain to go wrong with it.
//!
//! ```text
//! properties: {limit: {type: integer}}            `limit` is not required and has no default
//! rule: self.limit > 0                            fails for each object without `limit`: no such key
//! rule: !has(self.limit) || self.limit > 0        fine
//! ```
//!
//! A field that is read is tried as absent: the rule is evaluated with sets of outcomes (true, false, error) in place of
//! values, and where no outcome is true but an error is possible, the rule rejects each such object. Everything that is
//! not known may have any outcome, so what is reported is certain.

mod outcome;
mod reader;
#[cfg(test)]
mod tests;

use crd_cel::ast::Span;

use self::reader::Reader;
use crate::KubeVersion;
use crate::model::field::{FieldPath, Path, Segment};
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// A part of a rule that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pitfall {
    /// The node that has the rule, below the root of the schema.
    pub path: FieldPath,
    /// The index among the rules of the node.
    pub index: usize,
    /// The place in the rule.
    pub span: Span,
    /// What goes wrong.
    pub kind: PitfallKind,
}

/// What goes wrong with a part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PitfallKind {
    /// A field that may be absent is read, and the rule fails where it is.
    AbsentField {
        /// The expression that reads it, such as `self.limit`.
        read: String,
        /// The name of the field.
        field: String,
        /// Where the field is declared, below the root of the schema.
        declared: FieldPath,
    },
    /// A value is compared with a text that its `enum` lacks.
    NeverEqual {
        /// The text.
        text: String,
        /// The values of the `enum`.
        values: Vec<String>,
    },
}

/// Finds the pitfalls of all rules of a schema. The schema must be structural, and its rules must compile.
pub fn pitfalls(schema: &JsonSchemaProps, version: KubeVersion) -> Vec<Pitfall> {
    let mut found = Vec::new();
    let mut above = Vec::new();
    visit(
        Node {
            schema,
            is_resource: true,
        },
        version,
        &Path::root("openAPIV3Schema"),
        &mut above,
        &mut found,
    );
    found
}

/// A schema, and whether its value is a whole object.
#[derive(Clone, Copy)]
struct Node<'s> {
    schema: &'s JsonSchemaProps,
    is_resource: bool,
}

/// Schemas are as deep as their reader allows.
fn visit<'s>(
    node: Node<'s>,
    version: KubeVersion,
    path: &Path<'_>,
    above: &mut Vec<&'s JsonSchemaProps>,
    found: &mut Vec<Pitfall>,
) {
    let schema = node.schema;
    for index in 0..schema.rules().len() {
        rule(node, version, (path, index), above, found);
    }
    above.push(schema);
    let child = |schema: &'s JsonSchemaProps| Node {
        schema,
        is_resource: schema.x_embedded_resource,
    };
    for (name, property) in schema.properties.iter().flat_map(crate::model::map::Map::iter) {
        let path = path.child("properties");
        visit(child(property), version, &path.key(name), above, found);
    }
    if let Some(values) = schema.additional_schema() {
        visit(
            child(values),
            version,
            &path.child("additionalProperties"),
            above,
            found,
        );
    }
    if let Some(items) = schema.item_schema() {
        visit(child(items), version, &path.child("items"), above, found);
    }
    above.pop();
}

fn rule(
    node: Node<'_>,
    version: KubeVersion,
    (path, index): (&Path<'_>, usize),
    above: &[&JsonSchemaProps],
    found: &mut Vec<Pitfall>,
) {
    let rules = node.schema.rules();
    let Some(rule) = rules.get(index) else { return };
    let Ok(ast) = parse(rule, version) else { return };
    let mut reader = Reader::new(&ast, node, rule, None);
    reader.rule();
    let mut add = |span, kind| {
        found.push(Pitfall {
            path: path.to_field_path(),
            index,
            span,
            kind,
        });
    };
    for never in reader.never_equal {
        add(
            never.span,
            PitfallKind::NeverEqual {
                text: never.text,
                values: never.values,
            },
        );
    }
    let mut tried: Vec<Vec<Segment>> = Vec::new();
    for read in &reader.reads {
        // `self.x` and `oldSelf.x` are one mistake.
        let declared = read.path.declared();
        if tried.contains(&declared) || is_mentioned(node.schema, above, read.path.name()) {
            continue;
        }
        let mut with_absent = Reader::new(&ast, node, rule, Some(&read.path));
        let outcome = with_absent.rule();
        if !outcome.is_certain_error() || with_absent.is_uncertain {
            continue;
        }
        tried.push(declared.clone());
        let rejected_by_another = rules.iter().enumerate().any(|(other, rule)| {
            other != index
                && parse(rule, version)
                    .is_ok_and(|ast| Reader::new(&ast, node, rule, Some(&read.path)).rule().is_false())
        });
        if rejected_by_another {
            continue;
        }
        let Some(origin) = outcome.origin() else { continue };
        let span = reader::span_of_field(&ast, origin, read.path.name());
        let from = ast.node(origin).span.start;
        let source = ast.source().get(from as usize..span.end as usize);
        let mut segments = path.to_field_path().segments;
        segments.extend(declared);
        add(
            span,
            PitfallKind::AbsentField {
                read: source.unwrap_or_default().trim_start_matches("has(").to_owned(),
                field: read.path.name().to_owned(),
                declared: FieldPath { segments },
            },
        );
    }
}

fn parse(rule: &ValidationRule, version: KubeVersion) -> Result<crd_cel::Ast, crd_cel::Issues> {
    crd_cel::parse(&rule.rule, version.compatibility())
}

/// Whether value validation of the node, of one below it or of one above says anything of the presence of a field. It
/// may then be required in some way that is not followed here.
fn is_mentioned(schema: &JsonSchemaProps, above: &[&JsonSchemaProps], name: &str) -> bool {
    let nested = |schema: &JsonSchemaProps| junctors(schema).any(|junctor| requires(junctor, name));
    above.iter().any(|schema| nested(schema)) || nested_anywhere(schema, name)
}

fn nested_anywhere(schema: &JsonSchemaProps, name: &str) -> bool {
    junctors(schema).any(|junctor| requires(junctor, name))
        || children(schema).any(|child| nested_anywhere(child, name))
}

fn requires(schema: &JsonSchemaProps, name: &str) -> bool {
    schema
        .required
        .iter()
        .flatten()
        .any(|required| **required == *name)
        || schema.min_properties.is_some()
        || junctors(schema).any(|junctor| requires(junctor, name))
        || children(schema).any(|child| requires(child, name))
}

fn junctors(schema: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    lists
        .into_iter()
        .flat_map(|list| list.iter().flatten())
        .chain(schema.not.as_deref())
}

fn children(schema: &JsonSchemaProps) -> impl Iterator<Item = &JsonSchemaProps> {
    let properties = schema.properties.iter().flat_map(crate::model::map::Map::iter);
    properties
        .map(|(_, property)| property)
        .chain(schema.item_schema())
        .chain(schema.additional_schema())
}
