//! Functions of strings. Positions are counted in code points.

use crate::eval::error::MAX_TEXT;
use crate::eval::value::{Text, Value, count_chars};

/// Implements `strings.quote`: only the escapes that CEL has.
pub(crate) fn cel_quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn out_of_range<'a>(index: i64) -> Value<'a> {
    Value::error(format!("index out of range: {index}"))
}

/// Returns the byte offset of a code point; the end for an index that equals their count.
fn byte_at(text: &str, chars: usize) -> Option<usize> {
    if text.is_ascii() {
        return (chars <= text.len()).then_some(chars);
    }
    text.char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .nth(chars)
}

pub(crate) fn char_at<'a>(text: &str, index: i64) -> Value<'a> {
    let Some(start) = usize::try_from(index).ok().and_then(|index| byte_at(text, index)) else {
        return out_of_range(index);
    };
    let found = text.get(start..).and_then(|rest| rest.chars().next());
    Value::owned(found.map(String::from).unwrap_or_default())
}

pub(crate) fn substring<'a>(text: &str, start: i64, end: Option<i64>) -> Value<'a> {
    let length = i64::try_from(count_chars(text)).unwrap_or(i64::MAX);
    let last = end.unwrap_or(length);
    if end.is_some() && start > last {
        return Value::error(format!("invalid substring range. start: {start}, end: {last}"));
    }
    if start < 0 || start > length {
        return out_of_range(start);
    }
    if last < 0 || last > length {
        return out_of_range(last);
    }
    let at = |place: i64| {
        usize::try_from(place)
            .ok()
            .and_then(|place| byte_at(text, place))
            .unwrap_or_default()
    };
    Value::owned(text.get(at(start)..at(last)).unwrap_or_default())
}

/// The first server that accepts positions after the end of a text.
const LENIENT_PLACES: u8 = 32;
/// The first server that accepts searching backwards from the end of an empty text.
const LENIENT_ENDS: u8 = 34;
/// The first server that finds the empty text within the text and not after its end.
const CLAMPED_PLACES: u8 = 37;

/// Returns the result of searching for a text from a position, if the position alone determines it.
fn found_at_place<'a>(length: usize, part: &str, place: i64, server: u8) -> Option<Value<'a>> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if part.is_empty() && server < CLAMPED_PLACES {
        return Some(Value::Int(place));
    }
    if place < 0 {
        return Some(out_of_range(place));
    }
    if part.is_empty() {
        return Some(Value::Int(place.min(length)));
    }
    (place >= length).then(|| {
        if server < LENIENT_PLACES {
            out_of_range(place)
        } else {
            Value::Int(-1)
        }
    })
}

/// Returns the index of the first `part` at or after `from`; -1 if there is none.
pub(crate) fn index_of<'a>(text: &str, part: &str, from: Option<i64>, server: u8) -> Value<'a> {
    let from = from.unwrap_or(0);
    if let Some(found) = found_at_place(count_chars(text), part, from, server) {
        return found;
    }
    let start = usize::try_from(from).ok().and_then(|from| byte_at(text, from));
    let rest = start.and_then(|start| text.get(start..)).unwrap_or_default();
    match rest.find(part) {
        Some(at) => {
            let before = count_chars(rest.get(..at).unwrap_or_default());
            Value::Int(from + i64::try_from(before).unwrap_or(i64::MAX))
        }
        None => Value::Int(-1),
    }
}

/// Returns the index of the last `part` that begins at or before `upto`; -1 if there is none.
pub(crate) fn last_index_of<'a>(text: &str, part: &str, upto: Option<i64>, server: u8) -> Value<'a> {
    let length = count_chars(text);
    let last = i64::try_from(length).unwrap_or(i64::MAX);
    if upto.is_none() && part.is_empty() {
        return Value::Int(last);
    }
    if upto.is_none() && server >= LENIENT_ENDS && text.len() < part.len() {
        return Value::Int(-1);
    }
    let upto = upto.unwrap_or(last - 1);
    if let Some(found) = found_at_place(length, part, upto, server) {
        return found;
    }
    let part_length = count_chars(part);
    let Some(most) = length.checked_sub(part_length) else {
        return Value::Int(-1);
    };
    let most = most.min(usize::try_from(upto).unwrap_or_default());
    let end = byte_at(text, most + part_length).unwrap_or(text.len());
    let head = text.get(..end).unwrap_or_default();
    match head.rfind(part) {
        Some(at) => {
            let before = count_chars(head.get(..at).unwrap_or_default());
            Value::Int(i64::try_from(before).unwrap_or(i64::MAX))
        }
        None => Value::Int(-1),
    }
}

/// Replaces at most `limit` occurrences; all of them if it is negative. `None` if the result is too large.
pub(crate) fn replace<'a>(text: &str, old: &str, new: &str, limit: i64) -> Option<Value<'a>> {
    // Each code point of the text, and the end, may be replaced.
    let most = (count_chars(text) + 1).saturating_mul(new.len());
    if most.saturating_add(text.len()) > MAX_TEXT {
        let times = if old.is_empty() {
            count_chars(text) + 1
        } else {
            text.matches(old).count()
        };
        let times = usize::try_from(limit).map_or(times, |limit| times.min(limit));
        if times.saturating_mul(new.len()) > MAX_TEXT {
            return None;
        }
    }
    Some(match usize::try_from(limit) {
        Ok(limit) => Value::owned(text.replacen(old, new, limit)),
        Err(_) => Value::owned(text.replace(old, new)),
    })
}

/// Splits into at most `limit` parts; into all of them if it is negative. An empty separator splits into code points.
pub(crate) fn split<'a>(source: &Text<'a>, separator: &str, limit: i64) -> Value<'a> {
    let text = source.as_str();
    let parts: Vec<Value<'a>> = match usize::try_from(limit) {
        Ok(0) => Vec::new(),
        // An empty text has no characters to split into.
        Ok(1) if text.is_empty() && separator.is_empty() => Vec::new(),
        Ok(1) => vec![Value::owned(text)],
        limit => {
            let limit = limit.unwrap_or(usize::MAX);
            if separator.is_empty() {
                runes(text, limit)
            } else {
                match source {
                    Text::Borrowed(text) => text.splitn(limit, separator).map(Value::text).collect(),
                    Text::Owned(text) => text.splitn(limit, separator).map(Value::owned).collect(),
                }
            }
        }
    };
    Value::list(parts)
}

fn runes<'a>(text: &str, limit: usize) -> Vec<Value<'a>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if parts.len() + 1 == limit {
            parts.push(Value::owned(rest));
            break;
        }
        let (head, tail) = rest.split_at_checked(c.len_utf8()).unwrap_or((rest, ""));
        parts.push(Value::owned(head));
        rest = tail;
    }
    parts
}

/// Trims Unicode white space.
pub(crate) fn trim<'a>(text: &str) -> Value<'a> {
    Value::owned(text.trim())
}
