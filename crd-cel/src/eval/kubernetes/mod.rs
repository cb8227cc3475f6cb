//! The values of Kubernetes' libraries, a file for each: how they are read, compared and printed.

mod decimal;
pub(super) mod formats;
pub(super) mod net;
pub(super) mod quantity;
pub(super) mod semver;
