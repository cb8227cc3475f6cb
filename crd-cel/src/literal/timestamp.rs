//! Go's `time.Parse(time.RFC3339, …)` within the years CEL takes.

use std::fmt;

use crate::leading::leading;

/// 0001-01-01T00:00:00Z in seconds since 1970.
const MIN_SECONDS: i64 = -62_135_596_800;
/// 9999-12-31T23:59:59Z in seconds since 1970.
const MAX_SECONDS: i64 = 253_402_300_799;

/// A point in time, with the offset it was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds beyond the second.
    pub nanos: u32,
    /// The offset from UTC in seconds.
    pub offset: i64,
}

/// Why a text is no timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// It is not of the form of RFC 3339.
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

/// Reads a timestamp as CEL's `timestamp()` does. Go is more lenient than the RFC: the hour may have one digit,
/// and a comma may stand for the point.
///
/// ```
/// assert_eq!(crd_cel::literal::parse_timestamp("1970-01-01T00:00:01Z").unwrap().seconds, 1);
/// assert!(crd_cel::literal::parse_timestamp("1970-01-01").is_err());
/// ```
pub fn parse_timestamp(text: &str) -> Result<Timestamp, TimestampError> {
    let (seconds, nanos, offset) = read(text).ok_or(TimestampError::Syntax)?;
    Timestamp::new(seconds, nanos, offset)
}

impl Timestamp {
    /// A point within CEL's range.
    pub(super) fn new(seconds: i64, nanos: u32, offset: i64) -> Result<Self, TimestampError> {
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

/// RFC 3339, in the offset it was written in, without trailing zeros in the fraction.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + self.offset;
        let (year, month, day) = date_of(local.div_euclid(86_400));
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

fn read(text: &str) -> Option<(i64, u32, i64)> {
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
        let length = leading(fraction, u8::is_ascii_digit);
        nanos = nanoseconds(fraction.get(..length)?);
        rest = fraction.get(length..)?;
    }
    let offset = offset(rest)?;
    if !(1..=12).contains(&month) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    if day < 1 || day > days_in(year, month) {
        return None;
    }
    let seconds = ((days_before(year, month) + day - 1) * 24 + hour) * 3600 + minute * 60 + second;
    Some((seconds - offset, nanos, offset))
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

/// The first nine digits of a fraction.
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

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to the first of a month.
fn days_before(year: i64, month: i64) -> i64 {
    let years = year - 1;
    let before_year = years * 365 + years.div_euclid(4) - years.div_euclid(100) + years.div_euclid(400);
    let mut days = before_year - 719_162;
    for month in 1..month {
        days += days_in(year, month);
    }
    days
}

fn date_of(days: i64) -> (i64, i64, i64) {
    // At or before the year sought.
    let mut year = 1970
        + if days < 0 {
            days.div_euclid(365)
        } else {
            days / 366
        };
    while days_before(year + 1, 1) <= days {
        year += 1;
    }
    let mut month = 1;
    while month < 12 && days_before(year, month + 1) <= days {
        month += 1;
    }
    (year, month, days - days_before(year, month) + 1)
}
