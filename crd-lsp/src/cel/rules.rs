//! The rules of a text that somebody looks at, with what they cost.

use std::ops::Range;

use crd_core::cel::{RuleReport, report_of};

use super::place::{CrdText, ExpressionMember, PlacedExpression};
use super::scope::schema_path;
use crate::snapshot::Snapshot;

/// A rule with its cost.
pub(super) struct ReportedRule {
    pub(super) placed: PlacedExpression,
    pub(super) report: RuleReport,
}

/// The rules in a range of the text.
pub(super) fn reported(snapshot: &Snapshot, text: &CrdText, wanted: &Range<usize>) -> Vec<ReportedRule> {
    let is_wanted = |placed: &PlacedExpression| {
        placed.member == ExpressionMember::Rule
            && placed.span.start < wanted.end
            && wanted.start <= placed.span.end
    };
    let expressions = text.expressions().into_iter().filter(is_wanted);
    let each = expressions.filter_map(|placed| {
        let (version, node, index) = placed.node()?;
        let schema = text.crd()?.versions().get(version)?.openapi_schema()?;
        let report = report_of(schema, &schema_path(node)?, index, snapshot.version())?;
        Some(ReportedRule { placed, report })
    });
    each.collect()
}
