//! Generates the CRDs of many resources at once, and collects the problems of those that have none.

use super::{MergeError, Problem, Profile, RustType, Selection, merge_types};
use crate::model::crd::Crd;
use crate::model::sort::{sort, sort_by};
use crate::rust::shape::Resource;

/// The CRDs of resources, and the problems of those without one.
pub(crate) struct Merged {
    /// One for each name, ordered by name.
    pub(crate) crds: Vec<Crd>,
    pub(crate) problems: Vec<Problem>,
    /// At most one for each name.
    pub(crate) conflicts: Vec<MergeError>,
}

/// Generates and merges the CRDs of resources. A CRD of which one version has problems is left out; the others are made.
pub(crate) fn all(resources: &[Resource], profile: Profile, selection: &Selection) -> Merged {
    let mut merged = Merged {
        crds: Vec::new(),
        problems: Vec::new(),
        conflicts: Vec::new(),
    };
    let name = |resource: &Resource| (resource.group, resource.plural);
    let mut names: Vec<_> = resources.iter().map(name).collect();
    sort(&mut names);
    names.dedup();
    for wanted in names {
        let before = merged.problems.len();
        let mut crds = Vec::new();
        for resource in resources.iter().filter(|resource| name(resource) == wanted) {
            match super::crd_of_selection(resource, profile, selection) {
                Ok(Some(crd)) => crds.push((RustType::from(resource), crd)),
                Ok(None) => {}
                Err(found) => merged.problems.extend(found.0),
            }
        }
        if merged.problems.len() > before {
            continue;
        }
        match merge_types(crds) {
            Ok(crds) => merged.crds.extend(crds),
            Err(conflict) => merged.conflicts.push(conflict),
        }
    }
    merged.conflicts.extend(one_kind_twice(resources));
    sort_by(&mut merged.crds, &|a, b| a.metadata.name.cmp(&b.metadata.name));
    merged
}

/// Reports versions of one resource with different plural names, which would become two resources of one kind. The
/// server accepts both, and serves only the first.
fn one_kind_twice(resources: &[Resource]) -> Vec<MergeError> {
    let mut found: Vec<MergeError> = Vec::new();
    for (position, second) in resources.iter().enumerate() {
        let is_other = |first: &&Resource| {
            first.group == second.group && first.kind == second.kind && first.plural != second.plural
        };
        let before = resources.get(..position).unwrap_or_default();
        if let Some(first) = before.iter().find(is_other) {
            found.push(MergeError {
                name: format!("{}.{}", second.plural, second.group),
                message: format!(
                    "its kind `{}` is also the kind of `{}.{}`: `plural` is `{}` in version `{}` ({}), `{}` in \
                     version `{}` ({}); give both the same `plural`, or different kinds{}",
                    second.kind,
                    first.plural,
                    first.group,
                    first.plural,
                    first.version,
                    RustType::from(first),
                    second.plural,
                    second.version,
                    RustType::from(second),
                    code!(ATTRIBUTE_CONTRADICTION)
                ),
            });
        }
    }
    found
}
