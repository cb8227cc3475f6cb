//! `kubernetes.Semver`.

use std::cmp::Ordering;

use crate::go::quote;

/// A semantic version.
#[derive(Clone, Debug)]
pub struct Semver {
    /// Major, minor and patch version.
    pub numbers: [u64; 3],
    prerelease: Vec<Identifier>,
    /// The build metadata as written.
    build: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Identifier {
    Number(u64),
    Text(String),
}

const NAMES: [&str; 3] = ["Major", "Minor", "Patch"];

impl Semver {
    /// Parses a version; the error is the server's text.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".into());
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("No Major.Minor.Patch elements found".into());
        };
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, prerelease) = match rest.split_once('-') {
            Some((patch, prerelease)) => (patch, Some(prerelease)),
            None => (rest, None),
        };
        let mut numbers = [0; 3];
        for ((name, text), number) in NAMES.iter().zip([major, minor, patch]).zip(&mut numbers) {
            *number = read_number(name, text)?;
        }
        let prerelease = prerelease.map_or(Ok(Vec::new()), |text| {
            text.split('.').map(read_prerelease).collect()
        })?;
        for part in build.into_iter().flat_map(|build| build.split('.')) {
            if part.is_empty() {
                return Err("Build meta data is empty".into());
            }
            if !is_identifier(part) {
                return Err(format!(
                    "Invalid character(s) found in build meta data {}",
                    quote(part)
                ));
            }
        }
        Ok(Semver {
            numbers,
            prerelease,
            build: build.map(Into::into),
        })
    }

    /// Parses a version after adding missing numbers and removing a leading `v` and leading zeros.
    pub fn parse_normalized(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('v').unwrap_or(text);
        // Only the third part may have a prerelease; a shorter version has none.
        let mut parts: Vec<String> = text.splitn(3, '.').map(str::to_owned).collect();
        for part in &mut parts {
            if part.len() > 1 {
                let digits = part.trim_start_matches('0');
                let needs_zero = !digits.starts_with(|c: char| c.is_ascii_digit());
                *part = if needs_zero {
                    format!("0{digits}")
                } else {
                    digits.to_owned()
                };
            }
        }
        if parts.len() < 3 {
            if parts.last().is_some_and(|part| part.contains(['-', '+'])) {
                return Err("short version cannot contain PreRelease/Build meta data".into());
            }
            while parts.len() < 3 {
                parts.push("0".into());
            }
        }
        Self::parse(&parts.join("."))
    }

    /// Formats the version as Go prints it.
    pub(in crate::eval) fn text(&self) -> String {
        let [major, minor, patch] = self.numbers;
        let mut text = format!("{major}.{minor}.{patch}");
        for (at, part) in self.prerelease.iter().enumerate() {
            text.push(if at == 0 { '-' } else { '.' });
            match part {
                Identifier::Number(number) => text.push_str(&number.to_string()),
                Identifier::Text(part) => text.push_str(part),
            }
        }
        if let Some(build) = &self.build {
            text.push('+');
            text.push_str(build);
        }
        text
    }

    /// Compares by precedence; build metadata is ignored.
    pub fn compare(&self, other: &Semver) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| {
            match (self.prerelease.is_empty(), other.prerelease.is_empty()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => compare_prerelease(&self.prerelease, &other.prerelease),
            }
        })
    }
}

impl PartialEq for Semver {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Equal
    }
}

fn compare_prerelease(a: &[Identifier], b: &[Identifier]) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let order = match (a, b) {
            (Identifier::Number(a), Identifier::Number(b)) => a.cmp(b),
            (Identifier::Number(_), Identifier::Text(_)) => Ordering::Less,
            (Identifier::Text(_), Identifier::Number(_)) => Ordering::Greater,
            (Identifier::Text(a), Identifier::Text(b)) => a.cmp(b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

fn read_number(name: &str, text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err("strconv.ParseUint: parsing \"\": invalid syntax".to_owned());
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "Invalid character(s) found in {} number {}",
            name.to_ascii_lowercase(),
            quote(text)
        ));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!(
            "{name} number must not contain leading zeroes {}",
            quote(text)
        ));
    }
    text.parse()
        .map_err(|_| format!("strconv.ParseUint: parsing \"{text}\": value out of range"))
}

fn read_prerelease(text: &str) -> Result<Identifier, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".into());
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') {
            return Err(format!(
                "Numeric PreRelease version must not contain leading zeroes {}",
                quote(text)
            ));
        }
        let number = text.parse();
        return number
            .map(Identifier::Number)
            .map_err(|_| format!("strconv.ParseUint: parsing \"{text}\": value out of range"));
    }
    if !is_identifier(text) {
        return Err(format!(
            "Invalid character(s) found in prerelease {}",
            quote(text)
        ));
    }
    Ok(Identifier::Text(text.to_owned()))
}

fn is_identifier(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
