//! YAML in and out. The reader reads as kubectl does and keeps positions; the writer writes what every
//! YAML 1.1 and 1.2 reader reads back the same (design §8).

#[cfg(test)]
mod bad_input;
#[cfg(feature = "check")]
mod events;
#[cfg(feature = "check")]
mod fast;
#[cfg(feature = "check")]
mod json;
mod lines;
#[cfg(feature = "check")]
mod members;
#[cfg(feature = "check")]
mod offset;
#[cfg(feature = "check")]
mod read;
#[cfg(test)]
mod round_trip;
#[cfg(feature = "check")]
pub mod scalar;
#[cfg(feature = "check")]
mod scan;
mod style;
#[cfg(feature = "check")]
mod syntax;
#[cfg(test)]
mod tests;
pub mod tree;
mod write;

pub use lines::{LineIndex, Position};
#[cfg(feature = "check")]
pub use offset::source_offset;
#[cfg(feature = "check")]
pub use read::{Document, Options, Read, ReadError, ReadErrorKind, read};
pub use write::{WriteError, to_string};
