//! The modules of types.

use crate::place::Scope;

/// The module of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Home {
    /// The module of a version.
    Version(Scope),
    /// The module of types that several CRDs share.
    Shared,
}

/// The name of the module of types that several CRDs share.
pub(crate) const SHARED: &str = "shared";
