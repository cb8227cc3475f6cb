//! Contradictions between lengths, formats and patterns of texts.

use crate::model::sort::sort;
use std::borrow::Cow;

use crd_cel::regex::Lengths;

use super::{Conjunction, Contradiction, Prover, known};
use crate::KubeVersion;
use crate::model::schema::JsonSchemaProps;
use crate::model::text::InternedText;
use crate::server::formats::is_supported;

/// The common properties of all texts of a format.
#[derive(Clone, Copy, Debug)]
pub(in crate::check::lints) struct FormatTexts {
    pub(in crate::check::lints) name: &'static str,
    least: i64,
    most: i64,
    /// A pattern that all texts match.
    pub(in crate::check::lints) pattern: &'static str,
    /// Whether each text of these lengths that matches the pattern has the format.
    is_exact: bool,
}

/// The longest DNS subdomain, and a pattern of all.
pub(in crate::check::lints) const DNS_SUBDOMAIN: (i64, &str) = (
    253,
    r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
);

/// Formats that the server checks, with bounds that are certain but not always tight. The server accepts leading zeros in addresses,
/// and accepts IPv6 addresses with an IPv4 ending for both formats.
const FORMATS: [FormatTexts; 17] = [
    FormatTexts::within("date", (10, 10), "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    FormatTexts::within("date-time", (16, i64::MAX), "^[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    FormatTexts::within("ipv4", (7, i64::MAX), r"\."),
    FormatTexts::within("ipv6", (2, i64::MAX), ":"),
    FormatTexts::within("cidr", (4, i64::MAX), "/"),
    FormatTexts::within("mac", (12, i64::MAX), "^[0-9a-fA-F:.-]+$"),
    FormatTexts::within("email", (3, i64::MAX), "@"),
    FormatTexts::within("uri", (1, i64::MAX), "[*:/]"),
    FormatTexts::within("duration", (1, i64::MAX), "[0-9]"),
    FormatTexts::within("byte", (0, i64::MAX), r"^[A-Za-z0-9+/=\r\n]*$"),
    FormatTexts::exactly(
        "uuid",
        (32, 36),
        "^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$",
    ),
    FormatTexts::exactly(
        "uuid3",
        (32, 36),
        "^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?3[0-9a-fA-F]{3}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$",
    ),
    FormatTexts::exactly(
        "uuid4",
        (32, 36),
        "^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?4[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$",
    ),
    FormatTexts::exactly(
        "uuid5",
        (32, 36),
        "^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?5[0-9a-fA-F]{3}-?[89abAB][0-9a-fA-F]{3}-?[0-9a-fA-F]{12}$",
    ),
    FormatTexts::exactly("hexcolor", (3, 7), "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"),
    FormatTexts::exactly("k8s-short-name", (1, 63), "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"),
    FormatTexts::exactly("k8s-long-name", (1, DNS_SUBDOMAIN.0), DNS_SUBDOMAIN.1),
];

impl FormatTexts {
    const fn within(name: &'static str, (least, most): (i64, i64), pattern: &'static str) -> Self {
        FormatTexts {
            name,
            least,
            most,
            pattern,
            is_exact: false,
        }
    }

    const fn exactly(name: &'static str, lengths: (i64, i64), pattern: &'static str) -> Self {
        FormatTexts {
            is_exact: true,
            ..FormatTexts::within(name, lengths, pattern)
        }
    }

    fn lengths(&self) -> Lengths {
        lengths_of(self.least, self.most)
    }
}

/// Returns the format that accepts the same texts as a pattern with these lengths.
pub(in crate::check::lints) fn equal_format(
    prover: &mut Prover,
    pattern: &str,
    lengths: Lengths,
) -> Option<&'static str> {
    let found = known::lengths(pattern)?.bounds()?;
    let found = Lengths {
        least: found.least.max(lengths.least),
        most: found.most.min(lengths.most),
    };
    // Servers that do not know a format do not check it, so only formats of all servers are as good as a pattern.
    let version = KubeVersion::OLDEST;
    let exact = FORMATS.iter().filter(|format| format.is_exact);
    // Automata are built only for the few patterns that have the lengths of a format.
    let mut near =
        exact.filter(|format| format.lengths() == found && is_supported(format.name, "string", version));
    let equal = near.find(|format| {
        prover.is_covered(pattern, format.pattern, found) && prover.is_covered(format.pattern, pattern, found)
    });
    equal.map(|format| format.name)
}

/// Returns the common properties of the texts of a format, if it is known and the server checks it.
pub(in crate::check::lints) fn format_texts(
    format: &str,
    version: KubeVersion,
) -> Option<&'static FormatTexts> {
    if format.is_empty() {
        return None;
    }
    let is_same = |known: &&FormatTexts| {
        let letters = |name: &'static str| name.chars().filter(|c| *c != '-');
        letters(known.name).eq(format.chars().filter(|c| *c != '-'))
    };
    let known = FORMATS.iter().find(is_same);
    known.filter(|_| is_supported(format, "string", version))
}

/// Checks whether no text matches the pattern of a schema and has its lengths.
pub(super) fn of_pattern(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<Contradiction> {
    let lengths = bounds(schema);
    match prover.has_match(&schema.pattern, lengths) {
        Some(false) => Contradiction::new("pattern", words_alone(lengths)),
        _ => None,
    }
}

/// Returns the lengths of texts that a schema accepts.
pub(in crate::check::lints) fn bounds(schema: &JsonSchemaProps) -> Lengths {
    lengths_of(
        schema.min_length.unwrap_or_default(),
        schema.max_length.unwrap_or(i64::MAX),
    )
}

pub(super) fn contradiction(prover: &mut Prover, all: &Conjunction<'_>) -> Option<Contradiction> {
    let (mut least, mut most) = (0, i64::MAX);
    for schema in &all.all {
        least = least.max(schema.min_length.unwrap_or_default());
        most = most.min(schema.max_length.unwrap_or(i64::MAX));
    }
    if least > most {
        return Contradiction::new(
            "maxLength",
            if most < 0 {
                format!("no string has at most {most} characters")
            } else {
                format!("`minLength: {least}` is greater than `maxLength: {most}`")
            },
        );
    }
    let mut patterns: Vec<&str> = Vec::new();
    let (mut least_of_formats, mut most_of_formats) = (least, most);
    for schema in &all.all {
        if let Some(texts) = format_texts(&schema.format, prover.version) {
            least_of_formats = least_of_formats.max(texts.least);
            most_of_formats = most_of_formats.min(texts.most);
            if texts.least > most || texts.most < least {
                let keyword = if texts.least > most {
                    "maxLength"
                } else {
                    "minLength"
                };
                return Contradiction::new(
                    keyword,
                    format!("strings of the format `{}` have other lengths", schema.format),
                );
            }
            patterns.push(texts.pattern);
        }
        if !schema.pattern.is_empty() {
            patterns.push(&schema.pattern);
        }
    }
    sort(&mut patterns);
    patterns.dedup();
    let lengths = lengths_of(least, most);
    let lengths_with_formats = lengths_of(least_of_formats, most_of_formats);
    if let Some(found) = forbidden(prover, all, &patterns, lengths) {
        return Some(found);
    }
    for (index, one) in patterns.iter().enumerate() {
        if prover.has_match(one, lengths) == Some(false) {
            return Contradiction::new("pattern", words_alone(lengths));
        }
        for other in patterns.iter().skip(index + 1) {
            if prover.has_common(one, other, lengths_with_formats) == Some(false) {
                return Contradiction::new(
                    "pattern",
                    "no string matches both patterns, or the pattern and the format",
                );
            }
        }
    }
    None
}

fn lengths_of(least: i64, most: i64) -> Lengths {
    Lengths {
        least: usize::try_from(least).unwrap_or_default(),
        most: if most == i64::MAX {
            usize::MAX
        } else {
            usize::try_from(most).unwrap_or_default()
        },
    }
}

/// Finds a pattern below `not` that matches every text that another pattern matches.
fn forbidden(
    prover: &mut Prover,
    all: &Conjunction<'_>,
    patterns: &[&str],
    lengths: Lengths,
) -> Option<Contradiction> {
    for not in all.all.iter().filter_map(|schema| schema.not.as_deref()) {
        let Some(by) = only_texts(not) else { continue };
        let mut is_covered = |pattern: &str| prover.is_covered(pattern, &by, lengths);
        if patterns.iter().any(|pattern| is_covered(pattern)) || patterns.is_empty() && is_covered("") {
            return Contradiction::new("not", "`not` forbids every remaining string");
        }
    }
    None
}

/// Returns a pattern for the texts that a schema accepts, if it has no other keyword: its pattern, or one for the members of its enum.
fn only_texts(schema: &JsonSchemaProps) -> Option<Cow<'_, str>> {
    let rest = JsonSchemaProps {
        pattern: InternedText::default(),
        enum_: None,
        ..schema.clone()
    };
    if rest != JsonSchemaProps::default() {
        return None;
    }
    match schema.enum_.as_deref() {
        None if !schema.pattern.is_empty() => Some(Cow::Borrowed(&schema.pattern)),
        Some(members) if schema.pattern.is_empty() => {
            let members: Option<Vec<String>> = members
                .iter()
                .map(|member| member.as_str().map(as_pattern))
                .collect();
            Some(Cow::Owned(format!("^(?:{})$", members?.join("|"))))
        }
        _ => None,
    }
}

/// Converts a text to a pattern, with escaped punctuation.
pub(in crate::check::lints) fn as_pattern(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn words_alone(lengths: Lengths) -> &'static str {
    if lengths == Lengths::ANY {
        "no string matches the pattern"
    } else {
        "no string of these lengths matches the pattern"
    }
}

#[cfg(test)]
mod tests {
    use crd_cel::regex::Matcher;

    use super::{FORMATS, format_texts};
    use crate::KubeVersion;
    use crate::server::formats::accepts;

    /// Returns texts that differ from valid ones in one place.
    fn variants(text: &str) -> Vec<String> {
        let mut all = vec![
            text.to_owned(),
            String::new(),
            text.to_uppercase(),
            format!("0{text}"),
            format!("{text}0"),
        ];
        for at in 0..text.len() {
            let (before, after) = text.split_at(at);
            all.push(format!("{before}{}", after.get(1..).unwrap_or_default()));
            for more in ["0", "-", ".", ":", "/", "a", " ", "=", "T", "#"] {
                all.push(format!("{before}{more}{after}"));
                all.push(format!("{before}{more}{}", after.get(1..).unwrap_or_default()));
            }
        }
        all
    }

    #[test]
    fn formats_have_the_texts_that_are_said() {
        let valid = [
            "2024-02-29",
            "2024-02-29T10:11:12Z",
            "2024-02-29t10:11:12.123+01:00",
            "10.0.0.1",
            "::ffff:10.0.0.1",
            "fe80::1",
            "::",
            "10.0.0.0/8",
            "fe80::/10",
            "00:11:22:33:44:55",
            "0011.2233.4455",
            "00-11-22-33-44-55",
            "#abc",
            "aabbcc",
            "123e4567-e89b-12d3-a456-426614174000",
            "123e4567e89b12d3a456426614174000",
            "123e4567-e89b-32d3-c456-426614174000",
            "123e4567-e89b-42d3-a456-426614174000",
            "123e4567-e89b-52d3-a456-426614174000",
            "a-0.b",
            "YQ==",
            "a@b.c",
            "a b <a@b>",
            "https://a.b/c?d#e",
            "/a",
            "*",
            "a:b",
            "1h5m",
            "2 days",
            "1.5 weeks",
            "YWI=\n",
        ];
        let mut met = 0;
        for format in &FORMATS {
            let known = format_texts(format.name, KubeVersion::DEFAULT).unwrap();
            let pattern = Matcher::new(known.pattern).unwrap();
            for text in valid.iter().flat_map(|text| variants(text)) {
                let length = i64::try_from(text.chars().count()).unwrap();
                let is_in = (known.least..=known.most).contains(&length) && pattern.is_match(&text);
                if accepts(format.name, &text) != Some(true) {
                    assert!(!known.is_exact || !is_in, "{} {text}", format.name);
                    continue;
                }
                met += 1;
                assert!(is_in, "{} {text}", format.name);
            }
        }
        assert!(met > 200, "{met}");
    }
}
