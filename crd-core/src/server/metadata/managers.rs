//! Entries of `metadata.managedFields` (rule M-12).

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
        for (at, c) in entry.manager.char_indices().filter(|(_, c)| !go::is_print(*c)) {
            let value = go::quote(&entry.manager);
            let detail = format!("invalid character U+{:04X} (at position {at})", u32::from(c));
            errors.push(FieldError::invalid(RULE, &path.child("manager"), value, detail));
        }
        if entry.subresource.len() > 256 {
            errors.push(too_long(RULE, &path.child("subresource"), 256, version));
        }
    }
}

/// Go's `field.TooLong`, whose words changed in 1.32.
pub(super) fn too_long(rule: RuleId, path: &Path<'_>, limit: usize, version: KubeVersion) -> FieldError {
    let words = if version.has(Change::TooLongInBytes) {
        "may not be more than"
    } else {
        "must have at most"
    };
    FieldError::new(rule, ErrorType::TooLong, path, format!("{words} {limit} bytes"))
}
