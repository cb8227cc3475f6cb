//! The tables of Go's package `unicode`, whose version of Unicode is not that of Rust's standard library or of its crates.
//!
//! The text `unicode.txt` is generated from Go's own tables. Its first line is a comment, and each other one has a name:
//!
//! ```text
//! Lu 41-5A C0-D6 100-136/2      a category or script: ranges of code points; of the last one, every second
//! Digit =Nd                     another name of a category
//! lower 41-5A>61 100-12E/2>101  ranges of code points, and what the first one of each is mapped to; the distance is that of all
//! fold 41-5A>61                 likewise, the least of all code points that are equal but for their case, and each other one
//! ```

use std::sync::OnceLock;

use crate::code_points::CodePoints;

const TABLES: &str = include_str!("unicode.txt");

/// Returns the line of a name in canonical form: upper case for the first letter only.
pub(crate) fn table(name: &str) -> Option<&'static str> {
    let mut lines = TABLES.lines().skip(1);
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    match line.strip_prefix('=') {
        Some(name) => table(name),
        None => Some(line),
    }
}

/// Returns the ranges of a category or script.
pub(crate) fn ranges(table: &str) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    for range in table.split(' ').filter_map(CodePointRange::parse) {
        match range.stride {
            1 => ranges.push((range.low, range.high)),
            _ => ranges.extend(range.code_points().map(|code_point| (code_point, code_point))),
        }
    }
    ranges
}

/// Whether a character has a category: `unicode.IsLetter` for `L`, `unicode.IsDigit` for `Nd`.
fn is_in(category: &str, char: char) -> bool {
    let ranges = table(category).unwrap_or_default().split(' ');
    ranges
        .filter_map(CodePointRange::parse)
        .any(|range| range.contains(u32::from(char)))
}

/// Checks whether `unicode.IsLetter` accepts a character.
pub fn is_letter(char: char) -> bool {
    if char.is_ascii() {
        char.is_ascii_alphabetic()
    } else {
        is_in("L", char)
    }
}

/// Checks whether `unicode.IsDigit` accepts a character.
pub fn is_digit(char: char) -> bool {
    if char.is_ascii() {
        char.is_ascii_digit()
    } else {
        is_in("Nd", char)
    }
}

/// Checks whether `unicode.IsPrint` accepts a character: letters, marks, numbers, punctuation, symbols and the ASCII space.
pub fn is_print(char: char) -> bool {
    static PRINTED: OnceLock<CodePoints> = OnceLock::new();
    if char.is_ascii() {
        return matches!(char, ' '..='~');
    }
    let printed = || {
        let tables = ["L", "M", "N", "P", "S"].into_iter().filter_map(table);
        CodePoints::new(tables.flat_map(ranges).collect())
    };
    PRINTED.get_or_init(printed).contains(u32::from(char))
}

/// Converts a text as `strings.ToLower`: one character for each, wherever it is.
pub fn to_lower(text: &str) -> String {
    text.chars().map(lower).collect()
}

/// Converts a character as `unicode.ToLower`.
pub fn lower(char: char) -> char {
    mapped("lower", char)
}

/// Converts a character as `unicode.ToUpper`.
pub fn upper(char: char) -> char {
    mapped("upper", char)
}

fn mapped(table_name: &str, char: char) -> char {
    if char.is_ascii() {
        let is_lower = table_name == "lower";
        return if is_lower {
            char.to_ascii_lowercase()
        } else {
            char.to_ascii_uppercase()
        };
    }
    let mappings = table(table_name).unwrap_or_default().split(' ');
    let mapping = mappings
        .filter_map(CaseMapping::parse)
        .find(|mapping| mapping.range.contains(u32::from(char)));
    let target = mapping.map(|mapping| mapping.target(u32::from(char)));
    target.and_then(char::from_u32).unwrap_or(char)
}

/// Adds the code points that differ from one of the set in case only.
#[cfg(feature = "matches")]
pub(crate) fn fold(points: &CodePoints) -> CodePoints {
    static FOLDS: OnceLock<Vec<CaseMapping>> = OnceLock::new();
    let folds = FOLDS.get_or_init(|| {
        let folds = table("fold").unwrap_or_default().split(' ');
        folds.filter_map(CaseMapping::parse).collect()
    });
    // The others are paired with the least one of a set of equal code points.
    let mut points = points.clone();
    for to_least in [true, false] {
        let mut ranges = points.ranges().to_vec();
        for fold in folds {
            let pair = |least| {
                if to_least {
                    (fold.target(least), least)
                } else {
                    (least, fold.target(least))
                }
            };
            if points.meets(pair(fold.range.low).0, pair(fold.range.high).0) {
                let pairs = fold.range.code_points().map(pair);
                ranges.extend(
                    pairs
                        .filter(|(from, _)| points.contains(*from))
                        .map(|(_, to)| (to, to)),
                );
            }
        }
        points = CodePoints::new(ranges);
    }
    points
}

/// Code points from the first to the last, at a distance from each other.
struct CodePointRange {
    low: u32,
    high: u32,
    stride: u32,
}

impl CodePointRange {
    /// Parses `41`, `41-5A` or `100-136/2`.
    fn parse(text: &str) -> Option<CodePointRange> {
        let (range, stride) = text.split_once('/').unwrap_or((text, "1"));
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        Some(CodePointRange {
            low: u32::from_str_radix(low, 16).ok()?,
            high: u32::from_str_radix(high, 16).ok()?,
            stride: stride.parse().ok()?,
        })
    }

    fn code_points(&self) -> impl Iterator<Item = u32> {
        (self.low..=self.high).step_by(self.stride as usize)
    }

    fn contains(&self, code_point: u32) -> bool {
        (self.low..=self.high).contains(&code_point) && (code_point - self.low).is_multiple_of(self.stride)
    }
}

/// A range of code points, each of which is mapped to the one at a distance from it.
struct CaseMapping {
    range: CodePointRange,
    /// What the first one is mapped to.
    target: u32,
}

impl CaseMapping {
    /// Parses `41-5A>61`.
    fn parse(text: &str) -> Option<CaseMapping> {
        let (range, target) = text.split_once('>')?;
        Some(CaseMapping {
            range: CodePointRange::parse(range)?,
            target: u32::from_str_radix(target, 16).ok()?,
        })
    }

    fn target(&self, code_point: u32) -> u32 {
        self.target + (code_point - self.range.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_and_cases_are_those_of_go() {
        for (char, printed, letter, digit) in [
            ('a', true, true, false),
            (' ', true, false, false),
            ('\u{7F}', false, false, false),
            ('\u{A0}', false, false, false),
            ('\u{AD}', false, false, false),
            ('ª', true, true, false),
            // A mark that is alphabetic, and one that is not.
            ('\u{93E}', true, false, false),
            ('\u{1BE6}', true, false, false),
            ('Ⅷ', true, false, false),
            ('٣', true, false, true),
            ('²', true, false, false),
            ('☃', true, false, false),
            ('\u{378}', false, false, false),
            // Characters of Unicode 16.
            ('\u{1C89}', false, false, false),
            ('\u{1CCF0}', false, false, false),
        ] {
            let found = (is_print(char), is_letter(char), is_digit(char));
            assert_eq!(found, (printed, letter, digit), "{char:?}");
        }
        assert_eq!(to_lower("ΑΣ İK ẞ ǅ \u{1C89}"), "ασ ik ß ǆ \u{1C89}");
        assert_eq!(
            (upper('ß'), upper('ÿ'), upper('ı'), upper('ǅ')),
            ('ß', 'Ÿ', 'I', 'Ǆ')
        );
    }
}
