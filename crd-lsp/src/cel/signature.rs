//! Signature help: the parameters of the enclosing call.

use crd_cel::editor::macros;
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::explain::signatures;
use super::names;
use super::place::CrdText;
use super::scan::Tokens;
use super::scope::ExpressionScope;
use crate::snapshot::Snapshot;

/// Returns the signatures of the call that encloses a position.
pub(crate) fn signature(snapshot: &Snapshot, params: &lsp::SignatureHelpParams) -> Option<Json> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let (text, placed) = CrdText::at(snapshot, offset)?;
    let source = text.source(snapshot, &placed);
    let scope = ExpressionScope::of(snapshot, &text, &placed)?;
    let tokens = Tokens::new(&source.text, scope.version());
    let cursor = tokens.at(source.inner(offset))?;
    let call = cursor.call?;
    let name = source.text.get(call.name)?;
    let is_method = call.receiver.is_some();
    let known = macros(scope.version());
    let known = known
        .iter()
        .find(|known| known.name == name && known.is_method == is_method);
    if let Some(known) = known {
        let open = known.usage.find('(')? + 1;
        let end = known.usage.len() - 1;
        let mut at = open;
        let mut parameters = Vec::new();
        for part in known.usage.get(open..end)?.split(", ") {
            parameters.push(json!({"label": [at, at + part.len()]}));
            at += part.len() + 2;
        }
        let signature = json!({"label": known.usage, "parameters": parameters});
        return Some(
            json!({"signatures": [signature], "activeSignature": 0, "activeParameter": call.argument}),
        );
    }
    let receiver = call.receiver.and_then(|receiver| source.text.get(receiver));
    // The call has the same enclosing macros as its arguments.
    let found = signatures(&scope, &source.text, &cursor.macros, receiver, name);
    if found.is_empty() {
        return None;
    }
    let mut active = None;
    let mut shown = Vec::new();
    for (index, (name, overload)) in found.iter().enumerate() {
        let (label, places) = names::signature(name, overload);
        if places.len() > call.argument {
            active.get_or_insert(index);
        }
        // The text is ASCII, so offsets are equal in every encoding.
        let parameters: Vec<Json> = places
            .iter()
            .map(|(start, end)| json!({"label": [start, end]}))
            .collect();
        shown
            .push(json!({"label": label, "parameters": parameters, "documentation": names::since(overload)}));
    }
    Some(json!({
        "signatures": shown,
        "activeSignature": active.unwrap_or(0),
        "activeParameter": call.argument,
    }))
}
