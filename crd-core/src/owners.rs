//! Entries of `metadata.ownerReferences` (rule M-10).

use crate::field::{FieldError, Path, RuleId};
use crate::{KubeVersion, go};

const RULE: RuleId = RuleId("M-10");

/// An entry, as far as it is checked.
pub(crate) trait Owner {
    fn api_version(&self) -> &str;
    fn kind(&self) -> &str;
    fn name(&self) -> &str;
    fn uid(&self) -> &str;
    fn is_controller(&self) -> bool;
    /// The entry as Go's errors show it.
    fn go_json(&self) -> String;
}

/// Checks the entries of the list at `path`.
pub(crate) fn check<O: Owner>(
    owners: &[O],
    path: &Path<'_>,
    version: KubeVersion,
    errors: &mut Vec<FieldError>,
) {
    let mut controller: Option<String> = None;
    for (index, owner) in owners.iter().enumerate() {
        let element = path.index(index);
        let place = if version.at_least(37) { &element } else { path };
        check_one(owner, place, version, errors);
        if !owner.is_controller() {
            continue;
        }
        let this = format!("{}/{}", owner.kind(), owner.name());
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

fn check_one<O: Owner>(owner: &O, path: &Path<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let mut refuse = |name: &str, value: &str, detail: &str| {
        let path = path.child(name);
        errors.push(if version.at_least(37) && value.is_empty() {
            FieldError::required(RULE, &path, "must not be empty")
        } else {
            FieldError::invalid(RULE, &path, go::quote(value), detail)
        });
    };
    let (_, of_group) = split_api_version(owner.api_version()).unwrap_or_default();
    if of_group.is_empty() {
        let detail = if version.at_least(37) {
            "must be <group>/<version> or <version>"
        } else {
            "version must not be empty"
        };
        refuse("apiVersion", owner.api_version(), detail);
    }
    for (name, value) in [
        ("kind", owner.kind()),
        ("name", owner.name()),
        ("uid", owner.uid()),
    ] {
        if value.is_empty() {
            refuse(name, value, "must not be empty");
        }
    }
    if split_api_version(owner.api_version()) == Some(("", "v1")) && owner.kind() == "Event" {
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
