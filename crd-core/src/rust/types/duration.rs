//! `metav1.Duration`: spans of time in the syntax of Go's `time.ParseDuration`.

use std::fmt;
use std::str::FromStr;

use super::string_type;
use crate::rust::shape::{Attrs, Kind, Schema, Shape, Validation};

/// The syntax of Go's `time.ParseDuration`, so that the server accepts what [`Duration`] reads.
pub(crate) const PATTERN: &str = r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

/// A span of time in Go's syntax, such as `1h30m` or `250ms` (`metav1.Duration`), in nanoseconds.
///
/// ```
/// use crd_core::types::Duration;
///
/// let timeout: Duration = "1h30m".parse()?;
/// assert_eq!(timeout.as_nanos(), 5_400_000_000_000);
/// assert_eq!(timeout.to_string(), "1h30m0s");
/// # Ok::<(), crd_core::types::ParseDurationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(i64);

impl Duration {
    /// A duration in nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Duration(nanos)
    }

    /// The duration in nanoseconds. It may be negative.
    pub const fn as_nanos(self) -> i64 {
        self.0
    }
}

impl Schema for Duration {
    const SHAPE: Shape = Shape::new("Duration", Kind::String { format: "" }).with(&Attrs {
        validation: &Validation {
            pattern: PATTERN,
            ..Validation::NONE
        },
        ..Attrs::NONE
    });
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(Duration);
}

/// The error for text that is not a duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDurationError(String);

impl fmt::Display for ParseDurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no duration; write numbers with units, as in `1h30m` or `250ms`",
            self.0
        )
    }
}

impl std::error::Error for ParseDurationError {}

impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text)
            .map(Duration)
            .ok_or_else(|| ParseDurationError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total: i128 = 0;
    while !rest.is_empty() {
        let after_whole = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let whole = rest.get(..rest.len() - after_whole.len())?;
        let (fraction, after) = match after_whole.strip_prefix('.') {
            Some(digits) => {
                let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
                (digits.get(..digits.len() - after.len())?, after)
            }
            None => ("", after_whole),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let (unit, next) = unit(after)?;
        let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        total = total.checked_add(whole.checked_mul(unit)?)?;
        let mut place = unit;
        let mut part: i128 = 0;
        // Digits below a nanosecond are cut off, as Go does.
        for digit in fraction.bytes().take(18) {
            part += i128::from(digit - b'0') * place * 1_000_000;
            place /= 10;
            if place == 0 {
                break;
            }
        }
        total = total.checked_add(part / 10_000_000)?;
        rest = next;
    }
    i64::try_from(if negative { -total } else { total }).ok()
}

fn unit(text: &str) -> Option<(i128, &str)> {
    const UNITS: [(&str, i128); 8] = [
        ("ns", 1),
        ("us", 1_000),
        ("µs", 1_000),
        ("μs", 1_000),
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("m", 60_000_000_000),
        ("h", 3_600_000_000_000),
    ];
    UNITS
        .iter()
        .find_map(|(name, nanos)| text.strip_prefix(name).map(|rest| (*nanos, rest)))
}

impl fmt::Display for Duration {
    /// Prints the duration as Go does: `1h30m0s`, `1.5s`, `250ms`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match nanos {
            0 => f.write_str("0s"),
            1..1_000 => write!(f, "{nanos}ns"),
            1_000..1_000_000 => write!(f, "{}µs", Decimal(nanos, 1_000)),
            1_000_000..1_000_000_000 => write!(f, "{}ms", Decimal(nanos, 1_000_000)),
            _ => {
                let (minutes, seconds) = (nanos / 60_000_000_000, nanos % 60_000_000_000);
                if minutes >= 60 {
                    write!(f, "{}h", minutes / 60)?;
                }
                if minutes > 0 {
                    write!(f, "{}m", minutes % 60)?;
                }
                write!(f, "{}s", Decimal(seconds, 1_000_000_000))
            }
        }
    }
}

/// A number of units as a decimal without trailing zeros.
struct Decimal(u64, u64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.1.ilog10() as usize;
        let fraction = format!("{:0width$}", self.0 % self.1);
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / self.1),
            fraction => write!(f, "{}.{fraction}", self.0 / self.1),
        }
    }
}

impl From<std::time::Duration> for Duration {
    /// Durations longer than `i64::MAX` nanoseconds, about 292 years, become that.
    fn from(duration: std::time::Duration) -> Self {
        Duration(i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX))
    }
}

string_type!(Duration, "a duration such as `1h30m` or `250ms`");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_syntax() {
        for (text, nanos, printed) in [
            ("0", 0, "0s"),
            ("1h30m", 5_400_000_000_000, "1h30m0s"),
            ("1.5s", 1_500_000_000, "1.5s"),
            ("-250ms", -250_000_000, "-250ms"),
            (".5us", 500, "500ns"),
            ("1.0000001ms", 1_000_000, "1ms"),
            ("+1m0.001s", 60_001_000_000, "1m0.001s"),
            ("1.25µs", 1_250, "1.25µs"),
            ("9223372036854775807ns", i64::MAX, "2562047h47m16.854775807s"),
        ] {
            let duration = text.parse::<Duration>();
            assert_eq!(duration, Ok(Duration(nanos)), "{text}");
            assert_eq!(duration.unwrap().to_string(), printed);
        }
        for bad in [
            "",
            "1",
            "-",
            "1x",
            "h",
            ".h",
            "1h 30m",
            "9223372036854775808ns",
            "300000000h",
        ] {
            assert!(bad.parse::<Duration>().is_err(), "{bad}");
        }
    }
}
