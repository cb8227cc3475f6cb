//! YAML in and out. The reader reads as kubectl does and keeps positions; the writer writes what every
//! YAML 1.1 and 1.2 reader reads back the same (design §8).

mod style;
pub mod tree;
mod write;

pub use write::{WriteError, to_string};
