//! The rules in the visible range of a text, with their costs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crd_core::cel::RuleReport;

use super::place::{CrdText, ExpressionMember, PlacedExpression};
use super::scope::schema_path;
use crate::snapshot::Snapshot;

/// A rule with its cost.
pub(super) struct ReportedRule {
    pub(super) placed: PlacedExpression,
    pub(super) report: RuleReport,
}

/// Returns the rules in a range of the text.
pub(super) fn reported(snapshot: &Snapshot, text: &CrdText, wanted: &Range<usize>) -> Vec<ReportedRule> {
    let is_wanted = |placed: &PlacedExpression| {
        placed.member == ExpressionMember::Rule
            && placed.span.start < wanted.end
            && wanted.start <= placed.span.end
    };
    let mut by_version: BTreeMap<usize, Arc<Vec<RuleReport>>> = BTreeMap::new();
    let mut found = Vec::new();
    for placed in text.expressions().into_iter().filter(is_wanted) {
        let Some((version, node, index)) = placed.node() else {
            continue;
        };
        let Some(path) = schema_path(node) else { continue };
        let reports = by_version
            .entry(version)
            .or_insert_with(|| text.rules(version, snapshot.version()));
        let is_it = |report: &&RuleReport| report.index == index && report.path == path;
        if let Some(report) = reports.iter().find(is_it).cloned() {
            found.push(ReportedRule { placed, report });
        }
    }
    found
}
