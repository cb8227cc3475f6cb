//! Names of fields and variants.

use std::collections::BTreeSet;

use crate::words::{Keyword, keyword, pascal, to_identifier, words};

/// Returns the identifiers of the fields of a struct, in order.
pub(crate) fn fields<'a>(wires: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    wires
        .map(|wire| free(field(wire), &["_field", "_member", "_property"], &mut taken))
        .collect()
}

/// Returns the identifiers of the variants of an enum, in order.
pub(crate) fn variants<'a>(values: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    values
        .map(|value| {
            let suffixes: Vec<&str> = spelling(value)
                .into_iter()
                .chain(["Value", "Variant", "Word"])
                .collect();
            free(variant(value), &suffixes, &mut taken)
        })
        .collect()
}

/// Returns how the letters of a value are written, which distinguishes `http`, `HTTP` and `Http`.
fn spelling(value: &str) -> Option<&'static str> {
    let mut letters = value.chars().filter(|c| c.is_alphabetic());
    let first = letters.next()?;
    let (mut lower, mut upper) = (first.is_lowercase(), first.is_uppercase());
    let is_capital = upper;
    for letter in letters {
        lower |= letter.is_lowercase();
        upper |= letter.is_uppercase();
    }
    match (lower, upper) {
        (true, false) => Some("Lowercase"),
        (false, true) => Some("Uppercase"),
        (true, true) if is_capital => Some("Capitalized"),
        _ => None,
    }
}

/// Returns the name, with the first of the suffixes that makes it different if it is already used.
fn free(name: String, suffixes: &[&str], taken: &mut BTreeSet<String>) -> String {
    let mut stem = name.trim_start_matches("r#").trim_end_matches('_').to_owned();
    if taken.insert(name.clone()) {
        return name;
    }
    loop {
        let longer = suffixes.iter().map(|suffix| format!("{stem}{suffix}"));
        if let Some(longer) = longer.into_iter().find(|longer| !taken.contains(longer)) {
            taken.insert(longer.clone());
            return longer;
        }
        stem.push_str(suffixes.first().unwrap_or(&"_"));
    }
}

fn field(wire: &str) -> String {
    let mut name = to_identifier(&words(wire).join("_"), 'n');
    if name.is_empty() {
        name.push_str("empty");
    }
    match keyword(&name) {
        Some(Keyword::Raw) => format!("r#{name}"),
        Some(Keyword::OfPaths) => format!("{name}_"),
        None => name,
    }
}

/// Names of characters, for values without letters.
const SYMBOLS: &[(&str, &str)] = &[
    ("", "Empty"),
    ("*", "Star"),
    ("**", "DoubleStar"),
    ("=", "Equal"),
    ("==", "Equals"),
    ("!=", "NotEqual"),
    ("=~", "Matches"),
    ("!~", "NotMatches"),
    ("<", "Less"),
    ("<=", "LessOrEqual"),
    (">", "Greater"),
    (">=", "GreaterOrEqual"),
    ("!", "Not"),
    ("-", "Minus"),
    ("+", "Plus"),
    ("/", "Slash"),
    (".", "Dot"),
    (",", "Comma"),
    (":", "Colon"),
    (";", "Semicolon"),
    ("|", "Pipe"),
    ("&", "And"),
    (" ", "Space"),
    ("\t", "Tab"),
];

fn variant(value: &str) -> String {
    if let Some((_, name)) = SYMBOLS.iter().find(|(symbol, _)| *symbol == value) {
        return (*name).to_owned();
    }
    let mut spelled = String::new();
    for (index, c) in value.chars().enumerate() {
        match c {
            // A negative number needs a different name.
            '-' if index == 0 => spelled.push_str("Minus "),
            '+' => spelled.push_str(" Plus "),
            '*' => spelled.push_str(" Star "),
            '!' if index == 0 => spelled.push_str("Not "),
            '.' => spelled.push_str(" Dot "),
            c => spelled.push(c),
        }
    }
    // `TLS1.2` becomes `Tls12`, unless the dot is between words.
    let dotted = value.contains('.') && !value.contains(['*', '!']);
    let spelled = if dotted { value } else { &spelled };
    let mut words = words(spelled);
    join_digits(&mut words);
    let mut name = to_identifier(&pascal(&words), 'N');
    if name.is_empty() {
        name.push_str("Other");
    }
    if name == "Self" {
        name.push_str("Value");
    }
    name
}

/// Separates adjacent numbers: `1.2` becomes `1_2`, and `TLS 1 2` becomes `Tls1_2`.
fn join_digits(words: &mut [String]) {
    for index in 1..words.len() {
        let ends = words
            .get(index - 1)
            .is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()));
        if let Some(word) = words.get_mut(index)
            && ends
            && word.starts_with(|c: char| c.is_ascii_digit())
        {
            word.insert(0, '_');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fields, variants};

    #[test]
    fn identifiers_of_fields() {
        let wires = [
            "type", "self", "podCIDRs", "1h", "", "a-b", "aB", "x.y", "a_b", "Self", "Type",
        ];
        let names = fields(wires.into_iter());
        assert_eq!(
            names,
            [
                "r#type",
                "self_",
                "pod_cidrs",
                "n1h",
                "empty",
                "a_b",
                "a_b_field",
                "x_y",
                "a_b_member",
                "self_field",
                "type_field"
            ]
        );
    }

    #[test]
    fn identifiers_of_variants() {
        let values = [
            "", "*", "1h", "Self", "tcp", "TCP", "TLS1.2", "-1", "RSA-PSS", "!=",
        ];
        let names = variants(values.into_iter());
        assert_eq!(
            names,
            [
                "Empty",
                "Star",
                "N1h",
                "SelfValue",
                "Tcp",
                "TcpUppercase",
                "Tls1_2",
                "Minus1",
                "RsaPss",
                "NotEqual"
            ]
        );
    }
}
