//! What is wrong with a URL. It becomes a text only where somebody reads it.

use std::fmt;

use crate::go::quote;

/// What Go's `url.Parse` finds wrong.
pub(super) enum Fault<'t> {
    /// A text of Go.
    Fixed(&'static str),
    Escape(&'t str),
    HostCharacter(char),
    Port(&'t str),
    /// An address in brackets.
    Address(String),
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Fixed(text) => f.write_str(text),
            Fault::Escape(escape) => write!(f, "invalid URL escape {}", quote(escape)),
            Fault::HostCharacter(c) => {
                write!(
                    f,
                    "invalid character {} in host name",
                    quote(c.encode_utf8(&mut [0; 4]))
                )
            }
            Fault::Port(port) => write!(f, "invalid port {} after host", quote(port)),
            Fault::Address(name) => {
                write!(f, "invalid host: ParseAddr({}): unable to parse IP", quote(name))
            }
        }
    }
}
