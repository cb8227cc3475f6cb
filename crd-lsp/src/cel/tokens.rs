//! Semantic tokens of expressions, which editors otherwise show as plain text.

use std::ops::Range;

use crd_cel::editor::{CelToken, TokenClass, macros, tokens};
use crd_cel::{CompatVersion, functions};

use super::place::{CrdText, ExpressionText};
use crate::snapshot::Snapshot;

/// The names of the token types; the protocol refers to them by index.
pub(crate) const LEGEND: [&str; 12] = [
    "variable",
    "parameter",
    "property",
    "function",
    "method",
    "macro",
    "keyword",
    "number",
    "string",
    "operator",
    "comment",
    "namespace",
];

/// Returns the tokens of all expressions of a text: the index of their type, and their byte range.
pub(crate) fn expression_tokens(snapshot: &Snapshot) -> Vec<(u32, Range<usize>)> {
    let mut found = Vec::new();
    for text in CrdText::all(snapshot) {
        for expression in text.expressions() {
            let source = text.source(snapshot, &expression);
            found.extend(classified(&source, snapshot.version().compatibility()));
        }
    }
    found
}

/// Returns the types of the tokens of an expression, with their ranges in the text.
fn classified(source: &ExpressionText, version: CompatVersion) -> Vec<(u32, Range<usize>)> {
    let list = tokens(&source.text);
    let text = |token: &CelToken| source.text.get(token.span.range()).unwrap_or_default();
    let known = macros(version);
    let mut found = Vec::new();
    for (index, token) in list.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| list.get(before));
        let is_member = before.is_some_and(|before| {
            let dot = index.checked_sub(2).and_then(|dot| list.get(dot));
            before.class == TokenClass::Dot
                || (text(before) == "?" && dot.is_some_and(|dot| dot.class == TokenClass::Dot))
        });
        let next = list.get(index + 1);
        let calls = next.is_some_and(|next| text(next) == "(");
        let name = text(token);
        let is_macro = known
            .iter()
            .any(|known| known.name == name && known.is_method == is_member);
        let kind = match token.class {
            TokenClass::Name => match (calls, is_member) {
                (true, _) if is_macro => "macro",
                (true, true) => "method",
                (true, false) => "function",
                (false, true) => "property",
                (false, false) if ["self", "oldSelf"].contains(&name) => "variable",
                (false, false)
                    if next.is_some_and(|next| next.class == TokenClass::Dot) && is_namespace(name) =>
                {
                    "namespace"
                }
                (false, false) => "parameter",
            },
            TokenClass::Keyword => "keyword",
            TokenClass::Number => "number",
            TokenClass::Text => "string",
            TokenClass::Operator => "operator",
            TokenClass::Comment => "comment",
            _ => continue,
        };
        let kind = LEGEND.iter().position(|known| *known == kind);
        if let Some(kind) = kind.and_then(|kind| u32::try_from(kind).ok()) {
            found.push((kind, source.outer(token.span.range())));
        }
    }
    found
}

fn is_namespace(name: &str) -> bool {
    functions().any(|function| {
        let rest = function.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with('.'))
    })
}
