//! Checks a custom resource: its names, its paths, and the type that it is derived for.

mod names;
mod paths;

use proc_macro2::Ident;
use syn::{Data, Fields};

pub(super) use self::paths::column_path;
use super::rule::RuleChecks;
use super::{cel, rule};
use crate::attr::allow::{Allowance, allows};
use crate::attr::attrs::Attrs;
use crate::attr::column::{Column, ColumnOwner};
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::meta::Meta;
use crate::attr::resource::{ResourceAttrs, Spec};
use crate::attr::serde::case::{pascal, upper_first};
use crate::codes;
use crate::errors::{Errors, report};
use crate::rust_type;

/// A custom resource whose root type can be generated.
pub(crate) struct RootType<'a> {
    pub(crate) spec: &'a Spec<'a>,
    /// The name of the root type.
    pub(crate) ident: Ident,
    pub(crate) resource: &'a ResourceAttrs,
    pub(crate) rule_checks: RuleChecks<'a>,
    /// The columns of fields that have paths of their own.
    pub(crate) placed_columns: Vec<Column>,
}

/// Checks a custom resource; returns its root if a root type can be generated, even if there are errors.
///
/// The root is generated in spite of errors elsewhere, so that they do not cause errors in code that uses it.
pub(crate) fn check<'a>(
    cx: &Errors,
    spec: &'a Spec<'a>,
    resource: Option<&'a mut ResourceAttrs>,
) -> Option<RootType<'a>> {
    target(cx, spec);
    // `#[derive(Schema)]` reports them too, and the compiler prints one of two equal errors.
    for field in spec.fields.iter().filter(|field| field.is_unreadable) {
        super::types::references(cx, field.ty);
    }
    reserved_fields(cx, spec, resource.as_deref());
    let resource = resource?;
    root_traits(cx, resource);
    flattened(cx, resource);
    root_attributes(cx, resource);
    let resource: &'a ResourceAttrs = resource;
    names::check(cx, resource);
    if !resource.unchecked_paths {
        paths::check(cx, resource);
    }
    for rule in &resource.rules {
        cx.in_rules(|| rule::check(cx, rule));
    }
    let rule_checks = if resource.rules.is_empty() {
        Vec::new()
    } else {
        cel::check_root(cx, resource, &allowances(spec))
    };
    alpha_fields(cx, spec, resource);
    let ident = root_ident(cx, spec, resource)?;
    let is_generic = !spec.item.generics.params.is_empty();
    (!is_generic).then_some(RootType {
        spec,
        ident,
        resource,
        rule_checks,
        placed_columns: placed_columns(spec),
    })
}

/// Returns the columns on fields of the spec whose path is not that of the field.
fn placed_columns(spec: &Spec<'_>) -> Vec<Column> {
    let Data::Struct(item) = &spec.item.data else {
        return Vec::new();
    };
    // `#[derive(Schema)]` reports errors in these attributes.
    let silent = Errors::silent();
    let metas = item
        .fields
        .iter()
        .flat_map(|field| Meta::collect(&silent, &field.attrs, "crd"));
    let columns = metas
        .filter(|meta| meta.name == keys::PRINTCOLUMN)
        .filter_map(|meta| Column::parse(&silent, &meta, ColumnOwner::Field));
    columns.filter(|column| column.json_path.is_some()).collect()
}

/// Returns the findings that are not reported about the resource.
fn allowances(spec: &Spec<'_>) -> Vec<Allowance> {
    // `#[derive(Schema)]` reports errors in these attributes.
    let silent = Errors::silent();
    let metas = Meta::collect(&silent, &spec.item.attrs, "crd");
    Attrs::parse(&silent, AttributeTarget::Type, metas).allows
}

/// LNT-62: checks that an alpha field in a stable version is behind a gate, or in a channel.
fn alpha_fields(cx: &Errors, spec: &Spec<'_>, resource: &ResourceAttrs) {
    let number = resource.version.value.strip_prefix('v').unwrap_or_default();
    let is_stable = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let Data::Struct(item) = &spec.item.data else {
        return;
    };
    if !is_stable || !resource.when.is_always() {
        return;
    }
    // `#[derive(Schema)]` reports errors in these attributes.
    let silent = Errors::silent();
    for field in &item.fields {
        let metas = Meta::collect(&silent, &field.attrs, "crd");
        let attrs = Attrs::parse(&silent, AttributeTarget::Field, metas);
        if allows(&attrs.allows, codes::ALPHA_UNGATED) {
            continue;
        }
        for lifecycle in &attrs.lifecycle {
            if lifecycle.status == "alpha" && lifecycle.feature_gate.is_none() && attrs.when.is_always() {
                report!(cx, lifecycle.ident => ALPHA_UNGATED,
                    "an alpha field in the stable version `{}` needs a feature gate or a channel: \
                     `feature_gate = \"…\"` in the lifecycle, or `channel = …` on the field", resource.version.value);
            }
        }
    }
}

/// Checks that the spec is a struct or an enum without parameters.
fn target(cx: &Errors, spec: &Spec<'_>) {
    let item = spec.item;
    if !item.generics.params.is_empty() {
        report!(cx, item.generics => DERIVE_TARGET,
            "a custom resource has one schema, so its spec cannot be generic; use concrete types instead of \
             the parameters");
    }
    match &item.data {
        Data::Struct(data) => {
            if matches!(data.fields, Fields::Unit) {
                report!(cx, item.ident => DERIVE_TARGET,
                    "serde writes null for a unit struct, but `spec` is an object; write it with `{{}}`");
            }
        }
        Data::Enum(_) => {}
        Data::Union(data) => {
            report!(cx, data.union_token => DERIVE_TARGET,
                "serde does not support a `union`; use a struct or an enum");
        }
    }
}

/// Reports fields of the root among those of the spec, which show that the struct describes the whole object.
fn reserved_fields(cx: &Errors, spec: &Spec<'_>, resource: Option<&ResourceAttrs>) {
    if resource.is_some_and(|resource| resource.flatten.is_some())
        || allows(&allowances(spec), codes::FIELD_RESERVED)
    {
        return;
    }
    let has = |wanted: &str| spec.fields.iter().any(|field| field.name == wanted);
    let has_type_meta = has("apiVersion") && has("kind");
    for field in &spec.fields {
        let is_reserved = match field.name.as_str() {
            "apiVersion" | "kind" => has_type_meta,
            "spec" | "status" => has("spec") && has("status"),
            // Beside `spec` alone it may be that of a template.
            "metadata" => {
                rust_type::name(field.ty).as_deref() == Some("ObjectMeta")
                    || (has("spec") && has("status"))
                    || has_type_meta
            }
            _ => false,
        };
        if is_reserved {
            let more = if field.name == "status" {
                ", and `status = Type` names the type of the status"
            } else {
                ""
            };
            report!(cx, field.ident => FIELD_RESERVED,
                "`{}` is a field of the root type, which the derive generates; this struct is only the \
                 `spec`{more}", field.name);
        }
    }
}

/// Reports attributes of `spec` on a flattened resource, which has no `spec`.
fn flattened(cx: &Errors, resource: &ResourceAttrs) {
    if let (Some(flatten), Some(_)) = (&resource.flatten, &resource.spec_optional) {
        report!(cx, flatten => ATTRIBUTE_CONTRADICTION,
            "`flatten` puts the members of the struct next to `metadata`, so there is no `spec` that could \
             be optional; remove one of the two");
    }
    if let (Some(flatten), Some(_)) = (&resource.flatten, &resource.spec_default) {
        report!(cx, flatten => ATTRIBUTE_CONTRADICTION,
            "`flatten` puts the members of the struct next to `metadata`, so no `spec` can have a default; \
             remove `spec_default`, and set defaults of the fields");
    }
    if let (Some(flatten), Some(_)) = (&resource.flatten, &resource.next) {
        report!(cx, flatten => ATTRIBUTE_CONTRADICTION,
            "only objects with a `spec` can be converted, so `next` and `flatten` exclude each other; remove one of the two");
    }
}

/// Reports traits that the macro implements for the root, and removes them.
fn root_traits(cx: &Errors, resource: &mut ResourceAttrs) {
    resource.derives.retain(|path| {
        let name = rust_type::last_segment(path);
        let is_implemented = ["Clone", "Debug", "Serialize", "Deserialize"].contains(&name.as_str());
        if is_implemented {
            report!(cx, path => ATTRIBUTE_CONTRADICTION,
                "the root type already derives `{name}`; remove it here");
        }
        !is_implemented
    });
}

/// Reports attributes of the root that only the macro may write, and removes them.
fn root_attributes(cx: &Errors, resource: &mut ResourceAttrs) {
    resource.attributes.retain(|attribute| {
        let name = rust_type::last_segment(attribute.value.path());
        let is_generated = ["derive", "serde", "schemars", "crd"].contains(&name.as_str());
        if is_generated {
            let hint = if name == "derive" {
                "; add traits with `derive(…)`"
            } else {
                ""
            };
            report!(cx, attribute => ATTRIBUTE_CONTRADICTION,
                "`{name}` is already generated for the root type{hint}");
        }
        !is_generated
    });
}

fn root_ident(cx: &Errors, spec: &Spec<'_>, resource: &ResourceAttrs) -> Option<Ident> {
    let name = resource.root_name();
    if spec.item.ident == name.value {
        if let Some(short) = name.value.strip_suffix("Spec").filter(|short| !short.is_empty()) {
            report!(cx, name => ATTRIBUTE_CONTRADICTION,
                "`{}` is the spec of the custom resource, whose own name is that of the kind: write `\"{short}\"`", name.value);
            return None;
        }
        report!(cx, name => ATTRIBUTE_CONTRADICTION,
            "the root type would have the same name as its spec, `{0}`; rename the struct to `{0}Spec`, or \
             name the root type with `root = \"…\"`", name.value);
        return None;
    }
    let Ok(mut ident) = syn::parse_str::<Ident>(&name.value) else {
        let example = upper_first(&pascal(&name.value.replace(|c: char| !c.is_alphanumeric(), "_")));
        let example = if example.is_empty() { "Database" } else { &example };
        report!(cx, name => ATTRIBUTE_VALUE,
            "`{}` is not a valid name of a Rust type; write `{example}`, or name the root type with `root = \"{example}\"`",
            name.value);
        return None;
    };
    ident.set_span(spec.item.ident.span());
    Some(ident)
}
