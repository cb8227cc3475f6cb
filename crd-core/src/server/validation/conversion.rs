//! `spec.conversion` (rules CRD-60 to CRD-80).

use super::ca_bundle;
use super::internal::InternalConversion;
use super::options::{ValidationOptions, is_recognized};
use crate::go::{json_string, quote};
use crate::model::crd::{ServiceReference, WebhookClientConfig};
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::texts;
use crate::server::metadata::names::{dns1035_label, dns1123_subdomain};
use crd_cel::go::url::Url;

const NOT_A_WEBHOOK: &str = "should not be set when strategy is not set to Webhook";

/// Checks the conversion at `path`.
pub(super) fn check(
    conversion: &InternalConversion<'_>,
    path: &Path<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    let strategy = path.child("strategy");
    match conversion.strategy {
        "None" | "Webhook" => {}
        "" => errors.push(FieldError::required(rules::CRD_60, &strategy, "")),
        other => errors.push(FieldError::not_supported(
            rules::CRD_61,
            &strategy,
            other,
            r#""None", "Webhook""#,
        )),
    }
    let config_path = path.child("webhookClientConfig");
    let versions_path = path.child("conversionReviewVersions");
    if conversion.strategy == "Webhook" {
        match conversion.client_config {
            Some(config) => client_config(config, &config_path, options, errors),
            None => errors.push(FieldError::required(
                rules::CRD_62,
                &config_path,
                "required when strategy is set to Webhook",
            )),
        }
        review_versions(&conversion.review_versions, &versions_path, options, errors);
        return;
    }
    if conversion.client_config.is_some() {
        errors.push(
            FieldError::forbidden(rules::CRD_79, &config_path, NOT_A_WEBHOOK)
                .with_related(strategy.to_field_path(), "the strategy"),
        );
    }
    if !conversion.review_versions.is_empty() {
        errors.push(
            FieldError::forbidden(rules::CRD_80, &versions_path, NOT_A_WEBHOOK)
                .with_related(strategy.to_field_path(), "the strategy"),
        );
    }
}

fn client_config(
    config: &WebhookClientConfig,
    path: &Path<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    match (&config.url, &config.service) {
        (Some(url), None) => check_url(url, &path.child("url"), errors),
        (None, Some(service)) => check_service(service, &path.child("service"), errors),
        _ => errors.push(FieldError::required(
            rules::CRD_63,
            path,
            "exactly one of url or service is required",
        )),
    }
    if config.ca_bundle.is_empty() || options.allow_invalid_ca_bundle {
        return;
    }
    if let Some(fault) = ca_bundle::fault(&config.ca_bundle) {
        let value = json_string(&crate::go::base64::encode(&config.ca_bundle));
        errors.push(FieldError::invalid(
            rules::CRD_74,
            &path.child("caBundle"),
            value,
            fault.to_string(),
        ));
    }
}

/// Checks the URL (CRD-64 to CRD-69).
fn check_url(url: &str, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    const FORM: &str = "; desired format: https://host[/path]";
    let url = match Url::parse(url) {
        Ok(url) => url,
        Err(reason) => {
            let detail = format!("url must be a valid URL: {reason}{FORM}");
            errors.push(FieldError::required(rules::CRD_64, path, detail));
            return;
        }
    };
    let mut invalid = |rule: RuleId, value: &str, detail: String| {
        errors.push(FieldError::invalid(rule, path, quote(value), detail));
    };
    if url.scheme != "https" {
        invalid(
            rules::CRD_65,
            &url.scheme,
            format!("'https' is the only allowed URL scheme{FORM}"),
        );
    }
    if url.host.is_empty() {
        invalid(rules::CRD_66, &url.host, format!("host must be specified{FORM}"));
    }
    if let Some(user) = &url.user {
        invalid(
            rules::CRD_67,
            user,
            "user information is not permitted in the URL".into(),
        );
    }
    if !url.fragment.is_empty() {
        invalid(
            rules::CRD_68,
            &url.fragment,
            "fragments are not permitted in the URL".into(),
        );
    }
    if !url.query.is_empty() {
        invalid(
            rules::CRD_69,
            &url.query,
            "query parameters are not permitted in the URL".into(),
        );
    }
}

/// Checks the service (CRD-70 to CRD-73).
fn check_service(service: &ServiceReference, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    // The server confuses the two, so the error is reported at the other one.
    for (member, checked) in [("name", &service.namespace), ("namespace", &service.name)] {
        if checked.is_empty() {
            errors.push(FieldError::required(rules::CRD_70, &path.child(member), ""));
        }
    }
    let port = service.port.unwrap_or(443);
    if !(1..=65535).contains(&port) {
        errors.push(FieldError::invalid(
            rules::CRD_72,
            &path.child("port"),
            port.to_string(),
            "port is not valid: must be between 1 and 65535, inclusive",
        ));
    }
    if let Some(url_path) = service.path.as_deref() {
        check_url_path(url_path, &path.child("path"), errors);
    }
}

fn check_url_path(url_path: &str, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let mut invalid = |detail: String| {
        errors.push(FieldError::invalid(rules::CRD_73, path, quote(url_path), detail));
    };
    match url_path {
        "" | "/" => return,
        "//" => return invalid("segment[0] may not be empty".into()),
        _ => {}
    }
    if !url_path.starts_with('/') {
        invalid("must start with a '/'".into());
    }
    // The server drops the first byte, whatever it is.
    let mut chars = url_path.chars();
    chars.next();
    let steps = chars.as_str();
    let steps = steps.strip_suffix('/').unwrap_or(steps);
    for (index, step) in steps.split('/').enumerate() {
        if step.is_empty() {
            invalid(format!("segment[{index}] may not be empty"));
            continue;
        }
        for fault in dns1123_subdomain(step) {
            invalid(format!("segment[{index}]: {fault}"));
        }
    }
}

/// Checks the review versions (CRD-75 to CRD-78).
fn review_versions(
    versions: &[Box<str>],
    path: &Path<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    if versions.is_empty() {
        errors.push(FieldError::required(rules::CRD_75, path, ""));
        return;
    }
    for (index, version) in versions.iter().enumerate() {
        let element = path.index(index);
        if let Some(first) = versions.iter().take(index).position(|earlier| earlier == version) {
            errors.push(
                FieldError::invalid(rules::CRD_76, &element, quote(version), "duplicate version")
                    .with_related(path.index(first).to_field_path(), "the first"),
            );
            continue;
        }
        for fault in dns1035_label(version) {
            errors.push(FieldError::invalid(
                rules::CRD_77,
                &element,
                quote(version),
                fault,
            ));
        }
    }
    if options.require_recognized_review_version && !versions.iter().any(|version| is_recognized(version)) {
        let mut value = String::new();
        texts(&mut value, versions);
        errors.push(FieldError::invalid(
            rules::CRD_78,
            path,
            value,
            "must include at least one of v1, v1beta1",
        ));
    }
}
