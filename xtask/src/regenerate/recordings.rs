//! Updates the recorded results of the API server's own code.
//!
//! Each recording keeps its requests; only the results are replaced. Lines whose result did not change are kept byte for
//! byte, since they were written by other programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use crd_core::KubeVersion;
use crd_gen_tests::server_parity::difference::Difference;
use crd_gen_tests::server_parity::fixture::Fixture;
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::server_parity::verdict::Verdict;
use serde_json::{Value, json};

/// Returns the path and text of every recording.
pub(super) fn generate(workspace: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let fixtures = workspace.join("tests/fixtures");
    let mut files = vec![
        (
            fixtures.join("k8s-types.jsonl"),
            without_requests(workspace, "types")?,
        ),
        (fixtures.join("library-costs.jsonl"), library_costs(workspace)?),
        syntax_errors(&fixtures.join("syntax-errors.jsonl"))?,
        lines(&fixtures.join("yaml-documents.jsonl"), "yaml", yaml_document)?,
        lines(&fixtures.join("yaml-scalars.jsonl"), "yaml", yaml_scalar)?,
        lines(
            &workspace.join("crd-cel/src/regex/verdicts.jsonl"),
            "regex",
            regex,
        )?,
    ];
    files.extend(verdicts(&fixtures.join("differential"))?);
    Ok(files)
}

/// Returns the path and text of the tables of Unicode.
pub(super) fn unicode(workspace: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let path = workspace.join("crd-cel/src/go/unicode.txt");
    Ok(vec![(path, without_requests(workspace, "unicode")?)])
}

/// Runs a mode that has no requests.
fn without_requests(workspace: &Path, mode: &str) -> io::Result<String> {
    let output = Command::new(workspace.join("tests/oracle/run"))
        .arg(mode)
        .output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(error));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// Runs the program that records the costs of calls of the CEL library on every server.
fn library_costs(workspace: &Path) -> io::Result<String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "-q", "-p", "crd-gen-tests", "--bin", "cel-costs"]);
    // Progress is printed to standard error.
    let output = command.current_dir(workspace).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(io::Error::other("`cel-costs` fails"));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

/// Sends a record to the oracle and updates its results.
type Update = fn(record: &mut Value, ask: &dyn Fn(Value) -> io::Result<Value>) -> io::Result<()>;

/// Updates every line of a file.
fn lines(path: &Path, mode: &str, update: Update) -> io::Result<(PathBuf, String)> {
    let oracle = Oracle::start(mode)?;
    let ask = |request: Value| {
        oracle.send(request.to_string())?;
        oracle.receive()
    };
    let mut text = String::new();
    for line in fs::read_to_string(path)?.lines() {
        let recorded: Value = serde_json::from_str(line)?;
        let mut record = recorded.clone();
        update(&mut record, &ask)?;
        if record == recorded {
            text.push_str(line);
        } else {
            text.push_str(&record.to_string());
        }
        text.push('\n');
    }
    Ok((path.to_owned(), text))
}

/// Updates the errors of invalid CEL expressions, each from the server that it was recorded with.
fn syntax_errors(path: &Path) -> io::Result<(PathBuf, String)> {
    let mut oracles = BTreeMap::new();
    let mut text = String::new();
    for line in fs::read_to_string(path)?.lines() {
        let mut record: Value = serde_json::from_str(line)?;
        let server = record["server"].as_str().unwrap_or_default().to_owned();
        if !oracles.contains_key(&server) {
            let version = server.parse().map_err(io::Error::other)?;
            oracles.insert(server.clone(), Oracle::of_server(version, "values")?);
        }
        let Some(oracle) = oracles.get(&server) else {
            continue;
        };
        let request = json!({ "schema": { "type": "string" }, "object": "", "exprs": [record["expr"]] });
        oracle.send(request.to_string())?;
        let mut answer: Value = oracle.receive()?;
        record["error"] = answer["answers"][0]["compile"].take();
        text.push_str(&record.to_string());
        text.push('\n');
    }
    Ok((path.to_owned(), text))
}

fn yaml_document(record: &mut Value, ask: &dyn Fn(Value) -> io::Result<Value>) -> io::Result<()> {
    let mut answer = ask(json!({ "text": record["text"] }))?;
    record["documents"] = answer["documents"].take();
    record["strict"] = answer["strict"]["error"].take();
    Ok(())
}

/// Updates a scalar, which is recorded as a value (`v: SCALAR`) and as a key (`SCALAR: 1`).
fn yaml_scalar(record: &mut Value, ask: &dyn Fn(Value) -> io::Result<Value>) -> io::Result<()> {
    let scalar = record["text"].as_str().unwrap_or_default().to_owned();
    for (place, error, text) in [
        ("value", "valueError", format!("v: {scalar}\n")),
        ("key", "keyError", format!("{scalar}: 1\n")),
    ] {
        let mut answer = ask(json!({ "text": text }))?;
        record[place] = answer["json"].take();
        // The recorded errors are those of the YAML library; the oracle adds its own prefix.
        match (answer["error"].as_str(), record[error].as_str()) {
            (Some(new), Some(old)) if new.ends_with(old) => {}
            (Some(new), _) => record[error] = json!(new),
            (None, Some(_)) => record[error] = Value::Null,
            (None, None) => {}
        }
    }
    Ok(())
}

fn regex(record: &mut Value, ask: &dyn Fn(Value) -> io::Result<Value>) -> io::Result<()> {
    let inputs: Vec<Value> = record["finds"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|find| find[0].clone())
        .collect();
    let answer = ask(json!({ "pattern": record["pattern"], "inputs": inputs }))?;
    if let Some(error) = answer["error"].as_str() {
        *record = json!({ "pattern": record["pattern"], "error": error });
        return Ok(());
    }
    let finds = answer["finds"].as_array().into_iter().flatten();
    let finds: Vec<Value> = inputs
        .into_iter()
        .zip(finds)
        .map(|(input, place)| {
            let place = place.as_array().into_iter().flatten().cloned();
            std::iter::once(input).chain(place).collect()
        })
        .collect();
    *record = json!({ "pattern": record["pattern"], "finds": finds });
    Ok(())
}

/// Updates the verdicts of `differential/*.json`, and those of `differential/VERSION/*.json` from the server of that version.
fn verdicts(directory: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for path in entries(directory)? {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let version = name
                .parse()
                .map_err(|_| io::Error::other(format!("{} is not a server version", path.display())))?;
            for path in entries(&path)? {
                files.push(verdict(path, version)?);
            }
        } else {
            files.push(verdict(path, KubeVersion::DEFAULT)?);
        }
    }
    Ok(files)
}

fn verdict(path: PathBuf, version: KubeVersion) -> io::Result<(PathBuf, String)> {
    let mut fixture = Fixture::read(&path)?;
    let oracle = Oracle::of_server(version, fixture.request.mode())?;
    oracle.send(fixture.request.line())?;
    let verdict = Verdict::from_answer(fixture.request.mode(), oracle.receive()?)?;
    // Texts that vary from run to run do not count as changes.
    if Difference::between(&verdict, &fixture.verdict).is_none() {
        let text = fs::read_to_string(&path)?;
        return Ok((path, text));
    }
    fixture.verdict = verdict;
    let text = fixture.to_text()?;
    Ok((path, text))
}

fn entries(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
