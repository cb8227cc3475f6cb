//! Composes the message of each change, with a suggestion.

use serde_json::Value;

use super::comparison::{NodeChange, Otherwise, Probe};
use super::law::{self, Law};
use crate::changes::{ValueType, path_in_objects};
use crate::go;
use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::MapType;

pub(super) const NARROWER_HELP: &str = "keep accepting the old values: add the restriction in a new version \
    with conversion, or first warn about it for a release";
pub(super) const WIDER_HELP: &str = "readers that relied on the restriction may get other values";
pub(super) const ENUM_WIDER_HELP: &str = "release readers that handle the new value before it can be written, and document that values may be \
     added";
pub(super) const OPTIONAL_HELP: &str = "readers must expect that it is absent";
pub(super) const NULLABLE_HELP: &str = "readers must expect null";
pub(super) const NULLABLE_GONE_HELP: &str =
    "null is dropped, replaced by the default, or rejected if the field is required; keep `nullable: true`";
pub(super) const MERGE_HELP: &str = "the ownership of fields in server-side apply changes; add a new field \
    with the other merge strategy instead";
pub(super) const EMBEDDED_HELP: &str = "values that are not complete objects are rejected, also in stored \
    objects that are not edited; add a new field instead";
pub(super) const REWORDED_HELP: &str = "nothing to do: the same values are rejected, with another message";
pub(super) const REQUIRED_HELP: &str = "make it optional, or give it a default";
pub(super) const REQUIRED_DEFAULTED_HELP: &str =
    "nothing to do: the server sets the default before it validates";
pub(super) const DEFAULT_HELP: &str =
    "stored objects without the field immediately read differently; in Git it is still absent";
pub(super) const RULE_HELP: &str = "apply the rule only to new values, with `oldSelf` and `optionalOldSelf: \
    true`, or add it in a new version";

/// Shortens a text to one line of at most 60 characters.
pub(super) fn short(text: &str) -> String {
    let line = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('`', "'");
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

fn values(values: &[Value]) -> String {
    let mut shown: Vec<String> = values
        .iter()
        .take(4)
        .map(|value| format!("`{}`", short(&go::json(value))))
        .collect();
    if values.len() > 4 {
        shown.push(format!("{} others", values.len() - 4));
    }
    shown.join(", ")
}

/// Returns the path of a node in objects, in backticks.
pub(super) fn shown(node: &[Segment]) -> String {
    match path_in_objects(node) {
        path if path.is_empty() => "the object".to_owned(),
        path => format!("`{path}`"),
    }
}

pub(super) fn removed(path: &str, moved_to: Option<String>, candidates: Vec<Value>) -> NodeChange {
    let probe = Probe::Refused {
        candidates,
        because: Vec::new(),
        otherwise: Otherwise::Undecided(law::REMOVED),
    };
    match moved_to {
        Some(to) => NodeChange {
            law: law::MOVED,
            message: format!("{path} is moved to `{to}`: values at the old path are dropped"),
            help: "keep both fields, and let the controller read the old one if the new one is absent",
            detail: format!("moved to {to}"),
            probe,
        },
        None => NodeChange {
            law: law::REMOVED,
            message: format!("{path} is removed: its values are dropped when objects are read"),
            help: "keep the field and deprecate it in its description; omit it in the next version",
            detail: "removed".to_owned(),
            probe,
        },
    }
}

pub(super) fn types(path: &str, law: Law, [before, after]: [ValueType; 2], probe: Probe) -> NodeChange {
    NodeChange {
        law,
        message: format!("{path} is {} now, and was {}", after.words(), before.words()),
        help: "do not change the field; add a new field with the new type",
        detail: format!("type {} -> {}", before.words(), after.words()),
        probe,
    }
}

/// `x-kubernetes-int-or-string` beside another type.
pub(super) fn int_or_string(path: &str, candidates: Vec<Value>) -> NodeChange {
    NodeChange {
        law: law::TYPE,
        message: format!("{path} accepts only integers and strings now"),
        help: "remove `x-kubernetes-int-or-string`",
        detail: "int-or-string".to_owned(),
        probe: Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Undecided(law::TYPE),
        },
    }
}

pub(super) fn unknown_kept(path: &str) -> NodeChange {
    NodeChange {
        law: law::UNKNOWN_KEPT,
        message: format!("{path} keeps undeclared fields now"),
        help: "readers may get unknown fields",
        detail: "unknown kept".to_owned(),
        probe: Probe::Nothing,
    }
}

pub(super) fn freed(path: &str) -> NodeChange {
    NodeChange {
        law: law::UNKNOWN_KEPT,
        message: format!("{path} has no schema any more: any value is kept"),
        help: "readers must expect values of every type there",
        detail: "freed".to_owned(),
        probe: Probe::Nothing,
    }
}

pub(super) fn empties(path: &str, candidates: Vec<Value>) -> NodeChange {
    NodeChange {
        law: law::UNKNOWN_DROPPED,
        message: format!(
            "{path} is kept by `additionalProperties: true` now, which drops the fields of its objects"
        ),
        help: "give it a schema, or write `x-kubernetes-preserve-unknown-fields: true` instead",
        detail: "emptied".to_owned(),
        probe: Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Undecided(law::UNKNOWN_DROPPED),
        },
    }
}

pub(super) fn unknown_dropped(path: &str, candidates: Vec<Value>) -> NodeChange {
    NodeChange {
        law: law::UNKNOWN_DROPPED,
        message: format!("{path} no longer keeps undeclared fields: they are dropped"),
        help: "declare the fields that objects may have, or keep `x-kubernetes-preserve-unknown-fields: \
            true`",
        detail: "unknown dropped".to_owned(),
        probe: Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Undecided(law::UNKNOWN_DROPPED),
        },
    }
}

pub(super) fn map_and_fields(path: &str, candidates: Vec<Value>) -> NodeChange {
    NodeChange {
        law: law::MAP_AND_FIELDS,
        message: format!("{path} was a map and has fields now, or the reverse"),
        help: "do not change the field; add a new field with the new form",
        detail: "map and fields".to_owned(),
        probe: Probe::Refused {
            candidates,
            because: Vec::new(),
            otherwise: Otherwise::Undecided(law::MAP_AND_FIELDS),
        },
    }
}

pub(super) fn bound(
    path: &str,
    keyword: &str,
    before: Option<&str>,
    after: Option<&str>,
) -> (String, String) {
    let detail = format!(
        "{keyword} {} -> {}",
        before.unwrap_or("none"),
        after.unwrap_or("none")
    );
    let message = match (before, after) {
        (Some(before), Some(after)) => format!("`{keyword}` of {path} is {after} now, and was {before}"),
        (None, Some(after)) => format!("`{keyword}` of {path} is {after} now, and was not set before"),
        (Some(before), None) => format!("`{keyword}` of {path} is removed, and was {before}"),
        (None, None) => format!("`{keyword}` of {path} differs"),
    };
    (message, detail)
}

pub(super) fn multiple_of(path: &str, before: Option<f64>, after: Option<f64>) -> (String, String) {
    let text = |number: Option<f64>| number.map(go::float_json);
    bound(
        path,
        "multipleOf",
        text(before).as_deref(),
        text(after).as_deref(),
    )
}

/// Message for values that were removed from an `enum`, or for a new `enum`.
pub(super) fn enum_narrower(path: &str, removed: Option<&[Value]>) -> (String, String) {
    if let Some(removed) = removed {
        let gone = values(removed);
        (
            format!("{path} no longer accepts {gone}"),
            format!("enum without {gone}"),
        )
    } else {
        (
            format!("{path} accepts only listed values now"),
            "enum set".to_owned(),
        )
    }
}

/// Message for values that were added to an `enum`, or for a removed `enum`.
pub(super) fn enum_wider(path: &str, added: Option<&[Value]>) -> (String, String) {
    if let Some(added) = added {
        let came = values(added);
        (
            format!("{path} accepts {came} now, which readers do not know"),
            format!("enum with {came}"),
        )
    } else {
        (
            format!("{path} accepts any value now, and only listed values before"),
            "enum lifted".to_owned(),
        )
    }
}

pub(super) fn pattern(path: &str, before: &str, after: &str) -> String {
    match (before, after) {
        ("", after) => format!("{path} must match `{}` now", short(after)),
        (before, "") => format!("{path} no longer needs to match `{}`", short(before)),
        (before, after) => format!(
            "{path} must match `{}` now, and `{}` before",
            short(after),
            short(before)
        ),
    }
}

/// Describes a pattern that accepts all that the one before accepted, and more.
pub(super) fn pattern_wider(path: &str, before: &str, after: &str) -> String {
    format!(
        "{path} accepts more texts: its pattern is `{}` now, and was `{}` before",
        short(after),
        short(before)
    )
}

pub(super) fn format(path: &str, before: &str, after: &str) -> String {
    match (before, after) {
        ("", after) => format!("{path} has the format `{after}` now"),
        (before, "") => format!("{path} no longer has the format `{before}`"),
        (before, after) => format!("{path} has the format `{after}` now, and had `{before}`"),
    }
}

pub(super) fn default(path: &str, before: Option<&Value>, after: Option<&Value>) -> (Law, String, String) {
    let text = |value: &Value| short(&go::json(value));
    let (law, message) = match (before, after) {
        (None, Some(after)) => (
            law::DEFAULT_ADDED,
            format!("{path} has the default `{}` now", text(after)),
        ),
        (Some(before), Some(after)) => (
            law::DEFAULT_CHANGED,
            format!(
                "the default of {path} is `{}` now, and was `{}`",
                text(after),
                text(before)
            ),
        ),
        (before, None) => (
            law::DEFAULT_GONE,
            format!(
                "{path} no longer has the default `{}`",
                before.map(text).unwrap_or_default()
            ),
        ),
    };
    let detail = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), go::json);
    (
        law,
        message,
        format!("default {} -> {}", detail(before), detail(after)),
    )
}

pub(super) fn junctors(
    path: &str,
    names: &[&str],
    old: &JsonSchemaProps,
    new: &JsonSchemaProps,
) -> (String, String) {
    let names = names.join("`, `");
    let text = |schema: &JsonSchemaProps| {
        let only = JsonSchemaProps {
            all_of: schema.all_of.clone(),
            any_of: schema.any_of.clone(),
            one_of: schema.one_of.clone(),
            not: schema.not.clone(),
            ..JsonSchemaProps::default()
        };
        serde_json::to_string(&only).unwrap_or_default()
    };
    (
        format!("`{names}` of {path} differs"),
        format!("junctors {} -> {}", text(old), text(new)),
    )
}

pub(super) fn map_type(path: &str, now: MapType) -> (String, String) {
    let (now, before) = match now {
        MapType::Atomic => ("atomic", "granular"),
        MapType::Granular => ("granular", "atomic"),
    };
    (
        format!("{path} is merged as `{now}` now, and as `{before}` before"),
        format!("map {before} -> {now}"),
    )
}

/// How a node came by a rule.
#[derive(Clone, Copy)]
pub(super) enum RuleArrival {
    New,
    /// A rule went when this one came: it was changed.
    InsteadOfAnother,
}

pub(super) fn rule(path: &str, rule: &str, arrival: RuleArrival) -> String {
    let rule = short(rule);
    match arrival {
        RuleArrival::New => format!("{path} has the rule `{rule}` now"),
        RuleArrival::InsteadOfAnother => format!("a rule of {path} is `{rule}` now"),
    }
}
