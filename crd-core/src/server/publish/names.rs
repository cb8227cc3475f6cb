//! Names in published documents: of definitions, operations and tags (PUB-12, PUB-22, PUB-23).

use crate::go::unicode::{is_digit, is_letter, upper};

/// Returns the name of a kind's definition: the group's labels in reverse order, the version and the kind, as
/// in `com.example.a.v1.Widget` (PUB-12).
pub(super) fn definition(group: &str, version: &str, kind: &str) -> String {
    let labels: Vec<&str> = group.split('.').rev().collect();
    format!("{}.{version}.{kind}", labels.join("."))
}

/// The case of the first letter of an identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstLetter {
    Capital,
    AsWritten,
}

/// Removes characters that operation IDs cannot contain from a text; the letter after each becomes a capital.
pub(super) fn identifier(text: &str, first: FirstLetter) -> String {
    let mut capital = first == FirstLetter::Capital;
    let mut name = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        if !(is_letter(letter) || letter == '_' || at != 0 && is_digit(letter)) {
            capital = true;
        } else if capital {
            name.push(upper(letter));
            capital = false;
        } else {
            name.push(letter);
        }
    }
    name
}

/// Returns the group as in operation IDs and tags: without `.k8s.io` at its end.
fn short_group(group: &str) -> &str {
    group.strip_suffix(".k8s.io").unwrap_or(group)
}

/// Returns the operation ID: the verb, the group, the version and the rest, as in `readAExampleComV1NamespacedWidget` (PUB-22).
pub(super) fn operation_id(verb: &str, group: &str, version: &str, rest: &str) -> String {
    let part = |text| identifier(text, FirstLetter::Capital);
    format!(
        "{verb}{}{}{}",
        part(short_group(group)),
        part(version),
        part(rest)
    )
}

/// Returns the tag of all operations of a group and version, as in `aExampleCom_v1`.
pub(super) fn tag(group: &str, version: &str) -> String {
    let part = |text| identifier(text, FirstLetter::AsWritten);
    format!("{}_{}", part(short_group(group)), part(version))
}

/// Returns the article before a kind, between spaces; only a space before a plural.
pub(super) fn article(kind: &str) -> &'static str {
    if kind.ends_with('s') && !kind.ends_with("ss") {
        return " ";
    }
    match kind.chars().next().map(|first| first.to_ascii_lowercase()) {
        Some('a' | 'e' | 'i' | 'o' | 'u') => " an ",
        _ => " a ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_servers() {
        assert_eq!(
            definition("a.example.com", "v1", "Widget"),
            "com.example.a.v1.Widget"
        );
        assert_eq!(
            operation_id("read", "a-b.example.com", "v1beta1", "NamespacedWidget"),
            "readABExampleComV1beta1NamespacedWidget"
        );
        assert_eq!(
            operation_id("list", "storage.k8s.io", "v1", "Widget"),
            "listStorageV1Widget"
        );
        assert_eq!(
            operation_id("list", "3scale.net", "v1", "Widget"),
            "listScaleNetV1Widget"
        );
        assert_eq!(tag("a.example.com", "v1"), "aExampleCom_v1");
        assert_eq!(
            [
                article("Widget"),
                article("Apple"),
                article("Class"),
                article("Things")
            ],
            [" a ", " an ", " a ", " "]
        );
    }
}
