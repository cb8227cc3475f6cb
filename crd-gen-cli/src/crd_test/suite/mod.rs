//! Parses a file of cases, with spans.
//!
//! ```text
//! kind: CrdTest
//! crds: [../crds]                       files and directories, relative to this file
//! base: object.yaml                     what the objects of the cases are merge patches of
//! cases:
//! - name: at least one replica
//!   create: {spec: {replicas: 0}}
//!   expect: {rejected: [{field: spec.replicas, text: greater than or equal to 1}]}
//! ```

mod proposals;

use std::path::{Component, Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::objects::FieldValidation;
use crd_core::yaml::tree::{Entry, Node, Span, Value};
use crd_core::yaml::{self, read};
use serde_json::Value as Json;

use self::proposals::{expected_error, meant, takes, unnested_expectation};
use crate::CommandError;
use crate::config::error_at;
use crate::source::SourceText;
use crate::sources::{near_path, path_of_revision};
use crate::text::{plain, quoted};

/// The `kind` of a file of cases.
pub(super) const KIND: &str = "CrdTest";
const KEYS: [&str; 6] = [
    "kind",
    "crds",
    "base",
    "kubernetesVersion",
    "fieldValidation",
    "cases",
];
const CASE_KEYS: [&str; 6] = ["name", "create", "old", "update", "status", "expect"];

/// The object whose merge patches the objects of the cases are.
pub(super) struct TestBase {
    pub(super) object: Json,
    /// The span of the key `base`.
    pub(super) key: Span,
}

/// A file of cases.
pub(super) struct Suite {
    pub(super) source: SourceText,
    pub(super) crds: Vec<PathBuf>,
    pub(super) version: Option<KubeVersion>,
    pub(super) field_validation: FieldValidation,
    pub(super) base: Option<TestBase>,
    pub(super) cases: Vec<TestCase>,
}

/// A request with the expected response of the server.
pub(super) struct TestCase {
    pub(super) name: String,
    /// The byte range of the case in the file.
    pub(super) span: Span,
    /// The span of the first member's name; all members have its column.
    pub(super) first: Span,
    pub(super) request: CaseRequest,
    /// The expectation and its span.
    pub(super) expect: Option<(Expectation, Span)>,
}

pub(super) enum CaseRequest {
    Create(Json),
    Update { old: Json, new: Json },
    Status { old: Json, new: Json },
}

/// The expected response of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expectation {
    Accepted,
    Rejected,
    /// Exactly these errors.
    RejectedFor(Vec<ExpectedError>),
}

/// An error: its path, and a part of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpectedError {
    pub(super) field: Option<String>,
    pub(super) text: Option<String>,
}

/// Parses the cases of a text; `Ok(None)` if it is not a file of cases. A text that is not YAML is one if it mentions the kind.
pub(super) fn parse(path: &Path, text: String, is_named: bool) -> Result<Option<Suite>, CommandError> {
    let source = SourceText::new(path.to_owned(), text);
    let read = read(source.text.as_bytes(), yaml::Options::default());
    if let Some(error) = read.errors.first()
        && (is_named || source.text.contains(KIND))
    {
        let line = line_of(&source.text, error.span);
        return Err(match unnested_expectation(line) {
            Some(meant) => error_at(
                &source,
                range(error.span),
                "`expect` has one value",
                &format!("write `{meant}`"),
            ),
            None => error_at(&source, range(error.span), &plain(&error.message), ""),
        });
    }
    let is_suite = |node: &Node| node.get("kind").and_then(Node::as_str) == Some(KIND);
    let mut documents = read.documents.iter().filter(|document| is_suite(&document.root));
    let Some(document) = documents.next() else {
        let is_meant = |node: &Node| node.get("cases").is_some() && node.get("apiVersion").is_none();
        return match read.documents.iter().find(|document| is_meant(&document.root)) {
            Some(document) => {
                let kind = document.root.get("kind");
                let span = kind.map_or(document.span, |kind| kind.span);
                let message = format!("cases of a test need `kind: {KIND}`");
                Err(error_at(
                    &source,
                    range(span),
                    &message,
                    &format!("write `kind: {KIND}`"),
                ))
            }
            None => Ok(None),
        };
    };
    let suite = TestFileReader {
        source: &source,
        path,
    }
    .suite(&document.root)?;
    if let Some(second) = documents.next() {
        return Err(error_at(
            &source,
            range(second.span),
            "a second `CrdTest` in one file",
            "put it in a separate file",
        ));
    }
    Ok(Some(Suite { source, ..suite }))
}

struct TestFileReader<'a> {
    source: &'a SourceText,
    path: &'a Path,
}

impl TestFileReader<'_> {
    fn suite(&self, root: &Node) -> Result<Suite, CommandError> {
        self.known_keys(root, &KEYS)?;
        let base = match root.as_mapping().and_then(|root| root.get("base")) {
            Some(entry) => Some(TestBase {
                object: self.object(&entry.value, None)?,
                key: entry.key_span,
            }),
            None => None,
        };
        let base_object = base.as_ref().map(|base| &base.object);
        let mut crds = Vec::new();
        for node in self.list(root, "crds")? {
            let written = self.text(node)?;
            let path = self.beside(written);
            if !path.exists() && path_of_revision(&path).is_none() {
                let near = near_path(&path).and_then(|near| replaced(written, &path, Path::new(&near)));
                let label = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
                let message = format!("there is no file or directory `{}`", path.display());
                return Err(self.error(node.span, &message, &label));
            }
            crds.push(path);
        }
        let version = match root.get("kubernetesVersion") {
            None => None,
            Some(node) => {
                let text = node
                    .as_str()
                    .map_or_else(|| node.to_json().to_string(), str::to_owned);
                // Without quotes, `1.30` is the number 1.3.
                let written = node.span.slice(&self.source.text).unwrap_or_default();
                let label = match written.parse::<KubeVersion>() {
                    Ok(_) => format!("write it in quotes: `\"{written}\"`"),
                    Err(_) => String::new(),
                };
                Some(text.parse().map_err(|error: crd_core::UnknownKubeVersion| {
                    self.error(node.span, &error.to_string(), &label)
                })?)
            }
        };
        let field_validation = match root.get("fieldValidation") {
            None => FieldValidation::Strict,
            Some(node) => match node.as_str() {
                Some("Strict") => FieldValidation::Strict,
                Some("Warn") => FieldValidation::Warn,
                Some("Ignore") => FieldValidation::Ignore,
                _ => {
                    return Err(self.error(
                        node.span,
                        "unknown value of `fieldValidation`",
                        "write `Strict`, `Warn` or `Ignore`",
                    ));
                }
            },
        };
        let mut cases: Vec<TestCase> = Vec::new();
        for node in self.list(root, "cases")? {
            let case = self.case(node, base_object)?;
            self.has_kind(&case, node, root.get("base"), base_object)?;
            self.is_new(&case, node, &cases)?;
            cases.push(case);
        }
        Ok(Suite {
            source: SourceText::new(PathBuf::new(), String::new()),
            crds,
            version,
            field_validation,
            base,
            cases,
        })
    }

    fn case(&self, node: &Node, base: Option<&Json>) -> Result<TestCase, CommandError> {
        self.known_keys(node, &CASE_KEYS)?;
        let first = node
            .as_mapping()
            .and_then(|mapping| mapping.entries.first())
            .ok_or_else(|| self.error(node.span, "the case is empty", ""))?;
        let name = match node.get("name") {
            Some(name) => self.text(name)?.to_owned(),
            None => return Err(self.error(first.key_span, "the case has no `name`", "")),
        };
        let given = |key: &str| node.get(key);
        let request = match (given("create"), given("update"), given("status")) {
            (Some(create), None, None) => match given("old") {
                None => CaseRequest::Create(self.object(create, base)?),
                Some(old) => {
                    return Err(self.error(old.span, "`old` cannot be used with `create`", "write `update`"));
                }
            },
            (None, Some(changed), None) | (None, None, Some(changed)) => {
                let old = match (given("old"), base) {
                    (Some(old), base) => self.object(old, base)?,
                    (None, Some(base)) => base.clone(),
                    (None, None) => {
                        return Err(self.error(
                            first.key_span,
                            "the case has no `old`",
                            "an update needs the object that it replaces",
                        ));
                    }
                };
                let new = self.object(changed, Some(&old))?;
                match given("update") {
                    Some(_) => CaseRequest::Update { old, new },
                    None => CaseRequest::Status { old, new },
                }
            }
            _ => return Err(self.not_one_request(node, first.key_span)),
        };
        let expect = node.as_mapping().and_then(|mapping| mapping.get("expect"));
        let expect = match expect {
            Some(entry) => Some((self.expectation(&entry.value)?, whole(entry))),
            None => None,
        };
        Ok(TestCase {
            name,
            span: node.span,
            first: first.key_span,
            request,
            expect,
        })
    }

    /// Returns the error for a case without a request, or with several.
    fn not_one_request(&self, case: &Node, first: Span) -> CommandError {
        let requests = case.members().iter();
        let mut requests = requests.filter(|entry| ["create", "update", "status"].contains(&&*entry.key));
        match (requests.next(), requests.next()) {
            (Some(one), Some(other)) => {
                let message = format!("the case has two requests, `{}` and `{}`", one.key, other.key);
                self.error(other.key_span, &message, "put it in a case of its own")
            }
            _ => self.error(
                first,
                "the case has no request",
                "add one of `create`, `update` and `status`",
            ),
        }
    }

    /// Reports a name that an earlier case has: reports of tests tell cases apart by their names.
    fn is_new(&self, case: &TestCase, node: &Node, earlier: &[TestCase]) -> Result<(), CommandError> {
        let Some(same) = earlier.iter().find(|other| other.name == case.name) else {
            return Ok(());
        };
        let line = self.source.position(same.first.start).line;
        let span = node.get("name").map_or(case.first, |name| name.span);
        let label = format!("write another name: the case in line {line} has this one");
        Err(self.error(span, "two cases have the same name", &label))
    }

    /// Reports an object without a kind: at the base if that should have it.
    fn has_kind(
        &self,
        case: &TestCase,
        node: &Node,
        base_node: Option<&Node>,
        base: Option<&Json>,
    ) -> Result<(), CommandError> {
        let (key, new) = match &case.request {
            CaseRequest::Create(new) => ("create", new),
            CaseRequest::Update { new, .. } => ("update", new),
            CaseRequest::Status { new, .. } => ("status", new),
        };
        let has = |object: &Json, key: &str| object.get(key).is_some_and(Json::is_string);
        let Some(missing) = ["apiVersion", "kind"].into_iter().find(|key| !has(new, key)) else {
            return Ok(());
        };
        let (what, place) = match (base_node, base) {
            (Some(node), Some(base)) if !has(base, missing) => ("`base`", Some(node)),
            _ => ("the object", node.get(key)),
        };
        let span = place.map_or(case.first, |node| node.span);
        let label = format!("add `{missing}`");
        Err(self.error(span, &format!("{what} has no `{missing}`"), &label))
    }

    fn expectation(&self, node: &Node) -> Result<Expectation, CommandError> {
        const HELP: &str = "write `accepted`, `rejected`, or `rejected: [{field: …, text: …}]`";
        let unknown = || self.error(node.span, "unknown expectation", HELP);
        match (&node.value, node.as_str()) {
            (_, Some("accepted")) => Ok(Expectation::Accepted),
            (_, Some("rejected")) => Ok(Expectation::Rejected),
            (Value::Mapping(_), _) if node.get("accepted").is_none() => {
                self.known_keys(node, &["rejected"])?;
                let list = self.list(node, "rejected")?;
                let mut errors = Vec::new();
                for error in list {
                    self.known_keys(error, &["field", "text"])?;
                    let text = |key: &str| {
                        error
                            .get(key)
                            .map(|node| self.text(node).map(str::to_owned))
                            .transpose()
                    };
                    errors.push(ExpectedError {
                        field: text("field")?,
                        text: text("text")?,
                    });
                    self.is_path_of_server(error.get("field"))?;
                }
                if errors.is_empty() {
                    let label = "write `expect: rejected` for any errors, or list the errors";
                    Err(self.error(node.span, "an object cannot be rejected for no error", label))
                } else {
                    Ok(Expectation::RejectedFor(errors))
                }
            }
            _ => Err(unknown()),
        }
    }

    /// Reports a path that starts with a dot, as no path of the server does.
    fn is_path_of_server(&self, field: Option<&Node>) -> Result<(), CommandError> {
        let Some((node, path)) = field.and_then(|node| Some((node, node.as_str()?.strip_prefix('.')?)))
        else {
            return Ok(());
        };
        let message = "the paths of the server do not start with a dot";
        Err(self.error(node.span, message, &format!("write `{path}`")))
    }

    /// Reads an object: written in the case, as a merge patch of the base, or in a file given by its path.
    fn object(&self, node: &Node, base: Option<&Json>) -> Result<Json, CommandError> {
        let Some(file) = node.as_str() else {
            let mut object = base.cloned().unwrap_or(Json::Null);
            merge(&mut object, node.to_json());
            return if object.is_object() {
                Ok(object)
            } else {
                Err(self.error(
                    node.span,
                    "this is not an object",
                    "write an object, or the path of a file that contains one",
                ))
            };
        };
        let path = self.beside(file);
        let cannot = |reason: &str| {
            self.error(
                node.span,
                &format!("cannot read `{}`: {reason}", path.display()),
                "an object, or the path of a file with one",
            )
        };
        let bytes = std::fs::read(&path).map_err(|error| cannot(&crate::reason_at(&path, &error)))?;
        let read = read(&yaml::to_utf8(bytes), yaml::Options::default());
        match (read.documents.as_slice(), read.errors.first()) {
            (_, Some(error)) => Err(cannot(&error.message)),
            ([only], None) => Ok(only.root.to_json()),
            (documents, None) => Err(cannot(&format!(
                "it has {} documents, but must have one",
                documents.len()
            ))),
        }
    }

    fn beside(&self, path: &str) -> PathBuf {
        let mut joined = self.path.parent().unwrap_or(Path::new("")).to_owned();
        for part in Path::new(path).components() {
            match part {
                Component::ParentDir if joined.file_name().is_some() => drop(joined.pop()),
                Component::CurDir => {}
                other => joined.push(other),
            }
        }
        if joined.as_os_str().is_empty() {
            joined.push(".");
        }
        joined
    }

    fn text<'n>(&self, node: &'n Node) -> Result<&'n str, CommandError> {
        node.as_str().ok_or_else(|| {
            let written = node.span.slice(&self.source.text).unwrap_or_default();
            let is_scalar = node.as_mapping().is_none() && node.as_sequence().is_none();
            let label = if is_scalar && !written.is_empty() && !written.contains(['\n', '"']) {
                format!("YAML reads no string; write it in quotes: `\"{written}\"`")
            } else {
                String::new()
            };
            self.error(node.span, "this must be a string", &label)
        })
    }

    fn list<'n>(&self, node: &'n Node, key: &str) -> Result<&'n [Node], CommandError> {
        let Some(list) = node.get(key) else {
            return Ok(&[]);
        };
        list.as_sequence().ok_or_else(|| {
            let written = list.span.slice(&self.source.text).unwrap_or_default();
            let label = match &list.value {
                Value::String(text) if key == "rejected" => {
                    format!("write `rejected: [{{{}}}]`", expected_error(text))
                }
                Value::String(_) if !written.contains('\n') => format!("write a list: `[{written}]`"),
                Value::Mapping(_) if key == "cases" => "write a list: `- name: …` for each case".to_owned(),
                Value::Mapping(_) => "write a list: `- ` before the first key".to_owned(),
                _ => String::new(),
            };
            self.error(list.span, &format!("`{key}` must be a list"), &label)
        })
    }

    fn known_keys(&self, node: &Node, known: &[&str]) -> Result<(), CommandError> {
        let Some(mapping) = node.as_mapping() else {
            let label = match node.as_str() {
                Some(text) if known.contains(&"text") => {
                    format!("write `{}`", expected_error(text))
                }
                _ => String::new(),
            };
            return Err(self.error(node.span, "this must be an object", &label));
        };
        for entry in &mapping.entries {
            if !known.contains(&&*entry.key) {
                let is_possible = |meant: &&str| node.get(meant).is_none() && takes(meant, &entry.value);
                let possible: Vec<&str> = known.iter().copied().filter(is_possible).collect();
                let meant = meant(&entry.key, &possible);
                let written = entry.value.span.slice(&self.source.text).unwrap_or_default();
                let label = match meant {
                    Some(meant @ "crds") if entry.value.as_str().is_some() => {
                        format!("write `{meant}: [{written}]`")
                    }
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None if known.contains(&"text") => {
                        "remove it: an error has only `field` and `text`".to_owned()
                    }
                    None => format!("one of {}", quoted(known)),
                };
                return Err(self.error(entry.key_span, &format!("unknown key `{}`", entry.key), &label));
            }
        }
        Ok(())
    }

    fn error(&self, span: Span, message: &str, label: &str) -> CommandError {
        error_at(self.source, range(span), message, label)
    }
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Returns the line that a span starts in.
fn line_of(text: &str, span: Span) -> &str {
    let (before, after) = text.split_at_checked(span.start as usize).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let rest = after.find('\n').unwrap_or(after.len());
    text.get(start..before.len() + rest).unwrap_or_default()
}

/// Returns a path as written in the file, with its last parts replaced by those of a similar path: `../crds` for `../crd`, if
/// `crds` is similar to `crd`.
fn replaced(written: &str, path: &Path, near: &Path) -> Option<String> {
    let same = path.components().zip(near.components());
    let same = same.take_while(|(one, other)| one == other).count();
    let count = path.components().count();
    let is_prefix = near.components().count() == count;
    let kept = Path::new(written)
        .components()
        .count()
        .checked_sub(count - same)?;
    let kept = Path::new(written).components().take(kept);
    let replaced: PathBuf = kept.chain(near.components().skip(same)).collect();
    is_prefix.then(|| replaced.display().to_string())
}

fn whole(entry: &Entry) -> Span {
    Span {
        start: entry.key_span.start,
        end: entry.value.span.end,
    }
}

/// Applies a JSON merge patch (RFC 7386): objects are merged, null removes, other values replace.
fn merge(into: &mut Json, patch: Json) {
    let Json::Object(patch) = patch else {
        *into = patch;
        return;
    };
    if !into.is_object() {
        *into = Json::Object(serde_json::Map::new());
    }
    if let Json::Object(members) = into {
        for (key, value) in patch {
            if value.is_null() {
                members.remove(&key);
            } else {
                merge(members.entry(key).or_insert(Json::Null), value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
