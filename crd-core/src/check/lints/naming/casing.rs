//! The case of names: camel case with acronyms, and Pascal case.

/// Acronyms in names, whose letters all have the same case: `podIP`, `apiURL`.
pub(super) const ACRONYMS: [&str; 30] = [
    "Acl", "Api", "Arn", "Ca", "Cidr", "Cpu", "Dns", "Gpu", "Html", "Http", "Https", "Id", "Ip", "Json",
    "Jwt", "Oidc", "Pvc", "Sni", "Sql", "Ssh", "Ssl", "Tcp", "Tls", "Ttl", "Udp", "Uid", "Uri", "Url", "Vpc",
    "Xml",
];

/// For each letter, the part of the acronyms that begin with it.
pub(super) const BY_LETTER: [(usize, usize); 26] = {
    let mut parts = [(0, 0); 26];
    let mut index = 0;
    while index < ACRONYMS.len() {
        let letter = (ACRONYMS[index].as_bytes()[0] - b'A') as usize;
        if parts[letter].1 == 0 {
            parts[letter].0 = index;
        }
        parts[letter].1 = index + 1;
        index += 1;
    }
    parts
};

/// A name in camelCase.
#[derive(Clone, Copy)]
pub(super) struct CamelCase {
    /// The first acronym of the list that it has in mixed case, and its place.
    pub(super) acronym: Option<(&'static str, usize)>,
}

/// The kind of a byte of a name.
#[derive(Clone, Copy)]
pub(super) enum Letter {
    /// A small letter or a digit.
    Small,
    Capital,
    Other,
}

/// The kind of each byte.
pub(super) static LETTERS: [Letter; 256] = {
    let mut kinds = [Letter::Other; 256];
    let mut byte = b'0';
    while byte <= b'z' {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' | b'0'..=b'9' => Letter::Small,
            b'A'..=b'Z' => Letter::Capital,
            _ => Letter::Other,
        };
        byte += 1;
    }
    kinds
};

impl CamelCase {
    /// Returns the form of a name; `None` if it is not in camelCase.
    pub(super) fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        if !bytes.first()?.is_ascii_lowercase() {
            return None;
        }
        let mut found: Option<(usize, usize)> = None;
        let mut rest = bytes;
        while let [byte, after @ ..] = rest {
            match LETTERS[usize::from(*byte)] {
                Letter::Small => {}
                Letter::Capital => {
                    if let Some(order) = acronym(rest)
                        && found.is_none_or(|(first, _)| order < first)
                    {
                        found = Some((order, bytes.len() - rest.len()));
                    }
                }
                Letter::Other => return None,
            }
            rest = after;
        }
        let acronym = found.and_then(|(order, at)| Some((*ACRONYMS.get(order)?, at)));
        Some(CamelCase { acronym })
    }
}

pub(super) fn is_pascal_case(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
        || text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts a name to camelCase.
pub(in crate::check::lints) fn camel_case(name: &str) -> String {
    let mut out = String::new();
    // The words of `API_TOKEN` are no acronyms.
    let lower = (!name.contains(|c: char| c.is_ascii_lowercase())).then(|| name.to_ascii_lowercase());
    for word in lower
        .as_deref()
        .unwrap_or(name)
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if out.is_empty() {
            out.push_str(&uncapitalized(word));
        } else {
            let mut letters = word.chars();
            out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            out.push_str(letters.as_str());
        }
    }
    out
}

/// Returns a word with its first word in small letters: `dnsSuffix` for `DNSSuffix`, `ids` for `IDs`.
pub(super) fn uncapitalized(word: &str) -> String {
    let capitals = word.bytes().take_while(|byte| !byte.is_ascii_lowercase()).count();
    let after = word.get(capitals..).unwrap_or_default();
    // The last of several capital letters begins the next word, unless a plural or a version of IP ends an acronym.
    let is_acronym = matches!(after, "" | "s")
        || word.starts_with("IPv")
        || after.starts_with('s')
            && after
                .get(1..2)
                .is_some_and(|next| next != next.to_ascii_lowercase());
    let length = if capitals < 2 || is_acronym {
        capitals
    } else {
        capitals - 1
    };
    let (start, rest) = word.split_at_checked(length).unwrap_or((word, ""));
    start.to_ascii_lowercase() + rest
}

/// Returns a name in camelCase with all its acronyms in one case.
pub(in crate::check::lints) fn with_acronyms(mut name: String) -> String {
    while let Some(CamelCase {
        acronym: Some((word, at)),
    }) = CamelCase::of(&name)
    {
        name = with_acronym(&name, word, at);
    }
    name
}

/// Returns the place in the list of the acronym with mixed case at the beginning of a text, which is a capital letter.
pub(super) fn acronym(text: &[u8]) -> Option<usize> {
    let [capital, small, ..] = text else { return None };
    let (start, end) = *BY_LETTER.get(usize::from(capital.checked_sub(b'A')?))?;
    let alike = (start..end).zip(ACRONYMS.get(start..end)?);
    // The longest one is the last: `Https` after `Http`.
    let found = alike.rev().find(|(_, acronym)| {
        acronym.as_bytes().get(1) == Some(small)
            && text
                .strip_prefix(acronym.as_bytes())
                .is_some_and(|rest| matches!(rest, [] | [b'A'..=b'Z' | b'0'..=b'9', ..] | [b's']))
    });
    found.map(|(order, _)| order)
}

/// Returns a name with the acronym at a place in one case.
fn with_acronym(name: &str, acronym: &str, at: usize) -> String {
    let before = name.get(..at).unwrap_or_default();
    let after = name.get(at + acronym.len()..).unwrap_or_default();
    format!("{before}{}{after}", acronym.to_ascii_uppercase())
}

/// Words in names of numbers that count something else: `maxRetriesPerPeriod`, `retryOnTimeout`.
const COUNTED_BY: [&str; 2] = ["On", "Per"];

/// Whether a name says what a number counts by: `threadsPerCore`.
pub(in crate::check::lints) fn counts_by_other(name: &str) -> bool {
    COUNTED_BY.iter().any(|word| {
        let after = name
            .find(word)
            .and_then(|at| name.as_bytes().get(at + word.len()));
        after.is_some_and(u8::is_ascii_uppercase)
    })
}
