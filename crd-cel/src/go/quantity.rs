//! Whole numbers with the suffixes of `resource.ParseQuantity`.

/// Returns the number that a quantity of whole digits and a suffix of thousands stands for: 5000 for `5k`; `None` for other quantities.
pub(crate) fn whole(text: &str) -> Option<i64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '-')
        .unwrap_or(text.len());
    let (digits, suffix) = text.split_at_checked(end)?;
    digits.parse::<i64>().ok()?.checked_mul(factor(suffix)?)
}

/// Returns what a suffix of thousands multiplies a number by.
fn factor(suffix: &str) -> Option<i64> {
    let (base, letters, letter) = match suffix.strip_suffix('i') {
        Some(letter) => (1024_i64, "KMGTPE", letter),
        None => (1000, "kMGTPE", suffix),
    };
    let power = match letter {
        "" if base == 1000 => 0,
        _ if letter.len() == 1 => letters.find(letter)? + 1,
        _ => return None,
    };
    base.checked_pow(u32::try_from(power).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_of_thousands() {
        for (text, expected) in [
            ("5", Some(5)),
            ("-5k", Some(-5000)),
            ("2Mi", Some(2 << 20)),
            ("9E", Some(9_000_000_000_000_000_000)),
            ("10E", None),
            ("5K", None),
            ("5ki", None),
            ("5i", None),
            ("5m", None),
            ("5kM", None),
            ("1.5k", None),
            ("k", None),
        ] {
            assert_eq!(whole(text), expected, "{text}");
        }
    }
}
