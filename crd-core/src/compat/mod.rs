//! Finds the breakages by a change of a CRD, the parties that they harm, and an object that demonstrates each (feature `compat`).
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
//! The principle: each node of a schema accepts a set of values, and a change makes this set narrower, wider, both, or
//! the effect is undecided. In `spec`, users write and controllers read; in `status` it is the other way round.
//! Narrower sets break stored objects and writers, wider sets break readers. The severity also depends on whether the
//! version is served or alpha, on defaults, and on the server.
//!
//! For each value that is reported as rejected, dropped or read differently there is an object, which was checked by
//! the admission of both CRDs. If a breakage cannot be decided, it is reported as undecided.

mod affected;
mod assert;
mod comparison;
mod crds;
mod diagnose;
mod draft;
mod finding;
mod judged;
mod keywords;
mod law;
mod lifecycles;
mod nodes;
mod one_type;
mod report;
mod schema;
mod stored;
mod tombstones;
mod versions;
mod witness;
mod words;

pub use crate::check::is_fingerprint;
pub use affected::AffectedParty;
#[doc(hidden)]
pub use assert::assert_compatible;
pub use diagnose::CompatManifest;
pub use finding::{
    CompatFinding, CompatPlaces, ReadValues, ResponseIssue, StoredObjects, Witness, WitnessOperation,
};
pub use law::{CompatRule, Policy};
pub use lifecycles::{PromisedLifecycle, lifecycles};
pub use stored::{StoredCause, StoredObjectEffect, StoredReport, stored_objects};
pub use tombstones::{Tombstone, Tombstones};

use std::borrow::Cow;
use std::sync::Arc;

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::mapping::Mapping;
use crate::model::schema::{JsonSchemaProps, VisitNext, VisitScope};

/// Options of the comparison of CRDs.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CompatOptions {
    /// The parties that must not be affected by a change.
    pub policy: Policy,
    /// The version of the API server that validates objects; ratcheting applies from 1.30 on.
    pub server: KubeVersion,
    /// The mapping between versions that a webhook implements, if types declare it.
    pub mapping: Option<Arc<Mapping>>,
}

impl CompatOptions {
    /// Creates options for a policy and a server.
    #[must_use]
    pub fn new(policy: Policy, server: KubeVersion) -> Self {
        CompatOptions {
            policy,
            server,
            mapping: None,
        }
    }

    /// Sets the mapping of the versions of the new CRD.
    #[must_use]
    pub fn with_mapping(mut self, mapping: Arc<Mapping>) -> Self {
        self.mapping = Some(mapping);
        self
    }

    /// Sets another policy.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }
}

/// Returns the breakages by replacing `old` with `new`, in the order of the manifest; both have the same name.
#[must_use]
pub fn compare(old: &Crd, new: &Crd, options: &CompatOptions) -> Vec<CompatFinding> {
    let (old, new) = (&*without_empty_enums(old), &*without_empty_enums(new));
    let mut drafts = crds::compare(old, new);
    for before in old.versions() {
        if let Some(after) = new.version(&before.name) {
            drafts.extend(nodes::compare(old, new, before, after, options.server));
        }
    }
    drafts.extend(versions::between(old, new, options.mapping.as_deref()));
    report::report(old, new, drafts, options)
}

/// Removes empty enums, which restrict nothing: the server does not store them.
fn without_empty_enums(crd: &Crd) -> Cow<'_, Crd> {
    let is_empty = |schema: &JsonSchemaProps| schema.enum_.as_ref().is_some_and(Vec::is_empty);
    let root = Path::root("");
    let mut is_found = false;
    for schema in crd
        .versions()
        .iter()
        .filter_map(|version| schema::schema_of(crd, version))
    {
        schema.visit(VisitScope::All, &root, &mut |_, node| {
            is_found |= is_empty(node);
            VisitNext::Children
        });
    }
    if !is_found {
        return Cow::Borrowed(crd);
    }
    let mut crd = crd.clone();
    for version in crd.spec.versions.iter_mut().flatten() {
        let schema = version
            .schema
            .as_mut()
            .and_then(|schema| schema.open_api_v3_schema.as_mut());
        if let Some(schema) = schema {
            schema.visit_mut(VisitScope::All, &root, &mut |_, node| {
                node.enum_.take_if(|values| values.is_empty());
                VisitNext::Children
            });
        }
    }
    Cow::Owned(crd)
}

/// Returns the finding for a CRD that was removed from a set (CMP-01).
#[must_use]
pub fn removed(old: &Crd, options: &CompatOptions) -> Vec<CompatFinding> {
    report::report(old, old, vec![crds::removed(old)], options)
}

#[cfg(test)]
mod tests;
