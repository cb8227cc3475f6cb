//! The result of a validation: the server's errors and warnings, or the fact that it panics.

use crate::model::field::{FieldError, FieldPath};
use crate::model::rules::RuleId;

/// What the API server would answer.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// Why the server rejects the CRD. Paths are in the server's internal spelling; [`locate`](crate::validate::locate) finds them in the manifest.
    pub errors: Vec<FieldError>,
    /// What the server warns about; never a reason to reject.
    pub warnings: Vec<Warning>,
    /// Set when the server would panic on the request and answer 500. Then `errors` and `warnings` are empty.
    pub panic: Option<ServerPanic>,
}

impl Verdict {
    /// Whether the server accepts the CRD.
    pub fn accepted(&self) -> bool {
        self.errors.is_empty() && self.panic.is_none()
    }

    pub(super) fn crash(panic: ServerPanic) -> Self {
        Verdict {
            panic: Some(panic),
            ..Verdict::default()
        }
    }
}

/// A warning that the server sends with its answer (rules WRN).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The rule that the warning is from.
    pub rule: RuleId,
    /// Where, in the server's internal spelling.
    pub field: FieldPath,
    /// The bad value as the server prints it, if the text names one.
    pub value: Option<String>,
    /// The server's text.
    pub text: String,
}

/// A request on which the server's own code panics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerPanic {
    /// The rule whose check crashes.
    pub rule: RuleId,
    /// The member that makes it crash, in the server's internal spelling.
    pub field: FieldPath,
    /// Why.
    pub reason: String,
}
