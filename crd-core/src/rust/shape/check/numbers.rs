//! Checks that bounds of numbers accept some number.
//!
//! ```text
//! exclusive_minimum = 1, exclusive_maximum = 2     no integer
//! minimum = 1, maximum = 4, multiple_of = 5        no multiple
//! ```

use super::CheckResult;
use super::text::Message;
use crate::rust::shape::{Kind, Validation};

/// Floats cannot represent all integers above this.
const EXACT: f64 = 9e15;

/// The bounds of numbers, those of a field and of its type together. A bound is exclusive if its flag is set.
#[derive(Clone, Copy)]
pub(super) struct NumberBounds {
    pub(super) least: Option<(f64, bool)>,
    pub(super) most: Option<(f64, bool)>,
    multiple_of: Option<f64>,
    /// Whether there are several factors, of which only one is considered.
    has_more_factors: bool,
}

impl NumberBounds {
    #[inline]
    pub(super) const fn of(v: &Validation) -> Self {
        NumberBounds {
            least: match v.minimum {
                Some(bound) => Some((bound, v.exclusive_minimum)),
                None => None,
            },
            most: match v.maximum {
                Some(bound) => Some((bound, v.exclusive_maximum)),
                None => None,
            },
            multiple_of: v.multiple_of,
            has_more_factors: false,
        }
    }

    /// Returns the bounds that are at least as narrow as both.
    #[expect(clippy::float_cmp, reason = "equal bounds are the same number")]
    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        let least = match (self.least, other.least) {
            (Some((one, _)), Some((bound, is_excluded))) if bound > one => Some((bound, is_excluded)),
            (Some((one, true)), _) => Some((one, true)),
            (Some((one, _)), Some((bound, is_excluded))) if bound == one => Some((one, is_excluded)),
            (None, bound) | (bound, _) => bound,
        };
        let most = match (self.most, other.most) {
            (Some((one, _)), Some((bound, is_excluded))) if bound < one => Some((bound, is_excluded)),
            (Some((one, true)), _) => Some((one, true)),
            (Some((one, _)), Some((bound, is_excluded))) if bound == one => Some((one, is_excluded)),
            (None, bound) | (bound, _) => bound,
        };
        NumberBounds {
            least,
            most,
            multiple_of: if self.multiple_of.is_some() {
                self.multiple_of
            } else {
                other.multiple_of
            },
            has_more_factors: self.has_more_factors
                || other.has_more_factors
                || self.multiple_of.is_some() && other.multiple_of.is_some(),
        }
    }

    /// Checks that a number of the kind satisfies the bounds. `of` is the name of the type that may give one of them.
    #[inline]
    pub(super) const fn ordered(self, kind: Kind, of: &str) -> CheckResult {
        if let (Some((low, is_low_excluded)), Some((high, is_high_excluded))) = (self.least, self.most) {
            if low > high {
                return Err(message!(
                    BOUNDS_UNORDERED,
                    "`minimum` {} is greater than `maximum` {} (bounds of the type `{}` count too), so no \
                     value is valid",
                    [Message::bound(low).as_str(), Message::bound(high).as_str(), of]
                ));
            }
            if low >= high && (is_low_excluded || is_high_excluded) {
                return Err(message!(
                    BOUNDS_UNORDERED,
                    "`minimum` and `maximum` are both {}, and one of them is exclusive; no value is valid",
                    [Message::bound(low).as_str()]
                ));
            }
        }
        if let Some(factor) = self.multiple_of
            && factor <= 0.0
        {
            return Err(message!(BOUNDS_UNORDERED, "`multiple_of` must be greater than 0"));
        }
        self.integers(kind)
    }

    /// Checks that there is an integer, or a multiple, between the bounds.
    #[inline]
    const fn integers(self, kind: Kind) -> CheckResult {
        let (least, most) = match kind {
            Kind::Integer { minimum, maximum } => (minimum, maximum),
            Kind::Number { .. } if self.multiple_of.is_some() => (i128::MIN, i128::MAX),
            _ => return Ok(()),
        };
        let (Some(low), Some(high)) = (
            within(self.least, least, Side::Least),
            within(self.most, most, Side::Most),
        ) else {
            return Ok(());
        };
        if low > high {
            return Err(message!(
                BOUNDS_UNORDERED,
                "no integer is valid: the lower bound requires at least {}, and the upper bound at most {}",
                [Message::number(low).as_str(), Message::number(high).as_str()]
            ));
        }
        if self.has_more_factors {
            return Ok(());
        }
        if let Some(factor) = self.multiple_of
            && let Some(factor) = whole(factor)
            && factor > 0
        {
            // The first multiple from the lower bound on.
            let first = low.div_euclid(factor) * factor;
            let first = if first < low { first + factor } else { first };
            if first > high {
                return Err(message!(
                    BOUNDS_UNORDERED,
                    "no value is valid, because no multiple of {} is between {} and {}; change a bound or \
                     `multiple_of`",
                    [
                        Message::number(factor).as_str(),
                        Message::number(low).as_str(),
                        Message::number(high).as_str()
                    ]
                ));
            }
        }
        Ok(())
    }
}

/// One of the two bounds.
#[derive(Clone, Copy)]
enum Side {
    Least,
    Most,
}

/// Returns the outermost integer within a bound and that of the type; `None` if the bound is no integer that is exact.
#[inline]
const fn within(bound: Option<(f64, bool)>, of_type: i128, side: Side) -> Option<i128> {
    let Some((bound, is_excluded)) = bound else {
        // A type without a bound has no first multiple.
        return if of_type == i128::MIN || of_type == i128::MAX {
            None
        } else {
            Some(of_type)
        };
    };
    let Some(bound) = whole(bound) else { return None };
    Some(match side {
        Side::Least => {
            let bound = if is_excluded { bound + 1 } else { bound };
            if bound > of_type { bound } else { of_type }
        }
        Side::Most => {
            let bound = if is_excluded { bound - 1 } else { bound };
            if bound < of_type { bound } else { of_type }
        }
    })
}

/// Returns a number as an integer, if it is one that a float represents exactly.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "the number is the same after the conversion, or is no integer"
)]
#[inline]
const fn whole(number: f64) -> Option<i128> {
    let integer = number as i128;
    if number.abs() < EXACT && integer as f64 == number {
        Some(integer)
    } else {
        None
    }
}
