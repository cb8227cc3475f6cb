//! Rejects attributes that are unknown, misplaced or repeated.

use super::keys::{self, AttributeTarget, Key};
use super::meta::Meta;
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// Names that other tools use, with what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("scope", "write `namespaced`, or nothing for cluster scope"),
    (
        "names",
        "write `plural`, `singular`, `kind`, `shortname` and `category`",
    ),
    ("short_name", "it is `shortname`"),
    ("shortnames", "it is `shortname`, repeated for each name"),
    ("short_names", "it is `shortname`, repeated for each name"),
    ("categories", "it is `category`, repeated for each name"),
    ("struct", "it is `root`"),
    ("api_version", "it is `version`"),
    ("versions", "it is `version`; each version is a type of its own"),
    (
        "min",
        "it is `minimum`, `min_length`, `min_items` or `min_properties`",
    ),
    (
        "max",
        "it is `maximum`, `max_length`, `max_items` or `max_properties`",
    ),
    ("range", "it is `minimum` and `maximum`"),
    (
        "length",
        "it is `min_length` and `max_length`, or `min_items` and `max_items`",
    ),
    ("regex", "it is `pattern = \"…\"`"),
    (
        "unique_items",
        "the API server forbids `uniqueItems`; write `list_type = set`",
    ),
    (
        "additional_properties",
        "use a map type, or `preserve_unknown_fields`",
    ),
    (
        "pattern_properties",
        "structural schemas have no `patternProperties`; use a map and a rule",
    ),
    ("cel", "rules are always checked; write `rule(\"…\")`"),
    ("x_kube", "it is `crd`"),
    (
        "deny_unknown_fields",
        "the API server prunes or rejects unknown fields by itself; it is an attribute of serde",
    ),
    (
        "rename",
        "names in JSON come from serde: `#[serde(rename = \"…\")]`",
    ),
    (
        "rename_all",
        "names in JSON come from serde: `#[serde(rename_all = \"…\")]`",
    ),
    ("flatten", "it is an attribute of serde: `#[serde(flatten)]`"),
    ("tag", "it is an attribute of serde: `#[serde(tag = \"…\")]`"),
    ("hidden", "a schema cannot hide a field; `skip` leaves it out"),
    ("no_spec", "every resource has a `spec`; put the fields there"),
    (
        "conversion",
        "conversion is declared where the versions of a resource are merged",
    ),
    ("with", "it is `schema_as = Type`"),
    ("inner", "it is `items(…)`"),
    ("contains", "it is `pattern = \"…\"`"),
    ("email", "it is `format = \"email\"`"),
    ("url", "it is `format = \"uri\"`"),
    ("ip", "it is `format = \"ipv4\"` or `format = \"ipv6\"`"),
    ("inline", "schemas are always inlined where they are used"),
    (
        "transform",
        "a schema is a constant; `schema_with` takes one from a function",
    ),
    (
        "extend",
        "each keyword of a schema has an attribute of its own, such as `preserve_unknown_fields` or `list_type`",
    ),
];

/// Reports unknown, misplaced and repeated attributes, and returns the others.
///
/// Attributes of the root of a custom resource may be written beside those of its spec's schema. They are left
/// out here without an error: `#[derive(CustomResource)]` parses them.
pub(super) fn invalid(cx: &Context, target: AttributeTarget, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for meta in metas {
        let Some(key) = keys::find(&meta.name) else {
            report_unknown(cx, target, &meta);
            continue;
        };
        if !key.belongs(target) {
            if !(target == AttributeTarget::Type && key.belongs(AttributeTarget::Root)) {
                report_misplaced(cx, target, &meta, key);
            }
            continue;
        }
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            report_repeated(cx, &meta);
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Returns the attributes of the root of a custom resource; reports repeated ones.
///
/// The other attributes are left out without an error: `#[derive(Schema)]` parses them.
pub(super) fn root_attributes(cx: &Context, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for meta in metas {
        let Some(key) = keys::find(&meta.name).filter(|key| key.belongs(AttributeTarget::Root)) else {
            continue;
        };
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            // What `#[derive(Schema)]` parses too, it reports too.
            if !key.belongs(AttributeTarget::Type) {
                report_repeated(cx, &meta);
            }
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Reports repeated names among the parts of one attribute, and returns the others.
pub(super) fn repeated_parts(cx: &Context, parts: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for part in parts {
        if kept.iter().any(|earlier| earlier.name == part.name) {
            report_repeated(cx, &part);
        } else {
            kept.push(part);
        }
    }
    kept
}

/// Reports a part that an attribute does not have.
pub(super) fn unknown_part(cx: &Context, part: &Meta, owner: &str, known: &[&str]) {
    let hint = did_you_mean(&part.name, known.iter().copied());
    cx.error(
        &part.ident,
        codes::ATTRIBUTE_UNKNOWN,
        format!("{owner} has no `{}`{hint}", part.name),
    );
}

pub(super) fn report_repeated(cx: &Context, meta: &Meta) {
    cx.error(
        &meta.ident,
        codes::ATTRIBUTE_DUPLICATE,
        format!("`{}` is given twice; keep one", meta.name),
    );
}

fn report_unknown(cx: &Context, target: AttributeTarget, meta: &Meta) {
    let name = &meta.name;
    if let Some((_, hint)) = FOREIGN.iter().find(|(foreign, _)| foreign == name) {
        cx.error(
            &meta.ident,
            codes::ATTRIBUTE_UNKNOWN,
            format!("there is no attribute `{name}`: {hint}"),
        );
        return;
    }
    let here = keys::KEYS.iter().filter(|key| {
        key.belongs(target) || (target == AttributeTarget::Type && key.belongs(AttributeTarget::Root))
    });
    let mut hint = did_you_mean(name, here.map(|key| key.name));
    if hint.is_empty() {
        hint = did_you_mean(name, keys::KEYS.iter().map(|key| key.name));
    }
    if hint.is_empty() {
        hint.push_str("; the attributes are listed in the documentation of the derive macro");
    }
    cx.error(
        &meta.ident,
        codes::ATTRIBUTE_UNKNOWN,
        format!("there is no attribute `{name}`{hint}"),
    );
}

fn report_misplaced(cx: &Context, target: AttributeTarget, meta: &Meta, key: &Key) {
    let mut belongs = Vec::new();
    for other in AttributeTarget::ALL {
        if key.belongs(other) {
            belongs.push(match other {
                AttributeTarget::Root => "on the spec struct of a custom resource",
                AttributeTarget::Union => "on an enum with `#[derive(Union)]`",
                _ => place(other),
            });
        }
    }
    cx.error(
        &meta.ident,
        codes::ATTRIBUTE_MISPLACED,
        format!(
            "`{}` cannot be used {}; it belongs {}",
            meta.name,
            place(target),
            belongs.join(" or ")
        ),
    );
}

const fn place(target: AttributeTarget) -> &'static str {
    match target {
        AttributeTarget::Root => "on a custom resource",
        AttributeTarget::Type => "on a type",
        AttributeTarget::Union => "on a union",
        AttributeTarget::Field => "on a field",
        AttributeTarget::Variant => "on a variant",
        AttributeTarget::Element => "in `items(…)` or `values(…)`",
        AttributeTarget::Nested => "in `any_of`, `all_of`, `one_of` or `not`",
    }
}
