//! Field paths and field errors, as the API server words them (rules §0.2).

mod error;
mod path;

pub use error::{ErrorType, FieldError};
pub use path::{FieldPath, OwnedSegment, Path, Segment};
