//! `selectableFields` (rules CRD-50 to CRD-55).

use crate::go::quote;
use crate::model::field::{ErrorType, FieldError, Path};
use crate::model::rules;
use crate::model::schema::JsonSchemaProps;
use crate::server::cel::field_path::{Notation, Resolved, ResolvedStep, resolve};
use crate::server::verdict::ServerPanic;

/// The maximum number of selectable fields.
pub(super) const MAX: usize = 8;

/// Whether the number of fields is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// At most [`MAX`] fields are accepted.
    Checked,
    /// An update may keep the fields of the old CRD.
    Ratcheted,
}

/// Checks the fields of a version against its schema; `schema` is `None` if the server has none, in which case it panics.
pub(super) fn check(
    fields: &[Box<str>],
    schema: Option<&JsonSchemaProps>,
    path: &Path<'_>,
    limit: Limit,
    errors: &mut Vec<FieldError>,
) -> Result<(), ServerPanic> {
    let mut seen: Vec<(Vec<ResolvedStep>, usize)> = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let element = path.index(index);
        let at = element.child("jsonPath");
        if field.is_empty() {
            errors.push(FieldError::required(rules::CRD_50, &at, ""));
            continue;
        }
        let (steps, found) = match resolve(field, schema, Notation::Dots) {
            Resolved::Found { steps, schema } => (steps, schema),
            Resolved::Invalid(message) => {
                let detail = format!("is an invalid path: {message}");
                errors.push(FieldError::invalid(rules::CRD_51, &at, quote(field), detail));
                continue;
            }
            Resolved::Panics => {
                return Err(ServerPanic {
                    rule: rules::CRD_51,
                    field: at.to_field_path(),
                    reason: format!(
                        "the server follows {} into a schema that does not exist",
                        quote(field)
                    ),
                });
            }
        };
        if matches!(steps.first(), Some(ResolvedStep::Property(name)) if name == "metadata") {
            let detail = "must not point to fields in metadata";
            errors.push(FieldError::invalid(rules::CRD_52, &at, quote(field), detail));
        }
        if !found.is_some_and(|schema| matches!(&*schema.type_, "string" | "boolean" | "integer")) {
            let detail = "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
            errors.push(FieldError::invalid(rules::CRD_53, &at, quote(field), detail));
        }
        if let Some((_, first)) = seen.iter().find(|(earlier, _)| *earlier == steps) {
            let error = FieldError {
                value: Some(quote(field)),
                ..FieldError::new(rules::CRD_54, ErrorType::Duplicate, &at, "")
            };
            let first = path.index(*first);
            errors.push(error.with_related(first.child("jsonPath").to_field_path(), "the first"));
        } else {
            seen.push((steps, index));
        }
    }
    if seen.len() > MAX && limit == Limit::Checked {
        errors.push(FieldError {
            value: Some(seen.len().to_string()),
            ..FieldError::new(
                rules::CRD_55,
                ErrorType::TooMany,
                path,
                format!("must have at most {MAX} items"),
            )
        });
    }
    Ok(())
}
