//! Field paths and field errors, in the API server's format.
//!
//! ```
//! use crd_core::field::FieldPath;
//!
//! let path = FieldPath::default().child("spec").child("versions").index(0).child("name");
//! assert_eq!(path.to_string(), "spec.versions[0].name");
//! ```

#[cfg(feature = "check")]
mod cause;
#[cfg(feature = "check")]
mod error;
mod path;

#[cfg(feature = "check")]
pub use cause::{
    Cause, CostExcess, ExpressionError, ExpressionErrorKind, ExpressionMistake, ValueFault, ValueFaultKind,
};
#[cfg(feature = "check")]
pub use error::{ErrorType, FieldError, Origin};
pub use path::{FieldPath, Path, Segment, ShortPath};
