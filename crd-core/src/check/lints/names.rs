//! Names of members that are set twice, and names that YAML 1.1 parses as booleans: `n: {type: integer}` is a property named `false`.
//!
//! kubectl parses YAML 1.1, where `y`, `n`, `yes`, `no`, `on` and `off` are booleans in any of three spellings, even as names of
//! members.

use crate::check::{Diagnostic, DocumentSource, Edit, Fix, FixSafety, codes, diagnose};
use crate::model::field::{Path, Segment};
use crate::yaml::quoted;
use crate::yaml::tree::{Duplicate, Entry, Mapping, Node, Span, Value};

const WORDS: [&str; 6] = ["y", "n", "yes", "no", "on", "off"];

/// Reports the names in a YAML document. Returns whether one is set twice, including by a merge key.
pub(in crate::check) fn check(source: DocumentSource<'_>, found: &mut Vec<Diagnostic>) -> bool {
    let mut is_repeated = false;
    each_mapping(source.document, None, &mut |mapping, path| {
        is_repeated |= !mapping.duplicates().is_empty();
        set_twice(mapping, path, found);
        let quoted = mapping
            .entries
            .iter()
            .filter(|entry| entry.key.starts_with(['“', '”', '‘', '’']));
        found.extend(
            quoted.map(|entry| read_with_quotes(entry).with_field(child(path, &entry.key).to_field_path())),
        );
        for entry in &mapping.entries {
            found.extend(
                read_as_octal(source.text, entry)
                    .or_else(|| read_as_tag(source.text, entry))
                    .or_else(|| read_as_comment(source.text, entry))
                    .map(|one| one.with_field(child(path, &entry.key).to_field_path())),
            );
            if matches!(&*entry.key, "true" | "false")
                && let Some(fix) = quotes(source.text, entry.key_span)
            {
                found.push(
                    read_as_boolean(source, entry, fix).with_field(child(path, &entry.key).to_field_path()),
                );
            }
        }
    });
    is_repeated
}

/// Reports names that are set twice in a mapping, except for those of a merge key, which are meant to be overridden.
fn set_twice(mapping: &Mapping, path: Option<&Path<'_>>, found: &mut Vec<Diagnostic>) {
    let is_repeated = |name: &str| {
        mapping
            .duplicates()
            .iter()
            .find(|duplicate| &*duplicate.key == name)
    };
    if path.is_none()
        && let (Some(first), Some(kind)) = (is_repeated("apiVersion"), is_repeated("kind"))
    {
        let first = if kind.key_span < first.key_span {
            kind
        } else {
            first
        };
        let mut diagnostic = diagnose::repeated_name(first);
        diagnostic.help = vec!["if this is another object, put `---` on a line above it".to_owned()];
        found.push(diagnostic.with_field(child(path, &first.key).to_field_path()));
        return;
    }
    let next = path.and_then(|path| next_element(mapping, path));
    for duplicate in mapping.duplicates().iter().filter(|duplicate| !duplicate.merged) {
        let mut diagnostic = diagnose::repeated_name(duplicate);
        let is_before = |entry: &&Entry| entry.key_span.start < duplicate.key_span.start;
        let before = mapping
            .entries
            .iter()
            .filter(is_before)
            .max_by_key(|entry| entry.key_span.start);
        if let Some(empty) = before.filter(|entry| entry.value.value == Value::Null) {
            let help = format!("indent it deeper than `{}:`, or remove one of them", empty.key);
            diagnostic.help = vec![help];
        }
        if let Some(next) = next {
            if duplicate.key_span.start > next.key_span.start {
                continue;
            }
            if duplicate.key_span == next.key_span {
                let help = "remove one of them, or write `- ` before it if another element starts here";
                diagnostic.help = vec![help.to_owned()];
            }
        }
        found.push(diagnostic.with_field(child(path, &duplicate.key).to_field_path()));
    }
}

/// Returns the name with which an element of a list starts, set again: the dash of the next element may be missing.
fn next_element<'a>(mapping: &'a Mapping, path: &Path<'_>) -> Option<&'a Duplicate> {
    let mut written = mapping.duplicates().iter().filter(|duplicate| !duplicate.merged);
    let first = written.clone().map(|duplicate| duplicate.first.start).min()?;
    let is_first = mapping.entries.iter().all(|entry| entry.key_span.start >= first);
    let is_element = matches!(path.segments().last(), Some(Segment::Index(_)));
    written.find(|duplicate| is_first && is_element && duplicate.first.start == first)
}

fn read_as_boolean(source: DocumentSource<'_>, entry: &Entry, fix: Fix) -> Diagnostic {
    let word = entry.key_span.slice(source.text).unwrap_or_default();
    let message = format!(
        "YAML 1.1 reads `{word}` as a boolean, so this name is `{}`",
        entry.key
    );
    Diagnostic {
        fix: Some(fix),
        ..Diagnostic::new(codes::YAML_WORD, message, entry.key_span)
            .with_label(format!("read as `{}`", entry.key))
    }
}

fn read_with_quotes(entry: &Entry) -> Diagnostic {
    let message = format!("the quotes are a part of the name `{}`", entry.key);
    Diagnostic::new(codes::YAML_WORD, message, entry.key_span)
        .with_label("not the quotes of YAML")
        .with_help(format!(
            "write `{}`",
            entry.key.trim_matches(['“', '”', '‘', '’'])
        ))
}

/// Reports a whole number that starts with a zero, unless it may be the mode of a file.
fn read_as_octal(text: &str, entry: &Entry) -> Option<Diagnostic> {
    let Value::Int(number) = entry.value.value else {
        return None;
    };
    let written = entry.value.span.slice(text)?;
    let decimal = written
        .strip_prefix('0')
        .filter(|rest| rest.bytes().all(|c| c.is_ascii_digit()))?;
    let decimal = decimal.trim_start_matches('0');
    let name = entry.key.to_ascii_lowercase();
    // `048` is no octal number.
    let is_octal = decimal.bytes().all(|digit| digit < b'8');
    if decimal.len() < 2 || !is_octal || ["mode", "mask", "perm"].iter().any(|word| name.contains(word)) {
        return None;
    }
    let message = format!("YAML 1.1 reads `{written}` as octal, so this number is {number}");
    Some(
        Diagnostic::new(codes::YAML_WORD, message, entry.value.span)
            .with_label(format!("read as {number}"))
            .with_help(format!("write `{number}`, or `{decimal}` if that is meant")),
    )
}

/// Returns the tag that leaves a text empty, which is hardly meant as one. Those of YAML itself, such as `!!str`, are.
pub(in crate::check) fn tag_of<'t>(text: &'t str, node: &Node) -> Option<&'t str> {
    let written = node.span.slice(text).filter(|_| node.as_str() == Some(""))?;
    (written.starts_with('!') && !written.starts_with("!!")).then_some(written)
}

/// Reports a text that is empty because its word is a tag.
fn read_as_tag(text: &str, entry: &Entry) -> Option<Diagnostic> {
    let written = tag_of(text, &entry.value)?;
    let start = entry.value.span.start as usize;
    let message = format!("`!` starts a tag in YAML, so `{}` has no value", entry.key);
    Some(
        Diagnostic::new(codes::YAML_WORD, message, Span::new(start, start + 1))
            .with_label("starts a tag")
            .with_help(format!("remove `!`, or quote the text: `{}`", quoted(written)?)),
    )
}

/// Returns the comment behind a name without a value that was hardly meant as one: a word that starts with `#`, such as a colour.
pub(in crate::check) fn comment_of<'t>(text: &'t str, key: Span, value: &Node) -> Option<&'t str> {
    let rest = text
        .get(key.end as usize..)
        .filter(|_| value.value == Value::Null)?;
    let line = rest.lines().next()?.trim_start_matches(['"', '\'']);
    let comment = line.strip_prefix(':')?.trim();
    let word = comment.strip_prefix('#')?;
    let is_word = word.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !word.contains([' ', '\t', '\'', ':'])
        && !["TODO", "FIXME"].contains(&word);
    is_word.then_some(comment)
}

/// What to do with a comment that was meant as a value.
pub(in crate::check) fn help_for_comment(comment: &str) -> String {
    format!("`#` starts a comment in YAML: quote the text: `'{comment}'`")
}

/// Reports a member without a value whose word is a comment.
fn read_as_comment(text: &str, entry: &Entry) -> Option<Diagnostic> {
    let comment = comment_of(text, entry.key_span, &entry.value)?;
    let message = format!("`#` starts a comment in YAML, so `{}` has no value", entry.key);
    Some(
        Diagnostic::new(codes::YAML_WORD, message, entry.shown())
            .with_label("has no value")
            .with_help(format!("quote the text: `'{comment}'`")),
    )
}

/// Returns the fix for a string that is parsed as a boolean: adding quotes.
pub(in crate::check) fn quotes(text: &str, span: Span) -> Option<Fix> {
    let word = span.slice(text).filter(|word| is_word(word))?;
    Some(Fix {
        title: format!("write `\"{word}\"`"),
        edits: vec![Edit {
            span,
            text: format!("\"{word}\""),
        }],
        safety: FixSafety::Certain,
    })
}

fn child<'a>(path: Option<&'a Path<'a>>, name: &'a str) -> Path<'a> {
    path.map_or(Path::root(name), |path| path.child(name))
}

/// Calls `found` with each object of a document and its path. The parser limits the depth.
fn each_mapping(node: &Node, path: Option<&Path<'_>>, found: &mut dyn FnMut(&Mapping, Option<&Path<'_>>)) {
    match &node.value {
        Value::Mapping(mapping) => {
            found(mapping, path);
            for entry in &mapping.entries {
                if matches!(entry.value.value, Value::Mapping(_) | Value::Sequence(_)) {
                    each_mapping(&entry.value, Some(&child(path, &entry.key)), found);
                }
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                let here = path.map(|path| path.index(index));
                each_mapping(item, here.as_ref(), found);
            }
        }
        _ => {}
    }
}

/// Whether a plain scalar is such a word: in lower case, in upper case, or capitalized.
fn is_word(text: &str) -> bool {
    WORDS.iter().any(|word| {
        let capital = || {
            let mut letters = text.chars();
            letters.next().is_some_and(|first| first.is_ascii_uppercase())
                && letters.all(|letter| letter.is_ascii_lowercase())
        };
        text.eq_ignore_ascii_case(word)
            && (text == *word || text.chars().all(|letter| letter.is_ascii_uppercase()) || capital())
    })
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn three_spellings() {
        for word in ["y", "Y", "on", "On", "ON", "off"] {
            assert!(is_word(word), "{word}");
        }
        for word in ["oN", "yEs", "true", "none", ""] {
            assert!(!is_word(word), "{word}");
        }
    }
}
