//! JSON as positions in a text: unchanged parts are copied byte for byte, so numbers stay exact.
//!
//! ```text
//! {"a": [1.50]}      tokens: object 0..13, "a" 1..4, list 6..12, 1.50 7..11
//! ```
//!
//! A text is parsed once, without recursion, into a list of [`Token`]s; each has the end of its value and the number of
//! tokens in it, so that unneeded values can be skipped. Positions are `u32`: texts have less than 4 GiB.

mod compare;
mod scan;
mod text;
mod view;
mod write;

pub(super) use compare::{equal, fingerprint, hash_of};
pub(super) use scan::{Problem, scan};
pub(super) use text::{is_plain, unescape, unescape_to, write_inner, write_string};
pub(super) use view::{Json, Kind};
pub(super) use write::{Opened, Sink, Written};

/// A value or a member's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    start: u32,
    end: u32,
    /// Number of tokens of the value: itself, and all tokens in it. It is less than [`ESCAPED`].
    size: u32,
}

/// Added to the size of the token of a string with escapes.
const ESCAPED: u32 = 1 << 31;

impl Token {
    fn size(self) -> usize {
        (self.size & !ESCAPED) as usize
    }

    fn has_escapes(self) -> bool {
        self.size & ESCAPED != 0
    }
}

/// Converts a position in a text that is known to be shorter than 4 GiB; there are no more tokens than bytes.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// A text with its tokens. The first token is the whole value.
#[derive(Debug)]
pub(super) struct Document<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Document<'a> {
    /// Parses a text that is one value.
    pub(super) fn read(text: &'a str) -> Result<Document<'a>, Problem> {
        let (tokens, problem) = scan(text);
        match problem {
            None => Ok(Document { text, tokens }),
            Some(problem) => Err(problem),
        }
    }

    /// Parses a text up to the first error.
    pub(super) fn read_leniently(text: &'a str) -> Document<'a> {
        Document {
            text,
            tokens: scan(text).0,
        }
    }

    /// Returns the value.
    pub(super) fn root(&self) -> Json<'_> {
        Json::new(self.text, &self.tokens)
    }
}
