//! Functions of texts, lists and times, and what the server prints of values.

mod doubles;
pub(super) mod lists;
pub(super) mod printed;
pub(super) mod printf;
pub(super) mod regexes;
pub(super) mod strings;
pub(super) mod timestamps;

/// Why a text cannot be formatted.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The server's error.
    Error(String),
    /// The server crashes.
    Crash,
    TooLarge,
}

impl From<String> for Refusal {
    fn from(error: String) -> Self {
        Refusal::Error(error)
    }
}

impl From<&str> for Refusal {
    fn from(error: &str) -> Self {
        Refusal::Error(error.to_owned())
    }
}
