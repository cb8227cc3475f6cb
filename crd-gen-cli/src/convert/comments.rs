//! Moves comments of moved members: each goes before the member that has its value now.
//!
//! ```text
//! # enough for a year          storage:
//! sizeGb: 10             ->      # enough for a year
//! # where it listens             sizeGb: 10
//! address: db:5432             # where it listens
//!                              host: db
//!                              port: 5432
//! ```

use crd_core::yaml;
use serde_json::{Map, Value};

use super::key::as_key;

/// A member that was moved or removed, with its comments.
pub(super) struct Gone {
    pub(super) name: String,
    pub(super) value: Value,
    /// The comments, each with its `#`.
    pub(super) comments: Vec<String>,
}

/// Writes members that are new at a place, with the comments of the moved members that they replace.
pub(super) fn added(
    members: &Map<String, Value>,
    indent: usize,
    gone: &mut Vec<Gone>,
    out: &mut String,
) -> Option<()> {
    for (name, value) in members {
        for comment in claimed(name, value, gone) {
            line(&comment, indent, out);
        }
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                line(&format!("{}:", as_key(name)?), indent, out);
                added(inner, indent + 2, gone, out)?;
            }
            _ => {
                let mut member = Map::new();
                member.insert(name.clone(), value.clone());
                let text = yaml::to_string(&Value::Object(member)).ok()?;
                text.lines().for_each(|text| line(text, indent, out));
            }
        }
    }
    Some(())
}

fn line(text: &str, indent: usize, out: &mut String) {
    if !text.is_empty() {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push_str(text);
    }
    out.push('\n');
}

/// Takes the comments of the moved members that became this member.
fn claimed(name: &str, value: &Value, gone: &mut Vec<Gone>) -> Vec<String> {
    let mut comments = Vec::new();
    gone.retain_mut(|gone| {
        let is_it = has_become(gone, name, value);
        if is_it {
            comments.append(&mut gone.comments);
        }
        !is_it
    });
    comments
}

fn has_become(gone: &Gone, name: &str, value: &Value) -> bool {
    if gone.value == *value {
        // Common values, which many members have by chance, prove nothing.
        return gone.name == name || !matches!(value, Value::Null | Value::Bool(_));
    }
    match (&gone.value, value) {
        // A value without a counterpart in a version is kept in an annotation, and restored from it later.
        (_, Value::String(kept)) if keeps(kept, &gone.name) => true,
        (Value::String(kept), _) if keeps(kept, name) => true,
        // A part of a text that was split.
        (Value::String(text), Value::String(part)) => parts(text).any(|text| text == part),
        (Value::String(text), Value::Number(part)) => parts(text).any(|text| text == part.to_string()),
        // A part of a text that was joined.
        (Value::Number(part), Value::String(text)) => parts(text).any(|text| text == part.to_string()),
        _ => false,
    }
}

/// Whether the text of an annotation contains a kept member with this name.
fn keeps(text: &str, name: &str) -> bool {
    let Ok(Value::Object(kept)) = serde_json::from_str(text) else {
        return false;
    };
    let path = kept.get("p").and_then(Value::as_str).unwrap_or_default();
    path.rsplit('/').next() == Some(name)
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([':', '/', ',', ' ', '@'])
        .filter(|part| !part.is_empty())
}
