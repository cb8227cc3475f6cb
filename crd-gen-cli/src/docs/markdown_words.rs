//! Words, links and code in a page of Markdown.

use super::descriptions::markdown;

/// A link to a field.
pub(super) fn link(version: &str, path: &str) -> String {
    let target = path.replace('[', "%5B").replace(']', "%5D").replace(' ', "%20");
    format!("[`{path}`](#{version}.{target})")
}

/// Words on one line; code in backticks stays code.
pub(super) fn words(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    markdown(&line.join(" ")).trim_end().to_owned()
}

/// Words in a cell of a table.
pub(super) fn cell(text: &str) -> String {
    words(text).replace('|', "\\|")
}

/// Code in backticks, more of them than it has itself.
pub(super) fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.is_empty() {
        return "the empty text".to_owned();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest > 0 || text.starts_with(' ') || text.ends_with(' ') {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}
