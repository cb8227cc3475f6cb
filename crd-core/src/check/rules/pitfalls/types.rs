//! Rules that use an int-or-string as if it were of one type.
//!
//! ```text
//! port: {x-kubernetes-int-or-string: true}
//! rule: self.port > 0                                    fails for each string: no such overload
//! rule: type(self.port) == string || self.port > 0       fine
//! ```

use crd_cel::{NodeId, TypeId};

use super::outcomes::{Assumption, PitfallStep, ValuePath};
use super::reader::{IntOrStringRead, RuleNode, RuleReader, element_of};
use super::{AnalyzedRule, Pitfall, PitfallKind, junctors};
use crate::KubeVersion;
use crate::model::field::FieldPath;
use crate::model::schema::JsonSchemaProps;
use crate::server::cel::SelfKind;
use crate::server::cel::tree;

/// Finds the values with which the rule fails whenever they have one of their two types. Returns whether it may fail with another one.
pub(super) fn check(
    of: &AnalyzedRule<'_, '_>,
    values: &[IntOrStringRead<'_>],
    version: KubeVersion,
    found: &mut Vec<Pitfall>,
) -> bool {
    let mut may_fail = false;
    let mut reported: Vec<(Vec<_>, TypeId)> = Vec::new();
    let Some(rule) = of.rules.get(of.index) else {
        return false;
    };
    for IntOrStringRead {
        path: value,
        schema,
        node: read,
    } in values
    {
        let declared = value.declared();
        let mut operations: Vec<(NodeId, &'static str)> = Vec::new();
        for (name, fails_with) in [("string", TypeId::STRING), ("int", TypeId::INT)] {
            // `self.x` and `oldSelf.x` are reported once.
            if !admits(schema, fails_with) || reported.contains(&(declared.clone(), fails_with)) {
                continue;
            }
            let assumed = Assumption::Typed(value, fails_with);
            let outcome = RuleReader::new(of.ast, of.node, rule, assumed).rule();
            may_fail |= outcome.may_be_error();
            if !outcome.is_certain_error() || is_rejected_by_another(of, value, fails_with, version) {
                continue;
            }
            let Some(origin) = outcome.origin() else { continue };
            operations.push((origin, name));
            reported.push((declared.clone(), fails_with));
        }
        let mut segments = of.path.segments.clone();
        segments.extend(declared.iter().cloned());
        let mut add = |operation: NodeId, fails_with| {
            let span = of.ast.node(operation).span;
            let kind = PitfallKind::IntOrString {
                operation: of.text(span),
                value: of.text(of.ast.node(*read).span),
                fails_with,
                declared: FieldPath {
                    segments: segments.clone(),
                },
            };
            found.push(of.pitfall(span, kind));
        };
        match operations.as_slice() {
            [(one, _), (other, _)] if one == other => add(*one, None),
            operations => operations
                .iter()
                .for_each(|(operation, name)| add(*operation, Some(name))),
        }
    }
    may_fail
}

/// Whether the schema of an int-or-string admits a value of the type. Value validation that is not analyzed counts as if it did not.
fn admits(schema: &JsonSchemaProps, of: TypeId) -> bool {
    fn restricts(schema: &JsonSchemaProps) -> bool {
        schema.enum_.is_some() || schema.not.is_some() || junctors(schema).any(restricts)
    }
    let has_type = |value: &serde_json::Value| match of {
        TypeId::STRING => value.is_string(),
        _ => value.is_number(),
    };
    let by_enum = schema
        .enum_
        .as_ref()
        .is_none_or(|values| values.iter().any(has_type));
    by_enum && schema.not.is_none() && !junctors(schema).any(restricts)
}

/// Whether another rule of the node, or a rule of a node on the way to the value, rejects values of the type.
fn is_rejected_by_another(
    of: &AnalyzedRule<'_, '_>,
    value: &ValuePath,
    fails_with: TypeId,
    version: KubeVersion,
) -> bool {
    let mut node = of.node;
    let mut passed = 0;
    loop {
        let below = ValuePath {
            old: value.old,
            steps: value.steps.get(passed..).unwrap_or_default().to_vec(),
        };
        let rejects = node.schema.rules().iter().enumerate().any(|(index, rule)| {
            let is_same = passed == 0 && index == of.index;
            !is_same
                && tree(&rule.rule, version).is_some_and(|ast| {
                    RuleReader::new(&ast, node, rule, Assumption::Typed(&below, fails_with))
                        .rule()
                        .is_false()
                })
        });
        if rejects {
            return true;
        }
        let next = match value.steps.get(passed) {
            Some(PitfallStep::Field(name)) => node
                .schema
                .properties
                .as_ref()
                .and_then(|all| all.named(name))
                .map(|(_, of)| of),
            Some(_) => element_of(node.schema),
            None => None,
        };
        let Some(schema) = next else { return false };
        node = RuleNode {
            schema,
            kind: SelfKind::declared_by(schema),
        };
        passed += 1;
    }
}
