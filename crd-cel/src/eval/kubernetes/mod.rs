//! The values of Kubernetes' libraries, a file for each type: parsing, comparison and text form.

mod decimal;
pub(super) mod formats;
pub(super) mod net;
pub(super) mod quantity;
pub(super) mod semver;
