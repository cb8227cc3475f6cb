//! `metav1.Time` and `metav1.MicroTime`: points in time as RFC 3339 text.

use std::fmt;
use std::str::FromStr;

use super::string_type;
use crate::go::calendar::days_in_month;
use crate::rust::shape::{Kind, Schema, Shape};

/// A point in time in RFC 3339 form, such as `2026-11-21T08:30:00Z` (`metav1.Time`), kept as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Time(std::borrow::Cow<'static, str>);

/// A point in time with microseconds, such as `2026-11-21T08:30:00.000000Z` (`metav1.MicroTime`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MicroTime(std::borrow::Cow<'static, str>);

impl Time {
    /// The start of the Unix epoch, `1970-01-01T00:00:00Z`.
    pub const EPOCH: Time = Time(std::borrow::Cow::Borrowed("1970-01-01T00:00:00Z"));
}

const SHAPE: Shape = Shape::new("Time", Kind::String { format: "date-time" });

impl Schema for Time {
    const SHAPE: Shape = SHAPE;
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(Time);
}

impl Schema for MicroTime {
    const SHAPE: Shape = Shape {
        name: "MicroTime",
        ..SHAPE
    };
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(MicroTime);
}

/// The error for text that is not an RFC 3339 time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError(String);

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no RFC 3339 time; write it as in `2026-11-21T08:30:00Z`",
            self.0
        )
    }
}

impl std::error::Error for ParseTimeError {}

macro_rules! time_type {
    ($type:ident) => {
        impl $type {
            /// The time as written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $type {
            type Err = ParseTimeError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                if is_rfc3339(text) {
                    Ok($type(text.to_owned().into()))
                } else {
                    Err(ParseTimeError(text.to_owned()))
                }
            }
        }

        string_type!($type, "an RFC 3339 time such as `2026-11-21T08:30:00Z`");
    };
}

time_type!(Time);
time_type!(MicroTime);

/// Whether the text is RFC 3339 and its numbers are in range, with the number of days of each month.
fn is_rfc3339(text: &str) -> bool {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        if digits.bytes().all(|b| b.is_ascii_digit()) {
            digits.parse().ok()
        } else {
            None
        }
    };
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let separators = byte(4) == Some(b'-')
        && byte(7) == Some(b'-')
        && matches!(byte(10), Some(b'T' | b't'))
        && byte(13) == Some(b':')
        && byte(16) == Some(b':');
    let (Some(year), Some(month), Some(day)) = (number(0, 4), number(5, 7), number(8, 10)) else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) = (number(11, 13), number(14, 16), number(17, 19)) else {
        return false;
    };
    let is_day = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    if !separators || !is_day || hour > 23 || minute > 59 || second > 59 {
        return false;
    }
    let Some(rest) = text.get(19..) else { return false };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    let at = text.len() - zone.len();
    matches!(zone, "Z" | "z")
        || (zone.len() == 6
            && zone.starts_with(['+', '-'])
            && byte(at + 3) == Some(b':')
            && number(at + 1, at + 3).is_some_and(|hours| hours < 24)
            && number(at + 4, at + 6).is_some_and(|minutes| minutes < 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc3339() {
        for good in [
            "2026-11-21T08:30:00Z",
            "2024-02-29t08:30:00.123456z",
            "2026-11-21T08:30:00+05:30",
        ] {
            assert!(good.parse::<Time>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "2026-11-21",
            "2026-13-21T08:30:00Z",
            "2023-02-29T08:30:00Z",
            "2026-11-21T24:30:00Z",
            "2026-11-21T08:30:00",
            "2026-11-21T08:30:00.Z",
            "2026-11-21T08:30:00+0530",
            "2026-11-21 08:30:00Z",
            "２026-11-21T08:30:00Z",
        ] {
            assert!(bad.parse::<MicroTime>().is_err(), "{bad}");
        }
    }
}
