//! `assert_compatible!`: checks that a CRD from Rust types is compatible with a manifest.

use std::fmt::Write as _;

use super::{CompatOptions, compare};
use crate::check::{OldCrds, Severity};
use crate::model::crd::Crd;

/// Fails if the CRD of a type is incompatible with the manifest at a path relative to the package, such as that of the
/// last release.
///
/// The third argument is [`CompatOptions`](crate::compat::CompatOptions): the policy, and the server. Accepted
/// breakages are listed last, by their fingerprints, which are in the message; one that no longer occurs is an error,
/// too.
///
/// ```no_run
/// # struct Database;
/// # impl crd_core::CustomResource for Database { const RESOURCE: crd_core::shape::Resource = panic!(); }
/// # use crd_core::compat::{CompatOptions, Policy};
/// #[test]
/// fn nothing_is_broken() {
///     crd_core::assert_compatible!(Database, "tests/releases/v1.2.0.yaml");
/// }
///
/// #[test]
/// fn stored_objects_stay() {
///     let options = CompatOptions::default().with_policy(Policy::Stored);
///     crd_core::assert_compatible!(Database, "tests/releases/v1.2.0.yaml", options, accepted = ["039cb79638cd"]);
/// }
/// ```
#[macro_export]
macro_rules! assert_compatible {
    ($type:ty, $path:expr $(,)?) => {
        $crate::assert_compatible!($type, $path, $crate::compat::CompatOptions::default())
    };
    ($type:ty, $path:expr, $options:expr $(,)?) => {
        $crate::assert_compatible!($type, $path, $options, accepted = [])
    };
    ($type:ty, $path:expr, $options:expr, accepted = [$($accepted:expr),* $(,)?] $(,)?) => {{
        let place = ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path);
        let old = ::std::fs::read(&place);
        let old = old.unwrap_or_else(|error| ::core::panic!("cannot read `{}`: {error}", $path));
        let new = <$type as $crate::CustomResource>::crd();
        let new = new.unwrap_or_else(|problems| ::core::panic!("{problems}"));
        let accepted: &[&str] = &[$($accepted),*];
        if let ::core::result::Result::Err(message) =
            $crate::compat::assert_compatible(&old, &new, &$options, accepted)
        {
            ::core::panic!("`{}`: {message}", $path);
        }
    }};
}

/// Implements [`assert_compatible!`](crate::assert_compatible).
///
/// # Errors
///
/// If there is a breakage of level error that is not accepted, an acceptance that is not needed, or no CRD of this name
/// in the text.
#[doc(hidden)]
pub fn assert_compatible(
    old: &[u8],
    new: &Crd,
    options: &CompatOptions,
    accepted: &[&str],
) -> Result<(), String> {
    let mut crds = OldCrds::default();
    crds.add(old);
    let name = &new.metadata.name;
    let Some(old) = crds.named(name, options.server) else {
        return Err(format!("it does not contain the CRD `{name}`"));
    };
    let found = compare(&old, new, options);
    let unused = accepted
        .iter()
        .find(|fingerprint| !found.iter().any(|finding| finding.fingerprint == **fingerprint));
    if let Some(fingerprint) = unused {
        return Err(format!(
            "`{fingerprint}` is accepted, but there is no such change; remove it"
        ));
    }
    let is_new = |fingerprint: &str| !accepted.contains(&fingerprint);
    let mut message = String::new();
    for finding in found
        .iter()
        .filter(|finding| finding.severity == Severity::Error && is_new(&finding.fingerprint))
    {
        let version = finding.version.as_deref().unwrap_or_default();
        let _ = write!(
            message,
            "\n{} {version}: {} ({}, fingerprint {})",
            finding.rule, finding.message, finding.code, finding.fingerprint
        );
        if let Some(witness) = &finding.witness {
            let object = crate::yaml::to_string(&witness.object).unwrap_or_default();
            for line in object.lines() {
                let _ = write!(message, "\n    {line}");
            }
            for said in &witness.response {
                let _ = write!(message, "\n  server: {}: {}", said.field, said.detail);
            }
        }
    }
    if message.is_empty() {
        return Ok(());
    }
    Err(format!("the CRD has breaking changes{message}"))
}
