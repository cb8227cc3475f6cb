//! Go's `netip.ParseAddr`, with its errors: their text is created only when they are printed.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::go::quote;

/// The reason why a text is not an address.
pub(crate) struct AddressFault<'t> {
    text: &'t str,
    fault: AddressMistake<'t>,
}

impl fmt::Display for AddressFault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseAddr({}): {}", quote(self.text), self.fault.message)?;
        match self.fault.rest {
            Some(rest) => write!(f, " (at {})", quote(rest)),
            None => Ok(()),
        }
    }
}

/// The error message, and the rest of the text at that position.
struct AddressMistake<'t> {
    message: &'static str,
    rest: Option<&'t str>,
}

impl From<&'static str> for AddressMistake<'_> {
    fn from(message: &'static str) -> Self {
        AddressMistake { message, rest: None }
    }
}

fn at<'t>(message: &'static str, rest: &'t str) -> AddressMistake<'t> {
    AddressMistake {
        message,
        rest: Some(rest),
    }
}

/// Parses an address; returns it and whether it has a zone.
pub(crate) fn parse_address(text: &str) -> Result<(IpAddr, bool), AddressFault<'_>> {
    read(text).map_err(|fault| AddressFault { text, fault })
}

fn read(text: &str) -> Result<(IpAddr, bool), AddressMistake<'_>> {
    match text.bytes().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => Ok((IpAddr::V4(Ipv4Addr::from(parse_v4(text)?)), false)),
        Some(b':') => {
            let (address, zone) = match text.split_once('%') {
                Some((_, "")) => return Err("zone must be a non-empty string".into()),
                Some((address, _)) => (address, true),
                None => (text, false),
            };
            Ok((IpAddr::V6(Ipv6Addr::from(parse_v6(address)?)), zone))
        }
        Some(_) => Err("missing IPv6 address".into()),
        None => Err("unable to parse IP".into()),
    }
}

fn parse_v4(text: &str) -> Result<[u8; 4], AddressMistake<'_>> {
    let mut octets = [0; 4];
    let mut place = 0;
    let (mut value, mut digits): (u32, u32) = (0, 0);
    for (index, byte) in text.bytes().enumerate() {
        let rest = || text.get(index..).unwrap_or_default();
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err("IPv4 field has octet with leading zero".into());
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return Err("IPv4 field has value >255".into());
                }
            }
            b'.' => {
                if digits == 0 || index + 1 == text.len() {
                    return Err(at("IPv4 field must have at least one digit", rest()));
                }
                if place == 3 {
                    return Err("IPv4 address too long".into());
                }
                if let Some(octet) = octets.get_mut(place) {
                    *octet = u8::try_from(value).unwrap_or(u8::MAX);
                }
                place += 1;
                (value, digits) = (0, 0);
            }
            _ => return Err(at("unexpected character", rest())),
        }
    }
    if place < 3 {
        return Err("IPv4 address too short".into());
    }
    octets[3] = u8::try_from(value).unwrap_or(u8::MAX);
    Ok(octets)
}

/// The groups of an address that have been read so far.
#[derive(Default)]
struct AddressGroups {
    groups: [u16; 8],
    count: usize,
}

impl AddressGroups {
    fn push(&mut self, group: u16) {
        if let Some(place) = self.groups.get_mut(self.count) {
            *place = group;
        }
        self.count += 1;
    }
}

/// Parses the groups before and after `::`, in one pass from the left.
fn parse_v6(text: &str) -> Result<[u16; 8], AddressMistake<'_>> {
    let mut read = AddressGroups::default();
    let mut gap: Option<usize> = None;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        gap = Some(0);
        rest = after;
        if rest.is_empty() {
            return Ok([0; 8]);
        }
    }
    while read.count < 8 {
        let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        if length > 4 {
            return Err(at("each group must have 4 or less digits", rest));
        }
        if length == 0 {
            return Err(at(
                "each colon-separated field must have at least one digit",
                rest,
            ));
        }
        let (digits, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if after.starts_with('.') {
            if gap.is_none() && read.count != 6 {
                return Err(at(
                    "embedded IPv4 address must replace the final 2 fields of the address",
                    rest,
                ));
            }
            if read.count + 2 > 8 {
                return Err(at(
                    "too many hex fields to fit an embedded IPv4 at the end of the address",
                    rest,
                ));
            }
            let [a, b, c, d] = parse_v4(rest)?;
            read.push(u16::from_be_bytes([a, b]));
            read.push(u16::from_be_bytes([c, d]));
            rest = "";
            break;
        }
        read.push(u16::from_str_radix(digits, 16).unwrap_or_default());
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(after) = rest.strip_prefix(':') else {
            return Err(at("unexpected character, want colon", rest));
        };
        if after.is_empty() {
            return Err(at("colon must be followed by more characters", rest));
        }
        rest = after;
        if let Some(after) = rest.strip_prefix(':') {
            if gap.is_some() {
                return Err(at("multiple :: in address", rest));
            }
            gap = Some(read.count);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(at("trailing garbage after address", rest));
    }
    let AddressGroups { mut groups, count } = read;
    if count < 8 {
        let gap = gap.ok_or("address string too short")?;
        // The groups after the gap belong at the end.
        if let (Some(behind), Some(after)) = (groups.get_mut(gap..), count.checked_sub(gap)) {
            behind.rotate_right(behind.len() - after.min(behind.len()));
        }
    } else if gap.is_some() {
        return Err("the :: must expand to at least one field of zeros".into());
    }
    Ok(groups)
}
