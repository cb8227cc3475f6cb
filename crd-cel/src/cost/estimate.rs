//! Ranges of costs and sizes, with the server's overflow and rounding.

/// 2⁶⁴, the first value that does not fit in `u64`.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// The minimum and maximum of a cost or of the size of a value (characters, bytes, elements, entries). Sums
/// and products saturate at `u64::MAX`, which also means "unknown".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Minimum.
    pub min: u64,
    /// Maximum.
    pub max: u64,
}

impl Estimate {
    /// The range from zero to unlimited.
    pub const UNKNOWN: Self = Self {
        min: 0,
        max: u64::MAX,
    };
    /// Zero.
    pub const ZERO: Self = Self::exactly(0);
    /// One unit.
    pub const ONE: Self = Self::exactly(1);

    /// Creates a range for a known amount.
    pub const fn exactly(amount: u64) -> Self {
        Self {
            min: amount,
            max: amount,
        }
    }

    /// Creates a range from `min` to `max`.
    pub const fn new(min: u64, max: u64) -> Self {
        Self { min, max }
    }

    #[must_use]
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_add(other.min),
            max: self.max.saturating_add(other.max),
        }
    }

    #[must_use]
    pub(super) fn times(self, other: Self) -> Self {
        Self {
            min: self.min.saturating_mul(other.min),
            max: self.max.saturating_mul(other.max),
        }
    }

    /// Multiplies by a factor and rounds up.
    #[must_use]
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self {
            min: scale(self.min, factor),
            max: scale(self.max, factor),
        }
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server computes in floating point; what is too large stops at `u64::MAX`"
)]
fn scale(amount: u64, factor: f64) -> u64 {
    let product = (amount as f64 * factor).ceil();
    if product >= TWO_TO_64 {
        u64::MAX
    } else {
        product as u64
    }
}

/// Returns ⌈`amount` / `divisor`⌉ in floating point. A quotient beyond `u64` becomes 2⁶³, as on the server's usual platform.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server computes in floating point"
)]
pub(super) fn divide_rounding_up(amount: u64, divisor: u64) -> u64 {
    let quotient = (amount as f64 / divisor as f64).ceil();
    if quotient >= TWO_TO_64 {
        1 << 63
    } else {
        quotient as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, divide_rounding_up};

    #[test]
    fn factors_round_up_and_nothing_overflows() {
        let scaled = |amount: u64| Estimate::exactly(amount).scaled(0.1).max;
        assert_eq!([0, 1, 10, 11, 3_145_726].map(scaled), [0, 1, 1, 2, 314_573]);
        assert_eq!(Estimate::UNKNOWN.scaled(2.0), Estimate::UNKNOWN);
        assert_eq!(Estimate::UNKNOWN.plus(Estimate::ONE), Estimate::new(1, u64::MAX));
        assert_eq!(Estimate::UNKNOWN.times(Estimate::exactly(3)), Estimate::UNKNOWN);
        assert_eq!(divide_rounding_up(10, 3), 4);
        assert_eq!(divide_rounding_up(u64::MAX, 1), 1 << 63);
    }
}
