//! Types and fields in the text of a Rust file, without a parser: comments, strings and attributes are blanked first.
//!
//! ```text
//! pub struct Spec {                         pub struct Spec {
//!     /// Not a struct Other.
//!     #[crd(pattern = "{")]
//!     name: String, // {                        name: String,
//! }                                         }
//! ```

use crate::yaml::tree::Span;

/// The place of a field of a type, or of the type's name where the field is not found. The field has its name on the wire.
pub(super) fn find_in(text: &str, type_name: &str, field: Option<&str>, version: &str) -> Option<Span> {
    let code = blanked(text);
    let mut found = None;
    for keyword in ["struct", "enum"] {
        let pattern = format!("{keyword} {type_name}");
        for (at, _) in code.match_indices(&pattern) {
            let name = at + keyword.len() + 1;
            let end = name + type_name.len();
            let before = code.get(..at)?;
            if code.get(end..)?.starts_with(is_name) || before.ends_with(is_name) {
                continue;
            }
            // Of several types of one name, the one in the module of the version.
            let is_in_module = before.rfind("mod ").is_some_and(|module| {
                let rest = code.get(module + 4..).and_then(|rest| rest.strip_prefix(version));
                rest.is_some_and(|rest| !rest.starts_with(is_name))
            });
            let span = field
                .and_then(|field| field_in(text, &code, end, field))
                .unwrap_or(Span::new(name, end));
            if is_in_module {
                return Some(span);
            }
            found = found.or(Some(span));
        }
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The place of the field or variant with a name on the wire, in the body that begins behind `from`.
fn field_in(text: &str, code: &str, from: usize, wire: &str) -> Option<Span> {
    let open = from + code.get(from..)?.find(['{', ';'])?;
    let mut brackets: Vec<char> = Vec::new();
    let mut begins = None;
    let mut last = ' ';
    for (offset, c) in code.get(open..)?.char_indices() {
        let at = open + offset;
        match c {
            '{' | '(' | '[' | '<' => brackets.push(c),
            '}' | ')' | ']' => {
                brackets.pop();
            }
            '>' if last != '-' => {
                brackets.pop();
            }
            _ => {}
        }
        if brackets.is_empty() {
            return None;
        }
        let is_inside = brackets.last() == Some(&'{');
        if is_inside && matches!(c, '{' | ',') {
            begins = Some(at + 1);
        } else if is_inside
            && is_name(c)
            && let Some(start) = begins
        {
            let name = name_at(code, at)?;
            let rest = code.get(name.start as usize..name.end as usize)?;
            if rest == "pub" {
                // The name is behind it, and behind `(crate)`.
                let behind = code.get(name.end as usize..)?;
                let behind = behind
                    .find(':')
                    .map_or(behind, |colon| behind.get(..colon).unwrap_or(behind));
                let offset = behind
                    .trim_end()
                    .rfind(|c: char| !is_name(c) && c != '#')
                    .map_or(0, |at| at + 1);
                let span = name_at(code, name.end as usize + offset)?;
                if is_wanted(text, code, start, span, wire) {
                    return Some(span);
                }
            } else if is_wanted(text, code, start, name, wire) {
                return Some(name);
            }
            begins = None;
        }
        last = c;
    }
    None
}

/// The name that begins at a place, also a raw one.
fn name_at(code: &str, at: usize) -> Option<Span> {
    let rest = code.get(at..)?;
    let raw = if rest.starts_with("r#") { 2 } else { 0 };
    let length = rest
        .get(raw..)?
        .find(|c: char| !is_name(c))
        .unwrap_or(rest.len() - raw);
    Some(Span::new(at, at + raw + length))
}

/// Whether the member, whose attributes begin at `start`, has a name on the wire.
fn is_wanted(text: &str, code: &str, start: usize, name: Span, wire: &str) -> bool {
    let attributes = text.get(start..name.start as usize).unwrap_or_default();
    let rust = name.slice(code).unwrap_or_default();
    if attributes.contains("rename = \"") {
        return attributes.contains(&format!("rename = \"{wire}\""));
    }
    is_same(rust.trim_start_matches("r#"), wire)
}

/// Whether a Rust name is a name on the wire, whatever the case of serde: `maxReplicas` and `max_replicas`.
fn is_same(rust: &str, wire: &str) -> bool {
    let plain = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
    plain(rust) == plain(wire)
}

/// The text with spaces in place of comments, strings and attributes; each byte keeps its place.
fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '#' if rest.starts_with("#[") || rest.starts_with("#![") => attribute_length(rest),
            _ => literal_length(rest),
        };
        let (blank, behind) = rest.split_at(length);
        for c in blank.chars() {
            if c == '\n' {
                out.push('\n');
            } else {
                out.extend(std::iter::repeat_n(' ', c.len_utf8()));
            }
        }
        rest = behind;
        if length == 0 {
            out.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

/// The length of the string or character that the text begins with; 0 if there is none.
fn literal_length(text: &str) -> usize {
    let hashes = text
        .strip_prefix('r')
        .map(|raw| raw.chars().take_while(|c| *c == '#').count());
    if let Some(hashes) = hashes
        && text.get(1 + hashes..).is_some_and(|rest| rest.starts_with('"'))
    {
        let end = format!("\"{}", "#".repeat(hashes));
        let from = 2 + hashes;
        let body = text.get(from..).unwrap_or_default();
        return body.find(&end).map_or(text.len(), |at| from + at + end.len());
    }
    let quote = match text.chars().next() {
        Some(c @ '"') => c,
        // `'a'` and `'\n'` are characters, `'a` is a lifetime.
        Some(c @ '\'') => {
            let mut next = text.chars().skip(1);
            let is_character = next.next() == Some('\\') || next.next() == Some('\'');
            if !is_character {
                return 0;
            }
            c
        }
        _ => return 0,
    };
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !escaped && c == quote {
            return at + c.len_utf8();
        }
        escaped = !escaped && c == '\\';
    }
    text.len()
}

/// The length of the attribute that the text begins with.
fn attribute_length(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 1;
    while let Some(rest) = text.get(at..)
        && let Some(c) = rest.chars().next()
    {
        let literal = literal_length(rest);
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return at + 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += literal.max(c.len_utf8());
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_names_on_the_wire() {
        let text = "mod v1 {\n    pub struct Spec {\n        /// maxReplicas: x\n        pub max_replicas: u32,\n        \
                    #[serde(rename = \"type\")]\n        kind: String,\n    }\n}\nmod v2 {\n    pub struct Spec {\n        a: \
                    Vec<u8>,\n    }\n    struct SpecOther { b: u8 }\n}\n";
        let at = |version, field| find_in(text, "Spec", field, version).and_then(|span| span.slice(text));
        assert_eq!(at("v1", Some("maxReplicas")), Some("max_replicas"));
        assert_eq!(at("v1", Some("type")), Some("kind"));
        assert_eq!(at("v2", Some("a")), Some("a"));
        assert_eq!(at("v2", Some("b")), Some("Spec"));
        assert_eq!(at("v1", None), Some("Spec"));
        assert_eq!(find_in(text, "Other", None, "v1"), None);
        assert_eq!(
            find_in("// struct Spec is\n/// a struct Spec\n", "Spec", None, "v1"),
            None
        );
    }

    #[test]
    fn what_looks_like_code_is_not_taken_for_it() {
        let text = "/* struct Spec { a } */\nconst S: &str = r#\"struct Spec { \" a \"#;\npub struct Spec<'a, T: Fn() -> u8> {\n    \
                    #[crd(\n        rule(\"self.a[0] == '}'\"),\n        pattern = \"[{]\",\n    )]\n    pub(crate) first: \
                    Map<String, &'a str>, pub r#type: (u8, char),\n    second: char,\n}\nenum Choice { One { inner: u8 }, #[serde(rename \
                    = \"two\")] Zwei(u8) }\n";
        let at =
            |name, field| find_in(text, name, Some(field), "v1").map(|span| (span.start, span.slice(text)));
        let start = |name: &str| u32::try_from(text.find(name).unwrap()).unwrap();
        assert_eq!(at("Spec", "first"), Some((start("first"), Some("first"))));
        assert_eq!(at("Spec", "type"), Some((start("r#type"), Some("r#type"))));
        assert_eq!(at("Spec", "second"), Some((start("second"), Some("second"))));
        // Neither an attribute nor a type is a field.
        let name = start("Spec<'a");
        for other in ["rule", "pattern", "String", "a", "u8"] {
            assert_eq!(at("Spec", other), Some((name, Some("Spec"))), "{other}");
        }
        assert_eq!(at("Choice", "inner"), Some((start("inner"), Some("inner"))));
        assert_eq!(at("Choice", "two"), Some((start("Zwei"), Some("Zwei"))));
        assert_eq!(at("Choice", "zwei"), Some((start("Choice"), Some("Choice"))));
        for text in [
            "\"",
            "r#\"",
            "'",
            "'\\",
            "#[",
            "/*",
            "struct Spec {",
            "struct Spec",
            "struct Spec<",
        ] {
            let _ = find_in(text, "Spec", Some("a"), "v1");
            assert_eq!(blanked(text).len(), text.len());
        }
    }
}
