//! Compares the reader with Go's, whose results are recorded in `tests/fixtures`.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::{Options, json, read};
use crate::yaml::tree::Node;

fn fixture(name: &str) -> Vec<Json> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/fixtures")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Parses Go's JSON as the server does.
fn from_go(text: &str) -> Json {
    if text.is_empty() {
        return Json::Null;
    }
    json::read_value(text, 0, 300).unwrap().0.to_json()
}

/// Reads the only document of a text with our reader, or returns the errors.
fn ours(text: &str) -> Result<Json, String> {
    let read = read(text.as_bytes(), Options::default());
    if let Some(error) = read.errors.first() {
        return Err(error.message.clone());
    }
    Ok(read
        .documents
        .first()
        .map_or(Json::Null, |document| document.root.to_json()))
}

#[test]
fn scalars_mean_what_go_says() {
    let cases = fixture("yaml-scalars.jsonl");
    let mut wrong = Vec::new();
    for case in &cases {
        let scalar = case["text"].as_str().unwrap();
        for (place, text) in [
            ("value", format!("v: {scalar}\n")),
            ("key", format!("{scalar}: 1\n")),
        ] {
            let go = case[place].as_str().map(from_go);
            let ours = ours(&text);
            if go != ours.clone().ok() {
                wrong.push(format!("{place} {scalar}: go {go:?}, ours {ours:?}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    assert!(cases.len() >= 500);
}

#[test]
fn documents_read_as_go_reads_them() {
    let cases = fixture("yaml-documents.jsonl");
    let mut wrong = Vec::new();
    for case in &cases {
        let (name, text) = (case["name"].as_str().unwrap(), case["text"].as_str().unwrap());
        let recorded = case["documents"].as_array().unwrap();
        // kubectl stops at the first error and skips null.
        let failed = recorded.iter().any(|document| document.get("error").is_some());
        let go: Vec<Json> = recorded
            .iter()
            .filter_map(|document| document["json"].as_str().map(from_go))
            .filter(|document| !document.is_null())
            .collect();
        let read = read(text.as_bytes(), Options::default());
        let ours: Vec<Json> = read
            .documents
            .iter()
            .map(|document| document.root.to_json())
            .collect();
        let same = if failed {
            !read.errors.is_empty() && ours.starts_with(&go)
        } else {
            read.errors.is_empty() && ours == go
        };
        if !same {
            wrong.push(format!(
                "{name} {text:?}:\n  go {recorded:?}\n  ours {ours:?} {:?}",
                read.errors.iter().map(|error| &error.message).collect::<Vec<_>>()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

fn duplicates(node: &Node) -> usize {
    use crate::yaml::tree::Value;
    match &node.value {
        Value::Sequence(items) => items.iter().map(duplicates).sum(),
        Value::Mapping(mapping) => {
            let inner: usize = mapping.entries.iter().map(|entry| duplicates(&entry.value)).sum();
            inner + mapping.duplicates().len()
        }
        _ => 0,
    }
}

#[test]
fn duplicates_are_those_of_the_strict_reader() {
    let mut checked = 0;
    for case in fixture("yaml-documents.jsonl") {
        let text = case["text"].as_str().unwrap();
        let read = read(text.as_bytes(), Options::default());
        let [document] = &read.documents[..] else { continue };
        // The strict reader treats the number 1 and the string "1" as different keys.
        let same_in_ours = ["1: a\n\"1\": b\n", "\"1\": 1\n1: 2\n"];
        if document.json || same_in_ours.contains(&text) {
            continue;
        }
        let strict = case["strict"].as_str().unwrap_or_default();
        assert_eq!(
            duplicates(&document.root),
            strict.matches("already set in map").count(),
            "{text:?}"
        );
        checked += 1;
    }
    assert!(checked > 150);
}

/// Finds every string of the documents again through its span, character by character.
#[test]
fn every_character_has_its_place() {
    use crate::yaml::tree::{Node, Value};

    fn walk(source: &str, node: &Node, checked: &mut usize) {
        match &node.value {
            Value::Sequence(items) => items.iter().for_each(|item| walk(source, item, checked)),
            Value::Mapping(mapping) => mapping
                .entries
                .iter()
                .for_each(|entry| walk(source, &entry.value, checked)),
            Value::String(text) => {
                let raw = node.span.slice(source).unwrap();
                // An alias or a tag has another text in the source; escapes are checked elsewhere.
                if raw.starts_with(['*', '"', '!']) {
                    return;
                }
                for (at, c) in text.char_indices() {
                    let place = super::offset::source_offset(source, node.span, at) as usize;
                    let found = source[place..].chars().next().unwrap_or('\n');
                    let same = c == found || c.is_whitespace() && found.is_whitespace();
                    assert!(same, "{c:?} is not {found:?} in {raw:?} of {source:?}");
                    *checked += 1;
                }
            }
            _ => {}
        }
    }

    let mut checked = 0;
    for case in fixture("yaml-documents.jsonl") {
        let source = case["text"].as_str().unwrap();
        if source.contains("!!binary") {
            continue;
        }
        for document in read(source.as_bytes(), Options::default()).documents {
            walk(source, &document.root, &mut checked);
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn members_are_found_in_any_order() {
    for (count, step) in [(5, 3), (16, 5), (17, 1), (17, 5), (100, 1), (100, 37), (1000, 7)] {
        for again in ["", "k0003: again\n"] {
            let mut text = String::new();
            for at in 0..count {
                let _ = writeln!(text, "k{0:04}: {0}", at * step % count);
            }
            let read = read((text + again).as_bytes(), Options::default());
            let root = &read.documents[0].root;
            for at in 0..count {
                let found = root.get(&format!("k{at:04}")).map(Node::to_json);
                let expected = if at == 3 && !again.is_empty() {
                    serde_json::json!("again")
                } else {
                    serde_json::json!(at)
                };
                assert_eq!(found, Some(expected), "{count} {step}");
            }
            assert_eq!(root.get("k"), None);
            assert_eq!(root.get("k9999"), None);
            let duplicates = root.as_mapping().unwrap().duplicates();
            assert_eq!(duplicates.len(), usize::from(!again.is_empty()));
        }
    }
}
