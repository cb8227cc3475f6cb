//! Compares the estimated cost of rules, or the error of those that do not compile, with the API server's.

use std::io;

use clap::Args;
use crd_core::cel::report;
use crd_core::schema::ValidationRule;
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use crd_gen_tests::cel_grammar;
use crd_gen_tests::server_parity::difference::run_dependent;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;
use super::comparison::{Comparison, repeated_target};

/// Estimates the cost of random rules on schemas with random limits.
#[derive(Debug, Args)]
pub(super) struct CostOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
}

/// The response of the oracle.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CostAnswer {
    error: String,
    max_cost: u64,
    max_cardinality: u64,
}

pub(super) fn run(options: &CostOptions) -> io::Result<usize> {
    Comparison {
        server: options.server,
        mode: "cel",
        texts: "rules",
        text: &|number| cel_grammar::rule(number).to_string(),
        request: &request,
        listed: &|answer: &CostAnswer| repeated_target(&answer.error),
        rejects: &|answer: &CostAnswer| !answer.error.is_empty(),
        difference: &|text, answer| difference(&request(text), options.server, answer),
    }
    .run(options.numbers)
}

fn request(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn difference(request: &Value, server: KubeVersion, answer: &CostAnswer) -> Option<String> {
    let Some(schema) = schema(request) else {
        return Some("the schema could not be decoded".to_owned());
    };
    let reports = report(&schema, server);
    let [found] = reports.as_slice() else {
        return Some(format!("{} reports", reports.len()));
    };
    let ours = run_dependent(&found.error.as_ref().map(ToString::to_string).unwrap_or_default());
    let theirs = run_dependent(&answer.error);
    if ours != theirs {
        return Some(format!("\n  ours {ours:?}\n  Go   {theirs:?}"));
    }
    if !ours.is_empty() {
        return None;
    }
    let ours = (
        found.cost.as_ref().map_or(0, |cost| cost.max),
        found.occurrences_in_request,
    );
    let theirs = (answer.max_cost, answer.max_cardinality);
    (ours != theirs).then(|| format!("cost and cardinality: ours {ours:?}, Go {theirs:?}"))
}

/// Returns the schema of a request with the rule added.
fn schema(request: &Value) -> Option<JsonSchemaProps> {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": request["schema"]}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents.first()?.root).crd?;
    let mut schema = crd.versions().first()?.openapi_schema()?.clone();
    schema.x_validations = Some(vec![ValidationRule {
        rule: request["rule"].as_str()?.into(),
        ..ValidationRule::default()
    }]);
    Some(schema)
}
