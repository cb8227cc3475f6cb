//! What to write instead of a wrong value of a CRD.
//!
//! ```text
//! scope: namespaced           did you mean `Namespaced`?
//! jsonPath: spec.size         write `.spec.size`
//! default: bc                 did you mean `Bc`?
//! ```

mod decode;
mod defaults;
mod duration;
mod fields;
mod form;
pub(super) mod keywords;
mod lists;
mod names;
mod number;
mod scale;
pub(super) mod selectable;
mod types;

use super::place::node_at;
use super::{DocumentSource, formats};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::server::validation::is_forbidden_at_root;
use crate::yaml::tree::{Entry, Node, Value};
pub(super) use decode::{of_decode_error, of_items};
use defaults::of_default;
pub(super) use defaults::{as_elements, declared_name, is_missing, of_undeclared, words_in};
pub(crate) use form::in_quotes;
pub(super) use form::{
    Misread, OF_NAMES, as_string, if_meant, misread, move_to, of_integer_format, of_wrong_type, scalar,
};
#[cfg(feature = "eval")]
pub(super) use form::{as_text, object_of_text};
pub(super) use lists::{OF_LISTS, is_scalar};
#[cfg(feature = "eval")]
pub(super) use number::fraction;
use scale::{count_in, under};
pub(super) use types::{TYPES, evident_type, json_type, type_in_schema, type_named};

/// Keywords that can be written below `spec` instead of at the root.
const MOVABLE: [&str; 8] = [
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "enum",
    "default",
    "minProperties",
    "maxProperties",
];

/// The shortest name that is taken for a part of another one.
pub(super) const SHORTEST_PART: usize = 4;

/// Returns concrete help for an error of the validator, if its value allows it.
pub(super) fn of_field_error(
    source: DocumentSource<'_>,
    error: &FieldError,
    path: &FieldPath,
) -> Option<String> {
    let document = source.document;
    let text: Option<String> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    match error.rule {
        rules::DFT_04 if is_missing(error) => Some(
            "add what is missing, or remove the default; the server validates the default before it sets defaults of nested fields in it"
                .to_owned(),
        ),
        rules::DFT_05 if error.detail.contains("oldSelf.hasValue()") => {
            Some("a default and a new object have no old value: write `!oldSelf.hasValue() || …`".to_owned())
        }
        rules::DFT_05 => of_failed_conversion(&error.detail).map(str::to_owned),
        rules::DFT_04 => of_default(source, error, path),
        rules::OAS_05 | rules::STC_04 if node_at(document, &path.ancestor(1))?.get("properties").is_some() => Some(
            "declare these fields in a field of their own, with `additionalProperties` instead of `properties`".to_owned(),
        ),
        rules::SCH_02 => {
            let name = &*forbidden_at_root(document, path)?.key;
            Some(if MOVABLE.contains(&name) {
                format!("move `{name}` below `properties.spec`")
            } else {
                format!("remove `{name}`")
            })
        }
        rules::OAS_15 if node_at(document, path)?.value == Value::Bool(false) => {
            Some("remove it: the server drops fields that are not declared anyway".to_owned())
        }
        rules::OAS_08 | rules::STC_08 => match node_at(document, path)?.elements() {
            [only] if !only.members().is_empty() => Some("remove the `- `: `items` is the schema of all elements".to_owned()),
            _ => None,
        },
        rules::OAS_01 => types::of_unknown(document, path, &text?),
        rules::CRD_39 => types::of_column(&text?),
        _ if let Some(several) = text.as_deref().and_then(|text| names::several(path, text)) => Some(several),
        rules::N_01 | rules::N_02 | rules::N_05 | rules::N_07 => names::lower_case(&text?),
        rules::N_03 => names::of_kind(&text?),
        rules::CRD_48 if path.segments.last()?.is_field("plural") => names::of_missing_plural(document),
        rules::CRD_01 => names::of_missing_group(document),
        rules::CRD_03 => names::of_group(document, &text?),
        rules::CRD_14 => names::of_version(document, &text?),
        rules::M_03 => names::of_malformed_crd(document, &text?),
        rules::M_04 => names::of_crd(document),
        rules::OAS_19 => lists::of_list_type(node_at(document, &path.ancestor(1))?),
        rules::OAS_16 | rules::STC_09 if is_bare_resource(document, path) => {
            Some("write `true`: an embedded resource without `properties` must keep unknown fields".to_owned())
        }
        rules::OAS_24 => lists::without_keys(document, path),
        rules::OAS_27 => lists::of_scalars(document, path),
        rules::OAS_29 => lists::near_key(document, path),
        rules::CRD_05 => did_you_mean(&text?, &["Namespaced", "Cluster"]),
        rules::OAS_22 => lists::of_unknown_type(document, path, &text?),
        rules::CRD_60 if node_at(document, &path.ancestor(1))?.get("webhook").is_some() => {
            Some("add `strategy: Webhook`, or remove `conversion`".to_owned())
        }
        rules::CRD_61 => {
            let meant = nearest_of(&text?, ["None", "Webhook"].into_iter())?;
            Some(format!("write `{meant}`"))
        }
        rules::CRD_51 if let Some(meant) = column_path(document, path, text.as_deref()?)
            .filter(|meant| text.as_ref() != Some(meant)) =>
        {
            Some(format!("write `{meant}`"))
        }
        rules::CRD_51 => selectable::path(document, path, &text?),
        rules::WRN_01 => {
            formats::help(node_at(document, &path.ancestor(1))?, &text?)
        }
        rules::STR_06 => of_missing_type(document, path),
        rules::STR_20 => of_repeated_type(document, path),
        rules::CRD_87 if node_at(document, path).is_none() => Some(
            "write `preserveUnknownFields: false`, because its default in `v1beta1` is `true`, and add \
             `x-kubernetes-preserve-unknown-fields: true` to the objects that keep unknown fields"
                .to_owned(),
        ),
        rules::CRD_02 => names::of_malformed_group(&text?),
        rules::OAS_17 => lists::of_map_type(document, path),
        rules::STR_13 if text.as_deref()?.starts_with('*') => {
            let pattern = text?.replace('.', r"\.").replace('*', ".*");
            Some(format!("`*` repeats what is before it; for any text, write `.*`: `^{pattern}$`"))
        }
        rules::CRD_30 => scale::to_add(document, path, "spec"),
        rules::CRD_33 => scale::to_add(document, path, "status"),
        rules::CRD_43 => Some(format!("write `{}`", column_path(document, path, &text?)?)),
        rules::CRD_31 => under(&text?, "spec")
            .or_else(|| count_in(document, path, "spec"))
            .or_else(|| scale::to_write(document, path, "spec")),
        rules::CRD_34 => under(&text?, "status")
            .or_else(|| count_in(document, path, "status"))
            .or_else(|| scale::to_write(document, path, "status")),
        _ => None,
    }
}

fn of_missing_type(document: &Node, path: &FieldPath) -> Option<String> {
    let schema = node_at(document, &path.ancestor(1))?;
    if node_at(document, path).is_some_and(|node| node.value == Value::Null) {
        let meant = evident_type(schema).map(|type_| format!("`{type_}`"));
        let all = "`array`, `boolean`, `integer`, `number`, `object` or `string`";
        return Some(format!(
            "`type` has no value: write {}",
            meant.as_deref().unwrap_or(all)
        ));
    }
    if types::is_integer_or_string(schema) {
        return Some("for numbers and texts, add `x-kubernetes-int-or-string: true`".to_owned());
    }
    let type_ = evident_type(schema)?;
    Some(format!("add `type: {type_}`"))
}

/// The help for a text that is no quantity.
pub(super) const QUANTITIES: &str = "write a quantity like `500m`, `10G` or `10Gi`";

/// Returns the help for a text that a rule cannot convert, by the server's words.
pub(super) fn of_failed_conversion(detail: &str) -> Option<&'static str> {
    if detail.starts_with("quantities must match") {
        return Some(QUANTITIES);
    }
    let type_ = detail.strip_prefix("type conversion error from 'string' to 'google.protobuf.")?;
    if type_.starts_with("Duration'") {
        Some("a duration is a number with a unit: `h`, `m`, `s` or `ms`")
    } else if type_.starts_with("Timestamp'") {
        Some("write a time like `2026-01-31T12:00:00Z`")
    } else {
        None
    }
}

/// Returns the help for a `type` in a branch of a choice that the same field has outside of the choice, too.
fn of_repeated_type(document: &Node, path: &FieldPath) -> Option<String> {
    let is_choice = |name: &str| matches!(name, "allOf" | "anyOf" | "oneOf" | "not");
    let mut outside = path.clone();
    while let Some(choice) = outside
        .segments
        .iter()
        .position(|segment| segment.field().is_some_and(is_choice))
    {
        let has_index = matches!(outside.segments.get(choice + 1), Some(Segment::Index(_)));
        outside.segments.drain(choice..=choice + usize::from(has_index));
    }
    let is_same =
        outside != *path && node_at(document, &outside)?.as_str() == node_at(document, path)?.as_str();
    is_same.then(|| "remove it: the schema above has this type already".to_owned())
}

/// Returns the first keyword of the root that is not allowed there.
pub(super) fn forbidden_at_root<'a>(document: &'a Node, root: &FieldPath) -> Option<&'a Entry> {
    let mut members = node_at(document, root)?.members().iter();
    members.find(|entry| is_forbidden_at_root(&entry.key))
}

/// Whether the schema with a keyword is that of an embedded resource without declared fields.
pub(super) fn is_bare_resource(document: &Node, keyword: &FieldPath) -> bool {
    node_at(document, &keyword.ancestor(1)).is_some_and(|schema| {
        schema.get("x-kubernetes-embedded-resource").is_some() && schema.get("properties").is_none()
    })
}

/// Whether a schema of an object without fields has `items`, which may be the values of a map.
pub(super) fn may_be_map(schema: &Node) -> bool {
    let is_of_list = |entry: &Entry| OF_LISTS.contains(&&*entry.key);
    schema.get("type").and_then(Node::as_str) == Some("object")
        && schema
            .get("items")
            .is_some_and(|items| items.as_mapping().is_some())
        && !is_object(schema)
        && !schema.members().iter().any(is_of_list)
}

/// Lists names in backticks: `a`, `b` and `c`.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Whether a schema declares members.
fn is_object(schema: &Node) -> bool {
    schema.get("properties").is_some() || schema.get("additionalProperties").is_some()
}

/// Returns the path, with a dot at its start, of the field that one of a column in another notation stands for: `$.spec.a`, `{.spec.a}`,
/// `spec/a` or `a`.
pub(super) fn column_path(document: &Node, at: &FieldPath, written: &str) -> Option<String> {
    let inner = written.strip_prefix('{').and_then(|path| path.strip_suffix('}'));
    let path = inner.unwrap_or(written).trim().trim_start_matches('$');
    let path = path.strip_prefix('.').unwrap_or(path);
    let first = path.split(['.', '[']).next().unwrap_or_default();
    let is_declared = || Some(fields::of_root(document, at)?.get(first)?.is_collection());
    if matches!(first, "spec" | "status" | "metadata" | "kind" | "apiVersion") || is_declared().is_some() {
        return Some(format!(".{path}"));
    }
    let path = format!(".{}", path.trim_start_matches('/').replace('/', "."));
    let below = path.find(".spec.").or_else(|| path.find(".status."));
    let meant = [
        path.get(below.unwrap_or(0)..)?.to_owned(),
        format!(".spec{path}"),
        format!(".status{path}"),
    ];
    let fields = ["spec", "status"].map(|root| fields::declared(document, at, root));
    let mut fields = fields.into_iter().flatten().map(|field| field.path);
    fields.find(|field| meant.iter().any(|meant| field.eq_ignore_ascii_case(meant)))
}

/// Returns the most similar text of an `enum`, whose members are formatted as JSON.
pub(super) fn nearest_member(value: &str, members: &[String]) -> Option<String> {
    // Similar digits say nothing.
    if value.parse::<f64>().is_ok() {
        return None;
    }
    let texts: Vec<String> = members
        .iter()
        .filter_map(|member| serde_json::from_str(member).ok())
        .collect();
    nearest_of(value, texts.iter().map(String::as_str)).map(str::to_owned)
}

/// Returns the advice to write the most similar one of the texts that are allowed.
fn did_you_mean(value: &str, allowed: &[&str]) -> Option<String> {
    let meant = nearest_of(value, allowed.iter().copied())?;
    Some(format!("did you mean `{meant}`?"))
}

/// Returns the text that differs only in case, or the most similar one.
fn nearest_of<'a>(value: &str, texts: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let same = texts.clone().find(|text| text.eq_ignore_ascii_case(value));
    same.or_else(|| crd_cel::nearest(value, texts))
}

#[cfg(test)]
mod tests;
