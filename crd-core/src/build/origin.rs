//! Where the types of CRDs are.

use std::path::{Path, PathBuf};

use super::in_rust::Owners;
use super::sources::RustSources;
use crate::model::crd::Crd;
use crate::rust::generate;
use crate::rust::shape::Resource;

/// Where the types of CRDs are.
#[derive(Debug, Default)]
pub(super) struct RustOrigin {
    pub(super) owners: Owners,
    pub(super) sources: RustSources,
}

impl RustOrigin {
    /// The origin of the CRD of some resources, for findings only: reading the sources takes its time.
    pub(super) fn of<'r>(
        resources: impl IntoIterator<Item = &'r Resource>,
        crd: &Crd,
        package: &Path,
        sources: &[PathBuf],
    ) -> Self {
        let of_crd = resources
            .into_iter()
            .filter(|resource| generate::is_version_of(resource, crd));
        RustOrigin {
            owners: of_crd
                .map(|resource| (resource.version.to_owned(), generate::owners::of(resource)))
                .collect(),
            sources: RustSources::read(package, sources),
        }
    }
}
