//! Escapes property names for use in expressions: the rules of `apiextensions-apiserver`
//! (`pkg/cel/escaping.go`).

const RESERVED: [&str; 21] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
];

/// Checks whether a property of this name must be escaped because the name is a reserved word.
pub fn is_reserved(name: &str) -> bool {
    (2..=9).contains(&name.len()) && RESERVED.binary_search(&name).is_ok()
}

/// Returns the name by which an expression accesses a property, or `None` if no expression can access it.
///
/// ```
/// use crd_cel::escape;
///
/// assert_eq!(escape("namespace").as_deref(), Some("__namespace__"));
/// assert_eq!(escape("dead.letter").as_deref(), Some("dead__dot__letter"));
/// assert_eq!(escape("9lives"), None);
/// ```
pub fn escape(name: &str) -> Option<String> {
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if is_reserved(name) {
        return Some(format!("__{name}__"));
    }
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Some(name.to_owned());
    }
    let mut escaped = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(char) = rest.chars().next() {
        let (length, text) = match char {
            '_' if rest.starts_with("__") => (2, "__underscores__"),
            '.' => (1, "__dot__"),
            '-' => (1, "__dash__"),
            '/' => (1, "__slash__"),
            '_' | 'a'..='z' | 'A'..='Z' | '0'..='9' => (1, rest.get(..1)?),
            _ => return None,
        };
        escaped.push_str(text);
        rest = rest.get(length..)?;
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::{RESERVED, escape};

    #[test]
    fn escapes_as_the_server_does() {
        let cases = [
            ("a", Some("a")),
            ("a_b", Some("a_b")),
            ("a__b", Some("a__underscores__b")),
            ("a___b", Some("a__underscores___b")),
            ("x-prop", Some("x__dash__prop")),
            ("a/b.c", Some("a__slash__b__dot__c")),
            ("in", Some("__in__")),
            ("inn", Some("inn")),
            ("-", Some("__dash__")),
            ("", None),
            ("1a", None),
            ("a$", None),
            ("é", None),
        ];
        for (name, expected) in cases {
            assert_eq!(escape(name).as_deref(), expected, "{name}");
        }
        assert!(RESERVED.is_sorted());
    }
}
