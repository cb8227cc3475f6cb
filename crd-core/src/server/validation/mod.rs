//! Validation of CRDs: the API server's verdict, offline.
//!
//! ```
//! use crd_core::{Crd, KubeVersion, validate};
//!
//! let verdict = validate::create(&Crd::default(), KubeVersion::DEFAULT);
//! ```

mod approval;
mod ca_bundle;
mod condition;
mod conversion;
mod internal;
mod later;
mod lists;
mod locate;
mod naming;
mod options;
mod ratcheting;
mod schema;
mod selectable;
mod spec;
mod status;
mod subresources;
#[cfg(test)]
mod tests;
mod update;
mod version;
mod versions_json;
mod warnings;

pub(crate) use ca_bundle::{BundleFault, fault as bundle_fault};
pub use condition::{Condition, condition};

pub use crate::server::verdict::{ServerPanic, Verdict, Warning};
pub(crate) use later::later;
pub use locate::{Location, Place, locate};
pub(crate) use schema::{error_beside_status, is_forbidden as is_forbidden_at_root};

use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::kube_version::KubeVersion;
use crate::model::rules;
use crate::server::metadata::{self, MetadataOwner};
use internal::Internal;
use options::ValidationOptions;

const METADATA: Path<'static> = Path::root("metadata");

/// Returns the verdict on creating `crd`.
pub fn create(crd: &Crd, version: KubeVersion) -> Verdict {
    let mut internal = Internal::new(crd);
    internal.prepare_for_create(version);
    let options = ValidationOptions::create(version);
    let mut verdict = Verdict::default();
    let required_name = format!("{}.{}", internal.names.plural, internal.group);
    let subject = MetadataOwner::Crd {
        required_name: &required_name,
    };
    let received = metadata::receive(&crd.metadata, None);
    metadata::validate_create(&received.meta, subject, &METADATA, version, &mut verdict.errors);
    if let Err(panic) = spec::check(&internal, &options, &mut verdict) {
        return Verdict::crash(panic);
    }
    rest(&internal, None, version, &mut verdict);
    if verdict.errors.is_empty() {
        verdict
            .errors
            .extend(metadata::unstorable(&crd.metadata.resource_version, &METADATA));
    }
    warn_of_owners(received.repeated_owner, &mut verdict);
    verdict
}

/// Returns the verdict on replacing `old` by `new`; the status of `old` counts, that of `new` does not.
/// Fields that only a server knows, such as `metadata.resourceVersion`, may be omitted.
pub fn update(old: &Crd, new: &Crd, version: KubeVersion) -> Verdict {
    let old_internal = Internal::new(old);
    let mut internal = Internal::new(new);
    internal.prepare_for_update(&old_internal, version);
    let options = ValidationOptions::update(&old_internal, &internal, version);
    let mut verdict = Verdict::default();
    let received = metadata::receive(&new.metadata, Some(&old.metadata));
    let mut meta = received.meta.into_owned();
    metadata::keep_server_fields(&mut meta, &old.metadata);
    metadata::validate_stored(&meta, &METADATA, version, &mut verdict.errors);
    metadata::validate_update(&meta, &old.metadata, &METADATA, version, &mut verdict.errors);
    if let Err(panic) = spec::check(&internal, &options, &mut verdict) {
        return Verdict::crash(panic);
    }
    update::immutable(&old_internal, &internal, &options, &mut verdict.errors);
    rest(&internal, Some(&old_internal), version, &mut verdict);
    warn_of_owners(received.repeated_owner, &mut verdict);
    verdict
}

/// PREP-06: the server warns of repeated owners before it validates anything.
fn warn_of_owners(repeated: Option<(usize, String)>, verdict: &mut Verdict) {
    if let Some((index, text)) = repeated {
        let warning = Warning {
            rule: rules::PREP_06,
            field: METADATA.child("ownerReferences").index(index).to_field_path(),
            value: None,
            text,
        };
        verdict.warnings.insert(0, warning);
    }
}

/// Performs the last checks, and adds the warnings.
fn rest(crd: &Internal<'_>, old: Option<&Internal<'_>>, version: KubeVersion, verdict: &mut Verdict) {
    status::check(crd, version, &mut verdict.errors);
    approval::check(crd, old, &mut verdict.errors);
    approval::preserve_unknown_fields(crd, old, &mut verdict.errors);
    verdict.warnings = warnings::collect(crd, old, version);
}
