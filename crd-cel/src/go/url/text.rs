//! Escapes of URLs, and the text that Go makes of a URL.

use std::fmt;

use super::Url;
use crate::go::quote;

/// A part of a URL, which decides what is escaped in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    User,
    Host,
    Zone,
    Path,
    Fragment,
}

impl Url {
    /// The path as it was written, or escaped anew where that was no valid encoding.
    pub fn escaped_path(&self) -> String {
        if self.path == "*" {
            return self.path.clone();
        }
        renewed(&self.path, Part::Path).unwrap_or_default()
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
            f.write_str(&escape(self.host.as_bytes(), Part::Host))?;
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

/// URLs are equal if their texts are.
impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// Name and password as Go writes them.
pub(super) fn user(text: &str) -> Result<String, String> {
    let valid = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !text.chars().all(valid) {
        return Err("net/url: invalid userinfo".into());
    }
    let renewed = |text: &str| Ok::<_, String>(escape(&unescape(text, Part::User)?, Part::User));
    match text.split_once(':') {
        Some((name, password)) => Ok(format!("{}:{}", renewed(name)?, renewed(password)?)),
        None => renewed(text),
    }
}

/// A fragment without escapes, and as Go writes it.
pub(super) fn fragment(text: &str) -> Result<(String, String), String> {
    let bytes = unescape(text, Part::Fragment)?;
    Ok((
        String::from_utf8_lossy(&bytes).into_owned(),
        renewed(text, Part::Fragment)?,
    ))
}

/// The text as it was written, or escaped anew where that was no valid encoding.
fn renewed(text: &str, part: Part) -> Result<String, String> {
    let bytes = unescape(text, part)?;
    let is_kept = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || is_plain(byte, part);
    if text.bytes().all(is_kept) {
        return Ok(text.to_owned());
    }
    Ok(escape(&bytes, part))
}

/// Whether a byte stands for itself in a part that Go writes.
fn is_plain(byte: u8, part: Part) -> bool {
    let others: &[u8] = match part {
        Part::User => b"$&+,;=",
        Part::Host | Part::Zone => b"!$&'()*+,;=:[]<>\"",
        Part::Path => b"$&+,/:;=@",
        Part::Fragment => b"!()*$&+,/:;=?@",
    };
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) || others.contains(&byte)
}

fn escape(bytes: &[u8], part: Part) -> String {
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

pub(super) fn unescape(text: &str, part: Part) -> Result<Vec<u8>, String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let escape = text.get(at..(at + 3).min(text.len())).unwrap_or("%");
            let value = escape
                .get(1..)
                .filter(|digits| digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let refused = |value: u8| match part {
                Part::User | Part::Path | Part::Fragment => false,
                Part::Host => value < 0x80 && escape != "%25",
                Part::Zone => escape != "%25" && value != b' ' && !is_plain(value, Part::Host),
            };
            match value {
                Some(value) if !refused(value) => out.push(value),
                _ => return Err(format!("invalid URL escape {}", quote(escape))),
            }
            at += 3;
            continue;
        }
        if matches!(part, Part::Host | Part::Zone) && byte.is_ascii() && !is_plain(byte, Part::Host) {
            return Err(format!(
                "invalid character {} in host name",
                quote(&char::from(byte).to_string())
            ));
        }
        out.push(byte);
        at += 1;
    }
    Ok(out)
}
