//! Warnings of a build script about the types that it adds.

use std::fs;
use std::path::Path;

use super::overwritten::{Overwritten, listed, types_of_versions};
use super::path_in_build_script;
use crate::model::crd::Crd;
use crate::rust::generate;
use crate::rust::shape::Resource;

/// The warning if no type is added.
pub(super) const NOTHING_ADDED: &str =
    "no manifest is written, because no type is added; write `.add::<…>()` for each custom resource";

/// Returns the warning about versions that were probably forgotten: the manifest at a path has others, or a webhook has nothing to convert.
pub(super) fn about_versions(resources: &[&'static Resource], path: &Path, crd: &Crd) -> Option<String> {
    of_removed(resources, path, crd).or_else(|| of_one(crd))
}

/// Returns the warning about versions that a manifest has, and that no added type declares.
fn of_removed(resources: &[&'static Resource], path: &Path, crd: &Crd) -> Option<String> {
    let old = fs::read_to_string(path).ok()?;
    let Some(Overwritten::Versions(lost)) = Overwritten::of(&old, crd) else {
        return None;
    };
    let is_version = |resource: &&&'static Resource| generate::is_version_of(resource, crd);
    let declared: Vec<&Resource> = resources.iter().filter(is_version).copied().collect();
    let first = *declared.first()?;
    let types = types_of_versions(&[first], &lost)?;
    let module = path_in_build_script(first).strip_suffix(types.first()?.as_str())?;
    let adds: Vec<String> = types
        .iter()
        .skip(1)
        .map(|path| format!("`.add::<{module}{path}>()`"))
        .collect();
    Some(format!(
        "`{}` had {}, which no added type declares, and which is therefore removed; write {} to keep it",
        path.display(),
        listed(&lost),
        adds.join(" and ")
    ))
}

/// Returns the warning about a conversion webhook of a CRD with one version.
fn of_one(crd: &Crd) -> Option<String> {
    let version = crd.versions().first().filter(|_| is_converted_alone(crd))?;
    Some(format!(
        "`{}` has a conversion webhook, but `{}` is its only version: write `.add::<…>()` for the types of the other versions, \
         or remove `conversion(…)`",
        crd.metadata.name, version.name
    ))
}

/// Whether a CRD has a conversion webhook and only one version, so that others were probably forgotten.
pub(super) fn is_converted_alone(crd: &Crd) -> bool {
    let conversion = crd.spec.conversion.as_ref();
    conversion.is_some_and(|conversion| *conversion.strategy == *"Webhook") && crd.versions().len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::crd::{Conversion, Version};

    #[test]
    fn a_webhook_of_one_version_is_noted() {
        let version = |name: &str| Version {
            name: name.into(),
            ..Version::default()
        };
        let mut crd = Crd::default();
        crd.metadata.name = "databases.example.com".into();
        crd.spec.versions = Some(vec![version("v2")]);
        let path = Path::new("absent.yaml");
        assert_eq!(about_versions(&[], path, &crd), None);
        crd.spec.conversion = Some(Conversion {
            strategy: "Webhook".into(),
            ..Conversion::default()
        });
        assert_eq!(
            about_versions(&[], path, &crd).as_deref(),
            Some(
                "`databases.example.com` has a conversion webhook, but `v2` is its only version: write `.add::<…>()` for the types \
                 of the other versions, or remove `conversion(…)`"
            )
        );
        crd.spec.versions = Some(vec![version("v2"), version("v1")]);
        assert_eq!(about_versions(&[], path, &crd), None);
    }
}
