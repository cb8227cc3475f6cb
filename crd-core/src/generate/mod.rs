//! From shapes to CRDs.

use crate::crd::Crd;
use crate::shape::Resource;

/// What the output is for (design §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// What a cluster accepts under strict field validation.
    #[default]
    ApiServer,
    /// The KEP forms stay visible, for documentation and other tools.
    Extended,
}

/// The CRD of a resource.
pub fn crd(_resource: &Resource, _profile: Profile) -> Crd {
    Crd::default()
}
