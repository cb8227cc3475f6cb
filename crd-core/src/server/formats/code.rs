//! Identifiers, colours and encodings of fixed form.

/// Checks for a card number of a known issuer with a valid check digit; other characters than digits are ignored.
pub(super) fn is_credit_card(text: &str) -> bool {
    let digits: Vec<u8> = text
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|b| b - b'0')
        .collect();
    let known = match digits.as_slice() {
        [4, ..] => matches!(digits.len(), 13 | 16),
        [5, 1..=5, ..] | [6, 0, 1, 1, ..] | [6 | 3, 5, ..] => digits.len() == 16,
        [3, 4 | 7, ..] | [2, 1, 3, 1, ..] | [1, 8, 0, 0, ..] => digits.len() == 15,
        [3, 0, 0..=5, ..] | [3, 6 | 8, ..] => digits.len() == 14,
        _ => false,
    };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, u32::from(*digit)) {
            (1, digit) if digit > 4 => digit * 2 - 9,
            (1, digit) => digit * 2,
            (_, digit) => digit,
        })
        .sum();
    known && sum.is_multiple_of(10)
}

/// Checks for `#` or nothing, then three or six hexadecimal digits.
pub(super) fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Checks for `rgb(R,G,B)`, each 0 to 255 without leading zeros, spaces around the numbers.
pub(super) fn is_rgb_color(text: &str) -> bool {
    let Some(inner) = text.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')')) else {
        return false;
    };
    let parts: Vec<&str> = inner.split(',').collect();
    parts.len() == 3
        && parts.iter().all(|part| {
            let number = part.trim_matches(is_space);
            number.bytes().all(|b| b.is_ascii_digit())
                && (number == "0" || !number.starts_with('0'))
                && number.parse::<u8>().is_ok()
        })
}

/// Checks for ten digits, the last possibly `X`; spaces and dashes are ignored.
pub(super) fn is_isbn10(text: &str) -> bool {
    let digits = isbn_digits(text);
    let Some((last, first)) = digits.as_bytes().split_last() else {
        return false;
    };
    if first.len() != 9 || !first.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let check = match last {
        b'X' => 10,
        b if b.is_ascii_digit() => u32::from(b - b'0'),
        _ => return false,
    };
    let sum: u32 = (1..)
        .zip(first)
        .map(|(weight, b)| weight * u32::from(b - b'0'))
        .sum();
    (sum + 10 * check).is_multiple_of(11)
}

/// Checks for thirteen digits; spaces and dashes are ignored.
pub(super) fn is_isbn13(text: &str) -> bool {
    let digits = isbn_digits(text);
    if digits.len() != 13 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = digits
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(b, weight)| weight * u32::from(b - b'0'))
        .sum();
    sum.is_multiple_of(10)
}

/// Checks for `ddd-dd-dddd`, with dashes or spaces.
pub(super) fn is_ssn(text: &str) -> bool {
    text.len() == 11
        && text.bytes().enumerate().all(|(place, b)| match place {
            3 | 6 => matches!(b, b'-' | b' '),
            _ => b.is_ascii_digit(),
        })
}

/// Checks for a UUID with or without dashes, of the given version if one is given.
pub(super) fn is_uuid(text: &str, version: Option<u8>) -> bool {
    let mut rest = text;
    let mut groups = [8, 4, 4, 4, 12].into_iter().enumerate();
    let fits = groups.all(|(position, length)| {
        if position > 0 {
            rest = rest.strip_prefix('-').unwrap_or(rest);
        }
        let Some((group, after)) = rest.split_at_checked(length) else {
            return false;
        };
        rest = after;
        let first = group.bytes().next().map(|b| b.to_ascii_lowercase());
        let variant = matches!(version, Some(b'4' | b'5'));
        group.bytes().all(|b| b.is_ascii_hexdigit())
            && match position {
                2 => version.is_none() || first == version,
                3 => !variant || matches!(first, Some(b'8' | b'9' | b'a' | b'b')),
                _ => true,
            }
    });
    fits && rest.is_empty()
}

/// Checks for white space as in Go's `\s`.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

fn isbn_digits(text: &str) -> String {
    text.chars().filter(|c| !is_space(*c) && *c != '-').collect()
}
