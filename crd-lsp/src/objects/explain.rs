//! Hover: the description of a field, like that of `crd-gen explain --rules`.

use gen_lsp_types as lsp;

use super::fields::{Requirement, explained};
use super::subject::{OF_ALL, Subject};
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace, CursorStep};

/// Returns the hover text for a position.
pub(crate) fn hover(snapshot: &Snapshot, params: &lsp::HoverParams) -> Option<lsp::Hover> {
    let offset = snapshot.offset(params.text_document_position_params.position);
    let cursor = Cursor::at(snapshot.content(), offset)?;
    let mut path = cursor.path.clone();
    if let CursorPlace::Key { .. } = cursor.place {
        let word = snapshot.content().get(cursor.word.clone())?;
        path.push(CursorStep::Member(word.trim_matches(['"', '\'']).to_owned()));
    }
    let subject = Subject::of(snapshot, &cursor.document.root, &cursor.source, &path)?;
    let name = path.iter().rev().find_map(|step| match step {
        CursorStep::Member(name) => Some(name.as_str()),
        CursorStep::Element(_) => None,
    })?;
    let above = path.get(..path.len().checked_sub(1)?)?;
    let parent = subject.at(above)?;
    let of_all = OF_ALL
        .iter()
        .find(|(known, _)| parent.is_resource() && *known == name);
    let text = match of_all {
        Some((name, text)) => format!("**{name}** `string`, required\n\n{text}\n"),
        None => {
            let place = subject.at(&path)?;
            let required = Requirement::of(&parent, name);
            explained(name, &place, required)
        }
    };
    let text = format!("{text}\n{} {}\n", subject.kind, subject.api_version);
    Some(lsp::Hover {
        contents: lsp::Contents::MarkupContent(lsp::MarkupContent {
            kind: if snapshot.client.shows_markdown {
                lsp::MarkupKind::Markdown
            } else {
                lsp::MarkupKind::PlainText
            },
            value: text,
        }),
        range: Some(snapshot.text.range(cursor.word)),
    })
}
