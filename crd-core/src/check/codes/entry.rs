//! An entry of the table of codes, and the macro that writes a block of them.

use std::fmt;

use crate::model::rules::RuleId;

/// A stable code such as `CRD0213`. The module has a constant for each code, and a list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub(super) u16);

impl Code {
    /// Returns the number: 213 for `CRD0213`. The hundreds are the block of the table.
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

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information.
    Note,
    /// Accepted by the server, but harmful.
    Warning,
    /// Refused by the server.
    Error,
}

/// A code with its documentation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CodeEntry {
    /// The code.
    pub code: Code,
    /// Its name in words; accepted wherever a code is.
    pub slug: &'static str,
    /// A short description of the error.
    pub title: &'static str,
    /// The default severity.
    pub severity: Severity,
    /// The version of crd-gen that first reported it.
    pub since: &'static str,
    /// The rules of the API server behind it, each with its wording. Empty for findings that only this tool reports.
    pub rules: &'static [Wording],
}

/// The wording of a rule. `{name}` is replaced by the last step of the field, `{parent}` by the step before, `{value}`
/// by the invalid value, `{detail}` by the server's own detail, and `{factor}` by the factor by which a budget is
/// exceeded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Wording {
    /// The rule's ID.
    pub rule: RuleId,
    /// The message.
    pub message: &'static str,
    /// The label at the place.
    pub label: &'static str,
    /// Suggestions for a fix.
    pub help: &'static [&'static str],
}

macro_rules! codes {
    ($($slug:literal $name:ident = $code:ident $severity:ident: $title:literal;
        $($rule:ident => $message:literal, $label:literal $(, $help:literal)*;)*
    )*) => {
        /// The constants of this block.
        pub(super) mod constants {
            use crate::check::codes::entry::{Code, number};

            $(
                #[doc = concat!("`", stringify!($code), "`: ", $title, ".")]
                pub const $name: Code = Code(number(stringify!($code)));
            )*
        }

        /// The codes of this block.
        pub(super) static CODES: &[crate::check::codes::entry::CodeEntry] = &[$(crate::check::codes::entry::CodeEntry {
            code: constants::$name,
            slug: $slug,
            title: $title,
            severity: crate::check::codes::entry::Severity::$severity,
            since: "0.1.0",
            rules: &[$(crate::check::codes::entry::Wording {
                rule: crate::model::rules::$rule,
                message: $message,
                label: $label,
                help: &[$($help),*],
            }),*],
        }),*];
    };
}

/// Returns the number in `CRD0213`.
pub(super) const fn number(code: &str) -> u16 {
    let digits = code.as_bytes();
    let mut number = 0;
    let mut at = "CRD".len();
    while at < digits.len() {
        number = number * 10 + (digits[at] - b'0') as u16;
        at += 1;
    }
    number
}
pub(super) use codes;
