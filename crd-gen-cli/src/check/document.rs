//! One document: decoded, asked of the validator, and turned into findings.

use crd_core::Diagnostic;
use crd_core::crd::{Crd, Decoded, StrictError, decode_for};
use crd_core::diagnostic::{self, Manifest, Severity};
use crd_core::validate::{self, Verdict};
use crd_core::yaml::Document;
use crd_core::yaml::tree::{Node, Value};

use super::file::Checked;
use super::minimum;
use crate::args::Format;
use crate::report::{Finding, Spoken, verdict_line};
use crate::source::Source;

/// The version of CRDs that servers from 1.22 on do not serve.
const V1BETA1: &str = "apiextensions.k8s.io/v1beta1";

/// The rules a document was read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadAs {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}

/// What a document is.
pub(crate) enum Kind<'a> {
    /// A CRD.
    Crd,
    /// A list of objects.
    List(&'a [Node]),
    /// Something else, by kind and name; `None` without a kind.
    Other(Option<String>),
}

pub(crate) fn kind(document: &Node) -> Kind<'_> {
    let text = |node: &Node, name: &str| node.get(name).and_then(Node::as_str).map(str::to_owned);
    let Some(kind) = text(document, "kind") else {
        return Kind::Other(None);
    };
    if kind == "CustomResourceDefinition" {
        return Kind::Crd;
    }
    let items = document.get("items").and_then(Node::as_sequence);
    if let (true, Some(items)) = (kind == "List" || kind == "CustomResourceDefinitionList", items) {
        return Kind::List(items);
    }
    let name = document
        .get("metadata")
        .and_then(|metadata| text(metadata, "name"));
    Kind::Other(Some(name.map_or(kind.clone(), |name| format!("{kind} `{name}`"))))
}

/// The verdict on a document that does not say its kind. The server repeats it, JSON as it was sent.
pub(super) fn without_kind(
    source: &Source,
    position: usize,
    document: &Document,
    is_whole_file: bool,
) -> String {
    let raw = if is_whole_file {
        // Lines are read with their end, even the last.
        Some(source.text.trim_end_matches('\n').to_owned() + "\n")
    } else {
        document.span.slice(&source.text).map(str::to_owned)
    };
    let json = match raw.filter(|_| document.json) {
        Some(raw) => raw,
        None => crd_core::go::json(&document.root.to_json()),
    };
    let decode = format!("Object 'Kind' is missing in '{json}'");
    let spoken = Spoken {
        decode: Some(&decode),
        ..Spoken::default()
    };
    verdict_line(&source.shown(), position, &spoken)
}

/// Checks one CRD.
pub(super) fn check(checked: &mut Checked<'_>, position: usize, document: &Node, read_as: ReadAs) {
    checked.report.crds += 1;
    let name = document
        .get("metadata")
        .and_then(|metadata| metadata.get("name"))
        .and_then(Node::as_str)
        .map(str::to_owned);
    let decoded = decode_for(document, checked.version);
    let mut about = About {
        document,
        position,
        name,
        read_as,
        checked,
    };
    let bad = match &decoded.crd {
        Some(crd) if about.checked.run.args.minimum_version => about.minimum(crd),
        Some(crd) if about.checked.run.args.condition => about.condition(crd),
        crd => about.all(&decoded, crd.as_ref()),
    };
    if bad {
        checked.report.bad_crds += 1;
    }
}

fn ask(checked: &Checked<'_>, crd: &Crd) -> Verdict {
    match checked
        .run
        .old
        .as_ref()
        .and_then(|old| old.named(&crd.metadata.name))
    {
        Some(old) => validate::update(old, crd, checked.version),
        None => validate::create(crd, checked.version),
    }
}

/// What the server says under strict validation. Of names that stand twice it sees only those of JSON: from YAML
/// kubectl makes JSON in which each name stands once.
fn strict(decoded: &Decoded, read_as: ReadAs) -> impl Iterator<Item = &StrictError> {
    let sees = move |error: &&StrictError| read_as == ReadAs::Json || error.first.is_none();
    decoded.strict.iter().filter(sees)
}

/// A document whose findings are being gathered.
struct About<'a, 'b> {
    document: &'a Node,
    position: usize,
    name: Option<String>,
    read_as: ReadAs,
    checked: &'a mut Checked<'b>,
}

impl About<'_, '_> {
    /// The whole verdict.
    fn all(&mut self, decoded: &Decoded, crd: Option<&Crd>) -> bool {
        let verdict = crd.map(|crd| ask(self.checked, crd));
        if self.checked.run.args.format == Format::Verdicts {
            let line = self.spoken(decoded, verdict.as_ref());
            self.checked.report.lines.push_str(&line);
        }
        let mut found = self.decoding(decoded);
        let mut bad = false;
        if let (Some(verdict), Some(crd)) = (&verdict, crd) {
            bad |= self.verdict(crd, verdict, &mut found);
        }
        found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        for diagnostic in found {
            bad |= self.add(diagnostic);
        }
        bad
    }

    fn spoken(&self, decoded: &Decoded, verdict: Option<&Verdict>) -> String {
        let decode = decoded.errors.first().map(|error| error.message.as_str());
        let spoken = Spoken {
            name: self.name.as_deref().filter(|_| decode.is_none()),
            decode,
            strict: strict(decoded, self.read_as)
                .map(|error| error.message.as_str())
                .collect(),
            panic: verdict
                .and_then(|verdict| verdict.panic.as_ref())
                .map(|panic| panic.reason.as_str()),
            errors: verdict.map_or(&[], |verdict| &verdict.errors),
        };
        verdict_line(&self.checked.source.shown(), self.position, &spoken)
    }

    fn minimum(&mut self, crd: &Crd) -> bool {
        let minimum = minimum::minimum(self.manifest(), crd);
        let bad = !minimum.is_some();
        let text = minimum.render(self.checked, self.position, self.name.as_deref());
        self.checked.report.lines.push_str(&text);
        self.checked.report.failed |= bad;
        bad
    }

    fn condition(&mut self, crd: &Crd) -> bool {
        let (text, bad) = minimum::condition(self.checked, self.manifest(), crd, self.position);
        self.checked.report.lines.push_str(&text);
        self.checked.report.failed |= bad;
        bad
    }

    /// Names that stand twice, values of the wrong type, unknown fields.
    fn decoding(&self, decoded: &Decoded) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.document.get("apiVersion").and_then(Node::as_str) == Some(V1BETA1)
            && self.checked.run.old.is_none()
        {
            found.push(v1beta1(self.document));
        }
        if self.read_as == ReadAs::Yaml {
            let mut duplicates = Vec::new();
            gather_duplicates(self.document, &mut duplicates);
            // What a merge key brings in is meant to be overridden.
            let written = duplicates.into_iter().filter(|duplicate| !duplicate.merged);
            found.extend(written.map(diagnostic::of_duplicate));
        }
        found.extend(decoded.errors.iter().map(diagnostic::of_decode));
        found.extend(strict(decoded, self.read_as).map(diagnostic::of_strict));
        found
    }

    /// Errors, warnings and crashes; what is beyond the limit is only counted. Returns whether an error was.
    fn verdict(&mut self, crd: &Crd, verdict: &Verdict, found: &mut Vec<Diagnostic>) -> bool {
        let mut bad = false;
        let room = self.checked.room();
        for (position, error) in verdict.errors.iter().enumerate() {
            if position < room {
                let mut diagnostic = diagnostic::of_error(self.manifest(), error);
                diagnostic::advise(&mut diagnostic, error, crd, self.checked.version);
                found.push(diagnostic);
            } else {
                bad |= self.checked.count(diagnostic::code_of(error), Severity::Error);
            }
        }
        if let Some(panic) = &verdict.panic {
            found.push(diagnostic::of_panic(self.manifest(), panic));
        }
        let warnings = verdict.warnings.iter().take(room);
        found.extend(warnings.map(|warning| diagnostic::of_warning(self.manifest(), warning)));
        for warning in verdict.warnings.iter().skip(room) {
            bad |= self
                .checked
                .count(diagnostic::code_of_rule(warning.rule), Severity::Warning);
        }
        bad
    }

    fn manifest(&self) -> Manifest<'_> {
        Manifest {
            text: &self.checked.source.text,
            document: self.document,
        }
    }

    fn add(&mut self, diagnostic: Diagnostic) -> bool {
        let version = self.version_of(&diagnostic.field);
        self.checked.add(Finding {
            document: self.position,
            name: self.name.clone(),
            version,
            diagnostic,
        })
    }

    /// The name of the version a field is in.
    fn version_of(&self, field: &str) -> Option<String> {
        let (index, _) = field.strip_prefix("spec.versions[")?.split_once(']')?;
        let versions = self.document.get("spec")?.get("versions")?.as_sequence()?;
        let version = versions.get(index.parse::<usize>().ok()?)?;
        version.get("name")?.as_str().map(str::to_owned)
    }
}

fn v1beta1(document: &Node) -> Diagnostic {
    let span = document
        .get("apiVersion")
        .map_or(document.span, |version| version.span);
    let message = "`v1beta1` CRDs are served by Kubernetes up to 1.21 only".to_owned();
    let mut diagnostic = diagnostic::plain(diagnostic::registry::V1BETA1, message, span, "no longer served");
    "apiVersion".clone_into(&mut diagnostic.field);
    diagnostic.help.push("write `apiextensions.k8s.io/v1`, and move `validation`, `subresources` and `additionalPrinterColumns` to each version".to_owned());
    diagnostic
}

/// The names that stand again anywhere in a document, whose depth the reader bounds.
fn gather_duplicates<'a>(node: &'a Node, found: &mut Vec<&'a crd_core::yaml::tree::Duplicate>) {
    match &node.value {
        Value::Mapping(mapping) => {
            found.extend(mapping.duplicates());
            for entry in &mapping.entries {
                gather_duplicates(&entry.value, found);
            }
        }
        Value::Sequence(items) => {
            for item in items {
                gather_duplicates(item, found);
            }
        }
        _ => {}
    }
}
