//! Checked input to generated code. Nothing here can fail.

pub(crate) mod attrs;
pub(crate) mod checks;
pub(crate) mod fields;
pub(crate) mod kube;
pub(crate) mod resource;
pub(crate) mod schema;
pub(crate) mod union;
