//! Network names and addresses.

use std::net::Ipv6Addr;
use std::sync::LazyLock;

use crd_cel::regex::Matcher;

/// Checks for an IPv6 address without a zone, including IPv4-mapped ones.
pub(super) fn is_ipv6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

/// Checks for an IPv4 address, or an IPv6 address that ends as one; leading zeros are tolerated.
pub(super) fn is_ipv4(text: &str) -> bool {
    let separator = text.find(['.', ':']).and_then(|at| text.as_bytes().get(at));
    text.contains('.')
        && match separator {
            Some(b'.') => is_sloppy_v4(text),
            _ => is_sloppy_v6(text),
        }
}

/// Checks for an address and a prefix length; leading zeros are tolerated in both.
pub(super) fn is_cidr(text: &str) -> bool {
    let Some((address, length)) = text.split_once('/') else {
        return false;
    };
    let bits = if is_sloppy_v4(address) {
        32
    } else if is_sloppy_v6(address) {
        128
    } else {
        return false;
    };
    decimal(length).is_some_and(|length| length <= bits)
}

/// Checks for a MAC-48, EUI-64 or `InfiniBand` address: pairs with `:` or `-`, groups of four with `.`, or no separators.
pub(super) fn is_mac(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (group, separator) = match (bytes.get(2), bytes.get(4)) {
        (Some(separator @ (b':' | b'-')), _) => (2, *separator),
        (_, Some(b'.')) => (4, b'.'),
        _ => {
            return matches!(bytes.len(), 12 | 16 | 40) && bytes.iter().all(u8::is_ascii_hexdigit);
        }
    };
    let mut digits = 0;
    let regular = bytes.split(|b| *b == separator).all(|part| {
        digits += part.len();
        part.len() == group && part.iter().all(u8::is_ascii_hexdigit)
    });
    regular && matches!(digits, 12 | 16 | 40)
}

/// Checks for a host name of letters, digits and symbols; if there are several labels, the last is two or more letters.
pub(super) fn is_hostname(text: &str) -> bool {
    if text.len() > 255 || text.split('.').any(|label| label.len() > 63) {
        return false;
    }
    let Some((labels, last)) = text.rsplit_once('.') else {
        // The dash is allowed only in the second position.
        let mut chars = text.chars();
        let Some(first) = chars.next() else {
            return false;
        };
        let rest = chars.as_str();
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        return is_host_char(first) && rest.chars().count() <= 62 && rest.chars().all(is_host_char);
    };
    let letters = last.chars().count();
    (2..=63).contains(&letters)
        && last.chars().all(is_letter)
        && labels.split('.').all(|label| {
            let ends = [label.chars().next(), label.chars().next_back()];
            ends.iter().all(|end| end.is_some_and(is_host_char))
                && label.chars().count() <= 63
                && label.chars().all(|c| c == '-' || is_host_char(c))
        })
}

fn is_host_char(c: char) -> bool {
    c.is_ascii_digit() || is_letter(c) || is_symbol(c)
}

fn is_letter(c: char) -> bool {
    static LETTER: LazyLock<Option<Matcher>> = LazyLock::new(|| Matcher::new(r"\p{L}").ok());
    c.is_ascii_alphabetic() || !c.is_ascii() && is_in(LETTER.as_ref(), c)
}

fn is_symbol(c: char) -> bool {
    static SYMBOL: LazyLock<Option<Matcher>> = LazyLock::new(|| Matcher::new(r"\p{S}").ok());
    if c.is_ascii() {
        matches!(c, '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~')
    } else {
        is_in(SYMBOL.as_ref(), c)
    }
}

fn is_in(class: Option<&Matcher>, c: char) -> bool {
    class.is_some_and(|class| class.is_match(c.encode_utf8(&mut [0; 4])))
}

fn is_sloppy_v4(text: &str) -> bool {
    let mut parts = text.split('.');
    let octets = parts
        .by_ref()
        .take(4)
        .filter(|part| decimal(part).is_some_and(|n| n <= 255))
        .count();
    octets == 4 && parts.next().is_none()
}

/// Checks for groups of hexadecimal digits with any number of leading zeros, at most one `::`, possibly IPv4 at the end.
fn is_sloppy_v6(text: &str) -> bool {
    let (before, after) = match text.split_once("::") {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    match after {
        None => groups(before, LastGroup::HexOrV4) == Some(8),
        Some(after) => {
            let head = groups(before, LastGroup::Hex);
            let tail = groups(after, LastGroup::HexOrV4);
            head.zip(tail).is_some_and(|(head, tail)| head + tail < 8)
        }
    }
}

/// The possible forms of the last part of a sequence of groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastGroup {
    Hex,
    /// Hexadecimal, or an IPv4 address in place of two groups.
    HexOrV4,
}

/// Returns the number of 16-bit groups in `text`, which may be empty.
fn groups(text: &str, last: LastGroup) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let mut count = 0;
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() && last == LastGroup::HexOrV4 && part.contains('.') {
            return is_sloppy_v4(part).then_some(count + 2);
        }
        bounded(part, 16).filter(|n| *n <= 0xffff)?;
        count += 1;
    }
    Some(count)
}

fn decimal(text: &str) -> Option<u32> {
    bounded(text, 10)
}

/// Parses a number below `0xffffff` in the given base.
fn bounded(text: &str, base: u32) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.chars().try_fold(0, |value: u32, c| {
        let next = value * base + c.to_digit(base)?;
        (next < 0x00ff_ffff).then_some(next)
    })
}
