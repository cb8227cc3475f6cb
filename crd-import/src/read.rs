//! Reads CRDs from texts, and computes their normal form.

use crd_core::check::{CheckedCrd, Diagnostic, Options, Severity, crd as check, crds_of, is_allowable};
use crd_core::crd::Crd;
use crd_core::decode::decode;
use crd_core::sort::{sort_by, sort_by_key};
use crd_core::validate::Verdict;
use crd_core::yaml;
use serde_json::Value;

use crate::error::{ImportError, Rejection};
use crate::words::each_once;

/// Reads the CRDs of a YAML or JSON text.
///
/// # Errors
/// If the text cannot be read, or a CRD in it cannot be decoded.
pub fn read_crds(text: &[u8]) -> Result<Vec<Crd>, ImportError> {
    let read = yaml::read(text, yaml::Options::default());
    if let Some(error) = read.errors.first() {
        return Err(ImportError::Unreadable {
            message: error.message.clone(),
        });
    }
    let mut crds = Vec::new();
    for document in &read.documents {
        for node in crds_of(&document.root) {
            let decoded = decode(node);
            if let Some(error) = decoded.errors.first() {
                return Err(ImportError::Unreadable {
                    message: error.message.clone(),
                });
            }
            crds.extend(decoded.crd);
        }
    }
    Ok(crds)
}

/// Returns whether the API server accepts a CRD, and the findings about it; `None` if it cannot be written as YAML.
pub(crate) fn checked(crd: &Crd) -> Option<(bool, Vec<Diagnostic>)> {
    let mut crd = crd.clone();
    // The server sets it.
    crd.status = crd_core::crd::CrdStatus::default();
    let (_, report) = check(&crd, &Options::default()).ok()?;
    let verdict = report.crds().next().and_then(CheckedCrd::verdict);
    let is_accepted = verdict.is_some_and(Verdict::accepted);
    let diagnostics = report.findings.into_iter().map(|finding| finding.diagnostic);
    Some((is_accepted, diagnostics.collect()))
}

/// Returns the findings of lints about a CRD that the API server accepts, or the reason why it would reject it.
pub(crate) fn accepted(crd: &Crd) -> Result<Vec<Diagnostic>, Rejection> {
    let name = crd.metadata.name.to_string();
    let Some((is_accepted, diagnostics)) = checked(crd) else {
        return Err(Rejection {
            name,
            errors: vec!["it cannot be written as YAML".to_owned()],
        });
    };
    if is_accepted {
        return Ok(diagnostics);
    }
    let errors = diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error && !is_allowable(diagnostic))
        .map(|diagnostic| {
            let message = diagnostic.message;
            match diagnostic.field.short().to_string() {
                place if place.is_empty() => message,
                place => format!("`{place}`: {message}"),
            }
        });
    Err(Rejection {
        name,
        errors: errors.collect(),
    })
}

/// Returns the parts of a CRD that define objects and the API, in the form that the server stores: with default names, trimmed
/// descriptions, repeated short names and categories once, and versions in the server's order. Labels, annotations and the status are
/// omitted. `apiVersion`, `kind` and `metadata` of the root are added, like in the server.
pub fn normal_form(crd: &Crd) -> Value {
    let names = &crd.spec.names;
    let mut versions: Vec<&crd_core::crd::Version> = crd.versions().iter().collect();
    sort_by(&mut versions, &|a, b| {
        crd_core::crd::compare_versions(&a.name, &b.name)
    });
    let versions: Vec<Value> = versions.into_iter().map(version).collect();
    let list_kind = if names.list_kind.is_empty() {
        format!("{}List", names.kind)
    } else {
        names.list_kind.to_string()
    };
    serde_json::json!({
        "group": crd.spec.group,
        "scope": crd.spec.scope,
        "names": {
            "plural": names.plural,
            "singular": crd.singular(),
            "kind": names.kind,
            "listKind": list_kind,
            "shortNames": each_once(&names.short_names),
            "categories": each_once(&names.categories),
        },
        "versions": versions,
        "conversion": conversion(crd),
    })
}

fn conversion(crd: &Crd) -> Value {
    /// The port of a service without one.
    const PORT: i32 = 443;
    let Some(conversion) = crd.spec.conversion.as_ref() else {
        return serde_json::json!({"strategy": "None", "webhook": null});
    };
    let webhook = conversion.webhook.as_ref().map(|webhook| {
        let client = webhook.client_config.as_ref();
        let service = client.and_then(|client| client.service.as_ref()).map(|service| {
            serde_json::json!({
                "namespace": service.namespace, "name": service.name,
                "path": service.path.as_deref().unwrap_or_default(),
                "port": service.port.unwrap_or(PORT),
            })
        });
        serde_json::json!({
            "url": client.and_then(|client| client.url.as_ref()),
            "service": service,
            "caBundle": client.map(|client| String::from_utf8_lossy(&client.ca_bundle)).unwrap_or_default(),
            "reviewVersions": webhook.conversion_review_versions.clone().unwrap_or_default(),
        })
    });
    serde_json::json!({"strategy": conversion.strategy, "webhook": webhook})
}

fn version(version: &crd_core::crd::Version) -> Value {
    let mut schema = version
        .openapi_schema()
        .and_then(|schema| serde_json::to_value(schema).ok())
        .unwrap_or_default();
    normalize(&mut schema);
    if let Some(schema) = schema.as_object_mut() {
        let properties = schema
            .entry("properties")
            .or_insert_with(|| Value::Object(serde_json::Map::new()));
        for (name, type_) in [
            ("apiVersion", "string"),
            ("kind", "string"),
            ("metadata", "object"),
        ] {
            if let Some(properties) = properties.as_object_mut() {
                properties
                    .entry(name)
                    .or_insert_with(|| serde_json::json!({"type": type_}));
            }
        }
    }
    let columns = version.additional_printer_columns.iter().flatten().map(|column| {
        serde_json::json!({
            "name": column.name, "type": column.type_, "format": column.format, "description": column.description,
            "priority": column.priority, "jsonPath": column.json_path,
        })
    });
    let subresources = version.subresources.as_ref();
    let scale = subresources.and_then(|subresources| subresources.scale.as_ref()).map(|scale| {
        serde_json::json!({
            "spec": scale.spec_replicas_path, "status": scale.status_replicas_path, "selector": scale.label_selector_path,
        })
    });
    serde_json::json!({
        "name": version.name,
        "served": version.served,
        "storage": version.storage,
        "deprecated": version.deprecated,
        "warning": version.deprecation_warning,
        "columns": columns.collect::<Vec<Value>>(),
        "selectable": version.selectable_fields.clone().unwrap_or_default(),
        "status": subresources.is_some_and(|subresources| subresources.status),
        "scale": scale,
        "schema": schema,
    })
}

/// Trims descriptions, and removes and sorts parts that make no difference to the server.
fn normalize(schema: &mut Value) {
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.trim().to_owned();
        if description.is_empty() {
            schema.remove("description");
        }
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        sort_by_key(required, &ToString::to_string);
        required.dedup();
        if required.is_empty() {
            schema.remove("required");
        }
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().for_each(normalize);
        if properties.is_empty() {
            schema.remove("properties");
        }
    }
    for name in ["items", "additionalProperties", "not"] {
        if let Some(below) = schema.get_mut(name) {
            normalize(below);
        }
    }
    for name in ["allOf", "anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get_mut(name) {
            branches.iter_mut().for_each(normalize);
        }
    }
    schema.retain(|name, value| {
        !(value.is_boolean()
            && *value == false
            && name != "additionalProperties"
            && name != "default"
            && name != "example")
    });
}
