//! Character classes: `[…]`, `\d`, `[:alpha:]`, `\p{Greek}`.

use super::ast::{Class, ClassItem};
use super::cursor::Cursor;
use super::escape::escape;
use super::group::{self, Group};
use super::{RegexError, RegexErrorKind};
use crate::go::unicode;

type Ranges = &'static [(u8, u8)];

const ALNUM: Ranges = &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')];
const ALPHA: Ranges = &[(b'A', b'Z'), (b'a', b'z')];
const ASCII: Ranges = &[(0, 0x7F)];
const BLANK: Ranges = &[(b'\t', b'\t'), (b' ', b' ')];
const CNTRL: Ranges = &[(0, 0x1F), (0x7F, 0x7F)];
const DIGIT: Ranges = &[(b'0', b'9')];
const GRAPH: Ranges = &[(b'!', b'~')];
const LOWER: Ranges = &[(b'a', b'z')];
const PRINT: Ranges = &[(b' ', b'~')];
const PUNCT: Ranges = &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')];
const SPACE: Ranges = &[(b'\t', b'\r'), (b' ', b' ')];
const UPPER: Ranges = &[(b'A', b'Z')];
const WORD: Ranges = &[(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z')];
const XDIGIT: Ranges = &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')];
/// `\s`, which unlike `[:space:]` does not include the vertical tab.
const PERL_SPACE: Ranges = &[(b'\t', b'\n'), (0x0C, b'\r'), (b' ', b' ')];

/// Parses the class at the cursor, which is at `[`.
pub(super) fn bracketed(cursor: &mut Cursor<'_>) -> Result<Class, RegexError> {
    let start = cursor.at();
    cursor.bump();
    let mut class = Class {
        negated: cursor.eat("^"),
        items: Vec::new(),
    };
    // A closing bracket at the beginning is a member of the class.
    let mut first = true;
    while first || !cursor.eat("]") {
        first = false;
        let item = if let Some(group) = group(cursor)? {
            group
        } else {
            range(cursor, start)?
        };
        class.items.push(item);
    }
    Ok(class)
}

/// Parses the Perl, POSIX or Unicode group at the cursor, if there is one.
fn group(cursor: &mut Cursor<'_>) -> Result<Option<ClassItem>, RegexError> {
    if let Some(item) = posix(cursor)? {
        return Ok(Some(item));
    }
    escaped(cursor)
}

/// Parses `\d`, `\pL` and similar groups at the cursor, if there is one.
pub(super) fn escaped(cursor: &mut Cursor<'_>) -> Result<Option<ClassItem>, RegexError> {
    let rest = cursor.rest();
    if rest.starts_with("\\p") || rest.starts_with("\\P") {
        return unicode_group(cursor).map(Some);
    }
    let (ranges, negated) = match rest.get(..2) {
        Some("\\d") => (DIGIT, false),
        Some("\\D") => (DIGIT, true),
        Some("\\s") => (PERL_SPACE, false),
        Some("\\S") => (PERL_SPACE, true),
        Some("\\w") => (WORD, false),
        Some("\\W") => (WORD, true),
        _ => return Ok(None),
    };
    cursor.skip(2);
    Ok(Some(ClassItem::Ascii { ranges, negated }))
}

fn posix(cursor: &mut Cursor<'_>) -> Result<Option<ClassItem>, RegexError> {
    let Some(after) = cursor.rest().strip_prefix("[:") else {
        return Ok(None);
    };
    let Some(length) = after.as_bytes().windows(2).position(|end| end == b":]") else {
        return Ok(None);
    };
    let name = after.get(..length).unwrap_or_default();
    let start = cursor.at();
    cursor.skip(length + 4);
    let ranges = match name.strip_prefix('^').unwrap_or(name) {
        "alnum" => ALNUM,
        "alpha" => ALPHA,
        "ascii" => ASCII,
        "blank" => BLANK,
        "cntrl" => CNTRL,
        "digit" => DIGIT,
        "graph" => GRAPH,
        "lower" => LOWER,
        "print" => PRINT,
        "punct" => PUNCT,
        "space" => SPACE,
        "upper" => UPPER,
        "word" => WORD,
        "xdigit" => XDIGIT,
        _ => return Err(cursor.error_from(RegexErrorKind::InvalidCharRange, start)),
    };
    Ok(Some(ClassItem::Ascii {
        ranges,
        negated: name.starts_with('^'),
    }))
}

/// Parses `\pL`, `\p{Greek}` or `\P{^Greek}`.
fn unicode_group(cursor: &mut Cursor<'_>) -> Result<ClassItem, RegexError> {
    let start = cursor.at();
    let mut negated = cursor.rest().starts_with("\\P");
    cursor.skip(2);
    let mut name = match cursor.peek() {
        Some('{') => {
            let Some(end) = cursor.rest().find('}') else {
                return Err(cursor.error_in(RegexErrorKind::InvalidCharRange, start..cursor.end()));
            };
            let name = cursor.rest().get(1..end).unwrap_or_default();
            cursor.skip(end + 1);
            name
        }
        Some(char) => {
            let name = cursor.rest().get(..char.len_utf8()).unwrap_or_default();
            cursor.bump();
            name
        }
        None => "",
    };
    if let Some(rest) = name.strip_prefix('^') {
        negated = !negated;
        name = rest;
    }
    let Some(group) = group::group(name) else {
        return Err(cursor.error_from(RegexErrorKind::InvalidCharRange, start));
    };
    Ok(match group {
        Group::Any => ClassItem::Ascii {
            ranges: &[],
            negated: !negated,
        },
        Group::Ascii => ClassItem::Ascii {
            ranges: ASCII,
            negated,
        },
        Group::Assigned => ClassItem::Unicode {
            table: unicode::table("Cn").unwrap_or_default(),
            negated: !negated,
        },
        Group::Table(table) => ClassItem::Unicode { table, negated },
    })
}

/// Parses one code point or a range of them.
fn range(cursor: &mut Cursor<'_>, class_start: usize) -> Result<ClassItem, RegexError> {
    let start = cursor.at();
    let low = code_point(cursor, class_start)?;
    let rest = cursor.rest();
    // `[a-]` is `a` or `-`.
    if rest.len() < 2 || !rest.starts_with('-') || rest.starts_with("-]") {
        return Ok(ClassItem::Range(low, low));
    }
    cursor.bump();
    let high = code_point(cursor, class_start)?;
    if high < low {
        return Err(cursor.error_from(RegexErrorKind::InvalidCharRange, start));
    }
    Ok(ClassItem::Range(low, high))
}

fn code_point(cursor: &mut Cursor<'_>, class_start: usize) -> Result<u32, RegexError> {
    if cursor.peek() == Some('\\') {
        return escape(cursor);
    }
    let code = cursor.bump().map(u32::from);
    code.ok_or_else(|| cursor.error_in(RegexErrorKind::MissingBracket, class_start..cursor.end()))
}
