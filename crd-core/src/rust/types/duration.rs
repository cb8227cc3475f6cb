//! `metav1.Duration`: spans of time in the syntax of Go's `time.ParseDuration`.

use std::fmt;
use std::str::FromStr;

use super::{parse_error, string_type};
use crate::go;
use crate::go::duration::PATTERN;
use crate::rust::shape::{Attrs, Kind, Schema, Shape, Validation};

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
    /// Creates a duration in nanoseconds.
    pub const fn from_nanos(nanos: i64) -> Self {
        Duration(nanos)
    }

    /// Returns the duration in nanoseconds. It may be negative.
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

parse_error! {
    /// The error for text that is not a duration.
    ParseDurationError: "is not a duration; write numbers with units, as in `1h30m` or `250ms`"
}

impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match go::parse_duration(text) {
            Ok(nanos) => Ok(Duration(nanos)),
            Err(_) => Err(ParseDurationError(text.to_owned())),
        }
    }
}

impl fmt::Display for Duration {
    /// Prints the duration as Go does: `1h30m0s`, `1.5s`, `250ms`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&go::format_duration(self.0))
    }
}

impl From<std::time::Duration> for Duration {
    /// Durations longer than `i64::MAX` nanoseconds, about 292 years, are clamped to that.
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
