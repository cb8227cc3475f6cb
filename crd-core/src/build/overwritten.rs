//! What writing a manifest would delete from the file that it replaces.

use crate::model::crd::Crd;
use crate::rust::generate;
use crate::rust::shape::Resource;
use crate::yaml::{Options, read};

/// The content of a manifest that a CRD does not have.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Overwritten {
    /// The manifest has another CRD, with this name.
    OtherCrd(String),
    /// The manifest has more versions of the CRD.
    Versions(Vec<String>),
}

impl Overwritten {
    /// Returns what the text of a manifest has that the CRD does not, if anything.
    pub(super) fn of(manifest: &str, crd: &Crd) -> Option<Self> {
        let read = read(manifest.as_bytes(), Options::default());
        let old = &read.documents.first()?.root;
        let name = old.get("metadata")?.get("name")?.as_str()?;
        if *name != *crd.metadata.name {
            return Some(Overwritten::OtherCrd(name.to_owned()));
        }
        let is_declared = |name: &str| crd.versions().iter().any(|version| *version.name == *name);
        let versions = old.get("spec")?.get("versions")?.as_sequence()?;
        let names = versions
            .iter()
            .filter_map(|version| version.get("name")?.as_str());
        let lost: Vec<String> = names
            .filter(|name| !is_declared(name))
            .map(str::to_owned)
            .collect();
        (!lost.is_empty()).then_some(Overwritten::Versions(lost))
    }
}

/// Returns the paths of the types of some versions, the first of which have the given resources; the path of another version is
/// assumed to differ in the module of the version. `None` if the types are not in such modules.
pub(super) fn types_of_versions(resources: &[&Resource], others: &[String]) -> Option<Vec<String>> {
    let first = resources.first()?;
    let declared = resources.iter().map(|resource| resource.version);
    let all = declared.chain(others.iter().map(String::as_str));
    all.map(|version| generate::path_in_version(first, version))
        .collect()
}

/// Lists versions, in backticks: "version `v1`", "versions `v1`, `v2`".
pub(super) fn listed(versions: &[String]) -> String {
    let plural = if versions.len() > 1 { "s" } else { "" };
    format!("version{plural} `{}`", versions.join("`, `"))
}
