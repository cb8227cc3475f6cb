//! The notation of a string: plain, quoted, or as a literal block.

use std::fmt::Write as _;

/// Checks whether `text` is written as a literal block: it has several lines, and none that a reader could
/// misinterpret (control characters, a first line that hides the indentation, lines of blanks only).
pub(super) fn is_block(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with(['\n', ' ', '\t'])
        && text.chars().all(|c| c == '\n' || is_printable(c))
        && text
            .split('\n')
            .all(|line| line.is_empty() || !line.trim_matches(' ').is_empty())
}

/// Writes a string that [`is_block`] accepts, starting with its `|`, and ends the line.
pub(super) fn write_block(out: &mut String, indent: usize, text: &str) {
    let body = text.trim_end_matches('\n');
    let ends = text.len() - body.len();
    out.push_str(match ends {
        0 => "|-\n",
        1 => "|\n",
        _ => "|+\n",
    });
    for line in body.split('\n') {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
        out.push('\n');
    }
    out.extend(std::iter::repeat_n('\n', ends.saturating_sub(1)));
}

/// Writes a string on one line: plain if every reader interprets it as that string, quoted otherwise.
pub(super) fn write_inline(out: &mut String, text: &str) {
    match spelling(text) {
        Spelling::Plain => out.push_str(text),
        Spelling::Single => {
            out.push('\'');
            let mut parts = text.split('\'');
            out.push_str(parts.next().unwrap_or_default());
            for part in parts {
                out.push_str("''");
                out.push_str(part);
            }
            out.push('\'');
        }
        Spelling::Double => write_double(out, text),
    }
}

/// Whether every reader interprets a text without quotes as that text, also within brackets.
#[cfg(feature = "check")]
pub(crate) fn is_plain(text: &str) -> bool {
    spelling(text) == Spelling::Plain && !text.contains([',', '[', ']', '{', '}'])
}

/// Returns a text as an element of a list in brackets, in quotes unless every reader interprets it as that text without them; `None`
/// if it cannot be written in one line.
#[cfg(feature = "check")]
pub(crate) fn in_flow(text: &str) -> Option<String> {
    if is_plain(text) {
        return Some(text.to_owned());
    }
    let is_line = text.chars().all(is_printable);
    is_line.then(|| format!("'{}'", text.replace('\'', "''")))
}

#[derive(Debug, PartialEq, Eq)]
enum Spelling {
    Plain,
    Single,
    Double,
}

/// Like Go's YAML, uses double quotes if the text would read as another type, and single ones if it would break the syntax.
fn spelling(text: &str) -> Spelling {
    let bytes = text.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
        return Spelling::Double;
    };
    let starts_plain = match first {
        b'/' | b'_' | b'$' | b'(' | b'^' | b'<' | b'=' | b'~' | b'+' | b';' | b'\\' => true,
        // kubectl reads a text as JSON if `{` follows such a space.
        0x80.. => !text.trim_start().starts_with('{'),
        b'.' => !text.starts_with("..."),
        _ => first.is_ascii_alphanumeric(),
    };
    let mut plain = starts_plain && last != b' ' && last != b':';
    let mut ascii = true;
    let mut previous = 0;
    for &byte in bytes {
        match byte {
            b' '..=b'~' => plain &= !(byte == b'#' && previous == b' ' || byte == b' ' && previous == b':'),
            0x80.. => ascii = false,
            _ => return Spelling::Double,
        }
        previous = byte;
    }
    if !ascii && !text.chars().all(is_printable) {
        return Spelling::Double;
    }
    if reads_as_other_type(text, first) {
        return Spelling::Double;
    }
    if plain { Spelling::Plain } else { Spelling::Single }
}

/// Checks whether any YAML 1.1 or 1.2 reader interprets the plain scalar as something other than a string.
/// The check is broad, since quotes cost nothing.
fn reads_as_other_type(text: &str, first: u8) -> bool {
    const WORDS: [&str; 12] = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan", "infinity",
    ];
    match first {
        b'0'..=b'9' | b'+' | b'-' | b'.' => {
            // Numbers in every base, sexagesimals, dates and times.
            let numeric = |byte: u8| byte.is_ascii_hexdigit() || b"_.:+-, xXoOpPtTzZ".contains(&byte);
            let unsigned = text.trim_start_matches(['+', '-']);
            let word = unsigned.strip_prefix('.').unwrap_or(unsigned);
            text.bytes().all(numeric) && text.bytes().any(|byte| byte.is_ascii_digit())
                || WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
        }
        b'y' | b'Y' | b'n' | b'N' | b'o' | b'O' | b't' | b'T' | b'f' | b'F' | b'i' | b'I' => {
            text.len() <= 8 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        }
        b'~' | b'=' => text.len() == 1,
        b'<' => text == "<<",
        _ => false,
    }
}

/// Checks whether every reader accepts the character unescaped.
fn is_printable(c: char) -> bool {
    !matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}')
        && (c as u32) & 0xfffe != 0xfffe
}

fn write_double(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_printable(c) => out.push(c),
            // Writing to a string cannot fail.
            c if (c as u32) < 0x1_0000 => drop(write!(out, "\\u{:04x}", c as u32)),
            c => drop(write!(out, "\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut out = String::new();
        write_inline(&mut out, text);
        assert_eq!(out, expected, "{text:?}");
    }

    #[test]
    fn plain() {
        for text in [
            "a",
            "self.replicas <= self.maxReplicas",
            "it's \"so\" here",
            "a:b",
            "a#b",
            "a - b",
            "1Gi",
            "100m",
            "10.0.0.0/8",
            "x, y [z] {w}",
            "/etc/passwd",
            "^[a-z]+$",
            "$ref",
            "_x",
            "(a)",
            "é",
            "日本: no".trim_end_matches(": no"),
            "😀",
            "nothing",
            "Yesterday",
            ".spec.replicas",
            "<none>",
            "a\\b",
            "https://example.com/a?b=c&d",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn read_as_something_else() {
        for text in [
            "",
            "y",
            "N",
            "yes",
            "On",
            "OFF",
            "true",
            "null",
            "~",
            "1",
            "-1",
            "+1",
            "1_000",
            "0777",
            "0o17",
            "0x1F",
            "0b11",
            "1e3",
            "1.5",
            ".5",
            ".inf",
            "-.INF",
            ".NaN",
            "2001-01-01",
            "2001-12-14t21:59:43.10-05:00",
            "12:30:45",
            "190:20:30",
            "=",
            "<<",
            "1.2.3",
            "inf",
            "5d",
        ] {
            check(text, &format!("\"{text}\""));
        }
    }

    #[test]
    fn broken_by_syntax() {
        for text in [
            "- a", "-", "? a", "?", ": a", ":", ":a", "a: b", "a:", "a #b", "#a", "@a", "`a", "%a", "&a",
            "*a", "!a", "|", ">", "\"a", "[a]", "{a}", "]", "}", ",", " a", "a ", "---", "--- a", "...",
            "...a", "é: b", "é #", ". # a", "<a: b>",
        ] {
            check(text, &format!("'{text}'"));
        }
        check("'a'", "'''a'''");
        check("it's: so", "'it''s: so'");
    }

    #[test]
    fn escaped() {
        check("a\tb", "\"a\\tb\"");
        check("a\n", "\"a\\n\"");
        check(
            "\u{0}\u{7f}\u{85}\u{2028}\u{feff}\u{1fffe}\"\\",
            "\"\\u0000\\u007f\\u0085\\u2028\\ufeff\\U0001fffe\\\"\\\\\"",
        );
    }

    #[test]
    fn blocks() {
        for (text, block) in [
            ("a\nb", true),
            ("a\n", true),
            ("a\n\nb\n\n", true),
            ("a\n  b", true),
            ("# a\n- b", true),
            ("é\n😀", true),
            ("a", false),
            ("\na", false),
            (" a\nb", false),
            ("a\n \nb", false),
            ("a\tb\nc", false),
            ("a\r\nb", false),
            ("a\u{85}\nb", false),
        ] {
            assert_eq!(is_block(text), block, "{text:?}");
        }
    }
}
