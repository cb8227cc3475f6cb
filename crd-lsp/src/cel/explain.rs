//! Hover in expressions: the description, type and cost of a name.

use crd_cel::ast::Kind;
use crd_cel::editor::macros;
use crd_cel::functions;
use crd_core::check::thousands;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::cost;
use super::names::{self, signature, since};
use super::place::{CrdText, PlacedExpression};
use super::scan::{ExpressionCursor, OpenMacro, Tokens};
use super::scope::{ExpressionScope, property_of};
use crate::snapshot::Snapshot;

/// Returns the hover text for a position, null if there is none; `None` outside of expressions.
pub(crate) fn hover(snapshot: &Snapshot, params: &lsp::HoverParams) -> Option<Json> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let (text, placed) = CrdText::at(snapshot, offset)?;
    Some(hover_at(snapshot, &text, &placed, offset).unwrap_or(Json::Null))
}

fn hover_at(snapshot: &Snapshot, text: &CrdText, placed: &PlacedExpression, offset: usize) -> Option<Json> {
    let source = text.source(snapshot, placed);
    let scope = ExpressionScope::of(snapshot, text, placed)?;
    let tokens = Tokens::new(&source.text, scope.version());
    let cursor = tokens
        .at(source.inner(offset))
        .filter(|cursor| !cursor.word.is_empty())?;
    let words = explained(&scope, &source.text, &cursor)?;
    let kind = if snapshot.client.shows_markdown {
        "markdown"
    } else {
        "plaintext"
    };
    Some(json!({
        "contents": {"kind": kind, "value": words},
        "range": snapshot.text.range(source.outer(cursor.word)),
    }))
}

fn explained(scope: &ExpressionScope<'_>, source: &str, cursor: &ExpressionCursor) -> Option<String> {
    let word = source.get(cursor.word.clone())?;
    if cursor.opens_call.is_some() {
        return call(scope, source, cursor, word);
    }
    let mut around = cursor.macros.clone();
    if cursor.is_variable_name {
        // The variable is declared by this macro.
        let open = around.last_mut()?;
        open.variables.push(cursor.word.clone());
    }
    let start = cursor
        .receiver
        .as_ref()
        .map_or(cursor.word.start, |receiver| receiver.start);
    let chain = source.get(start..cursor.word.end)?;
    let piece = scope.piece(source, &around, chain)?;
    let mut words = format!("```\n{word}: {}\n```\n", piece.described());
    if let Some(receiver) = &cursor.receiver
        && let Some(above) = scope.piece(source, &around, source.get(receiver.clone())?)
        && let Some(object) = above.checked.object_of(above.node)
        && let Some(property) = scope
            .schema_of(object.name())
            .and_then(|schema| property_of(schema, word))
        && !property.description.is_empty()
    {
        words.push_str(&format!("\n{}\n", property.description));
    }
    Some(words)
}

/// Describes a function or a macro.
fn call(scope: &ExpressionScope<'_>, source: &str, cursor: &ExpressionCursor, word: &str) -> Option<String> {
    let is_method = cursor.receiver.is_some();
    let receiver = cursor.receiver.clone().and_then(|receiver| source.get(receiver));
    let known = macros(scope.version());
    if let Some(known) = known
        .iter()
        .find(|known| known.name == word && known.is_method == is_method)
    {
        let mut words = format!("```\n{}\n```\n", known.usage);
        if let Some(runs) =
            receiver.and_then(|receiver| cost::of_loop(scope, source, &cursor.macros, receiver))
        {
            words.push_str(&format!("\n{runs}\n"));
        }
        words.push_str(&of_whole(scope, source, cursor).unwrap_or_default());
        return Some(words);
    }
    let signatures = signatures(scope, source, &cursor.macros, receiver, word);
    let mut lines: Vec<String> = Vec::new();
    let mut news = None;
    for (name, overload) in &signatures {
        lines.push(signature(name, overload).0);
        news = news.or_else(|| since(overload));
    }
    if lines.is_empty() {
        return None;
    }
    let mut words = format!("```\n{}\n```\n", lines.join("\n"));
    if let Some(news) = news {
        words.push_str(&format!("\n{news}\n"));
    }
    words.push_str(&of_whole(scope, source, cursor).unwrap_or_default());
    Some(words)
}

/// Returns the signatures of a function that match its receiver, with the name of the function.
pub(super) fn signatures(
    scope: &ExpressionScope<'_>,
    source: &str,
    macros: &[OpenMacro],
    receiver: Option<&str>,
    name: &str,
) -> Vec<(String, &'static crd_cel::Overload)> {
    let whole = receiver.map_or_else(|| name.to_owned(), |receiver| format!("{receiver}.{name}"));
    let of = |name: &str, is_member: bool| {
        let function = functions().find(|function| function.name == name);
        let overloads = function.map_or(&[][..], |function| function.overloads);
        overloads
            .iter()
            .filter(move |overload| overload.member == is_member && overload.is_in(scope.version()))
    };
    let free: Vec<_> = of(&whole, false)
        .map(|overload| (whole.clone(), overload))
        .collect();
    let Some(receiver) = receiver.filter(|_| free.is_empty()) else {
        return free;
    };
    let piece = scope.piece(source, macros, receiver);
    let fits = |first: &crd_cel::TypeId| {
        piece
            .as_ref()
            .is_none_or(|piece| names::fits(&piece.checked, piece.checked.type_id(piece.node), *first))
    };
    of(name, true)
        .filter(|overload| overload.params.first().is_some_and(fits))
        .map(|overload| (name.to_owned(), overload))
        .collect()
}

/// Describes the type and the cost of a call, if the whole expression has no errors.
fn of_whole(scope: &ExpressionScope<'_>, source: &str, cursor: &ExpressionCursor) -> Option<String> {
    let bracket = cursor.opens_call?;
    let checked = scope.checked(source)?;
    let ast = checked.ast();
    let node = ast.ids().filter(|id| {
        let node = ast.node(*id);
        node.position as usize == bracket && matches!(node.kind, Kind::Call { .. } | Kind::Comprehension(_))
    });
    let node = node.max_by_key(|id| ast.node(*id).span.range().len())?;
    let cost = scope.rule.estimate(&checked);
    let type_ = checked.describe(checked.type_id(node));
    Some(format!(
        "\nreturns `{type_}`, and costs up to {} here, including its receiver\n",
        thousands(cost.of(node).max)
    ))
}
