//! Functions of strings. Places are counted in code points.

use crate::eval::error::MAX_TEXT;
use crate::eval::value::{Value, count_chars};

/// `strings.quote`: only the escapes that CEL knows.
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

/// The byte at which a code point begins; the end for their count.
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

/// The place of the first `part` at or after `from`; -1 when there is none.
pub(crate) fn index_of<'a>(text: &str, part: &str, from: Option<i64>) -> Value<'a> {
    let from_index = from.unwrap_or(0);
    if from_index < 0 {
        return out_of_range(from_index);
    }
    if part.is_empty() {
        return Value::Int(from_index);
    }
    let Some(start) = usize::try_from(from_index)
        .ok()
        .and_then(|from| byte_at(text, from))
    else {
        return Value::Int(-1);
    };
    let rest = text.get(start..).unwrap_or_default();
    match rest.find(part) {
        Some(at) => {
            let before = count_chars(rest.get(..at).unwrap_or_default());
            Value::Int(from_index + i64::try_from(before).unwrap_or(i64::MAX))
        }
        None => Value::Int(-1),
    }
}

/// The place of the last `part` that begins at or before `upto`; -1 when there is none.
pub(crate) fn last_index_of<'a>(text: &str, part: &str, upto: Option<i64>) -> Value<'a> {
    let length = count_chars(text);
    if part.is_empty() && upto.is_none() {
        return Value::Int(i64::try_from(length).unwrap_or(i64::MAX));
    }
    let part_length = count_chars(part);
    let most = match upto {
        Some(upto) if upto < 0 => return out_of_range(upto),
        Some(upto) => {
            if part.is_empty() {
                return Value::Int(upto);
            }
            usize::try_from(upto).unwrap_or(usize::MAX)
        }
        None => usize::MAX,
    };
    if part_length > length {
        return Value::Int(-1);
    }
    let most = most.min(length - part_length);
    let end = byte_at(text, most + part_length).unwrap_or(text.len());
    match text
        .get(..end)
        .and_then(|head| head.rfind(part).map(|at| count_chars(&head[..at])))
    {
        Some(at) => Value::Int(i64::try_from(at).unwrap_or(i64::MAX)),
        None => Value::Int(-1),
    }
}

/// At most `limit` replacements; all of them when it is negative. `None` if the result is too large.
pub(crate) fn replace<'a>(text: &str, old: &str, new: &str, limit: i64) -> Option<Value<'a>> {
    // Each code point of the text may be replaced, and so may the end.
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

/// At most `limit` parts; all of them when it is negative. An empty separator splits into code points.
pub(crate) fn split<'a>(text: &str, separator: &str, limit: i64) -> Value<'a> {
    let parts: Vec<Value<'a>> = match usize::try_from(limit) {
        Ok(0) => Vec::new(),
        Ok(1) => vec![Value::owned(text)],
        limit => {
            let limit = limit.unwrap_or(usize::MAX);
            if separator.is_empty() {
                runes(text, limit)
            } else {
                text.splitn(limit, separator).map(Value::owned).collect()
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

/// Trims what Unicode calls white space.
pub(crate) fn trim<'a>(text: &str) -> Value<'a> {
    Value::owned(text.trim())
}
