//! Completion in real objects: at places where something was cut out, how early the word that was there is offered, and whether
//! anything is offered that the server would not know.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::check::codes;
use crd_core::check::objects::{Crds, ObjectOptions, Objects};
use crd_core::yaml::tree::Node;
use crd_core::{JsonSchemaProps, KubeVersion, yaml};
use crd_gen_tests::rng::Rng;
use serde_json::{Value, json};

use super::client::{EditorClient, FileTexts, count_panics, panics, position};
use crate::fuzz::Numbers;

const URI: &str = "untitled:object.yaml";
/// The maximum number of offers that are tried at a place.
const TRIED: usize = 12;

/// Cuts words out of real objects and asks the language server to complete them (needs no Go; build for release).
///
/// The CRDs and the objects are those in the YAML files of the directories. Four kinds of places are cut, in turn: the name of a field
/// with its value kept, half of a name or value, a value, and everything from the middle of a name to the end of the document. Only
/// words that a schema can know are cut: names of declared fields, values of enums, and booleans. A difference is an offer that the
/// API server would drop or reject where it is inserted, a panic, or a share that is too small.
#[derive(Debug, Args)]
pub(in crate::fuzz) struct CompletionOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// Print the places where the word is not among the first five.
    #[arg(long)]
    list: bool,
    /// Directories of CRDs and objects.
    #[arg(value_name = "DIRECTORY", required = true)]
    directories: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CutKind {
    Name,
    Half,
    Value,
    Rest,
}

/// A word of an object that its schema declares.
#[derive(Clone, Debug)]
struct Word {
    kind: WordKind,
    span: std::ops::Range<usize>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordKind {
    Name,
    Value,
}

#[derive(Debug, Default)]
struct Share {
    places: usize,
    first: usize,
    five: usize,
}

pub(in crate::fuzz) fn run(options: &CompletionOptions) -> io::Result<usize> {
    count_panics();
    let (files, objects) = read(&options.directories)?;
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    for (name, text) in &files.texts {
        crds.add_missing(name, text.clone());
    }
    let objects: Vec<(String, Vec<Word>)> = objects
        .into_iter()
        .filter_map(|text| Some((words(&text, &crds)?, text)))
        .filter(|(words, _)| !words.is_empty())
        .map(|(words, text)| (text, words))
        .collect();
    println!("{} CRDs, {} objects", crds.len(), objects.len());
    let mut client = EditorClient::with_files(files)?;
    let mut shares: BTreeMap<CutKind, Share> = BTreeMap::new();
    let (mut refused, mut tried) = (0, 0);
    for number in options.numbers.first..options.numbers.end() {
        let mut random = Rng::new(number);
        let kind = match number % 4 {
            0 => CutKind::Name,
            1 => CutKind::Half,
            2 => CutKind::Value,
            _ => CutKind::Rest,
        };
        let Some((text, words)) = random.pick(&objects) else {
            return Err(io::Error::other("there are no objects of these CRDs"));
        };
        let wanted = if kind == CutKind::Value || (kind == CutKind::Half && random.one_in(3)) {
            WordKind::Value
        } else {
            WordKind::Name
        };
        let fitting: Vec<&Word> = words.iter().filter(|word| word.kind == wanted).collect();
        let Some(word) = random.pick(&fitting) else {
            continue;
        };
        let (text, at) = cut(text, word, kind);
        client.open(URI, number, &text)?;
        let offers = client.ask(
            "textDocument/completion",
            json!({"textDocument": {"uri": URI}, "position": position(&text, at)}),
        )?;
        client.tell("textDocument/didClose", json!({"textDocument": {"uri": URI}}))?;
        let offers = offers.as_array().cloned().unwrap_or_default();
        let label = |offer: &Value| offer["label"].as_str().unwrap_or_default().to_owned();
        let place = offers.iter().position(|offer| label(offer) == word.text);
        let share = shares.entry(kind).or_default();
        share.places += 1;
        share.first += usize::from(place == Some(0));
        share.five += usize::from(place.is_some_and(|place| place < 5));
        if options.list && place.is_none_or(|place| place >= 5) {
            let labels: Vec<String> = offers.iter().take(5).map(label).collect();
            let before = text
                .get(..at)
                .unwrap_or_default()
                .lines()
                .rev()
                .take(4)
                .collect::<Vec<_>>();
            println!(
                "{number} {kind:?} `{}` is at {place:?} behind {before:?}: {labels:?}",
                word.text
            );
        }
        for offer in offers.iter().take(TRIED) {
            tried += 1;
            if let Some(problem) = refusal(&text, offer, wanted, &crds) {
                refused += 1;
                println!("{number} {kind:?}: `{}` is refused: {problem}", label(offer));
            }
        }
    }
    let all = shares.values().fold(Share::default(), |all, share| Share {
        places: all.places + share.places,
        first: all.first + share.first,
        five: all.five + share.five,
    });
    for (kind, share) in &shares {
        println!("{kind:?}: {share:?}");
    }
    println!(
        "all: {all:?}; {tried} offers tried, {refused} refused, {} panics",
        panics()
    );
    let is_good = 10 * all.five >= 9 * all.places && 10 * all.first >= 6 * all.places;
    Ok(refused + panics() + usize::from(!is_good))
}

/// Reads the CRDs of directories, by file, and all other documents.
fn read(directories: &[PathBuf]) -> io::Result<(FileTexts, Vec<String>)> {
    let (mut files, mut objects) = (FileTexts::default(), Vec::new());
    let mut left = directories.to_vec();
    left.sort();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let mut entries: Vec<PathBuf> = std::fs::read_dir(&path)?
                .filter_map(|entry| Some(entry.ok()?.path()))
                .collect();
            entries.sort();
            left.extend(entries);
        } else if is_yaml(&path)
            && let Ok(text) = std::fs::read_to_string(&path)
        {
            let is_crd = |document: &&str| document.contains("kind: CustomResourceDefinition");
            let (crds, others): (Vec<&str>, Vec<&str>) = text.split("\n---\n").partition(is_crd);
            if !crds.is_empty() {
                files
                    .texts
                    .insert(path.display().to_string(), crds.join("\n---\n"));
            }
            objects.extend(others.into_iter().map(|text| format!("{}\n", text.trim_end())));
        }
    }
    Ok((files, objects))
}

fn is_yaml(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension == "yaml" || extension == "yml"
}

/// Returns the words of an object that its schema declares; `None` if its kind is not declared.
fn words(text: &str, crds: &Crds) -> Option<Vec<Word>> {
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let [document] = read.documents.as_slice() else {
        return None;
    };
    let root = &document.root;
    let word = |name: &str| root.get(name).and_then(Node::as_str);
    let declaration = crds.declaration(word("apiVersion")?, word("kind")?)?;
    let crd = declaration.crd(KubeVersion::DEFAULT)?;
    let schema = crd.version(declaration.version())?.openapi_schema()?;
    let mut words = Vec::new();
    for name in ["apiVersion", "kind", "metadata"] {
        let entry = root.members().iter().find(|entry| *entry.key == *name);
        let span = entry.map(|entry| entry.key_span);
        words.extend(span.and_then(|span| word_at(text, span, WordKind::Name)));
    }
    collect(text, root, schema, &mut words);
    Some(words)
}

fn word_at(text: &str, span: yaml::tree::Span, kind: WordKind) -> Option<Word> {
    let written = span.slice(text)?;
    let is_plain = !written.is_empty() && !written.contains(['"', '\'', '\n', '&', '*', '|', '>']);
    is_plain.then(|| Word {
        kind,
        span: span.start as usize..span.end as usize,
        text: written.to_owned(),
    })
}

fn collect(text: &str, node: &Node, schema: &JsonSchemaProps, words: &mut Vec<Word>) {
    for entry in node.members() {
        let declared = schema.property(&entry.key);
        let is_meta = schema.property("metadata").is_some() && *entry.key == *"metadata";
        if let Some(property) = declared.filter(|_| !is_meta) {
            words.extend(word_at(text, entry.key_span, WordKind::Name));
            collect(text, &entry.value, property, words);
        } else if let Some(values) = schema.additional_schema() {
            collect(text, &entry.value, values, words);
        }
    }
    if let Some(items) = schema.item_schema() {
        for element in node.elements() {
            collect(text, element, items, words);
        }
    }
    let is_known =
        schema.enum_.as_ref().is_some_and(|values| !values.is_empty()) || *schema.type_ == *"boolean";
    if is_known && !node.is_collection() {
        words.extend(word_at(text, node.span, WordKind::Value));
    }
}

/// Returns the text without a word or a part of it, and the place of the removed text.
fn cut(text: &str, word: &Word, kind: CutKind) -> (String, usize) {
    let mut middle = word.span.start + word.text.len() / 2;
    while !text.is_char_boundary(middle) {
        middle -= 1;
    }
    let (start, end) = match kind {
        CutKind::Name | CutKind::Value => (word.span.start, word.span.end),
        CutKind::Half => (middle, word.span.end),
        CutKind::Rest => (middle, text.len()),
    };
    let mut text = text.to_owned();
    text.replace_range(start..end, "");
    (text, start)
}

/// Returns the reason why the API server would drop or reject an inserted offer.
fn refusal(text: &str, offer: &Value, kind: WordKind, crds: &Crds) -> Option<String> {
    let edit = &offer["textEdit"];
    let offset = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64()?).ok()?;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        Some(start + usize::try_from(place["character"].as_u64()?).ok()?)
    };
    let (start, end) = (offset(&edit["range"]["start"])?, offset(&edit["range"]["end"])?);
    let new = edit["newText"].as_str()?.replace("$0", "");
    let mut changed = text.to_owned();
    changed.replace_range(start..end, &new);
    let options = ObjectOptions::default();
    let objects = Objects::read(&changed, &options);
    let judged = objects.check(0, crds, &options)?;
    let here = start..start + new.len();
    let refused = judged.findings.into_iter().find(|finding| {
        let is_refusal = match kind {
            WordKind::Name => finding.code == codes::OBJECT_UNKNOWN_FIELD,
            WordKind::Value => [codes::OBJECT_OUT_OF_BOUNDS, codes::OBJECT_TYPE].contains(&finding.code),
        };
        let span = finding.span;
        is_refusal && span.is_some_and(|span| here.contains(&(span.start as usize)))
    });
    refused.map(|finding| finding.message)
}
