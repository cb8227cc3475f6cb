//! The types and units that the estimates of all calls share.

use super::{Estimate, Operand};

/// Cost of reading one character or byte.
pub(super) const TRAVERSAL: f64 = 0.1;
/// Cost of one character of a pattern for each character of the text.
pub(super) const PATTERN: f64 = 0.25;

/// The cost of a call by itself and the size of its result.
#[derive(Clone, Copy)]
pub(super) struct CallEstimate {
    pub(super) cost: Estimate,
    pub(super) size: Option<Estimate>,
}

impl CallEstimate {
    pub(super) fn cost(cost: Estimate) -> Self {
        Self { cost, size: None }
    }

    pub(super) fn sized(cost: Estimate, size: Estimate) -> Self {
        Self {
            cost,
            size: Some(size),
        }
    }
}

/// A call whose parts are known.
pub(super) struct CostedCall<'e> {
    pub(super) function: &'e str,
    pub(super) overload: &'e str,
    pub(super) target: Option<Operand>,
    pub(super) arguments: &'e [Operand],
}

/// Returns the recorded size of an operand.
pub(super) fn known(operand: Operand) -> Estimate {
    operand.size.unwrap_or(Estimate::UNKNOWN)
}
