//! The regular expressions of Kubernetes: Go's RE2 dialect.
//!
//! `pattern` in a schema and `matches`, `find` and `findAll` in CEL are compiled by the API server with Go's
//! `regexp.Compile`. [`check()`] returns that function's verdict and error text.
//!
//! ```
//! assert!(crd_cel::regex::check("^[a-z]{1,63}$").is_ok());
//! let error = crd_cel::regex::check("a(?!b)").unwrap_err();
//! assert_eq!(error.to_string(), "error parsing regexp: invalid or unsupported Perl syntax: `(?!`");
//! assert_eq!(error.span(), 1..4);
//! ```

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

mod ast;
#[cfg(feature = "differences")]
mod automaton;
#[cfg(feature = "matches")]
mod characters;
mod class;
mod cursor;
#[cfg(feature = "differences")]
mod difference;
#[cfg(feature = "json-schema")]
mod ecma;
#[cfg(feature = "differences")]
mod edge;
mod escape;
#[cfg(feature = "differences")]
mod extent;
mod group;
#[cfg(feature = "matches")]
mod matcher;
mod parse;
mod plain;
#[cfg(any(feature = "eval", feature = "json-schema"))]
mod print;
#[cfg(feature = "matches")]
mod program;
#[cfg(feature = "samples")]
mod sample;

#[cfg(feature = "differences")]
pub use difference::{
    Difference, SearchBudget, common, difference, difference_within, has_match, shortest_match,
};
#[cfg(feature = "differences")]
pub use edge::{Edge, IdleQuantifier, idle_quantifier, of_wildcards};
#[cfg(feature = "differences")]
pub use extent::{Lengths, PatternLengths};
#[cfg(feature = "matches")]
pub use matcher::{Matcher, quote};
pub use plain::{plain_lengths, plainly_matches_text};
#[cfg(feature = "samples")]
pub use sample::Sampler;

/// The reason why Go rejects a pattern, with the span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexError {
    kind: RegexErrorKind,
    span: Range<usize>,
    excerpt: String,
}

/// The kinds of error of Go's `regexp/syntax`; `Display` is Go's text of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegexErrorKind {
    /// A class with a reversed range or an unknown group.
    InvalidCharRange,
    /// An escape that Go does not have, such as a back reference or `\C`.
    InvalidEscape,
    /// `(?P<name>` without a closing `>` or with a name that is not `[A-Za-z0-9_]+`.
    InvalidNamedCapture,
    /// Look-around and other `(?…` syntax that Go does not have.
    InvalidPerlOp,
    /// Stacked repetitions such as `a**`.
    InvalidRepeatOp,
    /// A count over 1000, a reversed one, or nested counts whose product is over 1000.
    InvalidRepeatSize,
    /// A class that is not closed.
    MissingBracket,
    /// A group that is not closed.
    MissingParen,
    /// A repetition without an operand.
    MissingRepeatArgument,
    /// The pattern ends in a lone backslash.
    TrailingBackslash,
    /// A `)` without an opening parenthesis.
    UnexpectedParen,
    /// More than 1000 levels.
    NestingDepth,
    /// The compiled program would exceed 128 MiB.
    Large,
}

/// Limits of the accepted patterns that a thread keeps. Beyond them, all are forgotten.
const MOST_ACCEPTED: usize = 1_024;
const LONGEST_ACCEPTED: usize = 512;

thread_local! {
    /// Patterns that Go accepts: CRDs repeat them, such as that of quantities.
    static ACCEPTED: RefCell<HashSet<Box<str>>> = RefCell::default();
}

/// Checks whether Go's `regexp.Compile` accepts `pattern`.
pub fn check(pattern: &str) -> Result<(), RegexError> {
    if ACCEPTED.with_borrow(|accepted| accepted.contains(pattern)) {
        return Ok(());
    }
    parse::parse(pattern)?;
    if pattern.len() <= LONGEST_ACCEPTED {
        ACCEPTED.with_borrow_mut(|accepted| {
            if accepted.len() >= MOST_ACCEPTED {
                accepted.clear();
            }
            accepted.insert(pattern.into());
        });
    }
    Ok(())
}

/// Translates `pattern` to an equivalent for the Rust `regex` crate (feature `eval`), which needs none of its features for Unicode.
///
/// It matches the same strings at the same positions. Groups are not captured. Large or deep patterns need
/// higher limits than the defaults of `RegexBuilder::size_limit` and `nest_limit`.
#[cfg(feature = "eval")]
pub fn translate(pattern: &str) -> Result<String, RegexError> {
    parse::parse(pattern).map(|regex| print::print(&regex))
}

/// Translates `pattern` for JSON Schema (feature `json-schema`), whose validators use the regular expressions
/// of ECMAScript, RE2 or others.
///
/// ECMAScript with the flag `u` and RE2 interpret the result alike. `None` if Go rejects the pattern, or if
/// it cannot be translated: line anchors, Unicode properties, and classes that ignore case.
#[cfg(feature = "json-schema")]
pub fn for_json_schema(pattern: &str) -> Option<String> {
    ecma::print(&parse::parse(pattern).ok()?)
}

impl RegexError {
    fn new(kind: RegexErrorKind, pattern: &str, span: Range<usize>) -> Self {
        let excerpt = pattern.get(span.clone()).unwrap_or_default().to_owned();
        Self { kind, span, excerpt }
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> RegexErrorKind {
        self.kind
    }

    /// Returns the part of the pattern that Go quotes.
    pub(crate) fn excerpt(&self) -> &str {
        &self.excerpt
    }

    /// Returns the byte range of the pattern that Go quotes.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.kind, self.excerpt)
    }
}

impl std::error::Error for RegexError {}

impl fmt::Display for RegexErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidCharRange => "invalid character class range",
            Self::InvalidEscape => "invalid escape sequence",
            Self::InvalidNamedCapture => "invalid named capture",
            Self::InvalidPerlOp => "invalid or unsupported Perl syntax",
            Self::InvalidRepeatOp => "invalid nested repetition operator",
            Self::InvalidRepeatSize => "invalid repeat count",
            Self::MissingBracket => "missing closing ]",
            Self::MissingParen => "missing closing )",
            Self::MissingRepeatArgument => "missing argument to repetition operator",
            Self::TrailingBackslash => "trailing backslash at end of expression",
            Self::UnexpectedParen => "unexpected )",
            Self::NestingDepth => "expression nests too deeply",
            Self::Large => "expression too large",
        })
    }
}

#[cfg(test)]
mod tests;
