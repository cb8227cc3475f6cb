//! An API with three versions, and its operator: the webhook that converts between them, the CRD that it applies at start, and the
//! migration of stored objects.
//!
//! | change | from | to |
//! |---|---|---|
//! | moved | `v1alpha1` `sizeGb` | `v1beta1` `storage.sizeGb` |
//! | renamed | `v1alpha1` `type` | `v1beta1` `engine` |
//! | split | `v1alpha1` `address` | `v1beta1` `host` and `port` |
//! | renamed in a list | `v1alpha1` `users[].role` | `v1beta1` `users[].grant` |
//! | added | | `v1beta1` `storage.class` |
//! | retyped | `v1beta1` `backupEvery: 12h` | `v1` `backupEvery: 720` (minutes) |
//! | removed | `v1beta1` `legacyAuth` | |
//! | variant of an enum added | `v1beta1` `engine` | `v1` `engine: Cockroach` |
//! | added | | `v1` `tier` |
//! | renamed in the status | `v1beta1` `status.ready` | `v1` `status.readyReplicas` |

use crd_core::convert::{BuildError, Reviewer};
use crd_core::generate::merge;
use crd_core::{Crd, CustomResource as _, KubeVersion, build};

pub mod v1;
pub mod v1alpha1;
pub mod v1beta1;

/// The name of the CRD.
pub const CRD: &str = "databases.versions.example.com";

/// Returns the reviewer for the webhook: all versions are derived from the oldest one.
pub fn reviewer() -> Result<Reviewer, BuildError> {
    Reviewer::builder().resource::<v1alpha1::Database>().build()
}

/// Returns the CRD with all versions, and the webhook with its Service.
pub fn crd() -> Result<Crd, Box<dyn std::error::Error>> {
    let versions = [
        v1alpha1::Database::crd()?,
        v1beta1::Database::crd()?,
        v1::Database::crd()?,
    ];
    Ok(merge(versions)?.remove(0))
}

/// Returns the manifest of a CRD for an installation with kubectl: `crds/` has that of all versions, and `stages/` the intermediate
/// ones.
pub fn manifest(crd: &Crd) -> Result<String, Box<dyn std::error::Error>> {
    Ok(build::manifest(crd, KubeVersion::DEFAULT)?)
}

/// A stage in the life of the API: what the README goes through, one release after the other.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The file with the manifest, below `stages/`.
    pub file: &'static str,
    /// The versions of the CRD.
    pub versions: &'static [&'static str],
    /// The served versions.
    pub served: &'static [&'static str],
    /// The storage version.
    pub storage: &'static str,
}

/// The stages, in order.
pub const STAGES: [Stage; 5] = {
    const FIRST: &[&str] = &["v1alpha1"];
    const ALL: &[&str] = &["v1", "v1beta1", "v1alpha1"];
    const LAST: &[&str] = &["v1"];
    const fn stage(
        file: &'static str,
        versions: &'static [&'static str],
        served: &'static [&'static str],
        storage: &'static str,
    ) -> Stage {
        Stage {
            file,
            versions,
            served,
            storage,
        }
    }
    [
        stage("1-one-version.yaml", FIRST, FIRST, "v1alpha1"),
        stage("2-new-versions-beside-it.yaml", ALL, ALL, "v1alpha1"),
        stage("3-new-version-stored.yaml", ALL, ALL, "v1"),
        stage("4-old-versions-not-served.yaml", ALL, LAST, "v1"),
        stage("5-old-versions-removed.yaml", LAST, LAST, "v1"),
    ]
};

impl Stage {
    /// Returns the CRD at this stage. With one version, no conversion is needed.
    pub fn crd(&self) -> Result<Crd, Box<dyn std::error::Error>> {
        let mut crd = crd()?;
        let versions = crd.spec.versions.get_or_insert_default();
        versions.retain(|version| self.versions.contains(&&*version.name));
        for version in versions.iter_mut() {
            version.served = self.served.contains(&&*version.name);
            version.storage = *version.name == *self.storage;
        }
        if versions.len() == 1 {
            crd.spec.conversion = None;
        }
        Ok(crd)
    }
}
