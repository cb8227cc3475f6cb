//! Kubernetes' libraries of functions, a file for each.

pub mod formats;
pub(super) mod lists;
pub mod net;
pub(super) mod printf;
pub mod quantity;
pub(super) mod regexes;
pub mod semver;
pub(super) mod strings;
pub(super) mod timestamps;
pub mod url;
