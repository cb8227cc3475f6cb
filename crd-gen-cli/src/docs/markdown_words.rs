//! Words, links and code in a page of Markdown.

use std::fmt::Write as _;

use super::descriptions::{escaped, is_page};

/// Where a link leads to a field: all but letters, digits and the signs of paths as numbers.
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

/// A link to a field, by its path.
pub(super) fn link(version: &str, path: &str) -> String {
    named_link(version, path, path)
}

/// A link to a field, with other words.
pub(super) fn named_link(version: &str, path: &str, name: &str) -> String {
    format!("[{}](#{})", code(name), target(version, path))
}

/// The place to which links to a field lead.
pub(super) fn place(version: &str, path: &str) -> String {
    format!("<a id=\"{}\"></a>", escaped(&format!("{version}.{path}")))
}

/// Words on one line; code in backticks stays code.
pub(super) fn words(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let mut out = String::with_capacity(text.len() + 16);
    inline(&line.join(" "), &mut out);
    out
}

/// Words in a cell of a table.
pub(super) fn cell(text: &str) -> String {
    in_cell(&words(text))
}

/// Markdown on one line in a cell of a table.
pub(super) fn in_cell(markdown: &str) -> String {
    markdown.replace('|', "\\|")
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

/// Writes words, in which nothing but emphasis, links to pages and code in backticks has a meaning.
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
                    // A line of code that begins as a block does would end the paragraph.
                    out.push_str(&code.replace('\n', " "));
                } else {
                    out.push_str(&"\\`".repeat(marks.len()));
                }
            }
            // What follows stands for itself, as it does without the backslash where it is written as a number.
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

/// Where code ends that began with so many backticks: after the next run of just as many.
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

/// Whether a link that begins here leads elsewhere than to a page.
fn is_unsafe_link(text: &str) -> bool {
    let Some((_, target)) = text.split_once("](").or_else(|| text.split_once("]:")) else {
        return false;
    };
    !is_page(target.trim_start_matches([' ', '<']))
}
