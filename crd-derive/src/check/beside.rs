//! Reports attributes of other derives that change the schema or validation that those generate, but that `Schema` does not read.
//!
//! ```text
//! #[derive(JsonSchema, Schema)] struct A { #[schemars(range(min = 1))] a: i32 }      `minimum` is in one of two schemas
//! ```

use crate::attr::foreign;
use crate::attr::input::{Input, InputField, ItemBody};
use crate::attr::meta::{Meta, MetaValue, literal};
use crate::errors::{Errors, report};

/// The derives whose attributes define which values are valid.
const TOOLS: [&str; 5] = ["schemars", "validate", "garde", "x_kube", "kube"];

/// Names of their attributes, with the equivalent attributes of `#[crd(…)]`, any of which suffices.
const COUNTERPARTS: &[(&[&str], &[&str])] = &[
    (
        &["range"],
        &[
            "minimum",
            "maximum",
            "exclusive_minimum",
            "exclusive_maximum",
            "enum",
            "rule",
        ],
    ),
    (
        &["length", "byte_length"],
        &[
            "min_length",
            "max_length",
            "min_items",
            "max_items",
            "min_properties",
            "max_properties",
            "enum",
            "rule",
        ],
    ),
    (
        &["regex", "pattern", "contains", "prefix", "suffix"],
        &["pattern", "enum", "format", "rule"],
    ),
    (&["inner"], &["items", "values"]),
    (
        &["with", "schema_with"],
        &["schema_as", "schema_with", "schemars"],
    ),
    (&["validation"], &["rule", "validation"]),
    (&["merge_strategy"], &["list_type", "map_type", "merge_strategy"]),
];

/// Reports attributes on fields that have no counterpart in `#[crd(…)]`.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    if input.attrs.replaces_schema() {
        return;
    }
    match &input.data {
        ItemBody::Struct(_, fields) => fields.iter().for_each(|field| check_field(cx, field)),
        ItemBody::Enum(variants) => variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .for_each(|field| check_field(cx, field)),
    }
}

fn check_field(cx: &Errors, field: &InputField<'_>) {
    if field.attrs.source.is_some() {
        return;
    }
    for attribute in field.foreign {
        let Some(tool) = TOOLS.iter().find(|tool| attribute.path().is_ident(tool)) else {
            continue;
        };
        // Errors in the attribute are reported by its own derive.
        for meta in Meta::collect(&Errors::silent(), std::slice::from_ref(attribute), tool) {
            if is_without_effect(field, tool, &meta) {
                let name = &meta.name;
                let advice = match name.as_str() {
                    "skip" | "pattern" => format!("use `{name}`"),
                    "printcolumn" => "use `printcolumn(…)`".to_owned(),
                    "validation" => "use `rule(\"…\")`".to_owned(),
                    "merge_strategy" => "use `list_type` or `map_type`".to_owned(),
                    "schema_with" => "use `schema_with = path`".to_owned(),
                    _ => foreign::advice(name)
                        .unwrap_or_else(|| "use the attribute for this, or remove it".to_owned()),
                };
                let place = if name == "rename" { "" } else { "in `#[crd(…)]` " };
                report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
                    "`Schema` ignores `{name}` of `#[{tool}(…)]`, so it has no effect on this schema; \
                     {place}{advice}");
            }
        }
    }
}

/// Whether the schema lacks the effect of the attribute.
fn is_without_effect(field: &InputField<'_>, tool: &str, meta: &Meta) -> bool {
    let name = meta.name.as_str();
    if tool == "schemars" && name == "rename" {
        let renamed = match &meta.value {
            MetaValue::Expr(literal!(Str(text))) => Some(text.value()),
            _ => None,
        };
        return !field.is_skipped() && renamed.is_some_and(|renamed| renamed != field.name.value);
    }
    if tool == "schemars" && name == "skip" {
        return !field.is_skipped();
    }
    let is_of_schemars = matches!(name, "with" | "schema_with");
    let is_of_kube = matches!(name, "validation" | "merge_strategy");
    let is_kube = tool.ends_with("kube");
    if (is_of_schemars && tool != "schemars") || (is_of_kube && !is_kube) {
        return false;
    }
    // kube has no other attributes for fields.
    if is_kube && !is_of_kube {
        return !field.is_skipped();
    }
    let counterparts = COUNTERPARTS.iter().find(|(names, _)| names.contains(&name));
    counterparts.is_some_and(|(_, ours)| {
        !field.is_skipped()
            && !field
                .given
                .iter()
                .any(|given| ours.iter().any(|our| given == our))
    })
}
