//! Entries of `metadata.managedFields` (rule M-12).

use serde_json::Value;

use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, Path};
use crate::model::metadata::ManagedFieldsEntry;
use crate::model::rules::{self, RuleId};
use crate::{KubeVersion, go};

const RULE: RuleId = rules::M_12;

/// Checks the entries of the list at `path`.
pub(super) fn check(
    entries: &[ManagedFieldsEntry],
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    for (index, entry) in entries.iter().enumerate() {
        let path = path.index(index);
        let operation = &*entry.operation;
        if !matches!(operation, "Apply" | "Update") {
            let path = path.child("operation");
            errors.push(match operation {
                _ if !version.has(Change::ManagedFieldsOperations) => {
                    let value = go::json_string(operation);
                    FieldError::invalid(RULE, &path, value, "must be `Apply` or `Update`")
                }
                "" => FieldError::required(RULE, &path, "must not be empty"),
                _ => FieldError::not_supported(RULE, &path, operation, "\"Apply\", \"Update\""),
            });
        }
        if !matches!(&*entry.fields_type, "" | "FieldsV1") {
            let value = go::quote(&entry.fields_type);
            let path = path.child("fieldsType");
            errors.push(FieldError::invalid(RULE, &path, value, "must be `FieldsV1`"));
        }
        if entry.manager.len() > 128 {
            errors.push(too_long(RULE, &path.child("manager"), 128, version));
        }
        for (at, c) in entry
            .manager
            .char_indices()
            .filter(|(_, c)| !go::unicode::is_print(*c))
        {
            let value = go::quote(&entry.manager);
            let detail = format!("invalid character U+{:04X} (at position {at})", u32::from(c));
            errors.push(FieldError::invalid(RULE, &path.child("manager"), value, detail));
        }
        if entry.subresource.len() > 256 {
            errors.push(too_long(RULE, &path.child("subresource"), 256, version));
        }
    }
}

/// Checks whether the server can decode all entries; otherwise it drops all of them (PREP-07).
pub(crate) fn are_readable(entries: &[ManagedFieldsEntry]) -> bool {
    entries.iter().all(|entry| {
        matches!(&*entry.operation, "Apply" | "Update")
            && !entry.api_version.is_empty()
            && &*entry.fields_type == "FieldsV1"
            && entry.fields_v1.as_deref().is_none_or(is_field_set)
    })
}

/// Checks whether a value is a set of fields, as `fieldpath.Set` of structured-merge-diff defines it. The
/// depth of values is limited by their reader.
fn is_field_set(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => members.iter().all(|(key, below)| match key.split_at_checked(2) {
            _ if key == "." => true,
            Some(("f:", _)) => is_field_set(below),
            Some(("i:", index)) => index.parse::<i64>().is_ok() && is_field_set(below),
            Some(("v:", value)) => value.is_empty() || starts_with_json(value) && is_field_set(below),
            Some(("k:", key)) => {
                key.trim_start().starts_with(['{', 'n']) && starts_with_json(key) && is_field_set(below)
            }
            // Unknown kinds of members are ignored.
            Some((kind, _)) => kind.ends_with(':'),
            None => false,
        }),
        _ => false,
    }
}

/// Checks whether a text begins with a JSON value.
fn starts_with_json(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    values.next().is_some_and(|value| value.is_ok())
}

/// Creates Go's `field.TooLong`, whose text changed in 1.32.
pub(super) fn too_long(rule: RuleId, path: &Path<'_>, limit: usize, version: KubeVersion) -> FieldError {
    let words = if version.has(Change::TooLongInBytes) {
        "may not be more than"
    } else {
        "must have at most"
    };
    FieldError::new(rule, ErrorType::TooLong, path, format!("{words} {limit} bytes"))
}
