//! Writes descriptions as doc comments that rustdoc and doctests do not misinterpret, and from which the derive gets the same
//! description.

/// The maximum width of wrapped doc comments, without indentation and slashes.
const WIDTH: usize = 96;

/// The written form of a description.
pub(crate) struct Doc {
    pub(crate) lines: Vec<String>,
    /// The description for `#[crd(description = "…")]`, if the comment differs from it.
    pub(crate) exact: Option<String>,
}

/// Whether an item needs `keep_line_breaks`, so that its doc comments become the original descriptions.
pub(crate) fn needs_line_breaks<'a>(mut descriptions: impl Iterator<Item = &'a str>) -> bool {
    descriptions.any(|description| {
        let description = description.trim();
        is_safe(description) && wrapped(description, WIDTH).is_none()
    })
}

/// Whether line breaks are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineBreaks {
    Joined,
    Kept,
}

/// Returns the doc comment of a description, wrapped to the width that the indentation leaves.
pub(crate) fn doc(description: &str, breaks: LineBreaks, indent: usize) -> Doc {
    let text = description.trim();
    if text.is_empty() {
        return Doc {
            lines: Vec::new(),
            exact: None,
        };
    }
    if is_safe(text) {
        let lines = match breaks {
            LineBreaks::Kept => Some(text.lines().map(str::to_owned).collect()),
            LineBreaks::Joined => wrapped(text, WIDTH - indent),
        };
        if let Some(lines) = lines {
            return Doc { lines, exact: None };
        }
    }
    Doc {
        lines: harmless(text),
        exact: Some(text.to_owned()),
    }
}

/// Returns the doc comment of a sentence that is only for readers, because it is not in the schema.
pub(crate) fn for_readers(sentence: &str, indent: usize) -> Doc {
    let sentence = sentence.trim();
    if sentence.is_empty() {
        return Doc {
            lines: Vec::new(),
            exact: None,
        };
    }
    let lines = is_safe(sentence)
        .then(|| wrapped(sentence, WIDTH - indent))
        .flatten();
    Doc {
        lines: lines.unwrap_or_else(|| harmless(sentence)),
        exact: None,
    }
}

/// Whether rustdoc interprets a text as prose and lists: it has no code that would be run, no HTML, and no characters that are not
/// allowed in comments.
fn is_safe(text: &str) -> bool {
    let is_safe_line = |line: &str| {
        !line.starts_with("    ")
            && !line.starts_with('\t')
            && line.trim_end() == line
            && !line.contains("```")
            && !line.trim_start().starts_with("~~~")
            && !line.chars().any(|c| c.is_control() || is_direction(c))
    };
    text.split('\n').all(is_safe_line) && !holds_html(text)
}

/// Whether a character changes the text direction, which rustc rejects in comments and literals.
pub(super) fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether `<` starts HTML in Markdown; `<https://…>` is a link.
fn holds_html(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        let is_link = ["http://", "https://"]
            .iter()
            .any(|scheme| rest.starts_with(scheme));
        !is_link && rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
    })
}

/// Wraps a text whose paragraphs are single lines; returns `None` if the derive would not join the lines to the same text.
fn wrapped(text: &str, width: usize) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    let mut before = "";
    for paragraph in text.split('\n') {
        if paragraph.is_empty() {
            lines.push(String::new());
        } else if before.is_empty() && is_prose(paragraph) {
            wrap(paragraph, width, &mut lines);
        } else {
            return None;
        }
        before = paragraph;
    }
    Some(lines)
}

/// Whether a line is plain prose in any context.
fn is_prose(line: &str) -> bool {
    line.starts_with(|c: char| c.is_alphabetic() || matches!(c, '`' | '"' | '(' | '\''))
        && !line.contains("  ")
        && line.trim_end() == line
}

/// Whether a line may start with a word: it is no mark of a list, a quote or a heading.
fn may_start_line(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < word.len() && !rest.starts_with(['.', ')']);
    is_number || word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '`' | '"' | '(' | '\''))
}

/// Wraps a paragraph before words that may start a line.
fn wrap(paragraph: &str, width: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    for word in paragraph.split(' ') {
        if !line.is_empty() {
            if may_start_line(word) && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    lines.push(line);
}

/// Returns a similar text that rustdoc displays correctly.
fn harmless(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_fenced = false;
    for line in text.split('\n') {
        let mut line: String = line
            .chars()
            .filter(|c| !is_direction(*c))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let fence = line.trim_start();
        if fence.starts_with("```") || fence.starts_with("~~~") {
            is_fenced = !is_fenced;
            line = if is_fenced {
                "```text".to_owned()
            } else {
                "```".to_owned()
            };
        } else if !is_fenced {
            let plain = line.trim();
            let escaped = plain.replace("```", "'''").replace('<', "\\<");
            let indent = (line.len() - line.trim_start().len()).min(2);
            line = format!("{}{escaped}", " ".repeat(indent));
        }
        lines.push(line.trim_end().to_owned());
    }
    if is_fenced {
        lines.push("```".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{LineBreaks, doc, needs_line_breaks};

    /// Checks the comment of a description that follows from the comment.
    #[track_caller]
    fn check(description: &str, breaks: LineBreaks, expected: &[&str]) {
        let doc = doc(description, breaks, 80);
        assert_eq!(doc.lines, expected, "{description}");
        assert_eq!(doc.exact, None, "{description}");
    }

    /// Checks the comment of a description that must be written beside the comment.
    #[track_caller]
    fn check_inexact(description: &str, breaks: LineBreaks, expected: &[&str]) {
        let doc = doc(description, breaks, 80);
        assert_eq!(doc.lines, expected, "{description}");
        assert_eq!(doc.exact.as_deref(), Some(description));
    }

    #[test]
    fn prose_is_wrapped() {
        check(
            "One two three four.",
            LineBreaks::Joined,
            &["One two three", "four."],
        );
        check(
            "One 1. two three four",
            LineBreaks::Joined,
            &["One 1. two three", "four"],
        );
        check(
            "One two thre \"four\" 5 6.",
            LineBreaks::Joined,
            &["One two thre", "\"four\" 5 6."],
        );
        check("One.\n\nTwo.", LineBreaks::Joined, &["One.", "", "Two."]);
        assert!(!needs_line_breaks(["One two."].into_iter()));
    }

    #[test]
    fn lines_are_kept() {
        check("One\n- two", LineBreaks::Kept, &["One", "- two"]);
        assert!(needs_line_breaks(["One\ntwo"].into_iter()));
    }

    #[test]
    fn what_rustdoc_misreads_is_said_twice() {
        check_inexact("```\nlet\n```", LineBreaks::Kept, &["```text", "let", "```"]);
        check_inexact("A <b>c", LineBreaks::Joined, &["A \\<b>c"]);
        check_inexact("A\n    code", LineBreaks::Kept, &["A", "  code"]);
        check(
            "See <https://a.example>.",
            LineBreaks::Joined,
            &["See <https://a.example>."],
        );
        assert!(!needs_line_breaks(["A\n    code"].into_iter()));
    }
}
