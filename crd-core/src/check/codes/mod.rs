//! The table of codes, and a constant for each (`ITEMS_REQUIRED` is `CRD0213`, `items-required`): every code with its
//! slug, its title, its severity, and the wording of each rule of the API server that it stands for.
//!
//! Blocks: 00 input · 01 names, scope, versions, subresources, columns, metadata · 02 structural ·
//! 03 value validations, defaults, list and map types · 04 CEL, its cost from 0451 · 05 objects · 06 conversion and
//! update · 07 compatibility · 08 lints · 09 derive · 10 conventions. Codes are only ever added.
//!
//! ```
//! use crd_core::check::codes;
//!
//! let entry = codes::entry(codes::ITEMS_REQUIRED).unwrap();
//! assert_eq!((entry.code.to_string().as_str(), entry.slug), ("CRD0213", "items-required"));
//! ```

mod cel;
mod compat;
mod conventions;
mod conversion;
mod derive;
mod entry;
mod input;
mod lints;
mod names;
mod objects;
#[cfg(feature = "docs")]
mod pages;
mod structural;
mod values;

use std::fmt;

use crate::model::rules::RuleId;
pub use entry::{Code, CodeEntry, Severity, Wording};

pub use self::cel::constants::*;
pub use self::compat::constants::*;
pub use self::conventions::constants::*;
pub use self::conversion::constants::*;
pub use self::derive::constants::*;
pub use self::input::constants::*;
pub use self::lints::constants::*;
pub use self::names::constants::*;
pub use self::objects::constants::*;
pub use self::structural::constants::*;
pub use self::values::constants::*;

const BLOCKS: [&[CodeEntry]; 11] = [
    input::CODES,
    names::CODES,
    structural::CODES,
    values::CODES,
    cel::CODES,
    objects::CODES,
    conversion::CODES,
    compat::CODES,
    lints::CODES,
    derive::CODES,
    conventions::CODES,
];

/// Returns all codes, in order.
pub fn all() -> impl Iterator<Item = &'static CodeEntry> {
    BLOCKS.into_iter().flatten()
}

/// Returns the entry of a code.
pub fn entry(code: Code) -> Option<&'static CodeEntry> {
    let block = BLOCKS
        .into_iter()
        .find(|block| block.last().is_some_and(|last| code <= last.code))?;
    let place = block.binary_search_by_key(&code, |entry| entry.code).ok()?;
    block.get(place)
}

/// Finds the entry of a code with four digits (`CRD0213`, `crd0213`, `0213`) or of a slug (`items-required`).
pub fn find(name: &str) -> Option<&'static CodeEntry> {
    match digits(name) {
        Some(digits) if digits.len() == DIGITS => entry(Code(digits.parse().ok()?)),
        Some(_) => None,
        None => all().find(|entry| entry.slug == name),
    }
}

/// The number of digits of a code.
const DIGITS: usize = 4;

/// Returns the digits of a code, of which there may be too few or too many.
fn digits(name: &str) -> Option<&str> {
    let digits = name
        .get(..3)
        .filter(|prefix| prefix.eq_ignore_ascii_case("crd"))
        .map_or(name, |_| name.get(3..).unwrap_or_default());
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Returns the codes that are meant by one without four digits: that with the same number, and those that begin with the digits. They
/// are at most three.
pub(super) fn with_digits(name: &str) -> Vec<&'static CodeEntry> {
    let Some(digits) = digits(name).filter(|digits| digits.len() != DIGITS) else {
        return Vec::new();
    };
    let number = digits.parse().ok();
    let same = all().filter(|entry| Some(entry.code.0) == number);
    let longer = all().filter(|entry| {
        entry
            .code
            .to_string()
            .trim_start_matches("CRD")
            .starts_with(digits)
    });
    same.chain(longer).take(3).collect()
}

/// Returns the code and the wording of a rule.
pub fn of_rule(rule: RuleId) -> Option<(&'static CodeEntry, &'static Wording)> {
    all().find_map(|entry| {
        let wording = entry.rules.iter().find(|wording| wording.rule == rule)?;
        Some((entry, wording))
    })
}

/// Finds the entry of a code or a slug, as [`find`] does.
///
/// # Errors
/// If there is none.
pub fn named(name: &str) -> Result<&'static CodeEntry, UnknownCode> {
    find(name).ok_or_else(|| UnknownCode {
        name: name.to_owned(),
        nearest: nearest(name),
    })
}

/// A name that is neither a code nor a slug.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnknownCode {
    /// The name.
    pub name: String,
    /// The entry with the most similar slug.
    pub nearest: Option<&'static CodeEntry>,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        if find(name).is_some() {
            return write!(f, "`{name}` is no lint");
        }
        write!(f, "unknown code `{name}`")
    }
}

impl std::error::Error for UnknownCode {}

/// Returns the entry with the most similar slug.
pub fn nearest(name: &str) -> Option<&'static CodeEntry> {
    let limit = name.chars().count() / 3 + 1;
    let slug = crd_cel::nearest_within(name, all().map(|entry| entry.slug), limit)?;
    all().find(|entry| entry.slug == slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_slugs_and_rules_are_unique_and_in_order() {
        let codes: Vec<u16> = all().map(|entry| entry.code.0).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
        let slugs: BTreeSet<&str> = all().map(|entry| entry.slug).collect();
        assert_eq!(slugs.len(), codes.len());
        assert_eq!(ITEMS_REQUIRED, Code(213));
        let rules: Vec<RuleId> = all().flat_map(|entry| entry.rules).map(|w| w.rule).collect();
        let unique: BTreeSet<RuleId> = rules.iter().copied().collect();
        assert_eq!(unique.len(), rules.len());
    }

    #[test]
    fn messages_follow_the_style() {
        for entry in all() {
            let ways = entry
                .rules
                .iter()
                .flat_map(|w| [w.message, w.label].into_iter().chain(w.help.iter().copied()));
            for text in ways.chain([entry.title]).filter(|text| !text.is_empty()) {
                let mut letters = text.chars();
                let capital = letters.next().is_some_and(char::is_uppercase)
                    && letters.next().is_some_and(char::is_lowercase);
                assert!(!capital && !text.ends_with('.'), "{}: {text}", entry.code);
                assert_eq!(text.matches('`').count() % 2, 0, "{}: {text}", entry.code);
            }
        }
    }

    #[test]
    fn found_by_code_and_by_slug() {
        for name in ["CRD0213", "crd0213", "0213", "items-required"] {
            assert_eq!(find(name).map(|entry| entry.code), Some(Code(213)), "{name}");
        }
        for (name, meant) in [
            ("CRD12", "CRD0012"),
            ("CRD08", "CRD0008 CRD0801 CRD0802"),
            ("crd080", "CRD0801 CRD0802 CRD0803"),
            ("213", "CRD0213"),
            ("CRD00213", "CRD0213"),
            ("CRD99", ""),
        ] {
            assert!(find(name).is_none(), "{name}");
            let found: Vec<String> = with_digits(name)
                .iter()
                .map(|entry| entry.code.to_string())
                .collect();
            assert_eq!(found.join(" "), meant, "{name}");
        }
        assert!(find("items-requird").is_none());
        assert_eq!(
            nearest("items-requird").map(|entry| entry.slug),
            Some("items-required")
        );
        assert!(nearest("frobnicate").is_none());
        assert!(find("é").is_none());
    }
}
