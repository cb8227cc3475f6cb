//! Random API types: modules of Rust source, each with a `Root` type, and crates of such modules that are compiled
//! and asked what schemas they have and whether these agree with serde.

pub mod build;
mod enums;
mod fields;
mod source;
mod structs;
mod types;

pub use source::{Module, module};
