//! `time.ParseDuration`: checks whether texts are durations.

/// The syntax of `time.ParseDuration`.
pub(crate) const PATTERN: &str = r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$";

/// Checks whether a text is a duration. The compiler evaluates it for defaults.
pub(crate) const fn is_duration(text: &str) -> bool {
    let unsigned = match text.as_bytes() {
        [b'+' | b'-', rest @ ..] | rest => rest,
    };
    let mut rest = match unsigned {
        [b'0'] => return true,
        [] => return false,
        _ => unsigned,
    };
    while !rest.is_empty() {
        let Some(unit) = after_number(rest) else {
            return false;
        };
        rest = match unit {
            [b'n' | b'u' | b'm', b's', tail @ ..]
            | [0xC2, 0xB5, b's', tail @ ..]
            | [0xCE, 0xBC, b's', tail @ ..]
            | [b's' | b'm' | b'h', tail @ ..] => tail,
            _ => return false,
        };
    }
    true
}

/// Returns the rest of a text after a number: `1`, `1.`, `1.5` or `.5`.
pub(super) const fn after_number(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    let mut has_digits = false;
    let mut has_point = false;
    loop {
        rest = match rest {
            [b'0'..=b'9', tail @ ..] => {
                has_digits = true;
                tail
            }
            [b'.', tail @ ..] if !has_point => {
                has_point = true;
                tail
            }
            _ => break,
        };
    }
    if has_digits { Some(rest) } else { None }
}

#[cfg(test)]
mod tests {
    use super::is_duration;

    #[test]
    fn durations() {
        for text in [
            "0",
            "-0",
            "5m",
            "1h30m",
            "1.5s",
            ".5s",
            "1.s",
            "+3µs",
            "3μs",
            "1ms2us3ns",
        ] {
            assert!(is_duration(text), "{text}");
        }
        for text in [
            "",
            "-",
            "5",
            "00",
            "5 minutes",
            "1h 30m",
            ".s",
            "1d",
            "5M",
            "1..5s",
            "m",
        ] {
            assert!(!is_duration(text), "{text}");
        }
    }
}
