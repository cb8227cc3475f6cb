//! `crd-gen convert`: converts objects in files to another version.
//!
//! The files are read; a small program with the mappings of the package converts the objects
//! ([`generate::convert`](crate::generate::convert)); the documents are printed, or written back to their files, and
//! unchanged lines are kept ([`rewrite`]).

mod comments;
mod key;
mod lists;
mod losses;
mod rewrite;
mod text;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::check::lossy_text;
use crd_core::yaml::{self, Document};
use serde::Deserialize;
use serde_json::Value;

use self::lists::{convert_list, items_mut};
use self::losses::{lost_comments, lost_values};
use self::text::{LineEnds, replaced};
use crate::config::Configs;
use crate::generate;
use crate::options::PackageArgs;
use crate::sources::{self, InputFile, unreadable};
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome, write};

const EXAMPLES: &str = "\
Examples:
  # Print the objects in version v2
  crd-gen convert database.yaml --to v2
  # Rewrite the files of a GitOps repository
  crd-gen convert --in-place --to v2 apps/*.yaml
  kubectl get databases -o yaml | crd-gen convert - --to v1

Objects of other resources, and objects that have the version already, are not changed. With `--in-place`, comments \
and unchanged lines are kept; the comments of a moved value move with it.

No data is lost silently: an object with an undeclared field, a value of the wrong type, a duplicate field or a \
misspelled kind is an error, and is not changed. Values that the version cannot represent are kept in annotations, with \
a warning. Bounds, values of an `enum` and required fields are not checked: `crd-gen validate` does that.

Exit codes: 0 success, 1 an object could not be converted, 2 the command was misused or the package does not compile.";

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Arguments of `crd-gen convert`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ConvertArgs {
    /// The objects: YAML or JSON files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub files: Vec<PathBuf>,
    /// The API version to convert to [default: from `crd-gen.toml`].
    #[arg(long, value_name = "VERSION")]
    pub to: Option<String>,
    /// Write the converted objects to their files.
    #[arg(short, long)]
    pub in_place: bool,
    /// The package with the conversions.
    #[command(flatten)]
    pub package: PackageArgs,
}

/// The response of the program to an object.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum ConvertedObject {
    Converted(Value),
    Error(String),
    /// It already has the version.
    Current(#[expect(dead_code, reason = "the word says it all")] String),
    /// It is not of a resource of the package.
    Skipped(#[expect(dead_code, reason = "the reason is of no use here")] String),
}

/// A file with its documents.
struct ManifestFile {
    input: InputFile,
    /// The byte order mark, if the file begins with one.
    byte_order_mark: &'static str,
    /// The text behind the byte order mark, with `\n` as line breaks.
    text: String,
    line_ends: LineEnds,
    documents: Vec<Document>,
}

/// The result of converting the objects of a file.
struct ConvertedFile {
    text: String,
    /// Whether an object was converted.
    has_changed: bool,
    /// Number of objects of resources of the package.
    known: usize,
    /// Number of objects that could not be converted; each is reported.
    failed: usize,
}

pub(crate) fn run(args: &ConvertArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let found = sources::find(&args.files, &mut Configs::default())?;
    if args.in_place
        && let Some(file) = found.files.iter().find(|file| file.path().is_none())
    {
        return Err(
            CommandError::new(format!("`{}` cannot be written in place", file.shown()))
                .help("remove `--in-place` to print the objects"),
        );
    }
    found.warn_of_empty(terminal);
    let (package, to) = with_defaults(args)?;
    let files = found.files.into_iter().map(read);
    let files: Vec<ManifestFile> = files.collect::<Result<_, _>>()?;
    let documents = files.iter().flat_map(|file| &file.documents);
    let objects: Vec<String> = documents
        .flat_map(|document| {
            let mut value = document.root.to_json();
            let objects = items_mut(&mut value).into_iter();
            objects.map(|object| object.to_string()).collect::<Vec<_>>()
        })
        .collect();
    let answers = generate::convert(&package, &objects, &to, terminal)?;
    let mut answers = answers.iter();
    let (mut known, mut failed) = (0, 0);
    let mut out = std::io::stdout().lock();
    let mut printed: Option<&ManifestFile> = None;
    for file in &files {
        let converted = convert(file, &mut answers, &to, terminal)?;
        known += converted.known;
        failed += converted.failed;
        match file.input.path().filter(|_| args.in_place) {
            Some(path) if converted.has_changed => drop(write::file(path, converted.text)?),
            Some(_) => {}
            None => {
                let separator = printed.map_or("", |before| separator(before, file));
                let text = match separator {
                    "" => &*converted.text,
                    _ => converted.text.trim_start_matches(BYTE_ORDER_MARK),
                };
                let line_end = if text.ends_with('\n') { "" } else { "\n" };
                write!(out, "{separator}{text}{line_end}")?;
                printed = printed.filter(|_| file.documents.is_empty()).or(Some(file));
            }
        }
    }
    if known == 0 {
        let documents: Vec<Document> = files.into_iter().flat_map(|file| file.documents).collect();
        return Err(CommandError::new(format!(
            "no object in `{}` has a kind of the package{}",
            found.shown,
            sources::only_kinds(&documents)
        ))
        .help("`crd-gen generate` prints its CRDs; `-p` selects another package"));
    }
    Ok(if failed > 0 {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}

/// Returns the line that separates the documents of two files: none between JSON documents, which programs read one after another.
fn separator(before: &ManifestFile, after: &ManifestFile) -> &'static str {
    let is_json = |document: Option<&Document>| document.is_none_or(|document| document.json);
    let mut content = after.text.lines().map(str::trim_end);
    let first = content.find(|line| !line.is_empty() && !line.starts_with('#'));
    if is_json(before.documents.last()) && is_json(after.documents.first())
        || first.is_none_or(|line| line == "---" || line.starts_with("--- "))
    {
        ""
    } else {
        "---\n"
    }
}

/// Returns the package and the version; if the arguments do not give them, those of the configuration of this directory.
fn with_defaults(args: &ConvertArgs) -> Result<(PackageArgs, String), CommandError> {
    let near = args.package.manifest_path.as_deref();
    let config = Configs::default().near(near.unwrap_or(Path::new(".")))?;
    let mut package = args.package.clone();
    if package.package.is_empty() {
        package.package.extend(config.convert.package.clone());
    }
    let to = args.to.clone().or_else(|| config.convert.to.clone());
    let to = to.ok_or_else(|| {
        CommandError::new("the version to convert to is missing")
            .help("set it with `--to VERSION`, or as `to` below `[convert]` in `crd-gen.toml`")
    })?;
    if let Some((_, version)) = to.split_once('/') {
        return Err(CommandError::new(format!("`{to}` is not the name of a version"))
            .help(format!("write `{version}` without the group")));
    }
    Ok((package, to))
}

/// Returns the text of a file with its objects converted; each takes the next of the answers.
fn convert<'a>(
    file: &ManifestFile,
    answers: &mut impl Iterator<Item = &'a String>,
    to: &str,
    terminal: &Terminal,
) -> Result<ConvertedFile, CommandError> {
    let mut pieces = Vec::new();
    let (mut known, mut failed) = (0, 0);
    let mut any_changed = false;
    for document in &file.documents {
        let mut value = document.root.to_json();
        let mut has_changed = false;
        let lost = lost_values(&document.root, &file.text);
        let failed_before = failed;
        for object in items_mut(&mut value) {
            let answer: ConvertedObject = answers
                .next()
                .and_then(|line| serde_json::from_str(line).ok())
                .ok_or_else(|| CommandError::new("cannot read the output of the harness"))?;
            known += usize::from(!matches!(answer, ConvertedObject::Skipped(_)));
            match answer {
                ConvertedObject::Converted(_) if !lost.is_empty() => {
                    let (name, lost) = (name_of(object), lost.join("; "));
                    terminal.error(&format!("{}: `{name}`: {lost}", file.input.shown()), &[]);
                    failed += 1;
                }
                ConvertedObject::Converted(converted) => {
                    let kept = kept_in_annotations(object, &converted);
                    if !kept.is_empty() {
                        let (file, name, kept) = (file.input.shown(), name_of(object), kept.join(", "));
                        terminal.warning(&format!(
                            "{file}: `{name}`: kept in annotations, because `{to}` cannot represent them: {kept}"
                        ));
                    }
                    *object = converted;
                    has_changed = true;
                }
                ConvertedObject::Current(_) | ConvertedObject::Skipped(_) => {}
                ConvertedObject::Error(message) => {
                    let name = name_of(object);
                    let place = place_of(file, document, &message);
                    terminal.error(&format!("{place}: `{name}`: {message}"), &[]);
                    failed += 1;
                }
            }
        }
        if has_changed && failed == failed_before {
            convert_list(&mut value, to);
        }
        any_changed |= has_changed;
        let text = match document.span.slice(&file.text) {
            Some(text) if !has_changed => text.to_owned(),
            _ => rewritten(file, document, &value, terminal)?,
        };
        pieces.push((document.span, text));
    }
    let text = file.line_ends.written(replaced(&file.text, &pieces));
    Ok(ConvertedFile {
        text: format!("{}{text}", file.byte_order_mark),
        has_changed: any_changed,
        known,
        failed,
    })
}

/// Returns the paths of the values that a conversion moved to annotations.
fn kept_in_annotations(before: &Value, after: &Value) -> Vec<String> {
    let known = before.pointer("/metadata/annotations");
    let annotations = after.pointer("/metadata/annotations").and_then(Value::as_object);
    let new = annotations
        .into_iter()
        .flatten()
        .filter(|(name, _)| known.is_none_or(|known| known.get(name.as_str()).is_none()));
    new.filter_map(|(_, value)| {
        let entry: Value = serde_json::from_str(value.as_str()?).ok()?;
        let path = entry.get("p")?.as_str()?.strip_prefix('/')?;
        Some(format!("`{}`", path.replace('/', ".")))
    })
    .collect()
}

/// Returns the name of a file, with the line and column of the first path in a message, or of the `apiVersion` with an unknown version,
/// if the document is one object that has it.
fn place_of(file: &ManifestFile, document: &Document, message: &str) -> String {
    let shown = file.input.shown();
    let place = || {
        let path = message.split('`').nth(1)?;
        let mut place = None;
        let mut node = &document.root;
        let own = node
            .get("apiVersion")
            .and_then(|own| own.as_str()?.rsplit('/').next());
        let path = match message.split("` has no version `").nth(1) {
            Some(unknown) if unknown.split('`').next() == own => "apiVersion",
            Some(_) => return None,
            None => path,
        };
        for step in path.split(['.', '[']) {
            let (span, next) = match step.strip_suffix(']') {
                Some(index) => {
                    let element = node.elements().get(index.parse::<usize>().ok()?)?;
                    (element.span, element)
                }
                None => {
                    let entry = node.members().iter().find(|entry| *entry.key == *step)?;
                    (entry.key_span, &entry.value)
                }
            };
            (place, node) = (Some(span), next);
        }
        // A value is at a wrong place, or has a wrong type.
        let is_of_value = message.contains("but the version declares") || path == "apiVersion";
        let place = place.map(|key| if is_of_value { node.span } else { key });
        let before = file.text.get(..place?.start as usize)?;
        let line_start = before.rfind('\n').map_or(0, |line_end| line_end + 1);
        let column = before.get(line_start..)?.chars().count() + 1;
        Some(format!("{shown}:{}:{column}", before.matches('\n').count() + 1))
    };
    place().unwrap_or(shown)
}

fn name_of(object: &Value) -> &str {
    let name = object.pointer("/metadata/name");
    name.and_then(Value::as_str).unwrap_or_default()
}

/// Returns the text of a document with another value. Lost comments are reported.
fn rewritten(
    file: &ManifestFile,
    document: &Document,
    value: &Value,
    terminal: &Terminal,
) -> Result<String, CommandError> {
    if document.json {
        return Ok(format!("{value:#}\n"));
    }
    let text = match rewrite::rewrite(&file.text, document, value) {
        Some(text) => text,
        None => plain(value)?,
    };
    let before = document.span.slice(&file.text);
    let lost = before.map_or_else(Vec::new, |before| lost_comments(before, &text));
    if !lost.is_empty() {
        terminal.warning(&format!(
            "{}: lost comments, which have no place in the converted text: {}",
            file.input.shown(),
            lost.join(", ")
        ));
    }
    Ok(text)
}

fn read(input: InputFile) -> Result<ManifestFile, CommandError> {
    let mut bytes = input.bytes().map_err(CommandError::new)?;
    let mut byte_order_mark = "";
    if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        byte_order_mark = BYTE_ORDER_MARK;
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let mut read = yaml::read(&bytes, yaml::Options::default());
    if let Some(error) = read.errors.first() {
        return Err(CommandError::new(unreadable(&input.shown(), &bytes, error)));
    }
    let mut text = lossy_text(bytes);
    let line_ends = LineEnds::of(&text);
    if line_ends == LineEnds::CarriageReturn {
        text = text.replace("\r\n", "\n");
        read = yaml::read(text.as_bytes(), yaml::Options::default());
    }
    Ok(ManifestFile {
        input,
        byte_order_mark,
        text,
        line_ends,
        documents: read.documents,
    })
}

fn plain(value: &Value) -> Result<String, CommandError> {
    yaml::to_string(value).map_err(|error| CommandError::new(format!("cannot write an object: {error}")))
}

#[cfg(test)]
mod tests {
    use super::{LineEnds, convert_list, items_mut, kept_in_annotations, lost_comments, lost_values};
    use crd_core::yaml;
    use serde_json::json;

    #[test]
    fn fields_set_twice_and_long_integers_would_be_lost() {
        let lost = |text: &str| {
            let read = yaml::read(text.as_bytes(), yaml::Options::default());
            let lost = read
                .documents
                .iter()
                .flat_map(|document| lost_values(&document.root, text));
            lost.collect::<Vec<_>>()
        };
        assert_eq!(
            lost("spec:\n  a: 1\n  b:\n  - c: 1\n    c: 2\n  a: 2\n"),
            ["duplicate fields, of which one value would be lost: `a`, `c`"]
        );
        assert_eq!(
            lost("a: 123456789012345678901\nb: [-99999999999999999999]\n"),
            [
                "integers with more than 64 bits, which would become floats: `123456789012345678901`, `-99999999999999999999`"
            ]
        );
        let kept = "a: 1\nb: {a: 9223372036854775807, c: 1.5, d: 1e30, e: '123456789012345678901'}\n";
        assert!(lost(kept).is_empty());
    }

    #[test]
    fn a_list_of_the_kind_has_the_version_of_its_items() {
        let mut list = json!({"apiVersion": "a.example.com/v1", "kind": "DatabaseList", "items": [{"apiVersion": "a.example.com/v2"}]});
        convert_list(&mut list, "v2");
        assert_eq!(list["apiVersion"], "a.example.com/v2");
        let mut list =
            json!({"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "a.example.com/v2"}]});
        convert_list(&mut list, "v2");
        assert_eq!(list["apiVersion"], "v1");
    }

    #[test]
    fn objects_of_lists_in_lists() {
        let mut list = json!({"apiVersion": "v1", "kind": "List", "items": [
            {"apiVersion": "a.example.com/v1", "kind": "DatabaseList", "items": [{"a": 1}]}, {"b": 1},
        ]});
        let objects: Vec<String> = items_mut(&mut list).iter().map(ToString::to_string).collect();
        assert_eq!(
            objects,
            [
                r#"{"a":1,"apiVersion":"a.example.com/v1","kind":"Database"}"#,
                r#"{"b":1}"#
            ]
        );
        let mut other = json!({"kind": "Basket", "items": [1]});
        assert_eq!(items_mut(&mut other).len(), 1);
    }

    #[test]
    fn values_that_move_to_annotations() {
        let after = json!({"metadata": {"annotations": {
            "b": "text", "a.example.com/v1.1487a7a0e50a6057": r#"{"p":"/spec/a/b","v":1}"#,
        }}});
        assert_eq!(kept_in_annotations(&json!({}), &after), ["`spec.a.b`"]);
        assert!(kept_in_annotations(&after, &after).is_empty());
    }

    #[test]
    fn line_ends_stay() {
        assert!(LineEnds::of("a\r\nb\r\n") == LineEnds::CarriageReturn);
        assert!(LineEnds::of("a\r\nb\n") == LineEnds::Newline);
        assert_eq!(LineEnds::of("a\r\n").written("b\nc\n".to_owned()), "b\r\nc\r\n");
    }

    #[test]
    fn comments_that_are_lost() {
        let before = "a: 1  # one\n# two\nb: 'x # y'\nc: 3 # one\n";
        assert_eq!(lost_comments(before, "a: 1 # one\n# two\n"), ["`# one`"]);
        assert!(lost_comments(before, before).is_empty());
        assert!(lost_comments("a: 1\n", "b: 1\n").is_empty());
    }
}
