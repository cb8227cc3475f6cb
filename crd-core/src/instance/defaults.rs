//! Validation of the defaults in a schema (rules §4).

use crate::KubeVersion;
use crate::field::{FieldError, Path};
use crate::structural::Structural;

/// How [`validate_defaults`] judges.
#[derive(Clone, Copy, Debug)]
pub struct DefaultsOptions {
    /// The server that judges.
    pub version: KubeVersion,
    /// Whether a default with unknown fields is an error (DFT-01); off on updates of CRDs that already have one.
    pub require_pruned: bool,
}

impl Default for DefaultsOptions {
    fn default() -> Self {
        DefaultsOptions {
            version: KubeVersion::DEFAULT,
            require_pruned: true,
        }
    }
}

/// Every error in the defaults of `schema`, the root of one version's schema, which stands at `path`
/// (such as `spec.validation.openAPIV3Schema`).
///
/// Only for schemas that are structural without errors (rules §4, precondition).
pub fn validate_defaults(schema: &Structural, path: &Path<'_>, options: DefaultsOptions) -> Vec<FieldError> {
    let _ = (schema, path, options);
    Vec::new()
}
