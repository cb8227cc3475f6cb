//! `time.Parse(time.RFC3339, …)` with its errors, and the JSON form of `metav1.Time`: to the second and in UTC.

use std::ops::RangeInclusive;

use crd_cel::go::Timestamp;
use crd_cel::go::calendar::{day_of_date, days_in_month};

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Parses a `metav1.Time` and formats it as the server does. The zero time is `None`; the error is Go's text.
pub(crate) fn normalize(text: &str) -> Result<Option<String>, String> {
    let mut reader = TimeReader { text, rest: text };
    let year = reader.number(4, 4, "2006")?;
    reader.literal("-")?;
    let month = reader.number(2, 2, "01")?;
    reader.in_range(month, 1..=12, "month")?;
    reader.literal("-")?;
    let day = reader.number(2, 2, "02")?;
    reader.literal("T")?;
    let hour = reader.number(1, 2, "15")?;
    reader.in_range(hour, 0..=23, "hour")?;
    reader.literal(":")?;
    let minute = reader.number(2, 2, "04")?;
    reader.in_range(minute, 0..=59, "minute")?;
    reader.literal(":")?;
    let second = reader.number(2, 2, "05")?;
    reader.in_range(second, 0..=59, "second")?;
    reader.fraction();
    let offset = reader.zone()?;
    if !reader.rest.is_empty() {
        return Err(format!(
            "parsing time {}: extra text: {}",
            quote(text),
            quote(reader.rest)
        ));
    }
    reader.in_range(day, 1..=days_in_month(year, month), "day")?;
    let seconds = (day_of_date(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - offset * 60;
    let time = Timestamp {
        seconds,
        nanos: 0,
        offset: 0,
    };
    let text = time.to_string();
    Ok((text != "0001-01-01T00:00:00Z").then_some(text))
}

struct TimeReader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl TimeReader<'_> {
    fn number(&mut self, least: usize, most: usize, element: &str) -> Result<i64, String> {
        let digits = self
            .rest
            .bytes()
            .take(most)
            .take_while(u8::is_ascii_digit)
            .count();
        if digits < least {
            return Err(self.cannot(self.rest, element));
        }
        let (number, rest) = self.rest.split_at_checked(digits).unwrap_or_default();
        self.rest = rest;
        Ok(number.parse().unwrap_or_default())
    }

    fn literal(&mut self, literal: &str) -> Result<(), String> {
        match self.rest.strip_prefix(literal) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.cannot(self.rest, literal)),
        }
    }

    fn fraction(&mut self) {
        if let Some(rest) = self.rest.strip_prefix(['.', ','])
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            self.rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }

    /// Parses the offset of a zone to minutes east of UTC.
    fn zone(&mut self) -> Result<i64, String> {
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let fault = self.cannot(self.rest, "Z07:00");
        let Some((zone, rest)) = self.rest.split_at_checked(6) else {
            return Err(fault);
        };
        let sign = match zone.bytes().next() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return Err(fault),
        };
        let two = |start: usize| {
            zone.get(start..start + 2)
                .filter(|two| two.bytes().all(|b| b.is_ascii_digit()))
        };
        let (Some(hours), Some(":"), Some(minutes)) = (two(1), zone.get(3..4), two(4)) else {
            return Err(fault);
        };
        let number = |digits: &str| digits.parse::<i64>().unwrap_or_default();
        let (hours, minutes) = (number(hours), number(minutes));
        self.in_range(hours, 0..=24, "time zone offset hour")?;
        self.in_range(minutes, 0..=60, "time zone offset minute")?;
        self.rest = rest;
        Ok(sign * (hours * 60 + minutes))
    }

    fn in_range(&self, value: i64, range: RangeInclusive<i64>, what: &str) -> Result<(), String> {
        if range.contains(&value) {
            return Ok(());
        }
        Err(format!("parsing time {}: {what} out of range", quote(self.text)))
    }

    fn cannot(&self, value: &str, element: &str) -> String {
        format!(
            "parsing time {} as {}: cannot parse {} as {}",
            quote(self.text),
            quote(LAYOUT),
            quote(value),
            quote(element)
        )
    }
}

/// Quotes a text like `quote` of Go's package `time`, which unlike `strconv.Quote` escapes each byte that is
/// not printable ASCII.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'\x7f' => quoted.push(char::from(byte)),
            byte => quoted.push_str(&format!("\\x{byte:02x}")),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_as_go_does() {
        let cases = [
            ("2020-01-01T00:00:00+01:00", Ok(Some("2019-12-31T23:00:00Z"))),
            ("2020-02-29T1:02:03.456Z", Ok(Some("2020-02-29T01:02:03Z"))),
            ("0001-01-01T00:00:00Z", Ok(None)),
            (
                "2020-13-01T00:00:00Z",
                Err("parsing time \"2020-13-01T00:00:00Z\": month out of range"),
            ),
            (
                "2021-02-29T00:00:00Z",
                Err("parsing time \"2021-02-29T00:00:00Z\": day out of range"),
            ),
            (
                "2020-01-01T00:00:00Zx",
                Err("parsing time \"2020-01-01T00:00:00Zx\": extra text: \"x\""),
            ),
            (
                "2020-01-01",
                Err(
                    "parsing time \"2020-01-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"T\"",
                ),
            ),
        ];
        for (text, expected) in cases {
            let expected = expected
                .map(|time| time.map(str::to_owned))
                .map_err(str::to_owned);
            assert_eq!(normalize(text), expected, "{text}");
        }
    }
}
