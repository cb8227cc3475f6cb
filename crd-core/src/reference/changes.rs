//! The changes between two versions of a CRD.

use std::fmt::Display;

use serde_json::Value;

use super::{ReferenceChange, ReferenceChanges};
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

/// What changed between two schemas, in the order of the new one; `None` if one of them is absent.
pub(super) fn of_schemas(before: &Version, version: &Version) -> Option<Vec<ReferenceChange>> {
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

fn words(difference: &SchemaDifference) -> String {
    match difference {
        SchemaDifference::Added => "added".to_owned(),
        SchemaDifference::Removed => "removed".to_owned(),
        SchemaDifference::Type(old, new) => format!("was {}, is {}", old.words(), new.words()),
        SchemaDifference::Openness(Openness::Drops(Side::New)) => {
            "drops fields that it does not name now".to_owned()
        }
        SchemaDifference::Openness(Openness::Drops(Side::Old)) => {
            "keeps fields that it does not name now".to_owned()
        }
        SchemaDifference::Openness(Openness::MapAndFields) => {
            "was a map and has fields now, or the other way round".to_owned()
        }
        SchemaDifference::Nullable(Side::New) => "may be null now".to_owned(),
        SchemaDifference::Nullable(Side::Old) => "may no longer be null".to_owned(),
        SchemaDifference::Default(None, Some(new)) => format!("has the default {} now", code(new)),
        SchemaDifference::Default(Some(old), None) => format!("no longer has the default {}", code(old)),
        SchemaDifference::Default(old, new) => {
            let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "none".to_owned(), code);
            format!("the default was {}, is {}", shown(old), shown(new))
        }
        SchemaDifference::Narrower(Side::New, narrowing) => format!("{narrowing} now"),
        SchemaDifference::Narrower(Side::Old, narrowing) => format!("no longer {narrowing}"),
    }
}

fn code(value: &impl Display) -> String {
    format!("`{value}`")
}
