//! `net.IP` and `net.CIDR`, parsed as in Go's `net/netip`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::go::netip::{self, AddressFault};
use crate::go::quote;

/// An IP address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ip(pub IpAddr);

/// An IP network: an address, possibly with host bits, and the prefix length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cidr {
    address: IpAddr,
    bits: u8,
}

/// The reason why a text is not a network.
enum CidrFault<'t> {
    NoLength,
    Address(AddressFault<'t>),
    Zone,
    Length(&'t str),
    TooLong,
    Mapped,
}

impl fmt::Display for CidrFault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CidrFault::NoLength => f.write_str("no '/'"),
            CidrFault::Address(fault) => fault.fmt(f),
            CidrFault::Zone => f.write_str("IPv6 zones cannot be present in a prefix"),
            CidrFault::Length(bits) => write!(f, "bad bits after slash: {}", quote(bits)),
            CidrFault::TooLong => f.write_str("prefix length out of range"),
            CidrFault::Mapped => f.write_str("IPv4-mapped IPv6 address is not allowed"),
        }
    }
}

impl Ip {
    /// Parses an address; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (address, zone) = netip::parse_address(text).map_err(|error| {
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
        if is_mapped(address) {
            return Err(format!("IPv4-mapped IPv6 address {} is not allowed", quote(text)));
        }
        Ok(Ip(address))
    }

    /// Checks whether a text is an address: whether [`parse`](Self::parse) accepts it, without creating the text of an error.
    pub fn is_valid(text: &str) -> bool {
        matches!(netip::parse_address(text), Ok((address, false)) if !is_mapped(address))
    }

    /// Returns 4 or 6.
    pub fn family(&self) -> i64 {
        if self.0.is_ipv4() { 4 } else { 6 }
    }

    /// Returns the size of the address in bytes.
    pub(crate) fn size(&self) -> u64 {
        if self.0.is_ipv4() { 4 } else { 16 }
    }

    /// Checks whether it is a link-local multicast address.
    pub fn is_link_local_multicast(&self) -> bool {
        match self.0 {
            IpAddr::V4(ip) => matches!(ip.octets(), [224, 0, 0, _]),
            IpAddr::V6(ip) => ip
                .segments()
                .first()
                .is_some_and(|first| first & 0xff0f == 0xff02),
        }
    }

    /// Checks whether it is a link-local unicast address.
    pub fn is_link_local_unicast(&self) -> bool {
        match self.0 {
            IpAddr::V4(ip) => ip.is_link_local(),
            IpAddr::V6(ip) => ip.is_unicast_link_local(),
        }
    }

    /// Checks whether it is a global unicast address.
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
    /// Parses a network; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::read(text).map_err(|fault| {
            let intro = "network address parse error during conversion from string: ";
            match fault {
                CidrFault::Mapped => {
                    format!("{intro}IPv4-mapped IPv6 address {} is not allowed", quote(text))
                }
                // The server wraps the parser's error twice.
                fault => format!("{intro}{intro}netip.ParsePrefix({}): {fault}", quote(text)),
            }
        })
    }

    /// Checks whether a text is a network: whether [`parse`](Self::parse) accepts it, without creating the text of an error.
    pub fn is_valid(text: &str) -> bool {
        Self::read(text).is_ok()
    }

    fn read(text: &str) -> Result<Self, CidrFault<'_>> {
        let (address, bits) = text.rsplit_once('/').ok_or(CidrFault::NoLength)?;
        let (address, zone) = netip::parse_address(address).map_err(CidrFault::Address)?;
        if zone {
            return Err(CidrFault::Zone);
        }
        let plain = !bits.is_empty()
            && bits.bytes().all(|byte| byte.is_ascii_digit())
            && (bits == "0" || !bits.starts_with('0'));
        let length = bits.parse::<u64>().ok().filter(|_| plain);
        let length = length.ok_or(CidrFault::Length(bits))?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = u8::try_from(length).ok().filter(|bits| *bits <= most);
        let bits = bits.ok_or(CidrFault::TooLong)?;
        if is_mapped(address) {
            return Err(CidrFault::Mapped);
        }
        Ok(Cidr { address, bits })
    }

    /// Returns the address, including host bits.
    pub fn ip(&self) -> Ip {
        Ip(self.address)
    }

    /// Returns the prefix length.
    pub fn prefix_length(&self) -> i64 {
        self.bits.into()
    }

    pub(crate) fn size(&self) -> u64 {
        u64::from(self.bits).div_ceil(8)
    }

    /// Returns the network without host bits.
    #[must_use]
    pub fn masked(&self) -> Cidr {
        Cidr {
            address: mask(self.address, self.bits),
            bits: self.bits,
        }
    }

    /// Checks whether the network contains an address.
    pub fn contains_ip(&self, ip: &Ip) -> bool {
        self.address.is_ipv4() == ip.0.is_ipv4() && mask(ip.0, self.bits) == mask(self.address, self.bits)
    }

    /// Checks whether this network contains all of the other one.
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
