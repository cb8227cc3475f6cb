//! Compares the YAML parser with kubectl's.

use std::io;

use clap::Args;
use crd_core::yaml;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::shared;
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

/// Documents of every style, in which single characters are changed.
const FORMS: &[&str] = &[
    "a: {pattern: ^ab?$, url: http://x/y?z=1}\nb: [http://x/y?z=1, a:b, -]\n",
    "a: [b, 'c', \"d\"] # e\nf: {g: h, 'i': j, \"k\": l}\n",
    "a: {b: , c, d: [e: f, g], ? h : i}\n",
    "a: [\n  b,\n  c: d,\n]\ne: {\n  f: g,\n  h:\n    i,\n}\n",
    "a: \"b\n  c\\\n  d \\\n\n  e\\t\\u00e9 f\" # g\nh: 'i\n\n  it''s\n  k'\n",
    "a: |\n  b\n   c\n\n  d\ne: >-\n  f\n  g\n\n   h\n  i\n",
    "a: |2+\n   b\n  c\n\nd: >1\n  e\n f\n",
    "- a\n- - b\n  - c: d\n    e: f\n-\n  g: h\n- {}\n- []\n",
    "a: b\n  c\n\n  d # e\nf:\n- g\n-\n- h\n",
    "? a\n: b\n? - c\n: - d\n",
    "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: !!str 1\n",
    "%YAML 1.1\n%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1\n...\n# b\n",
    "\"a\"\n",
    "|\n a\n",
    "{\"a\": [1, {\"b\": null}], \"c\": \"d\\n\"}\n",
    "# a\n\n---\n# b\na: b # c\n---\nd: e\n",
];

/// Characters that are inserted, or replace another.
const SIGNS: &[&str] = &[
    " ", "\t", "\n", ":", "-", "#", "'", "\"", "|", ">", "+", "&", "*", "!", "?", "[", "]", "{", "}", ",",
    "%", "@", "`", "\\", "~", ".", "0", "a", "<", "=", "é", "\r", "\u{feff}", "\u{85}", "\u{2028}", "\u{a0}",
    "\u{1}", "\u{7f}", " \t", "\t\n", "\n\t", "  ", ": ", " #", "- ", "\n\n",
];

/// Reads random YAML documents: parts of the corpus and documents of every style with one or two characters changed, random
/// scalars, and random lines.
#[derive(Debug, Args)]
pub(super) struct YamlOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// The response of the oracle.
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
    let corpus = corpus()?;
    Comparison {
        server: crd_core::KubeVersion::DEFAULT,
        listed: &|_| None,
        mode: "yaml",
        texts: "texts",
        text: &|number| text(number, &corpus),
        request: &|text| json!({ "text": text }),
        rejects: &|answer: &YamlAnswer| answer.documents.iter().any(|reading| reading.error.is_some()),
        difference: &difference,
    }
    .run(options.numbers)
}

/// Returns the lines of the files of the corpus; empty if the corpus is missing.
fn corpus() -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    if let Some(folder) = shared("corpus") {
        super::server::cases::collect(&folder, &mut files)?;
    }
    let mut lines = Vec::new();
    for file in files {
        lines.extend(std::fs::read_to_string(file)?.lines().map(str::to_owned));
    }
    Ok(lines)
}

fn text(number: u64, corpus: &[String]) -> String {
    let mut rng = Rng::new(number);
    match rng.below(4) {
        0 => scalar(&mut rng),
        1 => lines(&mut rng),
        _ => edited(&mut rng, corpus),
    }
}

fn scalar(rng: &mut Rng) -> String {
    let scalar: String = (0..=rng.below(4))
        .filter_map(|_| rng.pick(SCRAPS))
        .copied()
        .collect();
    if rng.one_in(4) {
        format!("{scalar}: v\n")
    } else {
        format!("k: {scalar}\n")
    }
}

fn lines(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..=rng.below(5) {
        text.push_str(rng.pick(INDENTS).copied().unwrap_or_default());
        text.push_str(rng.pick(LINES).copied().unwrap_or_default());
        text.push('\n');
    }
    text
}

/// Generates a document with one or two characters inserted, removed or replaced.
fn edited(rng: &mut Rng, corpus: &[String]) -> String {
    let mut text = if corpus.is_empty() || rng.one_in(2) {
        rng.pick(FORMS).copied().unwrap_or_default().to_owned()
    } else {
        cut(rng, corpus)
    };
    for _ in 0..=usize::from(rng.one_in(4)) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = rng.pick(&places).copied().unwrap_or(0);
        let length = text
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        let sign = rng.pick(SIGNS).copied().unwrap_or_default();
        match rng.below(4) {
            0 => text.replace_range(at..at + length, ""),
            1 => text.replace_range(at..at + length, sign),
            _ => text.insert_str(at, sign),
        }
    }
    text
}

/// Returns some lines of the corpus with less indentation.
fn cut(rng: &mut Rng, corpus: &[String]) -> String {
    let from = rng.below(corpus.len());
    let lines: Vec<&String> = corpus.iter().skip(from).take(2 + rng.below(12)).collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let least = filled.map(|line| indent(line)).min().unwrap_or(0);
    let lines = lines.iter().map(|line| line.get(least..).unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
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

/// Whether two values are equal for the server, which decodes JSON numbers as `int64` or `float64`.
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
