//! Which resources are versions of one CRD, and in which order they become each other.

use crate::model::crd::Crd;
use crate::rust::shape::Resource;

/// Whether a resource is a version of a CRD.
pub(crate) fn is_version_of(resource: &Resource, crd: &Crd) -> bool {
    *resource.group == *crd.spec.group && *resource.plural == *crd.spec.names.plural
}

/// The resources that are the next version of no other one.
#[cfg(any(feature = "registry", all(feature = "check", feature = "convert")))]
pub(crate) fn oldest(resources: &[&'static Resource]) -> Vec<&'static Resource> {
    let same = |a: &Resource, b: &Resource| (a.group, a.kind, a.version) == (b.group, b.kind, b.version);
    let is_next = |one: &Resource| {
        let mut nexts = resources.iter().filter_map(|resource| resource.next);
        nexts.any(|next| same(next, one))
    };
    let oldest = resources.iter().copied().filter(|resource| !is_next(resource));
    oldest.collect()
}

/// The version of a CRD from which its mappings start; `None` if no version says how it becomes the next.
#[cfg(any(feature = "registry", all(feature = "check", feature = "convert")))]
pub(crate) fn first_mapped(resources: &[&'static Resource], crd: &Crd) -> Option<&'static Resource> {
    let versions: Vec<&'static Resource> = resources
        .iter()
        .copied()
        .filter(|resource| is_version_of(resource, crd))
        .collect();
    oldest(&versions)
        .into_iter()
        .find(|version| version.next.is_some())
}
