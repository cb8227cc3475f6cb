//! `kubernetes.Quantity`: `100m`, `1.5Gi`, `1e3`.
//!
//! Like in apimachinery's `resource` package, a quantity is a 64-bit number with a power of ten while that is exact, and
//! a decimal of any size otherwise. The representation determines the results of `asInteger` and `asApproximateFloat`.

mod text;

use std::cmp::Ordering;

use super::decimal::Decimal;

/// A quantity of apimachinery's `resource` package.
#[derive(Clone, Debug)]
pub struct Quantity {
    amount: QuantityAmount,
    format: QuantityFormat,
    /// The original text, if Go prints it and it differs from the canonical form of the amount.
    written: Option<Box<str>>,
    /// Whether it is the result of arithmetic: a pointer in Go, which equality does not recognize on the right side.
    pub(crate) is_computed: bool,
}

#[derive(Clone, Debug)]
enum QuantityAmount {
    /// `value · 10^scale`
    Small {
        value: i64,
        scale: i32,
    },
    Large(Decimal),
}

const WRONG_FORMAT: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_NUMBER: &str = "unable to parse numeric part of quantity";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";
/// The maximum number of digits that always fits in 64 bits.
const MAX_DIGITS: usize = 18;
/// The smallest exponent that is kept.
const NANO: i32 = -9;

enum QuantitySuffix {
    Decimal(i32),
    Binary(u32),
}

/// The notation of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuantityFormat {
    /// `1500m`
    Decimal,
    /// `1500e-3`
    Exponent,
    /// `1Gi`
    Binary,
}

impl Quantity {
    /// Parses a quantity; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let (is_negative, unsigned) = match text.as_bytes().first() {
            Some(b'-') => (true, text.get(1..).unwrap_or_default()),
            Some(b'+') => (false, text.get(1..).unwrap_or_default()),
            Some(_) => (false, text),
            None => return Err(WRONG_FORMAT),
        };
        let end = unsigned
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(unsigned.len());
        let (whole, rest) = unsigned.split_at_checked(end).ok_or(WRONG_FORMAT)?;
        let (fraction, suffix) = match rest.strip_prefix('.') {
            Some(rest) => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                rest.split_at_checked(end).ok_or(WRONG_FORMAT)?
            }
            None => ("", rest),
        };
        let written_suffix = suffix;
        if !is_suffix(suffix) {
            return Err(WRONG_FORMAT);
        }
        // Without digits the amount is zero.
        let has_digits = !whole.is_empty() || !fraction.is_empty();
        let whole = match whole.trim_start_matches('0') {
            "" => "0",
            whole => whole,
        };
        let suffix = read_suffix(suffix).ok_or(WRONG_SUFFIX)?;
        let places = i32::try_from(fraction.len()).map_err(|_| WRONG_FORMAT)?;
        let mut format = QuantityFormat::of(written_suffix, &suffix);
        if let Some(amount) = small(is_negative, whole, fraction, &suffix, places) {
            let is_kept = text::is_kept(&amount, &suffix, whole, fraction);
            return Ok(Self {
                written: (is_kept && text::differs(text)).then(|| text.into()),
                ..Self::of(amount, format)
            });
        }
        if !has_digits {
            return Err(WRONG_NUMBER);
        }
        let digits = whole.chars().chain(fraction.chars());
        let mut decimal = match suffix {
            QuantitySuffix::Decimal(exponent) => {
                Decimal::new(is_negative, digits, exponent.saturating_sub(places))
            }
            QuantitySuffix::Binary(bits) => Decimal::new(is_negative, digits, -places).shifted_left(bits),
        };
        if decimal.sign() != 0 {
            decimal = decimal.rounded_up(NANO);
        }
        if let QuantitySuffix::Binary(_) = suffix {
            decimal = capped(decimal);
            let one = Decimal::of_int(1, 0);
            if decimal.sign() != 0 && decimal.absolute().compare(&one) == Ordering::Less {
                format = QuantityFormat::Decimal;
            }
        }
        Ok(Self::of(QuantityAmount::Large(decimal), format))
    }

    fn of(amount: QuantityAmount, format: QuantityFormat) -> Self {
        Self {
            amount,
            format,
            written: None,
            is_computed: false,
        }
    }

    /// Returns -1, 0 or 1.
    pub fn sign(&self) -> i64 {
        match &self.amount {
            QuantityAmount::Small { value, .. } => value.signum(),
            QuantityAmount::Large(decimal) => decimal.sign(),
        }
    }

    /// Returns the value as an integer, if the server converts it to one: fractions are not reduced.
    pub fn as_integer(&self) -> Option<i64> {
        match &self.amount {
            QuantityAmount::Small { value, scale } => scaled(*value, u32::try_from(*scale).ok()?),
            QuantityAmount::Large(_) => None,
        }
    }

    /// Returns an approximation by a double.
    #[expect(clippy::cast_precision_loss, reason = "the function is approximate by name")]
    pub fn as_approximate_float(&self) -> f64 {
        let (base, exponent) = match &self.amount {
            QuantityAmount::Small { value, scale } => (*value as f64, *scale),
            QuantityAmount::Large(decimal) => decimal.parts(),
        };
        if exponent == 0 {
            base
        } else {
            base * power_of_ten(exponent)
        }
    }

    fn decimal(&self) -> Decimal {
        match &self.amount {
            QuantityAmount::Small { value, scale } => Decimal::of_int(*value, *scale),
            QuantityAmount::Large(decimal) => decimal.clone(),
        }
    }

    /// Compares two quantities.
    pub fn compare(&self, other: &Quantity) -> Ordering {
        match (&self.amount, &other.amount) {
            (
                QuantityAmount::Small { value: a, scale },
                QuantityAmount::Small {
                    value: b,
                    scale: other,
                },
            ) if scale == other => a.cmp(b),
            _ => self.decimal().compare(&other.decimal()),
        }
    }

    /// Returns the sum.
    #[must_use]
    pub fn add(&self, other: &Quantity) -> Quantity {
        self.combined(other, |value| value, |decimal| decimal)
    }

    /// Returns the difference.
    #[must_use]
    pub fn sub(&self, other: &Quantity) -> Quantity {
        self.combined(other, i64::wrapping_neg, Decimal::negated)
    }

    /// Returns the sum with the other amount, after applying `small` or `large` to it.
    fn combined(&self, other: &Quantity, small: fn(i64) -> i64, large: fn(Decimal) -> Decimal) -> Quantity {
        let sum = match (&self.amount, &other.amount) {
            (
                QuantityAmount::Small { value: a, scale },
                QuantityAmount::Small {
                    value: b,
                    scale: other,
                },
            ) => small_sum((*a, *scale), (small(*b), *other)),
            _ => None,
        };
        let sum = sum.unwrap_or_else(|| QuantityAmount::Large(self.decimal().add(&large(other.decimal()))));
        Quantity {
            is_computed: true,
            ..Quantity::of(sum, self.format_with(other))
        }
    }
}

impl From<i64> for Quantity {
    fn from(value: i64) -> Self {
        Self::of(
            QuantityAmount::Small { value, scale: 0 },
            QuantityFormat::Exponent,
        )
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

/// Returns the amount if it is certain to fit in 64 bits.
fn small(
    is_negative: bool,
    whole: &str,
    fraction: &str,
    suffix: &QuantitySuffix,
    places: i32,
) -> Option<QuantityAmount> {
    let digits = whole.len() + fraction.len();
    let (factor, scale) = match suffix {
        QuantitySuffix::Decimal(exponent) if digits <= MAX_DIGITS => (1, *exponent),
        QuantitySuffix::Binary(bits) if fraction.is_empty() => {
            // 10 bits are about 3 digits.
            let spare = 15 - i64::try_from(digits).ok()? - i64::from(*bits) * 3 / 10 - 1;
            if spare < 0 {
                return None;
            }
            (1_i64 << *bits, 0)
        }
        _ => return None,
    };
    let scale = scale.checked_sub(places).filter(|scale| *scale >= NANO)?;
    let value: i64 = [whole, fraction].concat().parse().ok()?;
    let value = value.checked_mul(factor)?;
    Some(QuantityAmount::Small {
        value: if is_negative { -value } else { value },
        scale,
    })
}

/// Limits the absolute value to the largest 64-bit number.
fn capped(decimal: Decimal) -> Decimal {
    let is_negative = decimal.sign() < 0;
    let unsigned = decimal.absolute();
    let most = Decimal::of_int(i64::MAX, 0);
    if unsigned.compare(&most) != Ordering::Greater {
        return decimal;
    }
    if is_negative { most.negated() } else { most }
}

/// Returns `value · 10^places`.
fn scaled(value: i64, places: u32) -> Option<i64> {
    if value == 0 {
        return Some(0);
    }
    value.checked_mul(10_i64.checked_pow(places)?)
}

/// Returns the sum of two numbers, each with its power of ten; `None` if it does not fit in 64 bits.
fn small_sum(a: (i64, i32), b: (i64, i32)) -> Option<QuantityAmount> {
    let (value, scale) = match (a, b) {
        (a, (0, _)) => a,
        ((0, _), b) => b,
        _ => {
            let scale = a.1.min(b.1);
            let at = |(value, own): (i64, i32)| scaled(value, own.checked_sub(scale)?.unsigned_abs());
            (at(a)?.checked_add(at(b)?)?, scale)
        }
    };
    Some(QuantityAmount::Small { value, scale })
}

/// Computes like Go's `math.Pow10`, whose tables contain every 32nd power.
fn power_of_ten(exponent: i32) -> f64 {
    /// Returns 1e0 to 1e31, or a multiple of 32: the nearest double, as parsed from decimal.
    fn table(exponent: i32) -> f64 {
        format!("1e{exponent}").parse().unwrap_or(f64::NAN)
    }
    match exponent {
        0..=308 => table(exponent / 32 * 32) * table(exponent % 32),
        -323..=-1 => table(-(-exponent / 32 * 32)) / table(-exponent % 32),
        309.. => f64::INFINITY,
        _ => 0.0,
    }
}

/// Checks for letters of suffixes, then a sign, then digits.
fn is_suffix(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| "eEinumkKMGTP".contains(c));
    let rest = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    rest.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_suffix(text: &str) -> Option<QuantitySuffix> {
    let decimal = |exponent| Some(QuantitySuffix::Decimal(exponent));
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
        "Ki" => Some(QuantitySuffix::Binary(10)),
        "Mi" => Some(QuantitySuffix::Binary(20)),
        "Gi" => Some(QuantitySuffix::Binary(30)),
        "Ti" => Some(QuantitySuffix::Binary(40)),
        "Pi" => Some(QuantitySuffix::Binary(50)),
        "Ei" => Some(QuantitySuffix::Binary(60)),
        _ => {
            let exponent = text.strip_prefix(['e', 'E'])?;
            let exponent: i64 = exponent.parse().ok()?;
            decimal(i32::try_from(exponent).ok()?)
        }
    }
}
