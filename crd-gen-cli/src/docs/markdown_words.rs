//! Writes text, links and code in a page of Markdown.

use std::fmt::Write as _;

use super::descriptions::{escaped, is_page};

/// Returns the target of a link to a field: characters other than letters, digits and those of paths are percent-encoded.
fn target(version: &str, path: &str) -> String {
    let mut target = format!("{version}.");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b".-_~$[]*".contains(&byte) {
            target.push(char::from(byte));
        } else {
            let _ = write!(target, "%{byte:02X}");
        }
    }
    target
}

/// Returns a link to a field, with its path as the text.
pub(super) fn link(version: &str, path: &str) -> String {
    named_link(version, path, path)
}

/// Returns a link to a field, with another text.
pub(super) fn named_link(version: &str, path: &str, name: &str) -> String {
    format!("[{}](#{})", code(name), target(version, path))
}

/// Returns the anchor of a field.
pub(super) fn place(version: &str, path: &str) -> String {
    format!("<a id=\"{}\"></a>", escaped(&format!("{version}.{path}")))
}

/// Converts a text to one line; code in backticks is kept.
pub(super) fn words(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let mut out = String::with_capacity(text.len() + 16);
    inline(&line.join(" "), &mut out);
    out
}

/// Converts a text for a table cell.
pub(super) fn cell(text: &str) -> String {
    in_cell(&words(text))
}

/// Converts Markdown to one line for a table cell.
pub(super) fn in_cell(markdown: &str) -> String {
    markdown.replace('|', "\\|")
}

/// Returns code in backticks, more of them than it contains.
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

/// Writes text, in which only emphasis, links to pages and code in backticks have a meaning.
pub(super) fn inline(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let mut used = c.len_utf8();
        match c {
            '`' => {
                let inside = rest.trim_start_matches('`');
                let marks = rest.get(..rest.len() - inside.len()).unwrap_or_default();
                used = marks.len();
                if let Some(end) = end_of_code(inside, marks.len()) {
                    used += end;
                    let code = rest.get(..used).unwrap_or_default();
                    // A line of code that begins like a block would end the paragraph.
                    out.push_str(&code.replace('\n', " "));
                } else {
                    out.push_str(&"\\`".repeat(marks.len()));
                }
            }
            // The next character is literal; written as a character reference, it is also literal without the backslash.
            '\\' if after.starts_with(['<', '{', '}']) => {}
            '\\' if after.starts_with(|next: char| next.is_ascii_punctuation()) => {
                used += 1;
                out.push_str(rest.get(..used).unwrap_or_default());
            }
            '<' => out.push_str("&lt;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '!' if after.starts_with('[') => out.push_str("\\!"),
            '[' if is_unsafe_link(after) => out.push_str("\\["),
            '\n' => out.push('\n'),
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
        rest = rest.get(used..).unwrap_or_default();
    }
}

/// Returns the end of a code span that began with `marks` backticks: after the next run of the same length.
fn end_of_code(inside: &str, marks: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        let from = inside.get(at..)?;
        let run = from.get(from.find('`')?..)?;
        let length = run.len() - run.trim_start_matches('`').len();
        at = inside.len() - run.len() + length;
        if length == marks {
            return Some(at);
        }
    }
}

/// Whether a link that begins here has a target other than a page.
fn is_unsafe_link(text: &str) -> bool {
    let Some((_, target)) = text.split_once("](").or_else(|| text.split_once("]:")) else {
        return false;
    };
    !is_page(target.trim_start_matches([' ', '<']))
}
