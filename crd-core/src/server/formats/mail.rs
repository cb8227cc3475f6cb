//! Parses mail addresses like Go's `mail.ParseAddress` (RFC 5322 with its leniency).

use std::net::IpAddr;

/// Checks for one address, with or without a display name, or a group of one.
pub(super) fn is_address(text: &str) -> bool {
    let mut rest = AddressReader(text);
    rest.addresses(Groups::Allowed).is_some_and(|count| count == 1)
        && rest.comments().is_some()
        && rest.0.is_empty()
}

/// Whether an address may be a group, `name: a@b, c@d;`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    Allowed,
    Forbidden,
}

/// The text that has not been read yet.
#[derive(Clone, Copy)]
struct AddressReader<'a>(&'a str);

impl<'a> AddressReader<'a> {
    /// Reads one mailbox, or a group if groups are allowed; returns the number of addresses.
    fn addresses(&mut self, groups: Groups) -> Option<usize> {
        self.spaces();
        if self.0.is_empty() {
            return None;
        }
        let start = *self;
        if self.address_spec().is_some() {
            self.spaces();
            if self.0.starts_with('(') {
                let comment = self.comment()?;
                let unread = |word| matches!(EncodedWord::of(word), EncodedWord::UnknownCharset);
                if comment.split([' ', '\t']).any(unread) {
                    return None;
                }
            }
            return Some(1);
        }
        *self = start;
        if !self.0.starts_with('<') {
            self.phrase()?;
        }
        self.spaces();
        if groups == Groups::Allowed && self.take(':') {
            return self.group();
        }
        (self.take('<') && self.address_spec().is_some() && self.take('>')).then_some(1)
    }

    fn group(&mut self) -> Option<usize> {
        let mut count = 0;
        self.spaces();
        if !self.take(';') {
            loop {
                self.spaces();
                count += self.addresses(Groups::Forbidden)?;
                self.comments()?;
                if self.take(';') {
                    break;
                }
                if !self.take(',') {
                    return None;
                }
            }
        }
        self.comments()?;
        Some(count)
    }

    /// Reads `local@domain`.
    fn address_spec(&mut self) -> Option<()> {
        self.spaces();
        if self.0.starts_with('"') {
            if self.quoted()?.is_empty() {
                return None;
            }
        } else {
            self.dot_atom()?;
        }
        if !self.take('@') {
            return None;
        }
        self.spaces();
        if !self.take('[') {
            return self.dot_atom();
        }
        let (literal, rest) = self.0.split_once(']')?;
        self.0 = rest;
        literal.parse::<IpAddr>().is_ok().then_some(())
    }

    fn dot_atom(&mut self) -> Option<()> {
        let atom = self.atom()?;
        let dotted = atom.starts_with('.') || atom.ends_with('.') || atom.contains("..");
        (!dotted).then_some(())
    }

    /// Reads one or more words; an error after the first word only ends the phrase.
    fn phrase(&mut self) -> Option<()> {
        // Encoded words are joined into one, which counts only if a plain word or the end follows.
        let (mut words, mut gathered) = (0, false);
        loop {
            if words > 0 {
                self.comments()?;
            }
            self.spaces();
            if self.0.is_empty() {
                return Some(());
            }
            let word = if self.0.starts_with('"') {
                self.quoted().map(|_| EncodedWord::None)
            } else {
                self.atom().map(EncodedWord::of)
            };
            match word {
                Some(EncodedWord::Known { empty }) => gathered |= !empty,
                Some(EncodedWord::None) => words += 1,
                Some(EncodedWord::UnknownCharset) | None => {
                    return (words > 0 || gathered).then_some(());
                }
            }
        }
    }

    fn atom(&mut self) -> Option<&'a str> {
        let end = self.0.find(|c| !is_atom_char(c)).unwrap_or(self.0.len());
        let (atom, rest) = self.0.split_at_checked(end)?;
        self.0 = rest;
        (!atom.is_empty()).then_some(atom)
    }

    /// Reads the text between double quotes, still escaped.
    fn quoted(&mut self) -> Option<&'a str> {
        let inner = self.0.strip_prefix('"')?;
        let mut escaped = false;
        for (at, c) in inner.char_indices() {
            let visible = ('!'..='~').contains(&c) || !c.is_ascii() || matches!(c, ' ' | '\t');
            match c {
                _ if escaped && visible => escaped = false,
                '"' if !escaped => {
                    self.0 = inner.get(at + 1..)?;
                    return inner.get(..at);
                }
                '\\' if !escaped => escaped = true,
                _ if visible => {}
                _ => return None,
            }
        }
        None
    }

    /// Skips white space and comments.
    fn comments(&mut self) -> Option<()> {
        self.spaces();
        while self.0.starts_with('(') {
            self.comment()?;
            self.spaces();
        }
        Some(())
    }

    /// Reads a comment with its nested ones; returns its text, unescaped.
    fn comment(&mut self) -> Option<String> {
        let inner = self.0.strip_prefix('(')?;
        let mut text = String::new();
        let mut depth = 1_usize;
        let mut chars = inner.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' if at + 1 < inner.len() => {
                    text.extend(chars.next().map(|(_, c)| c));
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.0 = inner.get(at + 1..)?;
                return Some(text);
            }
            text.push(c);
        }
        None
    }

    fn spaces(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t']);
    }

    fn take(&mut self, c: char) -> bool {
        match self.0.strip_prefix(c) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }
}

fn is_atom_char(c: char) -> bool {
    let special = matches!(
        c,
        '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | '@' | '\\' | ',' | '"'
    );
    !special && (('!'..='~').contains(&c) || !c.is_ascii())
}

/// The kind of a word under RFC 2047.
enum EncodedWord {
    /// Plain text, or a malformed encoded word, which also counts as plain text.
    None,
    /// An encoded word in a character set that Go supports.
    Known { empty: bool },
    /// An encoded word in another character set: an error.
    UnknownCharset,
}

impl EncodedWord {
    fn of(word: &str) -> Self {
        let Some(inner) = word.strip_prefix("=?").and_then(|rest| rest.strip_suffix("?=")) else {
            return EncodedWord::None;
        };
        let mut parts = inner.split('?');
        let (Some(charset), Some(encoding), Some(text), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return EncodedWord::None;
        };
        let decodes = match encoding {
            "b" | "B" => is_lenient_base64(text),
            "q" | "Q" => is_quoted_printable(text),
            _ => false,
        };
        let known = ["utf-8", "iso-8859-1", "us-ascii"];
        if !decodes || charset.is_empty() {
            EncodedWord::None
        } else if known.iter().any(|name| charset.eq_ignore_ascii_case(name)) {
            EncodedWord::Known {
                empty: text.is_empty(),
            }
        } else {
            EncodedWord::UnknownCharset
        }
    }
}

fn is_lenient_base64(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    text.is_empty() || crd_cel::go::is_base64(&text)
}

fn is_quoted_printable(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        let fits = match b {
            b'=' => (0..2).all(|_| bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())),
            b'\t' | b'\r' | b'\n' | b' '..=b'~' => true,
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}
