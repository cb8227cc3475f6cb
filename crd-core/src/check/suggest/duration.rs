//! Durations that are written with their units where a number is expected: `4h` for `durationMinutes`.

/// The units of time: their names, and their length in milliseconds.
const UNITS: [(&str, &[&str], i64); 5] = [
    (
        "milliseconds",
        &["ms", "millis", "millisecond", "milliseconds"],
        1,
    ),
    ("seconds", &["s", "sec", "secs", "second", "seconds"], 1_000),
    ("minutes", &["m", "min", "mins", "minute", "minutes"], 60_000),
    ("hours", &["h", "hr", "hrs", "hour", "hours"], 3_600_000),
    ("days", &["d", "day", "days"], 86_400_000),
];

/// Minimum number of characters of a unit in the name of a field: `min` and `m` may stand for something else there.
const SHORTEST_IN_NAME: usize = 4;

/// Returns a duration in milliseconds: that of `2h30m`, `4 hours` or `90s`.
pub(super) fn milliseconds(text: &str) -> Option<i64> {
    let mut rest = text.trim();
    let mut sum: i64 = 0;
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let behind = behind.trim_start();
        let end = behind
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(behind.len());
        let (unit, next) = behind.split_at(end);
        let unit = unit.to_ascii_lowercase();
        let (.., length) = UNITS.iter().find(|(_, names, _)| names.contains(&&*unit))?;
        sum = sum.checked_add(number.parse::<i64>().ok()?.checked_mul(*length)?)?;
        rest = next.trim_start();
    }
    (sum > 0).then_some(sum)
}

/// Returns the unit that the name of a field ends with, and its length in milliseconds: minutes for `durationMinutes`.
pub(super) fn unit_of_field(name: &str) -> Option<(&'static str, i64)> {
    let start = name.rfind(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
    let word = name.get(start..)?.rsplit(['_', '-']).next()?.to_ascii_lowercase();
    let is_unit = |names: &[&str]| {
        (word.len() >= SHORTEST_IN_NAME || word == "ms" && start > 0) && names.contains(&&*word)
    };
    let found = UNITS.iter().find(|(_, names, _)| is_unit(names));
    found.map(|(unit, _, length)| (*unit, *length))
}
