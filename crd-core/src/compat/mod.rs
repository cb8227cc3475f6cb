//! What a change of a CRD breaks, for whom, and an object that shows it (feature `compat`).
//!
//! ```
//! use crd_core::compat::{self, CompatOptions};
//! use crd_core::check::OldCrds;
//! use crd_core::KubeVersion;
//!
//! let crd = |most: u32| {
//!     let text = format!("
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {{name: widgets.example.com}}
//! spec:
//!   group: example.com
//!   scope: Namespaced
//!   names: {{plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema: {{openAPIV3Schema: {{type: object, properties: {{size: {{type: integer, maximum: {most}}}}}}}}}
//! ");
//!     let mut crds = OldCrds::default();
//!     crds.add(text.as_bytes());
//!     crds.named("widgets.example.com", KubeVersion::DEFAULT).unwrap()
//! };
//! let found = compat::compare(&crd(9), &crd(5), &CompatOptions::default());
//! assert_eq!(found[0].rule.to_string(), "CMP-38");
//! assert_eq!(found[0].path, "size");
//! assert_eq!(found[0].witness.as_ref().unwrap().object["size"], 6);
//! ```
//!
//! One law decides: each node of a schema admits a set of values, and a change makes it narrower, wider, both, or it cannot be
//! told. In `spec`, users write and controllers read; in `status` it is the other way round. What is narrower breaks stored objects and
//! writers, what is wider breaks readers. How bad it is also depends on whether the version is served or alpha, on defaults, and on
//! the server.
//!
//! Whatever is said to be refused, dropped or read differently is shown by an object, which the admission of both CRDs has judged
//! before it is reported. What cannot be decided is reported as undecided.

mod assert;
mod comparison;
mod crds;
mod diagnose;
mod draft;
mod finding;
mod harmed;
mod keywords;
mod law;
mod lifecycles;
mod nodes;
mod report;
mod schema;
mod stored;
mod tombstones;
mod versions;
mod witness;
mod words;

pub use crate::check::is_fingerprint;
#[doc(hidden)]
pub use assert::assert_compatible;
pub use diagnose::CompatManifest;
pub use finding::{CompatFinding, CompatPlaces, Reading, Said, StoredObjects, Witness, WitnessOperation};
pub use harmed::Harmed;
pub use law::{CompatRule, Policy};
pub use lifecycles::{PromisedLifecycle, lifecycles};
pub use stored::{StoredCause, StoredFate, StoredReport, stored_objects};
pub use tombstones::{Tombstone, Tombstones};

use std::sync::Arc;

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::mapping::Mapping;

/// How CRDs are compared.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CompatOptions {
    /// Who must not be broken.
    pub policy: Policy,
    /// The API server that judges objects; with ratcheting from 1.30 on.
    pub server: KubeVersion,
    /// How a webhook maps versions to each other, where types say it.
    pub mapping: Option<Arc<Mapping>>,
}

impl CompatOptions {
    /// Options for a policy and a server.
    #[must_use]
    pub fn new(policy: Policy, server: KubeVersion) -> Self {
        CompatOptions {
            policy,
            server,
            mapping: None,
        }
    }

    /// With the mapping of the versions of the new CRD.
    #[must_use]
    pub fn with_mapping(mut self, mapping: Arc<Mapping>) -> Self {
        self.mapping = Some(mapping);
        self
    }

    /// With another policy.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }
}

/// What `new` breaks in the place of `old`, in the order of the manifest; both have the same name.
#[must_use]
pub fn compare(old: &Crd, new: &Crd, options: &CompatOptions) -> Vec<CompatFinding> {
    let mut drafts = crds::compare(old, new);
    for before in old.versions() {
        if let Some(after) = new.version(&before.name) {
            drafts.extend(nodes::compare(old, new, before, after, options.server));
        }
    }
    drafts.extend(versions::between(old, new, options.mapping.as_deref()));
    report::report(old, new, drafts, options)
}

/// That a CRD is gone from a set (CMP-01).
#[must_use]
pub fn removed(old: &Crd, options: &CompatOptions) -> Vec<CompatFinding> {
    report::report(old, old, vec![crds::removed(old)], options)
}

#[cfg(test)]
mod tests;
