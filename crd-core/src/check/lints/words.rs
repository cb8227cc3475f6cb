//! Names that YAML 1.1 reads as booleans: `n: {type: integer}` is a property named `false`.
//!
//! kubectl reads YAML 1.1, where `y`, `n`, `yes`, `no`, `on` and `off` are booleans in any of three spellings, also as the names of
//! members.

use crate::check::{Diagnostic, DocumentSource, Edit, Fix, codes};
use crate::model::field::Path;
use crate::yaml::tree::{Node, Span, Value};

const WORDS: [&str; 6] = ["y", "n", "yes", "no", "on", "off"];

/// Reports the names in a document of YAML.
pub(in crate::check) fn check(source: DocumentSource<'_>, found: &mut Vec<Diagnostic>) {
    names(source, source.document, None, found);
}

/// The fix of a string that is read as a boolean: its quotes.
pub(in crate::check) fn quotes(text: &str, span: Span) -> Option<Fix> {
    let word = span.slice(text).filter(|word| is_word(word))?;
    Some(Fix {
        title: format!("write `\"{word}\"`"),
        edits: vec![Edit {
            span,
            text: format!("\"{word}\""),
        }],
    })
}

fn names(source: DocumentSource<'_>, node: &Node, path: Option<&Path<'_>>, found: &mut Vec<Diagnostic>) {
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in &mapping.entries {
                let here = path.map_or(Path::root(&entry.key), |path| path.child(&entry.key));
                if matches!(&*entry.key, "true" | "false")
                    && let Some(fix) = quotes(source.text, entry.key_span)
                {
                    let word = entry.key_span.slice(source.text).unwrap_or_default();
                    let message = format!(
                        "YAML 1.1 reads `{word}` as a boolean, so this name is `{}`",
                        entry.key
                    );
                    let mut diagnostic = Diagnostic::new(codes::YAML_WORD, message, entry.key_span)
                        .with_field(here.to_field_path())
                        .with_label(format!("read as `{}`", entry.key));
                    diagnostic.fix = Some(fix);
                    found.push(diagnostic);
                }
                names(source, &entry.value, Some(&here), found);
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                let here = path.map(|path| path.index(index));
                names(source, item, here.as_ref(), found);
            }
        }
        _ => {}
    }
}

/// Whether a plain scalar is such a word: in lower case, in upper case, or with a capital letter.
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
