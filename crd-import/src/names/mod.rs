//! Names of types, fields and variants.

mod claims;
pub(crate) mod kept;
pub(crate) mod members;
pub(crate) mod types;
