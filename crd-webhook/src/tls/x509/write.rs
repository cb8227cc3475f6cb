//! Writes a CA, and server certificates that it signs: X.509 version 3, P-256.

use std::net::IpAddr;
use std::time::{SystemTime, UNIX_EPOCH};

use crd_cel::go::calendar::date_of_day;
use tokio_rustls::rustls::SignatureScheme;
use tokio_rustls::rustls::sign::SigningKey;

use super::der::{bit_string, oid, sequence, value};
use super::read::Validity;
use crate::tls::TlsError;

/// `ecdsa-with-SHA256`
const ECDSA_SHA256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
/// `commonName`
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25];
/// `serverAuth`
const SERVER_AUTH: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01];
const SUBJECT_ALT_NAME: &[u8] = &[0x55, 0x1d, 0x11];

/// The contents of a certificate.
pub(in crate::tls) struct Certificate<'a> {
    /// Random and positive.
    pub(in crate::tls) serial: [u8; 16],
    pub(in crate::tls) issuer: &'a str,
    pub(in crate::tls) subject: &'a str,
    pub(in crate::tls) validity: Validity,
    /// The subject's public key, as a `SubjectPublicKeyInfo`.
    pub(in crate::tls) public_key: &'a [u8],
    pub(in crate::tls) role: Role<'a>,
}

pub(in crate::tls) enum Role<'a> {
    Ca,
    /// DNS names and IP addresses.
    Server(&'a [String]),
}

impl Certificate<'_> {
    /// Returns the certificate, signed with the issuer's key.
    pub(in crate::tls) fn sign(&self, issuer: &dyn SigningKey) -> Result<Vec<u8>, TlsError> {
        let algorithm = sequence([&oid(ECDSA_SHA256)]);
        let mut serial = self.serial;
        // A positive number without a leading zero byte.
        serial[0] = serial[0] & 0x7f | 0x40;
        let tbs = sequence([
            &value(0xa0, &value(0x02, &[2])),
            &value(0x02, &serial),
            &algorithm,
            &name(self.issuer),
            &sequence([&time(self.validity.not_before), &time(self.validity.not_after)]),
            &name(self.subject),
            self.public_key,
            &value(0xa3, &value(0x30, &self.extensions().concat())),
        ]);
        let signer = issuer
            .choose_scheme(&[SignatureScheme::ECDSA_NISTP256_SHA256])
            .ok_or_else(|| TlsError::new("the key of the CA is not P-256"))?;
        let signature = signer
            .sign(&tbs)
            .map_err(|error| TlsError::new(format!("the CA could not sign: {error}")))?;
        Ok(sequence([&tbs, &algorithm, &bit_string(&signature)]))
    }

    fn extensions(&self) -> Vec<Vec<u8>> {
        let yes = value(0x01, &[0xff]);
        let critical = |id: &[u8], content: &[u8]| sequence([&oid(id), &yes, &value(0x04, content)]);
        let plain = |id: &[u8], content: &[u8]| sequence([&oid(id), &value(0x04, content)]);
        match self.role {
            Role::Ca => vec![
                // Path length 0: no further CAs below it.
                critical(BASIC_CONSTRAINTS, &sequence([&yes, &value(0x02, &[0])])),
                // keyCertSign and cRLSign
                critical(KEY_USAGE, &value(0x03, &[1, 0b0000_0110])),
            ],
            Role::Server(names) => vec![
                critical(BASIC_CONSTRAINTS, &sequence([])),
                // digitalSignature
                critical(KEY_USAGE, &value(0x03, &[7, 0b1000_0000])),
                plain(EXTENDED_KEY_USAGE, &sequence([&oid(SERVER_AUTH)])),
                plain(SUBJECT_ALT_NAME, &value(0x30, &general_names(names))),
            ],
        }
    }
}

fn general_names(names: &[String]) -> Vec<u8> {
    let mut all = Vec::new();
    for name in names {
        all.extend(match name.parse() {
            Ok(IpAddr::V4(address)) => value(0x87, &address.octets()),
            Ok(IpAddr::V6(address)) => value(0x87, &address.octets()),
            Err(_) => value(0x82, name.as_bytes()),
        });
    }
    all
}

fn name(common: &str) -> Vec<u8> {
    let attribute = sequence([&oid(COMMON_NAME), &value(0x0c, common.as_bytes())]);
    sequence([&value(0x31, &attribute)])
}

/// Encodes a date: `UTCTime` until 2049, and `GeneralizedTime` from then on (RFC 5280).
fn time(time: SystemTime) -> Vec<u8> {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date_of_day(i64::try_from(seconds / 86_400).unwrap_or(i64::MAX));
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let rest = format!("{month:02}{day:02}{hour:02}{minute:02}{second:02}Z");
    if year < 2050 {
        value(0x17, format!("{:02}{rest}", year % 100).as_bytes())
    } else {
        value(0x18, format!("{year:04}{rest}").as_bytes())
    }
}
