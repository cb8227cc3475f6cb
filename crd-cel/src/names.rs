//! Kubernetes' syntax of names and labels: `k8s.io/apimachinery/pkg/util/validation` and its error texts.
//!
//! Each function returns the errors of a text; an empty list means that it is valid.

use crate::syntax::{is_dns1123_part, is_label_text};

const DNS1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for \
validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const DNS1123_LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', \
and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const DNS1123_SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, \
'-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const LABEL_KEY: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or \
'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used \
for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// Returns the errors of `text` as a DNS-1035 label.
pub fn dns1035_label(text: &str) -> Vec<String> {
    let letter_first = text.starts_with(|c: char| c.is_ascii_lowercase());
    let mut faults = too_long(text, 63, "characters");
    if !letter_first || !is_dns1123_part(text) {
        faults.push(DNS1035.into());
    }
    faults
}

/// Returns the errors of `text` as an RFC 1123 label.
pub fn dns1123_label(text: &str) -> Vec<String> {
    let mut faults = too_long(text, 63, "characters");
    if !is_dns1123_part(text) {
        let dotted = text.split('.').all(is_dns1123_part);
        faults.push(if dotted {
            "must not contain dots".into()
        } else {
            DNS1123_LABEL.into()
        });
    }
    faults
}

/// Returns the errors of `text` as an RFC 1123 subdomain.
pub fn dns1123_subdomain(text: &str) -> Vec<String> {
    dns1123_subdomain_in(text, "characters")
}

/// Returns the errors of `text` as the prefix of an RFC 1123 subdomain. It may end in a dash.
pub fn dns1123_subdomain_prefix(text: &str) -> Vec<String> {
    dns1123_subdomain(&mask_trailing_dash(text))
}

/// Converts a prefix to the form in which the server validates it as a complete name: Go's
/// `maskTrailingDash`, which replaces the last two bytes by an `a`.
pub fn mask_trailing_dash(text: &str) -> String {
    match text.strip_suffix('-').filter(|start| !start.is_empty()) {
        None => text.to_owned(),
        Some(start) => match start.get(..start.len() - 1) {
            Some(start) => format!("{start}a"),
            // A character beyond ASCII is kept whole instead of being cut in half: it is just as invalid and
            // the length is the same.
            None => start.to_owned(),
        },
    }
}

/// The wording of a server's errors about labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelWords {
    /// Until 1.34: keys are called qualified names, and lengths are counted in characters.
    QualifiedNames,
    /// Since 1.35: keys are called label keys, and lengths are counted in bytes.
    LabelKeys,
}

impl LabelWords {
    fn unit(self) -> &'static str {
        match self {
            LabelWords::QualifiedNames => "characters",
            LabelWords::LabelKeys => "bytes",
        }
    }

    fn key(self) -> &'static str {
        match self {
            LabelWords::QualifiedNames => "a qualified name",
            LabelWords::LabelKeys => "a valid label key",
        }
    }
}

/// Returns the errors of `text` as a label or annotation key, also called a qualified name.
pub fn label_key(text: &str, words: LabelWords) -> Vec<String> {
    let (prefix, name) = match text.split_once('/') {
        Some((_, name)) if name.contains('/') => {
            return vec![format!(
                "{} {LABEL_KEY} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
                words.key()
            )];
        }
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, text),
    };
    let prefix_faults = match prefix {
        None => Vec::new(),
        Some("") => vec!["must be non-empty".into()],
        Some(prefix) => dns1123_subdomain_in(prefix, words.unit()),
    };
    let mut faults: Vec<String> = prefix_faults
        .into_iter()
        .map(|fault| format!("prefix part {fault}"))
        .collect();
    if name.is_empty() {
        faults.push("name part must be non-empty".into());
    }
    faults.extend(
        too_long(name, 63, words.unit())
            .into_iter()
            .map(|fault| format!("name part {fault}")),
    );
    if !is_label_text(name) {
        faults.push(format!("name part {LABEL_KEY}"));
    }
    faults
}

/// Returns the errors of `text` as a label value.
pub fn label_value(text: &str, words: LabelWords) -> Vec<String> {
    let mut faults = too_long(text, 63, words.unit());
    if !text.is_empty() && !is_label_text(text) {
        faults.push(LABEL_VALUE.into());
    }
    faults
}

/// Returns the errors of `text` as one segment of a request path.
pub fn path_segment(text: &str) -> Vec<String> {
    if matches!(text, "." | "..") {
        return vec![format!("may not be '{text}'")];
    }
    path_segment_prefix(text)
}

/// Returns the errors of `text` as the beginning of one segment of a request path.
pub fn path_segment_prefix(text: &str) -> Vec<String> {
    ['/', '%']
        .into_iter()
        .filter(|c| text.contains(*c))
        .map(|c| format!("may not contain '{c}'"))
        .collect()
}

fn dns1123_subdomain_in(text: &str, unit: &str) -> Vec<String> {
    let mut faults = too_long(text, 253, unit);
    if !text.split('.').all(is_dns1123_part) {
        faults.push(DNS1123_SUBDOMAIN.into());
    }
    faults
}

fn too_long(text: &str, limit: usize, unit: &str) -> Vec<String> {
    if text.len() > limit {
        vec![format!("must be no more than {limit} {unit}")]
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Case<'a> = (fn(&str) -> Vec<String>, &'a str, &'a [&'a str]);

    fn key(text: &str) -> Vec<String> {
        label_key(text, LabelWords::LabelKeys)
    }

    fn value(text: &str) -> Vec<String> {
        label_value(text, LabelWords::LabelKeys)
    }

    fn qualified_name(text: &str) -> Vec<String> {
        label_key(text, LabelWords::QualifiedNames)
    }

    #[test]
    fn names_the_faults() {
        let long = "a".repeat(64);
        let cases: &[Case<'_>] = &[
            (dns1035_label, "a-1", &[]),
            (dns1035_label, "1a", &[DNS1035]),
            (dns1035_label, &long, &["must be no more than 63 characters"]),
            (dns1123_label, "1a", &[]),
            (dns1123_label, "a.b", &["must not contain dots"]),
            (dns1123_label, "a..b", &[DNS1123_LABEL]),
            (dns1123_subdomain, "a.b-c", &[]),
            (dns1123_subdomain, "", &[DNS1123_SUBDOMAIN]),
            (dns1123_subdomain_prefix, "a-", &[]),
            (dns1123_subdomain_prefix, "a.-", &[]),
            (dns1123_subdomain_prefix, "-", &[DNS1123_SUBDOMAIN]),
            (dns1123_subdomain_prefix, "\u{e9}-", &[DNS1123_SUBDOMAIN]),
            (key, "example.com/A_b", &[]),
            (key, "/a", &["prefix part must be non-empty"]),
            (key, &long, &["name part must be no more than 63 bytes"]),
            (value, "", &[]),
            (value, "-", &[LABEL_VALUE]),
            (value, &long, &["must be no more than 63 bytes"]),
            (
                qualified_name,
                &long,
                &["name part must be no more than 63 characters"],
            ),
            (path_segment, "..", &["may not be '..'"]),
            (
                path_segment,
                "a/%",
                &["may not contain '/'", "may not contain '%'"],
            ),
        ];
        for (check, text, expected) in cases {
            assert_eq!(check(text), *expected, "{text}");
        }
        assert_eq!(key("").len(), 2);
        assert!(key("a/b/c")[0].starts_with("a valid label key must consist of"));
        assert!(qualified_name("a/b/c")[0].starts_with("a qualified name must consist of"));
    }
}
