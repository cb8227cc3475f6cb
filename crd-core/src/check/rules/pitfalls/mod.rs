//! Pitfalls: parts of a rule that the server accepts but that are certain to fail.
//!
//! ```text
//! properties: {limit: {type: integer}}            `limit` is not required and has no default
//! rule: self.limit > 0                            fails for each object without `limit`: no such key
//! rule: !has(self.limit) || self.limit > 0        fine
//! ```
//!
//! Each int-or-string that a rule reads is assumed to be of one type and then of the other. Each field or element that a rule reads is assumed to be absent: the rule is evaluated with sets of outcomes (true,
//! false, error) in place of values, and if no outcome is true but an error is possible, the rule rejects each such
//! object. Unknown values may have any outcome, so findings are certain.

mod outcomes;
mod reader;
#[cfg(test)]
mod tests;
mod types;

use crd_cel::ast::Span;

use self::outcomes::{Assumption, PitfallStep, ValuePath};
use self::reader::{RuleNode, RuleReader};
use super::trees::RuleTrees;
use crate::KubeVersion;
use crate::model::field::{FieldPath, Path, Segment};
use crate::model::schema::JsonSchemaProps;
use crate::server::cel::SelfKind;

/// A part of a rule that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pitfall {
    /// The path of the node that has the rule, below the root of the schema.
    pub path: FieldPath,
    /// The index among the rules of the node.
    pub index: usize,
    /// The place in the rule.
    pub span: Span,
    /// The kind of error.
    pub kind: PitfallKind,
}

/// The kind of error with a part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PitfallKind {
    /// A field that may be absent is read, and the rule fails if it is absent.
    AbsentField {
        /// The expression that reads it, such as `self.limit`.
        read: String,
        /// The name of the field.
        field: String,
        /// The path of the field's declaration, below the root of the schema.
        declared: FieldPath,
    },
    /// An element of a list, or the value of a key of a map, may be absent and is read, and the rule fails if it is absent.
    AbsentElement {
        /// The expression that reads it, such as `self.ports[0]`.
        read: String,
        /// The index or key, as the rule writes it.
        index: String,
        /// The list or map.
        collection: Collection,
        /// The path of the declaration of the list or map, below the root of the schema.
        declared: FieldPath,
    },
    /// An int-or-string is used as if it were of one type, and the rule fails if it has the other.
    IntOrString {
        /// The expression that fails, such as `self.port > 0`.
        operation: String,
        /// The value, such as `self.port`.
        value: String,
        /// The type with which it fails: `int` or `string`; `None` if it fails with both.
        fails_with: Option<&'static str>,
        /// The path of the value's declaration, below the root of the schema.
        declared: FieldPath,
    },
    /// An element of a list is read by a negative index, which no element has.
    NegativeIndex {
        /// The expression that reads it, such as `self.ports[-1]`.
        read: String,
    },
    /// A number is divided by the literal 0.
    DivisionByZero {
        /// The division, such as `self.a / 0`.
        division: String,
        /// The operator: `/` or `%`.
        operator: char,
    },
    /// A value is compared with a string that is not in its `enum`.
    NeverEqual {
        /// The string.
        text: String,
        /// The values of the `enum`.
        values: Vec<String>,
    },
}

/// The collection that an element is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// A list, with the minimum number of elements for the one that is read to exist.
    List(i64),
    /// A map.
    Map,
}

/// Finds the pitfalls of all rules of a schema. The schema must be structural, and its rules must compile.
pub fn pitfalls(schema: &JsonSchemaProps, version: KubeVersion) -> Vec<Pitfall> {
    let mut found = Vec::new();
    let path = Path::root("openAPIV3Schema");
    visit(
        schema,
        &mut RuleTrees::new(version),
        &path,
        &mut Vec::new(),
        &mut found,
    );
    found
}

/// Finds the pitfalls of the rules of a node, with the trees of the rules that are already parsed. `above` are its ancestors, from the
/// root, and `path` is its path below the root.
pub(in crate::check) fn of_node(
    schema: &JsonSchemaProps,
    above: &[&JsonSchemaProps],
    path: &FieldPath,
    trees: &mut RuleTrees,
) -> Vec<Pitfall> {
    let kind = match above {
        [] => SelfKind::Resource,
        _ => SelfKind::declared_by(schema),
    };
    let mut found = Vec::new();
    for index in 0..schema.rules().len() {
        rule(RuleNode { schema, kind }, trees, (path, index), above, &mut found);
    }
    found
}

/// Visits a node and those below it. The parser limits the depth of schemas.
fn visit<'s>(
    schema: &'s JsonSchemaProps,
    trees: &mut RuleTrees,
    path: &Path<'_>,
    above: &mut Vec<&'s JsonSchemaProps>,
    found: &mut Vec<Pitfall>,
) {
    if !schema.rules().is_empty() {
        found.extend(of_node(schema, above, &path.to_field_path(), trees));
    }
    above.push(schema);
    for (name, property) in schema.properties.iter().flat_map(crate::model::map::Map::iter) {
        let path = path.child("properties");
        visit(property, trees, &path.key(name), above, found);
    }
    if let Some(values) = schema.additional_schema() {
        visit(values, trees, &path.child("additionalProperties"), above, found);
    }
    if let Some(items) = schema.item_schema() {
        visit(items, trees, &path.child("items"), above, found);
    }
    above.pop();
}

fn rule(
    node: RuleNode<'_>,
    trees: &mut RuleTrees,
    (path, index): (&FieldPath, usize),
    above: &[&JsonSchemaProps],
    found: &mut Vec<Pitfall>,
) {
    let rules = node.schema.rules();
    let Some(rule) = rules.get(index) else { return };
    let Some(ast) = trees.tree(&rule.rule) else { return };
    let mut reader = RuleReader::new(&ast, node, rule, Assumption::None);
    reader.rule();
    let mut add = |span, kind| {
        found.push(Pitfall {
            path: path.clone(),
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
    for division in reader.divisions {
        let span = ast.node(division.node).span;
        let source = ast.source().get(span.range()).unwrap_or_default();
        add(
            span,
            PitfallKind::DivisionByZero {
                division: source.to_owned(),
                operator: division.operator,
            },
        );
    }
    for node in reader.negative_indices {
        let span = ast.node(node).span;
        let read = ast.source().get(span.range()).unwrap_or_default().to_owned();
        add(span, PitfallKind::NegativeIndex { read });
    }
    let mut tried: Vec<Vec<Segment>> = Vec::new();
    for read in &reader.reads {
        // `self.x` and `oldSelf.x` are reported once.
        let declared = read.path.declared();
        if tried.contains(&declared) {
            continue;
        }
        let mut with_absent = RuleReader::new(&ast, node, rule, Assumption::Absent(&read.path));
        let outcome = with_absent.rule();
        if !outcome.is_certain_error()
            || with_absent.is_uncertain
            || is_mentioned(node.schema, above, &read.path)
        {
            continue;
        }
        tried.push(declared.clone());
        let rejected_by_another = rules.iter().enumerate().any(|(other, rule)| {
            other != index
                && trees.tree(&rule.rule).is_some_and(|ast| {
                    let mut reader = RuleReader::new(&ast, node, rule, Assumption::Absent(&read.path));
                    // An expression that is not analyzed may test whether the element exists.
                    reader.rule().is_false() || read.path.is_element() && reader.is_uncertain
                })
        });
        if rejected_by_another {
            continue;
        }
        let Some(origin) = outcome.origin() else { continue };
        let span = reader::span_of_field(&ast, origin, read.path.name());
        let from = ast.node(origin).span.start;
        let source = ast.source().get(from as usize..span.end as usize);
        let source = source.unwrap_or_default().trim_start_matches("has(");
        let mut segments = path.segments.clone();
        segments.extend(declared);
        add(span, absence(&read.path, source.to_owned(), segments));
    }
    let int_or_strings = std::mem::take(&mut reader.int_or_strings);
    types::check(
        &types::TypedRule {
            ast: &ast,
            node,
            rules,
            index,
            path,
        },
        &int_or_strings,
        trees,
        found,
    );
}

/// Returns the pitfall of a rule that reads what may be absent. `declared` is the path of the field or the element in the schema.
fn absence(path: &ValuePath, read: String, mut declared: Vec<Segment>) -> PitfallKind {
    let (index, collection) = match path.steps.last() {
        Some(PitfallStep::At(index)) => (index, Collection::List(path.least_elements().unwrap_or(1))),
        Some(PitfallStep::Key(key)) => (key, Collection::Map),
        _ => {
            return PitfallKind::AbsentField {
                read,
                field: path.name().to_owned(),
                declared: FieldPath { segments: declared },
            };
        }
    };
    declared.pop();
    PitfallKind::AbsentElement {
        read,
        index: index.to_string(),
        collection,
        declared: FieldPath { segments: declared },
    }
}

/// Whether value validation of the node, of a node below it or above it concerns the presence of a field or element. It
/// may then be required in a way that is not analyzed here.
fn is_mentioned(schema: &JsonSchemaProps, above: &[&JsonSchemaProps], read: &ValuePath) -> bool {
    let nested = |schema: &JsonSchemaProps| junctors(schema).any(|junctor| requires(junctor, read));
    above.iter().any(|schema| nested(schema)) || nested_anywhere(schema, read)
}

fn nested_anywhere(schema: &JsonSchemaProps, read: &ValuePath) -> bool {
    junctors(schema).any(|junctor| requires(junctor, read))
        || children(schema).any(|child| nested_anywhere(child, read))
}

fn requires(schema: &JsonSchemaProps, read: &ValuePath) -> bool {
    let requires_member = |name: &str| {
        let mut required = schema.required.iter().flatten();
        required.any(|required| **required == *name) || schema.min_properties.is_some()
    };
    let requires_here = match read.steps.last() {
        Some(PitfallStep::At(_)) => schema.min_items.is_some() || schema.enum_.is_some(),
        Some(PitfallStep::Key(key)) => requires_member(key.trim_matches(['\'', '"'])),
        _ => requires_member(read.name()),
    };
    requires_here
        || junctors(schema).any(|junctor| requires(junctor, read))
        || children(schema).any(|child| requires(child, read))
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
