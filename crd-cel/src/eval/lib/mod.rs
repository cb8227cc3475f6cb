//! Functions of strings, lists and times, and the server's text form of values.

mod doubles;
pub(super) mod lists;
pub(super) mod printed;
pub(super) mod printf;
pub(super) mod regexes;
pub(super) mod strings;
pub(super) mod timestamps;

/// The reason why a text cannot be formatted.
#[derive(Debug)]
pub(crate) enum FormatRefusal {
    /// An error of the server.
    Error(String),
    /// The server panics.
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
