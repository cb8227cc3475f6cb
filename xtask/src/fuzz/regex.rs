//! Compares the translation of Go's regular expressions with Go.

use std::io;

use ::regex::RegexBuilder;
use clap::Args;
use crd_gen_tests::rng::Rng;
use serde::Deserialize;
use serde_json::json;

use super::Numbers;
use super::comparison::Comparison;

/// The parts of patterns.
const PIECES: &[&str] = &[
    "a",
    "b",
    "A",
    "0",
    "_",
    "é",
    "Σ",
    "K",
    "-",
    " ",
    "\n",
    "/",
    "\"",
    "'",
    "^",
    "$",
    ".",
    "|",
    "(",
    ")",
    "(?:",
    "(?i)",
    "(?i:",
    "(?s)",
    "(?m)",
    "(?U)",
    "(?-i)",
    "(?i-s:",
    "(?is",
    "(?P<n>",
    "(?<n>",
    "(?P<1>",
    "(?P=n)",
    "(?=",
    "(?!",
    "(?<=",
    "(?#",
    "[",
    "]",
    "[^",
    "[a-z]",
    "[^a-z]",
    "[z-a]",
    "[]a]",
    "[^]a]",
    "[a-",
    "-z]",
    "[[:alpha:]]",
    "[[:^alpha:]]",
    "[[:bogus:]]",
    "[:alpha:]",
    "[\\d]",
    "[\\pL]",
    "[a\\-z]",
    "[\\b]",
    "\\",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "\\b",
    "\\B",
    "\\A",
    "\\z",
    "\\Z",
    "\\C",
    "\\Q",
    "\\E",
    "\\Qa.b\\E",
    "\\pL",
    "\\PL",
    "\\p{Greek}",
    "\\p{^Greek}",
    "\\P{^Greek}",
    "\\p{Lu}",
    "\\p{L}",
    "\\p{Latin}",
    "\\p{Nd}",
    "\\p{Lc}",
    "\\p{Assigned}",
    "[^\\p{Lu}a]",
    "[\\PLk]",
    "[a-k\\W]",
    "ſ",
    "ǆ",
    "\\p{Bogus}",
    "\\pX",
    "\\p{",
    "\\p",
    "\\x41",
    "\\x{41}",
    "\\x{10FFFF}",
    "\\x{110000}",
    "\\x4",
    "\\x{",
    "\\101",
    "\\08",
    "\\0",
    "\\1",
    "\\8",
    "\\a",
    "\\f",
    "\\t",
    "\\n",
    "\\r",
    "\\v",
    "\\e",
    "\\c",
    "\\-",
    "\\/",
    "\\_",
    "\\.",
    "\\é",
    "\\u0041",
    "\\h",
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "**",
    "*+",
    "{2}",
    "{2,}",
    "{2,3}",
    "{,3}",
    "{3,2}",
    "{0}",
    "{1000}",
    "{1001}",
    "{1000,}",
    "{a}",
    "{",
    "}",
    "{2",
    "{2}{3}",
    "{2}?",
    "{02}",
    "{1,1000}",
    "&&",
    "~~",
    "[a&&b]",
    "[a--b]",
    "[[a]b]",
    "#",
    "(?x)",
    "(?R)",
    "(?u)",
];

/// The texts that every pattern is matched against.
const INPUTS: &[&str] = &[
    "", "a", "A", "b", "ab", "a.b", "aa", "aaa", "0", "_", "é", "É", "Σ", "ς", "K", "\u{212a}", "-", " ",
    "\n", "a\nb", "/", "\"", "]", "[", "{2}", "{,3}", "\\", "z", "#", "&", "~", "\u{0}", "\t", "\u{7}",
    "b\n", "aB0_", "ſ", "S", "Ǆ", "ǅ", "λ", "٣", "\u{1C89}", "\u{1C8A}", "\u{378}",
];

/// Translates random Go regular expressions and matches them.
#[derive(Debug, Args)]
pub(super) struct RegexOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// The response of the oracle.
#[derive(Deserialize)]
struct RegexAnswer {
    error: Option<String>,
    #[serde(default)]
    matches: Vec<bool>,
}

pub(super) fn run(options: &RegexOptions) -> io::Result<usize> {
    Comparison {
        server: crd_core::KubeVersion::DEFAULT,
        listed: &|_| None,
        mode: "regex",
        texts: "patterns",
        text: &pattern,
        request: &|pattern| json!({ "pattern": pattern, "inputs": INPUTS }),
        rejects: &|answer: &RegexAnswer| answer.error.is_some(),
        difference: &difference,
    }
    .run(options.numbers)
}

fn pattern(number: u64) -> String {
    let mut rng = Rng::new(number);
    (0..=rng.below(7))
        .filter_map(|_| rng.pick(PIECES))
        .copied()
        .collect()
}

fn difference(pattern: &str, answer: &RegexAnswer) -> Option<String> {
    let translated = match (crd_cel::regex::translate(pattern), &answer.error) {
        (Err(ours), Some(theirs)) if ours.to_string() == *theirs => return None,
        (Err(ours), theirs) => return Some(format!("ours {:?}, Go {theirs:?}", ours.to_string())),
        (Ok(_), Some(theirs)) => return Some(format!("ours accepts it, Go {theirs:?}")),
        (Ok(translated), None) => translated,
    };
    let regex = match RegexBuilder::new(&translated)
        .size_limit(1 << 30)
        .nest_limit(2000)
        .build()
    {
        Ok(regex) => regex,
        Err(error) => return Some(format!("{translated:?} is rejected: {error}")),
    };
    let differing = INPUTS
        .iter()
        .zip(&answer.matches)
        .find(|(input, theirs)| regex.is_match(input) != **theirs);
    differing.map(|(input, theirs)| format!("as {translated:?} on {input:?}: Go says {theirs}"))
}
