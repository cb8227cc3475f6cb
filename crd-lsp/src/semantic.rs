//! Semantic tokens of expressions and deprecated fields.

use crd_core::sort::sort_by_key;
use std::ops::Range;

use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use crate::cel::{LEGEND, expression_tokens};
use crate::objects::deprecated_tokens;
use crate::snapshot::Snapshot;

/// The modifiers of tokens; the protocol uses one bit for each.
pub(crate) const MODIFIERS: [&str; 1] = ["deprecated"];

/// Returns the tokens of a text, in the encoding of the protocol.
pub(crate) fn semantic_tokens(snapshot: &Snapshot, _params: &lsp::SemanticTokensParams) -> Json {
    let expressions = expression_tokens(snapshot).into_iter();
    let mut tokens: Vec<(u32, u32, Range<usize>)> =
        expressions.map(|(kind, range)| (kind, 0, range)).collect();
    let property = LEGEND.iter().position(|kind| *kind == "property");
    let property = property
        .and_then(|kind| u32::try_from(kind).ok())
        .unwrap_or_default();
    let deprecated = deprecated_tokens(snapshot).into_iter();
    tokens.extend(deprecated.map(|range| (property, 1, range)));
    sort_by_key(&mut tokens, &|(_, _, range)| range.start);
    let mut data = Vec::new();
    let mut last = (0, 0);
    for (kind, modifiers, range) in tokens {
        for part in lines(snapshot, range) {
            let range = snapshot.text.range(part);
            let (line, start) = (range.start.line, range.start.character);
            if (line, start) < last {
                continue;
            }
            let column = if line == last.0 { start - last.1 } else { start };
            data.extend([
                line - last.0,
                column,
                range.end.character - start,
                kind,
                modifiers,
            ]);
            last = (line, start);
        }
    }
    json!({"data": data})
}

/// Splits a range at line ends.
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
