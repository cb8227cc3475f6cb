//! `crd-gen convert`: objects in files at another version.
//!
//! The files are read; a small program with the mappings of the package converts the objects
//! ([`generate::convert`](crate::generate::convert)); the documents are printed, or written where they were, with the
//! lines that have not changed as they are ([`rewrite`]).

mod comments;
mod rewrite;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::yaml::{self, Document};
use serde::Deserialize;
use serde_json::Value;

use crate::generate;
use crate::options::PackageArgs;
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome, write};

const EXAMPLES: &str = "\
Examples:
  crd-gen convert database.yaml --to v2              print the objects at v2
  crd-gen convert --in-place --to v2 apps/*.yaml     rewrite the files of a GitOps repository
  kubectl get databases -o yaml | crd-gen convert - --to v1

Objects of other resources, and those that have the version, stay as they are. With --in-place, comments and the lines of
what does not change stay too; comments of a value that moves go with it.

Exit codes: 0 all is well, 1 an object could not be converted, 2 the command was misused or the package does not compile.";

/// Arguments of `crd-gen convert`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArgs {
    /// Files of YAML or JSON, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The version to convert to.
    #[arg(long, value_name = "VERSION")]
    pub to: String,
    /// Write the objects back to their files.
    #[arg(short, long)]
    pub in_place: bool,
    /// The package with the mappings [default: the one in this directory].
    #[arg(short, long, value_name = "NAME", help_heading = "Package")]
    pub package: Option<String>,
    /// Its `Cargo.toml`.
    #[arg(long, value_name = "PATH", help_heading = "Package")]
    pub manifest_path: Option<PathBuf>,
    /// Reach no network, as `cargo --offline`.
    #[arg(long, help_heading = "Package")]
    pub offline: bool,
}

/// What the program says of an object.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum ConvertedObject {
    Converted(Value),
    Error(String),
    Skipped(#[expect(dead_code, reason = "the reason is of no use here")] String),
}

/// A file with its documents.
struct File {
    path: PathBuf,
    text: String,
    documents: Vec<Document>,
}

pub(crate) fn run(args: &ConvertArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let mut files = Vec::new();
    for path in &args.files {
        if args.in_place && path.as_os_str() == "-" {
            return Err(CommandError::new(
                "standard input cannot be written in place; leave out `--in-place`",
            ));
        }
        files.push(read(path)?);
    }
    let objects: Vec<String> = files
        .iter()
        .flat_map(|file| &file.documents)
        .flat_map(|document| {
            let mut value = document.root.to_json();
            let objects = items_mut(&mut value);
            objects
                .into_iter()
                .map(|object| object.to_string())
                .collect::<Vec<_>>()
        })
        .collect();
    let package = PackageArgs {
        package: args.package.iter().cloned().collect(),
        manifest_path: args.manifest_path.clone(),
        offline: args.offline,
    };
    let answers = generate::convert(&package, &objects, &args.to, terminal)?;
    let mut answers = answers.iter();
    let mut outcome = CommandOutcome::Clean;
    let mut out = std::io::stdout().lock();
    for file in &files {
        let mut pieces = Vec::new();
        for document in &file.documents {
            let mut value = document.root.to_json();
            let mut has_changed = false;
            for object in items_mut(&mut value) {
                let answer: ConvertedObject = answers
                    .next()
                    .and_then(|line| serde_json::from_str(line).ok())
                    .ok_or_else(|| CommandError::new("cannot read the output of the harness"))?;
                match answer {
                    ConvertedObject::Converted(converted) => {
                        *object = converted;
                        has_changed = true;
                    }
                    ConvertedObject::Skipped(_) => {}
                    ConvertedObject::Error(message) => {
                        let name = object
                            .pointer("/metadata/name")
                            .and_then(Value::as_str)
                            .unwrap_or_default();
                        terminal.error(&format!("{}: `{name}`: {message}", file.path.display()), &[]);
                        outcome = CommandOutcome::Findings;
                    }
                }
            }
            let text = match (has_changed, document.span.slice(&file.text)) {
                (false, Some(text)) => text.to_owned(),
                _ if document.json => format!("{value:#}\n"),
                (_, before) => {
                    let text = match rewrite::rewrite(&file.text, document, &value) {
                        Some(text) => text,
                        None => plain(&value)?,
                    };
                    let lost = before.map_or_else(Vec::new, |before| lost_comments(before, &text));
                    if !lost.is_empty() {
                        terminal.warning(&format!(
                            "{}: comments that have no place in the converted text are lost: {}",
                            file.path.display(),
                            lost.join(", ")
                        ));
                    }
                    text
                }
            };
            pieces.push((document.span, text));
        }
        if args.in_place {
            let text = replaced(&file.text, &pieces);
            write::file(&file.path, text)?;
        } else {
            out.write_all(replaced(&file.text, &pieces).as_bytes())?;
        }
    }
    Ok(outcome)
}

fn read(path: &Path) -> Result<File, CommandError> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| CommandError::unreadable(path, &error))?;
    } else {
        bytes = fs::read(path).map_err(|error| CommandError::unreadable(path, &error))?;
    }
    let read = yaml::read(&bytes, yaml::Options::default());
    if let Some(error) = read.errors.first() {
        return Err(CommandError::new(format!(
            "cannot read `{}`: {}",
            path.display(),
            error.message
        )));
    }
    Ok(File {
        path: path.to_owned(),
        text: String::from_utf8_lossy(&bytes).into_owned(),
        documents: read.documents,
    })
}

/// The objects in a document: those of a list, or the one that it is.
fn items_mut(value: &mut Value) -> Vec<&mut Value> {
    if value.get("items").is_some_and(Value::is_array) {
        let items = value.get_mut("items").and_then(Value::as_array_mut);
        return items.into_iter().flatten().collect();
    }
    vec![value]
}

/// The comments of a text that another one has not, in order.
fn lost_comments(before: &str, after: &str) -> Vec<String> {
    let mut left = comments(after);
    let mut lost = Vec::new();
    for comment in comments(before) {
        match left.iter().position(|other| *other == comment) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => lost.push(format!("`{comment}`")),
        }
    }
    lost
}

fn comments(text: &str) -> Vec<String> {
    if !text.contains('#') {
        return Vec::new();
    }
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let spans = read.comments.iter();
    spans
        .filter_map(|span| Some(span.slice(text)?.trim_end().to_owned()))
        .collect()
}

fn plain(value: &Value) -> Result<String, CommandError> {
    yaml::to_string(value).map_err(|error| CommandError::new(format!("cannot write an object: {error}")))
}

/// A text with other documents in place of its own.
fn replaced(text: &str, pieces: &[(yaml::tree::Span, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, piece) in pieces {
        out.push_str(text.get(at..span.start as usize).unwrap_or_default());
        out.push_str(piece);
        at = span.end as usize;
        if !piece.ends_with('\n')
            && at < text.len()
            && !text.get(at..).is_some_and(|rest| rest.starts_with('\n'))
        {
            out.push('\n');
        }
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::lost_comments;

    #[test]
    fn comments_that_are_lost() {
        let before = "a: 1  # one\n# two\nb: 'x # y'\nc: 3 # one\n";
        assert_eq!(lost_comments(before, "a: 1 # one\n# two\n"), ["`# one`"]);
        assert!(lost_comments(before, before).is_empty());
        assert!(lost_comments("a: 1\n", "b: 1\n").is_empty());
    }
}
