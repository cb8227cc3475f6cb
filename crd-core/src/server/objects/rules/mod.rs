//! The rules of a schema, run over the values of objects (rules RUL-04 to RUL-09).
//!
//! ```text
//! schema   spec: {x-kubernetes-validations: [{rule: self.min <= self.max, message: min is above max}]}
//! object   spec: {min: 3, max: 2}
//! error    spec: Invalid value: min is above max
//! ```

mod compile;
mod correlated;
mod evaluate;
mod report;
mod walk;

pub(crate) use compile::Rules;
pub(crate) use walk::{Ratcheting, RulesProgress};
