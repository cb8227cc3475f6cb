//! Code lenses: the result of each rule for an example, the default, or an object that is valid for the schema.

use std::sync::Arc;

use crd_core::cel::{EXPRESSION_COST_LIMIT, Expression, OldSelf, SelfKind, values_at};
use crd_core::check::thousands;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::place::{CrdText, ExpressionMember, PlacedExpression};
use super::scope::ExpressionScope;
use crate::snapshot::Snapshot;

/// The maximum number of values for which a rule is evaluated.
const MOST_VALUES: usize = 100;

/// Returns a lens for each rule; the client requests its text when it becomes visible.
pub(crate) fn lenses(snapshot: &Snapshot, _params: &lsp::CodeLensParams) -> Vec<Json> {
    let mut lenses = Vec::new();
    if !snapshot.settings.shows_lenses {
        return lenses;
    }
    for text in CrdText::all(snapshot) {
        for placed in text.expressions() {
            if placed.member == ExpressionMember::Rule {
                lenses.push(json!({
                    "range": snapshot.text.range(placed.span.start..placed.span.start),
                    "data": {"textDocument": {"uri": snapshot.uri}, "at": placed.span.start},
                }));
            }
        }
    }
    lenses
}

/// Adds the text of a lens.
pub(crate) fn resolve_lens(snapshot: &Snapshot, lens: &Json) -> Json {
    let at = lens.pointer("/data/at").and_then(Json::as_u64);
    let at = at.and_then(|at| usize::try_from(at).ok());
    let title = at.and_then(|at| title(snapshot, at)).unwrap_or_default();
    let mut lens = lens.clone();
    lens["command"] = json!({"title": title, "command": ""});
    lens
}

fn title(snapshot: &Snapshot, at: usize) -> Option<String> {
    let (text, placed) = CrdText::at(snapshot, at)?;
    let scope = ExpressionScope::of(snapshot, &text, &placed)?;
    let source = text.source(snapshot, &placed).text;
    let Ok(compiled) = scope.rule.compile(&source, scope.old_self) else {
        return Some("does not compile".to_owned());
    };
    if compiled.uses_old_self && scope.old_self == OldSelf::Value {
        return Some("only runs on updates".to_owned());
    }
    let node = scope.node()?;
    let kind = if scope.path.segments.len() == 1 || node.x_embedded_resource {
        SelfKind::Resource
    } else {
        SelfKind::Value
    };
    let expression = Expression::compile(&scope.rule, node, kind, &source, scope.old_self).ok()??;
    let evaluated = |value: &Json| {
        let evaluation = expression.evaluate(value, None, EXPRESSION_COST_LIMIT);
        let outcome = match evaluation.value.as_deref() {
            Ok("bool(true)") => "is true".to_owned(),
            Ok("bool(false)") => "is false".to_owned(),
            Ok(other) => other.to_owned(),
            Err(error) => format!("fails: {error}"),
        };
        (outcome, evaluation.cost)
    };
    for (name, value) in [("example", &node.example), ("default", &node.default)] {
        if let Some(value) = value {
            let (outcome, cost) = evaluated(value);
            return Some(format!("{outcome} for the {name}, cost {}", thousands(cost)));
        }
    }
    let samples = samples(snapshot, &text, &placed)?;
    let mut values = samples
        .iter()
        .map(|sample| values_at(scope.schema, &scope.path, sample, None));
    let values = values.find(|values| !values.is_empty()).unwrap_or_default();
    let (mut outcomes, mut most): (Vec<String>, u64) = (Vec::new(), 0);
    for value in values.iter().take(MOST_VALUES) {
        let (outcome, cost) = evaluated(value.value);
        most = most.max(cost);
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
    }
    if outcomes.is_empty() {
        return Some("no sample has such a value".to_owned());
    }
    Some(format!(
        "{} for a sample, cost {}",
        outcomes.join("; "),
        thousands(most)
    ))
}

/// Returns sample objects of the version.
fn samples(snapshot: &Snapshot, text: &CrdText, placed: &PlacedExpression) -> Option<Arc<Vec<Json>>> {
    let (version, ..) = placed.node()?;
    let crd = text.crd()?;
    let version = crd.versions().get(version)?;
    let written = snapshot.content().get(text.span())?;
    Some(
        snapshot
            .samples
            .of(written, crd, &version.name, snapshot.version()),
    )
}
