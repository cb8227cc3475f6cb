//! The schema and the subresources of a version.

use crate::model::crd::{Crd, Subresources, Version};
use crate::model::schema::JsonSchemaProps;

/// Returns the schema of a version; v1beta1 may have one for all versions.
pub(super) fn schema_of<'c>(crd: &'c Crd, version: &'c Version) -> Option<&'c JsonSchemaProps> {
    let top = || {
        let top = crd.spec.v1beta1.as_deref()?;
        top.validation.as_ref()?.open_api_v3_schema.as_deref()
    };
    version.openapi_schema().or_else(top)
}

/// Returns the subresources of a version; v1beta1 may have them for all versions.
pub(super) fn subresources_of(crd: &Crd, version: &Version) -> Subresources {
    let top = || crd.spec.v1beta1.as_deref()?.subresources.clone();
    version.subresources.clone().or_else(top).unwrap_or_default()
}

/// Whether the status of a version has its own endpoint.
pub(super) fn has_status_endpoint(crd: &Crd, version: &str) -> bool {
    crd.version(version)
        .is_some_and(|version| subresources_of(crd, version).status)
}
