//! The kinds of values that are validated: objects, or defaults in a schema.

/// What is validated. The server configures its validator differently for each (rule DFT-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValidationPurpose {
    /// An object of a request: int-or-string is a pair of types, unknown formats do not count.
    Instance,
    /// A default in a CRD: int-or-string is no type, unknown formats switch type checks off.
    Default,
}
