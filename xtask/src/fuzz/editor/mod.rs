//! Random edits in the language server: after each, its responses must equal those of a new server with the same texts.

mod client;
pub(super) mod completion;
mod edit;
pub(super) mod texts;
pub(super) mod verdicts;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use crd_core::yaml;
use crd_gen_tests::rng::Rng;
use serde_json::{Value, json};

use super::Numbers;
use client::{EditorClient, count_panics, panics, position};
use edit::{boundary, edit};
use texts::{EditedTexts, of_file, recorded};

/// The number of edits of the same texts.
const SESSION: u64 = 200;
/// Texts of up to this size are compared at each state.
const SMALL: usize = 8_000;
const CRD_URI: &str = "untitled:crd.yaml";
const OBJECT_URI: &str = "untitled:object.yaml";

/// Makes random edits of CRDs and of objects of their kinds in a running server (needs no Go; build for release).
///
/// After each edit the diagnostics of both texts are asked for, and some of the other requests. For texts of up to 8 kB, all answers
/// are compared with those of a server that has just been started with the same texts; for larger ones, after every second edit of
/// 16 kB, every third of 24 kB, and so on. The texts are the CRDs of directories with a sample of each, and, as every second
/// session, the recorded requests for objects.
#[derive(Debug, Args)]
pub(super) struct EditorOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The largest file that is edited.
    #[arg(long, value_name = "BYTES", default_value_t = 100_000)]
    most_bytes: u64,
    /// Stop after this time.
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<u64>,
    /// Directories of CRDs.
    #[arg(value_name = "DIRECTORY", default_values = ["examples"])]
    directories: Vec<PathBuf>,
}

pub(super) fn run(options: &EditorOptions) -> io::Result<usize> {
    let files = texts::files(&options.directories, options.most_bytes)?;
    let recorded = recorded()?;
    if files.is_empty() {
        return Err(io::Error::other("there are no CRDs in these directories"));
    }
    count_panics();
    let end = options
        .minutes
        .map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut tally = Tally::default();
    let mut number = options.numbers.first;
    while number < options.numbers.end() && end.is_none_or(|end| Instant::now() < end) {
        // Sessions start at fixed numbers, so that a number always results in the same edit.
        let begin = number - (number - 1) % SESSION;
        let mut random = Rng::new(begin);
        let picked = random.pick(&recorded).filter(|_| begin / SESSION % 2 == 1);
        let texts = match picked {
            Some(texts) => texts.clone(),
            None => of_file(random.pick(&files).ok_or_else(|| io::Error::other("no file"))?)?,
        };
        let last = options.numbers.end().min(begin + SESSION);
        session(texts, begin..last, &mut random, &mut tally)?;
        number = last;
        if tally.edits % 1000 < SESSION {
            println!("{tally:?}");
        }
    }
    println!("{} files, {} recorded: {tally:?}", files.len(), recorded.len());
    Ok(tally.differences)
}

/// The results.
#[derive(Debug, Default)]
struct Tally {
    edits: u64,
    compared: u64,
    /// The number of well-formed states, and of others.
    states: BTreeMap<&'static str, u64>,
    differences: usize,
}

fn session(
    original: EditedTexts,
    numbers: std::ops::Range<u64>,
    random: &mut Rng,
    tally: &mut Tally,
) -> io::Result<()> {
    let mut session = EditSession::start(original)?;
    for number in numbers {
        let before = panics();
        session.edit(random)?;
        let found = session.compare(random, number, tally);
        tally.edits += 1;
        let problem = match found {
            Ok(None) if panics() == before => None,
            Ok(None) => Some("a panic".to_owned()),
            Ok(Some(difference)) => Some(difference),
            Err(error) => Some(error.to_string()),
        };
        if let Some(problem) = problem {
            tally.differences += 1;
            let EditedTexts { name, crd, object } = &session.texts;
            println!("edit {number} of {name}: {problem}\n--- CRD\n{crd}\n--- object\n{object}\n---");
            // After one difference, all later states would differ.
            return Ok(());
        }
    }
    Ok(())
}

struct EditSession {
    server: EditorClient,
    texts: EditedTexts,
    original: EditedTexts,
    /// The words that are being typed, in the CRD and in the object.
    words: [Option<(usize, Vec<char>)>; 2],
    /// Whether the CRD is edited; several successive edits are in the same text.
    is_crd: bool,
    version: u64,
}

impl EditSession {
    fn start(texts: EditedTexts) -> io::Result<Self> {
        let server = EditorClient::start()?;
        open(&server, &texts)?;
        Ok(EditSession {
            server,
            original: texts.clone(),
            texts,
            words: [None, None],
            is_crd: true,
            version: 1,
        })
    }

    /// Makes an edit.
    fn edit(&mut self, random: &mut Rng) -> io::Result<()> {
        self.version += 1;
        if random.one_in(4) {
            self.is_crd = random.one_in(2);
        }
        let [of_crd, of_object] = &mut self.words;
        let (uri, text, original, word) = if self.is_crd {
            (CRD_URI, &mut self.texts.crd, &self.original.crd, of_crd)
        } else {
            (
                OBJECT_URI,
                &mut self.texts.object,
                &self.original.object,
                of_object,
            )
        };
        let change = if random.one_in(12) || text.len() > 2 * original.len() + 1000 {
            // Restores a text that can be read.
            text.clone_from(original);
            *word = None;
            json!({"text": text})
        } else {
            let edit = edit(text, word, random);
            let range = json!({
                "start": position(text, edit.range.start),
                "end": position(text, edit.range.end),
            });
            text.replace_range(edit.range, &edit.text);
            json!({"range": range, "text": edit.text})
        };
        let document = json!({"uri": uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.server.tell("textDocument/didChange", params)
    }

    /// Sends requests, and compares the responses with those of a new server. Returns a description of the difference.
    fn compare(&mut self, random: &mut Rng, number: u64, tally: &mut Tally) -> io::Result<Option<String>> {
        let requests = requests(&self.texts, random);
        let here = answers(&mut self.server, &requests)?;
        let every = (self.texts.size() / SMALL).max(1) as u64;
        let is_sound = |text: &str| {
            yaml::read(text.as_bytes(), yaml::Options::default())
                .errors
                .is_empty()
        };
        let state = if is_sound(&self.texts.crd) && is_sound(&self.texts.object) {
            "well-formed"
        } else {
            "broken"
        };
        *tally.states.entry(state).or_default() += 1;
        if !number.is_multiple_of(every) {
            return Ok(failure(&requests, &here));
        }
        tally.compared += 1;
        let mut fresh = EditorClient::start()?;
        open(&fresh, &self.texts)?;
        let there = answers(&mut fresh, &requests)?;
        for (index, (here, there)) in here.iter().zip(&there).enumerate() {
            if here != there {
                let asked = requests.get(index);
                return Ok(Some(format!("{asked:?}\n  running {here}\n  fresh   {there}")));
            }
        }
        Ok(failure(&requests, &here))
    }
}

type EditorRequest = (&'static str, Value);

/// Returns the first request that fails. A rejected rename is not a failure.
fn failure(requests: &[EditorRequest], answers: &[Value]) -> Option<String> {
    let mut both = requests.iter().zip(answers);
    let is_failure = |(request, answer): &(&EditorRequest, &Value)| {
        answer.get("error").is_some() && request.0 != "textDocument/rename"
    };
    let (request, answer) = both.find(is_failure)?;
    Some(format!("{request:?} fails: {answer}"))
}

fn open(server: &EditorClient, texts: &EditedTexts) -> io::Result<()> {
    server.open(CRD_URI, 1, &texts.crd)?;
    server.open(OBJECT_URI, 1, &texts.object)
}

/// Returns the requests: the diagnostics of both texts, those of the CRD first, so that it is used for the object; and some others.
fn requests(texts: &EditedTexts, random: &mut Rng) -> Vec<EditorRequest> {
    let mut requests = Vec::new();
    for uri in [CRD_URI, OBJECT_URI] {
        requests.push(("textDocument/diagnostic", json!({"textDocument": {"uri": uri}})));
    }
    for (uri, text) in [(CRD_URI, &texts.crd), (OBJECT_URI, &texts.object)] {
        let document = json!({"textDocument": {"uri": uri}});
        let at = random.below(text.len() + 1);
        // Half of the positions are in rules, if there are any.
        let rules: Vec<usize> = text.match_indices("rule: ").map(|(at, _)| at).collect();
        let at = match random.pick(&rules) {
            Some(rule) if random.one_in(2) => (rule + random.below(60)).min(text.len()),
            _ => at,
        };
        let at = position(text, boundary(text, at));
        let here = json!({"textDocument": {"uri": uri}, "position": at});
        let whole = json!({"start": position(text, 0), "end": position(text, text.len())});
        let range = json!({"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}});
        requests.push(("textDocument/completion", here.clone()));
        requests.push(("textDocument/hover", here.clone()));
        let mut some = |method, params: &Value| {
            if random.one_in(3) {
                requests.push((method, params.clone()));
            }
        };
        let with = |name: &str, value: Value| {
            let mut params = here.clone();
            params[name] = value;
            params
        };
        some("textDocument/signatureHelp", &here);
        some("textDocument/definition", &here);
        some("textDocument/prepareRename", &here);
        some("textDocument/rename", &with("newName", "renamed".into()));
        some(
            "textDocument/references",
            &with("context", json!({"includeDeclaration": true})),
        );
        some("textDocument/documentSymbol", &document);
        some("textDocument/foldingRange", &document);
        some(
            "textDocument/selectionRange",
            &json!({"textDocument": {"uri": uri}, "positions": [at]}),
        );
        some("textDocument/semanticTokens/full", &document);
        some("textDocument/codeLens", &document);
        some("textDocument/inlayHint", &range);
        some("textDocument/codeAction", &range);
    }
    requests
}

fn answers(server: &mut EditorClient, requests: &[EditorRequest]) -> io::Result<Vec<Value>> {
    let each = requests
        .iter()
        .map(|(method, params)| server.ask(method, params.clone()));
    each.collect()
}
