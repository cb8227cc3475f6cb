//! Checks `spec` (CRD-01 to CRD-58), in the server's order.

use crate::model::changes::Change;
use crate::model::rules::{self, RuleId};

use super::internal::{Effective, Internal, same_validation};
use super::options::ValidationOptions;
use super::schema::SchemaContext;
use super::{conversion, naming, selectable, subresources, version, versions_json};
use crate::go::{json_string, quote};
use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::schema::JsonSchemaProps;
use crate::server::metadata::names::dns1123_subdomain;
use crate::server::structural::unsupported;
use crate::server::verdict::{ServerPanic, Verdict};

pub(super) const SPEC: Path<'static> = Path::root("spec");

/// Performs all checks on `spec`.
pub(super) fn check(
    crd: &Internal<'_>,
    options: &ValidationOptions,
    verdict: &mut Verdict,
) -> Result<(), ServerPanic> {
    let errors = &mut verdict.errors;
    group(crd.group, errors);
    let scope = SPEC.child("scope");
    match crd.scope {
        "Cluster" | "Namespaced" => {}
        "" => errors.push(FieldError::required(rules::CRD_04, &scope, "")),
        other => errors.push(FieldError::not_supported(
            rules::CRD_05,
            &scope,
            other,
            r#""Cluster", "Namespaced""#,
        )),
    }
    schemas_present(crd, options, errors);
    let require_structural = structural_required(crd, options, errors);
    let statuses = Effective::subresources(crd);
    let versions_path = SPEC.child("versions");
    for (index, version) in crd.versions().iter().enumerate() {
        let holder = SchemaContext {
            options,
            status_enabled: statuses.has_status(version.name),
            require_structural,
            unchanged: options.unchanged.iter().any(|name| name == version.name),
        };
        version::check(version, &versions_path.index(index), &holder, verdict)?;
    }
    exclusive(crd, &mut verdict.errors);
    version_list(crd, &mut verdict.errors);
    let names = SPEC.child("names");
    naming::required(&crd.names, &names, &mut verdict.errors);
    naming::check(&crd.names, &names, &mut verdict.errors);
    let own = crd.versions().iter().map(|version| version.subresources);
    let shared = SchemaContext {
        options,
        status_enabled: own
            .chain([crd.subresources])
            .flatten()
            .any(|subresources| subresources.status),
        require_structural,
        unchanged: options.unchanged.iter().any(|name| name == crd.version),
    };
    hoisted(crd, &shared, verdict)?;
    if crd.conversion.strategy != "None" && crd.preserve_unknown_fields {
        let path = SPEC.child("conversion");
        verdict.errors.push(
            FieldError::invalid(
                rules::CRD_58,
                &path.child("strategy"),
                json_string(crd.conversion.strategy),
                "must be None if spec.preserveUnknownFields is true",
            )
            .with_related(
                SPEC.child("preserveUnknownFields").to_field_path(),
                "unknown fields are kept",
            ),
        );
    }
    let path = SPEC.child("conversion");
    conversion::check(&crd.conversion, &path, options, &mut verdict.errors);
    Ok(())
}

/// Checks the group (CRD-01 to CRD-03).
fn group(group: &str, errors: &mut Vec<FieldError>) {
    let path = SPEC.child("group");
    let faults = dns1123_subdomain(group);
    if group.is_empty() {
        errors.push(FieldError::required(rules::CRD_01, &path, ""));
    } else if !faults.is_empty() {
        errors.push(FieldError::invalid(
            rules::CRD_02,
            &path,
            quote(group),
            faults.join(","),
        ));
    } else if !group.contains('.') {
        let detail = "should be a domain with at least one dot";
        errors.push(FieldError::invalid(rules::CRD_03, &path, quote(group), detail));
    }
}

/// Checks that versions have schemas (CRD-06, CRD-07).
fn schemas_present(crd: &Internal<'_>, options: &ValidationOptions, errors: &mut Vec<FieldError>) {
    if crd.top_schema().is_some() {
        return;
    }
    let path = SPEC.child("versions");
    for (index, version) in crd.versions().iter().enumerate() {
        if version.schema().is_some() {
            continue;
        }
        let element = path.index(index);
        let holder = element.child("schema");
        let path = holder.child("openAPIV3Schema");
        if options.require_schema {
            let detail = if options.version.has(Change::ShorterErrors) {
                ""
            } else {
                "schemas are required"
            };
            errors.push(FieldError::required(rules::CRD_06, &path, detail));
        } else if !crd.preserve_unknown_fields && version.served {
            let detail = "because otherwise all fields are pruned";
            errors.push(FieldError::required(rules::CRD_07, &path, detail));
        }
    }
}

/// Checks whether schemas must be structural (rule CRD-08).
fn structural_required(
    crd: &Internal<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) -> bool {
    // For the usual CRD, which prunes, the result does not depend on the schemas.
    if !crd.preserve_unknown_fields {
        return true;
    }
    let has_defaults = crd.any_node(|node| node.default.is_some());
    if has_defaults {
        errors.push(FieldError::invalid(
            rules::CRD_08,
            &SPEC.child("preserveUnknownFields"),
            "true".into(),
            "must be false in order to use defaults in the schema",
        ));
    }
    options.require_structural || has_defaults || crd.any_node(has_extensions)
}

fn has_extensions(node: &JsonSchemaProps) -> bool {
    node.x_embedded_resource
        || node.x_preserve_unknown_fields.is_some()
        || node.x_int_or_string
        || !node.list_map_keys().is_empty()
        || node.x_list_type.is_some()
        || !node.rules().is_empty()
}

/// CRD-27a, CRD-27b: only `v1beta1` can set the same part both for all versions and for one, or the same for each.
fn exclusive(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let versions = crd.versions();
    let columns = |index: usize| {
        versions
            .get(index)
            .and_then(|version| version.columns)
            .unwrap_or_default()
    };
    let own = [
        versions.iter().any(|version| version.schema.is_some()),
        versions.iter().any(|version| version.subresources.is_some()),
        (0..versions.len()).any(|index| !columns(index).is_empty()),
    ];
    let top = [
        crd.validation.is_some(),
        crd.subresources.is_some(),
        !crd.columns.is_empty(),
    ];
    let names = [
        ("validation", "schemas", "validation"),
        ("subresources", "subresources", "subresources"),
        (
            "additionalPrinterColumns",
            "additionalPrinterColumns",
            "additionalPrinterColumns",
        ),
    ];
    for ((own, top), (member, word, _)) in own.into_iter().zip(top).zip(names) {
        if own && top {
            let detail = format!("top-level and per-version {word} are mutually exclusive");
            errors.push(FieldError::forbidden(rules::CRD_27A, &SPEC.child(member), detail));
        }
    }
    let Some(first) = versions.first() else { return };
    let identical = [
        versions
            .iter()
            .all(|version| match (version.schema, first.schema) {
                (Some(schema), Some(first)) => same_validation(schema, first),
                _ => false,
            }),
        versions
            .iter()
            .all(|version| version.subresources.is_some() && version.subresources == first.subresources),
        (0..versions.len()).all(|index| !columns(index).is_empty() && columns(index) == columns(0)),
    ];
    for (identical, (_, word, top)) in identical.into_iter().zip(names) {
        if identical {
            let detail = format!(
                "per-version {word} may not all be set to identical values (top-level {top} should be used instead)"
            );
            errors.push(FieldError::invalid(
                rules::CRD_27B,
                &SPEC.child("versions"),
                versions_json::render(crd.versions.as_deref()),
                detail,
            ));
        }
    }
}

/// Checks the list of versions (CRD-28, CRD-29, CRD-46, CRD-47).
fn version_list(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let path = SPEC.child("versions");
    let mut whole_list = |rule: RuleId, detail: &str, related: Vec<(FieldPath, String)>| {
        let value = versions_json::render(crd.versions.as_deref());
        errors.push(FieldError {
            related,
            ..FieldError::invalid(rule, &path, value, detail)
        });
    };
    let mut seen: Vec<&str> = Vec::new();
    let mut repeated = Vec::new();
    let mut storage = Vec::new();
    for (index, version) in crd.versions().iter().enumerate() {
        let element = path.index(index);
        let before = seen.iter().rposition(|name| *name == version.name);
        seen.push(version.name);
        if let Some(first) = before {
            let word = format!("`{}` again, as in `spec.versions[{first}]`", version.name);
            repeated.push((element.child("name").to_field_path(), word));
        }
        if version.storage {
            storage.push((
                element.child("storage").to_field_path(),
                String::from("a storage version"),
            ));
        }
    }
    if !repeated.is_empty() {
        whole_list(rules::CRD_28, "must contain unique version names", repeated);
    }
    if storage.len() != 1 {
        let detail = "must have exactly one version marked as storage version";
        whole_list(rules::CRD_29, detail, storage);
    }
    if crd.version.is_empty() {
        return;
    }
    let path = SPEC.child("version");
    naming::label(rules::CRD_46, crd.version, &path, errors);
    if crd
        .versions()
        .first()
        .is_some_and(|first| first.name != crd.version)
    {
        errors.push(FieldError::invalid(
            rules::CRD_47,
            &path,
            quote(crd.version),
            "must match the first version in spec.versions",
        ));
    }
}

/// Checks the parts that all versions share: schema, subresources (CRD-30), printer columns (CRD-37),
/// selectable fields (CRD-56, CRD-57).
fn hoisted(crd: &Internal<'_>, shared: &SchemaContext<'_>, verdict: &mut Verdict) -> Result<(), ServerPanic> {
    let options = shared.options;
    shared.check(crd.validation, &SPEC.child("validation"), verdict)?;
    let errors = &mut verdict.errors;
    subresources::check(crd.subresources, &SPEC.child("subresources"), errors);
    subresources::columns(crd.columns, &SPEC.child("additionalPrinterColumns"), errors);
    let fields = crd.selectable_fields.unwrap_or_default();
    if fields.is_empty() {
        return Ok(());
    }
    let path = SPEC.child("selectableFields");
    let Some(validation) = crd.validation else {
        let detail = if options.version.has(Change::ShorterErrors) {
            "may only be set when validations.schema is included"
        } else {
            "spec.selectableFields may only be set when spec.validations.schema is included"
        };
        errors.push(FieldError::invalid(rules::CRD_56, &path, quote(""), detail));
        return Ok(());
    };
    let mut schema = validation.open_api_v3_schema.as_deref();
    if let Some(Err(reason)) = schema.map(unsupported::check) {
        // The schema is not at `spec.schema.openAPIV3Schema`, but the server reports this path.
        let at = SPEC.child("schema");
        errors.push(FieldError::invalid(
            rules::CRD_57,
            &at.child("openAPIV3Schema"),
            quote(""),
            reason.text,
        ));
        schema = None;
    }
    selectable::check(fields, schema, &path, options.selectable_limit(""), errors)
}
