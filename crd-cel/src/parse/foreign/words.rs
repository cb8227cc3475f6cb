//! Operators and members of other languages that are words: `like`, `is not null`, `new Date()`, `Mode::Fast`.

use super::{is_part_of_name, split_name};
use crate::escape::escape;
use crate::synonyms;

/// Recognizes operators that are words, by the words around the unexpected one.
pub(super) fn of_words(before: &str, found: &str, after: &str) -> Option<&'static str> {
    let next = after.get(found.len()..).unwrap_or_default().trim_start();
    let next = next
        .split(|c| !is_part_of_name(c))
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let (_, last) = split_name(before.trim_end());
    Some(match found.to_ascii_lowercase().as_str() {
        "is" if matches!(
            next.as_str(),
            "not" | "null" | "none" | "nil" | "defined" | "undefined" | "set" | "present"
        ) =>
        {
            "to test whether a field is set, write `has(self.field)`"
        }
        "is" => "compare values with `==`, and types with `type(x) == int`",
        "not" if next == "in" => "write `!(x in list)`",
        _ => match last.to_ascii_lowercase().as_str() {
            "lambda" => synonyms::VARIABLE_FIRST,
            // A name after a name is the argument of a call without parentheses.
            "has" | "size" | "new" | "default" if !found.starts_with(is_part_of_name) => return None,
            "match" => synonyms::CONDITIONAL,
            "some" => "write `list.exists(x, condition)`",
            "new" if found == "Date" && after.contains("Date()") => synonyms::NO_TIME,
            "new" if found == "Date" => {
                "a time of a field is compared without `new Date(…)`: `self.time < self.other`"
            }
            "new" => "write a call without `new`; times are `timestamp('2026-01-31T00:00:00Z')`",
            "every" => "write `list.all(x, condition)`",
            "eq" | "ne" | "lt" | "gt" | "le" | "ge" => {
                "write operators between their operands: `a == b`, `a < b`"
            }
            "default" => synonyms::DEFAULT,
            "has" | "size" => "write the argument in parentheses: `has(self.field)`",
            word @ ("not" | "unless" | "typeof" | "switch" | "case" | "where" | "exists" | "forall"
            | "foreach") => {
                return synonyms::of_token(word);
            }
            _ => return None,
        },
    })
}

/// Recognizes a value of an enum, `Mode::Fast`, and a text that is created from a literal, `String::from('a')`.
pub(super) fn of_enum(before: &str, after: &str) -> Option<String> {
    let rest = after.strip_prefix("::")?;
    let (name, rest) = rest.split_at(rest.find(|c| !is_part_of_name(c)).unwrap_or(rest.len()));
    if let Some(argument) = rest.strip_prefix('(') {
        let (text, _) = argument.split_once(')')?;
        let is_text = text.starts_with(['\'', '"']) && !text.contains('`');
        return is_text.then(|| format!("write the text alone: `{text}`"));
    }
    let (_, ty) = split_name(before);
    let is_enum = !name.is_empty() && ty.starts_with(|c: char| c.is_ascii_uppercase());
    is_enum.then(|| format!("write the value of an enum as a text, spelled as in the schema: `'{name}'`"))
}

/// Recognizes the operator `like` of SQL, whose pattern has `%` at one end: `a like 'x%'`.
pub(super) fn of_like(before: &str, found: &str, after: &str) -> Option<String> {
    let pattern = after.get(found.len()..)?.trim_start().strip_prefix('\'')?;
    let (pattern, _) = pattern
        .split_once('\'')
        .filter(|_| found.to_ascii_lowercase().ends_with("like"))?;
    let text = pattern.trim_matches('%');
    let function = match (pattern.starts_with('%'), pattern.ends_with('%')) {
        _ if text.contains(['%', '_']) => return None,
        (true, true) => "contains",
        (true, false) => "endsWith",
        (false, true) => "startsWith",
        (false, false) => return None,
    };
    let value = match selection_before(before.trim_end()) {
        "" => "text",
        value => value,
    };
    Some(format!("write `{value}.{function}('{text}')`"))
}

/// Recognizes the operator `in` as a method: `x.in([…])`.
pub(super) fn of_method(before: &str, found: &str, after: &str) -> Option<String> {
    let arguments = after
        .strip_prefix(found)
        .filter(|_| found == "in")?
        .strip_prefix('(')?;
    let value = before.strip_suffix('.')?;
    let (value, (list, _)) = (selection_before(value), arguments.split_once(')')?);
    let is_simple = value.starts_with(|c: char| c.is_ascii_alphabetic()) && !list.contains('(');
    Some(if is_simple && list.starts_with('[') {
        format!("write `{value} in {list}`")
    } else if is_simple {
        format!("write `{value} in {list}`; if `{value}` is a list, write `{value}.all(x, x in {list})`")
    } else {
        "write `x in list`, without a dot".to_owned()
    })
}

/// Recognizes a member in quotes after a dot: `self.'foo-bar'`.
pub(super) fn of_quoted_member(before: &str, found: &str) -> Option<String> {
    let name = found.trim_matches(['"', '\'']);
    let is_quoted = before.ends_with('.') && name.len() + 2 == found.len();
    let escaped = escape(name).filter(|_| is_quoted)?;
    Some(format!("write `.{escaped}`; for a key of a map, `['{name}']`"))
}

/// Returns the selection at the end of a text: `self.a` of `1 < self.a`.
fn selection_before(text: &str) -> &str {
    let is_outside = |c| !is_part_of_name(c) && c != '.';
    text.rsplit(is_outside).next().unwrap_or_default()
}
