//! The main function of the program that `crd-gen convert` builds: it links a package and converts objects (features
//! `convert` and `registry`).

use std::io::{self, BufRead as _, Write as _};

use super::chain::{Chain, Scratch, Spot};
use super::facts::mapping_of;
use super::json::{Document, Json, write_string};
use super::undeclared::undeclared;
use crate::model::mapping::Mapping;
use crate::rust::generate::oldest;
use crate::rust::registry;
use crate::rust::shape::Resource;

/// Reads JSON objects, one per line, and prints one line for each: `{"converted": …}`, `{"error": "…"}`, `{"current": "…"}` for an
/// object that already has the version, or `{"skipped": "…"}` for one that is not of a resource of the package.
///
/// Arguments: `--to VERSION`.
///
/// # Errors
/// Errors of standard input and output.
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

/// Returns the mapping between the versions of a resource, from the oldest on, for
/// [`registry::main_with`].
///
/// # Errors
/// If two versions are incompatible, as for [`Builder::build`](super::Builder::build).
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
        let mut same_kind = chains.iter().flatten().filter(|chain| chain.kind == kind);
        return match same_kind.find(|chain| api_version.is_empty() || api_version == chain.group) {
            Some(_) if api_version.is_empty() => worded("error", &without_api_version(object)),
            Some(chain) => worded(
                "error",
                &format!(
                    "`apiVersion: {api_version}` has no version; write `{}/VERSION`",
                    chain.group
                ),
            ),
            None => worded("skipped", "it has no group"),
        };
    };
    for chain in chains {
        let chain = match chain {
            Ok(chain) if chain.group == group && chain.kind == kind => chain,
            Ok(_) => continue,
            Err(problems) => return worded("error", &problems.join("; ")),
        };
        return match (chain.position(from), chain.position(to)) {
            (Some(from), Some(to)) if from == to => worded("current", "it already has that version"),
            (Some(from), Some(to)) => {
                if let Some(problem) = misfit(chain, object, from) {
                    return worded("error", &problem);
                }
                match chain.convert(object, from, to, &mut Scratch::default()) {
                    Ok(converted) => format!("{{\"converted\":{}}}", converted.text),
                    Err(failure) => worded("error", &failure.to_string()),
                }
            }
            (None, _) => worded("error", &chain.no_version(from)),
            (_, None) => worded("error", &chain.no_version(to)),
        };
    }
    let kinds: Vec<&str> = chains
        .iter()
        .flatten()
        .filter(|chain| chain.group == group)
        .map(|chain| chain.kind)
        .collect();
    if kinds.is_empty() {
        return match misspelt_group(chains, group, &kind) {
            Some(near) => {
                let problem = format!("the package has no group `{group}`; did you mean `{near}`?");
                worded("error", &problem)
            }
            None => worded("skipped", "the package has no such resource"),
        };
    }
    let hint = crate::nearest(&kind, kinds.iter().copied()).map_or_else(
        || format!("it has `{}`", kinds.join("`, `")),
        |near| format!("did you mean `{near}`?"),
    );
    worded(
        "error",
        &format!("the package has no kind `{kind}` in the group `{group}`; {hint}"),
    )
}

/// Returns the group of a resource of this kind, if a group differs from it in so few characters that it is a misspelling.
fn misspelt_group(chains: &[Result<Chain, Vec<String>>], group: &str, kind: &str) -> Option<&'static str> {
    let same_kind = chains.iter().flatten().filter(|chain| chain.kind == kind);
    crd_cel::nearest_within(group, same_kind.map(|chain| chain.group), 2)
}

/// Describes an object of a kind of the package without a version. A misspelled `apiVersion` is named.
fn without_api_version(object: Json<'_>) -> String {
    let names: Vec<_> = object.members().map(|(name, _)| name).collect();
    let is_it = |name: &str| name.to_lowercase().replace(['-', '_'], "") == "apiversion";
    match names.iter().find(|name| is_it(name)) {
        Some(name) => format!("it has no `apiVersion`; did you mean `apiVersion` instead of `{name}`?"),
        None => "it has no `apiVersion`, so its version is unknown".to_owned(),
    }
}

/// Returns the parts of an object that would be lost before it is converted.
fn misfit(chain: &Chain, object: Json<'_>, from: Spot) -> Option<String> {
    let found = undeclared(object, chain.schema(from.at)?);
    (!found.is_empty()).then(|| found.join("; "))
}

#[cfg(test)]
mod tests {
    use super::{Chain, answer};
    use crate::rust::shape::{Field, Kind, Resource, Schema, Shape};

    const SPEC: Shape = Shape::new(
        "CacheSpec",
        Kind::Object(&[
            Field::new("size", u32::REF),
            Field::new(
                "labels",
                <std::collections::BTreeMap<String, String> as Schema>::REF,
            ),
        ]),
    );

    const V2: Resource = Resource {
        group: "example.com",
        version: "v2",
        kind: "Cache",
        plural: "caches",
        singular: "cache",
        list_kind: "CacheList",
        spec: &SPEC,
        rust_path: "v2::Cache",
        ..Resource::NONE
    };

    const V1: Resource = Resource {
        version: "v1",
        next: Some(&V2),
        rust_path: "v1::Cache",
        ..V2
    };

    #[test]
    fn what_a_file_would_lose_is_an_error() {
        let chains = [Chain::new(&V1)];
        let head = r#""apiVersion":"example.com/v1","kind":"Cache""#;
        for (line, expected) in [
            (format!(r#"{{{head},"spec":{{"size":1}}}}"#), "{\"converted\":"),
            (
                format!(r#"{{{head},"spec":{{"size":1,"labels":{{"a":"b"}}}}}}"#),
                "{\"converted\":",
            ),
            (
                format!(r#"{{{head},"spec":{{"szie":1}}}}"#),
                "does not declare `spec.szie`; did you mean `size`?",
            ),
            (
                format!(r#"{{{head},"spec":{{"$patch":"replace"}}}}"#),
                "`spec.$patch` is part of a patch",
            ),
            (
                format!(r#"{{{head},"spce":{{}}}}"#),
                "does not declare `spce`; did you mean `spec`?",
            ),
            (
                format!(r#"{{{head},"spec":{{"size":"1"}}}}"#),
                "`spec.size` is a string, but the version declares an integer; write it without quotes: `1`",
            ),
            (
                format!(r#"{{{head},"spec":{{"labels":{{"a":1}}}}}}"#),
                "`spec.labels.a` is a number, but the version declares a string; write it in quotes: `'1'`",
            ),
            (
                r#"{"apiVersion":"example.com/v1","kind":"Cahce"}"#.to_owned(),
                "no kind `Cahce` in the group `example.com`; did you mean `Cache`?",
            ),
            (
                r#"{"apiVersion":"example.org/v1","kind":"Cache"}"#.to_owned(),
                "{\"skipped\":",
            ),
            (
                r#"{"apiVersion":"exmaple.com/v1","kind":"Cache"}"#.to_owned(),
                "no group `exmaple.com`; did you mean `example.com`?",
            ),
            (
                r#"{"apiVersion":"example.com","kind":"Cache"}"#.to_owned(),
                "`apiVersion: example.com` has no version",
            ),
            (
                format!(r#"{{{head},"metadata":[]}}"#),
                "`metadata` is a list, but the version declares an object",
            ),
            (
                format!(r#"{{{head},"metadata":{{"annotations":{{"a":1}}}}}}"#),
                "`metadata.annotations.a` is a number, but the version declares a string",
            ),
            (
                format!(r#"{{{head},"metadata":{{"labels":["a"]}}}}"#),
                "`metadata.labels` is a list, but the version declares an object",
            ),
            (
                r#"{"apiversion":"example.com/v1","kind":"Cache"}"#.to_owned(),
                "it has no `apiVersion`; did you mean `apiVersion` instead of `apiversion`?",
            ),
            (
                r#"{"kind":"Cache","spec":{}}"#.to_owned(),
                "it has no `apiVersion`, so its version is unknown",
            ),
            (r#"{"kind":"Pod","spec":{}}"#.to_owned(), "{\"skipped\":"),
            (
                r#"{"apiVersion":"example.com/v3","kind":"Cache"}"#.to_owned(),
                "has no version `v3`",
            ),
        ] {
            let answer = answer(&chains, &line, "v2");
            assert!(answer.contains(expected), "{line}: {answer}");
        }
    }
}
