//! Names of a CRD that the server rejects, and those that were meant.

use super::listed;
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::Node;
use crd_cel::syntax::{is_dns1035_label, is_dns1123_subdomain};

/// Maximum length of a name of a resource.
const LONGEST: usize = 63;

/// Returns the advice to write a malformed name of the resource in lower case, with hyphens only within it.
pub(super) fn lower_case(name: &str) -> Option<String> {
    let replaced: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let valid = replaced.trim_matches('-');
    let is_valid = valid.starts_with(|c: char| c.is_ascii_alphabetic()) && valid.len() <= LONGEST;
    (is_valid && valid != name).then(|| format!("write `{valid}`"))
}

/// Returns the advice for an element of a list of names of the resource that has several of them: `mf` and `meters` for `mf, meters`.
pub(super) fn several(path: &FieldPath, text: &str) -> Option<String> {
    let [.., list, Segment::Index(_)] = path.segments.as_slice() else {
        return None;
    };
    let is_list = list.is_field("shortNames") || list.is_field("categories");
    let names: Vec<&str> = text.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    let is_several = is_list && names.len() > 1 && names.iter().all(|name| is_dns1035_label(name));
    is_several.then(|| {
        format!(
            "these are several names, {}: list each of them",
            listed(names.into_iter())
        )
    })
}

/// Returns the advice to write a malformed kind as one word: `FerryCrossing` for `Ferry crossing`.
pub(super) fn of_kind(name: &str) -> Option<String> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let mut kind = String::new();
    for word in words.filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at_checked(1)?;
        kind.push_str(&first.to_ascii_uppercase());
        kind.push_str(rest);
    }
    let is_valid = kind.starts_with(|c: char| c.is_ascii_alphabetic()) && kind.len() <= LONGEST;
    (is_valid && kind != name).then(|| format!("write `{kind}`"))
}

/// Returns the group that is meant by one that is not a DNS subdomain: with a version, or with upper-case letters.
pub(super) fn of_malformed_group(group: &str) -> Option<String> {
    if let Some((alone, _)) = group.split_once('/').filter(|(alone, _)| alone.contains('.')) {
        return Some(format!("write the group without the version: `{alone}`"));
    }
    let lower = group.to_ascii_lowercase();
    (lower != group).then(|| format!("write `{lower}`"))
}

/// Returns the advice to write the group in the name of the CRD, if it begins with a group that has no dot.
pub(super) fn of_group(document: &Node, group: &str) -> Option<String> {
    let name = document.get("metadata")?.get("name")?.as_str()?;
    let (_, of_name) = name.split_once('.')?;
    let is_longer = of_name.strip_prefix(group)?.starts_with('.');
    is_longer.then(|| format!("write `{of_name}`, as in the CRD's name"))
}

/// Returns the advice for a CRD that does not have the name of its resource.
pub(super) fn of_crd(document: &Node) -> Option<String> {
    let name = of_resource(document)?;
    Some(if is_dns1123_subdomain(&name) {
        format!("rename it to `{name}`, or change `names.plural` or `group`")
    } else {
        "correct `names.plural` and `group` first".to_owned()
    })
}

/// Returns the advice for a CRD whose name is malformed, unless it is that of its resource, which is malformed, too.
pub(super) fn of_malformed_crd(document: &Node, name: &str) -> Option<String> {
    let meant = of_resource(document)?;
    (meant != name && is_dns1123_subdomain(&meant)).then(|| format!("rename it to `{meant}`"))
}

/// Returns the advice to add the plural name that the name of the CRD begins with.
pub(super) fn of_missing_plural(document: &Node) -> Option<String> {
    let name = document.get("metadata")?.get("name")?.as_str()?;
    let group = document.get("spec")?.get("group")?.as_str()?;
    let plural = name.strip_suffix(group)?.strip_suffix('.')?;
    is_dns1035_label(plural).then(|| format!("add `plural: {plural}`, as in the CRD's name"))
}

/// Returns the advice to add the group that the name of the CRD ends with.
pub(super) fn of_missing_group(document: &Node) -> Option<String> {
    let name = document.get("metadata")?.get("name")?.as_str()?;
    let plural = document.get("spec")?.get("names")?.get("plural")?.as_str()?;
    let group = name.strip_prefix(plural)?.strip_prefix('.')?;
    is_dns1123_subdomain(group).then(|| format!("add `group: {group}`, as in the CRD's name"))
}

/// Returns the name that a CRD must have: `<plural>.<group>`.
fn of_resource(document: &Node) -> Option<String> {
    let spec = document.get("spec")?;
    let plural = spec.get("names")?.get("plural")?.as_str()?;
    let group = spec.get("group")?.as_str()?;
    Some(format!("{plural}.{group}"))
}

/// Returns the advice to write a malformed name of a version in lower case, without its minor part: `v1` for `V1.0`.
pub(super) fn of_version(document: &Node, name: &str) -> Option<String> {
    let lower = name.rsplit('/').next()?.to_ascii_lowercase();
    let (major, _) = lower.split_once('.').unwrap_or((&lower, ""));
    let meant = if major.starts_with('v') {
        major.to_owned()
    } else {
        format!("v{major}")
    };
    let is_version = meant.get(1..)?.parse::<u16>().is_ok_and(|number| number > 0);
    let versions = document.get("spec")?.get("versions")?.elements();
    let is_free = || {
        !versions
            .iter()
            .any(|version| version.get("name").and_then(Node::as_str) == Some(&meant))
    };
    (is_version && is_free()).then(|| format!("write `{meant}`"))
}
