//! The API of an operator for PostgreSQL: clusters, their backups, and the classes they come from.
//!
//! It uses every attribute of `#[crd(…)]` at least once.
//! `crd-gen generate -p postgres-example --allow none-drops-field` writes its CRDs.

pub mod backup;
pub mod class;
pub mod cluster;

/// The group of all resources.
pub const GROUP: &str = "postgres.example.com";
