//! Whatever the bytes: no panic, places inside of the file, and what was read survives being written.
#![no_main]

use crd_core::yaml::tree::{Node, Span, Value};
use crd_core::yaml::{LineIndex, Options, read, source_offset, to_string};
use libfuzzer_sys::fuzz_target;

fn inside(source: &[u8], span: Span) {
    assert!(span.start <= span.end && span.end as usize <= source.len(), "{span:?}");
}

fn walk(source: &[u8], node: &Node) {
    inside(source, node.span);
    match &node.value {
        Value::Sequence(items) => items.iter().for_each(|item| walk(source, item)),
        Value::Mapping(mapping) => {
            for entry in &mapping.entries {
                inside(source, entry.key_span);
                walk(source, &entry.value);
            }
            for duplicate in mapping.duplicates() {
                inside(source, duplicate.key_span);
                inside(source, duplicate.first);
            }
        }
        Value::String(text) => {
            if let Ok(source) = std::str::from_utf8(source) {
                let place = source_offset(source, node.span, text.len() / 2);
                assert!(place as usize <= source.len() && source.is_char_boundary(place as usize));
            }
        }
        Value::Float(float) => assert!(float.is_finite()),
        _ => {}
    }
}

fuzz_target!(|source: &[u8]| {
    let found = read(source, Options::default());
    let lines = LineIndex::new(source);
    for error in &found.errors {
        lines.position(error.span.start);
        assert!(!error.message.is_empty());
    }
    for comment in &found.comments {
        inside(source, *comment);
    }
    for document in &found.documents {
        inside(source, document.span);
        walk(source, &document.root);
        let value = document.root.to_json();
        let written = to_string(&value).expect("JSON can be written");
        let again = read(written.as_bytes(), Options { max_bytes: usize::MAX, ..Options::default() });
        assert_eq!(again.errors, [], "{written}");
        // A whole number written as a float by JSON comes back as an integer by YAML.
        if !document.json {
            let again: Vec<_> = again.documents.iter().map(|document| document.root.to_json()).collect();
            assert_eq!(again, [value], "{written}");
        }
    }
});
