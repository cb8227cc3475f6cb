//! From Rust types to CRDs: the constants that the derive macros emit, the schemas of types of other crates, and the
//! generator that turns them into structural schemas and CRDs.

// First, since its macro is used in the modules below.
#[macro_use]
mod codes;
pub mod generate;
pub mod interop;
pub mod inverses;
pub mod private;
#[cfg(feature = "registry")]
pub mod registry;
pub mod shape;
pub mod types;
