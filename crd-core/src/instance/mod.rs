//! What the API server does to custom resources: pruning, defaulting and value validation (rules §7), and the
//! same checks on the defaults a schema carries (rules §4).

mod defaults;
pub mod format;

pub use defaults::{DefaultsOptions, validate_defaults};
