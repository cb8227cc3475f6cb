//! Requests on which the server panics.

use crate::model::field::FieldPath;
use crate::model::rules::RuleId;

/// A request on which the server's own code panics.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerPanic {
    /// The rule whose check panics.
    pub rule: RuleId,
    /// The member that causes the panic, in the server's internal spelling.
    pub field: FieldPath,
    /// Cause of the panic.
    pub reason: String,
}
