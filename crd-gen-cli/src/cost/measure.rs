//! Files read, and the rules in them estimated.

use crd_core::KubeVersion;
use crd_core::cel::{Advice, EXPRESSION_LIMIT, RuleReport, SCHEMA_LIMIT, advice, report};
use crd_core::decode::decode;
use crd_core::yaml::tree::Node;
use crd_core::yaml::{Options, read};

use crate::check::bytes_of;
use crate::check::inputs::Input;
use crd_core::check::crds_of;

/// Rules below this total are not worth a bound.
const WORTH_ADVICE: u64 = EXPRESSION_LIMIT / 20;

/// What is in a file.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) schemas: Vec<SchemaCosts>,
    pub(super) crds: usize,
    pub(super) problems: Vec<String>,
}

/// The rules of one version of a CRD.
pub(super) struct SchemaCosts {
    pub(super) file: String,
    pub(super) document: usize,
    pub(super) name: String,
    pub(super) version: String,
    /// In the order of the schema.
    pub(super) rules: Vec<RuleCost>,
    /// All rules and message expressions together.
    pub(super) total: u64,
}

/// One rule.
pub(super) struct RuleCost {
    pub(super) report: RuleReport,
    pub(super) advice: Option<Advice>,
}

impl RuleCost {
    /// Whether the server refuses it.
    pub(super) fn is_refused(&self) -> bool {
        let report = &self.report;
        report.error.is_some()
            || report.message_error.is_some()
            || report.total() > EXPRESSION_LIMIT
            || report.message_cost.is_some_and(|cost| cost > EXPRESSION_LIMIT)
    }
}

impl SchemaCosts {
    /// Whether the server refuses a rule, or all of them together.
    pub(super) fn is_refused(&self) -> bool {
        self.total > SCHEMA_LIMIT || self.rules.iter().any(RuleCost::is_refused)
    }
}

pub(super) fn measure(input: &Input, version: KubeVersion) -> Measured {
    let mut measured = Measured::default();
    let file = input.shown();
    let bytes = match bytes_of(input) {
        Ok(bytes) => bytes,
        Err(problem) => {
            measured.problems.push(problem);
            return measured;
        }
    };
    let read = read(&bytes, Options::default());
    if let (Some(error), true) = (read.errors.first(), input.named) {
        let problem = format!("`{file}` cannot be read: {}", error.message);
        measured.problems.push(problem);
    }
    for (document, found) in read.documents.iter().enumerate() {
        for node in crds_of(&found.root) {
            crd(&mut measured, &file, document, node, version);
        }
    }
    measured
}

fn crd(measured: &mut Measured, file: &str, document: usize, node: &Node, version: KubeVersion) {
    let decoded = decode(node);
    let Some(crd) = decoded.crd else {
        measured.problems.push(format!(
            "a CRD in `{file}` cannot be decoded; `crd-gen check` says why"
        ));
        return;
    };
    measured.crds += 1;
    for served in crd.spec.versions.iter().flatten() {
        let schema = served.schema.as_ref();
        let Some(schema) = schema.and_then(|schema| schema.open_api_v3_schema.as_deref()) else {
            continue;
        };
        let rules: Vec<RuleCost> = report(schema, version)
            .into_iter()
            .map(|report| {
                let advice = if report.total() > WORTH_ADVICE {
                    advice(schema, &report, version)
                } else {
                    None
                };
                RuleCost { report, advice }
            })
            .collect();
        let totals = rules.iter().map(|rule| {
            let message = rule.report.message_cost.unwrap_or_default();
            rule.report.total().saturating_add(message)
        });
        measured.schemas.push(SchemaCosts {
            file: file.to_owned(),
            document,
            name: crd.metadata.name.to_string(),
            version: served.name.to_string(),
            total: totals.fold(0, u64::saturating_add),
            rules,
        });
    }
}
