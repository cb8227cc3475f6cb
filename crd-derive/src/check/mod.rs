//! Reports errors in parsed attributes that are visible to one macro expansion.
//!
//! Checks that involve several types, such as a path into another struct, are constants in the generated code: the
//! compiler evaluates them (`expand::checks`, `crd_core::shape::check`).

pub(crate) mod attrs;
pub(crate) mod cross_type;
pub(crate) mod input;
pub(crate) mod resource;
pub(crate) mod rule;
pub(crate) mod union;

mod beside;
mod bounds;
mod cel;
mod channels;
mod enums;
mod fields;
mod lifecycle;
mod markers;
mod next;
mod types;
mod validation;
