//! Rejects attributes that are unknown, misplaced or repeated.

use proc_macro2::Ident;
use syn::{Data, DeriveInput};

use super::keys::{self, AttributeTarget, Key};
use super::meta::Meta;
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// Whether an enum is written as one that derives `Union`, which is reported on its `discriminator`.
pub(crate) fn is_union(cx: &Context, item: &DeriveInput, metas: &[Meta]) -> bool {
    let discriminator = metas.iter().find(|meta| meta.name == keys::DISCRIMINATOR);
    match (&item.data, discriminator) {
        (Data::Enum(_), Some(meta)) => {
            cx.error(
                &meta.ident,
                codes::DERIVE_TARGET,
                "an enum with a `discriminator` is a union: write `#[derive(Union)]`, which implements `Schema`, `Serialize` \
                 and `Deserialize`, and do not derive these",
            );
            true
        }
        _ => false,
    }
}

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
        "each keyword that the API server allows has an attribute of its own, such as `list_type` for \
         `x-kubernetes-list-type`; it does not keep other `x-` keywords",
    ),
    // serde.
    (
        "skip_serializing_if",
        "it is an attribute of serde: `#[serde(skip_serializing_if = \"…\")]`",
    ),
    (
        "skip_serializing",
        "it is an attribute of serde: `#[serde(skip_serializing)]`",
    ),
    (
        "skip_deserializing",
        "it is an attribute of serde: `#[serde(skip_deserializing)]`",
    ),
    ("alias", "it is an attribute of serde: `#[serde(alias = \"…\")]`"),
    (
        "content",
        "it is an attribute of serde: `#[serde(content = \"…\")]`",
    ),
    ("untagged", "it is an attribute of serde: `#[serde(untagged)]`"),
    (
        "transparent",
        "it is an attribute of serde: `#[serde(transparent)]`",
    ),
    // validator and garde.
    ("min_len", "it is `min_length`, or `min_items` for a list"),
    ("max_len", "it is `max_length`, or `max_items` for a list"),
    ("ge", "it is `minimum = …`"),
    ("gte", "it is `minimum = …`"),
    ("gt", "it is `exclusive_minimum = …`"),
    ("le", "it is `maximum = …`"),
    ("lte", "it is `maximum = …`"),
    ("lt", "it is `exclusive_maximum = …`"),
    (
        "not_empty",
        "it is `min_length = 1`, or `min_items = 1` for a list",
    ),
    (
        "non_empty",
        "it is `min_length = 1`, or `min_items = 1` for a list",
    ),
    ("prefix", "it is `pattern = \"^…\"`"),
    ("suffix", "it is `pattern = \"…$\"`"),
    ("ascii", "it is `pattern = \"^[[:ascii:]]*$\"`"),
    ("alphanumeric", "it is `pattern = \"^[[:alnum:]]*$\"`"),
    (
        "must_match",
        "it is a rule on the struct: `rule(\"self.a == self.b\")`",
    ),
    ("custom", "write it in CEL: `rule(\"…\", message = \"…\")`"),
    ("nested", "a nested type is always part of the schema; remove it"),
    ("dive", "a nested type is always part of the schema; remove it"),
    (
        "message",
        "a message belongs to a rule: `rule(\"…\", message = \"…\")`",
    ),
    (
        "msg",
        "a message belongs to a rule: `rule(\"…\", message = \"…\")`",
    ),
    (
        "message_expression",
        "it belongs to a rule: `rule(\"…\", message_expression = \"…\")`",
    ),
    (
        "reason",
        "it belongs to a rule: `rule(\"…\", reason = FieldValueInvalid)`",
    ),
    (
        "field_path",
        "it belongs to a rule: `rule(\"…\", field_path = \".a\")`",
    ),
    // JSON Schema and OpenAPI.
    ("const", "write an enum of one value: `enum(\"…\")`"),
    (
        "type",
        "the type follows from the Rust type; for another, write `schema_as = Type`",
    ),
    (
        "type_",
        "the type follows from the Rust type; for another, write `schema_as = Type`",
    ),
    (
        "schema_type",
        "the type follows from the Rust type; for another, write `schema_as = Type`",
    ),
    ("value_type", "it is `schema_as = Type`"),
    ("examples", "it is `example = …`, one of them"),
    (
        "read_only",
        "the API server has no read-only fields; put what only the controller writes into the status",
    ),
    (
        "write_only",
        "the API server has no write-only fields; keep secrets in a `Secret`",
    ),
    (
        "external_docs",
        "the schema has no place for it here; put the link into the doc comment",
    ),
    ("content_encoding", "it is `format = \"byte\"`"),
    (
        "if",
        "structural schemas have no conditions; write a rule such as `rule(\"!a || b\")`",
    ),
    (
        "ref",
        "structural schemas have no references; schemas are always inlined",
    ),
    // kubebuilder's markers.
    ("x_validation", "it is `rule(\"…\", message = \"…\")`"),
    ("x_kubernetes_validations", "it is `rule(\"…\", message = \"…\")`"),
    (
        "x_kubernetes_list_type",
        "it is `list_type = set`, `map` or `atomic`",
    ),
    ("x_kubernetes_list_map_keys", "it is `list_map_keys(\"…\")`"),
    ("x_kubernetes_map_type", "it is `map_type = granular` or `atomic`"),
    (
        "x_kubernetes_preserve_unknown_fields",
        "it is `preserve_unknown_fields`",
    ),
    ("x_kubernetes_embedded_resource", "it is `embedded_resource`"),
    ("x_kubernetes_int_or_string", "it is `int_or_string`"),
    ("x_int_or_string", "it is `int_or_string`"),
    ("x_preserve_unknown_fields", "it is `preserve_unknown_fields`"),
    ("pruning", "it is `preserve_unknown_fields`"),
    (
        "schemaless",
        "to leave a field without a schema, write `preserve_unknown_fields`",
    ),
    ("struct_type", "it is `map_type`"),
    ("list_map_key", "it is `list_map_keys(\"…\")`"),
    (
        "resource",
        "write `plural`, `shortname`, `category` and `namespaced`",
    ),
    ("subresource", "write `status = Type`, or `scale(…)`"),
    (
        "storage_version",
        "it is `storage = true`; the other versions have `storage = false`",
    ),
    ("unserved_version", "it is `served = false`"),
    (
        "deprecated_version",
        "it is `deprecated`, or `deprecated = \"…\"` with a warning",
    ),
    (
        "metadata",
        "write `annotation(\"key\", \"value\")` and `label(\"key\", \"value\")`",
    ),
    (
        "annotations",
        "it is `annotation(\"key\", \"value\")`, repeated for each",
    ),
    ("labels", "it is `label(\"key\", \"value\")`, repeated for each"),
    (
        "selectable_field",
        "it is `selectable = \".spec.…\"`, or `selectable` on a field",
    ),
    (
        "skip_version",
        "each version is a type of its own; leave it out there",
    ),
];

/// Names that other tools use for the parts of an attribute, with ours.
const FOREIGN_PARTS: &[(&str, &str)] = &[
    ("msg", "message"),
    ("text", "message"),
    ("error", "message"),
    ("message_expr", "message_expression"),
    ("version", "min_version"),
    ("since", "min_version"),
    ("gate", "feature_gate"),
    ("path", "field_path"),
    ("path", "json_path"),
    ("title", "name"),
    ("column_type", "type_"),
    ("specpath", "spec_replicas_path"),
    ("spec_path", "spec_replicas_path"),
    ("statuspath", "status_replicas_path"),
    ("status_path", "status_replicas_path"),
    ("selectorpath", "label_selector_path"),
    ("selector_path", "label_selector_path"),
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

/// The first attribute on a type that only `#[derive(CustomResource)]` reads.
pub(super) fn first_of_root(target: AttributeTarget, metas: &[Meta]) -> Option<Ident> {
    if target != AttributeTarget::Type {
        return None;
    }
    let is_of_root = |meta: &&Meta| {
        keys::find(&meta.name).is_some_and(|key| key.belongs(AttributeTarget::Root) && !key.belongs(target))
    };
    metas.iter().find(is_of_root).map(|meta| meta.ident.clone())
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
    let plain = snake_case(&part.name);
    let meant = FOREIGN_PARTS
        .iter()
        .find(|(foreign, meant)| *foreign == plain && known.contains(meant));
    let hint = match meant {
        Some((_, meant)) => format!("; it is `{meant}`"),
        None => did_you_mean(&part.name, known.iter().copied()),
    };
    let hint = if hint.is_empty() {
        format!("; it takes {}", known.join(", "))
    } else {
        hint
    };
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
    let plain = snake_case(name);
    if let Some((_, hint)) = FOREIGN.iter().find(|(foreign, _)| *foreign == plain) {
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

/// Converts `uniqueItems`, `UniqueItems` and `XValidation` to `unique_items` and `x_validation`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    let mut characters = name.chars().peekable();
    while let Some(c) = characters.next() {
        let before_small = characters.peek().is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase()
            && !snake.is_empty()
            && (after_small || before_small)
            && !snake.ends_with('_')
        {
            snake.push('_');
        }
        after_small = !c.is_ascii_uppercase();
        snake.push(c.to_ascii_lowercase());
    }
    snake
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
            "`{}` cannot be used {}; it belongs {}{}",
            meta.name,
            place(target),
            belongs.join(" or "),
            elsewhere(target, &meta.name)
        ),
    );
}

/// What to write instead of an attribute that is misplaced.
fn elsewhere(target: AttributeTarget, name: &str) -> &'static str {
    match (target, name) {
        (AttributeTarget::Field, keys::DEPRECATED) => {
            "; for a field, write `lifecycle(project = \"…\", min_version = \"…\", status = deprecated, replacement = \"…\")`"
        }
        (AttributeTarget::Field | AttributeTarget::Variant, keys::DOC) => {
            "; here, write a doc comment or `description`"
        }
        (AttributeTarget::Field, keys::ANNOTATION | keys::LABEL) => "; it is for the CRD, not for objects",
        _ => "",
    }
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
