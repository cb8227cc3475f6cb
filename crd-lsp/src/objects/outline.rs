//! Symbols, folding ranges and selection ranges: the structure of a text, even if it is incomplete.

use std::ops::Range;

use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use crate::snapshot::Snapshot;
use crate::text::DocumentText;
use crate::yaml::{LooseNode, LooseValue};

/// The maximum depth of symbols.
const DEPTH: usize = 6;

/// Returns the members of each document as a tree.
pub(crate) fn symbols(snapshot: &Snapshot, _params: &lsp::DocumentSymbolParams) -> Vec<Json> {
    let text = &snapshot.text;
    let documents = snapshot.documents();
    let several = documents.len() > 1;
    let mut symbols = Vec::new();
    for document in documents {
        let root = &document.loose.root;
        let inner = symbols_of(root, text, 0);
        if inner.is_empty() {
            continue;
        }
        if !several {
            symbols.extend(inner);
            continue;
        }
        let word = |name: &str| root.text_of(name, snapshot.content());
        let name = root.get("metadata");
        let name = name.and_then(|metadata| metadata.text_of("name", snapshot.content()));
        let range = text.range(root.span.clone());
        symbols.push(json!({
            "name": word("kind").unwrap_or_else(|| "document".to_owned()),
            "detail": name,
            "kind": lsp::SymbolKind::Object,
            "range": range,
            "selectionRange": range,
            "children": inner,
        }));
    }
    symbols
}

fn symbols_of(node: &LooseNode, text: &DocumentText, depth: usize) -> Vec<Json> {
    if depth == DEPTH {
        return Vec::new();
    }
    let members = node.members().iter().filter(|member| !member.name.is_empty());
    let members = members.map(|member| {
        let (kind, detail) = match &member.value.value {
            LooseValue::Mapping(_) => (lsp::SymbolKind::Object, None),
            LooseValue::Sequence(_) => (lsp::SymbolKind::Array, None),
            _ => (lsp::SymbolKind::Field, member.value.text(text.as_str())),
        };
        let end = member.value.span.end.max(member.key.end);
        json!({
            "name": member.name,
            "detail": detail.map(|detail| detail.chars().take(60).collect::<String>()),
            "kind": kind,
            "range": text.range(member.key.start..end),
            "selectionRange": text.range(member.key.clone()),
            "children": symbols_of(&member.value, text, depth + 1),
        })
    });
    let mut symbols: Vec<Json> = members.collect();
    for (index, element) in node.elements().iter().enumerate() {
        let range = text.range(element.span.clone());
        let name = element.text_of("name", text.as_str());
        symbols.push(json!({
            "name": name.unwrap_or_else(|| index.to_string()),
            "kind": lsp::SymbolKind::Object,
            "range": range,
            "selectionRange": range,
            "children": symbols_of(element, text, depth + 1),
        }));
    }
    symbols
}

/// Returns the members with several lines.
pub(crate) fn folds(snapshot: &Snapshot, _params: &lsp::FoldingRangeParams) -> Vec<Json> {
    let mut folds = Vec::new();
    for document in snapshot.documents() {
        fold(&document.loose.root, &snapshot.text, &mut folds);
    }
    folds
}

fn fold(node: &LooseNode, text: &DocumentText, folds: &mut Vec<Json>) {
    let mut add = |start: usize, end: usize| {
        let (start, end) = (text.line_of(start), text.line_of(end));
        if start < end {
            folds.push(json!({"startLine": start, "endLine": end}));
        }
    };
    for member in node.members() {
        add(member.key.start, member.value.span.end);
    }
    for element in node.elements() {
        add(element.span.start, element.span.end);
    }
    for member in node.members() {
        fold(&member.value, text, folds);
    }
    for element in node.elements() {
        fold(element, text, folds);
    }
}

/// Returns the enclosing ranges of each position, the innermost first.
pub(crate) fn selections(snapshot: &Snapshot, params: &lsp::SelectionRangeParams) -> Vec<Json> {
    let documents = snapshot.documents().iter().map(|document| &document.loose);
    let each = params.positions.iter().map(|position| {
        let at = snapshot.offset(*position);
        let mut around = Vec::from([Range {
            start: 0,
            end: snapshot.content().len(),
        }]);
        for document in documents.clone().filter(|document| document.span.contains(&at)) {
            around.push(document.span.clone());
            select(&document.root, at, &mut around);
        }
        around.into_iter().fold(Json::Null, |parent, range| {
            let mut selection = json!({"range": snapshot.text.range(range)});
            if !parent.is_null() {
                selection["parent"] = parent;
            }
            selection
        })
    });
    each.collect()
}

fn select(node: &LooseNode, at: usize, around: &mut Vec<Range<usize>>) {
    let holds = |range: &Range<usize>| range.start <= at && at <= range.end;
    if !holds(&node.span) {
        return;
    }
    around.push(node.span.clone());
    for member in node.members() {
        let whole = member.key.start..member.value.span.end.max(member.key.end);
        if holds(&whole) {
            around.push(whole);
            if holds(&member.key) {
                around.push(member.key.clone());
            }
            select(&member.value, at, around);
            return;
        }
    }
    for element in node.elements() {
        select(element, at, around);
    }
}
