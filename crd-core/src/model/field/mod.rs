//! Field paths and field errors, as the API server words them.

mod error;
mod path;

pub use error::{ErrorType, FieldError};
pub use path::{FieldPath, OwnedSegment, Path, Segment, ShortPath};
