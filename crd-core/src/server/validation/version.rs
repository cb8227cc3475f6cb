//! Checks one entry of `spec.versions` (rules CRD-14 to CRD-26).

use super::internal::InternalVersion;
use super::schema::SchemaContext;
use super::{naming, selectable, subresources};
use crate::go::unicode::is_print;
use crate::go::{json_string, quote};
use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::server::structural::unsupported;
use crate::server::verdict::{ServerPanic, Verdict};

/// Checks the version at `path`.
pub(super) fn check(
    version: &InternalVersion<'_>,
    path: &Path<'_>,
    holder: &SchemaContext<'_>,
    verdict: &mut Verdict,
) -> Result<(), ServerPanic> {
    naming::label(
        rules::CRD_14,
        version.name,
        &path.child("name"),
        &mut verdict.errors,
    );
    deprecation(version, path, &mut verdict.errors);
    holder.check(version.schema, &path.child("schema"), verdict)?;
    let errors = &mut verdict.errors;
    subresources::check(version.subresources, &path.child("subresources"), errors);
    let columns = version.columns.unwrap_or_default();
    subresources::columns(columns, &path.child("additionalPrinterColumns"), errors);
    selectable_fields(version, path, holder, errors)
}

/// Checks the deprecation warning (CRD-15 to CRD-18).
fn deprecation(version: &InternalVersion<'_>, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let Some(warning) = version.deprecation_warning else {
        return;
    };
    let warning_path = path.child("deprecationWarning");
    let mut invalid = |rule: RuleId, detail: String| {
        let value = json_string(warning);
        errors.push(FieldError::invalid(rule, &warning_path, value, detail));
    };
    if !version.deprecated {
        return invalid(rules::CRD_15, "can only be set for deprecated versions".into());
    }
    if warning.len() > 256 {
        invalid(rules::CRD_16, "must be <= 256 characters long".into());
    }
    if warning.is_empty() {
        invalid(rules::CRD_17, "must not be an empty string".into());
    }
    if let Some((index, _)) = warning.char_indices().find(|(_, c)| !is_print(*c)) {
        let detail = format!(
            "must only contain printable UTF-8 characters; non-printable character found at index {index}"
        );
        invalid(rules::CRD_18, detail);
    }
}

/// Checks selectable fields (CRD-24 to CRD-26).
fn selectable_fields(
    version: &InternalVersion<'_>,
    path: &Path<'_>,
    holder: &SchemaContext<'_>,
    errors: &mut Vec<FieldError>,
) -> Result<(), ServerPanic> {
    let fields = version.selectable_fields.unwrap_or_default();
    if fields.is_empty() {
        return Ok(());
    }
    let fields_path = path.child("selectableFields");
    let Some(mut schema) = version.schema().map(Some) else {
        let detail = if holder.options.version.has(Change::ShorterErrors) {
            "may only be set when `version.schema.openAPIV3Schema` is not included"
        } else {
            "selectableFields may only be set when version.schema.openAPIV3Schema is not included"
        };
        errors.push(FieldError::invalid(
            rules::CRD_24,
            &fields_path,
            quote(""),
            detail,
        ));
        return Ok(());
    };
    if let Some(Err(reason)) = schema.map(unsupported::check) {
        let schema_path = path.child("schema");
        errors.push(FieldError::invalid(
            rules::CRD_25,
            &schema_path.child("openAPIV3Schema"),
            quote(""),
            reason.text,
        ));
        schema = None;
    }
    let limit = holder.options.selectable_limit(version.name);
    selectable::check(fields, schema, &fields_path, limit, errors)
}
