//! Names of types, fields and variants.

pub(crate) mod members;
pub(crate) mod types;
