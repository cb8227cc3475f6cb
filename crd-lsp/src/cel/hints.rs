//! Inlay hints: the estimated cost of each rule, compared with the limit.

use crd_core::cel::{EXPRESSION_LIMIT, RuleReport};
use crd_core::check::thousands;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::cost::share;
use super::place::CrdText;
use super::rules::reported;
use crate::snapshot::Snapshot;

/// Returns hints with the costs of the rules in a range.
pub(crate) fn hints(snapshot: &Snapshot, params: &lsp::InlayHintParams) -> Vec<Json> {
    if !snapshot.settings.shows_hints {
        return Vec::new();
    }
    let wanted = snapshot.text.bytes(params.range);
    let mut hints = Vec::new();
    for text in CrdText::all(snapshot) {
        for rule in reported(snapshot, &text, &wanted) {
            // At the end of the first line: a block may be long.
            let line = snapshot.text.line(snapshot.text.line_of(rule.placed.span.start));
            let at = rule.placed.span.end.min(line.end);
            if rule.report.cost.is_some() {
                hints.push(json!({
                    "position": snapshot.text.position(at),
                    "label": format!("cost {}, {}", thousands(rule.report.total()), share(rule.report.total())),
                    "paddingLeft": true,
                    "tooltip": sentence(&rule.report),
                }));
            }
        }
    }
    hints
}

/// Explains the cost.
fn sentence(report: &RuleReport) -> String {
    let Some(cost) = &report.cost else {
        return String::new();
    };
    let mut text = format!(
        "One evaluation costs up to {}, and an object may need {}: {} of the limit of a rule, {}.",
        thousands(cost.max),
        thousands(report.occurrences),
        thousands(report.total()),
        thousands(EXPRESSION_LIMIT),
    );
    if !report.is_limited {
        text.push_str(
            " The schema does not limit the number of evaluations, only the size of a request does.",
        );
    }
    for (path, size) in &cost.assumed {
        text.push_str(&format!(
            " `{path}` has no limit: the server assumes {}.",
            thousands(*size)
        ));
    }
    text
}
