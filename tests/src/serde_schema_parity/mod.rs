//! Checks whether the schema that is derived for a type and its serde implementation agree.
//!
//! For each type, for example `struct Port { number: u16, name: Option<String> }`, random values are generated and
//!
//! 1. the schema must admit the value that serde serializes (`{"number": 80}`), and prune nothing of it;
//! 2. serde must deserialize the stored value to the original one;
//! 3. serde must deserialize random JSON that the schema admits;
//! 4. if the schema sets a default, serde must set the same.
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
