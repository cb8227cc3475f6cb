//! Checks the texts and paths of `x-kubernetes-validations`, before expressions are compiled (rules CEL-01 to CEL-09).

use crate::KubeVersion;
use crate::go::{json_string, quote};
use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::server::cel::field_path::{Notation, Resolved, resolve};
use crate::server::structural::unsupported;
use crate::server::validation::ServerPanic;

/// Checks rules without compiling them (CEL-01 to CEL-09).
pub(super) fn check_shapes(
    schema: &JsonSchemaProps,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) -> Result<(), ServerPanic> {
    let list = path.child("x-kubernetes-validations");
    for (index, rule) in schema.rules().iter().enumerate() {
        let path = list.index(index);
        check_texts(rule, &path, version, errors);
        if !rule.field_path.is_empty() {
            check_field_path(
                schema,
                &rule.field_path,
                &path.child("fieldPath"),
                version,
                errors,
            )?;
        }
    }
    Ok(())
}

/// Adds the prefix that some texts have on servers before 1.34.
fn worded(version: KubeVersion, prefix: &str, text: &str) -> String {
    if version.has(Change::ShorterErrors) {
        text.into()
    } else {
        format!("{prefix} {text}")
    }
}

fn has_line_breaks(text: &str) -> bool {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some()
}

/// Checks the texts of a rule (CEL-01 to CEL-06).
fn check_texts(rule: &ValidationRule, path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let expression = rule.rule.trim();
    let message = rule.message.trim();
    let message_path = path.child("message");
    if expression.is_empty() {
        errors.push(FieldError::required(
            rules::CEL_01,
            &path.child("rule"),
            "rule is not specified",
        ));
    } else if !rule.message.is_empty() && message.is_empty() {
        let detail = worded(version, "message", "must be non-empty if specified");
        errors.push(FieldError::invalid(
            rules::CEL_02,
            &message_path,
            quote(&rule.message),
            detail,
        ));
    } else if has_line_breaks(message) {
        let detail = worded(version, "message", "must not contain line breaks");
        errors.push(FieldError::invalid(
            rules::CEL_03,
            &message_path,
            quote(&rule.message),
            detail,
        ));
    } else if has_line_breaks(expression) && message.is_empty() {
        errors.push(
            FieldError::required(
                rules::CEL_04,
                &message_path,
                "message must be specified if rule contains line breaks",
            )
            .with_related(path.child("rule").to_field_path(), "the rule"),
        );
    }
    if !rule.message_expression.is_empty() && rule.message_expression.trim().is_empty() {
        errors.push(FieldError::required(
            rules::CEL_05,
            &path.child("messageExpression"),
            "messageExpression must be non-empty if specified",
        ));
    }
    if let Some(reason) = &rule.reason {
        const KNOWN: &str =
            r#""FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired""#;
        if !matches!(
            &**reason,
            "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired"
        ) {
            errors.push(FieldError {
                value: Some(json_string(reason)),
                ..FieldError::not_supported(rules::CEL_06, &path.child("reason"), reason, KNOWN)
            });
        }
    }
}

/// Checks the field path of a rule (CEL-07 to CEL-09).
fn check_field_path(
    schema: &JsonSchemaProps,
    field_path: &str,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) -> Result<(), ServerPanic> {
    let mut invalid = |rule: RuleId, text: &str| {
        let detail = worded(version, "fieldPath", text);
        errors.push(FieldError::invalid(rule, path, quote(field_path), detail));
    };
    if field_path.trim().is_empty() {
        invalid(rules::CEL_07, "must be non-empty if specified");
    }
    if has_line_breaks(field_path) {
        invalid(rules::CEL_08, "must not contain line breaks");
    }
    if unsupported::check(schema).is_err() {
        return Ok(());
    }
    match resolve(field_path, Some(schema), Notation::DotsAndBrackets) {
        Resolved::Found { .. } => Ok(()),
        Resolved::Invalid(_) => {
            invalid(rules::CEL_09, "must be a valid path");
            Ok(())
        }
        Resolved::Panics => Err(ServerPanic {
            rule: rules::CEL_09,
            field: path.to_field_path(),
            reason: format!(
                "the server follows {} below `additionalProperties: true`, where there is no schema",
                quote(field_path)
            ),
        }),
    }
}
