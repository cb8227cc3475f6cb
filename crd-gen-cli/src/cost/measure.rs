//! Estimates the costs of the rules of a CRD.

use crd_core::KubeVersion;
use crd_core::cel::{Advice, EXPRESSION_LIMIT, RuleReport, SCHEMA_LIMIT, advice, report};

use crate::sources::FoundCrd;

/// Total cost below which no bounds are suggested for a rule.
const WORTH_ADVICE: u64 = EXPRESSION_LIMIT / 20;

/// The rules of one version of a CRD.
pub(super) struct SchemaCosts {
    pub(super) file: String,
    pub(super) document: usize,
    pub(super) name: String,
    pub(super) version: String,
    /// The rules, in the order of the schema.
    pub(super) rules: Vec<RuleCost>,
    /// Total cost of all rules and message expressions.
    pub(super) total: u64,
}

/// A rule.
pub(super) struct RuleCost {
    pub(super) report: RuleReport,
    pub(super) advice: Option<Advice>,
}

impl RuleCost {
    /// Whether the server rejects it.
    pub(super) fn is_refused(&self) -> bool {
        let report = &self.report;
        report.error.is_some()
            || report.message_error.is_some()
            || report.total() > EXPRESSION_LIMIT
            || report.message_cost.is_some_and(|cost| cost > EXPRESSION_LIMIT)
    }
}

impl SchemaCosts {
    /// Whether the server rejects a rule, or all of them together.
    pub(super) fn is_refused(&self) -> bool {
        self.total > SCHEMA_LIMIT || self.rules.iter().any(RuleCost::is_refused)
    }
}

/// Estimates the rules of each version of a CRD.
pub(super) fn measure(found: &FoundCrd<'_>, server: KubeVersion) -> Vec<SchemaCosts> {
    let with_schema = found.crd.versions().iter();
    let with_schema = with_schema.filter_map(|version| Some((version, version.openapi_schema()?)));
    with_schema
        .map(|(version, schema)| {
            let rules: Vec<RuleCost> = report(schema, server)
                .into_iter()
                .map(|report| RuleCost {
                    advice: (report.total() > WORTH_ADVICE)
                        .then(|| advice(schema, &report, server))
                        .flatten(),
                    report,
                })
                .collect();
            let totals = rules.iter().map(|rule| {
                let message = rule.report.message_cost.unwrap_or_default();
                rule.report.total().saturating_add(message)
            });
            SchemaCosts {
                file: found.file.to_owned(),
                document: found.document,
                name: found.crd.metadata.name.to_string(),
                version: version.name.to_string(),
                total: totals.fold(0, u64::saturating_add),
                rules,
            }
        })
        .collect()
}
