//! Decimal numbers of any size: quantities that do not fit in 64 bits.
//!
//! ```text
//! 12E + 12E                 digits 24, exponent 18
//! 0.0000000001              digits 1, exponent -10
//! ```

use std::cmp::Ordering;

/// The maximum number of digits that are read from a text; the following ones count as zeros.
const MOST_DIGITS: usize = 400;
/// The maximum number of zeros that are added to bring two numbers to the same exponent. The server would add
/// any number of them.
const MOST_ZEROS: i64 = 5_000;

/// `±digits · 10^exponent`.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    is_negative: bool,
    /// The digits from the highest to the lowest, without leading zeros: zero has none.
    digits: Vec<u8>,
    exponent: i32,
}

impl Decimal {
    /// Creates a number from decimal digits.
    pub(super) fn new(is_negative: bool, digits: impl Iterator<Item = char>, exponent: i32) -> Self {
        let digits = digits.filter_map(|digit| digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok()));
        let mut all = digits.skip_while(|digit| *digit == 0);
        let kept: Vec<u8> = all.by_ref().take(MOST_DIGITS).collect();
        let dropped = i32::try_from(all.count()).unwrap_or(i32::MAX);
        Self {
            is_negative,
            digits: kept,
            exponent: exponent.saturating_add(dropped),
        }
    }

    pub(super) fn of_int(value: i64, exponent: i32) -> Self {
        Self::new(value < 0, value.unsigned_abs().to_string().chars(), exponent)
    }

    /// Returns -1, 0 or 1.
    pub(super) fn sign(&self) -> i64 {
        match (self.digits.is_empty(), self.is_negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    #[must_use]
    pub(super) fn negated(mut self) -> Self {
        self.is_negative = !self.is_negative;
        self
    }

    #[must_use]
    pub(super) fn absolute(&self) -> Self {
        Self {
            is_negative: false,
            ..self.clone()
        }
    }

    /// Returns the sign and the digits up to the last one that is not zero, and their exponent.
    pub(super) fn text(&self) -> (String, i32) {
        let kept = self
            .digits
            .iter()
            .rposition(|digit| *digit != 0)
            .map_or(0, |last| last + 1);
        let dropped = i32::try_from(self.digits.len() - kept).unwrap_or(i32::MAX);
        let mut text = String::from(if self.is_negative { "-" } else { "" });
        text.extend(
            self.digits
                .iter()
                .take(kept)
                .map(|digit| char::from(b'0' + digit)),
        );
        (text, self.exponent.saturating_add(dropped))
    }

    /// Returns the digits as a double, and the exponent.
    pub(super) fn parts(&self) -> (f64, i32) {
        let digits: String = self.digits.iter().map(|digit| char::from(b'0' + digit)).collect();
        let unsigned: f64 = digits.parse().unwrap_or_default();
        (if self.is_negative { -unsigned } else { unsigned }, self.exponent)
    }

    /// Multiplies by `2^bits`, for up to 60 bits.
    #[must_use]
    pub(super) fn shifted_left(mut self, bits: u32) -> Self {
        let factor = 1_u128 << bits.min(60);
        let mut carry = 0_u128;
        for digit in self.digits.iter_mut().rev() {
            carry += u128::from(*digit) * factor;
            *digit = low_digit(carry);
            carry /= 10;
        }
        while carry > 0 {
            self.digits.insert(0, low_digit(carry));
            carry /= 10;
        }
        self
    }

    /// Returns the same number with this exponent, rounded away from zero; unchanged if that would take too many zeros.
    #[must_use]
    pub(super) fn rounded_up(mut self, exponent: i32) -> Self {
        let zeros = i64::from(self.exponent) - i64::from(exponent);
        if zeros >= 0 {
            if zeros <= MOST_ZEROS {
                self.pad(exponent);
            }
            return self;
        }
        let kept = self
            .digits
            .len()
            .saturating_sub(usize::try_from(-zeros).unwrap_or(usize::MAX));
        let has_rest = self.digits.iter().skip(kept).any(|digit| *digit != 0);
        self.digits.truncate(kept);
        self.exponent = exponent;
        if has_rest {
            self.digits = sum(&self.digits, &[1]);
        }
        self
    }

    /// Adds zeros to reach an exponent that is not larger.
    fn pad(&mut self, exponent: i32) {
        let zeros = usize::try_from(i64::from(self.exponent) - i64::from(exponent)).unwrap_or_default();
        if !self.digits.is_empty() {
            self.digits.extend(std::iter::repeat_n(0, zeros));
        }
        self.exponent = exponent;
    }

    /// Returns both numbers with the same exponent; `None` if that takes too many zeros.
    fn aligned(&self, other: &Self) -> Option<(Self, Self)> {
        if (i64::from(self.exponent) - i64::from(other.exponent)).abs() > MOST_ZEROS {
            return None;
        }
        let exponent = self.exponent.min(other.exponent);
        let (mut a, mut b) = (self.clone(), other.clone());
        a.pad(exponent);
        b.pad(exponent);
        Some((a, b))
    }

    /// Compares two numbers.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        if by_sign != Ordering::Equal || self.sign() == 0 {
            return by_sign;
        }
        let unsigned = match self.aligned(other) {
            Some((a, b)) => magnitude(&a.digits, &b.digits),
            None => self.height().cmp(&other.height()),
        };
        if self.is_negative {
            unsigned.reverse()
        } else {
            unsigned
        }
    }

    /// Returns the exponent of the highest digit.
    fn height(&self) -> i64 {
        i64::try_from(self.digits.len()).unwrap_or(i64::MAX / 2) + i64::from(self.exponent)
    }

    /// Returns the sum. For numbers too far apart it is the larger one.
    #[must_use]
    pub(super) fn add(&self, other: &Self) -> Self {
        let Some((mut a, b)) = self.aligned(other) else {
            let larger = self.sign() != 0 && (other.sign() == 0 || self.height() > other.height());
            return if larger { self.clone() } else { other.clone() };
        };
        if a.is_negative == b.is_negative {
            a.digits = sum(&a.digits, &b.digits);
            return a;
        }
        match magnitude(&a.digits, &b.digits) {
            Ordering::Less => {
                a.digits = difference(&b.digits, &a.digits);
                a.is_negative = b.is_negative;
            }
            _ => a.digits = difference(&a.digits, &b.digits),
        }
        a
    }
}

fn low_digit(number: u128) -> u8 {
    u8::try_from(number % 10).unwrap_or_default()
}

fn magnitude(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (mut a, mut b) = (a.iter().rev(), b.iter().rev());
    let mut found = Vec::new();
    let mut carry = 0;
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() && carry == 0 {
            break;
        }
        let total = x.copied().unwrap_or_default() + y.copied().unwrap_or_default() + carry;
        found.push(total % 10);
        carry = total / 10;
    }
    found.reverse();
    found
}

/// Returns `a - b`, where `a` is not smaller.
fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut b = b.iter().rev();
    let mut found = Vec::new();
    let mut borrow = 0;
    for digit in a.iter().rev() {
        let taken = b.next().copied().unwrap_or_default() + borrow;
        borrow = u8::from(*digit < taken);
        found.push(digit + 10 * borrow - taken);
    }
    while found.last() == Some(&0) {
        found.pop();
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str, exponent: i32) -> Decimal {
        let digits = text.strip_prefix('-').unwrap_or(text);
        Decimal::new(text.starts_with('-'), digits.chars(), exponent)
    }

    fn shown(decimal: &Decimal) -> String {
        let sign = if decimal.sign() < 0 { "-" } else { "" };
        let digits: String = decimal.digits.iter().map(ToString::to_string).collect();
        format!("{sign}{digits}e{}", decimal.exponent)
    }

    #[test]
    fn sums() {
        let check = |a: &Decimal, b: &Decimal, expected: &str| assert_eq!(shown(&a.add(b)), expected);
        check(&decimal("12", 18), &decimal("12", 18), "24e18");
        check(&decimal("999", 0), &decimal("1", 0), "1000e0");
        check(&decimal("1", 2), &decimal("-1", 0), "99e0");
        check(&decimal("5", -1), &decimal("-7", -1), "-2e-1");
        check(&decimal("5", 0), &decimal("-5", 0), "e0");
        check(&decimal("1", 1_000_000), &decimal("1", 0), "1e1000000");
    }

    #[test]
    fn order_and_rounding() {
        assert_eq!(decimal("-1", 3).compare(&decimal("-999", 0)), Ordering::Less);
        assert_eq!(decimal("10", -1).compare(&decimal("1", 0)), Ordering::Equal);
        assert_eq!(
            decimal("1", 2_000_000_000).compare(&decimal("9", 0)),
            Ordering::Greater
        );
        assert_eq!(shown(&decimal("15", -10).rounded_up(-9)), "2e-9");
        assert_eq!(shown(&decimal("1", -2_000_000_000).rounded_up(-9)), "1e-9");
        assert_eq!(shown(&decimal("3", 0).rounded_up(-2)), "300e-2");
        assert_eq!(shown(&decimal("3", 0).shifted_left(60)), "3458764513820540928e0");
    }
}
