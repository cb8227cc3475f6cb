//! Code actions: fixes for findings, suggestions for misspelt fields, and comments that allow a finding.

use crd_core::check::{self, Diagnostic, Fix, codes, is_allowable};
use gen_lsp_types as lsp;
use serde_json::{Value as Json, json};

use super::subject::Subject;
use super::{deprecated, missing};
use crate::diagnostics;
use crate::findings;
use crate::snapshot::Snapshot;
use crate::yaml::{Cursor, CursorPlace};

/// Returns the actions for the findings in a range.
pub(crate) fn actions(snapshot: &Snapshot, params: &lsp::CodeActionParams) -> Vec<Json> {
    let wanted = snapshot.text.bytes(params.range);
    let found = snapshot.findings();
    let mut actions = Vec::new();
    for finding in &found.findings {
        let diagnostic = &finding.diagnostic;
        let Some(span) = diagnostic.span else {
            continue;
        };
        let (start, end) = (span.start as usize, span.end as usize);
        if end < wanted.start || wanted.end < start {
            continue;
        }
        let told = diagnostics::of(
            std::slice::from_ref(finding),
            &snapshot.text,
            &snapshot.uri,
            &snapshot.client,
        );
        let mut add =
            |title: String, edits: Vec<(std::ops::Range<usize>, String)>, is_preferred: Preference| {
                let edits: Vec<Json> = edits
                    .into_iter()
                    .map(|(range, text)| json!({"range": snapshot.text.range(range), "newText": text}))
                    .collect();
                let mut action = json!({
                    "title": title,
                    "kind": "quickfix",
                    "diagnostics": told,
                    "edit": {"changes": {snapshot.uri.as_str(): edits}},
                });
                if is_preferred == Preference::Preferred {
                    action["isPreferred"] = true.into();
                }
                actions.push(action);
            };
        if let Some(fix) = diagnostic.fix.as_ref().filter(|fix| is_harmless(snapshot, fix)) {
            let edits = fix.edits.iter().map(|edit| {
                let range = edit.span.start as usize..edit.span.end as usize;
                (range, edit.text.clone())
            });
            add(fix.title.clone(), edits.collect(), Preference::Preferred);
        } else if let Some(insertion) = missing::insertion(snapshot, finding.document, diagnostic) {
            let range = insertion.at..insertion.at;
            add(
                format!("add `{}`", insertion.name),
                vec![(range, insertion.text)],
                Preference::Preferred,
            );
        } else if let Some(meant) = meant(snapshot, diagnostic) {
            let range = start..end;
            add(
                format!("write `{meant}`"),
                vec![(range, meant)],
                Preference::Preferred,
            );
        }
        if is_allowable(diagnostic) && !snapshot.content().trim_start().starts_with('{') {
            let line = snapshot.text.line(snapshot.text.line_of(start));
            let text = snapshot.content().get(line.clone()).unwrap_or_default();
            let indent = text.len() - text.trim_start().len();
            let comment = format!("{}# crd-gen: allow {}\n", " ".repeat(indent), diagnostic.code);
            add(
                format!("allow {} here", diagnostic.code),
                vec![(line.start..line.start, comment)],
                Preference::Other,
            );
        }
    }
    actions.extend(deprecated::replacement(snapshot, wanted.start));
    actions
}

/// Whether the server does not reject more CRDs of the text with a fix than without it.
fn is_harmless(snapshot: &Snapshot, fix: &Fix) -> bool {
    let options = findings::options(&snapshot.configuration);
    let (_, applied) = check::apply_harmless(snapshot.content(), &[fix], &options);
    applied == 1
}

/// Whether an action is preferred.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preference {
    Preferred,
    Other,
}

/// Returns the most likely field for a misspelt one.
fn meant(snapshot: &Snapshot, diagnostic: &Diagnostic) -> Option<String> {
    if ![
        codes::OBJECT_UNKNOWN_FIELD,
        codes::UNKNOWN_FIELD,
        codes::UNREPORTED_FIELD,
    ]
    .contains(&diagnostic.code)
    {
        return None;
    }
    let cursor = Cursor::at(snapshot.content(), diagnostic.span?.start as usize)?;
    let CursorPlace::Key { .. } = cursor.place else {
        return None;
    };
    let name = snapshot.content().get(cursor.word.clone())?;
    let subject = Subject::of(snapshot, &cursor.document.root, &cursor.source, &cursor.path)?;
    let place = subject.at(&cursor.path)?;
    let members = place.members();
    let near = crd_core::nearest(name, members.iter().map(|(name, _)| *name))?;
    // The help does not have a name that cannot be meant there.
    let shown = format!("you mean `{near}`");
    let is_proposed = diagnostic.help.iter().any(|help| help.contains(&shown));
    is_proposed.then(|| near.to_owned())
}
