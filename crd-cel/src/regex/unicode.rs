//! The tables of Go's package `unicode`: the names that Go accepts inside `\p{…}`, with their characters, and simple case folding.
//!
//! Go's version of Unicode is not that of Rust's crates. The text `unicode.txt` is generated from Go's own tables; its first line is a
//! comment, and each other one has a name in canonical form:
//!
//! ```text
//! Lu 41-5A C0-D6 100-136/2      ranges of code points; of the last one, every second
//! Digit =Nd                     another name
//! fold 41-5A+20                 each of the range equals, but for its case, the one that is 0x20 after it
//! ```

#[cfg(feature = "matches")]
use std::sync::OnceLock;

#[cfg(feature = "matches")]
use super::code_points::CodePoints;

const TABLES: &str = include_str!("unicode.txt");

/// A group of characters that `\p{…}` can name.
pub(super) enum Group {
    Any,
    Ascii,
    Assigned,
    /// The code points of a line of the tables.
    Table(&'static str),
}

/// Looks up `name` as Go does: ignoring case, spaces, underscores and hyphens.
pub(super) fn group(name: &str) -> Option<Group> {
    Some(match canonical(name).as_str() {
        "Any" => Group::Any,
        "Ascii" => Group::Ascii,
        "Assigned" => Group::Assigned,
        name => Group::Table(table(name)?),
    })
}

/// Returns the code points of a name in canonical form.
pub(super) fn table(name: &str) -> Option<&'static str> {
    let mut lines = TABLES.lines().skip(1);
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    match line.strip_prefix('=') {
        Some(name) => table(name),
        None => Some(line),
    }
}

/// Upper case for the first letter only.
fn canonical(name: &str) -> String {
    let mut canonical = String::with_capacity(name.len());
    for char in name.chars() {
        if matches!(char, '_' | '-' | ' ') {
            continue;
        }
        let first = canonical.is_empty();
        canonical.push(if first {
            char.to_ascii_uppercase()
        } else {
            char.to_ascii_lowercase()
        });
    }
    canonical
}

/// Returns the ranges of a line of the tables.
#[cfg(feature = "matches")]
pub(super) fn ranges(table: &str) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    for range in table.split(' ').filter_map(Range::parse) {
        match range.stride {
            1 => ranges.push((range.low, range.high)),
            _ => ranges.extend(range.code_points().map(|code_point| (code_point, code_point))),
        }
    }
    ranges
}

/// Adds the code points that differ from one of the set in case only.
#[cfg(feature = "matches")]
pub(super) fn fold(points: &CodePoints) -> CodePoints {
    // The others are paired with the least one of a set of equal code points.
    let with_least = paired(points, |low, delta| (low + delta, low));
    paired(&with_least, |low, delta| (low, low + delta))
}

/// Adds the second code point of each pair with a first one in the set.
#[cfg(feature = "matches")]
fn paired(points: &CodePoints, pair: fn(u32, u32) -> (u32, u32)) -> CodePoints {
    let mut ranges = points.ranges().to_vec();
    for (range, delta) in folds() {
        if points.meets(pair(range.low, *delta).0, pair(range.high, *delta).0) {
            let pairs = range.code_points().map(|low| pair(low, *delta));
            ranges.extend(
                pairs
                    .filter(|(from, _)| points.contains(*from))
                    .map(|(_, to)| (to, to)),
            );
        }
    }
    CodePoints::new(ranges)
}

/// The ranges of code points that are paired with those at a distance after them.
#[cfg(feature = "matches")]
fn folds() -> &'static [(Range, u32)] {
    static FOLDS: OnceLock<Vec<(Range, u32)>> = OnceLock::new();
    FOLDS.get_or_init(|| {
        let fold = |text: &str| {
            let (range, delta) = text.split_once('+')?;
            Some((Range::parse(range)?, u32::from_str_radix(delta, 16).ok()?))
        };
        table("fold")
            .unwrap_or_default()
            .split(' ')
            .filter_map(fold)
            .collect()
    })
}

/// Code points from the first to the last, at a distance from each other.
#[cfg(feature = "matches")]
struct Range {
    low: u32,
    high: u32,
    stride: u32,
}

#[cfg(feature = "matches")]
impl Range {
    /// Parses `41`, `41-5A` or `100-136/2`.
    fn parse(text: &str) -> Option<Range> {
        let (range, stride) = text.split_once('/').unwrap_or((text, "1"));
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        Some(Range {
            low: u32::from_str_radix(low, 16).ok()?,
            high: u32::from_str_radix(high, 16).ok()?,
            stride: stride.parse().ok()?,
        })
    }

    fn code_points(&self) -> impl Iterator<Item = u32> {
        (self.low..=self.high).step_by(self.stride as usize)
    }
}
