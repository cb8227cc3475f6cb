//! Scans a whole text once for the properties that the reader must know before it starts.

/// Number of bytes that are examined together; most stretches contain nothing notable.
const STRETCH: usize = 128;

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
    for (position, stretch) in text.as_bytes().chunks(STRETCH).enumerate() {
        // Without an early exit from the loop, many bytes are compared at once.
        if stretch
            .iter()
            .fold(0, |seen, byte| seen | u8::from(is_notable(*byte)))
            != 0
        {
            let start = position * STRETCH;
            let notable = stretch.iter().enumerate().filter(|(_, byte)| is_notable(**byte));
            for (at, _) in notable {
                found.look(text, start + at);
                if found.control.is_some() {
                    return found;
                }
            }
        }
    }
    found
}

/// Checks whether a byte is a control character or may be the first byte of a notable character.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without branches, the compiler compares many bytes at once"
)]
fn is_notable(byte: u8) -> bool {
    ((byte < b' ') & (byte != b'\n')) | (byte == 0x7f) | (byte == 0xc2) | (byte == 0xe2) | (byte == 0xef)
}

impl Census {
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
            for before in [0, STRETCH - 1, STRETCH, 2 * STRETCH + 5] {
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
