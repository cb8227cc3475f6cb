//! Formats witnesses: their operations, and their objects as YAML.

use std::fmt::Write as _;

use crd_core::compat::{StoredObjects, Witness, WitnessOperation};
use crd_core::yaml;
use serde_json::Value;

/// Formats the operation of a witness and its object.
pub(super) fn witness_text(witness: &Witness) -> String {
    let mut text = match witness.operation {
        WitnessOperation::Create => "this object was accepted before:".to_owned(),
        WitnessOperation::Update => "this update of a stored object was accepted before:".to_owned(),
        WitnessOperation::UpdateStatus => "this status was accepted before:".to_owned(),
    };
    if let Some(reading) = &witness.read_values {
        let shown = |value: &Option<Value>| {
            value
                .as_ref()
                .map_or_else(|| "nothing".to_owned(), |value| format!("`{value}`"))
        };
        text = format!(
            "for this object, the server now returns {}, and returned {} before:",
            shown(&reading.new),
            shown(&reading.old)
        );
    }
    let is_update = witness.operation == WitnessOperation::Update;
    if let Some(old) = witness.old.as_ref().filter(|_| is_update) {
        let _ = write!(text, "\n{}---", yaml_of(old));
    }
    let _ = write!(text, "\n{}", yaml_of(&witness.object));
    text
}

/// Formats an object as YAML.
fn yaml_of(object: &Value) -> String {
    yaml::to_string(object).unwrap_or_else(|_| format!("{object}\n"))
}

/// Describes the effect on stored objects like the one of a witness.
pub(super) fn stored_text(stored: &StoredObjects) -> String {
    match stored {
        StoredObjects::Editable => {
            "stored objects like this can be edited as long as this value does not change".to_owned()
        }
        StoredObjects::EditRejected(witness) => {
            format!("{}:\n{}", edit_rejected(witness), yaml_of(&witness.object))
        }
        StoredObjects::Uneditable(_) => {
            "every update of stored objects like this is rejected, even of a label".to_owned()
        }
    }
}

/// Says which edits of a stored object are rejected; that of the witness is one of them.
pub(crate) fn edit_rejected(witness: &Witness) -> String {
    format!(
        "until such an object is corrected, other edits of the same part of it are rejected, too, such as one of {}",
        edited(witness)
    )
}

/// Names the first field that an update changes.
fn edited(witness: &Witness) -> String {
    let path = witness
        .old
        .as_ref()
        .and_then(|old| first_change(old, &witness.object));
    path.map_or_else(
        || "something else".to_owned(),
        |path| format!("`{}`", path.trim_start_matches('.')),
    )
}

/// Returns the path of the first value that differs between two values; that of a whole list if its length differs.
fn first_change(old: &Value, new: &Value) -> Option<String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let names = old
                .keys()
                .chain(new.keys().filter(|name| !old.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let inside = match (old.get(name), new.get(name)) {
                    (Some(old), Some(new)) => first_change(old, new)?,
                    _ => String::new(),
                };
                Some(format!(".{name}{inside}"))
            })
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut pairs = old.iter().zip(new).enumerate();
            pairs.find_map(|(index, (old, new))| Some(format!("[{index}]{}", first_change(old, new)?)))
        }
        _ => (old != new).then(String::new),
    }
}
