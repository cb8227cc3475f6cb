//! Converts generated CRDs to the type that kube's clients send.

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

use crate::model::crd::Crd;

/// The CRD as k8s-openapi's type: `kube::Api<CustomResourceDefinition>` takes `Database::crd()?.try_into()?`.
///
/// # Errors
/// When k8s-openapi's type cannot represent a value. No such value is known.
impl TryFrom<Crd> for CustomResourceDefinition {
    type Error = serde_json::Error;

    fn try_from(crd: Crd) -> Result<Self, Self::Error> {
        serde_json::to_value(crd).and_then(serde_json::from_value)
    }
}
