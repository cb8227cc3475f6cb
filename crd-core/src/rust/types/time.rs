//! `metav1.Time` and `metav1.MicroTime`: points in time as RFC 3339 text.

use std::fmt;
use std::str::FromStr;

use crd_cel::go::parse_rfc3339;

use super::{parse_error, string_type};
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

parse_error! {
    /// The error for text that is not an RFC 3339 time.
    ParseTimeError: "is not an RFC 3339 time; write it as in `2026-11-21T08:30:00Z`"
}

macro_rules! time_type {
    ($type:ident) => {
        impl $type {
            /// Returns the time as written.
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

/// Whether the text is RFC 3339 and its numbers are in range, with the number of days of each month. Go accepts a few
/// more forms: hours of one digit, a comma before the fraction, offsets up to `24:60`; but no lower-case letters.
fn is_rfc3339(text: &str) -> bool {
    let text = text.to_ascii_uppercase();
    let is_day = |offset: i64| offset.abs() < 86_400;
    parse_rfc3339(&text).is_some_and(|time| is_day(time.offset))
        && text.as_bytes().get(13) == Some(&b':')
        && !text.contains(',')
        && !text.ends_with(":60")
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
