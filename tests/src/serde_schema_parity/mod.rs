//! Whether the schema that is derived for a type and its serde implementation agree.
//!
//! For each type, for example `struct Port { number: u16, name: Option<String> }`, random values are made and
//!
//! 1. what serde writes (`{"number": 80}`) must be admitted by the schema, and nothing of it pruned;
//! 2. what serde reads back after that must be what was written;
//! 3. random JSON that the schema admits must be readable by serde;
//! 4. where the schema fills in a default, serde must fill in the same.
//!
//! [`check::check`] tests these properties on one [`Subject`], [`shapes`] lists the types, and [`known_gaps`] lists the
//! accepted exceptions with their reasons.

pub mod arbitrary;
pub mod candidates;
pub mod check;
pub mod known_gaps;
mod minimise;
// Left out of the unit tests, which do not use them: deriving 190 types takes a while.
#[cfg(not(test))]
#[allow(
    dead_code,
    clippy::option_option,
    clippy::type_complexity,
    clippy::unnecessary_wraps,
    clippy::zero_sized_map_values,
    reason = "the types are unusual on purpose; some members are only written or only read"
)]
pub mod shapes;
pub mod subject;

pub use arbitrary::{Arbitrary, Gen};
pub use check::{Agreement, Failure};
pub use subject::Subject;
