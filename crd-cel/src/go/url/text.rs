//! Escapes in URLs, and Go's text form of a URL.

use std::borrow::Cow;
use std::fmt;

use super::Url;
use super::fault::UrlFault;

/// A part of a URL, which determines the characters that are escaped in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UrlPart {
    User,
    Host,
    Zone,
    Path,
    Fragment,
}

impl Url {
    /// Returns the path as written, or escaped again if the original encoding was invalid.
    pub fn escaped_path(&self) -> String {
        if self.path == "*" {
            return self.path.clone();
        }
        renewed(&self.path, UrlPart::Path).unwrap_or_default()
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        if self.opaque.is_empty() {
            let has_authority = !self.host.is_empty() || self.user.is_some();
            let is_empty_one = !self.scheme.is_empty() && !self.has_no_authority && !self.path.is_empty();
            if has_authority || is_empty_one {
                f.write_str("//")?;
            }
            if let Some(user) = &self.user {
                write!(f, "{user}@")?;
            }
            f.write_str(&escape(self.host.as_bytes(), UrlPart::Host))?;
            f.write_str(&self.escaped_path())?;
        } else {
            f.write_str(&self.opaque)?;
        }
        if self.has_empty_query || !self.query.is_empty() {
            write!(f, "?{}", self.query)?;
        }
        if !self.escaped_fragment.is_empty() {
            write!(f, "#{}", self.escaped_fragment)?;
        }
        Ok(())
    }
}

/// URLs are equal if their texts are equal.
impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// Returns the user name and password as Go writes them.
pub(super) fn user(text: &str) -> Result<String, UrlFault<'_>> {
    match text.split_once(':') {
        Some((name, password)) => Ok(format!("{}:{}", renewed_user(name)?, renewed_user(password)?)),
        None => renewed_user(text),
    }
}

fn renewed_user(text: &str) -> Result<String, UrlFault<'_>> {
    Ok(escape(&unescape(text, UrlPart::User)?, UrlPart::User))
}

/// Checks whether the user name and password are well-formed.
pub(super) fn check_user(text: &str) -> Result<(), UrlFault<'_>> {
    let valid = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !text.chars().all(valid) {
        return Err(UrlFault::Fixed("net/url: invalid userinfo"));
    }
    match text.split_once(':') {
        Some((name, password)) => {
            check_escapes(name, UrlPart::User)?;
            check_escapes(password, UrlPart::User)
        }
        None => check_escapes(text, UrlPart::User),
    }
}

/// Returns a fragment without escapes, and in the form in which Go writes it.
pub(super) fn fragment(text: &str) -> Result<(String, String), UrlFault<'_>> {
    let bytes = unescape(text, UrlPart::Fragment)?;
    Ok((
        String::from_utf8_lossy(&bytes).into_owned(),
        renewed(text, UrlPart::Fragment)?,
    ))
}

/// Returns the text as written, or escaped again if the original encoding was invalid.
fn renewed(text: &str, part: UrlPart) -> Result<String, UrlFault<'_>> {
    let bytes = unescape(text, part)?;
    let is_kept = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || is_plain(byte, part);
    if text.bytes().all(is_kept) {
        return Ok(text.to_owned());
    }
    Ok(escape(&bytes, part))
}

/// Checks whether Go writes a byte of a part unescaped.
fn is_plain(byte: u8, part: UrlPart) -> bool {
    let others: &[u8] = match part {
        UrlPart::User => b"$&+,;=",
        UrlPart::Host | UrlPart::Zone => b"!$&'()*+,;=:[]<>\"",
        UrlPart::Path => b"$&+,/:;=@",
        UrlPart::Fragment => b"!()*$&+,/:;=?@",
    };
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) || others.contains(&byte)
}

fn escape(bytes: &[u8], part: UrlPart) -> String {
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        if is_plain(*byte, part) {
            out.push(char::from(*byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Removes the escapes from a text.
pub(super) fn unescape(text: &str, part: UrlPart) -> Result<Cow<'_, [u8]>, UrlFault<'_>> {
    let mut own: Option<Vec<u8>> = None;
    each_byte(text, part, |at, byte, is_escaped| {
        if is_escaped && own.is_none() {
            let mut before = Vec::with_capacity(text.len());
            before.extend_from_slice(text.as_bytes().get(..at).unwrap_or_default());
            own = Some(before);
        }
        if let Some(own) = &mut own {
            own.push(byte);
        }
    })?;
    Ok(own.map_or(Cow::Borrowed(text.as_bytes()), Cow::Owned))
}

/// Checks whether [`unescape`] would succeed.
pub(super) fn check_escapes(text: &str, part: UrlPart) -> Result<(), UrlFault<'_>> {
    each_byte(text, part, |_, _, _| {})
}

/// Calls `each` with every byte of a text without its escapes: its offset in the source, the byte, and whether it was escaped.
fn each_byte(text: &str, part: UrlPart, mut each: impl FnMut(usize, u8, bool)) -> Result<(), UrlFault<'_>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let escape = text.get(at..(at + 3).min(text.len())).unwrap_or("%");
            let value = escape
                .get(1..)
                .filter(|digits| digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let refused = |value: u8| match part {
                UrlPart::User | UrlPart::Path | UrlPart::Fragment => false,
                UrlPart::Host => value < 0x80 && escape != "%25",
                UrlPart::Zone => escape != "%25" && value != b' ' && !is_plain(value, UrlPart::Host),
            };
            match value {
                Some(value) if !refused(value) => each(at, value, true),
                _ => return Err(UrlFault::Escape(escape)),
            }
            at += 3;
            continue;
        }
        if matches!(part, UrlPart::Host | UrlPart::Zone) && byte.is_ascii() && !is_plain(byte, UrlPart::Host)
        {
            return Err(UrlFault::HostCharacter(char::from(byte)));
        }
        each(at, byte, false);
        at += 1;
    }
    Ok(())
}
