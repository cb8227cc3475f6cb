//! Headers, keys and values in the text of the file, which may be no TOML.

/// Returns the last header of a table in a text.
pub(super) fn header_of(text: &str) -> Option<&str> {
    text.lines().rev().find_map(header_in)
}

/// Returns the header of a table that a line is.
pub(super) fn header_in(line: &str) -> Option<&str> {
    let header = line.split('#').next()?.trim();
    header.starts_with('[').then_some(header)
}

/// Returns the key at the end of a text that ends before its value.
pub(super) fn key_before(text: &str) -> Option<&str> {
    let line = text.lines().next_back()?.trim_end().strip_suffix('=')?;
    line.rsplit(['{', ',']).next().map(str::trim)
}

/// Returns the value after a key: `["a"]` in `= ["a"] # mine`.
pub(super) fn value_behind(text: &str) -> Option<&str> {
    let value = text.trim_start().strip_prefix('=')?.trim_start();
    let (mut depth, mut quote) = (0_usize, None);
    let is_end = |letter: char| {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') if depth > 0 => depth -= 1,
            (None, ']' | '}' | ',' | '\n' | '#') => return depth == 0,
            _ => {}
        }
        false
    };
    let end = value.find(is_end).unwrap_or(value.len());
    value.get(..end).map(str::trim_end)
}
