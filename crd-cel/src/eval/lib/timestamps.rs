//! Parts of timestamps, in UTC or in a time zone.

use std::num::IntErrorKind;

use jiff::tz::TimeZone;

use crate::eval::value::Value;
use crate::go::Timestamp;
use crate::go::calendar::{date_of_day, day_of_date};
use crate::go::fmt::without_arguments;

/// A part of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimestampPart {
    Date,
    DayOfMonth,
    DayOfWeek,
    DayOfYear,
    FullYear,
    Hours,
    Milliseconds,
    Minutes,
    Month,
    Seconds,
}

/// The last server that mistakes the error of a zone for a format string.
const REFORMATTED_UNTIL: u8 = 32;

/// Returns a part in the zone: UTC if there is none.
pub(crate) fn part<'a>(
    timestamp: &Timestamp,
    part: TimestampPart,
    zone: Option<&str>,
    server: u8,
) -> Value<'a> {
    let offset = match zone.map(|zone| offset(timestamp, zone)) {
        None => 0,
        Some(Ok(offset)) => offset,
        Some(Err(text)) if server <= REFORMATTED_UNTIL => return Value::error(without_arguments(&text)),
        Some(Err(text)) => return Value::error(text),
    };
    let local = timestamp.seconds + offset;
    let days = local.div_euclid(86_400);
    let clock = local.rem_euclid(86_400);
    let (year, month, day) = date_of_day(days);
    Value::Int(match part {
        TimestampPart::Date => day,
        TimestampPart::DayOfMonth => day - 1,
        // 1970-01-01 was a Thursday.
        TimestampPart::DayOfWeek => (days + 4).rem_euclid(7),
        TimestampPart::DayOfYear => days - day_of_date(year, 1, 1),
        TimestampPart::FullYear => year,
        TimestampPart::Hours => clock / 3600,
        TimestampPart::Milliseconds => i64::from(timestamp.nanos / 1_000_000),
        TimestampPart::Minutes => clock / 60 % 60,
        TimestampPart::Month => month - 1,
        TimestampPart::Seconds => clock % 60,
    })
}

/// Returns the offset in seconds east of UTC: `+05:30`, or that of a name of the IANA database at this time.
fn offset(timestamp: &Timestamp, zone: &str) -> Result<i64, String> {
    let Some((hours, minutes)) = zone.split_once(':') else {
        if matches!(zone, "" | "UTC" | "Local") {
            return Ok(0);
        }
        if zone.starts_with(['/', '\\']) || zone.contains("..") {
            return Err("time: invalid location name".to_owned());
        }
        if zone.contains('\0') {
            return Err("invalid argument".to_owned());
        }
        let found = match named(zone) {
            Some(found) => found,
            None => at_path(zone)?,
        };
        // jiff ends a day before year 10000, when no rule of any zone changes.
        let latest = jiff::Timestamp::MAX.as_second();
        let at =
            jiff::Timestamp::from_second(timestamp.seconds.min(latest)).map_err(|error| error.to_string())?;
        return Ok(found.to_offset(at).seconds().into());
    };
    let (hours_east, minutes) = (atoi(hours)?, atoi(minutes)?);
    let hours_east = hours_east.wrapping_mul(60);
    let total = if zone.starts_with('-') {
        hours_east.wrapping_sub(minutes)
    } else {
        hours_east.wrapping_add(minutes)
    };
    // Go counts in nanoseconds, which overflow.
    Ok(total.wrapping_mul(60_000_000_000) / 1_000_000_000)
}

/// Returns the zone with a name.
fn named(name: &str) -> Option<TimeZone> {
    let found = TimeZone::get(name).ok()?;
    // jiff ignores the case of names.
    (found.iana_name() == Some(name)).then_some(found)
}

/// The folders of the IANA database, in order.
const FOLDERS: &[&str] = &[
    "Africa",
    "America",
    "America/Argentina",
    "America/Indiana",
    "America/Kentucky",
    "America/North_Dakota",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Brazil",
    "Canada",
    "Chile",
    "Etc",
    "Europe",
    "Indian",
    "Mexico",
    "Pacific",
    "US",
];

/// The maximum length of a file name on Linux, in bytes.
const LONGEST_NAME: usize = 255;
/// The maximum length of a path on Linux in bytes, without `/usr/share/zoneinfo/`.
const LONGEST_PATH: usize = 4095 - 20;

/// Returns the zone at a path in the zone folder, since Go treats names as paths: `Europe//Paris` and `./UTC`
/// are zones, too, and `Europe` is a folder.
fn at_path(name: &str) -> Result<TimeZone, String> {
    let mut path = String::new();
    let mut found = None;
    for part in name.split('/') {
        if found.is_some() {
            return Err("not a directory".to_owned());
        }
        if name.len() > LONGEST_PATH || part.len() > LONGEST_NAME {
            return Err("file name too long".to_owned());
        }
        if matches!(part, "" | ".") {
            continue;
        }
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part);
        if FOLDERS.binary_search(&path.as_str()).is_err() {
            let zone = named(&path).ok_or_else(|| format!("unknown time zone {name}"))?;
            found = Some(zone);
        }
    }
    found.ok_or_else(|| "is a directory".to_owned())
}

/// Implements Go's `strconv.Atoi`: excess digits are detected before invalid ones.
fn atoi(text: &str) -> Result<i64, String> {
    let plain = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let is_whole = digits == plain.len() && digits > 0;
    let is_too_large = plain.get(..digits).is_some_and(|digits| {
        let found = digits.parse::<u64>();
        found.is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow)
    });
    let problem = match text.parse() {
        Ok(number) if is_whole => return Ok(number),
        _ if is_whole || is_too_large => "value out of range",
        _ => "invalid syntax",
    };
    Err(format!(
        "strconv.Atoi: parsing {}: {problem}",
        crate::go::quote(text)
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::FOLDERS;

    #[test]
    fn folders_are_those_of_the_database() {
        let names: Vec<String> = jiff::tz::db()
            .available()
            .map(|name| name.as_str().to_owned())
            .collect();
        let folders = names.iter().flat_map(|name| {
            let slashes = name.match_indices('/');
            slashes.filter_map(|(at, _)| name.get(..at))
        });
        let folders: BTreeSet<&str> = folders.collect();
        assert_eq!(folders.into_iter().collect::<Vec<_>>(), FOLDERS);
    }
}
