//! Writes the allowances of `#[crd(allow(…))]` as comments into the manifest.
//!
//! ```text
//! #[crd(allow("list-type-absent", reason = "order matters"))]     # crd-gen: allow list-type-absent order matters
//! hosts: Vec<String>                                              hosts:
//!                                                                   type: array
//! ```
//!
//! The manifest is checked, reviewed and shipped without its types: in a chart, in an editor, in the repository of a cluster. So the
//! manifest itself contains the allowed findings with their reasons, and `crd-gen check` needs no other source. The comments depend
//! only on the types, not on the profile, the levels or the server version of a check.

use std::collections::BTreeMap;
use std::path::Path;

use super::in_rust::{Owners, owners_of};
use super::rust_file::below_here;
use crate::check::{self, AllowComments, Code, LintProfile, Options, codes, codes_named};
use crate::rust::generate::RustAllow;
use crate::rust::generate::owners::RustPlace;

/// A manifest with the allowances of its types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowedManifest {
    /// The text, with a comment above each place where a finding is allowed.
    pub text: String,
    /// Every allowance of the types, and whether it allows a finding.
    pub allowances: BTreeMap<RustAllow, bool>,
}

/// The allowances of types that allow no finding in any of the manifests that are generated from them.
#[derive(Debug, Default)]
pub struct UnusedAllowances(BTreeMap<RustAllow, bool>);

impl UnusedAllowances {
    /// Adds a manifest.
    pub fn add(&mut self, manifest: &AllowedManifest) {
        for (allow, is_used) in &manifest.allowances {
            *self.0.entry(allow.clone()).or_default() |= is_used;
        }
    }

    /// Returns a line for each, with its place.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let unused = self.0.iter().filter(|(_, is_used)| !**is_used);
        unused
            .map(|(RustAllow { name, place, .. }, _)| {
                let place = RustPlace {
                    file: below_here(Path::new(&place.file)).display().to_string(),
                    ..place.clone()
                };
                format!("{place}: there is no finding of `{name}` here; remove it from `allow(…)`")
            })
            .collect()
    }
}

/// Whether a finding is a difference between versions, which the type of each of them can allow.
fn is_about_versions(code: Code) -> bool {
    matches!(
        code,
        codes::NONE_DROPS_FIELD
            | codes::NONE_CHANGES_TYPE
            | codes::NONE_DROPS_NULL
            | codes::NONE_DEFAULT_DIFFERS
            | codes::NONE_REFUSED
    )
}

/// Writes the allowances of types into a manifest that is generated from them.
#[must_use]
pub fn allow_in_manifest(manifest: &str, owners: &Owners) -> AllowedManifest {
    let all = owners.values().flat_map(BTreeMap::values);
    // Each name, with the codes of findings about manifests that it stands for.
    let mut named: BTreeMap<&str, Vec<Code>> = BTreeMap::new();
    let mut allowances: BTreeMap<RustAllow, bool> = BTreeMap::new();
    for allow in all.flat_map(|owner| &owner.allows) {
        let codes = named.entry(&allow.name).or_insert_with(|| {
            let mut codes = codes_named(&allow.name).unwrap_or_default();
            codes.retain(|code| code.number() / 100 != 9);
            codes
        });
        if !codes.is_empty() {
            allowances.insert(allow.clone(), false);
        }
    }
    if allowances.is_empty() {
        return AllowedManifest {
            text: manifest.to_owned(),
            allowances,
        };
    }
    let mut options = Options::default();
    options.levels.set_profile(LintProfile::Strict);
    let mut comments = AllowComments::new(manifest);
    for finding in &check::text(manifest, &options).findings {
        let code = finding.diagnostic.code;
        let of_versions = owners
            .values()
            .filter_map(|of_version| of_version.get(""))
            .filter(|_| is_about_versions(code));
        let mut is_written = None;
        for allow in owners_of(finding, owners)
            .into_iter()
            .chain(of_versions)
            .flat_map(|owner| &owner.allows)
            .filter(|allow| named.get(&*allow.name).is_some_and(|codes| codes.contains(&code)))
        {
            let is_written =
                *is_written.get_or_insert_with(|| comments.add(&finding.diagnostic, &allow.reason));
            if let Some(is_used) = allowances.get_mut(allow) {
                *is_used |= is_written;
            }
        }
    }
    AllowedManifest {
        text: comments.write(),
        allowances,
    }
}
