//! The result of a validation: the server's errors and warnings, or the fact that it panics.

use crate::model::field::{FieldError, FieldPath};
use crate::model::rules::RuleId;
use crate::server::cel::RuleCost;
pub use crate::server::server_panic::ServerPanic;

/// The response of the API server.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// The reasons why the server rejects the CRD. Paths are in the server's internal spelling;
    /// [`locate`](crate::validate::locate) finds them in the manifest.
    pub errors: Vec<FieldError>,
    /// The server's warnings, which are never a reason to reject.
    pub warnings: Vec<Warning>,
    /// Set if the server would panic on the request and respond with 500. Then `errors` and `warnings` are empty.
    pub panic: Option<ServerPanic>,
    /// The rules that cost more than a tenth of their limit.
    pub(crate) costly_rules: Vec<RuleCost>,
}

impl Verdict {
    /// Checks whether the server accepts the CRD.
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

/// A warning in the server's response (rules WRN).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The rule that causes the warning.
    pub rule: RuleId,
    /// Path of the field, in the server's internal spelling.
    pub field: FieldPath,
    /// The bad value as the server prints it, if the text contains one.
    pub value: Option<String>,
    /// The server's text.
    pub text: String,
}
