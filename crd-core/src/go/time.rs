//! Times in metadata: Go's RFC 3339, to the second, in UTC.

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// Reads a time and writes it as the server does, or says what Go says. The zero time is `None`.
pub(crate) fn normalize(text: &str) -> Result<Option<String>, String> {
    let mut reader = Reader { text, rest: text };
    let year = reader.number(4, 4, "2006")?;
    reader.literal("-")?;
    let month = reader.number(2, 2, "01")?;
    reader.in_range((1..=12).contains(&month), "month")?;
    reader.literal("-")?;
    let day = reader.number(2, 2, "02")?;
    reader.literal("T")?;
    let hour = reader.number(1, 2, "15")?;
    reader.in_range(hour < 24, "hour")?;
    reader.literal(":")?;
    let minute = reader.number(2, 2, "04")?;
    reader.in_range(minute < 60, "minute")?;
    reader.literal(":")?;
    let second = reader.number(2, 2, "05")?;
    reader.in_range(second < 60, "second")?;
    reader.fraction();
    let offset = reader.zone()?;
    if !reader.rest.is_empty() {
        return Err(format!(
            "parsing time {}: extra text: {}",
            quote(text),
            quote(reader.rest)
        ));
    }
    reader.in_range((1..=days_in(year, month)).contains(&day), "day")?;
    let seconds =
        days_from_epoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset * 60;
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let text = format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        time / 3600,
        time / 60 % 60,
        time % 60
    );
    Ok((text != "0001-01-01T00:00:00Z").then_some(text))
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
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

    /// Minutes east of UTC.
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
        self.in_range(hours <= 24, "time zone offset hour")?;
        self.in_range(minutes <= 60, "time zone offset minute")?;
        self.rest = rest;
        Ok(sign * (hours * 60 + minutes))
    }

    fn in_range(&self, inside: bool, what: &str) -> Result<(), String> {
        if inside {
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

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar; years start in March to put leap days last.
fn days_from_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + days.div_euclid(146_097) * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

/// A string as Go's `time` package quotes it: byte by byte where it is not plain ASCII.
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
