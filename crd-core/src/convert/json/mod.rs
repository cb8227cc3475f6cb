//! JSON as places in a text: what is not changed is copied byte for byte, so numbers stay exact.
//!
//! ```text
//! {"a": [1.50]}      tokens: object 0..13, "a" 1..4, list 6..12, 1.50 7..11
//! ```
//!
//! A text is read once, without recursion, into a list of [`Token`]s; each says where its value ends and how many
//! tokens are in it, so that a reader steps over what it does not need. Positions are `u32`: texts have less than 4 GiB.

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
    /// How many tokens the value has: itself, and all that is in it. There are fewer than [`ESCAPED`].
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

/// A position in a text that is known to be shorter than 4 GiB; there are no more tokens than bytes.
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
    /// Reads a text that is one value.
    pub(super) fn read(text: &'a str) -> Result<Document<'a>, Problem> {
        let (tokens, problem) = scan(text);
        match problem {
            None => Ok(Document { text, tokens }),
            Some(problem) => Err(problem),
        }
    }

    /// What can be read of a text, up to the first mistake.
    pub(super) fn read_leniently(text: &'a str) -> Document<'a> {
        Document {
            text,
            tokens: scan(text).0,
        }
    }

    /// The value.
    pub(super) fn root(&self) -> Json<'_> {
        Json::new(self.text, &self.tokens)
    }
}
