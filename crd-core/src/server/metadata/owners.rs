//! Entries of `metadata.ownerReferences` (rule M-10).

use crate::model::changes::Change;
use crate::model::field::{FieldError, Path};
use crate::model::metadata::OwnerReference;
use crate::model::rules::{self, RuleId};
use crate::model::schema::GoStruct;
use crate::{KubeVersion, go};

const RULE: RuleId = rules::M_10;

/// Checks the entries of the list at `path`.
pub(super) fn check(
    owners: &[OwnerReference],
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    let mut controller: Option<String> = None;
    for (index, owner) in owners.iter().enumerate() {
        let element = path.index(index);
        // Servers before 1.37 report the list, not its element.
        let reported = if version.has(Change::OwnerReferencesByElement) {
            &element
        } else {
            path
        };
        check_one(owner, reported, version, errors);
        if owner.controller != Some(true) {
            continue;
        }
        let this = format!("{}/{}", owner.kind, owner.name);
        if let Some(first) = &controller {
            let all: Vec<String> = owners.iter().map(go_json).collect();
            let value = format!("[{}]", all.join(","));
            let detail = format!(
                "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {this}"
            );
            errors.push(FieldError::invalid(RULE, path, value, detail));
        } else {
            controller = Some(this);
        }
    }
}

fn check_one(owner: &OwnerReference, path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let mut reject = |name: &str, value: &str, detail: &str| {
        let path = path.child(name);
        errors.push(
            if version.has(Change::OwnerReferencesByElement) && value.is_empty() {
                FieldError::required(RULE, &path, "must not be empty")
            } else {
                FieldError::invalid(RULE, &path, go::quote(value), detail)
            },
        );
    };
    let (_, version_of_group) = split_api_version(&owner.api_version).unwrap_or_default();
    if version_of_group.is_empty() {
        let detail = if version.has(Change::OwnerReferencesByElement) {
            "must be <group>/<version> or <version>"
        } else {
            "version must not be empty"
        };
        reject("apiVersion", &owner.api_version, detail);
    }
    for (name, value) in [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)] {
        if value.is_empty() {
            let detail = if version.has(Change::ShorterErrors) {
                "must not be empty".to_owned()
            } else {
                format!("{name} must not be empty")
            };
            reject(name, value, &detail);
        }
    }
    if split_api_version(&owner.api_version) == Some(("", "v1")) && &*owner.kind == "Event" {
        let detail = "/v1, Kind=Event is disallowed from being an owner";
        errors.push(FieldError::invalid(RULE, path, go_json(owner), detail));
    }
}

/// Formats the entry as in Go's errors: in the order of the fields of the struct.
fn go_json(owner: &OwnerReference) -> String {
    let mut out = String::new();
    let mut fields = GoStruct::open(&mut out);
    fields.text("apiVersion", &owner.api_version);
    fields.text("kind", &owner.kind);
    fields.text("name", &owner.name);
    fields.text("uid", &owner.uid);
    let flags = [
        ("controller", owner.controller),
        ("blockOwnerDeletion", owner.block_owner_deletion),
    ];
    for (name, flag) in flags {
        if let Some(flag) = flag {
            fields.shown(name, flag);
        }
    }
    fields.close();
    out
}

/// Splits an `apiVersion` into group and version; `None` if it has more than one slash.
pub(crate) fn split_api_version(text: &str) -> Option<(&str, &str)> {
    match text.split_once('/') {
        Some((_, version)) if version.contains('/') => None,
        Some(pair) => Some(pair),
        None => Some(("", text)),
    }
}
