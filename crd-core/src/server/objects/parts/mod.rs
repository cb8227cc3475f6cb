//! The parts that validation shares with its compact form: equality, numbers, patterns, and a common type for
//! all nodes of a schema.

mod equal;
mod node;
mod number;
mod pattern;
mod purpose;

pub(crate) use equal::{CorrelatedList, identity, same, unchanged};
pub(super) use equal::{has_duplicates, is_enum_member};
pub(super) use node::{SchemaNode, format_of};
pub(crate) use number::is_outside_of_format;
pub(super) use number::{IntegerBounds, Num, Range, as_integers, is_json_integer, range_of, truncate};
pub(crate) use pattern::{Patterns, pattern_matches};
pub(crate) use purpose::ValidationPurpose;
