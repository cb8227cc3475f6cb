//! Semantic tokens: the words of expressions, which editors show as plain text otherwise.

use std::ops::Range;

use crd_cel::editor::{CelToken, TokenClass, macros, tokens};
use crd_cel::{CompatVersion, functions};
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::place::{CrdText, ExpressionText};
use crate::snapshot::Snapshot;

/// The names of the kinds of tokens; the protocol counts them.
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

/// The tokens of all expressions of a text.
pub(crate) fn semantic_tokens(snapshot: &Snapshot, _params: &lsp::SemanticTokensParams) -> Json {
    let mut data = Vec::new();
    let mut last = (0, 0);
    for text in CrdText::all(snapshot) {
        for expression in text.expressions() {
            let source = text.source(snapshot, &expression);
            for (kind, range) in classified(&source, snapshot.version().compatibility()) {
                for part in lines(snapshot, range) {
                    let range = snapshot.text.range(part);
                    let (line, start) = (range.start.line, range.start.character);
                    if (line, start) < last {
                        continue;
                    }
                    let column = if line == last.0 { start - last.1 } else { start };
                    data.extend([line - last.0, column, range.end.character - start, kind, 0]);
                    last = (line, start);
                }
            }
        }
    }
    json!({"data": data})
}

/// The parts of a range in each of its lines.
fn lines(snapshot: &Snapshot, range: Range<usize>) -> Vec<Range<usize>> {
    let (first, last) = (
        snapshot.text.line_of(range.start),
        snapshot.text.line_of(range.end),
    );
    let parts = (first..=last).map(|line| {
        let line = snapshot.text.line(line);
        let text = snapshot.content().get(line.clone()).unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        let start = if line.start < range.start {
            range.start
        } else {
            line.start + indent
        };
        start..range.end.min(line.end)
    });
    parts.filter(|part| part.start < part.end).collect()
}

/// The kinds of the tokens of an expression, with their places in the text.
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
