//! Go's `time.Parse(time.RFC3339, …)`, and CEL's timestamps, which are within the years 1 to 9999.

use std::fmt;

use super::calendar::{date_of_day, day_of_date, days_in_month};
use crate::bytes::prefix_len;

/// 0001-01-01T00:00:00Z in seconds since 1970.
const MIN_SECONDS: i64 = -62_135_596_800;
/// 9999-12-31T23:59:59Z in seconds since 1970.
const MAX_SECONDS: i64 = 253_402_300_799;

/// A point in time, with the offset in which it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second.
    pub nanos: u32,
    /// Offset from UTC in seconds.
    pub offset: i64,
}

/// The reason why a text is not a timestamp.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// It does not have the syntax of RFC 3339.
    Syntax,
    /// It is before the year 1 or after the year 9999 in UTC.
    Overflow,
}

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "not a timestamp such as `2006-01-02T15:04:05Z`",
            Self::Overflow => "timestamp overflow",
        })
    }
}

impl std::error::Error for TimestampError {}

/// Parses a timestamp as CEL's `timestamp(…)` does: like [`parse_rfc3339`], within the years 1 to 9999 in UTC.
///
/// ```
/// use crd_cel::go::{TimestampError, parse_timestamp};
///
/// assert_eq!(parse_timestamp("1970-01-01T00:00:01Z").unwrap().seconds, 1);
/// assert_eq!(parse_timestamp("1970-01-01"), Err(TimestampError::Syntax));
/// assert_eq!(parse_timestamp("0000-01-01T00:00:00Z"), Err(TimestampError::Overflow));
/// ```
pub fn parse_timestamp(text: &str) -> Result<Timestamp, TimestampError> {
    let Timestamp {
        seconds,
        nanos,
        offset,
    } = parse_rfc3339(text).ok_or(TimestampError::Syntax)?;
    Timestamp::new(seconds, nanos, offset)
}

impl Timestamp {
    /// Creates a timestamp within CEL's range: seconds since 1970-01-01T00:00:00Z, nanoseconds within the
    /// second, and the offset from UTC in seconds.
    ///
    /// # Errors
    ///
    /// [`TimestampError::Overflow`] outside of the years 1 to 9999 in UTC.
    pub fn new(seconds: i64, nanos: u32, offset: i64) -> Result<Self, TimestampError> {
        if !(MIN_SECONDS..=MAX_SECONDS).contains(&seconds) {
            return Err(TimestampError::Overflow);
        }
        Ok(Self {
            seconds,
            nanos,
            offset,
        })
    }
}

/// Formats as RFC 3339, in the original offset, without trailing zeros in the fraction.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + self.offset;
        let (year, month, day) = date_of_day(local.div_euclid(86_400));
        let clock = local.rem_euclid(86_400);
        write!(f, "{year:04}-{month:02}-{day:02}T")?;
        write!(f, "{:02}:{:02}:{:02}", clock / 3600, clock / 60 % 60, clock % 60)?;
        if self.nanos > 0 {
            let (mut fraction, mut width) = (self.nanos, 9);
            while fraction % 10 == 0 {
                fraction /= 10;
                width -= 1;
            }
            write!(f, ".{fraction:0width$}")?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// Parses a time as `time.Parse(time.RFC3339, text)` does. Go is more lenient than the RFC: the hour may have
/// one digit, a comma may replace the point, and offsets reach to `24:60`. It is also stricter: `T` and `Z`
/// are upper-case, and a second is at most 59. Years are 0 to 9999.
///
/// ```
/// use crd_cel::go::parse_rfc3339;
///
/// assert_eq!(parse_rfc3339("1970-01-01T1:00:00,5+01:00").unwrap().seconds, 0);
/// assert!(parse_rfc3339("1970-01-01t01:00:00z").is_none());
/// ```
pub fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let rest = text.as_bytes();
    let (year, rest) = digits(rest, 4)?;
    let (month, rest) = digits(skip(rest, b'-')?, 2)?;
    let (day, rest) = digits(skip(rest, b'-')?, 2)?;
    let rest = skip(rest, b'T')?;
    let (hour, rest) = digits(rest, 2).or_else(|| digits(rest, 1))?;
    let (minute, rest) = digits(skip(rest, b':')?, 2)?;
    let (second, mut rest) = digits(skip(rest, b':')?, 2)?;
    let mut nanos = 0;
    if let [b'.' | b',', digit, ..] = rest
        && digit.is_ascii_digit()
    {
        let fraction = rest.get(1..)?;
        let length = prefix_len(fraction, u8::is_ascii_digit);
        nanos = nanoseconds(fraction.get(..length)?);
        rest = fraction.get(length..)?;
    }
    let offset = offset(rest)?;
    if !(1..=12).contains(&month) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    if day < 1 || day > days_in_month(year, month) {
        return None;
    }
    let seconds = (day_of_date(year, month, day) * 24 + hour) * 3600 + minute * 60 + second;
    Some(Timestamp {
        seconds: seconds - offset,
        nanos,
        offset,
    })
}

fn offset(text: &[u8]) -> Option<i64> {
    if text == b"Z" {
        return Some(0);
    }
    let (sign, rest) = text.split_first()?;
    let (hours, rest) = digits(rest, 2)?;
    let (minutes, rest) = digits(skip(rest, b':')?, 2)?;
    if !rest.is_empty() || hours > 24 || minutes > 60 {
        return None;
    }
    let offset = (hours * 60 + minutes) * 60;
    match sign {
        b'+' => Some(offset),
        b'-' => Some(-offset),
        _ => None,
    }
}

/// Parses the first nine digits of a fraction.
fn nanoseconds(digits: &[u8]) -> u32 {
    let mut value = 0;
    for place in 0..9 {
        let digit = digits.get(place).copied().unwrap_or(b'0');
        value = value * 10 + u32::from(digit.saturating_sub(b'0'));
    }
    value
}

fn digits(text: &[u8], count: usize) -> Option<(i64, &[u8])> {
    let (digits, rest) = text.split_at_checked(count)?;
    let mut value = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some((value, rest))
}

fn skip(text: &[u8], byte: u8) -> Option<&[u8]> {
    text.strip_prefix(&[byte])
}
