//! Compares the YAML reader with kubectl's.

use std::io;

use clap::Args;
use crd_core::yaml;
use crd_gen_tests::rng::Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;
use super::comparison::Comparison;

/// The parts of scalars.
const SCRAPS: &[&str] = &[
    "0",
    "1",
    "7",
    "8",
    "9",
    "12",
    "0x",
    "0X",
    "0o",
    "0b",
    "0",
    "_",
    "-",
    "+",
    ".",
    "e",
    "E",
    "e+",
    "inf",
    ".inf",
    ".NaN",
    ".nan",
    "a",
    "F",
    ":",
    "60",
    "y",
    "n",
    "yes",
    "No",
    "on",
    "OFF",
    "true",
    "False",
    "null",
    "~",
    "NULL",
    "2001",
    "-01",
    "-12-14",
    "T",
    "t",
    " ",
    "21:59:43",
    ".10",
    "Z",
    "-5",
    "'",
    "\"",
    "\\n",
    "\\x41",
    "#",
    " #",
    "=",
    "<<",
    "!!str ",
    "!!int ",
    "!!float ",
    "!!bool ",
    "!!null ",
    "!!binary ",
    "!!timestamp ",
    "!x ",
    "&a ",
    "*a",
    "|",
    ">",
    "é",
    "@",
    "`",
    "%",
    "?",
    "- ",
    ": ",
    ",",
    "[",
    "]",
    "{",
    "}",
];

/// The lines of documents, each of which gets a random indentation.
const LINES: &[&str] = &[
    "a: 1",
    "a:",
    "b: x",
    "- 1",
    "- a: 2",
    "-",
    "- - 3",
    "? k",
    ": v",
    "k: |",
    "k: >-",
    "k: |2",
    "text",
    " more",
    "# c",
    "---",
    "--- # c",
    "---x",
    "...",
    "a: &x {b: 1}",
    "c: *x",
    "<<: *x",
    "<<: [*x, *x]",
    "d: [1, 2",
    "]",
    "d: {a: 1,",
    "}",
    "\"q\": 'r'",
    "'s': \"t\\",
    "u\"",
    "v: \"w",
    "- 'w",
    "x # y\" # z",
    "y'",
    "z': \"a",
    "...b\"",
    "x: !!str 1",
    "null: 1",
    "1: 2",
    "true: 3",
    "1.5: x",
    "a: 2",
    "%YAML 1.1",
    "\t",
    "k: a # b",
    "k: a#b",
    "[a, b]: c",
    "{a: b}: c",
    "k: 'it''s'",
    "k: \"\\u00e9\"",
    "- [a: b]",
];

const INDENTS: &[&str] = &["", "", "", "  ", "  ", "    ", " "];

/// Reads random YAML documents.
#[derive(Debug, Args)]
pub(super) struct YamlOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// The answer of the oracle.
#[derive(Deserialize)]
struct YamlAnswer {
    documents: Vec<Reading>,
}

#[derive(Deserialize)]
struct Reading {
    json: Option<String>,
    error: Option<String>,
}

pub(super) fn run(options: &YamlOptions) -> io::Result<usize> {
    Comparison {
        server: crd_core::KubeVersion::DEFAULT,
        listed: &|_| None,
        mode: "yaml",
        texts: "texts",
        text: &text,
        request: &|text| json!({ "text": text }),
        rejects: &|answer: &YamlAnswer| answer.documents.iter().any(|reading| reading.error.is_some()),
        difference: &difference,
    }
    .run(options.numbers)
}

fn text(number: u64) -> String {
    let mut rng = Rng::new(number);
    if rng.one_in(2) {
        let scalar: String = (0..=rng.below(4))
            .filter_map(|_| rng.pick(SCRAPS))
            .copied()
            .collect();
        return if rng.one_in(4) {
            format!("{scalar}: v\n")
        } else {
            format!("k: {scalar}\n")
        };
    }
    let mut text = String::new();
    for _ in 0..=rng.below(5) {
        text.push_str(rng.pick(INDENTS).copied().unwrap_or_default());
        text.push_str(rng.pick(LINES).copied().unwrap_or_default());
        text.push('\n');
    }
    text
}

/// Compares the documents before the first error, where kubectl stops.
fn difference(text: &str, answer: &YamlAnswer) -> Option<String> {
    let ours = yaml::read(text.as_bytes(), yaml::Options::default());
    let mut documents = ours.documents.iter().map(|document| document.root.to_json());
    for reading in &answer.documents {
        match (&reading.json, &reading.error) {
            (_, Some(error)) if ours.errors.is_empty() => {
                return Some(format!("we accept it, Go says {error:?}"));
            }
            (_, Some(_)) => return None,
            (Some(json), None) if json.is_empty() || json == "null" => {}
            (Some(json), None) => {
                let theirs: Value = serde_json::from_str(json).unwrap_or_default();
                let Some(ours) = documents.next() else {
                    let why = ours.errors.first().map(|error| error.message.as_str());
                    return Some(format!("Go reads {theirs}, we do not: {why:?}"));
                };
                if !equal(&ours, &theirs) {
                    return Some(format!("Go reads {theirs}, we read {ours}"));
                }
            }
            (None, None) => {}
        }
    }
    match (ours.errors.first(), documents.next()) {
        (Some(error), _) => Some(format!("Go accepts it, we say {:?}", error.message)),
        (None, Some(more)) => Some(format!("we also read {more}")),
        (None, None) => None,
    }
}

/// Whether two values are equal to the server, which reads JSON numbers as `int64` or `float64`.
fn equal(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => match (ours.as_i64(), theirs.as_i64()) {
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => ours.as_f64() == theirs.as_f64(),
        },
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| equal(a, b))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .all(|(key, value)| theirs.get(key).is_some_and(|theirs| equal(value, theirs)))
        }
        _ => ours == theirs,
    }
}
