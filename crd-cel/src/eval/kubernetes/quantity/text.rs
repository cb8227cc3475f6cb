//! Formats quantities as Go prints them: `1500m`, `1e3`, `5Gi`.

use std::cmp::Ordering;

use super::{Quantity, QuantityAmount, QuantityFormat, QuantitySuffix};
use crate::eval::kubernetes::decimal::Decimal;

impl QuantityFormat {
    /// Returns the notation that a suffix implies.
    pub(super) fn of(written: &str, suffix: &QuantitySuffix) -> Self {
        match suffix {
            QuantitySuffix::Binary(_) => Self::Binary,
            QuantitySuffix::Decimal(_) if written.len() > 1 => Self::Exponent,
            QuantitySuffix::Decimal(_) => Self::Decimal,
        }
    }
}

impl Quantity {
    /// Returns the notation of a sum or a difference: that of the second quantity if the first is zero.
    pub(super) fn format_with(&self, other: &Quantity) -> QuantityFormat {
        if self.sign() == 0 {
            other.format
        } else {
            self.format
        }
    }

    /// Formats the quantity as Go prints it.
    pub(in crate::eval) fn text(&self) -> String {
        if let Some(written) = &self.written {
            return written.clone().into();
        }
        let decimal = self.decimal();
        if decimal.sign() == 0 {
            return "0".to_owned();
        }
        let (digits, exponent) = decimal.text();
        if self.format == QuantityFormat::Binary
            && exponent >= 0
            && decimal.absolute().compare(&Decimal::of_int(1024, 0)) != Ordering::Less
            && let Some(text) = binary(&digits, exponent)
        {
            return text;
        }
        let low = exponent.rem_euclid(3);
        let zeros = "0".repeat(usize::try_from(low).unwrap_or_default());
        let exponent = exponent - low;
        let suffix = match exponent {
            0 => String::new(),
            _ if self.format == QuantityFormat::Exponent => format!("e{exponent}"),
            // Amounts without a suffix are printed without one.
            _ => decimal_suffix(exponent).to_owned(),
        };
        format!("{digits}{zeros}{suffix}")
    }
}

/// Formats a whole number with the largest binary suffix that divides it.
fn binary(digits: &str, exponent: i32) -> Option<String> {
    let factor = 10_i128.checked_pow(u32::try_from(exponent).ok()?)?;
    let mut value = digits.parse::<i128>().ok()?.checked_mul(factor)?;
    let mut times = 0;
    while value != 0 && value % 1024 == 0 {
        value /= 1024;
        times += 1;
    }
    let suffix = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].get(times).unwrap_or(&"");
    Some(format!("{value}{suffix}"))
}

fn decimal_suffix(exponent: i32) -> &'static str {
    match exponent {
        -9 => "n",
        -6 => "u",
        -3 => "m",
        3 => "k",
        6 => "M",
        9 => "G",
        12 => "T",
        15 => "P",
        18 => "E",
        _ => "",
    }
}

/// Checks whether Go keeps the text of a small amount because it considers it canonical.
pub(super) fn is_kept(amount: &QuantityAmount, suffix: &QuantitySuffix, whole: &str, fraction: &str) -> bool {
    let QuantityAmount::Small { scale, .. } = amount else {
        return false;
    };
    match suffix {
        QuantitySuffix::Binary(_) => whole.parse::<i64>().is_ok_and(|value| value & 7 != 0),
        QuantitySuffix::Decimal(_) => {
            let digits = [whole, fraction].concat();
            scale % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0')
        }
    }
}

/// Checks whether a text that Go keeps may differ from the canonical form of the amount.
pub(super) fn differs(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let suffix = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_simple = !digits.starts_with('0') && digits.len() > suffix.len();
    let has_name = suffix.len() < 2 || suffix.ends_with('i');
    !(is_simple && has_name && !suffix.contains('.'))
}
