//! Field paths and field errors, as the API server words them.

mod cause;
mod error;
mod path;

pub use cause::{
    Cause, CostExcess, ExpressionError, ExpressionErrorKind, ExpressionMistake, ValueFault, ValueFaultKind,
};
pub use error::{ErrorType, FieldError, Origin};
pub use path::{FieldPath, Path, Segment, ShortPath};
