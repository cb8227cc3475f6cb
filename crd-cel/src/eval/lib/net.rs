//! `net.IP` and `net.CIDR`, as Go's `net/netip` reads them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::go::quote;

/// An IP address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ip(pub IpAddr);

/// An IP network: an address, possibly with bits of a host, and the length of the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr {
    address: IpAddr,
    bits: u8,
}

impl Ip {
    /// Reads an address; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (address, zone) = parse_address(text).map_err(|error| {
            format!(
                "IP Address {} parse error during conversion from string: {error}",
                quote(text)
            )
        })?;
        if zone {
            return Err(format!(
                "IP address {} with zone value is not allowed",
                quote(text)
            ));
        }
        refuse_mapped(address, text)?;
        Ok(Ip(address))
    }

    /// 4 or 6.
    pub fn family(&self) -> i64 {
        if self.0.is_ipv4() { 4 } else { 6 }
    }

    /// The bytes of the address.
    pub(crate) fn size(&self) -> u64 {
        if self.0.is_ipv4() { 4 } else { 16 }
    }

    /// Whether it is a multicast address of the link.
    pub fn is_link_local_multicast(&self) -> bool {
        match self.0 {
            IpAddr::V4(ip) => matches!(ip.octets(), [224, 0, 0, _]),
            IpAddr::V6(ip) => ip
                .segments()
                .first()
                .is_some_and(|first| first & 0xff0f == 0xff02),
        }
    }

    /// Whether it is a unicast address of the link.
    pub fn is_link_local_unicast(&self) -> bool {
        match self.0 {
            IpAddr::V4(ip) => ip.is_link_local(),
            IpAddr::V6(ip) => ip
                .segments()
                .first()
                .is_some_and(|first| first & 0xffc0 == 0xfe80),
        }
    }

    /// Whether it is a unicast address beyond the link.
    pub fn is_global_unicast(&self) -> bool {
        let broadcast = self.0 == IpAddr::V4(Ipv4Addr::BROADCAST);
        !broadcast
            && !self.0.is_unspecified()
            && !self.0.is_loopback()
            && !self.0.is_multicast()
            && !self.is_link_local_unicast()
    }
}

impl fmt::Display for Ip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Cidr {
    /// Reads a network; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let failed = |error: String| {
            // The server wraps what the parser says twice.
            let twice = "network address parse error during conversion from string: ";
            format!("{twice}{twice}netip.ParsePrefix({}): {error}", quote(text))
        };
        let (address, bits) = text.rsplit_once('/').ok_or_else(|| failed("no '/'".into()))?;
        let (address, zone) = parse_address(address).map_err(failed)?;
        if zone {
            return Err(failed("IPv6 zones cannot be present in a prefix".into()));
        }
        let plain = !bits.is_empty()
            && bits.bytes().all(|byte| byte.is_ascii_digit())
            && (bits == "0" || !bits.starts_with('0'));
        let length = bits.parse::<u64>().ok().filter(|_| plain);
        let length = length.ok_or_else(|| failed(format!("bad bits after slash: {}", quote(bits))))?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = u8::try_from(length).ok().filter(|bits| *bits <= most);
        let bits = bits.ok_or_else(|| failed("prefix length out of range".into()))?;
        if is_mapped(address) {
            return Err(format!(
                "network address parse error during conversion from string: IPv4-mapped IPv6 address {} is not allowed",
                quote(text)
            ));
        }
        Ok(Cidr { address, bits })
    }

    /// The address, with the bits of the host.
    pub fn ip(&self) -> Ip {
        Ip(self.address)
    }

    /// The length of the prefix.
    pub fn prefix_length(&self) -> i64 {
        self.bits.into()
    }

    pub(crate) fn size(&self) -> u64 {
        u64::from(self.bits).div_ceil(8)
    }

    /// The network without the bits of the host.
    #[must_use]
    pub fn masked(&self) -> Cidr {
        Cidr {
            address: mask(self.address, self.bits),
            bits: self.bits,
        }
    }

    /// Whether the address is in the network.
    pub fn contains_ip(&self, ip: &Ip) -> bool {
        self.address.is_ipv4() == ip.0.is_ipv4() && mask(ip.0, self.bits) == mask(self.address, self.bits)
    }

    /// Whether all of the other network is in this one.
    pub fn contains_cidr(&self, other: &Cidr) -> bool {
        self.bits <= other.bits && self.contains_ip(&other.ip())
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

fn mask(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(ip) => {
            let keep = u32::MAX.checked_shl(32 - u32::from(bits.min(32))).unwrap_or(0);
            IpAddr::V4(Ipv4Addr::from(u32::from(ip) & keep))
        }
        IpAddr::V6(ip) => {
            let keep = u128::MAX.checked_shl(128 - u32::from(bits.min(128))).unwrap_or(0);
            IpAddr::V6(Ipv6Addr::from(u128::from(ip) & keep))
        }
    }
}

fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(ip) if ip.to_ipv4_mapped().is_some())
}

fn refuse_mapped(address: IpAddr, text: &str) -> Result<(), String> {
    if is_mapped(address) {
        Err(format!("IPv4-mapped IPv6 address {} is not allowed", quote(text)))
    } else {
        Ok(())
    }
}

/// Go's `netip.ParseAddr`: the address, and whether it has a zone.
fn parse_address(text: &str) -> Result<(IpAddr, bool), String> {
    let failed = |message: String| format!("ParseAddr({}): {message}", quote(text));
    match text.bytes().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => {
            let octets = parse_v4(text).map_err(failed)?;
            Ok((IpAddr::V4(Ipv4Addr::from(octets)), false))
        }
        Some(b':') => {
            let (address, zone) = match text.split_once('%') {
                Some((_, "")) => return Err(failed("zone must be a non-empty string".into())),
                Some((address, _)) => (address, true),
                None => (text, false),
            };
            let groups = parse_v6(address).map_err(failed)?;
            Ok((IpAddr::V6(Ipv6Addr::from(groups)), zone))
        }
        Some(_) => Err(failed("missing IPv6 address".into())),
        None => Err(failed("unable to parse IP".into())),
    }
}

fn at(message: &str, rest: &str) -> String {
    format!("{message} (at {})", quote(rest))
}

fn parse_v4(text: &str) -> Result<[u8; 4], String> {
    let mut octets = [0; 4];
    let mut place = 0;
    let (mut value, mut digits): (u32, u32) = (0, 0);
    for (index, byte) in text.bytes().enumerate() {
        let rest = text.get(index..).unwrap_or_default();
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
                if digits == 0 || rest.len() == 1 {
                    return Err(at("IPv4 field must have at least one digit", rest));
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
            _ => return Err(at("unexpected character", rest)),
        }
    }
    if place < 3 {
        return Err("IPv4 address too short".into());
    }
    octets[3] = u8::try_from(value).unwrap_or(u8::MAX);
    Ok(octets)
}

/// The groups before and after `::`, in one pass from the left.
fn parse_v6(text: &str) -> Result<[u16; 8], String> {
    let mut groups: Vec<u16> = Vec::with_capacity(8);
    let mut gap: Option<usize> = None;
    let mut rest = text;
    if let Some(after) = rest.strip_prefix("::") {
        gap = Some(0);
        rest = after;
        if rest.is_empty() {
            return Ok([0; 8]);
        }
    }
    while groups.len() < 8 {
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
            if gap.is_none() && groups.len() != 6 {
                return Err(at(
                    "embedded IPv4 address must replace the final 2 fields of the address",
                    rest,
                ));
            }
            if groups.len() + 2 > 8 {
                return Err(at(
                    "too many hex fields to fit an embedded IPv4 at the end of the address",
                    rest,
                ));
            }
            let [a, b, c, d] = parse_v4(rest)?;
            groups.push(u16::from_be_bytes([a, b]));
            groups.push(u16::from_be_bytes([c, d]));
            rest = "";
            break;
        }
        groups.push(u16::from_str_radix(digits, 16).unwrap_or_default());
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
            gap = Some(groups.len());
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(at("trailing garbage after address", rest));
    }
    if groups.len() < 8 {
        let gap = gap.ok_or("address string too short")?;
        let missing = 8 - groups.len();
        groups.splice(gap..gap, std::iter::repeat_n(0, missing));
    } else if gap.is_some() {
        return Err("the :: must expand to at least one field of zeros".into());
    }
    let mut out = [0; 8];
    for (place, group) in out.iter_mut().zip(groups) {
        *place = group;
    }
    Ok(out)
}
