//! The kinds of values that are validated: objects, or defaults in a schema.

/// The purpose of a validation. The server configures its validator differently for each (rule DFT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValidationPurpose {
    /// An object of a request: int-or-string is a pair of types, unknown formats are ignored.
    Instance,
    /// A default in a CRD: int-or-string is not a type, unknown formats disable type checks.
    Default,
}
