//! Field paths and field errors, in the API server's format.
//!
//! ```
//! use crd_core::field::FieldPath;
//!
//! let path = FieldPath::default().child("spec").child("versions").index(0).child("name");
//! assert_eq!(path.to_string(), "spec.versions[0].name");
//! ```

mod cause;
mod error;
mod path;

pub use cause::{
    Cause, CostExcess, ExpressionError, ExpressionErrorKind, ExpressionMistake, ValueFault, ValueFaultKind,
};
pub use error::{ErrorType, FieldError, Origin};
pub use path::{FieldPath, Path, Segment, ShortPath};
