//! Names of types, fields and variants.

mod claims;
mod described;
pub(crate) mod kept;
pub(crate) mod members;
mod segments;
pub(crate) mod types;
