//! Makes random edits of real files in the language server: after each edit, its responses must equal those of a new server
//! with the same texts.

mod client;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::samples::Samples;
use crd_core::{KubeVersion, yaml};
use crd_gen_tests::rng::Rng;
use serde_json::{Value, json};

use super::Numbers;
use client::EditorClient;

/// The number of edits of the same texts.
const SESSION: u64 = 200;
/// The size of the largest file that is edited.
const MOST_BYTES: u64 = 100_000;
const CRD_URI: &str = "untitled:crd.yaml";
const OBJECT_URI: &str = "untitled:object.yaml";

/// The texts that are inserted.
const PARTS: [&str; 36] = [
    "a",
    "spec",
    ":",
    ": ",
    " ",
    "\n",
    "\n  ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "'",
    "\"",
    "#",
    " # ",
    "|",
    ">-\n",
    "\t",
    "é😀",
    "kind: X\n",
    "---\n",
    "spec:\n",
    "{{ x }}",
    "&a ",
    "*a",
    "null",
    "1",
    "true",
    ".",
    "(",
    ")",
    "self.",
    ".all(x, x.",
    " && ",
    "rule: ",
];

/// Makes random edits of CRDs and of objects of their kinds in a running server (needs no Go).
///
/// After each edit, diagnostics, completion, hover, symbols, semantic tokens, and lenses are compared with those of a server that
/// has just been started with the same texts.
#[derive(Debug, Args)]
pub(super) struct EditorOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The command `crd-gen`, built for release.
    #[arg(long, value_name = "PATH", default_value = "target/release/crd-gen")]
    command: PathBuf,
    /// Directories of CRDs.
    #[arg(value_name = "DIRECTORY", default_values = ["examples"])]
    directories: Vec<PathBuf>,
}

/// The texts that are edited, and the edits so far.
struct EditedTexts {
    crd: String,
    object: String,
}

pub(super) fn run(options: &EditorOptions) -> io::Result<usize> {
    let mut files = Vec::new();
    for directory in &options.directories {
        find(directory, &mut files)?;
    }
    files.sort();
    if files.is_empty() {
        return Err(io::Error::other("there are no CRDs in these directories"));
    }
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut differences, mut memory) = (0, 0);
    let mut number = options.numbers.first;
    while number < options.numbers.end() {
        let mut random = Rng::new(number);
        let file = &files[random.below(files.len())];
        let original = texts(file)?;
        let mut session = EditSession::start(&options.command, original)?;
        let end = options.numbers.end().min(number + SESSION);
        while number < end {
            match session.step(&options.command, &mut random)? {
                StepOutcome::Same(is_sound) => {
                    *counts
                        .entry(if is_sound { "well-formed" } else { "broken" })
                        .or_default() += 1;
                }
                StepOutcome::Differs(what) => {
                    differences += 1;
                    println!("edit {number} of {}: {what}", file.display());
                    println!(
                        "--- CRD\n{}\n--- object\n{}",
                        session.texts.crd, session.texts.object
                    );
                }
            }
            number += 1;
        }
        memory = memory.max(session.server.memory().unwrap_or(0));
        if number % 1000 < SESSION {
            println!(
                "{} edits, {differences} differences",
                number - options.numbers.first
            );
        }
    }
    println!(
        "{} edits of {} files, {counts:?}, {differences} differences, at most {memory} kB",
        options.numbers.count,
        files.len()
    );
    Ok(differences)
}

/// Finds the YAML files below a directory that are small enough and are CRDs.
fn find(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml")
            && path.metadata()?.len() <= MOST_BYTES
            && std::fs::read_to_string(&path)
                .is_ok_and(|text| text.contains("kind: CustomResourceDefinition"))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the texts of a CRD and of an object of its kind.
fn texts(file: &Path) -> io::Result<EditedTexts> {
    let crd = std::fs::read_to_string(file)?;
    let read = yaml::read(crd.as_bytes(), yaml::Options::default());
    let crds = read.documents.iter().flat_map(|document| crds_of(&document.root));
    let mut object = "apiVersion: v1\nkind: Unknown\n".to_owned();
    for crd in crds.filter_map(|node| decode(node).crd) {
        let version = crd.storage_version().map(|version| version.name.clone());
        let samples = version.and_then(|version| Samples::new(&crd, &version, KubeVersion::DEFAULT).ok());
        if let Some(sample) = samples.and_then(|mut samples| samples.smallest().ok()) {
            object = yaml::to_string(&sample).unwrap_or(object);
            break;
        }
    }
    Ok(EditedTexts { crd, object })
}

enum StepOutcome {
    /// Whether both texts are well-formed.
    Same(bool),
    Differs(String),
}

struct EditSession {
    server: EditorClient,
    texts: EditedTexts,
    original: (String, String),
    version: u64,
}

impl EditSession {
    fn start(command: &Path, texts: EditedTexts) -> io::Result<Self> {
        let mut server = EditorClient::start(command)?;
        open(&mut server, &texts)?;
        let original = (texts.crd.clone(), texts.object.clone());
        Ok(EditSession {
            server,
            texts,
            original,
            version: 1,
        })
    }

    /// Makes an edit, and compares the responses.
    fn step(&mut self, command: &Path, random: &mut Rng) -> io::Result<StepOutcome> {
        self.version += 1;
        let is_crd = random.below(2) == 0;
        let (uri, text) = if is_crd {
            (CRD_URI, &mut self.texts.crd)
        } else {
            (OBJECT_URI, &mut self.texts.object)
        };
        let change = if random.below(10) == 0 {
            // Restores texts that can be parsed.
            let original = if is_crd {
                &self.original.0
            } else {
                &self.original.1
            };
            text.clone_from(original);
            json!({"text": text})
        } else {
            let start = boundary(text, random.below(text.len() + 1));
            let end = if random.below(2) == 0 {
                start
            } else {
                boundary(text, (start + random.below(12)).min(text.len()))
            };
            let end = end.max(start);
            let new = PARTS[random.below(PARTS.len())];
            let range = json!({"start": position(text, start), "end": position(text, end)});
            text.replace_range(start..end, new);
            json!({"range": range, "text": new})
        };
        let document = json!({"uri": uri, "version": self.version});
        self.server.tell(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": [change]}),
        )?;
        let places = (
            boundary(&self.texts.crd, random.below(self.texts.crd.len() + 1)),
            boundary(&self.texts.object, random.below(self.texts.object.len() + 1)),
        );
        let here = answers(&mut self.server, &self.texts, places)?;
        let mut fresh = EditorClient::start(command)?;
        open(&mut fresh, &self.texts)?;
        let there = answers(&mut fresh, &self.texts, places)?;
        for ((what, here), (_, there)) in here.iter().zip(&there) {
            if here != there {
                return Ok(StepOutcome::Differs(format!(
                    "{what}\n  running {here}\n  fresh   {there}"
                )));
            }
            if here.get("error").is_some() {
                return Ok(StepOutcome::Differs(format!("{what} fails: {here}")));
            }
        }
        let is_sound = |text: &str| {
            yaml::read(text.as_bytes(), yaml::Options::default())
                .errors
                .is_empty()
        };
        Ok(StepOutcome::Same(
            is_sound(&self.texts.crd) && is_sound(&self.texts.object),
        ))
    }
}

fn open(server: &mut EditorClient, texts: &EditedTexts) -> io::Result<()> {
    for (uri, text) in [(CRD_URI, &texts.crd), (OBJECT_URI, &texts.object)] {
        let item = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        server.tell("textDocument/didOpen", &json!({"textDocument": item}))?;
    }
    Ok(())
}

/// Returns the responses of a server for the texts. The CRD is requested first, so that it is used for the object.
fn answers(
    server: &mut EditorClient,
    texts: &EditedTexts,
    places: (usize, usize),
) -> io::Result<Vec<(String, Value)>> {
    let mut found = Vec::new();
    for (uri, text, place) in [
        (CRD_URI, &texts.crd, places.0),
        (OBJECT_URI, &texts.object, places.1),
    ] {
        let document = json!({"textDocument": {"uri": uri}});
        let here = json!({"textDocument": {"uri": uri}, "position": position(text, place)});
        let range = json!({"start": position(text, 0), "end": position(text, text.len())});
        let range = json!({"textDocument": {"uri": uri}, "range": range});
        for (method, params) in [
            ("textDocument/diagnostic", &document),
            ("textDocument/completion", &here),
            ("textDocument/hover", &here),
            ("textDocument/signatureHelp", &here),
            ("textDocument/documentSymbol", &document),
            ("textDocument/semanticTokens/full", &document),
            ("textDocument/codeLens", &document),
            ("textDocument/inlayHint", &range),
        ] {
            let answer = server.ask(method, params)?;
            found.push((format!("{method} of {uri}"), answer));
        }
    }
    Ok(found)
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the position of a byte, with the column in bytes.
fn position(text: &str, offset: usize) -> Value {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    json!({"line": line, "character": offset - start})
}
