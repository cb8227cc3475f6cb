//! Names of a CRD that the server rejects, and those that were meant.

use crate::yaml::tree::Node;

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

/// Returns the advice for a CRD that does not have the name of its resource.
pub(super) fn of_crd(document: &Node) -> Option<String> {
    let spec = document.get("spec")?;
    let plural = spec.get("names")?.get("plural")?.as_str()?;
    let group = spec.get("group")?.as_str()?;
    Some(format!(
        "rename it to `{plural}.{group}`, or change `names.plural` or `group`"
    ))
}
