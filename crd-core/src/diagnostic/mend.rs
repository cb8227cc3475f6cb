//! Mends that are certain, as edits on byte spans.

use super::{Diagnostic, Edit, Fix};
use crate::field::FieldError;
use crate::yaml::tree::Node;

/// The mend of an error, where one is certain.
pub(super) fn fix(document: &Node, error: &FieldError, diagnostic: &Diagnostic) -> Option<Fix> {
    let _ = (document, error, diagnostic);
    None
}

/// The text with the edits of all fixes made; fixes that touch what another has edited are left out.
/// Returns the text and how many fixes were made.
pub fn apply(text: &str, fixes: &[&Fix]) -> (String, usize) {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut applied = 0;
    for fix in fixes {
        let free = |edit: &Edit| {
            taken
                .iter()
                .all(|other| edit.span.end <= other.span.start || other.span.end <= edit.span.start)
        };
        if fix.edits.iter().all(free) {
            taken.extend(&fix.edits);
            applied += 1;
        }
    }
    taken.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut position = 0;
    for edit in taken {
        out.push_str(text.get(position..edit.span.start as usize).unwrap_or_default());
        out.push_str(&edit.text);
        position = edit.span.end as usize;
    }
    out.push_str(text.get(position..).unwrap_or_default());
    (out, applied)
}
