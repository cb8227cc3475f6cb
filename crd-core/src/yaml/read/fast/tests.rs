//! Compares the fast reader with the complete one: the same tree and positions, or `None`.

use std::path::{Path, PathBuf};

use crate::yaml::Options;
use crate::yaml::read::builder::build;
use crate::yaml::read::census::census;
use crate::yaml::read::{Part, Parts};
use crate::yaml::tree::{Node, Value};

/// Whether a name is set twice in an object, is an unquoted word that is a boolean, or may start with a typographic quote.
fn has_odd_names(node: &Node, source: &[u8]) -> bool {
    match &node.value {
        Value::Sequence(items) => items.iter().any(|item| has_odd_names(item, source)),
        Value::Mapping(mapping) => {
            !mapping.duplicates().is_empty()
                || mapping.entries.iter().any(|entry| {
                    let is_quoted = matches!(source.get(entry.key_span.start as usize), Some(b'"' | b'\''));
                    (matches!(&*entry.key, "true" | "false") || entry.key.as_bytes().first() == Some(&0xE2))
                        && !is_quoted
                        || has_odd_names(&entry.value, source)
                })
        }
        _ => false,
    }
}

/// The result of a comparison: all documents, those that the fast reader reads, and the failures.
#[derive(Default)]
struct Tally {
    documents: usize,
    quick: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn compare(&mut self, source: &[u8]) {
        for part in Parts::new(source, 0) {
            let Part::Document(span) = part else { continue };
            let Ok(text) = std::str::from_utf8(&source[span.start as usize..span.end as usize]) else {
                continue;
            };
            let census = census(text);
            if census.control.is_some() {
                continue;
            }
            self.documents += 1;
            let options = Options::default();
            let Some(fast) = super::read(text, span.start, &census, options.max_depth) else {
                continue;
            };
            self.quick += 1;
            let built = build(text, span.start, &options);
            let same = built.errors.is_empty()
                && built.ignored_from.is_none()
                && built.root == fast.root
                && built.comments == fast.comments
                && fast.has_odd_names
                    == built
                        .root
                        .as_ref()
                        .is_some_and(|root| has_odd_names(root, source));
            if !same && self.wrong.len() < 10 {
                let (ours, theirs) = (
                    format!("{:?} {:?}", fast.root, fast.comments),
                    format!("{:?} {:?}", built.root, built.comments),
                );
                let at = ours
                    .bytes()
                    .zip(theirs.bytes())
                    .take_while(|(a, b)| a == b)
                    .count();
                let from = at.saturating_sub(200);
                self.wrong.push(format!(
                    "{:?}\n  quick  …{}\n  parser …{} {:?}",
                    text.get(..400.min(text.len())),
                    ours.get(from..(at + 100).min(ours.len())).unwrap_or_default(),
                    theirs.get(from..(at + 100).min(theirs.len())).unwrap_or_default(),
                    built.errors,
                ));
            }
        }
    }

    fn check(&self, what: &str) {
        println!(
            "{what}: {} documents, {} by the fast reader",
            self.documents, self.quick
        );
        assert!(self.wrong.is_empty(), "{what}:\n{}", self.wrong.join("\n"));
    }
}

fn fixtures() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let cases = std::fs::read_to_string(folder.join("yaml-documents.jsonl")).unwrap();
    let mut sources: Vec<Vec<u8>> = cases
        .lines()
        .map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            case["text"].as_str().unwrap().as_bytes().to_vec()
        })
        .collect();
    sources.push(std::fs::read(folder.join("yaml-strings.yaml")).unwrap());
    sources
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            found.push(path);
        }
    }
    found.sort();
}

/// Returns the files of the corpus, or none if it is not available.
fn corpus() -> Vec<Vec<u8>> {
    let shared = std::env::var_os("CRD_GEN_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let mut paths = Vec::new();
    files(&shared.join("corpus"), &mut paths);
    if paths.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "no corpus; set CRD_GEN_SHARED");
        println!("skipped: no corpus; set CRD_GEN_SHARED");
    }
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn fixtures_are_read_the_same() {
    let mut tally = Tally::default();
    for source in fixtures() {
        tally.compare(&source);
    }
    tally.check("fixtures");
    assert!(tally.quick > 80, "{}", tally.quick);
}

#[test]
fn the_corpus_is_read_the_same() {
    let mut tally = Tally::default();
    // The parser is slow without optimization.
    let step = if cfg!(debug_assertions) { 20 } else { 1 };
    corpus()
        .iter()
        .step_by(step)
        .for_each(|source| tally.compare(source));
    tally.check("corpus");
    assert!(tally.quick * 100 >= tally.documents * 95);
}

/// Go continues a quoted scalar at any indentation.
#[test]
fn quoted_scalars_go_on_anywhere() {
    for (text, expected) in [
        ("a: \"b\nc\"\n", Some("b c")),
        ("a: 'b\n\n# c'\n", Some("b\n# c")),
        ("a: \"b\n  c\nd: e\" # f\n", Some("b c d: e")),
        ("a: \"b\n ...\n--c\"\n", Some("b ... --c")),
        ("a: \"b\n...\nc\"\n", None),
        ("a: \"b\n--- c\"\n", None),
        ("a: \"b\nc\": d\n", None),
        ("a: \"b\nc\n", None),
    ] {
        let options = Options::default();
        let found = super::read(text, 0, &census(text), options.max_depth).and_then(|read| read.root);
        let value = found
            .as_ref()
            .map(|root| root.get("a").unwrap().as_str().unwrap());
        assert_eq!(value, expected, "{text:?}");
        let built = build(text, 0, &options);
        assert_eq!(built.root, found, "{text:?}");
        assert_eq!(built.errors.is_empty(), found.is_some(), "{text:?}");
    }
}

/// Pseudo-random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Makes a change that may or may not break the text.
fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    const SIGNS: &[u8] = b" \n\t:-#'\"|>+&*!?[]{},%@`\\~.0a<= \n  ";
    const PIECES: [&str; 24] = [
        "\n",
        "  ",
        " #",
        ": ",
        "- ",
        "\n- ",
        "\n\n",
        ": |\n",
        ": >-\n",
        "''",
        "\\\n",
        "\n  \n",
        " a: b\n",
        "{}",
        "[a, b]",
        "{a: b}",
        "é",
        "\u{feff}",
        "\n...\n",
        "\n---\n",
        "<<: ",
        ": \"a\n  b\"\n",
        "? ",
        "\n# c\n",
    ];
    let at = random.below(text.len() + 1);
    let lines: Vec<usize> = (0..text.len())
        .filter(|at| *at == 0 || text[at - 1] == b'\n')
        .collect();
    let line = |random: &mut Random| {
        let at = random.below(lines.len());
        let start = lines.get(at).copied().unwrap_or(0);
        start..lines.get(at + 1).copied().unwrap_or(text.len())
    };
    match random.below(8) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = SIGNS[random.below(SIGNS.len())],
        2 | 3 => text.insert(at, SIGNS[random.below(SIGNS.len())]),
        4 => {
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
        5 => {
            let line = line(random);
            text.drain(line);
        }
        6 => {
            let (from, to) = (line(random), line(random).start);
            let copy = text[from].to_vec();
            text.splice(to..to, copy);
        }
        _ => {
            // Another indentation.
            let start = line(random).start;
            if random.below(2) == 0 {
                text.splice(start..start, std::iter::repeat_n(b' ', 1 + random.below(3)));
            } else if text.get(start) == Some(&b' ') {
                text.remove(start);
            }
        }
    }
}

#[test]
fn broken_documents_are_read_the_same() {
    let mut seeds = fixtures();
    let corpus = corpus();
    let least = if corpus.is_empty() { 200 } else { 500 };
    for source in corpus {
        for part in Parts::new(&source, 0) {
            let Part::Document(span) = part else { continue };
            let text = &source[span.start as usize..span.end as usize];
            // The first lines of long documents, and short documents as a whole.
            let end = text
                .iter()
                .enumerate()
                .filter(|(_, byte)| **byte == b'\n')
                .map(|(at, _)| at + 1);
            let end = end.take_while(|end| *end < 1500).last().unwrap_or(0);
            let middle = text.len() / 2;
            let middle = middle
                + text[middle..]
                    .iter()
                    .position(|byte| *byte == b'\n')
                    .map_or(0, |at| at + 1);
            seeds.push(text[..end].to_vec());
            seeds.push(text[middle..(middle + 700).min(text.len())].to_vec());
        }
    }
    let mut tally = Tally::default();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let rounds = std::env::var("CRD_GEN_ROUNDS")
        .ok()
        .and_then(|text| text.parse().ok());
    for _ in 0..rounds.unwrap_or(if cfg!(debug_assertions) { 3_000 } else { 50_000 }) {
        let mut text = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(3) {
            mutate(&mut random, &mut text);
        }
        tally.compare(&text);
    }
    tally.check("broken documents");
    assert!(tally.quick > least);
}
