//! The table of codes, and a constant for each (`ITEMS_REQUIRED` is `CRD0213`, `items-required`): every code with its slug, its
//! title, how bad it is, and how each rule of the API server that it stands for is worded.
//!
//! Blocks: 00 input · 01 names, scope, versions, subresources, columns, metadata · 02 structural ·
//! 03 value validations, defaults, list and map types · 04 CEL, its cost from 0451 · 05 objects · 06 conversion and
//! update · 07 compatibility · 08 lints · 09 derive. Codes are only ever added.

mod cel;
mod conversion;
mod derive;
mod input;
mod lints;
mod names;
mod objects;
mod structural;
mod values;

use std::fmt;

use crate::model::rules::RuleId;

/// A stable code such as `CRD0213`. This module has a constant for each, and lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

impl Code {
    /// The number: 213 for `CRD0213`. The hundreds are the block of the table.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CRD{:04}", self.0)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Accepted by the server, but harmful.
    Warning,
    /// Refused by the server.
    Error,
}

/// A code and all that is known of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CodeEntry {
    /// The code.
    pub code: Code,
    /// Its name in words; wherever a code is asked for, the slug will do.
    pub slug: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// How bad it is unless the user says otherwise.
    pub severity: Severity,
    /// The version of crd-gen that first reported it.
    pub since: &'static str,
    /// The rules of the API server behind it, each with its words. Empty for what only this tool reports.
    pub rules: &'static [Wording],
    /// The page that explains it, in Markdown.
    #[cfg(feature = "docs")]
    pub page: &'static str,
}

/// How a rule is worded. `{name}` is replaced by the last step of the field, `{parent}` for the step before,
/// `{value}` for the bad value, `{detail}` for the server's own
/// detail, and `{factor}` for how often a budget is exceeded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Wording {
    /// The rule's ID.
    pub rule: RuleId,
    /// What is wrong.
    pub message: &'static str,
    /// What to say at the place.
    pub label: &'static str,
    /// What to do.
    pub help: &'static [&'static str],
}

macro_rules! codes {
    ($($slug:literal $name:ident = $code:ident $severity:ident: $title:literal;
        $($rule:ident => $message:literal, $label:literal $(, $help:literal)*;)*
    )*) => {
        /// The constants of this block.
        pub(super) mod constants {
            use crate::check::codes::{Code, number};

            $(
                #[doc = concat!("`", stringify!($code), "`: ", $title, ".")]
                pub const $name: Code = Code(number(stringify!($code)));
            )*
        }

        /// The codes of this block.
        pub(super) static CODES: &[super::CodeEntry] = &[$(super::CodeEntry {
            code: constants::$name,
            slug: $slug,
            title: $title,
            severity: super::Severity::$severity,
            since: "0.1.0",
            rules: &[$(super::Wording {
                rule: crate::model::rules::$rule,
                message: $message,
                label: $label,
                help: &[$($help),*],
            }),*],
            #[cfg(feature = "docs")]
            page: include_str!(concat!("pages/", stringify!($code), ".md")),
        }),*];
    };
}
use codes;

pub use self::cel::constants::*;
pub use self::conversion::constants::*;
pub use self::derive::constants::*;
pub use self::input::constants::*;
pub use self::lints::constants::*;
pub use self::names::constants::*;
pub use self::objects::constants::*;
pub use self::structural::constants::*;
pub use self::values::constants::*;

/// The number in `CRD0213`.
const fn number(code: &str) -> u16 {
    let digits = code.as_bytes();
    let mut number = 0;
    let mut at = "CRD".len();
    while at < digits.len() {
        number = number * 10 + (digits[at] - b'0') as u16;
        at += 1;
    }
    number
}

const BLOCKS: [&[CodeEntry]; 9] = [
    input::CODES,
    names::CODES,
    structural::CODES,
    values::CODES,
    cel::CODES,
    objects::CODES,
    conversion::CODES,
    lints::CODES,
    derive::CODES,
];

/// All codes, in order.
pub fn all() -> impl Iterator<Item = &'static CodeEntry> {
    BLOCKS.into_iter().flatten()
}

/// The entry of a code.
pub fn entry(code: Code) -> Option<&'static CodeEntry> {
    all().find(|entry| entry.code == code)
}

/// The entry named by a code (`CRD0213`, `crd213`, `0213`) or by a slug (`items-required`).
pub fn find(name: &str) -> Option<&'static CodeEntry> {
    let digits = name
        .get(..3)
        .filter(|prefix| prefix.eq_ignore_ascii_case("crd"))
        .map_or(name, |_| name.get(3..).unwrap_or_default());
    match digits.parse::<u16>() {
        Ok(number) => entry(Code(number)),
        Err(_) => all().find(|entry| entry.slug == name),
    }
}

/// The code and the words of a rule.
pub fn of_rule(rule: RuleId) -> Option<(&'static CodeEntry, &'static Wording)> {
    all().find_map(|entry| {
        let wording = entry.rules.iter().find(|wording| wording.rule == rule)?;
        Some((entry, wording))
    })
}

/// The entry named by a code or a slug, as [`find`] reads them.
///
/// # Errors
/// When there is none.
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
    /// The entry that was probably meant.
    pub nearest: Option<&'static CodeEntry>,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no code `{}`", self.name)
    }
}

impl std::error::Error for UnknownCode {}

/// The entry whose slug was probably meant.
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
        for name in ["CRD0213", "crd0213", "0213", "213", "items-required"] {
            assert_eq!(find(name).map(|entry| entry.code), Some(Code(213)), "{name}");
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
