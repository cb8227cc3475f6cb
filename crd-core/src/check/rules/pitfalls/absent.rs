//! Rules that read a field or an element that may be absent.

use crd_cel::Ast;

use super::outcomes::{Assumption, PitfallStep, ValuePath};
use super::reader::{self, FieldRead, RuleNode, RuleReader};
use super::{AnalyzedRule, Collection, Pitfall, PitfallKind, children, junctors, operations};
use crate::KubeVersion;
use crate::model::field::{FieldPath, Segment};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::tree;

/// Finds the reads with which the rule fails whenever what they read is absent. Returns whether it may fail with another one.
pub(super) fn check(
    of: &AnalyzedRule<'_, '_>,
    reads: &[FieldRead],
    version: KubeVersion,
    found: &mut Vec<Pitfall>,
) -> bool {
    let Some(rule) = of.rules.get(of.index) else {
        return false;
    };
    let mut may_fail = false;
    let mut reported: Vec<(Vec<Segment>, Option<&str>)> = Vec::new();
    for read in reads {
        // `self.x` and `oldSelf.x` are reported once, and the keys of a map one by one.
        let declared = read.path.declared();
        let place = (declared, read.path.key());
        if reported.contains(&place) {
            continue;
        }
        let mut with_absent = RuleReader::new(of.ast, of.node, rule, Assumption::Absent(&read.path));
        let outcome = with_absent.rule();
        may_fail |= outcome.may_be_error() && (!with_absent.is_uncertain || read.path.is_element());
        if !outcome.is_certain_error()
            || with_absent.is_uncertain
            || is_mentioned(of.node.schema, of.above, &read.path)
        {
            continue;
        }
        let declared = place.0.clone();
        reported.push(place);
        if is_rejected_by_another(of, &read.path, version) {
            continue;
        }
        let Some(origin) = outcome.origin() else { continue };
        let span = reader::span_of_field(of.ast, origin, read.path.name());
        let from = of.ast.node(origin).span.start;
        let source = of.ast.source().get(from as usize..span.end as usize);
        let source = source.unwrap_or_default().trim_start_matches("has(");
        let mut segments = of.path.segments.clone();
        segments.extend(declared);
        found.push(of.pitfall(span, absence(&read.path, source.to_owned(), segments)));
    }
    may_fail
}

/// Whether a message expression may fail for some values of a node.
pub(super) fn may_fail(ast: &Ast, node: RuleNode<'_>) -> bool {
    // It sees the old value itself, also where the rule sees an optional one.
    let rule = ValidationRule::default();
    let mut reader = RuleReader::new(ast, node, &rule, Assumption::None);
    reader.rule();
    let mut reads = reader.reads.iter();
    reads.any(|read| {
        let mut with_absent = RuleReader::new(ast, node, &rule, Assumption::Absent(&read.path));
        with_absent.rule().may_be_error()
    }) || operations::may_fail(ast)
}

/// Whether another rule of the node rejects each value that lacks what is read.
fn is_rejected_by_another(of: &AnalyzedRule<'_, '_>, read: &ValuePath, version: KubeVersion) -> bool {
    of.rules.iter().enumerate().any(|(other, rule)| {
        other != of.index
            && tree(&rule.rule, version).is_some_and(|ast| {
                let mut reader = RuleReader::new(&ast, of.node, rule, Assumption::Absent(read));
                // An expression that is not analyzed may test whether the element exists.
                reader.rule().is_false() || read.is_element() && reader.is_uncertain
            })
    })
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
