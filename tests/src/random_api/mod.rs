//! Random Rust API types, to find types that the derive should reject or support but does not.
//!
//! [`module`] writes the source of a Rust module from a number. Module 7, for example, may declare
//!
//! ```text
//! #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
//! #[serde(rename_all = "camelCase")]
//! struct S1 { #[crd(minimum = 1, maximum = 9)] size: u8, first_value: Option<E2> }
//! arbitrary!(struct S1 { size: (|c| c.between(1, 9) as u8), first_value });
//! type Root = S1;
//! ```
//!
//! [`compile`] puts many modules into one crate, removes those that do not compile, and runs the rest, which check
//! their `Root` with [`serde_schema_parity`](crate::serde_schema_parity).

pub mod compile;
mod enums;
mod fields;
mod module;
mod structs;
mod types;

pub use module::{Module, module};
