//! `kubernetes.Quantity`: `100m`, `1.5Gi`, `1e3`.

use std::cmp::Ordering;

/// A quantity of apimachinery's `resource` package: `unscaled · 10^scale`.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    unscaled: i128,
    scale: i32,
    /// Whether apimachinery keeps it as a big decimal, which is never an integer for `asInteger`.
    is_decimal: bool,
    /// Whether it is the result of arithmetic; the server's equality does not know such a value on the right.
    pub(crate) is_computed: bool,
}

const WRONG_FORMAT: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";
/// Digits that always fit 64 bits.
const MAX_DIGITS: usize = 18;
/// The smallest power of ten that is kept.
const NANO: i32 = -9;

enum Suffix {
    Decimal(i32),
    Binary(u32),
}

impl Quantity {
    /// Reads a quantity; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, text.get(1..).unwrap_or_default()),
            Some(b'+') => (false, text.get(1..).unwrap_or_default()),
            Some(_) => (false, text),
            None => return Err(WRONG_FORMAT),
        };
        let end = unsigned
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(unsigned.len());
        let (number, suffix) = unsigned.split_at_checked(end).ok_or(WRONG_FORMAT)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if !is_suffix(suffix) || fraction.contains('.') {
            return Err(WRONG_FORMAT);
        }
        if whole.is_empty() && fraction.is_empty() {
            return Err(WRONG_FORMAT);
        }
        let whole = whole.trim_start_matches('0');
        let suffix = read_suffix(suffix).ok_or(WRONG_SUFFIX)?;
        let sign = if negative { -1 } else { 1 };
        let digits = whole.len() + fraction.len();
        let places = i32::try_from(fraction.len()).map_err(|_| WRONG_FORMAT)?;
        let (factor, exponent, fits) = match suffix {
            Suffix::Decimal(exponent) => (1, exponent, digits <= MAX_DIGITS && exponent - places >= NANO),
            Suffix::Binary(bits) => {
                let spare =
                    15_i64 - i64::try_from(digits).unwrap_or(i64::MAX / 2) - i64::from(bits) * 3 / 10 - 1;
                (1_i128 << bits, 0, places == 0 && spare >= 0)
            }
        };
        // Beyond 30 digits nothing is exact; the server keeps big decimals capped at the largest 64-bit number.
        let kept = whole.bytes().chain(fraction.bytes()).take(30);
        let dropped = i32::try_from(digits.saturating_sub(30)).unwrap_or(i32::MAX);
        // All of them are digits, and so few fit.
        let unscaled = kept.fold(0_i128, |number, digit| number * 10 + i128::from(digit - b'0'));
        let mut quantity = Quantity {
            unscaled: unscaled.saturating_mul(factor).saturating_mul(sign),
            scale: exponent.saturating_sub(places).saturating_add(dropped),
            is_decimal: !fits,
            is_computed: false,
        };
        if !fits {
            quantity.round_up_to_nano();
            quantity.cap();
        }
        Ok(quantity)
    }

    /// Rounds away from zero what is smaller than a billionth.
    fn round_up_to_nano(&mut self) {
        if self.scale >= NANO {
            return;
        }
        let places = u32::try_from(NANO - self.scale).unwrap_or(u32::MAX);
        let divisor = 10_i128.checked_pow(places);
        let quotient = divisor.map_or(0, |divisor| self.unscaled / divisor);
        let has_rest = divisor.map_or(self.unscaled != 0, |divisor| self.unscaled % divisor != 0);
        self.unscaled = quotient + if has_rest { self.unscaled.signum() } else { 0 };
        self.scale = NANO;
    }

    /// Caps at the largest 64-bit number.
    fn cap(&mut self) {
        let max = Quantity::from(i64::MAX);
        if self.compare(&max) == Ordering::Greater {
            self.unscaled = i64::MAX.into();
            self.scale = 0;
        }
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i64 {
        i64::try_from(self.unscaled.signum()).unwrap_or_default()
    }

    /// The whole number it is, where the server converts it to one.
    pub fn as_integer(&self) -> Option<i64> {
        if self.is_decimal {
            return None;
        }
        let value = if self.scale >= 0 {
            let factor = 10_i128.checked_pow(self.scale.unsigned_abs())?;
            self.unscaled.checked_mul(factor)?
        } else {
            let divisor = 10_i128.checked_pow(self.scale.unsigned_abs())?;
            if self.unscaled % divisor != 0 {
                return None;
            }
            self.unscaled / divisor
        };
        i64::try_from(value).ok()
    }

    /// The nearest double, more or less.
    #[expect(clippy::cast_precision_loss, reason = "the function is approximate by name")]
    pub fn as_approximate_float(&self) -> f64 {
        if self.unscaled == 0 {
            return 0.0;
        }
        // As the server, which rounds both factors.
        let factor: f64 = format!("1e{}", self.scale).parse().unwrap_or(1.0);
        self.unscaled as f64 * factor
    }

    /// The two numbers at one scale.
    fn aligned(&self, other: &Quantity) -> Option<(i128, i128, i32)> {
        let scale = self.scale.min(other.scale);
        let at = |quantity: &Quantity| {
            let places = u32::try_from(quantity.scale - scale).ok()?;
            quantity.unscaled.checked_mul(10_i128.checked_pow(places)?)
        };
        Some((at(self)?, at(other)?, scale))
    }

    /// The order of two quantities.
    pub fn compare(&self, other: &Quantity) -> Ordering {
        match self.aligned(other) {
            Some((a, b, _)) => a.cmp(&b),
            None => self
                .as_approximate_float()
                .partial_cmp(&other.as_approximate_float())
                .unwrap_or(Ordering::Equal),
        }
    }

    /// The sum, or the difference when `other` is negated.
    #[must_use]
    pub fn add(&self, other: &Quantity) -> Quantity {
        let (a, b, scale) = self.aligned(other).unwrap_or((self.unscaled, 0, self.scale));
        Quantity {
            unscaled: a.saturating_add(b),
            scale,
            is_decimal: self.is_decimal || other.is_decimal,
            is_computed: true,
        }
    }

    /// The negated quantity.
    #[must_use]
    pub fn negated(&self) -> Quantity {
        Quantity {
            unscaled: self.unscaled.saturating_neg(),
            ..*self
        }
    }
}

impl From<i64> for Quantity {
    fn from(value: i64) -> Self {
        Quantity {
            unscaled: value.into(),
            scale: 0,
            is_decimal: false,
            is_computed: false,
        }
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

/// Letters of suffixes, then a sign, then digits.
fn is_suffix(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| "eEinumkKMGTP".contains(c));
    let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    rest.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_suffix(text: &str) -> Option<Suffix> {
    let decimal = |exponent| Some(Suffix::Decimal(exponent));
    match text {
        "n" => decimal(-9),
        "u" => decimal(-6),
        "m" => decimal(-3),
        "" => decimal(0),
        "k" => decimal(3),
        "M" => decimal(6),
        "G" => decimal(9),
        "T" => decimal(12),
        "P" => decimal(15),
        "E" => decimal(18),
        "Ki" => Some(Suffix::Binary(10)),
        "Mi" => Some(Suffix::Binary(20)),
        "Gi" => Some(Suffix::Binary(30)),
        "Ti" => Some(Suffix::Binary(40)),
        "Pi" => Some(Suffix::Binary(50)),
        "Ei" => Some(Suffix::Binary(60)),
        _ => {
            let exponent = text.strip_prefix(['e', 'E'])?;
            let exponent: i64 = exponent.parse().ok()?;
            decimal(i32::try_from(exponent).ok()?)
        }
    }
}
