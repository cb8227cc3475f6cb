//! Groups resources that are versions of one CRD, and orders them by their `next` attributes.

#[cfg(any(feature = "registry", feature = "check"))]
use super::{MergeError, RustType};
use crate::model::crd::Crd;
#[cfg(any(feature = "registry", feature = "check"))]
use crate::rust::shape::ConversionWebhook;
use crate::rust::shape::Resource;

/// Whether a resource is a version of a CRD.
pub(crate) fn is_version_of(resource: &Resource, crd: &Crd) -> bool {
    *resource.group == *crd.spec.group && *resource.plural == *crd.spec.names.plural
}

/// Returns the resources that are not the next version of any other.
#[cfg(any(feature = "registry", all(feature = "check", feature = "convert")))]
pub(crate) fn oldest(resources: &[&'static Resource]) -> Vec<&'static Resource> {
    let same = |a: &Resource, b: &Resource| (a.group, a.kind, a.version) == (b.group, b.kind, b.version);
    let is_next = |one: &Resource| {
        let mut nexts = resources.iter().filter_map(|resource| resource.next);
        nexts.any(|next| same(next, one))
    };
    let oldest = resources.iter().copied().filter(|resource| !is_next(resource));
    oldest.collect()
}

/// Returns the version of a CRD at which its mappings start; `None` if no version declares a mapping to a next one.
#[cfg(any(feature = "registry", all(feature = "check", feature = "convert")))]
pub(crate) fn first_mapped(resources: &[&'static Resource], crd: &Crd) -> Option<&'static Resource> {
    let versions: Vec<&'static Resource> = resources
        .iter()
        .copied()
        .filter(|resource| is_version_of(resource, crd))
        .collect();
    oldest(&versions)
        .into_iter()
        .find(|version| version.next.is_some())
}

/// Reports versions of a CRD that are not converted to the others, though a version declares a mapping to the next, or
/// a conversion webhook is declared.
#[cfg(any(feature = "registry", feature = "check"))]
pub(crate) fn unchained(resources: &[&'static Resource], crd: &Crd) -> Vec<MergeError> {
    let versions: Vec<&'static Resource> = resources
        .iter()
        .copied()
        .filter(|resource| is_version_of(resource, crd))
        .collect();
    let error = |message: String| MergeError {
        name: crd.metadata.name.to_string(),
        message,
    };
    let has_webhook = |version: &&&Resource| {
        let webhook = version.conversion.as_ref();
        webhook.is_some_and(ConversionWebhook::uses_mappings)
    };
    let webhook = versions.iter().find(has_webhook);
    let is_mapped = versions.iter().any(|version| version.next.is_some());
    let mut errors = Vec::new();
    for version in &versions {
        let is_next = versions
            .iter()
            .any(|other| other.next.is_some_and(|next| next.version == version.version));
        let earlier = versions.iter().filter(|other| other.version != version.version);
        if is_mapped && version.next.is_none() && !is_next {
            let others: Vec<&str> = earlier.map(|other| other.version).collect();
            errors.push(error(format!(
                "version `{}` ({}) has no mapping to or from another version, so the webhook could not \
                 convert objects to it: write `#[crd(next = …)]` on it, or on the version before it, one of \
                 {}{}",
                version.version,
                RustType::from(*version),
                others.join(", "),
                code!(NEXT_UNMAPPED)
            )));
        }
        let befores: Vec<String> = versions
            .iter()
            .filter(|other| other.next.is_some_and(|next| next.version == version.version))
            .map(|other| RustType::from(*other).to_string())
            .collect();
        if befores.len() > 1 {
            errors.push(error(format!(
                "{} all have `{}` as their next version, but versions must be a chain: set `next` of each to the \
                 version after it{}",
                befores.join(" and "),
                version.version,
                code!(NEXT_TWICE)
            )));
        }
    }
    if let Some(webhook) = webhook
        && !is_mapped
        && versions.len() > 1
        && differ(crd)
    {
        errors.push(error(format!(
            "{} declares `conversion(…)`, but no version has mappings to the next, so no webhook can be built: \
             write `#[crd(next = …)]` on the older versions, or `conversion(…, external)` if another program \
             converts{}",
            RustType::from(*webhook),
            code!(NEXT_UNMAPPED)
        )));
    }
    errors
}

/// Returns the path of the type of a version from the module of the version on, if the type of another version is in such a module:
/// `v2::Database` for `api::v1::Database`.
#[cfg(feature = "check")]
pub(crate) fn path_in_version(resource: &Resource, version: &str) -> Option<String> {
    let module = format!("::{}::", resource.version);
    let (_, name) = resource.rust_path.rsplit_once(&module)?;
    Some(format!("{version}::{name}"))
}

/// Whether the schemas of two versions differ.
#[cfg(any(feature = "registry", feature = "check"))]
fn differ(crd: &Crd) -> bool {
    let mut schemas = crd.versions().iter().map(|version| &version.schema);
    let first = schemas.next();
    schemas.any(|schema| first.is_some_and(|first| first != schema))
}
