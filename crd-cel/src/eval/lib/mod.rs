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
pub(crate) enum FormatRefusal {
    /// The server's error.
    Error(String),
    /// The server crashes.
    Crash,
    TooLarge,
}

impl From<String> for FormatRefusal {
    fn from(error: String) -> Self {
        FormatRefusal::Error(error)
    }
}

impl From<&str> for FormatRefusal {
    fn from(error: &str) -> Self {
        FormatRefusal::Error(error.to_owned())
    }
}
