//! Evaluates expressions with this project's evaluator, over the schema that all expressions share.

use crd_core::cel::{Expression, RuleScope, SelfKind};
use crd_core::field::ExpressionErrorKind;
use crd_core::{JsonSchemaProps, decode, yaml};
use serde_json::{Value, json};

use super::case::EvalCase;
use super::outcome::EvalOutcome;

/// The cost limit of an evaluation on the server.
const LIMIT: u64 = 1_000_000;

/// The schema of the objects, and its type in expressions.
pub(super) struct Subject<'s> {
    pub(super) schema: &'s Value,
    pub(super) decoded: &'s JsonSchemaProps,
    pub(super) scope: RuleScope,
}

impl Subject<'_> {
    /// Returns the outcome of an expression over the object of a case.
    pub(super) fn outcome(&self, case: &EvalCase, text: &str) -> EvalOutcome {
        let mut outcome = EvalOutcome::default();
        match Expression::compile(&self.scope, self.decoded, SelfKind::Resource, text, case.form) {
            Err(error) => match &error.kind {
                ExpressionErrorKind::Program(error) => outcome.program = Some(error.to_string()),
                _ => outcome.compile = Some(error.to_string()),
            },
            Ok(None) => outcome.compile = Some("no type".to_owned()),
            Ok(Some(expression)) => {
                let old = Some(&case.old).filter(|old| !old.is_null());
                let run = expression.evaluate(&case.object, old, LIMIT);
                outcome.cost = Some(run.cost);
                match run.value {
                    Ok(value) => outcome.value = Some(value),
                    Err(error) => outcome.error = Some(error),
                }
            }
        }
        outcome
    }
}

/// Decodes a schema as in a CRD.
pub(super) fn decoded(schema: &Value) -> Option<JsonSchemaProps> {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents.first()?.root).crd?;
    crd.versions().first()?.openapi_schema().cloned()
}
