//! Splits names into words, and joins words to identifiers.

use unicode_ident::{is_xid_continue, is_xid_start};

/// Returns the words of a JSON name, in lower case: `podCIDRs` becomes `pod cidrs`, `HTTPRoute` becomes `http route`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let at = |index: usize| letters.get(index).copied();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (index, &c) in letters.iter().enumerate() {
        if !c.is_alphanumeric() {
            finish(&mut words, &mut word);
            continue;
        }
        let before = index.checked_sub(1).and_then(at);
        if c.is_uppercase() && starts_word(before, at(index + 1), at(index + 2)) {
            finish(&mut words, &mut word);
        }
        word.extend(c.to_lowercase());
    }
    finish(&mut words, &mut word);
    words
}

fn finish(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

/// Whether a capital letter starts a word. In a sequence of capitals only the last can start a word, and not before the `s` of a
/// plural (`IPs`) or the `v` of a version (`IPv4`).
fn starts_word(before: Option<char>, after: Option<char>, second: Option<char>) -> bool {
    match (before, after) {
        (Some(before), _) if before.is_lowercase() || before.is_numeric() => true,
        (Some(before), Some('s')) if before.is_uppercase() => second.is_some_and(char::is_lowercase),
        (Some(before), Some('v')) if before.is_uppercase() => second.is_some_and(char::is_lowercase),
        (Some(before), Some(after)) if before.is_uppercase() => after.is_lowercase(),
        _ => false,
    }
}

/// `SnakeCase` of words.
pub(crate) fn pascal(words: &[String]) -> String {
    let mut name = String::new();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name
}

/// Converts a kind to a type name in Rust's style: `HTTPRoute` becomes `HttpRoute`.
pub(crate) fn pascal_kind(kind: &str) -> String {
    pascal(&words(kind))
}

/// Returns the name of the root type of a kind: `HTTPRoute` becomes `HttpRoute`. Types that the generated code uses are not redefined:
/// `Schema` becomes `SchemaResource`.
pub(crate) fn root_name(kind: &str) -> String {
    let mut name = pascal_kind(kind);
    if is_of_std(&name) {
        name.push_str("Resource");
    }
    name
}

/// Converts a number to letters: `B`, `C` … `Z`, `AA`.
pub(crate) fn letters(mut count: usize) -> String {
    let mut out = Vec::new();
    loop {
        let letter = u8::try_from(count % 26).unwrap_or_default();
        out.push(char::from(b'A' + letter));
        if count < 26 {
            break;
        }
        count = count / 26 - 1;
    }
    out.reverse();
    out.into_iter().collect()
}

/// Returns the names of a list, the repeated ones once.
pub(crate) fn each_once(names: &[Box<str>]) -> Vec<&str> {
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if !once.contains(&&**name) {
            once.push(name);
        }
    }
    once
}

/// Returns the singular: `policies` becomes `policy`, `addresses` becomes `address`.
pub(crate) fn singular(word: &str) -> String {
    const AS_THEY_ARE: &[&str] = &[
        "aws", "bios", "bus", "canvas", "chaos", "corpus", "cors", "dns", "ecs", "efs", "eks", "ens", "gas",
        "gcs", "gps", "https", "ios", "jks", "jws", "kms", "lens", "logs", "mtls", "nas", "nats", "news",
        "nfs", "nts", "ops", "os", "pods", "ports", "qos", "rds", "redis", "s3s", "series", "sans", "sms",
        "sns", "sqs", "sts", "tls", "tps", "ups", "vcs",
    ];
    const PLURALS: &[(&str, &str)] = &[
        ("pods", "pod"),
        ("ports", "port"),
        ("logs", "log"),
        ("sans", "san"),
        ("indices", "index"),
        ("vertices", "vertex"),
        ("matrices", "matrix"),
        ("children", "child"),
        ("people", "person"),
        ("aliases", "alias"),
        ("caches", "cache"),
        ("leases", "lease"),
        ("releases", "release"),
        ("databases", "database"),
        ("purposes", "purpose"),
        ("responses", "response"),
        ("phases", "phase"),
        ("licenses", "license"),
        ("cookies", "cookie"),
        ("movies", "movie"),
        ("statuses", "status"),
        ("axes", "axis"),
    ];
    if let Some((_, one)) = PLURALS.iter().find(|(many, _)| *many == word) {
        return (*one).to_owned();
    }
    if AS_THEY_ARE.contains(&word) {
        return word.to_owned();
    }
    let ends = |end: &str| word.strip_suffix(end).filter(|stem| stem.len() > 1);
    if let Some(stem) = ends("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    for (end, one) in [
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
        ("zzes", "zz"),
        ("uses", "use"),
    ] {
        if let Some(stem) = ends(end) {
            return format!("{stem}{one}");
        }
    }
    match ends("s") {
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Returns the kind of keyword, if a word is a keyword of any edition of Rust.
pub(crate) fn keyword(word: &str) -> Option<Keyword> {
    const RAW: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
        "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
        "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static",
        "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where",
        "while", "yield",
    ];
    const PATHS: &[&str] = &["self", "Self", "super", "crate", "_"];
    if PATHS.contains(&word) {
        Some(Keyword::OfPaths)
    } else {
        RAW.contains(&word).then_some(Keyword::Raw)
    }
}

/// Whether a name can be the name of a Rust item.
pub(crate) fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c == '_' || can_start_identifier(c));
    starts && name.chars().all(|c| c == '_' || is_identifier_part(c)) && keyword(name).is_none()
}

/// Whether a JSON name can be written without quotes where the macros expect an identifier or a keyword.
pub(crate) fn is_word(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a character can be part of an identifier: a letter or an ASCII digit.
fn is_identifier_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c.is_alphabetic() && is_xid_continue(c)
}

/// Whether an identifier can start with a letter. Vowel signs of many scripts, for example, only follow other letters.
fn can_start_identifier(c: char) -> bool {
    is_identifier_part(c) && is_xid_start(c)
}

/// Makes an identifier of a text by removing all other characters; `first` is put before one that cannot start an identifier.
pub(crate) fn to_identifier(text: &str, first: char) -> String {
    let mut name: String = text
        .chars()
        .filter(|c| *c == '_' || is_identifier_part(*c))
        .collect();
    if name.starts_with(|c: char| c != '_' && !can_start_identifier(c)) {
        name.insert(0, first);
    }
    name
}

/// A keyword of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    /// A keyword that can be a raw identifier: `r#type`.
    Raw,
    /// A keyword that cannot be a raw identifier: `self`.
    OfPaths,
}

/// Whether a name is that of a type, a trait or a macro that generated text uses.
pub(crate) fn is_of_std(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "Option",
        "Some",
        "None",
        "Ok",
        "Err",
        "Result",
        "Vec",
        "Box",
        "String",
        "Default",
        "Clone",
        "Copy",
        "Debug",
        "Send",
        "Sync",
        "Sized",
        "Drop",
        "Fn",
        "FnMut",
        "FnOnce",
        "Iterator",
        "IntoIterator",
        "Extend",
        "From",
        "Into",
        "AsRef",
        "AsMut",
        "ToOwned",
        "ToString",
        "Eq",
        "PartialEq",
        "Ord",
        "PartialOrd",
        "Hash",
        "Self",
        "BTreeMap",
        "Schema",
        "CustomResource",
        "Serialize",
        "Deserialize",
        "TryFrom",
        "TryInto",
        "FromIterator",
        "DoubleEndedIterator",
        "ExactSizeIterator",
        "Unpin",
    ];
    OTHERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{pascal, singular, to_identifier, words};

    #[test]
    fn names_are_split_as_people_read_them() {
        for (name, expected) in [
            ("podCIDRs", "pod cidrs"),
            ("clusterIPs", "cluster ips"),
            ("HTTPRoute", "http route"),
            ("apiURL", "api url"),
            ("URLs", "urls"),
            ("IPv4Address", "ipv4 address"),
            ("x-kubernetes_Name", "x kubernetes name"),
            ("tlsV1", "tls v1"),
            ("minTLSVersion", "min tls version"),
            ("s3Bucket", "s3 bucket"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn one_of_several() {
        for (many, one) in [
            ("users", "user"),
            ("policies", "policy"),
            ("addresses", "address"),
            ("databases", "database"),
            ("status", "status"),
            ("dns", "dns"),
            ("matches", "match"),
            ("boxes", "box"),
            ("ips", "ip"),
            ("aliases", "alias"),
            ("access", "access"),
            ("args", "arg"),
            ("resources", "resource"),
            ("classes", "class"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn identifiers_have_only_letters_that_rust_allows() {
        assert_eq!(to_identifier("größe", 'n'), "größe");
        assert_eq!(to_identifier("1h½", 'n'), "n1h");
        assert_eq!(to_identifier("大小", 'n'), "大小");
        assert_eq!(to_identifier("x-y_z", 'n'), "xy_z");
    }

    #[test]
    fn pascal_case() {
        assert_eq!(pascal(&words("minTLSVersion")), "MinTlsVersion");
        assert_eq!(pascal(&words("ÄpfelÖl")), "ÄpfelÖl");
    }
}
