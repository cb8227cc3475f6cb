//! `kubernetes.NamedFormat`: the named string formats and their validation errors.

use crate::go::url::Url;
use crate::go::{is_base64, is_date, is_date_time};
use crate::names::{self, LabelWords};

/// The last server whose errors about labels are those of qualified names.
const QUALIFIED_NAMES_UNTIL: u8 = 34;

/// A named format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// An RFC 1123 label.
    Dns1123Label,
    /// The beginning of an RFC 1123 label, as in `generateName`.
    Dns1123LabelPrefix,
    /// An RFC 1123 subdomain.
    Dns1123Subdomain,
    /// The beginning of an RFC 1123 subdomain.
    Dns1123SubdomainPrefix,
    /// An RFC 1035 label.
    Dns1035Label,
    /// The beginning of an RFC 1035 label.
    Dns1035LabelPrefix,
    /// The key of a label or annotation.
    QualifiedName,
    /// The value of a label.
    LabelValue,
    /// A URI with a scheme or a rooted path.
    Uri,
    /// A UUID.
    Uuid,
    /// Base64.
    Byte,
    /// An RFC 3339 date.
    Date,
    /// An RFC 3339 date and time.
    DateTime,
}

/// Each format with its name as the argument of `format.named`.
const NAMES: [(&str, Format); 13] = [
    ("dns1123Label", Format::Dns1123Label),
    ("dns1123LabelPrefix", Format::Dns1123LabelPrefix),
    ("dns1123Subdomain", Format::Dns1123Subdomain),
    ("dns1123SubdomainPrefix", Format::Dns1123SubdomainPrefix),
    ("dns1035Label", Format::Dns1035Label),
    ("dns1035LabelPrefix", Format::Dns1035LabelPrefix),
    ("qualifiedName", Format::QualifiedName),
    ("labelValue", Format::LabelValue),
    ("uri", Format::Uri),
    ("uuid", Format::Uuid),
    ("byte", Format::Byte),
    ("date", Format::Date),
    ("datetime", Format::DateTime),
];

impl Format {
    /// Returns the format with a name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
    }

    /// Returns the size of the regular expression from which the cost of `validate` is computed.
    pub(crate) fn regex_size(self) -> u64 {
        match self {
            Format::Dns1123Label
            | Format::Dns1035Label
            | Format::Dns1123LabelPrefix
            | Format::Dns1035LabelPrefix => 30,
            Format::Dns1123Subdomain | Format::QualifiedName | Format::Dns1123SubdomainPrefix => 60,
            Format::LabelValue => 40,
            Format::Uri => 1103,
            Format::Byte => 84,
            Format::Uuid | Format::Date | Format::DateTime => 72,
        }
    }

    /// Returns the errors of `text` in this format, with a server's wording; empty if it is valid.
    pub fn faults(self, text: &str, server: u8) -> Vec<String> {
        let words = if server <= QUALIFIED_NAMES_UNTIL {
            LabelWords::QualifiedNames
        } else {
            LabelWords::LabelKeys
        };
        let unless = |holds: bool, fault: &str| if holds { Vec::new() } else { vec![fault.to_owned()] };
        match self {
            Format::Dns1123Label => names::dns1123_label(text),
            Format::Dns1123LabelPrefix => names::dns1123_label(&names::mask_trailing_dash(text)),
            Format::Dns1123Subdomain => names::dns1123_subdomain(text),
            Format::Dns1123SubdomainPrefix => names::dns1123_subdomain_prefix(text),
            Format::Dns1035Label => names::dns1035_label(text),
            Format::Dns1035LabelPrefix => names::dns1035_label(&names::mask_trailing_dash(text)),
            Format::QualifiedName => names::label_key(text, words),
            Format::LabelValue => names::label_value(text, words),
            Format::Uri => Url::parse_request_uri(text).err().into_iter().collect(),
            Format::Uuid => unless(is_uuid(text), "does not match the UUID format"),
            Format::Byte => unless(is_base64(text), "invalid base64"),
            Format::Date => unless(is_date(text), "invalid date"),
            Format::DateTime => unless(is_date_time(text), "invalid datetime"),
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let mut hex = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'-' if matches!(at, 8 | 13 | 18 | 23) => {}
            _ if byte.is_ascii_hexdigit() => hex += 1,
            _ => return false,
        }
    }
    hex == 32 && matches!(text.len(), 32 | 36)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded from the 1.36 server's code: the unit differs by format.
    #[test]
    fn units_of_what_is_too_long() {
        let long = "a".repeat(300);
        for (format, expected) in [
            (Format::Dns1123Label, "must be no more than 63 characters"),
            (Format::Dns1123Subdomain, "must be no more than 253 characters"),
            (Format::QualifiedName, "name part must be no more than 63 bytes"),
            (Format::LabelValue, "must be no more than 63 bytes"),
        ] {
            assert_eq!(format.faults(&long, 36), [expected]);
        }
        // Go replaces the last two bytes of a prefix that ends in a dash.
        assert!(Format::Dns1123LabelPrefix.faults("--", 36).is_empty());
    }
}
