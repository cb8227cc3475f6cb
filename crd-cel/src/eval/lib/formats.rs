//! `kubernetes.NamedFormat`: the named formats of strings and what breaks each.

use crate::eval::base64;
use crate::eval::time;
use crate::eval::value::Value;

/// A named format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A label of RFC 1123.
    Dns1123Label,
    /// The beginning of one, as `generateName` has it.
    Dns1123LabelPrefix,
    /// A subdomain of RFC 1123.
    Dns1123Subdomain,
    /// The beginning of one.
    Dns1123SubdomainPrefix,
    /// A label of RFC 1035.
    Dns1035Label,
    /// The beginning of one.
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
    /// A date of RFC 3339.
    Date,
    /// A date and time of RFC 3339.
    DateTime,
}

/// Each format with the name that `format.named` takes.
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
    /// The format of a name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
    }

    /// The size of the regular expression that the cost of `validate` is computed from.
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

    /// What keeps `text` from having the format; empty if nothing does.
    pub fn faults(self, text: &str) -> Vec<String> {
        let unless = |holds: bool, fault: &str| if holds { Vec::new() } else { vec![fault.to_owned()] };
        match self {
            Format::Dns1123Label => label(text, DNS1123_LABEL, is_dns1123_part, 63),
            Format::Dns1123LabelPrefix => label(&masked(text), DNS1123_LABEL, is_dns1123_part, 63),
            Format::Dns1123Subdomain => label(text, DNS1123_SUBDOMAIN, is_subdomain, 253),
            Format::Dns1123SubdomainPrefix => label(&masked(text), DNS1123_SUBDOMAIN, is_subdomain, 253),
            Format::Dns1035Label => label(text, DNS1035_LABEL, is_dns1035, 63),
            Format::Dns1035LabelPrefix => label(&masked(text), DNS1035_LABEL, is_dns1035, 63),
            Format::QualifiedName => qualified_name(text),
            Format::LabelValue => {
                let mut faults = too_long(text, 63);
                if !text.is_empty() && !is_label_text(text) {
                    faults.push(LABEL_VALUE.into());
                }
                faults
            }
            Format::Uri => super::url::Url::parse(text).err().into_iter().collect(),
            Format::Uuid => unless(is_uuid(text), "does not match the UUID format"),
            Format::Byte => unless(
                !text.is_empty()
                    && text.len().is_multiple_of(4)
                    && !base64::decode(&to_url_safe(text)).is_error(),
                "invalid base64",
            ),
            Format::Date => unless(matches!(time::date(text), Value::Timestamp(_)), "invalid date"),
            Format::DateTime => unless(crate::go::parse_timestamp(text).is_ok(), "invalid datetime"),
        }
    }
}

const DNS1035_LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const DNS1123_LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', \
and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const DNS1123_SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
'-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const QUALIFIED_NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or \
'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used \
for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// A prefix with its trailing dash replaced, as the server checks prefixes.
fn masked(text: &str) -> String {
    match text.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => format!("{rest}a"),
        _ => text.to_owned(),
    }
}

fn label(text: &str, fault: &str, holds: fn(&str) -> bool, longest: usize) -> Vec<String> {
    let mut faults = too_long(text, longest);
    if !holds(text) {
        let dotted = longest == 63 && fault == DNS1123_LABEL && is_subdomain(text);
        faults.push(if dotted {
            "must not contain dots".to_owned()
        } else {
            fault.to_owned()
        });
    }
    faults
}

fn too_long(text: &str, longest: usize) -> Vec<String> {
    if text.len() > longest {
        vec![format!("must be no more than {longest} bytes")]
    } else {
        Vec::new()
    }
}

fn is_dns1123_part(text: &str) -> bool {
    let plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
        && bytes.iter().all(|byte| plain(byte) || *byte == b'-')
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_dns1123_part)
}

fn is_dns1035(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && is_dns1123_part(text)
}

fn is_label_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn qualified_name(text: &str) -> Vec<String> {
    let (prefix, name) = match text.split_once('/') {
        Some((_, name)) if name.contains('/') => {
            return vec![format!(
                "a valid label key {QUALIFIED_NAME} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, text),
    };
    let mut faults = match prefix {
        None => Vec::new(),
        Some("") => vec!["prefix part must be non-empty".to_owned()],
        Some(prefix) => label(prefix, DNS1123_SUBDOMAIN, is_subdomain, 253)
            .into_iter()
            .map(|fault| format!("prefix part {fault}"))
            .collect(),
    };
    if name.is_empty() {
        faults.push("name part must be non-empty".into());
    }
    faults.extend(
        too_long(name, 63)
            .into_iter()
            .map(|fault| format!("name part {fault}")),
    );
    if !is_label_text(name) {
        faults.push(format!("name part {QUALIFIED_NAME}"));
    }
    faults
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

fn to_url_safe(text: &str) -> String {
    text.replace('+', "-").replace('/', "_")
}
