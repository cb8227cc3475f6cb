//! Level 2: checks on shapes that the compiler evaluates (design §3).
//!
//! The derive emits `const _: () = require(…)` for each, spanned on the token it is about. The same functions
//! can be called at run time; they never panic by themselves, only [`require`] does.
//!
//! ```
//! use crd_core::shape::check;
//! use crd_core::{Schema, types::Condition};
//!
//! let list = &<Vec<Condition> as Schema>::SHAPE;
//! assert!(check::list_map_key(list, "type").is_ok());
//! let wrong = check::list_map_key(list, "tpye").unwrap_err();
//! assert_eq!(
//!     wrong.as_str(),
//!     "`list_map_keys`: `tpye` is not a field of `Condition`; did you mean `type`? [CRD0331]"
//! );
//! ```

#![expect(
    clippy::result_large_err,
    clippy::large_types_passed_by_value,
    reason = "constants cannot allocate, so messages are held in place"
)]

mod defaults;
mod keywords;
mod lists;
mod members;
mod paths;
#[cfg(test)]
mod tests;
mod text;
mod unions;
mod variants;

pub use defaults::default;
pub use keywords::{Keyword, keyword, ordered};
pub use lists::{embedded_resource, list_atomic, list_map, list_map_key, list_set, map_type};
pub use members::{content, distinct, distinct_in_variant, elements, field, nested, optional, variant_field};
pub use paths::{Root, column, replicas, selectable, selector};
pub use text::{Message, Path};
pub use unions::{discriminator, union_member};
pub use variants::variant;

/// The outcome of a check.
pub type Outcome = Result<(), Message>;

/// Nothing when the check holds.
///
/// # Panics
/// When it does not, with its message. In a constant that is a compile error at the caller.
#[expect(
    clippy::panic,
    reason = "in a constant, a panic is a compile error with this message"
)]
#[track_caller]
pub const fn require(outcome: Outcome) {
    if let Err(message) = outcome {
        panic!("{}", message.as_str());
    }
}
