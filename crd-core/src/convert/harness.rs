//! The main function of the program that `crd-gen convert` builds: it links a package and converts objects (features
//! `convert` and `registry`).

use std::io::{self, BufRead as _, Write as _};

use super::chain::{Chain, Scratch};
use super::facts::mapping_of;
use super::json::{Document, Json, write_string};
use crate::model::mapping::Mapping;
use crate::rust::generate::oldest;
use crate::rust::registry;
use crate::rust::shape::Resource;

/// Reads objects of JSON, one a line, and prints for each a line: `{"converted": …}`, `{"error": "…"}`, `{"current": "…"}` for what
/// has the version already, or `{"skipped": "…"}` for what is no object of the package.
///
/// Arguments: `--to VERSION`.
///
/// # Errors
/// Of standard input and output.
pub fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let to = arguments
        .iter()
        .skip_while(|argument| *argument != "--to")
        .nth(1)
        .map_or("", String::as_str);
    let chains: Vec<Result<Chain, Vec<String>>> = oldest(&registry::resources())
        .into_iter()
        .map(Chain::new)
        .collect();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = answer(&chains, &line?, to);
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

/// How the versions of a resource map to each other, from the oldest on, for
/// [`registry::main_with`].
///
/// # Errors
/// If two versions do not fit: the same as [`Builder::build`](super::Builder::build).
pub fn mapping(oldest: &'static Resource) -> Result<Option<Mapping>, Vec<String>> {
    mapping_of(oldest).map(Some).map_err(|error| error.problems)
}

fn answer(chains: &[Result<Chain, Vec<String>>], line: &str, to: &str) -> String {
    let worded = |word: &str, text: &str| {
        let mut answer = format!("{{\"{word}\":");
        write_string(&mut answer, text);
        answer.push('}');
        answer
    };
    let document = match Document::read(line) {
        Ok(document) => document,
        Err(problem) => return worded("error", &problem.to_string()),
    };
    let object = document.root();
    let text = |name: &str| object.get(name).and_then(Json::string).unwrap_or_default();
    let (api_version, kind) = (text("apiVersion"), text("kind"));
    let Some((group, from)) = api_version.split_once('/') else {
        return worded("skipped", "it has no group");
    };
    for chain in chains {
        let chain = match chain {
            Ok(chain) if chain.group == group && chain.kind == kind => chain,
            Ok(_) => continue,
            Err(problems) => return worded("error", &problems.join("; ")),
        };
        return match (chain.position(from), chain.position(to)) {
            (Some(from), Some(to)) if from == to => worded("current", "it has that version"),
            (Some(from), Some(to)) => match chain.convert(object, from, to, &mut Scratch::default()) {
                Ok(converted) => format!("{{\"converted\":{}}}", converted.text),
                Err(failure) => worded("error", &failure.to_string()),
            },
            (None, _) => worded("error", &chain.no_version(from)),
            (_, None) => worded("error", &chain.no_version(to)),
        };
    }
    worded("skipped", "the package has no such resource")
}
