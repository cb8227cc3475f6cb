//! String formats (rules VAL-02): the formats that the server knows, and the texts that each accepts.
//!
//! The checks are those of `github.com/go-openapi/strfmt`, which `kube-openapi` includes.
//!
//! ```
//! use crd_core::KubeVersion;
//! use crd_core::formats::{accepts, is_supported};
//!
//! assert!(is_supported("date-time", "string", KubeVersion::DEFAULT));
//! assert_eq!(accepts("ipv4", "10.0.0.256"), Some(false));
//! assert_eq!(accepts("no-such-format", ""), None);
//! ```

mod code;
mod mail;
mod net;
mod time;

use crate::KubeVersion;
use crate::model::changes::Change;
use crd_cel::go::url::Url;

/// A string format that the server checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringFormat {
    BsonObjectId,
    Byte,
    Cidr,
    CreditCard,
    Date,
    DateTime,
    Duration,
    Email,
    HexColor,
    Hostname,
    Ipv4,
    Ipv6,
    Isbn,
    Isbn10,
    Isbn13,
    Mac,
    Password,
    RgbColor,
    Ssn,
    Uri,
    Uuid,
    Uuid3,
    Uuid4,
    Uuid5,
    ShortName,
    LongName,
}

impl StringFormat {
    /// Returns the format with this name; dashes are ignored.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let plain = name.replace('-', "");
        Some(match plain.as_str() {
            "bsonobjectid" => StringFormat::BsonObjectId,
            "byte" => StringFormat::Byte,
            "cidr" => StringFormat::Cidr,
            "creditcard" => StringFormat::CreditCard,
            "date" => StringFormat::Date,
            "datetime" => StringFormat::DateTime,
            "duration" => StringFormat::Duration,
            "email" => StringFormat::Email,
            "hexcolor" => StringFormat::HexColor,
            "hostname" => StringFormat::Hostname,
            "ipv4" => StringFormat::Ipv4,
            "ipv6" => StringFormat::Ipv6,
            "isbn" => StringFormat::Isbn,
            "isbn10" => StringFormat::Isbn10,
            "isbn13" => StringFormat::Isbn13,
            "mac" => StringFormat::Mac,
            "password" => StringFormat::Password,
            "rgbcolor" => StringFormat::RgbColor,
            "ssn" => StringFormat::Ssn,
            "uri" => StringFormat::Uri,
            "uuid" => StringFormat::Uuid,
            "uuid3" => StringFormat::Uuid3,
            "uuid4" => StringFormat::Uuid4,
            "uuid5" => StringFormat::Uuid5,
            "k8sshortname" => StringFormat::ShortName,
            "k8slongname" => StringFormat::LongName,
            _ => return None,
        })
    }

    /// Checks whether a server of this version allows the format in CRDs.
    pub(crate) fn supported_at(self, version: KubeVersion) -> bool {
        match self {
            StringFormat::ShortName | StringFormat::LongName => version.has(Change::KubernetesNameFormats),
            _ => true,
        }
    }

    /// Checks whether `text` has the format.
    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            StringFormat::BsonObjectId => text.len() == 24 && text.bytes().all(|b| b.is_ascii_hexdigit()),
            StringFormat::Byte => crd_cel::go::is_base64(text),
            StringFormat::Cidr => net::is_cidr(text),
            StringFormat::CreditCard => code::is_credit_card(text),
            StringFormat::Date => crd_cel::go::is_date(text),
            StringFormat::DateTime => crd_cel::go::is_date_time(text),
            StringFormat::Duration => time::is_duration(text),
            StringFormat::Email => mail::is_address(text),
            StringFormat::HexColor => code::is_hex_color(text),
            StringFormat::Hostname => net::is_hostname(text),
            StringFormat::Ipv4 => net::is_ipv4(text),
            StringFormat::Ipv6 => net::is_ipv6(text),
            StringFormat::Isbn => code::is_isbn10(text) || code::is_isbn13(text),
            StringFormat::Isbn10 => code::is_isbn10(text),
            StringFormat::Isbn13 => code::is_isbn13(text),
            StringFormat::Mac => net::is_mac(text),
            StringFormat::Password => true,
            StringFormat::RgbColor => code::is_rgb_color(text),
            StringFormat::Ssn => code::is_ssn(text),
            StringFormat::Uri => Url::is_request_uri(text),
            StringFormat::Uuid => code::is_uuid(text, None),
            StringFormat::Uuid3 => code::is_uuid(text, Some(b'3')),
            StringFormat::Uuid4 => code::is_uuid(text, Some(b'4')),
            StringFormat::Uuid5 => code::is_uuid(text, Some(b'5')),
            StringFormat::ShortName => text.len() <= 63 && is_name_segment(text),
            StringFormat::LongName => text.len() <= 253 && text.split('.').all(is_name_segment),
        }
    }
}

/// Checks whether a server of this version knows `format` on a node of type `type_` (empty if it has none).
///
/// Servers clear an unknown format before they validate objects, and warn about it (rule WRN-01).
pub fn is_supported(format: &str, type_: &str, version: KubeVersion) -> bool {
    match type_ {
        "" | "string" => StringFormat::named(format).is_some_and(|known| known.supported_at(version)),
        "integer" if version.has(Change::FormatsByType) => matches!(format, "int32" | "int64"),
        "number" if version.has(Change::FormatsByType) => matches!(format, "float" | "double"),
        _ if version.has(Change::FormatsByType) => false,
        _ => StringFormat::named(format).is_some_and(|known| known.supported_at(version)),
    }
}

/// Checks whether `text` has the named format; `None` if no server knows the format.
pub fn accepts(format: &str, text: &str) -> Option<bool> {
    StringFormat::named(format).map(|format| format.accepts(text))
}

/// Checks whether each text of one format also has another.
#[cfg(feature = "compat")]
pub(crate) fn is_within(one: &str, other: &str) -> bool {
    use StringFormat as F;
    let (Some(one), Some(other)) = (F::named(one), F::named(other)) else {
        return false;
    };
    one == other
        || matches!(
            (one, other),
            (F::Uuid3 | F::Uuid4 | F::Uuid5, F::Uuid)
                | (F::Isbn10 | F::Isbn13, F::Isbn)
                | (F::ShortName, F::LongName)
        )
}

fn is_name_segment(text: &str) -> bool {
    let plain = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
        && bytes.iter().all(|b| plain(b) || *b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks lines of the form `format: good … | bad …`, recorded from the server's own code.
    #[test]
    fn decides_as_the_server_does() {
        let cases: &[(&str, &[&str], &[&str])] = &[
            ("byte", &["YQ==", "YWI=", "YWJj"], &["", "YQ", "YQ=", "YW-j"]),
            (
                "cidr",
                &["10.0.0.0/8", "010.000.0.1/08", "::/0"],
                &["10.0.0.0", "10.0.0.0/33", "::/129"],
            ),
            ("creditcard", &["4111 1111 1111 1111"], &["4111111111111112", ""]),
            (
                "date",
                &["2020-02-29"],
                &["2021-02-29", "2020-2-2", "02020-02-02"],
            ),
            (
                "date-time",
                &[
                    "2020-01-01T00:00:00Z",
                    "2020-01-01t23:59:59x5+99:99",
                    "2020-01-01T00:00:00ZTx",
                ],
                &[
                    "2020-01-01T24:00:00Z",
                    "2020-01-01 00:00:00Z",
                    "2020-01-01T00:00:00",
                ],
            ),
            (
                "duration",
                &["1.h", "0", "-1.5h", "2 weeks", "x 3d y"],
                &["", "1", "1 fortnight", "99999999999999999999s"],
            ),
            (
                "email",
                &["a@b", "X <a@b>", "\"q\"@[1.2.3.4]", "a@b (c)"],
                &["a", "a@", "a@b c", "<a@b", "g: a@b, c@d;"],
            ),
            ("hexcolor", &["#fff", "ABCDEF"], &["#ff", "##fff"]),
            (
                "hostname",
                &["a", "a.bc", "é.com", "a-b"],
                &["", "a.b", "-a", "a..bc", "a_b"],
            ),
            (
                "ipv4",
                &["1.2.3.4", "01.2.3.004", "::1.2.3.4"],
                &["1.2.3", "1.2.3.256", "::1"],
            ),
            (
                "ipv6",
                &["::1", "::ffff:1.2.3.4"],
                &["1.2.3.4", "::ffff:1.2.3.04", "fe80::1%lo"],
            ),
            (
                "isbn",
                &["0321751043", "978-0321751041"],
                &["0321751044", "9780321751042"],
            ),
            (
                "mac",
                &["01:23:45:67:89:ab", "0123.4567.89ab", "0123456789ab"],
                &["01:23:45:67:89", "01:23-45:67:89:ab"],
            ),
            ("rgbcolor", &["rgb(0, 199,255)"], &["rgb(256,0,0)", "rgb(00,0,0)"]),
            ("ssn", &["123-45 6789"], &["123456789", "123-456789"]),
            (
                "uri",
                &["/a b", "x:y", "http://[::1]:80/", "*"],
                &["", "a/b", "http://a b/", "http://a:b/", "/%zz"],
            ),
            (
                "uuid4",
                &["A0EEBC999C0B4EF8BB6D6BB9BD380A11"],
                &["a0eebc99-9c0b-1ef8-bb6d-6bb9bd380a11"],
            ),
            ("k8s-short-name", &["a-1"], &["A", "a.b", ""]),
            ("k8s-long-name", &["a.b-c"], &["a..b", "a.-b"]),
            (
                "bsonobjectid",
                &["507f1f77bcf86cd799439011"],
                &["507f1f77bcf86cd79943901"],
            ),
        ];
        for (name, good, bad) in cases {
            let format = StringFormat::named(name).unwrap();
            for text in *good {
                assert!(format.accepts(text), "{name} must accept {text:?}");
            }
            for text in *bad {
                assert!(!format.accepts(text), "{name} must refuse {text:?}");
            }
        }
    }

    #[test]
    fn knows_formats_by_type_and_version() {
        let at = |minor| KubeVersion::from_minor(minor).unwrap();
        let cases = [
            ("i-pv4", "string", 29, true),
            ("k8s-short-name", "", 34, false),
            ("k8s-short-name", "string", 35, true),
            ("int32", "integer", 35, false),
            ("int32", "integer", 36, true),
            ("int32", "number", 36, false),
            ("double", "number", 36, true),
            ("date", "object", 36, false),
            ("date", "object", 35, true),
            ("nonsense", "string", 36, false),
        ];
        for (format, type_, minor, expected) in cases {
            assert_eq!(
                is_supported(format, type_, at(minor)),
                expected,
                "{format} {type_} {minor}"
            );
        }
    }
}
