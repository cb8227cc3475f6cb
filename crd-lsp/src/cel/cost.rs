//! Descriptions of estimated costs.

use crd_cel::ast::Kind;
use crd_cel::cost::Cost;
use crd_core::cel::EXPRESSION_LIMIT;
use crd_core::check::thousands;

use super::scan::OpenMacro;
use super::scope::{ExpressionScope, TypedPiece};

/// Describes the cost that a call adds to that of its receiver.
pub(super) fn of_call(
    scope: &ExpressionScope<'_>,
    source: &str,
    macros: &[OpenMacro],
    call: &str,
) -> Option<String> {
    let piece = scope.sound_piece(source, macros, call)?;
    let cost = scope.rule.estimate(&piece.checked);
    let whole = cost.of(piece.node).max;
    let below = match piece.checked.ast().kind(piece.node) {
        Kind::Call {
            target: Some(target), ..
        } => cost.of(target).max,
        _ => 0,
    };
    Some(format!("costs up to {}", thousands(whole.saturating_sub(below))))
}

/// Describes how many times a macro over a subexpression evaluates its body.
pub(super) fn of_loop(
    scope: &ExpressionScope<'_>,
    source: &str,
    macros: &[OpenMacro],
    receiver: &str,
) -> Option<String> {
    let piece = scope.sound_piece(source, macros, &format!("{receiver}.map(x, x)"))?;
    let cost = scope.rule.estimate(&piece.checked);
    runs(&cost, &piece)
}

/// Describes the number of elements that a loop iterates over.
pub(super) fn runs(cost: &Cost, piece: &TypedPiece<'_>) -> Option<String> {
    let (_, count) = cost.loops().iter().find(|(node, _)| *node == piece.node)?;
    let unlimited = if cost.assumed.is_empty() {
        ""
    } else {
        ", because the schema sets no limit"
    };
    Some(format!("runs up to {} times{unlimited}", thousands(count.max)))
}

/// Formats a cost as a percentage of the cost limit of one expression.
pub(super) fn share(cost: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a percentage for readers")]
    let percent = cost as f64 * 100.0 / EXPRESSION_LIMIT as f64;
    if percent >= 100.0 {
        format!("{:.1}× the budget", percent / 100.0)
    } else if percent >= 1.0 {
        format!("{percent:.0} % of the limit")
    } else {
        "under 1 % of the limit".to_owned()
    }
}
