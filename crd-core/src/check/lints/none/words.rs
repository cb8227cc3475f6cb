//! The texts about a difference between a version (`old` in the difference) and the stored one.

use serde_json::Value;

use crate::changes::{Openness, SchemaDifference, Side};
use crate::check::{Code, codes};
use crate::go;

/// The texts about a difference.
pub(super) struct Words {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: Vec<String>,
}

/// Returns the code of a difference.
pub(super) fn code(difference: &SchemaDifference) -> Code {
    match difference {
        SchemaDifference::Added | SchemaDifference::Removed => codes::NONE_DROPS_FIELD,
        SchemaDifference::Type(..) | SchemaDifference::Openness(_) => codes::NONE_CHANGES_TYPE,
        SchemaDifference::Nullable(_) => codes::NONE_DROPS_NULL,
        SchemaDifference::Default(..) => codes::NONE_DEFAULT_DIFFERS,
        SchemaDifference::Narrower(..) => codes::NONE_REFUSED,
    }
}

/// Describes a difference. `versions` are names in backticks, `stored` is a name.
pub(super) fn words(difference: &SchemaDifference, path: &str, versions: &str, stored: &str) -> Words {
    let path = if path.is_empty() {
        "the object".to_owned()
    } else {
        format!("`{path}`")
    };
    let versions = VersionNames { versions, stored };
    let (message, label, help) = match difference {
        SchemaDifference::Removed | SchemaDifference::Added => field_words(difference, &path, versions),
        SchemaDifference::Type(..) | SchemaDifference::Nullable(_) | SchemaDifference::Openness(_) => {
            structure_words(difference, &path, versions)
        }
        SchemaDifference::Default(ours, theirs) => {
            default_words(ours.as_ref(), theirs.as_ref(), &path, versions)
        }
        // NON-08.
        SchemaDifference::Narrower(side, narrowing) => (
            format!(
                "one version accepts values of {path} that another rejects: {} {narrowing}, {} does not",
                versions.of(*side),
                versions.other(*side)
            ),
            format!(
                "{} {narrowing}, {} does not",
                versions.of(*side),
                versions.other(*side)
            ),
            vec![
                "write the same restrictions in all versions: an object that violates those of a version \
                cannot be updated there"
                    .to_owned(),
            ],
        ),
    };
    Words {
        code: code(difference),
        message,
        label,
        help,
    }
}

/// A message, a label and a help.
type WordParts = (String, String, Vec<String>);

/// The names of the two sides of a difference.
#[derive(Clone, Copy)]
struct VersionNames<'n> {
    /// In backticks.
    versions: &'n str,
    stored: &'n str,
}

impl VersionNames<'_> {
    fn of(self, side: Side) -> String {
        match side {
            Side::Old if self.versions.contains("` and `") => format!("each of {}", self.versions),
            Side::Old => self.versions.to_owned(),
            Side::New => format!("`{}`", self.stored),
        }
    }

    fn other(self, side: Side) -> String {
        match side {
            Side::Old => self.of(Side::New),
            Side::New => self.of(Side::Old),
        }
    }
}

/// Describes a field that one side lacks.
fn field_words(difference: &SchemaDifference, path: &str, names: VersionNames<'_>) -> WordParts {
    let VersionNames { versions, stored } = names;
    if *difference == SchemaDifference::Added {
        // NON-02.
        return (
            format!(
                "any write through {versions}, even of a label, drops {path} of the stored object: \
                 conversion is `None`"
            ),
            format!("not in {versions}"),
            vec![format!("declare it in {versions} too, or convert with a webhook")],
        );
    }
    // NON-01.
    (
        format!(
            "values written to {path} through {versions} are lost: conversion is `None`, and the storage \
             version `{stored}` has no such field"
        ),
        format!("not in `{stored}`"),
        vec![
            format!("declare it in `{stored}` too, or convert with a webhook"),
            // NON-06.
            "server-side apply of it fails with `field not declared in schema`".to_owned(),
        ],
    )
}

/// Describes a different type, a different treatment of unknown members, or a different nullability.
fn structure_words(difference: &SchemaDifference, path: &str, names: VersionNames<'_>) -> WordParts {
    let VersionNames { versions, stored } = names;
    let convert =
        "declare the same structure in both versions, or convert between them with a webhook".to_owned();
    match difference {
        // NON-03.
        SchemaDifference::Type(ours, theirs) => (
            format!(
                "{path} is {} in {versions} and {} in `{stored}`, and conversion is `None`: clients of one version read values of the other",
                ours.words(),
                theirs.words()
            ),
            format!("{} in {versions}, {} in `{stored}`", ours.words(), theirs.words()),
            vec![convert],
        ),
        // NON-04.
        SchemaDifference::Nullable(side) => (
            format!(
                "null in {path} is dropped by conversion between {versions} and the storage version \
                 `{stored}`: {} is not nullable",
                names.other(*side)
            ),
            format!("{} does not accept null", names.other(*side)),
            vec!["make it nullable in all versions, or in none".to_owned()],
        ),
        // NON-05.
        _ => {
            let (detail, label) = match difference {
                SchemaDifference::Openness(Openness::Drops(side)) => (
                    format!("{} does not keep unknown fields", names.of(*side)),
                    format!("{} drops unknown fields", names.of(*side)),
                ),
                _ => (
                    "one of them is a map, and the other has fields".to_owned(),
                    "a map in one of them, with fields in the other".to_owned(),
                ),
            };
            (
                format!(
                    "fields of {path} are dropped by conversion between {versions} and the storage version \
                     `{stored}`: {detail}"
                ),
                label,
                vec![convert],
            )
        }
    }
}

/// NON-07: describes a different default.
fn default_words(
    ours: Option<&Value>,
    theirs: Option<&Value>,
    path: &str,
    names: VersionNames<'_>,
) -> WordParts {
    let VersionNames { versions, stored } = names;
    let shown = |default: Option<&Value>| match default {
        Some(value) => format!("`{}`", shortened(go::json(value))),
        None => "none".to_owned(),
    };
    (
        format!(
            "the default of {path} differs: {} in {versions}, {} in `{stored}`; an object gets the default \
             of the version through which it is written or read",
            shown(ours),
            shown(theirs)
        ),
        format!("{} in {versions}, {} in `{stored}`", shown(ours), shown(theirs)),
        vec!["write the same default in all versions".to_owned()],
    )
}

/// Shortens a default to a limit.
fn shortened(text: String) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::changes::Narrowing;

    #[test]
    fn several_versions_differ() {
        for (versions, expected) in [
            ("`v1`", "`v1` requires `a`, `v3` does not"),
            (
                "`v1` and `v2`",
                "each of `v1` and `v2` requires `a`, `v3` does not",
            ),
        ] {
            let narrower = SchemaDifference::Narrower(Side::Old, Narrowing::Requires("a".into()));
            assert_eq!(words(&narrower, "spec", versions, "v3").label, expected);
        }
    }
}
