//! The CRDs of a text.

use crd_core::Crd;
use crd_core::check::crds_of;
use crd_core::crd::Version;
use crd_core::decode::decode;
use crd_core::yaml::{Options, read};

/// Decodes the CRDs of a text.
pub(super) fn all(text: &str) -> Result<Vec<Crd>, String> {
    let read = read(text.as_bytes(), Options::default());
    if let Some(error) = read.errors.first() {
        return Err(format!("the CRD cannot be read: {}", error.message));
    }
    let nodes = read.documents.iter().flat_map(|document| crds_of(&document.root));
    let crds: Option<Vec<Crd>> = nodes.map(|node| decode(node).crd).collect();
    match crds {
        Some(crds) if crds.is_empty() => Err("there is no CustomResourceDefinition".to_owned()),
        Some(crds) => Ok(crds),
        None => Err("the CRD cannot be decoded; see its findings".to_owned()),
    }
}

/// Returns the first CRD of a text, and one of its versions: the requested one, or the storage version.
pub(super) fn with_version(text: &str, version: Option<&str>) -> Result<(Crd, Version), String> {
    let crds = all(text)?;
    let crd = crds.into_iter().next().ok_or("there is no CRD")?;
    let found = match version.filter(|version| !version.is_empty()) {
        Some(name) => crd.version(name),
        None => crd.storage_version().or(crd.versions().first()),
    };
    let found = found.cloned();
    match found {
        Some(found) => Ok((crd, found)),
        None => Err(format!(
            "the CRD has no version `{}`",
            version.unwrap_or_default()
        )),
    }
}
