//! The lines of a document that cannot be parsed.

/// Maximum number of characters of a line that a message shows.
const SHOWN: usize = 40;

/// A line that is neither empty nor a comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// The offset of its first byte.
    pub(super) start: usize,
    /// The length of its indentation.
    pub(super) indent: usize,
    /// The text after the indentation.
    pub(super) words: &'a str,
}

impl<'a> Line<'a> {
    /// Returns the key with its colon, or the dash of an item.
    pub(super) fn key(&self) -> Option<&'a str> {
        if self.is_item() {
            return Some("-");
        }
        let end = self.words.find([' ', '\t']).unwrap_or(self.words.len());
        let key = self.words.get(..end)?;
        (key.ends_with(':') && key.len() > 1).then_some(key)
    }

    pub(super) fn is_item(&self) -> bool {
        self.words == "-" || self.words.starts_with("- ")
    }

    /// Returns the offset in the line and the key, with its colon, of a member whose space after the colon is missing.
    pub(super) fn key_without_space(&self) -> Option<(usize, &'a str)> {
        let member = self.words.trim_start_matches("- ").trim_start();
        let colon = member.find(':')?;
        let (key, value) = member.split_at_checked(colon + 1)?;
        let is_of_key = |c: char| c.is_alphanumeric() || "_-./:".contains(c);
        let is_key = key.starts_with(char::is_alphabetic) && key.chars().all(is_of_key);
        // `: ` would end a key further on, and `//` follows the scheme of a URL.
        let is_value = !value.is_empty()
            && !value.starts_with([' ', '\t'])
            && !value.starts_with("//")
            && !value.contains(": ");
        (is_key && is_value).then_some((self.words.len() - member.len(), key))
    }

    /// Whether the value of the key is on the next lines.
    pub(super) fn is_open(&self) -> bool {
        let key = match self.words.rsplit_once(' ') {
            Some((key, anchor)) if anchor.starts_with('&') => key,
            _ => self.words,
        };
        key.ends_with(':')
    }

    /// Whether the line is one of the members that most objects of Kubernetes have, at their column.
    pub(super) fn is_member_of_object(&self) -> bool {
        let members = ["apiVersion:", "kind:", "metadata:", "spec:", "status:"];
        self.indent == 0 && self.key().is_some_and(|key| members.contains(&key))
    }

    /// Whether the value is a text of several words without quotes.
    pub(super) fn has_text(&self) -> bool {
        let value = self.words.split_once(": ").map(|(_, value)| value.trim());
        value.is_some_and(|value| value.contains(' ') && !value.starts_with(['"', '\'', '[', '{', '|', '>']))
    }

    /// Returns the column and the text of the key behind the dashes of an item; those of the line if there is no key.
    pub(super) fn behind_dashes(&self) -> (usize, &'a str) {
        let mut rest = self.words;
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item.trim_start();
        }
        if rest.ends_with(':') || rest.contains(": ") {
            (self.indent + self.words.len() - rest.len(), rest)
        } else {
            (self.indent, self.words)
        }
    }

    /// Whether a line with a key, or with an item, belongs to the same block as this one at a column. A list may have the column of
    /// its key.
    pub(super) fn is_beside(&self, column: usize, is_item: bool) -> bool {
        if is_item || !self.is_item() {
            self.indent == column
        } else {
            self.behind_dashes().0 == column
        }
    }

    /// Returns the key or the item of the line in backticks, shortened.
    pub(super) fn shown(&self, is_item: bool) -> String {
        let words = if is_item && self.is_item() {
            self.words
        } else {
            let words = self.behind_dashes().1;
            words
                .find(": ")
                .and_then(|end| words.get(..=end))
                .unwrap_or(words)
        };
        let words = words.replace('`', "'");
        match words.char_indices().nth(SHOWN) {
            Some((end, _)) => format!(
                "`{}…` on line {}",
                words.get(..end).unwrap_or_default(),
                self.number
            ),
            None => format!("`{words}` on line {}", self.number),
        }
    }
}

/// Returns the lines of a document. `first` is the number of its first line.
pub(super) fn lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let words = words.trim_end();
        if !words.is_empty() && !words.starts_with('#') && !words.starts_with("---") {
            lines.push(Line {
                number: first + index,
                start,
                indent,
                words,
            });
        }
        start += line.len();
    }
    lines
}

pub(super) fn spaces(count: usize) -> String {
    match count {
        0 => "no spaces".to_owned(),
        1 => "1 space".to_owned(),
        count => format!("{count} spaces"),
    }
}
