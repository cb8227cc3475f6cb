//! Writes the attributes of the root of a custom resource.

use crd_core::crd::{Crd, PrinterColumn, Version};

use super::docs::Doc;
use super::literal::{self, string};
use super::module::ModuleText;
use crate::ca_bundle::CaBundle;
use crate::layout::PlannedCrd;
use crate::model::SpecPresence;
use crate::options::{Client, Deployment};
use crate::plan::root::{ResourceRoot, TypeMeta};
use crate::words::{each_once, root_name};

/// Returns the arguments for the attributes of a root, in the conventional order.
pub(crate) fn arguments(
    module: &mut ModuleText<'_>,
    root: &ResourceRoot,
    own: &Doc,
    spec: &str,
) -> Vec<String> {
    let plan = module.plan;
    let Some((crd, version)) = plan.version(root.scope) else {
        return Vec::new();
    };
    let mut out = version_arguments(plan.options.client, crd, version);
    match root.presence {
        SpecPresence::Required => {}
        SpecPresence::Optional => out.push("spec_optional = option".to_owned()),
        SpecPresence::AtRoot => out.push("flatten".to_owned()),
    }
    if root.requires_metadata {
        out.push("metadata_required".to_owned());
    }
    if let Some(status) = &root.status {
        out.push(format!("status = {}", module.type_text(status)));
    }
    if let Some(default) = &root.spec_default {
        out.push(format!("spec_default = {}", literal::json(default)));
    }
    if let Some(default) = &root.status_default {
        out.push(format!("status_default = {}", literal::json(default)));
    }
    if let Some(is_resource) = root.status_subresource {
        out.push(format!("status_subresource = {is_resource}"));
    }
    if root.status_nullable {
        out.push("status_nullable".to_owned());
    }
    paths(root, &mut out);
    for other in &root.also {
        if let Some(other) = crd.versions().get(*other) {
            let mut parts = vec![string(&other.name)];
            if !other.served {
                parts.push("served = false".to_owned());
            }
            parts.push(format!("storage = {}", other.storage));
            let warning = other.deprecation_warning.as_deref();
            parts.extend(other.deprecated.then(|| deprecated(warning)));
            out.push(format!("also({})", parts.join(", ")));
        }
    }
    let planned = plan.crds.get(root.scope.crd);
    let newest = planned.filter(|planned| {
        let first = planned.roots.first();
        first.is_some_and(|first| first.scope == root.scope)
    });
    // Without the approval, the derive rejects the groups of Kubernetes.
    out.extend(annotation(crd, API_APPROVED));
    if newest.is_some() && plan.options.deployment == Deployment::Written {
        deployment(crd, &mut out);
    }
    out.extend(newest.and_then(conversion));
    let kind = &crd.spec.names.kind;
    let root_name = root_name(kind);
    if root_name != **kind {
        out.push(format!("root = {}", string(&root_name)));
    }
    let description = root.description.trim();
    if description != spec.trim() || own.exact.is_some() {
        out.push(format!("doc = {}", string(description)));
    }
    out.extend(type_meta(&root.type_meta));
    if root.has_loose_paths {
        out.push("unchecked_paths".to_owned());
    }
    if !root.title.is_empty() {
        out.push(format!("root_title = {}", string(&root.title)));
    }
    if let Some(schema) = &root.schema {
        let function = module.schema(schema);
        out.push(format!("root_schema_with = {function}"));
    }
    let mut derives = vec!["PartialEq"];
    let more = plan.options.derives_of.get(&root_name).into_iter().flatten();
    for name in more.map(String::as_str) {
        if !derives.contains(&name) {
            derives.push(name);
        }
    }
    out.push(format!("derive({})", derives.join(", ")));
    out
}

/// Returns the attribute for the descriptions of `apiVersion` and `kind`.
fn type_meta(type_meta: &TypeMeta) -> Option<String> {
    match type_meta {
        TypeMeta::None => None,
        TypeMeta::Lines => Some("describe_type_meta".to_owned()),
        TypeMeta::Joined => Some("describe_type_meta = joined".to_owned()),
        TypeMeta::Given([of_version, of_kind]) => Some(format!(
            "describe_type_meta({}, {})",
            string(of_version),
            string(of_kind)
        )),
    }
}

/// Returns the arguments for the names of a resource and for one of its versions.
fn version_arguments(client: Client, crd: &Crd, version: &Version) -> Vec<String> {
    let names = &crd.spec.names;
    let mut out = Vec::new();
    if client == Client::Kube {
        out.push("kube".to_owned());
    }
    out.push(format!("group = {}", string(&crd.spec.group)));
    out.push(format!("version = {}", string(&version.name)));
    out.push(format!("kind = {}", string(&names.kind)));
    out.push(format!("plural = {}", string(&names.plural)));
    if *crd.singular() != *names.kind.to_lowercase() {
        out.push(format!("singular = {}", string(&names.singular)));
    }
    if !names.list_kind.is_empty() && *names.list_kind != *format!("{}List", names.kind) {
        out.push(format!("list_kind = {}", string(&names.list_kind)));
    }
    for name in each_once(&names.short_names) {
        out.push(format!("shortname = {}", string(name)));
    }
    for name in each_once(&names.categories) {
        out.push(format!("category = {}", string(name)));
    }
    if *crd.spec.scope == *"Namespaced" {
        out.push("namespaced".to_owned());
    }
    if !version.served {
        out.push("served = false".to_owned());
    }
    if !version.storage {
        out.push("storage = false".to_owned());
    }
    let warning = version.deprecation_warning.as_deref();
    out.extend(version.deprecated.then(|| deprecated(warning)));
    out
}

/// Adds the scale subresource, selectable fields and printer columns.
fn paths(root: &ResourceRoot, out: &mut Vec<String>) {
    if let Some(scale) = &root.scale {
        let mut parts = vec![
            format!("spec_replicas_path = {}", string(&scale.spec_replicas_path)),
            format!("status_replicas_path = {}", string(&scale.status_replicas_path)),
        ];
        if let Some(selector) = &scale.label_selector_path {
            parts.push(format!("label_selector_path = {}", string(selector)));
        }
        out.push(format!("scale({})", parts.join(", ")));
    }
    out.extend(
        root.selectable
            .iter()
            .map(|path| format!("selectable = {}", string(path))),
    );
    out.extend(root.columns.iter().map(column));
}

/// Returns the attribute of a deprecated version, with its warning if it has one.
fn deprecated(warning: Option<&str>) -> String {
    match warning {
        None => "deprecated".to_owned(),
        Some(warning) => format!("deprecated = {}", string(warning)),
    }
}

fn column(column: &PrinterColumn) -> String {
    let mut parts = vec![
        format!("name = {}", string(&column.name)),
        format!("type_ = {}", string(&column.type_)),
        format!("json_path = {}", string(&column.json_path)),
    ];
    if !column.format.is_empty() {
        parts.push(format!("format = {}", string(&column.format)));
    }
    if !column.description.is_empty() {
        parts.push(format!("description = {}", string(&column.description)));
    }
    if column.priority != 0 {
        parts.push(format!("priority = {}", column.priority));
    }
    format!("printcolumn({})", parts.join(", "))
}

const API_APPROVED: &str = "api-approved.kubernetes.io";

fn annotation(crd: &Crd, name: &str) -> Option<String> {
    let value = crd.metadata.annotations.get(name)?;
    Some(format!("annotation({}, {})", string(name), string(value)))
}

/// Adds labels and annotations.
fn deployment(crd: &Crd, out: &mut Vec<String>) {
    let annotations = crd.metadata.annotations.keys();
    for name in annotations.filter(|name| *name != API_APPROVED) {
        out.extend(annotation(crd, name));
    }
    for (name, value) in crd.metadata.labels.iter() {
        out.push(format!("label({}, {})", string(name), string(value)));
    }
}

/// Returns the attribute for the conversion. A webhook is a separate program; without one, objects are not converted, which is written
/// for versions that differ.
fn conversion(planned: &PlannedCrd<'_>) -> Option<String> {
    let crd = planned.crd;
    let conversion = crd.spec.conversion.as_ref();
    let webhook = conversion.and_then(|conversion| conversion.webhook.as_ref());
    let Some((webhook, client)) = webhook.and_then(|found| Some((found, found.client_config.as_ref()?)))
    else {
        let mut schemas = crd.versions().iter().map(|version| &version.schema);
        let first = schemas.next();
        let is_one = schemas.all(|schema| first == Some(schema));
        return (!is_one).then(|| "conversion = none".to_owned());
    };
    let mut parts = Vec::new();
    if let Some(url) = &client.url {
        parts.push(format!("url = {}", string(url)));
    }
    if let Some(service) = &client.service {
        parts.push(format!("service = {}", string(&service.name)));
        parts.push(format!("namespace = {}", string(&service.namespace)));
        if let Some(path) = &service.path {
            parts.push(format!("path = {}", string(path)));
        }
        if let Some(port) = service.port.filter(|port| *port != 443) {
            parts.push(format!("port = {port}"));
        }
    }
    if let CaBundle::Kept(bundle) = &planned.ca_bundle {
        parts.push(format!("ca_bundle = {}", literal::lines(bundle)));
    }
    parts.push("external".to_owned());
    if let Some(versions) = &webhook.conversion_review_versions
        && !matches!(versions.as_slice(), [only] if &**only == "v1")
    {
        let versions: Vec<String> = versions.iter().map(|version| string(version)).collect();
        parts.push(format!("review_versions({})", versions.join(", ")));
    }
    Some(format!("conversion({})", parts.join(", ")))
}
