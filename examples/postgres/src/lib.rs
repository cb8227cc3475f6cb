//! The API of an operator for PostgreSQL: clusters, their backups, and their classes.
//!
//! It shows most of the attributes of `#[crd(…)]`; `examples/versions` shows how versions convert.
//! `crd-gen generate -p postgres-example` writes its CRDs.

pub mod backup;
pub mod class;
pub mod cluster;

/// The group of all resources.
pub const GROUP: &str = "postgres.example.com";
