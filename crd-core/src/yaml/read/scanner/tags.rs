//! Anchors, aliases, tags and directives.

use super::{Scanner, TokenKind};
use crate::yaml::read::ReadError;

const BAD_DIRECTIVE: &str =
    "a line that starts with `%` is a directive; quote the text, or correct `%YAML 1.1` or `%TAG`";
const BAD_TAG: &str = "this is not a tag; quote the text that starts with `!`";

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

impl<'a> Scanner<'a> {
    /// Reads letters, digits, `_` and `-`.
    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().take_while(|byte| is_name(*byte)).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    pub(super) fn anchor(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let is_alias = self.byte(0) == b'*';
        self.at += 1;
        let name = self.name();
        let ends = self.is_blank_or_end(0)
            || matches!(
                self.byte(0),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !ends {
            let place = self.span(start, self.at);
            return Err(Self::error(
                place,
                "kubectl only accepts letters, digits, `_` and `-` in the name of an anchor; rename it, or \
                 quote the text",
            ));
        }
        let span = self.span(start, self.at);
        let kind = if is_alias {
            TokenKind::Alias(name)
        } else {
            TokenKind::Anchor(name)
        };
        self.push(kind, span);
        Ok(())
    }

    pub(super) fn tag(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let (mut handle, mut suffix) = ("", String::new());
        if self.byte(1) == b'<' {
            self.at += 2;
            if !self.uri(&mut suffix) || self.byte(0) != b'>' {
                return Err(self.error_here(BAD_TAG));
            }
            self.at += 1;
        } else {
            handle = self.tag_handle();
            let is_named = handle.len() > 1 && handle.ends_with('!');
            if !is_named {
                // The text after the `!` is the suffix of the primary handle.
                suffix.push_str(handle.get(1..).unwrap_or_default());
            }
            if !self.uri(&mut suffix) && is_named {
                return Err(self.error_here(BAD_TAG));
            }
            if !is_named && suffix.is_empty() {
                (handle, suffix) = ("", "!".to_owned());
            } else if !is_named {
                handle = "!";
            }
        }
        if !self.is_blank_or_end(0) {
            return Err(self.error_here(BAD_TAG));
        }
        let span = self.span(start, self.at);
        self.push(TokenKind::Tag { handle, suffix }, span);
        Ok(())
    }

    /// Reads `!`, `!!`, `!name!`, or `!` and the start of a suffix.
    fn tag_handle(&mut self) -> &'a str {
        let start = self.at;
        self.at += 1;
        self.name();
        if self.byte(0) == b'!' {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Reads the rest of a tag, percent-decoded. Returns whether there is any. Stops before an error.
    fn uri(&mut self, uri: &mut String) -> bool {
        let start = self.at;
        let mut bytes = Vec::new();
        loop {
            match self.byte(0) {
                b'%' => {
                    let digits = self.text.get(self.at + 1..self.at + 3).unwrap_or_default();
                    let is_hex = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                    match u8::from_str_radix(digits, 16) {
                        Ok(byte) if is_hex => bytes.push(byte),
                        _ => return false,
                    }
                    self.at += 3;
                }
                byte if is_name(byte) || b";/?:@&=+$,.!~*'()[]".contains(&byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
                _ => break,
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                uri.push_str(&text);
                self.at > start
            }
            Err(_) => {
                self.at = start;
                false
            }
        }
    }

    pub(super) fn directive(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        self.at += 1;
        let name = self.name();
        let kind = if self.is_blank_or_end(0) {
            self.skip_blanks();
            match name {
                "YAML" => self.version(),
                "TAG" => self.tag_directive(),
                _ => None,
            }
        } else {
            None
        };
        let end = self.at;
        self.skip_blanks();
        self.comment();
        let (Some(kind), true) = (kind, self.is_at_end() || self.break_length(0) > 0) else {
            let place = self.span(start, end);
            return Err(Self::error(place, BAD_DIRECTIVE));
        };
        let span = self.span(start, end);
        self.push(kind, span);
        if !self.is_at_end() {
            self.line_end();
        }
        Ok(())
    }

    fn version(&mut self) -> Option<TokenKind<'a>> {
        let major = self.version_number()?;
        if self.byte(0) != b'.' {
            return None;
        }
        self.at += 1;
        Some(TokenKind::VersionDirective(major, self.version_number()?))
    }

    /// Reads one or two digits.
    fn version_number(&mut self) -> Option<u8> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        rest.get(..length)
            .filter(|digits| digits.len() <= 2)?
            .parse()
            .ok()
    }

    fn tag_directive(&mut self) -> Option<TokenKind<'a>> {
        if self.byte(0) != b'!' {
            return None;
        }
        let handle = self.tag_handle();
        if handle != "!" && !handle.ends_with('!') || !self.is_blank(0) {
            return None;
        }
        self.skip_blanks();
        let mut prefix = String::new();
        (self.uri(&mut prefix) && self.is_blank_or_end(0))
            .then_some(TokenKind::TagDirective { handle, prefix })
    }
}
