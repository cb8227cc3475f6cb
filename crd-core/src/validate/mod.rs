//! The API server's verdict on a CRD, offline (rules §1 to §3 and §6).
//!
//! ```
//! use crd_core::{Crd, KubeVersion, validate};
//!
//! let verdict = validate::create(&Crd::default(), KubeVersion::DEFAULT);
//! ```

mod locate;

pub use locate::{Location, Place, locate};

use crate::crd::Crd;
use crate::field::{FieldError, FieldPath, RuleId};
use crate::kube_version::KubeVersion;

/// What the API server would answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Why it refuses. Paths are in the server's internal spelling; [`locate`] finds them in the manifest.
    pub errors: Vec<FieldError>,
    /// What it warns of; never a reason to refuse.
    pub warnings: Vec<Warning>,
    /// Set when the server would crash on the request and answer 500; `errors` are then those found before.
    pub panic: Option<ServerPanic>,
}

impl Verdict {
    /// Whether the server takes the CRD.
    pub fn accepted(&self) -> bool {
        self.errors.is_empty() && self.panic.is_none()
    }
}

/// A warning the server sends with its answer (rules §1.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The rule that speaks.
    pub rule: RuleId,
    /// Where, in the server's internal spelling.
    pub field: FieldPath,
    /// The server's text.
    pub text: String,
}

/// A request the server's own code crashes on (rules §11.15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerPanic {
    /// The rule whose check crashes.
    pub rule: RuleId,
    /// The member that makes it crash, in the server's internal spelling.
    pub field: FieldPath,
    /// Why.
    pub reason: String,
}

/// The condition `NonStructuralSchema` that the controller would set (rules §1.9).
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// `True`, or `Unknown` when a schema cannot be read as a structural one.
    pub status: &'static str,
    /// `Violations` or `StructuralError`.
    pub reason: &'static str,
    /// The message of the condition.
    pub message: String,
    /// The violations, with v1 paths that are not hoisted.
    pub errors: Vec<FieldError>,
}

/// The verdict on creating `crd`.
pub fn create(crd: &Crd, version: KubeVersion) -> Verdict {
    let _ = (crd, version);
    Verdict::default()
}

/// The verdict on replacing `old` by `new`; the status of `old` counts, that of `new` does not.
pub fn update(old: &Crd, new: &Crd, version: KubeVersion) -> Verdict {
    let _ = (old, new, version);
    Verdict::default()
}

/// The condition `NonStructuralSchema`, or `None` when there would be none.
pub fn condition(crd: &Crd) -> Option<Condition> {
    let _ = crd;
    None
}
