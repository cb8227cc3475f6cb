//! No file causes a panic in the YAML parser, all its spans are inside of the file, and each document that is written and
//! parsed again has the same value.
#![no_main]

use crd_core::yaml::tree::{Node, Span, Value};
use crd_core::yaml::{LineIndex, Options, read, source_offset, to_string};
use libfuzzer_sys::fuzz_target;

fn assert_inside(source: &[u8], span: Span) {
    assert!(span.start <= span.end && span.end as usize <= source.len(), "{span:?}");
}

fn walk(source: &[u8], node: &Node) {
    assert_inside(source, node.span);
    match &node.value {
        Value::Sequence(items) => items.iter().for_each(|item| walk(source, item)),
        Value::Mapping(mapping) => {
            for entry in &mapping.entries {
                assert_inside(source, entry.key_span);
                walk(source, &entry.value);
            }
            for duplicate in mapping.duplicates() {
                assert_inside(source, duplicate.key_span);
                assert_inside(source, duplicate.first);
            }
        }
        Value::String(text) => {
            if let Ok(source) = std::str::from_utf8(source) {
                let offset = source_offset(source, node.span, text.len() / 2);
                assert!(offset as usize <= source.len() && source.is_char_boundary(offset as usize));
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
        assert_inside(source, *comment);
    }
    for document in &found.documents {
        assert_inside(source, document.span);
        walk(source, &document.root);
        let value = document.root.to_json();
        let written = to_string(&value).expect("JSON can be written");
        let mut options = Options::default();
        options.max_bytes = usize::MAX;
        let again = read(written.as_bytes(), options);
        assert_eq!(again.errors, [], "{written}");
        // JSON may write an integer as a float, which YAML parses as an integer.
        if !document.json {
            let again: Vec<_> = again.documents.iter().map(|document| document.root.to_json()).collect();
            assert_eq!(again, [value], "{written}");
        }
    }
});
