//! Writes one JSON line per rule.

use std::io::Write;

use crd_core::cel::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
use serde::Serialize;
use serde_json::{Value, json};

use super::measure::{RuleCost, SchemaCosts};

/// A line. The members up to `error` are those of recorded costs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CostLine<'a> {
    file: &'a str,
    doc: usize,
    version: &'a str,
    path: String,
    rule: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<u64>,
    max_cardinality: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    name: &'a str,
    index: usize,
    occurrences: u64,
    limited: bool,
    total: u64,
    share_of_rule: f64,
    share_of_schema: f64,
    message_cost: Option<u64>,
    message_error: Option<String>,
    most_expensive: Option<Value>,
    assumed: Value,
    advice: Option<Value>,
}

pub(super) fn write(out: &mut impl Write, schema: &SchemaCosts) -> std::io::Result<()> {
    for rule in &schema.rules {
        serde_json::to_writer(&mut *out, &line(schema, rule))?;
        writeln!(out)?;
    }
    Ok(())
}

fn line<'a>(schema: &'a SchemaCosts, rule: &'a RuleCost) -> CostLine<'a> {
    let report = &rule.report;
    let cost = report.cost.as_ref();
    let total = report.total();
    let most_expensive = cost.and_then(|cost| cost.most_expensive).map(|(span, cost)| {
        let text = report.rule.get(span.range());
        json!({"text": text, "start": span.start, "end": span.end, "cost": cost})
    });
    let assumed = cost.map(|cost| cost.assumed.as_slice()).unwrap_or_default();
    let advice = rule.advice.as_ref().map(|advice| {
        let bounds = advice.bounds.iter();
        let bounds = bounds.map(|bound| {
            json!({"path": below_root(&bound.path.to_string()), "keyword": bound.keyword, "value": bound.value})
        });
        json!({"bounds": bounds.collect::<Value>(), "total": advice.total})
    });
    CostLine {
        file: &schema.file,
        doc: schema.document,
        version: &schema.version,
        path: below_root(&report.path.to_string()),
        rule: &report.rule,
        max_cost: cost.map(|cost| cost.max),
        max_cardinality: report.occurrences_in_request,
        error: report.error.as_ref().map(ToString::to_string),
        name: &schema.name,
        index: report.index,
        occurrences: report.occurrences,
        limited: report.is_limited,
        total,
        share_of_rule: share(total, EXPRESSION_LIMIT),
        share_of_schema: share(total, SCHEMA_LIMIT),
        message_cost: report.message_cost,
        message_error: report.message_error.as_ref().map(ToString::to_string),
        most_expensive,
        assumed: assumed
            .iter()
            .map(|(path, size)| json!({"path": path, "size": size}))
            .collect(),
        advice,
    }
}

/// Returns `.properties[spec]` for `openAPIV3Schema.properties[spec]`; empty for the root.
fn below_root(path: &str) -> String {
    path.strip_prefix("openAPIV3Schema").unwrap_or(path).to_owned()
}

#[expect(clippy::cast_precision_loss, reason = "a share is read by people")]
fn share(cost: u64, budget: u64) -> f64 {
    cost as f64 / budget as f64
}
