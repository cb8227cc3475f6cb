//! Entries of `metadata.managedFields` (rule M-12).

use crate::model::changes::Change;
use crate::model::field::{ErrorType, FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::{KubeVersion, go};

const RULE: RuleId = rules::M_12;

/// An entry, as far as it is checked.
pub(crate) struct Manager<'a> {
    pub(crate) name: &'a str,
    pub(crate) operation: &'a str,
    pub(crate) fields_type: &'a str,
    pub(crate) subresource: &'a str,
}

/// Checks the entries of the list at `path`.
pub(crate) fn check<'a>(
    entries: impl Iterator<Item = Manager<'a>>,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    for (index, entry) in entries.enumerate() {
        let path = path.index(index);
        if !matches!(entry.operation, "Apply" | "Update") {
            let path = path.child("operation");
            errors.push(match entry.operation {
                operation if !version.has(Change::ManagedFieldsOperations) => {
                    let value = go::json_string(operation);
                    FieldError::invalid(RULE, &path, value, "must be `Apply` or `Update`")
                }
                "" => FieldError::required(RULE, &path, "must not be empty"),
                operation => FieldError::not_supported(RULE, &path, operation, "\"Apply\", \"Update\""),
            });
        }
        if !matches!(entry.fields_type, "" | "FieldsV1") {
            let value = go::quote(entry.fields_type);
            let path = path.child("fieldsType");
            errors.push(FieldError::invalid(RULE, &path, value, "must be `FieldsV1`"));
        }
        let too_long = |name: &str, limit: usize| {
            let words = if version.has(Change::TooLongInBytes) {
                "may not be more than"
            } else {
                "must have at most"
            };
            let detail = format!("{words} {limit} bytes");
            FieldError::new(RULE, ErrorType::TooLong, &path.child(name), detail)
        };
        if entry.name.len() > 128 {
            errors.push(too_long("manager", 128));
        }
        for (at, c) in entry.name.char_indices().filter(|(_, c)| !go::is_print(*c)) {
            let value = go::quote(entry.name);
            let detail = format!("invalid character U+{:04X} (at position {at})", u32::from(c));
            errors.push(FieldError::invalid(RULE, &path.child("manager"), value, detail));
        }
        if entry.subresource.len() > 256 {
            errors.push(too_long("subresource", 256));
        }
    }
}
