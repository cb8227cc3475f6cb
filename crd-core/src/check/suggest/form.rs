//! Values that are written in the wrong form, and how their type is written.
//!
//! ```text
//! shortNames: bs              write a list: `shortNames: [bs]`
//! minimum: "0"                write it without quotes: `0`
//! name: on                    `on` is a boolean in YAML; write it in quotes: `'on'`
//! labels: a=b                 write an object: `a: b`
//! ```

use super::number;
use crate::server::decode::JsonType;
use crate::server::objects::pattern_matches;
use crate::yaml::tree::{Entry, Node, Span, Value};
use crate::yaml::{self, is_plain, quoted};

/// Maximum number of characters of a value that is shown.
const SHOWN: usize = 40;

/// The keyword of which the server rejects `false`.
const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// Returns what to write instead of a value that does not have the expected type. `name` is that of its member.
pub(in crate::check) fn of_wrong_type(
    text: &str,
    node: &Node,
    name: &str,
    expected: JsonType,
) -> Option<String> {
    match (expected, &node.value) {
        (JsonType::String, Value::Bool(_) | Value::Int(_) | Value::Float(_)) => in_quotes(text, node),
        (JsonType::Integer | JsonType::Number | JsonType::Boolean, Value::String(value)) => {
            without_quotes(value, name, expected)
        }
        (JsonType::Boolean, Value::Int(0)) if name != PRESERVE => Some("write `false`".to_owned()),
        (JsonType::Boolean, Value::Int(1)) => Some("write `true`".to_owned()),
        (JsonType::Integer, Value::Float(number)) => Some(
            outside_of_int64(*number)
                .unwrap_or("write a whole number")
                .to_owned(),
        ),
        (JsonType::Array, Value::Mapping(_)) => list_of_object(text, node),
        (JsonType::Array, Value::Null) => None,
        (JsonType::Array, _) if name == "x-kubernetes-validations" => {
            Some("write a list of rules: `- rule: …`".to_owned())
        }
        (JsonType::Array, Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::Float(_)) => {
            let value = written(text, node)?;
            let whole = node.as_str().map_or(value, str::trim);
            if let Some(words) = words(name, whole) {
                return Some(format!("write a list: `{name}: [{words}]`"));
            }
            if whole.contains(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|')) {
                // It may be one element, or several.
                return Some(format!(
                    "write a list: `{name}: […]`, or a line with `- ` for each element"
                ));
            }
            let is_plain = value.starts_with(['"', '\'']) || !value.contains(['[', ']', '{', '}', ':', '#']);
            let value = if is_plain {
                value.to_owned()
            } else {
                quoted(value)?
            };
            Some(format!("write a list: `{name}: [{value}]`"))
        }
        (JsonType::Object, Value::Sequence(elements)) => object_of_list(text, elements),
        (JsonType::Object, Value::String(value)) => object_of_text(value, as_text),
        (_, Value::Mapping(_)) if let Some(keyword) = keyword_after_dash(text, node) => {
            Some(format!("remove the `- `: `{keyword}` is a keyword of the schema"))
        }
        (_, Value::Sequence(_) | Value::Mapping(_)) => only_value(text, node, expected),
        _ => None,
    }
}

/// Returns the only member of an element of a list, if it is a keyword of the schema.
fn keyword_after_dash<'n>(text: &str, node: &'n Node) -> Option<&'n str> {
    let [member] = node.members() else {
        return None;
    };
    let before = text.get(..node.span.start as usize)?;
    let is_keyword = &*member.key == "type" || member.key.starts_with("x-kubernetes-");
    (is_keyword && before.trim_end().ends_with('-')).then_some(&*member.key)
}

/// Returns the limits of integers, for a whole number outside of them.
fn outside_of_int64(number: f64) -> Option<&'static str> {
    #[expect(clippy::cast_precision_loss, reason = "the least i64 is a power of 2")]
    let is_outside = number.fract() == 0.0 && (number < i64::MIN as f64 || number >= -(i64::MIN as f64));
    is_outside.then(|| of_integer_format("int64"))?
}

/// Returns the limits of the integers of a format.
pub(in crate::check) fn of_integer_format(text: &str) -> Option<&'static str> {
    const LIMITS: [(&str, &str); 2] = [
        (
            "int32",
            "an `int32` is at least -2147483648 and at most 2147483647",
        ),
        (
            "int64",
            "an `int64` is at least -9223372036854775808 and at most 9223372036854775807",
        ),
    ];
    let found = LIMITS.iter().find(|(format, _)| text.contains(format));
    found.map(|(_, limits)| *limits)
}

/// Returns the only value of a list or of an object, if it has the expected type.
fn only_value(text: &str, node: &Node, expected: JsonType) -> Option<String> {
    let is_flow = node.span.slice(text)?.starts_with(['[', '{']);
    let (value, what) = match (node.elements(), node.members()) {
        ([only], _) if is_flow => (only, "without brackets"),
        ([only], _) => (only, "without `- `"),
        (_, [only]) => (&only.value, "without the name"),
        _ => return None,
    };
    let found = JsonType::of(value);
    let has_type = found == expected || (found, expected) == (JsonType::Integer, JsonType::Number);
    has_type.then(|| match written(text, value) {
        Some(written) if let Some(whole) = text_with_colon(text, node) => {
            format!("write only the value, {what}: `{written}`; for one text, quote it: `{whole}`")
        }
        Some(written) => format!("write only the value, {what}: `{written}`"),
        None => format!("write only the value, {what}"),
    })
}

/// Returns the text, in quotes, of an element of a list that YAML reads as an object: `'Ave: Maria'` for `- Ave: Maria`.
fn text_with_colon(text: &str, node: &Node) -> Option<String> {
    let [only] = node.members() else {
        return None;
    };
    let before = text.get(..node.span.start as usize)?;
    let is_name = only.key.starts_with(char::is_lowercase);
    let is_element = before.ends_with("- ") && only.value.as_str().is_some() && !is_name;
    quoted(written(text, node).filter(|_| is_element)?)
}

/// Returns the object that a text stands for: `team: ml` for `team=ml`. `shown` returns a value as it is written.
pub(in crate::check) fn object_of_text(
    value: &str,
    shown: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    if matches!(value.trim(), "" | "{}") {
        return Some("write an empty object: `{}`".to_owned());
    }
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
        let value = shown(value.trim_matches(['"', '\'']))?;
        is_name.then(|| format!("{name}: {value}"))
    };
    let pairs: Vec<String> = value
        .split([',', ' '])
        .filter(|word| !word.is_empty())
        .map(pair)
        .collect::<Option<_>>()?;
    Some(match pairs.as_slice() {
        [only] => format!("write an object: `{only}`"),
        pairs => format!("write an object: `{{{}}}`", pairs.join(", ")),
    })
}

/// A member that YAML reads with another name than is meant.
pub(in crate::check) struct Misread {
    /// What to write instead of it.
    pub(in crate::check) help: String,
    /// The name that is meant.
    pub(in crate::check) name: Box<str>,
    /// The value that is meant, with the position of the member's.
    pub(in crate::check) value: Node,
}

/// Returns what is meant by a member that YAML reads with another name: `type:string`, and `size = {type: integer}`, whose name is
/// `size = {type`.
pub(in crate::check) fn misread(name: &str, value: &Node) -> Option<Misread> {
    if value.value == Value::Null {
        let (name, text) = name.split_once(':')?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
        return (is_name && !text.is_empty() && !text.contains(':')).then(|| Misread {
            help: format!("write a space after the `:`: `{name}: {text}`"),
            name: name.into(),
            value: Node {
                span: value.span,
                value: Value::String(text.into()),
            },
        });
    }
    let (name, inner) = name.split_once('=')?;
    let (name, inner) = (name.trim_end().trim_end_matches(':'), inner.trim_start());
    let rest = value.as_str().map(str::to_owned).or_else(|| scalar(value))?;
    let is_flow =
        inner.starts_with('{') && rest.ends_with('}') || inner.starts_with('[') && rest.ends_with(']');
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    if !is_flow || !is_name {
        return None;
    }
    let written = format!("{inner}: {rest}");
    let mut read = yaml::read(written.as_bytes(), yaml::Options::default());
    let mut meant = read.documents.pop()?.root;
    move_to(&mut meant, value.span);
    Some(Misread {
        help: format!("write `:` instead of `=`: `{name}: {written}`"),
        name: name.into(),
        value: meant,
    })
}

/// Gives a value and everything in it one position.
pub(in crate::check) fn move_to(node: &mut Node, span: Span) {
    node.span = span;
    match &mut node.value {
        Value::Sequence(elements) => elements.iter_mut().for_each(|element| move_to(element, span)),
        Value::Mapping(mapping) => {
            for entry in &mut mapping.entries {
                entry.key_span = span;
                move_to(&mut entry.value, span);
            }
        }
        _ => {}
    }
}

/// Returns a short text as it is written in YAML.
pub(in crate::check) fn as_text(value: &str) -> Option<String> {
    let is_short = !value.is_empty() && value.chars().count() <= SHOWN && !value.contains(['\n', '`']);
    let is_text = value.starts_with(|c: char| c.is_ascii_alphabetic()) && is_plain(value);
    if is_text {
        is_short.then(|| value.to_owned())
    } else {
        quoted(value).filter(|_| is_short)
    }
}

/// Returns the question whether a text is meant, which is shown as it is written in YAML.
pub(in crate::check) fn if_meant(text: &str) -> String {
    let in_quotes = Some(text).filter(|text| !is_plain(text)).and_then(quoted);
    format!("did you mean `{}`?", in_quotes.as_deref().unwrap_or(text))
}

/// Returns a short value as it is written.
pub(super) fn written<'a>(text: &'a str, node: &Node) -> Option<&'a str> {
    let written = node.span.slice(text)?.trim();
    let is_short = !written.is_empty() && !written.contains(['\n', '`']) && written.chars().count() <= SHOWN;
    is_short.then_some(written)
}

/// Returns a scalar as it is written in YAML.
pub(in crate::check) fn scalar(node: &Node) -> Option<String> {
    match node.value {
        Value::Sequence(_) | Value::Mapping(_) => None,
        _ => Some(yaml::to_string(&node.to_json()).ok()?.trim_end().to_owned()),
    }
}

/// Units of numbers in texts.
const UNITS: [&str; 3] = ["s", "%", "Gi"];

/// Returns what to write instead of a number or a boolean where a schema wants a string: the same in quotes if the schema admits it,
/// otherwise with a unit.
pub(in crate::check) fn as_string(text: &str, node: &Node, schema: &Node) -> Option<String> {
    let written = written(text, node)?;
    if let Some(members) = schema.get("enum").map(Node::elements)
        && !members.iter().any(|member| member.as_str() == Some(written))
    {
        return None;
    }
    let pattern = schema.get("pattern").and_then(Node::as_str).unwrap_or_default();
    let is_refused = |text: &str| pattern_matches(pattern, text) == Some(false);
    if !is_refused(written) {
        return in_quotes(text, node);
    }
    if matches!(node.value, Value::Bool(_)) {
        return Some(format!(
            "`{written}` is a boolean in YAML; write a string, in quotes, that matches the pattern"
        ));
    }
    let mut with_unit = UNITS.iter().map(|unit| format!("{written}{unit}"));
    // Where any letter may follow, it is no unit.
    let has_unit = is_refused(&format!("{written}q"));
    Some(match with_unit.find(|text| has_unit && !is_refused(text)) {
        Some(text) => format!("write a string with a unit, such as `{text}`"),
        None => "write a string, in quotes, that matches the pattern".to_owned(),
    })
}

/// Returns the advice to write a value that must be a string in quotes.
pub(crate) fn in_quotes(text: &str, node: &Node) -> Option<String> {
    let written = written(text, node)?;
    let parsed = match &node.value {
        Value::Bool(_) if !matches!(written, "true" | "false") => "a boolean".to_owned(),
        Value::Bool(_) => String::new(),
        Value::Int(_) | Value::Float(_) => {
            let number = node.to_json().to_string();
            if number == written {
                String::new()
            } else {
                format!("the number {number}")
            }
        }
        _ => return None,
    };
    let quoted = quoted(written)?;
    Some(if parsed.is_empty() {
        format!("write it in quotes: `{quoted}`")
    } else {
        format!("`{written}` is {parsed} in YAML; write it in quotes: `{quoted}`")
    })
}

/// Lists of names, in which no element has spaces.
pub(in crate::check) const OF_NAMES: [&str; 5] = [
    "enum",
    "required",
    "shortNames",
    "categories",
    "x-kubernetes-list-map-keys",
];

/// Returns the words of a list that is written as one text: `A, B`, `A | B` or `10.0.0.1 10.0.0.2`. `name` is that of the list.
fn words(name: &str, value: &str) -> Option<String> {
    let separator = [',', '|', ';'].into_iter().find(|c| value.contains(*c));
    let words: Vec<&str> = match separator {
        Some(separator) => value.split(separator).map(str::trim).collect(),
        None => value.split_whitespace().collect(),
    };
    // Words of letters may be a sentence.
    let may_be_split = separator.is_some()
        || OF_NAMES.contains(&name)
        || words.iter().all(|word| word.contains(['.', '/', '_', '-']));
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '/'))
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/'))
    };
    (words.len() > 1 && may_be_split && words.iter().all(|word| is_word(word))).then(|| words.join(", "))
}

/// Returns the advice to write a number or a boolean without quotes, or without a unit.
fn without_quotes(value: &str, name: &str, expected: JsonType) -> Option<String> {
    let whole = value.trim();
    if whole.is_empty() {
        return Some("write a value without quotes, or remove it if it is optional".to_owned());
    }
    let value = whole.trim_end_matches([',', ';', '"', '\'']).trim_end();
    let is_number = |value: &str| match expected {
        JsonType::Integer => value.parse::<i64>().is_ok(),
        _ => value.parse::<f64>().is_ok_and(f64::is_finite),
    };
    if expected == JsonType::Boolean {
        let word = value.to_ascii_lowercase();
        let meant = match &*word {
            "true" | "yes" | "on" | "y" | "enabled" => "true",
            "false" | "no" | "off" | "n" | "disabled" => "false",
            _ if name == PRESERVE => return Some("write `true`, without quotes".to_owned()),
            _ => {
                return Some(match crd_cel::nearest(&word, ["true", "false"]) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "write `true` or `false`, without quotes".to_owned(),
                });
            }
        };
        if name == PRESERVE && meant == "false" {
            return Some("remove it: it can only be `true`".to_owned());
        }
        return Some(if meant == word && value == whole {
            format!("write it without quotes: `{meant}`")
        } else {
            format!("write `{meant}`, without quotes")
        });
    }
    if is_number(value) {
        return Some(if value == whole {
            format!("write it without quotes: `{value}`")
        } else {
            format!("write only the number: `{value}`")
        });
    }
    match value.strip_suffix('%').map(str::trim_end) {
        Some(number) => is_number(number).then(|| format!("write only the number: `{number}`")),
        None => number::of_text(value, name, expected),
    }
}

/// Returns the list with an object as its only element.
fn list_of_object(text: &str, node: &Node) -> Option<String> {
    let first = node.members().first()?;
    if node.span.slice(text)?.starts_with('{') {
        return Some("write a list: put the object in brackets, `[{…}]`".to_owned());
    }
    Some(format!(
        "write a list, each element with `- `: `- {}`",
        member(text, first)
    ))
}

/// Returns the object that a list stands for: that of its first element, or of its name and value.
fn object_of_list(text: &str, elements: &[Node]) -> Option<String> {
    let Some(first) = elements.first() else {
        return Some("write an empty object: `{}`".to_owned());
    };
    let of_pair = |name: &str| written(text, first.get(name)?);
    let members = first.members();
    if let ([_, _], Some(name), Some(value)) = (
        members,
        of_pair("name").or_else(|| of_pair("key")),
        of_pair("value"),
    ) {
        return Some(format!("write an object, not a list: `{name}: {value}`"));
    }
    if let Some((name, value)) = first.as_str().and_then(|pair| pair.split_once('=')) {
        return Some(format!("write an object, not a list: `{name}: {value}`"));
    }
    Some(format!(
        "write an object, without `- `: `{}`",
        member(text, members.first()?)
    ))
}

/// Returns a member as it is written; the value is left out if it is long.
fn member(text: &str, entry: &Entry) -> String {
    let value = match entry.value.value {
        Value::Mapping(_) | Value::Sequence(_) => None,
        _ => written(text, &entry.value),
    };
    let key = entry.key_span.slice(text).unwrap_or(&entry.key);
    format!("{key}: {}", value.unwrap_or("…"))
}
