//! Scans a whole text once for the properties that the reader must know before it starts.

/// The notable contents of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Census {
    /// The first character that Go's reader rejects, with its position.
    pub(super) control: Option<(usize, char)>,
    /// Whether there are tabs.
    pub(super) tabs: bool,
    /// Whether there are characters that some readers treat as line ends or ignore.
    pub(super) odd_blanks: bool,
}

/// Scans a text, up to its first control character.
pub(super) fn census(text: &str) -> Census {
    let mut found = Census::default();
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    for (position, bytes) in words.iter().enumerate() {
        if may_be_notable(*bytes) {
            found.part(text, 8 * position, bytes);
            if found.control.is_some() {
                return found;
            }
        }
    }
    found.part(text, text.len() - rest.len(), rest);
    found
}

/// Checks whether one of eight bytes is notable or not ASCII, without a branch for each byte.
fn may_be_notable(bytes: [u8; 8]) -> bool {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    let word = u64::from_ne_bytes(bytes);
    let low = word & !HIGH;
    // The high bit of each byte of these is set if the byte, if it is ASCII, is a blank or a higher one, not a line feed, or 0x7f.
    let printable = low + u64::from_ne_bytes([0x80 - b' '; 8]);
    let not_line_feed = (low ^ u64::from_ne_bytes([b'\n'; 8])) + u64::from_ne_bytes([0x7f; 8]);
    let delete = low + u64::from_ne_bytes([1; 8]);
    (!printable & not_line_feed | delete | word) & HIGH != 0
}

/// Checks whether a byte is a control character or may be the first byte of a notable character.
fn is_notable(byte: u8) -> bool {
    byte < b' ' && byte != b'\n' || matches!(byte, 0x7f | 0xc2 | 0xe2 | 0xef)
}

impl Census {
    /// Examines the bytes of a text from `start` on, up to the first control character.
    fn part(&mut self, text: &str, start: usize, bytes: &[u8]) {
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| is_notable(**byte)) {
            if self.control.is_none() {
                self.look(text, start + at);
            }
        }
    }

    fn look(&mut self, text: &str, at: usize) {
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            return;
        };
        match c {
            '\t' => self.tabs = true,
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => self.odd_blanks = true,
            '\0'..=' ' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => self.control = Some((at, c)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_at_every_edge() {
        let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{1_0000}'..);
        let odd = ['\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'];
        for c in ('\0'..='\u{3000}').chain('\u{fe00}'..='\u{1_0010}') {
            for before in [0, 1, 7, 8, 21] {
                let text = format!("{}{c}z", "é".repeat(before / 2) + &"x".repeat(before % 2));
                let expected = Census {
                    control: (!allowed(c)).then_some((before, c)),
                    tabs: c == '\t',
                    odd_blanks: odd.contains(&c),
                };
                assert_eq!(census(&text), expected, "{c:?} at {before}");
            }
        }
    }

    #[test]
    fn the_first_control_character_counts() {
        assert_eq!(census("a\tb\u{1}\r\u{2}").control, Some((3, '\u{1}')));
        assert!(!census("a\u{1}\r").odd_blanks);
    }
}
