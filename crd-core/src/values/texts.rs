//! Generates strings: of a format, of a pattern, of a length, and those that programs often parse.

use crd_cel::regex::Sampler;

use super::limits::{Limits, UNFIT};
use super::options::{ValueOptions, ValueSize};
use super::random::Random;

/// Strings of formats that the server checks, or that programs parse.
const FORMATS: &[(&str, &[&str])] = &[
    (
        "date-time",
        &[
            "2020-01-01T00:00:00Z",
            "2020-01-01T00:00:00.123456Z",
            "2016-02-29T23:59:59+01:00",
        ],
    ),
    ("date", &["2020-01-01", "2016-02-29"]),
    ("duration", &["1h", "1h30m", "10s", "1.5h", "250ms"]),
    ("byte", &["AAAA", "AA==", "aGVsbG8="]),
    ("uri", &["http://a.example.com", "https://a.example.com/b?c=d"]),
    ("ipv4", &["1.2.3.4", "10.0.0.1"]),
    ("ipv6", &["::1", "fe80::1", "2001:db8::2"]),
    ("cidr", &["10.0.0.0/8", "2001:db8::/32"]),
    ("mac", &["00:11:22:33:44:55"]),
    ("email", &["a@b.example"]),
    ("hostname", &["a.example.com", "a"]),
    ("uuid", &["123e4567-e89b-12d3-a456-426614174000"]),
    ("uuid3", &["6fa459ea-ee8a-3ca4-894e-db77e160355e"]),
    ("uuid4", &["9b2d7c1e-3f4a-4c8b-8a1d-2e5f6a7b8c9d"]),
    ("uuid5", &["886313e1-3b8a-5372-9b90-0c9aee199e5d"]),
    ("bsonobjectid", &["507f1f77bcf86cd799439011"]),
    ("creditcard", &["4111111111111111"]),
    ("hexcolor", &["#fff", "#aabbcc"]),
    ("rgbcolor", &["rgb(1,2,3)"]),
    ("isbn", &["978-3-16-148410-0"]),
    ("isbn10", &["3-16-148410-X"]),
    ("isbn13", &["978-3-16-148410-0"]),
    ("ssn", &["078-05-1120"]),
    ("k8s-short-name", &["a", "my-name"]),
    ("k8s-long-name", &["a.example.com"]),
    ("quantity", &["1Gi", "500m", "1.5", "2"]),
    (
        UNFIT,
        &[
            "",
            "2020-02-30",
            "2020-01-01t00:00:00.5+01:00",
            "2020-01-01T25:00:00Z",
            "2016-12-31T23:59:60Z",
            "0000-01-01T00:00:00Z",
            "5 days",
            "-5.5ms",
            "9999999999999999999h",
            "01.2.3.4",
            "1.2.3.4:80",
            "[::1]:80",
            "[::::]:80",
            "::ffff:1.2.3.4",
            "fe80::1%eth0",
            "0500m",
            "1E+3",
            "123E4567E89B42D3A456426614174000",
            "a@b.c",
            "a.b.example",
            "http://a/b",
        ],
    ),
];

/// The readable string for a schema without restrictions.
pub(super) const READABLE_TEXT: &str = "example";

/// Readable strings, one of which matches most patterns.
#[cfg(feature = "samples")]
const READABLE: &[&str] = &[
    READABLE_TEXT,
    "example.com",
    "/example",
    "https://example.com",
    "1",
    "1Gi",
    "1h",
    "1h0m0s",
    "100m",
    "50%",
    "1.0.0",
    "v1.0.0",
    "v1",
    "10.0.0.1",
    "10.0.0.0/8",
    "example/example",
    "example.com/example",
    "Example",
    "EXAMPLE",
    "s3://example",
    "oci://example.com/example",
    "00:11:22:33:44:55",
    "2020-01-01T00:00:00Z",
    "us-east-1",
    "* * * * *",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
];

/// Returns strings of many kinds: of formats, of no format, and those that programs often parse.
#[cfg(feature = "compat")]
pub(crate) fn all_kinds() -> impl Iterator<Item = &'static str> {
    let of_formats = FORMATS.iter().flat_map(|(_, texts)| texts.iter());
    COMMON.iter().chain(of_formats).copied()
}

/// Strings that programs often parse, and some that they cannot parse.
const COMMON: &[&str] = &[
    "",
    "a",
    "b",
    "name",
    "A",
    "0",
    "1",
    "7",
    "007",
    "42",
    "-1",
    "1.5",
    "80",
    "host:80",
    "h:1",
    "a/b",
    "a,b",
    "10s",
    "1h30m",
    "1Gi",
    "1024Mi",
    "500m",
    "50%",
    "v1",
    "v1.2.3",
    "a.example.com",
    "true",
    "false",
    "2001-01-01T00:00:00Z",
    "é😀",
    "a b",
    "127.0.0.1",
    "10.0.0.0/8",
    "x=1",
    "\"",
    "~1/",
    "#0.1.a",
    "{}",
    "http://a.example.com",
    "AAAA",
    "/a",
];

const LETTERS: &[&str] = &["a", "b", "c", "k", "z", "A", "Z", "é", "ß", "-", "_"];
const SEPARATORS: &[&str] = &[":", "/", ",", "=", "-", ".", " ", "@"];
const UNITS: &[&str] = &["m", "k", "M", "Ki", "Mi", "Gi", "s", "ms", "h", "%"];

/// Maximum length of a string that is generated to reach an upper bound.
const LONGEST: usize = 300;
/// Maximum length of a string that is generated to reach a lower bound.
const LONGEST_NEEDED: usize = 1 << 17;

/// Generates strings. Patterns are parsed once.
#[derive(Default)]
pub(super) struct Texts {
    samplers: Vec<(Box<str>, Option<Sampler>)>,
    #[cfg(feature = "samples")]
    readable: super::readable::ReadableTexts,
    text: String,
}

impl Texts {
    pub(super) fn text(&mut self, limits: &Limits<'_>, options: ValueOptions, random: &mut Random) -> &str {
        self.text.clear();
        #[cfg(feature = "samples")]
        if options.size == ValueSize::Readable
            && !limits.pattern.is_empty()
            && let Some(text) = self.readable.of_pattern(READABLE, limits)
        {
            self.text.push_str(text);
            return &self.text;
        }
        if !limits.pattern.is_empty() {
            let index = self.sampler(limits.pattern);
            if let Some((_, Some(sampler))) = self.samplers.get(index) {
                let mut shortest: Option<(usize, String)> = None;
                for _ in 0..8 {
                    self.text.clear();
                    sampler.sample(&mut |limit| random.below(limit), &mut self.text);
                    let length = self.text.chars().count();
                    if length < limits.shortest || length > limits.longest {
                        continue;
                    }
                    if !options.size.is_small() {
                        return &self.text;
                    }
                    if shortest.as_ref().is_none_or(|(other, _)| length < *other) {
                        shortest = Some((length, self.text.clone()));
                    }
                }
                if let Some((_, text)) = shortest {
                    self.text = text;
                }
                return &self.text;
            }
        }
        let of_format = FORMATS.iter().find(|(name, _)| *name == limits.format);
        match (of_format, options.size) {
            (Some((_, texts)), ValueSize::Smallest | ValueSize::Readable) => {
                self.text.push_str(texts.first().copied().unwrap_or_default());
            }
            (Some((_, texts)), _) => self.text.push_str(random.one(texts).copied().unwrap_or_default()),
            (None, ValueSize::Smallest) => {}
            (None, ValueSize::Readable) => self.text.push_str(READABLE_TEXT),
            (None, ValueSize::Edges) if random.percent(50) && limits.longest <= LONGEST => {
                self.text.extend(std::iter::repeat_n('x', limits.longest));
            }
            (None, _) if random.percent(50) => self
                .text
                .push_str(random.one(COMMON).copied().unwrap_or_default()),
            (None, _) => compose(random, &mut self.text),
        }
        if of_format.is_none() {
            self.fit(limits);
        }
        &self.text
    }

    /// Generates a string without restrictions.
    pub(super) fn any(&mut self, random: &mut Random) -> &str {
        self.text.clear();
        self.text
            .push_str(random.one(COMMON).copied().unwrap_or_default());
        &self.text
    }

    fn sampler(&mut self, pattern: &str) -> usize {
        let known = self.samplers.iter().position(|(known, _)| **known == *pattern);
        known.unwrap_or_else(|| {
            self.samplers.push((pattern.into(), Sampler::new(pattern).ok()));
            self.samplers.len() - 1
        })
    }

    /// Extends or cuts the string to the length bounds.
    fn fit(&mut self, limits: &Limits<'_>) {
        let length = self.text.chars().count();
        if length < limits.shortest {
            let missing = (limits.shortest - length).min(LONGEST_NEEDED);
            self.text.extend(std::iter::repeat_n('a', missing));
        } else if length > limits.longest
            && let Some((end, _)) = self.text.char_indices().nth(limits.longest)
        {
            self.text.truncate(end);
        }
    }
}

/// Composes a string of words, numbers with and without units, and separators.
fn compose(random: &mut Random, out: &mut String) {
    for part in 0..=random.below(3) {
        if part > 0 {
            out.push_str(random.one(SEPARATORS).copied().unwrap_or_default());
        }
        match random.below(3) {
            0 => {
                for _ in 0..=random.below(6) {
                    out.push_str(random.one(LETTERS).copied().unwrap_or_default());
                }
            }
            1 => out.push_str(&random.below(70_000).to_string()),
            _ => {
                out.push_str(&random.below(2_000).to_string());
                out.push_str(random.one(UNITS).copied().unwrap_or_default());
            }
        }
    }
}
