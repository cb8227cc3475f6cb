//! Compares the diagnostics of the language server with the findings of the command, for files of CRDs and recorded objects.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde_json::{Value, json};

use super::client::{EditorClient, count_panics, panics};
use super::texts::{EditedTexts, files, recorded};

/// Compares the diagnostics of the language server with the findings of the command (needs no Go).
///
/// For each file of CRDs, and for each recorded CRD and object, the diagnostics must be what `crd-gen check` says of the CRDs and
/// `crd-gen validate` of the other objects: the same codes, places, and messages with help.
#[derive(Debug, Args)]
pub(in crate::fuzz) struct VerdictOptions {
    /// The command `crd-gen`.
    #[arg(long, value_name = "PATH", default_value = "target/release/crd-gen")]
    command: PathBuf,
    /// Compare only each Nth recorded object.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Directories of CRDs.
    #[arg(value_name = "DIRECTORY", default_values = ["../shared/corpus"])]
    directories: Vec<PathBuf>,
}

/// A finding: the code, the line (starting at 1), and the message with help.
type Said = (String, u64, String);

pub(in crate::fuzz) fn run(options: &VerdictOptions) -> io::Result<usize> {
    count_panics();
    let command = options.command.canonicalize()?;
    let mut tally = VerdictTally::default();
    for file in files(&options.directories, u64::MAX)? {
        let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
        let mut client = EditorClient::start()?;
        client.open(CRD_URI, 1, &text)?;
        let here = said(&mut client, CRD_URI)?;
        let mut there = findings(&command, "check", &[&file])?;
        there.extend(findings(
            &command,
            "validate",
            &[&file, Path::new("--crds"), &file],
        )?);
        tally.add(&file.display().to_string(), &here, &there);
    }
    println!("files: {tally:?}");
    let folder = tempfile::tempdir()?;
    let (crd, object) = (folder.path().join("crd.yaml"), folder.path().join("object.yaml"));
    for texts in recorded()?.into_iter().step_by(options.every.max(1)) {
        let EditedTexts {
            name,
            crd: crd_text,
            object: object_text,
        } = texts;
        std::fs::write(&crd, &crd_text)?;
        std::fs::write(&object, &object_text)?;
        let mut client = EditorClient::start()?;
        client.open(CRD_URI, 1, &crd_text)?;
        let here = said(&mut client, CRD_URI)?;
        tally.add(&name, &here, &findings(&command, "check", &[&crd])?);
        client.open(OBJECT_URI, 1, &object_text)?;
        let here = said(&mut client, OBJECT_URI)?;
        let there = findings(&command, "validate", &[&object, Path::new("--crds"), &crd])?;
        tally.add(&name, &here, &there);
    }
    println!("all: {tally:?}, {} panics", panics());
    Ok(tally.differences + panics())
}

const CRD_URI: &str = "untitled:crd.yaml";
const OBJECT_URI: &str = "untitled:object.yaml";

#[derive(Debug, Default)]
struct VerdictTally {
    texts: usize,
    findings: usize,
    differences: usize,
}

impl VerdictTally {
    fn add(&mut self, name: &str, here: &BTreeSet<Said>, there: &BTreeSet<Said>) {
        self.texts += 1;
        self.findings += there.len();
        if here != there {
            self.differences += 1;
            println!("{name}: only the server says {:?}", here.difference(there));
            println!("{name}: only the command says {:?}", there.difference(here));
        }
    }
}

/// Returns the diagnostics of the server for a document.
fn said(client: &mut EditorClient, uri: &str) -> io::Result<BTreeSet<Said>> {
    let report = client.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}))?;
    let items = report["items"].as_array();
    let items = items.ok_or_else(|| io::Error::other(format!("no report: {report}")))?;
    let each = items.iter().map(|item| {
        let line = item.pointer("/range/start/line").and_then(Value::as_u64);
        (
            text(&item["code"]),
            line.unwrap_or_default() + 1,
            text(&item["message"]),
        )
    });
    Ok(each.collect())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the findings of a command for files.
fn findings(command: &Path, name: &str, arguments: &[&Path]) -> io::Result<BTreeSet<Said>> {
    let output = Command::new(command)
        .arg(name)
        .args(arguments)
        .args(["--format", "json", "--all"])
        .output()?;
    let problem = String::from_utf8_lossy(&output.stderr);
    // A file that only mentions CRDs, such as a patch of them, declares no kinds to validate objects by.
    if output.stdout.is_empty() && problem.contains("no CustomResourceDefinition in") {
        return Ok(BTreeSet::new());
    }
    let report: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| io::Error::other(format!("crd-gen {name} {arguments:?}: {problem}")))?;
    let each = report["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|finding| {
            let mut message = text(&finding["message"]);
            for help in finding["help"].as_array().into_iter().flatten() {
                message.push_str("\nhelp: ");
                message.push_str(&text(help));
            }
            let line = finding.pointer("/range/start/line").and_then(Value::as_u64);
            (text(&finding["code"]), line.unwrap_or(1), message)
        });
    // A template is not validated in an editor, since it is not an object yet.
    Ok(each.filter(|(code, ..)| code != "CRD0007").collect())
}
