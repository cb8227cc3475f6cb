//! Compares the texts of CEL syntax errors with those of a server.

use std::io;
use std::path::PathBuf;

use clap::Args;
use crd_cel::{CompatVersion, parse};
use crd_core::KubeVersion;
use crd_gen_tests::lines;
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Numbers;

/// The number of expressions in one request.
const SHARED: u64 = 64;
/// The number of requests that are sent before the first response is read.
const AHEAD: usize = 8;

/// The longest expression that is recorded, in bytes.
const RECORDED: usize = 60;

/// The tokens that are inserted into a rule.
const TOKENS: &[&str] = &[
    "==",
    "!=",
    "in",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ".",
    ",",
    "-",
    "!",
    "?",
    ":",
    "+",
    "*",
    "/",
    "%",
    "true",
    "false",
    "null",
    "1",
    "1.5",
    "2u",
    "0x1F",
    "'a'",
    "\"b\"",
    "b'c'",
    "x",
    "self",
    "`a-b`",
    "for",
    "if",
    "has(",
    "size(",
    ".?",
    "[?",
    "{?",
    "all(x, ",
    "Foo{a: 1}",
    "a.b{",
    "--",
    "- 1",
    "9223372036854775808",
    "'\\u00zz'",
    "'\\400'",
    "'''",
    "\"\"\"",
    "r'",
    "\n",
    "\t",
    "// c\n",
    "optMap(v, ",
    "=",
    "&",
    "|",
    "=>",
    "#",
    "\u{e9}",
    "@",
    "'",
    "\"",
    "\\",
    "`",
    "$",
    ";",
    "\r\n",
    "\u{1f600}",
];

/// Compares the errors of wrong CEL expressions.
#[derive(Debug, Args)]
pub(super) struct SyntaxOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// The most differences that are printed.
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
    /// Also writes short expressions and the server's errors to a file, in the form of
    /// `tests/fixtures/syntax-errors.jsonl`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Deserialize)]
struct SyntaxAnswers {
    #[serde(default)]
    answers: Vec<SyntaxAnswer>,
}

#[derive(Deserialize)]
struct SyntaxAnswer {
    compile: Option<String>,
}

pub(super) fn run(options: &SyntaxOptions) -> io::Result<usize> {
    let oracle = Oracle::of_server(options.server, "values")?;
    let minor = u8::try_from(options.server.minor()).unwrap_or(u8::MAX);
    let version = CompatVersion::stored_of_server(minor);
    let rules = rules();
    let (mut wrong, mut known, mut differences) = (0, 0, Vec::new());
    let mut recorded = String::new();
    let mut next = options.numbers.first;
    while next < options.numbers.end() {
        let mut batches = Vec::new();
        while batches.len() < AHEAD && next < options.numbers.end() {
            let end = options.numbers.end().min(next + SHARED);
            let texts: Vec<String> = (next..end).map(|number| expression(&rules, number)).collect();
            let request = json!({
                "schema": { "type": "object", "properties": { "a": { "type": "string" } } },
                "object": {},
                "limit": 1,
                "exprs": texts,
            });
            oracle.send(request.to_string())?;
            batches.push((next, texts));
            next = end;
        }
        for (first, texts) in batches {
            let answers: SyntaxAnswers = oracle.receive()?;
            for ((number, text), answer) in (first..).zip(&texts).zip(&answers.answers) {
                let ours = parse(text, version).map_err(|issues| issues.to_string());
                let theirs = answer.compile.as_deref().unwrap_or_default();
                let is_wrong = theirs.contains("Syntax error");
                wrong += u64::from(is_wrong);
                if is_wrong && text.len() < RECORDED {
                    recorded.push_str(
                        &json!({ "server": options.server.to_string(), "expr": text, "error": theirs })
                            .to_string(),
                    );
                    recorded.push('\n');
                }
                let same = match &ours {
                    Ok(_) => !is_wrong,
                    Err(ours) => ours == theirs,
                };
                if !same
                    && ours
                        .as_ref()
                        .is_err_and(|ours| is_known(options.server, ours, theirs))
                {
                    known += 1;
                } else if !same {
                    differences.push((
                        number,
                        text.clone(),
                        ours.err().unwrap_or_default(),
                        theirs.to_owned(),
                    ));
                }
            }
        }
    }
    differences.sort_by_key(|(_, text, _, _)| text.len());
    for (number, text, ours, theirs) in differences.iter().take(options.show) {
        println!("{number}: {text:?}\n  ours {ours:?}\n  Go   {theirs:?}");
    }
    if let Some(path) = &options.record {
        std::fs::write(path, recorded)?;
    }
    println!(
        "{} expressions, {wrong} with syntax errors on {}, {known} known and {} other differences",
        options.numbers.count,
        options.server,
        differences.len()
    );
    Ok(differences.len())
}

/// Whether a difference is known: server 1.31 reports errors about names and literals at the beginning of a line after the end
/// of the previous line.
fn is_known(server: KubeVersion, ours: &str, theirs: &str) -> bool {
    let messages = |text: &str| {
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("ERROR: <input>:"));
        let messages = lines.filter_map(|line| Some(line.split_once(": ")?.1.to_owned()));
        let mut messages: Vec<String> = messages.collect();
        messages.sort();
        messages
    };
    server.minor() == 31 && messages(ours) == messages(theirs)
}

/// Returns the rules that are mutated.
fn rules() -> Vec<String> {
    let mut rules = Vec::new();
    for (file, member) in [
        ("conformance/cel-ast.jsonl", "expr"),
        ("conformance/cel-cost-corpus.jsonl", "rule"),
    ] {
        for line in lines(file).unwrap_or_default() {
            let line: Value = serde_json::from_str(&line).unwrap_or_default();
            rules.extend(
                line[member]
                    .as_str()
                    .filter(|rule| rule.len() < 1000)
                    .map(String::from),
            );
        }
    }
    rules.sort();
    rules.dedup();
    rules
}

/// Generates the expression with a number: a rule with some mistakes.
fn expression(rules: &[String], number: u64) -> String {
    let mut rng = Rng::new(number);
    let mut text = match rng.below(8) {
        0 => pieces(&mut rng),
        _ => rng.pick(rules).cloned().unwrap_or_default(),
    };
    let mistakes = match rng.below(20) {
        0..=9 => 1,
        10..=14 => 2,
        15..=17 => 3,
        18 => 8,
        _ => 60,
    };
    for _ in 0..mistakes {
        text = if rng.one_in(3) {
            with_wrong_character(&text, &mut rng)
        } else {
            with_wrong_token(&text, &mut rng)
        };
    }
    text
}

/// Generates a few tokens, which need not be valid together.
fn pieces(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..=rng.below(12) {
        text.push_str(rng.pick(TOKENS).copied().unwrap_or_default());
        text.push_str(if rng.one_in(2) { " " } else { "" });
    }
    text
}

/// Returns the text with one token deleted, inserted, doubled, replaced or swapped with the next.
fn with_wrong_token(text: &str, rng: &mut Rng) -> String {
    let mut tokens: Vec<&str> = super::cel::tokens(text);
    let at = rng.below(tokens.len() + 1);
    let new = rng.pick(TOKENS).copied().unwrap_or_default();
    match rng.below(7) {
        0 | 1 if at < tokens.len() => drop(tokens.remove(at)),
        2 if at < tokens.len() => tokens.insert(at, tokens[at]),
        3 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
        4 if at < tokens.len() => tokens[at] = new,
        5 if rng.one_in(4) => tokens.truncate(at),
        _ => tokens.insert(at, new),
    }
    tokens.concat()
}

/// Returns the text with one character deleted, inserted, doubled or swapped with the next.
fn with_wrong_character(text: &str, rng: &mut Rng) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = rng.below(characters.len() + 1);
    match rng.below(5) {
        0 | 1 if at < characters.len() => drop(characters.remove(at)),
        2 if at < characters.len() => characters.insert(at, characters[at]),
        3 if at + 1 < characters.len() => characters.swap(at, at + 1),
        _ => {
            let new = rng.pick(TOKENS).copied().unwrap_or_default();
            characters.splice(at..at, new.chars());
        }
    }
    characters.into_iter().collect()
}
