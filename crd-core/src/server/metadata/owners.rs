//! Entries of `metadata.ownerReferences` (rule M-10).

use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::GoStruct;
use crate::{KubeVersion, go};

const RULE: RuleId = rules::M_10;

/// An entry.
pub(crate) struct Owner<'a> {
    pub(crate) api_version: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) name: &'a str,
    pub(crate) uid: &'a str,
    pub(crate) controller: Option<bool>,
    pub(crate) block_owner_deletion: Option<bool>,
}

impl Owner<'_> {
    /// The entry as Go's errors show it: in the order of the fields of the struct.
    fn go_json(&self) -> String {
        let mut out = String::new();
        let mut fields = GoStruct::open(&mut out);
        fields.text("apiVersion", self.api_version);
        fields.text("kind", self.kind);
        fields.text("name", self.name);
        fields.text("uid", self.uid);
        let flags = [
            ("controller", self.controller),
            ("blockOwnerDeletion", self.block_owner_deletion),
        ];
        for (name, flag) in flags {
            if let Some(flag) = flag {
                fields.shown(name, flag);
            }
        }
        fields.close();
        out
    }
}

/// Checks the entries of the list at `path`.
pub(crate) fn check<'a>(
    owners: impl Iterator<Item = Owner<'a>>,
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    let owners: Vec<Owner<'_>> = owners.collect();
    let mut controller: Option<String> = None;
    for (index, owner) in owners.iter().enumerate() {
        let element = path.index(index);
        let place = if version.has(Change::OwnerReferencesByElement) {
            &element
        } else {
            path
        };
        check_one(owner, place, version, errors);
        if owner.controller != Some(true) {
            continue;
        }
        let this = format!("{}/{}", owner.kind, owner.name);
        if let Some(first) = &controller {
            let all: Vec<String> = owners.iter().map(Owner::go_json).collect();
            let detail = format!(
                "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {this}"
            );
            errors.push(FieldError::invalid(
                RULE,
                path,
                format!("[{}]", all.join(",")),
                detail,
            ));
        } else {
            controller = Some(this);
        }
    }
}

fn check_one(owner: &Owner<'_>, path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let mut refuse = |name: &str, value: &str, detail: &str| {
        let path = path.child(name);
        errors.push(
            if version.has(Change::OwnerReferencesByElement) && value.is_empty() {
                FieldError::required(RULE, &path, "must not be empty")
            } else {
                FieldError::invalid(RULE, &path, go::quote(value), detail)
            },
        );
    };
    let (_, of_group) = split_api_version(owner.api_version).unwrap_or_default();
    if of_group.is_empty() {
        let detail = if version.has(Change::OwnerReferencesByElement) {
            "must be <group>/<version> or <version>"
        } else {
            "version must not be empty"
        };
        refuse("apiVersion", owner.api_version, detail);
    }
    for (name, value) in [("kind", owner.kind), ("name", owner.name), ("uid", owner.uid)] {
        if value.is_empty() {
            refuse(name, value, "must not be empty");
        }
    }
    if split_api_version(owner.api_version) == Some(("", "v1")) && owner.kind == "Event" {
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        errors.push(FieldError::invalid(RULE, path, owner.go_json(), detail));
    }
}

/// Group and version of an `apiVersion`, or nothing if it has more than one slash.
pub(crate) fn split_api_version(text: &str) -> Option<(&str, &str)> {
    match text.split_once('/') {
        Some((_, version)) if version.contains('/') => None,
        Some(pair) => Some(pair),
        None => Some(("", text)),
    }
}
