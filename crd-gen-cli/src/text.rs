//! Formats parts of reports and messages: counts, lists of names, and texts cut to a width.

use crd_core::check::thousands;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Formats a count with its noun: `1 object`, `2,000 objects`.
pub(crate) fn counted(count: usize, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {word}{ending}", grouped(count))
}

/// Writes thousands separators: `2,000`.
pub(crate) fn grouped(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}

/// Lists names in backticks, with commas between them.
pub(crate) fn quoted<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names = names.into_iter().map(|name| format!("`{}`", name.as_ref()));
    names.collect::<Vec<_>>().join(", ")
}

/// Lists names in backticks after words that match their number: `the kind is `A``, `the kinds are `A`, `B``.
pub(crate) fn listed<T: AsRef<str>>(one: &str, several: &str, names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<T> = names.into_iter().collect();
    let words = if names.len() == 1 { one } else { several };
    format!("{words} {}", quoted(names))
}

/// Puts a text on one line, without characters that would disturb the terminal.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if c.is_control() || changes_direction(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Returns the visible form of a character: spaces for tabs, a symbol for control characters.
pub(crate) fn visible(c: char) -> String {
    match c {
        '\t' => "    ".to_owned(),
        c if c.is_control() || changes_direction(c) => "\u{fffd}".to_owned(),
        c => c.to_string(),
    }
}

/// Whether a character changes the direction of text, which could make a line look like another.
fn changes_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// Returns the width of a text in terminal columns.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// Cuts a text to this many columns, with `…` at the end if it was cut.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.width() <= limit {
        return text.to_owned();
    }
    format!("{}…", first_columns(text, limit.saturating_sub(1)))
}

/// Returns the start of a text that fits into this many columns.
pub(crate) fn first_columns(text: &str, limit: usize) -> String {
    take_columns(text.chars(), limit).concat()
}

/// Returns the end of a text that fits into this many columns, with `…` before it if it was cut.
pub(crate) fn last_columns(text: &str, limit: usize) -> String {
    let mut taken = take_columns(text.chars().rev(), limit);
    if taken.len() < text.chars().rev().take(limit + 1).count() {
        taken.push("…".to_owned());
    }
    taken.reverse();
    taken.concat()
}

fn take_columns(characters: impl Iterator<Item = char>, limit: usize) -> Vec<String> {
    let mut used = 0;
    characters
        .map(visible)
        .take_while(|text| {
            used += columns(text);
            used <= limit
        })
        .collect()
}

/// Shortens a text to at most `limit` characters.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return text.to_owned();
    };
    let (shown, hidden) = text.split_at(end);
    format!("{shown}… ({})", counted(hidden.chars().count(), "more character"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_the_number_of_what_they_name() {
        assert_eq!(listed("the kind is", "the kinds are", ["A"]), "the kind is `A`");
        assert_eq!(
            listed("the kind is", "the kinds are", ["A", "B"]),
            "the kinds are `A`, `B`"
        );
        assert_eq!(counted(1, "document"), "1 document");
        assert_eq!(counted(2000, "document"), "2,000 documents");
        assert_eq!(shortened("abcd", 3), "abc… (1 more character)");
    }
}
