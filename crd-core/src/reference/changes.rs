//! The changes between two versions of a CRD.

use std::fmt::Display;

use serde_json::Value;

use super::{ReferenceChange, ReferenceChanges, ReferenceField, ReferenceOptions, ReferenceVersion};
use crate::changes::{Openness, SchemaDifference, Side, objects, path_in_objects};
use crate::model::crd::{Crd, Version, compare_versions};

/// Returns the changes since the previous version, in the order of Kubernetes; `None` if there is none.
pub(super) fn between(crd: &Crd, version: &Version) -> Option<ReferenceChanges> {
    let older = crd
        .versions()
        .iter()
        .filter(|other| compare_versions(&other.name, &version.name).is_gt());
    let before = older.min_by(|one, other| compare_versions(&one.name, &other.name))?;
    Some(ReferenceChanges {
        since: before.name.to_string(),
        list: of_schemas(before, version)?,
    })
}

/// Returns the changes between two schemas, in the order of the new one; `None` if one of them is absent.
fn of_schemas(before: &Version, version: &Version) -> Option<Vec<ReferenceChange>> {
    let (old, new) = (before.openapi_schema()?, version.openapi_schema()?);
    let list = objects(old, new)
        .into_iter()
        .filter(|change| !change.follows)
        .map(|change| ReferenceChange {
            path: path_in_objects(&change.node),
            is_here: change.difference != SchemaDifference::Removed,
            text: words(&change.difference),
        });
    Some(list.collect())
}

impl ReferenceVersion {
    /// Whether the version has a field with a path such as `spec.users[].name`.
    #[must_use]
    pub fn has_field(&self, path: &str) -> bool {
        has_field(&self.fields, path)
    }

    /// Returns what changed in the fields of the version since another state of its CRD, in the order of the schema.
    ///
    /// Empty if the version is new, or if one of the states has no schema for it.
    #[must_use]
    pub fn changes_since(&self, old: &Crd, new: &Crd, options: &ReferenceOptions) -> Vec<ReferenceChange> {
        let has_name = |version: &&Version| *version.name == *self.name;
        let old = old.versions().iter().find(has_name);
        let versions = old.zip(new.versions().iter().find(has_name));
        let list = versions.and_then(|(old, new)| of_schemas(old, new));
        self.shown(list.unwrap_or_default(), options)
    }

    /// Returns the changes that are not hidden, with the fields that the page has.
    pub(super) fn shown(
        &self,
        mut list: Vec<ReferenceChange>,
        options: &ReferenceOptions,
    ) -> Vec<ReferenceChange> {
        list.retain(|change| !options.hides(&change.path));
        for change in &mut list {
            change.is_here = change.is_here && self.has_field(&change.path);
        }
        list
    }
}

/// Whether there is a field with a path. Recursion is as deep as the schema.
fn has_field(fields: &[ReferenceField], path: &str) -> bool {
    fields.iter().any(|field| {
        field.path == path
            || path.starts_with(&*field.path)
                && (has_field(&field.fields, path)
                    || field
                        .element
                        .as_deref()
                        .is_some_and(|element| has_element(element, path)))
    })
}

/// Whether a path is that of the elements of a list or map, or of the elements of these.
fn has_element(element: &ReferenceField, path: &str) -> bool {
    element.path == path
        || element
            .element
            .as_deref()
            .is_some_and(|below| has_element(below, path))
}

fn words(difference: &SchemaDifference) -> String {
    match difference {
        SchemaDifference::Added => "added".to_owned(),
        SchemaDifference::Removed => "removed".to_owned(),
        SchemaDifference::Type(old, new) => format!("was {}, is {}", old.words(), new.words()),
        SchemaDifference::Openness(Openness::Drops(Side::New)) => "drops undeclared fields now".to_owned(),
        SchemaDifference::Openness(Openness::Drops(Side::Old)) => "keeps undeclared fields now".to_owned(),
        SchemaDifference::Openness(Openness::MapAndFields) => {
            "was a map and has fields now, or the reverse".to_owned()
        }
        SchemaDifference::Nullable(Side::New) => "may be null now".to_owned(),
        SchemaDifference::Nullable(Side::Old) => "may no longer be null".to_owned(),
        SchemaDifference::Default(None, Some(new)) => format!("has the default {} now", code(new)),
        SchemaDifference::Default(Some(old), None) => format!("no longer has the default {}", code(old)),
        SchemaDifference::Default(old, new) => {
            let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "none".to_owned(), code);
            format!("the default was {}, and is now {}", shown(old), shown(new))
        }
        SchemaDifference::Narrower(Side::New, narrowing) => format!("{narrowing} now"),
        SchemaDifference::Narrower(Side::Old, narrowing) => format!("no longer {narrowing}"),
    }
}

fn code(value: &impl Display) -> String {
    format!("`{value}`")
}
