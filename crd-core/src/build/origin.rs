//! Finds the Rust files that declare the types of CRDs.

use std::path::{Path, PathBuf};

use super::in_rust::Owners;
use crate::model::crd::Crd;
use crate::rust::generate;
use crate::rust::shape::Resource;

/// The source files of the types of CRDs.
#[derive(Debug, Default)]
pub(super) struct RustOrigin {
    pub(super) owners: Owners,
    /// The directory of the package, which the compiler's file names are resolved against.
    pub(super) package: PathBuf,
}

impl RustOrigin {
    /// Returns the origin of the CRD of some resources.
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
