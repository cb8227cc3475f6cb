//! Whether a type's schema and its serde agree: what serde writes is admitted and nothing of it pruned, what is
//! admitted can be read, and a default of the server's is the one serde takes.

pub mod any;
pub mod check;
pub mod fit;
pub mod gaps;
mod least;
// Shapes are odd on purpose, and some of their members are only written or only read.
#[allow(
    dead_code,
    clippy::option_option,
    clippy::type_complexity,
    clippy::unnecessary_wraps,
    clippy::zero_sized_map_values
)]
pub mod shapes;
pub mod subject;

pub use any::{Any, Chance};
pub use check::{Agreement, Failure};
pub use subject::Subject;
