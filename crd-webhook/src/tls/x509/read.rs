//! Reads a certificate's dates and names.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crd_cel::go::calendar::day_of_date;

/// The validity period of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tls) struct Validity {
    pub(in crate::tls) not_before: SystemTime,
    pub(in crate::tls) not_after: SystemTime,
}

const SEQUENCE: u8 = 0x30;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// Returns the dates of a certificate; `None` if it is not one.
pub(in crate::tls) fn validity(certificate: &[u8]) -> Option<Validity> {
    let mut tbs = tbs(certificate)?;
    let mut validity = tbs.validity()?;
    Some(Validity {
        not_before: validity.time()?,
        not_after: validity.time()?,
    })
}

/// Returns the DNS names of a certificate, and its IP addresses in text form.
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
pub(in crate::tls) fn names(certificate: &[u8]) -> Option<Vec<String>> {
    /// `2.5.29.17`, subject alternative name.
    const SAN: &[u8] = &[0x55, 0x1d, 0x11];
    let mut tbs = tbs(certificate)?;
    tbs.validity()?;
    let (_subject, _public_key) = (tbs.next()?, tbs.next()?);
    let mut extensions = Reader(Reader(tbs.tagged(0xa3)?).tagged(SEQUENCE)?);
    while let Some(extension) = extensions.tagged(SEQUENCE) {
        let mut extension = Reader(extension);
        if extension.tagged(0x06)? != SAN {
            continue;
        }
        let mut value = extension.next()?;
        if value.0 == 0x01 {
            // The optional `critical` flag is skipped.
            value = extension.next()?;
        }
        let mut list = Reader(Reader(value.1).tagged(SEQUENCE)?);
        let mut names = Vec::new();
        while let Some((tag, bytes)) = list.next() {
            match tag {
                0x82 => names.push(String::from_utf8(bytes.to_vec()).ok()?),
                0x87 => names.push(address(bytes)?),
                _ => {}
            }
        }
        return Some(names);
    }
    Some(Vec::new())
}

#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
fn address(bytes: &[u8]) -> Option<String> {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        return Some(std::net::Ipv4Addr::from(four).to_string());
    }
    let sixteen = <[u8; 16]>::try_from(bytes).ok()?;
    Some(std::net::Ipv6Addr::from(sixteen).to_string())
}

/// Returns the signed part of a certificate, after its version, serial number, algorithm and issuer.
fn tbs(certificate: &[u8]) -> Option<Reader<'_>> {
    let mut certificate = Reader(Reader(certificate).tagged(SEQUENCE)?);
    let mut tbs = Reader(certificate.tagged(SEQUENCE)?);
    if tbs.0.first() == Some(&0xa0) {
        tbs.next()?;
    }
    let (_serial, _algorithm, _issuer) = (tbs.next()?, tbs.next()?, tbs.next()?);
    Some(tbs)
}

/// A reader of the remaining DER.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Returns the tag and content of the next value.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, mut rest) = rest.split_first()?;
        let mut length = usize::from(first);
        if first >= 0x80 {
            let (digits, after) = rest.split_at_checked(usize::from(first & 0x7f))?;
            if digits.len() > 4 {
                return None;
            }
            length = digits
                .iter()
                .fold(0, |length, digit| length << 8 | usize::from(*digit));
            rest = after;
        }
        let (content, after) = rest.split_at_checked(length)?;
        self.0 = after;
        Some((tag, content))
    }

    fn tagged(&mut self, wanted: u8) -> Option<&'a [u8]> {
        let (tag, content) = self.next()?;
        (tag == wanted).then_some(content)
    }

    fn validity(&mut self) -> Option<Self> {
        self.tagged(SEQUENCE).map(Self)
    }

    fn time(&mut self) -> Option<SystemTime> {
        let (tag, text) = self.next()?;
        let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
        let number = |text: &str| text.parse::<i64>().ok();
        let (year, rest) = match tag {
            UTC_TIME => {
                let (year, rest) = text.split_at_checked(2)?;
                let year = number(year)?;
                (if year < 50 { 2000 + year } else { 1900 + year }, rest)
            }
            GENERALIZED_TIME => {
                let (year, rest) = text.split_at_checked(4)?;
                (number(year)?, rest)
            }
            _ => return None,
        };
        let mut fields = [0; 5];
        let mut rest = rest;
        for field in &mut fields {
            let (digits, after) = rest.split_at_checked(2)?;
            *field = number(digits)?;
            rest = after;
        }
        let [month, day, hour, minute, second] = fields;
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        // Earlier dates are equivalent to 1970 here.
        let days = day_of_date(year, month, day).max(0);
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
        Some(UNIX_EPOCH + Duration::from_secs(u64::try_from(seconds).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_has_no_dates() {
        for bytes in [
            &b""[..],
            b"\x30",
            b"\x30\x82\xff\xff",
            b"\x30\x03\x30\x01\xa0",
            &[0x30; 400],
            &[0xff; 40],
        ] {
            assert_eq!(validity(bytes), None, "{bytes:?}");
        }
    }
}
