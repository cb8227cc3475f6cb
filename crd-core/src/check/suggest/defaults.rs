//! What to write instead of a default that its schema rejects.

use super::{as_string, if_meant, json_type, nearest_member, of_integer_format, of_wrong_type};
use crate::check::place::{last_word, node_at};
use crate::check::{DocumentSource, formats};
use crate::model::field::{Cause, FieldError, FieldPath, ValueFault, ValueFaultKind};
use crate::model::rules;
use crate::server::decode::JsonType;
use crate::yaml::in_flow;
use crate::yaml::tree::{Entry, Node, Span};

/// Returns what to write instead of a default that its schema rejects.
pub(super) fn of_default(source: DocumentSource<'_>, error: &FieldError, path: &FieldPath) -> Option<String> {
    let document = source.document;
    let node = node_at(document, path)?;
    if let Some(Cause::Value(ValueFault {
        kind: ValueFaultKind::Type(wanted),
        ..
    })) = error.cause.as_deref()
        && let Some(expected) = json_type(wanted)
        && let Some(form) = match expected {
            JsonType::String if !node.is_collection() => {
                as_string(source.text, node, node_at(document, &path.ancestor(1))?)
            }
            _ => of_wrong_type(source.text, node, &last_word(path), expected),
        }
    {
        return Some(form);
    }
    if node.is_collection() {
        return None;
    }
    if error.detail.starts_with("Checked value must be of type integer")
        && let Some(limits) = of_integer_format(&error.detail)
    {
        return Some(limits.to_owned());
    }
    let meant = match error.cause.as_deref() {
        Some(Cause::Value(ValueFault {
            kind: ValueFaultKind::Enum(members),
            ..
        })) => match node.as_str() {
            Some(value) if let Some(list) = one_text(members, value) => {
                return Some(format!(
                    "the values of `enum` are one text: write a list, `[{list}]`"
                ));
            }
            Some(value) if members.contains(&format!("\"{value},\"")) => {
                return Some(format!(
                    "`{value},` in `enum` ends with a comma: remove the comma"
                ));
            }
            Some(value) if members.iter().any(|member| member == value) => {
                return Some("the values of `enum` are not strings: write them in quotes".to_owned());
            }
            value => value.and_then(|value| nearest_member(value, members)),
        },
        Some(Cause::Value(ValueFault {
            kind: ValueFaultKind::Type(format),
            ..
        })) if let Some(form) = formats::example(format, node.as_str()) => return Some(form),
        _ => None,
    };
    Some(match meant {
        Some(meant) => if_meant(&meant),
        None => "correct the default, or the keyword that rejects it".to_owned(),
    })
}

/// Returns the words of the only member of an `enum`, if a value is one of them.
fn one_text(members: &[String], value: &str) -> Option<String> {
    let [only] = members else {
        return None;
    };
    let only: String = serde_json::from_str(only).ok()?;
    words_in(&only).contains(&value).then(|| as_elements(&only))?
}

/// Returns the values that are listed in one text, such as `on, off`.
pub(in crate::check) fn words_in(text: &str) -> Vec<&str> {
    text.split([',', '|']).map(str::trim).collect()
}

/// Returns the values that are listed in one text as the elements of a list in brackets; `None` if it has one, or others than words.
pub(in crate::check) fn as_elements(text: &str) -> Option<String> {
    let words = words_in(text);
    let is_word = |word: &&&str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let elements: Vec<String> = words
        .iter()
        .filter(is_word)
        .filter_map(|word| in_flow(word))
        .collect();
    (words.len() > 1 && elements.len() == words.len()).then(|| elements.join(", "))
}

/// A field of a default that the schema does not declare.
pub(in crate::check) struct Undeclared {
    pub(in crate::check) place: Span,
    /// The field that was probably meant.
    pub(in crate::check) help: Option<String>,
}

/// Returns the first field of a default that the schema does not declare, if an error is about that.
pub(in crate::check) fn of_undeclared(
    document: &Node,
    error: &FieldError,
    path: &FieldPath,
) -> Option<Undeclared> {
    if error.rule != rules::DFT_01 {
        return None;
    }
    let (entry, meant) = undeclared_at(document, path)?;
    Some(Undeclared {
        place: entry.key_span,
        help: meant.map(|meant| {
            format!(
                "did you mean `{meant}`? If not, declare `{}`, or remove it from the default",
                entry.key
            )
        }),
    })
}

/// Returns the place of the name of the first field of a default that its schema does not declare, and the name that was probably
/// meant.
pub(in crate::check) fn declared_name<'a>(document: &'a Node, path: &FieldPath) -> Option<(Span, &'a str)> {
    let (entry, meant) = undeclared_at(document, path)?;
    Some((entry.key_span, meant?))
}

/// Returns the first field of the default at a path that its schema does not declare, and the declared one that was probably meant.
fn undeclared_at<'a>(document: &'a Node, path: &FieldPath) -> Option<(&'a Entry, Option<&'a str>)> {
    let schema = node_at(document, &path.ancestor(1))?;
    let (entry, properties) = undeclared(node_at(document, path)?, schema)?;
    let names = properties.iter().map(|property| &*property.key);
    Some((entry, crd_cel::nearest(&entry.key, names)))
}

/// Returns the first member of a value that the schema does not declare, and the properties that it declares there.
fn undeclared<'a>(value: &'a Node, schema: &'a Node) -> Option<(&'a Entry, &'a [Entry])> {
    let mut elements = value.elements().iter();
    let inside = elements.find_map(|element| undeclared(element, schema.get("items")?));
    inside.or_else(|| {
        let properties = schema.get("properties")?.members();
        value.members().iter().find_map(|entry| {
            let mut of_name = properties.iter().filter(|property| property.key == entry.key);
            match of_name.next() {
                Some(property) => undeclared(&entry.value, &property.value),
                None => Some((entry, properties)),
            }
        })
    })
}

/// Whether an error is about a required field that a value lacks.
pub(in crate::check) fn is_missing(error: &FieldError) -> bool {
    matches!(error.cause.as_deref(), Some(Cause::Value(fault)) if fault.kind == ValueFaultKind::Missing)
}
