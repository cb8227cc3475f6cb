//! Finds the Rust files that declare the types of CRDs.

use std::path::{Path, PathBuf};

use super::in_rust::Owners;
use crate::model::crd::Crd;
use crate::rust::generate;
use crate::rust::shape::Resource;

/// Where the types of CRDs are.
#[derive(Debug, Default)]
pub(super) struct RustOrigin {
    pub(super) owners: Owners,
    /// The directory of the package, from which the compiler's names of files are found.
    pub(super) package: PathBuf,
}

impl RustOrigin {
    /// The origin of the CRD of some resources.
    pub(super) fn of<'r>(
        resources: impl IntoIterator<Item = &'r Resource>,
        crd: &Crd,
        package: &Path,
    ) -> Self {
        let of_crd = resources
            .into_iter()
            .filter(|resource| generate::is_version_of(resource, crd));
        RustOrigin {
            owners: of_crd
                .map(|resource| (resource.version.to_owned(), generate::owners::of(resource)))
                .collect(),
            package: package.to_owned(),
        }
    }
}
