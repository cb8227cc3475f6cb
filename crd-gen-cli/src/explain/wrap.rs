//! Wraps and indents texts as `kubectl explain` does.
//!
//! ```text
//! wrap("one two three", 8)      one two\nthree
//! indent("a\nb", 2)             "  a\n  b"
//! ```

/// Breaks lines at spaces so that none is longer than `limit` characters, unless it is one long word. Line breaks in
/// the text and multiple spaces are kept, unless a line ends there.
pub(super) fn wrap(text: &str, limit: usize) -> String {
    let mut wrapped = String::with_capacity(text.len() + text.len() / limit.max(1));
    let mut column = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let blank = rest.find(|c: char| !is_space(c)).unwrap_or(rest.len());
        let (spaces, after) = rest.split_at(blank);
        let end = after
            .find(|c: char| is_space(c) || c == '\n')
            .unwrap_or(after.len());
        let (word, after_word) = after.split_at(end);
        let (blank, length) = (spaces.chars().count(), word.chars().count());
        if word.is_empty() {
            // Spaces at the end of a line or of the text.
            if column + blank <= limit {
                wrapped.push_str(spaces);
                column += blank;
            } else {
                column = 0;
            }
        } else if column + blank + length.min(limit.saturating_sub(1)) > limit {
            wrapped.push('\n');
            wrapped.push_str(word);
            column = length;
        } else {
            wrapped.push_str(spaces);
            wrapped.push_str(word);
            column += blank + length;
        }
        rest = match after_word.strip_prefix('\n') {
            Some(next_line) => {
                wrapped.push('\n');
                column = 0;
                next_line
            }
            None => after_word,
        };
    }
    wrapped
}

/// Whether a character is white space at which a line may break; a no-break space is part of a word.
fn is_space(c: char) -> bool {
    c.is_whitespace() && c != '\n' && c != '\u{a0}'
}

/// Indents every line, including empty ones.
pub(super) fn indent(text: &str, by: usize) -> String {
    let margin = " ".repeat(by);
    format!("{margin}{}", text.replace('\n', &format!("\n{margin}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("one two three", 8), "one two\nthree");
        assert_eq!(wrap("a verylongword b", 5), "a\nverylongword\nb");
        assert_eq!(wrap("a\n\nb  c\n", 9), "a\n\nb  c\n");
    }

    #[test]
    fn every_line_gets_the_margin() {
        assert_eq!(indent("a\n\nb", 2), "  a\n  \n  b");
    }
}
