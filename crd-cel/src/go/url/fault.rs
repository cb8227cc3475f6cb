//! Errors of URLs. They become Go's texts only when they are printed.

use std::fmt;

use crate::go::quote;

/// An error of Go's `url.Parse`.
pub(super) enum UrlFault<'t> {
    /// A fixed text of Go.
    Fixed(&'static str),
    Escape(&'t str),
    HostCharacter(char),
    Port(&'t str),
    /// The error of an address in brackets.
    Address(String),
}

impl fmt::Display for UrlFault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlFault::Fixed(text) => f.write_str(text),
            UrlFault::Escape(escape) => write!(f, "invalid URL escape {}", quote(escape)),
            UrlFault::HostCharacter(c) => {
                write!(
                    f,
                    "invalid character {} in host name",
                    quote(c.encode_utf8(&mut [0; 4]))
                )
            }
            UrlFault::Port(port) => write!(f, "invalid port {} after host", quote(port)),
            UrlFault::Address(name) => {
                write!(f, "invalid host: ParseAddr({}): unable to parse IP", quote(name))
            }
        }
    }
}
