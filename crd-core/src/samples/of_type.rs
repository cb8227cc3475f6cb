//! Generates samples of Rust types.

use serde::de::DeserializeOwned;

use super::{SampleError, Samples, UnsatisfiedRestriction};
use crate::KubeVersion;
use crate::rust::generate::CustomResource;

/// Sample values of a custom resource.
///
/// Every type that derives `CustomResource` and `Deserialize` implements it (feature `samples`).
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use crd_core::samples::Sample;
/// use crd_core::{CustomResource, Schema, Validate};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #[crd(group = "db.example.com", version = "v1", kind = "Database", namespaced)]
/// #[crd(rule("self.engine != 'mysql' || self.replicas == 1", message = "mysql has one instance"))]
/// pub struct DatabaseSpec {
///     #[crd(minimum = 1)]
///     replicas: u32,
///     #[crd(pattern = "^(mysql|postgres)$")]
///     engine: String,
/// }
///
/// let database = Database::sample().unwrap();
/// assert!(database.validate().is_ok());
/// # }
/// ```
pub trait Sample: CustomResource + DeserializeOwned {
    /// Returns the smallest object of the type that the API server accepts.
    ///
    /// # Errors
    ///
    /// If none is found, or the Rust type cannot deserialize it.
    fn sample() -> Result<Self, SampleError> {
        let other = |text: String| SampleError {
            resource: format!(
                "{} of {}/{}",
                Self::RESOURCE.kind,
                Self::RESOURCE.group,
                Self::RESOURCE.version
            ),
            unsatisfied: vec![UnsatisfiedRestriction {
                path: String::new(),
                rule: None,
                text,
            }],
        };
        let crd = Self::crd().map_err(|problems| other(problems.to_string()))?;
        let mut samples = Samples::new(&crd, Self::RESOURCE.version, KubeVersion::DEFAULT)
            .map_err(|error| other(error.to_string()))?;
        serde_json::from_value(samples.smallest()?).map_err(|error| other(error.to_string()))
    }
}

impl<T: CustomResource + DeserializeOwned> Sample for T {}
