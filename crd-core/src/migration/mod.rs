//! Plans the migration from a deployed CRD to the next one: the CRDs to apply, their order, and the steps between them
//! (MIG-04).
//!
//! ```text
//! deployed: v1 served, stored          release 1: v2 served too
//! next:     v2 served, stored     ->   release 2: v2 stored; rewrite all objects, prune `status.storedVersions`
//!                                      release 3: v1 no longer served; take it out of `managedFields`
//!                                      release 4: v1 removed
//! ```
//!
//! Each intermediate CRD is checked as an update of the one before it, with the stored versions at that point.

mod states;
mod uneditable;

use std::sync::Arc;

use serde_json::json;

use crate::changes::{
    crds, has_webhook, preferred_version, storage_version, stored_versions, version as version_of, versions,
};
use crate::check::{self, Diagnostic, Loss, OldCrds, Options, Severity, codes, losses};
use crate::compat::CompatFinding;
use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;

/// A migration from a deployed CRD to the next one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Migration {
    /// The name of the CRD.
    pub crd: String,
    /// Errors with which the server would reject the next CRD if it were applied at once.
    pub refused: Vec<Diagnostic>,
    /// Losses if the next CRD were applied at once.
    pub losses: Vec<Loss>,
    /// Data that is lost even if the steps are followed.
    pub destroyed: Vec<Loss>,
    /// Changes after which the server rejects values that stored objects have, each with an object that demonstrates it.
    pub uneditable: Vec<CompatFinding>,
    /// The steps, in order. Empty if both CRDs are the same and nothing is left to migrate.
    pub steps: Vec<MigrationStep>,
}

impl Migration {
    /// Whether the server accepts every intermediate CRD.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.releases().all(|release| release.refused.is_empty())
    }

    /// Whether the new CRD can be applied as it is: it is accepted, no data is lost, and stored objects can still be edited.
    #[must_use]
    pub fn can_be_applied_at_once(&self) -> bool {
        self.refused.is_empty()
            && self.losses.is_empty()
            && self.destroyed.is_empty()
            && self.certainly_uneditable().next().is_none()
    }

    /// Returns the changes after which some stored objects cannot be edited, or have values that clients of the new
    /// schema cannot read.
    pub fn certainly_uneditable(&self) -> impl Iterator<Item = &CompatFinding> {
        self.uneditable.iter().filter(|finding| {
            let changes_type = matches!(finding.rule.number(), 29 | 30 | 36);
            finding.severity == Severity::Error || changes_type && finding.is_decided
        })
    }

    /// Whether no version is served after the migration, though one was before.
    #[must_use]
    pub fn has_no_served_version(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, MigrationStep::MoveClients { to: None, .. }))
    }

    /// Returns the CRDs to apply, in order; the last one is the next CRD.
    pub fn releases(&self) -> impl Iterator<Item = &Release> {
        self.steps.iter().filter_map(|step| match step {
            MigrationStep::Apply(release) => Some(&**release),
            _ => None,
        })
    }
}

/// A step of a migration.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MigrationStep {
    /// The conversion webhook must answer before the next CRD is applied.
    DeployWebhook,
    /// Apply a CRD.
    Apply(Box<Release>),
    /// Move clients, and manifests in Git, from versions that will no longer be served to another one.
    MoveClients {
        /// The versions that will no longer be served.
        from: Vec<String>,
        /// The version to use; `None` if no version will be served.
        to: Option<String>,
    },
    /// Write every object once, so that it is stored in the storage version.
    Rewrite {
        /// The storage version.
        storage: String,
        /// The version to read and write objects through: the storage version, if it is served. `None` if no version is
        /// served, so that objects cannot be written.
        through: Option<String>,
        /// The version of the group that clients get by default; the server's own migration writes through it (MIG-07).
        preferred: Option<String>,
        /// Losses when objects are written.
        losses: Vec<Loss>,
    },
    /// Remove versions from `status.storedVersions`: those in which no object is stored any more, or which the CRD does
    /// not have (STO-03).
    PruneStoredVersions {
        /// The value of `status.storedVersions` before.
        before: Vec<String>,
        /// The value after.
        after: Vec<String>,
    },
    /// Remove entries of versions that will be removed from `metadata.managedFields`: if one is left, server-side apply
    /// fails on the object once the version is removed (CNV-62).
    CleanManagedFields {
        /// The versions that will be removed.
        versions: Vec<String>,
        /// The version to read and write objects through; `None` if no version is served.
        through: Option<String>,
    },
    /// The conversion webhook is no longer called, and can be removed.
    RemoveWebhook,
}

/// A CRD that is applied during the migration.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Release {
    /// The number, from 1.
    pub number: usize,
    /// The CRD.
    pub crd: Crd,
    /// The differences from the CRD before it, one per line.
    pub changes: Vec<String>,
    /// Whether it removes the webhook from the CRD, for which `kubectl apply` may not suffice (CNV-66).
    pub drops_webhook: bool,
    /// Data that is lost as soon as it is applied.
    pub losses: Vec<Loss>,
    /// Errors with which the server would reject it.
    pub refused: Vec<Diagnostic>,
    /// Warnings about lost or changed data of objects while it is deployed.
    pub warnings: Vec<Diagnostic>,
}

/// Plans the migration from `old`, which includes its status, to `new`, for a version of the server.
///
/// ```
/// use crd_core::check::OldCrds;
/// use crd_core::migration::{self, MigrationStep};
/// use crd_core::KubeVersion;
///
/// let crd = |versions: &str| {
///     let text = format!("
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {{name: widgets.example.com}}
/// spec:
///   group: example.com
///   scope: Namespaced
///   names: {{plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}}
///   versions:
/// {versions}");
///     let mut crds = OldCrds::default();
///     crds.add(text.as_bytes());
///     crds.named("widgets.example.com", KubeVersion::DEFAULT).unwrap()
/// };
/// let version = |name: &str| format!("  - {{name: {name}, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}\n");
/// let plan = migration::plan(&crd(&version("v1")), &crd(&version("v2")), KubeVersion::DEFAULT);
/// assert!(!plan.refused.is_empty());
/// assert!(plan.is_possible());
/// assert_eq!(plan.releases().count(), 4);
/// assert!(plan.steps.iter().any(|step| matches!(step, MigrationStep::Rewrite { .. })));
/// ```
#[must_use]
pub fn plan(old: &Crd, new: &Crd, version: KubeVersion) -> Migration {
    let mut planner = MigrationPlanner {
        version,
        deployed: old.clone(),
        stored: stored_versions(old).into_iter().map(str::to_owned).collect(),
        steps: Vec::new(),
        releases: 0,
    };
    let at_once = planner.findings(new);
    planner.run(old, new);
    Migration {
        crd: new.metadata.name.to_string(),
        refused: of_severity(&at_once, Severity::Error),
        losses: losses(old, new),
        destroyed: planner.destroyed(),
        uneditable: uneditable::find(old, new, version),
        steps: planner.steps,
    }
}

struct MigrationPlanner {
    version: KubeVersion,
    /// The CRD that is deployed at this point of the plan.
    deployed: Crd,
    /// Its `status.storedVersions`.
    stored: Vec<String>,
    steps: Vec<MigrationStep>,
    releases: usize,
}

impl MigrationPlanner {
    fn run(&mut self, old: &Crd, new: &Crd) {
        let states = states::between(old, new);
        let has_hook = has_webhook(old);
        // If a stored version is not in the CRD, the server rejects every update (STO-03).
        let known: Vec<String> = self
            .stored
            .iter()
            .filter(|name| version_of(old, name).is_some())
            .cloned()
            .collect();
        if known.len() < self.stored.len() && !known.is_empty() {
            self.prune(known);
        }
        if !has_hook && states.iter().any(has_webhook) {
            self.steps.push(MigrationStep::DeployWebhook);
        }
        let removed: Vec<String> = names(old, |name| version_of(new, name).is_none());
        let unserved: Vec<String> = names(old, |name| {
            version_of(old, name).is_some_and(|version| version.served)
                && version_of(new, name).is_none_or(|version| !version.served)
        });
        let target = storage_version(new).unwrap_or_default().to_owned();
        let mut clients_moved = unserved.is_empty();
        let mut is_clean = removed.is_empty();
        let is_there = states.is_empty();
        let serves = |crd: &Crd| versions(crd).any(|version| version.served);
        for state in states {
            let stops_serving = unserved
                .iter()
                .any(|name| version_of(&state, name).is_none_or(|version| !version.served));
            if stops_serving && !clients_moved {
                self.move_clients(&unserved, new);
                clients_moved = true;
            }
            // Objects cannot be written once no version is served.
            if serves(&self.deployed) && !serves(&state) {
                self.rewrite(&target);
            }
            let removes = removed.iter().any(|name| version_of(&state, name).is_none());
            if removes {
                // Remaining objects of the deployed CRD's stored versions are rewritten before their version is removed.
                self.rewrite(&target);
                if !is_clean {
                    self.clean(&removed);
                    is_clean = true;
                }
            }
            self.apply(state);
            // Objects are rewritten as soon as the final storage version is reached; the remaining changes are for a
            // later release.
            if storage_version(&self.deployed) == Some(&*target) {
                self.rewrite(&target);
            }
        }
        if is_there {
            self.rewrite(&target);
        }
        if (has_hook || self.steps.contains(&MigrationStep::DeployWebhook)) && !has_webhook(&self.deployed) {
            self.steps.push(MigrationStep::RemoveWebhook);
        }
    }

    fn move_clients(&mut self, from: &[String], new: &Crd) {
        self.steps.push(MigrationStep::MoveClients {
            from: from.to_vec(),
            to: preferred_version(new).map(str::to_owned),
        });
    }

    /// Applies a CRD: the server adds its storage version to the stored ones (STO-01).
    fn apply(&mut self, crd: Crd) {
        self.releases += 1;
        let findings = self.findings(&crd);
        let warnings = findings
            .iter()
            .filter(|finding| finding.severity != Severity::Error && harms_objects(finding))
            .cloned()
            .collect();
        let release = Release {
            number: self.releases,
            changes: crds(&self.deployed, &crd)
                .iter()
                .map(ToString::to_string)
                .collect(),
            drops_webhook: has_webhook(&self.deployed) && !has_webhook(&crd),
            losses: self.lost_by(&crd),
            refused: of_severity(&findings, Severity::Error),
            warnings,
            crd: crd.clone(),
        };
        if let Some(storage) = storage_version(&crd)
            && !self.stored.iter().any(|name| name == storage)
        {
            self.stored.push(storage.to_owned());
        }
        self.deployed = crd;
        self.steps.push(MigrationStep::Apply(Box::new(release)));
    }

    /// Rewrites all objects and prunes the stored versions, if these include others than the storage version.
    fn rewrite(&mut self, target: &str) {
        let storage = storage_version(&self.deployed).unwrap_or_default().to_owned();
        if storage != target || self.stored.iter().all(|name| *name == storage) {
            return;
        }
        let not_stored_now = self.stored.iter().filter(|name| **name != storage);
        let losses = not_stored_now
            .flat_map(|from| check::rewritten(&self.deployed, from, version_of(&self.deployed, from)))
            .collect();
        self.steps.push(MigrationStep::Rewrite {
            through: self.through(),
            preferred: preferred_version(&self.deployed).map(str::to_owned),
            storage: storage.clone(),
            losses,
        });
        self.prune(vec![storage]);
    }

    fn prune(&mut self, after: Vec<String>) {
        let before = std::mem::replace(&mut self.stored, after.clone());
        self.steps
            .push(MigrationStep::PruneStoredVersions { before, after });
    }

    fn clean(&mut self, removed: &[String]) {
        self.steps.push(MigrationStep::CleanManagedFields {
            versions: removed.to_vec(),
            through: self.through(),
        });
    }

    /// Returns the version to read and write objects through.
    fn through(&self) -> Option<String> {
        let served = || versions(&self.deployed).filter(|version| version.served);
        let version = served()
            .find(|version| version.storage)
            .or_else(|| served().next());
        version.map(|version| version.name.to_string())
    }

    /// Returns the data that is lost when a CRD replaces the deployed one. Losses when objects are rewritten are
    /// reported at that step.
    fn lost_by(&self, crd: &Crd) -> Vec<Loss> {
        let mut deployed = self.deployed.clone();
        deployed.status.stored_versions = Some(self.stored.iter().map(|name| name.as_str().into()).collect());
        let lost = losses(&deployed, crd).into_iter();
        lost.filter(|loss| loss.is_of_data() && !matches!(loss, Loss::Rewritten { .. }))
            .collect()
    }

    /// Returns the losses of all steps, each once.
    fn destroyed(&self) -> Vec<Loss> {
        let mut all: Vec<Loss> = Vec::new();
        for step in &self.steps {
            let losses = match step {
                MigrationStep::Apply(release) => &release.losses,
                MigrationStep::Rewrite { losses, .. } => losses,
                _ => continue,
            };
            all.extend(
                losses
                    .iter()
                    .filter(|loss| !all.contains(loss))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
        }
        all
    }

    /// Returns the findings of a check of a CRD as an update of the deployed one.
    fn findings(&self, crd: &Crd) -> Vec<Diagnostic> {
        let mut options = Options::for_version(self.version);
        let mut deployed = serde_json::to_value(&self.deployed).unwrap_or_default();
        if let Some(members) = deployed.as_object_mut() {
            let status = json!({
                "storedVersions": self.stored,
                "conditions": [{"type": "Established", "status": "True"}],
            });
            members.insert("status".to_owned(), status);
        }
        let mut old = OldCrds::default();
        old.add(deployed.to_string().as_bytes());
        options.old = Some(Arc::new(old));
        match check::crd(crd, &options) {
            Ok((_, report)) => report
                .findings
                .into_iter()
                .map(|finding| finding.diagnostic)
                .collect(),
            Err(_) => Vec::new(),
        }
    }
}

/// Whether a finding is repeated at a step: those about lost or changed data are.
fn harms_objects(finding: &Diagnostic) -> bool {
    matches!(
        finding.code,
        codes::NONE_DROPS_FIELD
            | codes::NONE_CHANGES_TYPE
            | codes::NONE_DROPS_NULL
            | codes::NONE_REFUSED
            | codes::STORED_FIELD_REMOVED
            | codes::CONVERSION_REMOVED
    )
}

fn of_severity(findings: &[Diagnostic], severity: Severity) -> Vec<Diagnostic> {
    let found = findings.iter().filter(|finding| finding.severity == severity);
    found.cloned().collect()
}

fn names(crd: &Crd, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let names = versions(crd).map(|version| &*version.name);
    names.filter(|name| wanted(name)).map(str::to_owned).collect()
}
