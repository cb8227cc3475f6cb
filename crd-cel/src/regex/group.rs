//! The names that Go accepts inside `\p{…}`.

use crate::go::unicode::table;

/// A group of characters that `\p{…}` can name.
pub(super) enum Group {
    Any,
    Ascii,
    Assigned,
    /// The code points of a line of the tables.
    Table(&'static str),
}

/// Looks up `name` as Go does: ignoring case, spaces, underscores and hyphens.
pub(super) fn group(name: &str) -> Option<Group> {
    Some(match canonical(name).as_str() {
        "Any" => Group::Any,
        "Ascii" => Group::Ascii,
        "Assigned" => Group::Assigned,
        name => Group::Table(table(name)?),
    })
}

/// Upper case for the first letter only.
fn canonical(name: &str) -> String {
    let mut canonical = String::with_capacity(name.len());
    for char in name.chars() {
        if matches!(char, '_' | '-' | ' ') {
            continue;
        }
        let first = canonical.is_empty();
        canonical.push(if first {
            char.to_ascii_uppercase()
        } else {
            char.to_ascii_lowercase()
        });
    }
    canonical
}
