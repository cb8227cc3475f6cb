//! Rules that the server accepts, but that certainly have errors.

mod diagnostics;

use std::sync::Arc;

use diagnostics::{PitfallVersion, rule_below};

use super::judged::{JudgedCrd, JudgedVersion};
#[cfg(feature = "samples")]
use super::known_nodes;
use super::walk::SchemaNode;
#[cfg(feature = "samples")]
use crate::check::rules::PitfallKind;
#[cfg(feature = "samples")]
use crate::check::rules::{FallibleExpression, failing as failures};
use crate::check::rules::{Pitfall, may_require, pitfalls_of_node};
use crate::check::{Code, Diagnostic, codes};
use crate::model::field::{FieldPath, Segment};
use crate::model::schema::JsonSchemaProps;
#[cfg(feature = "samples")]
use crate::server::cel::SelfKind;

/// The codes of pitfalls.
const CODES: [Code; 8] = [
    codes::CEL_ABSENT_FIELD,
    codes::CEL_ABSENT_ELEMENT,
    codes::CEL_CONSTANT_ERROR,
    codes::CEL_DIVISION_BY_ZERO,
    codes::CEL_INT_OR_STRING,
    codes::CEL_NEVER_EQUAL,
    codes::CEL_OPTIONAL,
    codes::CEL_TEXT_ORDER,
];

/// Finds the pitfalls of each rule that the server accepts. Pitfalls that several versions share are reported once.
pub(super) struct RuleLints<'a> {
    judged: &'a JudgedCrd<'a>,
    /// Whether one of the codes is reported.
    is_on: bool,
    /// The pitfalls that are reported, in the order of `found`.
    known: Vec<Pitfall>,
    pub(super) found: Vec<Diagnostic>,
}

impl<'a> RuleLints<'a> {
    pub(super) fn new(judged: &'a JudgedCrd<'a>) -> Self {
        RuleLints {
            judged,
            is_on: CODES.iter().any(|code| judged.levels.severity(*code).is_some()),
            known: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Checks the rules of a node of the schema of a version.
    pub(super) fn check(&mut self, version: &JudgedVersion<'_>, node: &SchemaNode<'_>) {
        if !self.is_on {
            return;
        }
        let alone = (!node.is_root()).then(|| self.pitfalls_alone(node));
        if alone.as_ref().is_some_and(|alone| alone.is_empty()) {
            return;
        }
        let source = self.judged.source;
        let number = version.index;
        let at = PitfallVersion { source, number };
        let mut above: Vec<_> = std::iter::successors(node.above(), |above| above.above())
            .map(|above| above.schema)
            .collect();
        above.reverse();
        let mut path = node.path.to_field_path();
        path.segments.drain(..at.path(&[]).segments.len());
        let pitfalls = match alone {
            Some(alone) if !above.iter().any(|schema| may_require(schema)) => {
                alone.iter().map(|pitfall| pitfall.below(&path)).collect()
            }
            _ => self.pitfalls_of(node, &above, &path),
        };
        for pitfall in pitfalls {
            if let Some(place) = self.known.iter().position(|other| *other == pitfall) {
                if let (Some(diagnostic), Some(span)) = (self.found.get_mut(place), at.span(&pitfall))
                    && diagnostic.span != Some(span)
                    && diagnostic.labels.iter().all(|(labelled, _)| *labelled != span)
                {
                    diagnostic.labels.push((span, "the same here".to_owned()));
                }
                continue;
            }
            if !self.is_confirmed(version, &above, &pitfall) {
                continue;
            }
            let mut errors = self.judged.verdict.errors.iter().chain(self.judged.later);
            if !errors.any(|error| is_about(&error.field, &pitfall)) {
                self.found
                    .push(at.diagnostic(&pitfall).with_field(at.rule(&pitfall)));
                self.known.push(pitfall);
            }
        }
    }

    /// Returns the pitfalls of the rules of a node at a path, below these nodes.
    fn pitfalls_of(
        &self,
        node: &SchemaNode<'_>,
        above: &[&JsonSchemaProps],
        path: &FieldPath,
    ) -> Vec<Pitfall> {
        let found = pitfalls_of_node(node.schema, above, path, self.judged.options.version);
        #[cfg(feature = "samples")]
        let found = {
            let mut all = found.certain;
            let kind = if node.is_root() {
                SelfKind::Resource
            } else {
                SelfKind::declared_by(node.schema)
            };
            let rules = node.schema.rules();
            let mut tested = found.may_fail;
            tested.retain(|tested| rules.get(tested.index()).is_some_and(failures::is_short));
            if !tested.is_empty() {
                let failing = self.failing(node.schema, kind, &tested);
                all.extend(failing.iter().map(|pitfall| pitfall.below(path)));
            }
            all
        };
        #[cfg(not(feature = "samples"))]
        let found = found.certain;
        found
    }

    /// Returns the failures of rules that may fail, which other nodes with equal rules about equal members have too.
    #[cfg(feature = "samples")]
    fn failing(
        &self,
        schema: &JsonSchemaProps,
        kind: SelfKind,
        may_fail: &[FallibleExpression],
    ) -> Arc<[Pitfall]> {
        let version = self.judged.options.version;
        let schema = failures::needed(schema, "", &[]);
        let find = || failures::of_node(&schema, kind, may_fail, version).into();
        let known = match kind {
            SelfKind::Value => known_nodes::find(&schema, false, version),
            SelfKind::Resource => None,
        };
        match known
            .as_ref()
            .map(|known| known.failing.get_or_init(|| (may_fail.into(), find())))
        {
            Some((of, failing)) if **of == *may_fail => Arc::clone(failing),
            _ => find(),
        }
    }

    /// Whether a failure occurs in an object that the nodes above admit.
    #[cfg(feature = "samples")]
    fn is_confirmed(
        &self,
        version: &JudgedVersion<'_>,
        above: &[&JsonSchemaProps],
        pitfall: &Pitfall,
    ) -> bool {
        let (PitfallKind::Failing(failure) | PitfallKind::FailingMessage(failure), [root, ..]) =
            (&pitfall.kind, above)
        else {
            return true;
        };
        let mut segments = pitfall.path.segments.clone();
        segments.drain(..1);
        let place = FieldPath { segments };
        if !failures::may_be_rejected_around(above, &place, failure) {
            return true;
        }
        let mut rule = rule_below(pitfall);
        rule.segments.drain(..1);
        let (crd, options) = (self.judged.crd, self.judged.options);
        let of = (&*version.version.name, *root);
        let rule = rule.child("rule");
        failures::is_admitted_around(crd, of, &place, &rule, &pitfall.kind, options.version)
    }

    #[cfg(not(feature = "samples"))]
    #[expect(clippy::unused_self, reason = "another feature needs it")]
    fn is_confirmed(&self, _: &JudgedVersion<'_>, _: &[&JsonSchemaProps], _: &Pitfall) -> bool {
        true
    }

    /// Returns the pitfalls of the rules of a node, with paths below it, if the nodes above it require nothing.
    fn pitfalls_alone(&self, node: &SchemaNode<'_>) -> Arc<[Pitfall]> {
        let find = || {
            let above = JsonSchemaProps::default();
            self.pitfalls_of(node, &[&above], &FieldPath::default()).into()
        };
        match node.known(self.judged.options.version) {
            Some(known) => Arc::clone(known.pitfalls.get_or_init(find)),
            None => find(),
        }
    }
}

/// Whether an error of the server concerns the rule, in any version.
fn is_about(field: &FieldPath, pitfall: &Pitfall) -> bool {
    below_root(field).starts_with(&rule_below(pitfall).segments)
}

/// Returns the part of a path from the schema of its version on; empty outside of schemas.
pub(super) fn below_root(field: &FieldPath) -> &[Segment] {
    let is_root = |segment: &Segment| segment.is_field("openAPIV3Schema");
    let root = field.segments.iter().position(is_root);
    root.and_then(|root| field.segments.get(root..))
        .unwrap_or_default()
}
