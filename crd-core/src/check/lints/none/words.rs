//! What is said about a difference between a version and the stored one, in which `old` is the version.

use crate::changes::{Openness, SchemaDifference, Side};
use crate::check::{Code, codes};
use crate::go;

/// What is said about a difference.
pub(super) struct Words {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: Vec<String>,
}

/// The code of a difference.
pub(super) fn code(difference: &SchemaDifference) -> Code {
    match difference {
        SchemaDifference::Added | SchemaDifference::Removed => codes::NONE_DROPS_FIELD,
        SchemaDifference::Type(..) | SchemaDifference::Openness(_) => codes::NONE_CHANGES_TYPE,
        SchemaDifference::Nullable(_) => codes::NONE_DROPS_NULL,
        SchemaDifference::Default(..) => codes::NONE_DEFAULT_DIFFERS,
        SchemaDifference::Narrower(..) => codes::NONE_REFUSED,
    }
}

/// `versions` are names in backticks, `stored` is a name.
pub(super) fn words(difference: &SchemaDifference, path: &str, versions: &str, stored: &str) -> Words {
    let path = if path.is_empty() {
        "the object".to_owned()
    } else {
        format!("`{path}`")
    };
    let name = |side: Side| match side {
        Side::Old => versions.to_owned(),
        Side::New => format!("`{stored}`"),
    };
    let other = |side: Side| match side {
        Side::Old => name(Side::New),
        Side::New => name(Side::Old),
    };
    let convert =
        || "declare the same structure in both versions, or convert between them with a webhook".to_owned();
    let (message, label, help) = match difference {
        // NON-01.
        SchemaDifference::Removed => (
            format!(
                "what is written to {path} through {versions} is lost: conversion is `None`, and the stored version `{stored}` has no such field"
            ),
            format!("not in `{stored}`"),
            vec![
                format!("declare it in `{stored}` too, or convert with a webhook"),
                // NON-06.
                "server-side apply of it fails with `field not declared in schema`".to_owned(),
            ],
        ),
        // NON-02.
        SchemaDifference::Added => (
            format!(
                "any write through {versions} drops {path} of the stored object, even one of a label: conversion is `None`"
            ),
            format!("not in {versions}"),
            vec![format!("declare it in {versions} too, or convert with a webhook")],
        ),
        // NON-03.
        SchemaDifference::Type(ours, theirs) => (
            format!(
                "{path} is {} in {versions} and {} in `{stored}`, and conversion is `None`: clients of one version read values of the other",
                ours.words(),
                theirs.words()
            ),
            "the types differ".to_owned(),
            vec![convert()],
        ),
        // NON-04.
        SchemaDifference::Nullable(side) => (
            format!(
                "null in {path} is dropped on the way between {versions} and the stored `{stored}`: {} is not nullable",
                other(*side)
            ),
            "one of them takes no null".to_owned(),
            vec!["make it nullable in all versions, or in none".to_owned()],
        ),
        // NON-05.
        SchemaDifference::Openness(openness) => {
            let detail = match openness {
                Openness::Drops(side) => format!("{} does not keep unknown fields", name(*side)),
                Openness::MapAndFields => "one of them is a map, and the other has fields".to_owned(),
            };
            (
                format!("members of {path} are dropped on the way between {versions} and the stored `{stored}`: {detail}"),
                "one of them keeps what the other drops".to_owned(),
                vec![convert()],
            )
        }
        // NON-07.
        SchemaDifference::Default(ours, theirs) => {
            let shown = |default: &Option<serde_json::Value>| match default {
                Some(value) => format!("`{}`", shortened(go::json(value))),
                None => "none".to_owned(),
            };
            (
                format!(
                    "the default of {path} differs: {} in {versions}, {} in `{stored}`; the version that an object is written or read through decides which it gets",
                    shown(ours),
                    shown(theirs)
                ),
                "another default".to_owned(),
                vec!["write the same default in all versions".to_owned()],
            )
        }
        // NON-08.
        SchemaDifference::Narrower(side, narrowing) => (
            format!(
                "a value of {path} is admitted at one version and refused at another: {} {narrowing}, {} does not",
                name(*side),
                other(*side)
            ),
            "differs".to_owned(),
            vec!["write the same restrictions in all versions: an object that breaks those of one cannot be updated there".to_owned()],
        ),
    };
    Words {
        code: code(difference),
        message,
        label,
        help,
    }
}

/// A default is shown up to a limit.
fn shortened(text: String) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
