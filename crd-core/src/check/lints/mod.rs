//! What is worth knowing about a CRD besides the server's verdict.

pub(super) mod ca_bundle;
pub(super) mod cel;
pub(super) mod columns;
#[cfg(feature = "eval")]
pub(super) mod examples;
pub(super) mod none;
pub(super) mod size;
pub(super) mod update;
pub(super) mod v1beta1;
pub(super) mod words;
