//! An API that has had three versions, and the operator around it: the webhook that converts between them, the CRD that it
//! applies at start, and the migration of stored objects.
//!
//! | what changed | from | to |
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

/// What answers the API server: all versions follow from the oldest one.
pub fn reviewer() -> Result<Reviewer, BuildError> {
    Reviewer::builder().resource::<v1alpha1::Database>().build()
}

/// The CRD with all versions, and the webhook behind its Service.
pub fn crd() -> Result<Crd, Box<dyn std::error::Error>> {
    let versions = [
        v1alpha1::Database::crd()?,
        v1beta1::Database::crd()?,
        v1::Database::crd()?,
    ];
    Ok(merge(versions)?.remove(0))
}

/// The manifest for whoever installs it with kubectl: `crds/` has it.
pub fn manifest() -> Result<String, Box<dyn std::error::Error>> {
    Ok(build::manifest(&crd()?, KubeVersion::DEFAULT)?)
}
