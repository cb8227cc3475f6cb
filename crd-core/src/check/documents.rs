//! The documents of a text: the kind and the position of each.

use memchr::memmem::Finder;

use super::members::members_of_crds;
use super::{Diagnostic, Severity, codes};
use crate::go;
use crate::yaml::Document;
use crate::yaml::tree::{Node, Span, Value};

/// The type of a document, by its `kind`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DocumentKind<'a> {
    /// A CRD.
    Crd,
    /// A list of objects, with its items.
    List(&'a [Node]),
    /// Any other document.
    Other {
        /// Its kind, if it has one.
        kind: Option<&'a str>,
        /// Its name, if it has one.
        name: Option<&'a str>,
    },
}

impl<'a> DocumentKind<'a> {
    /// Returns the type of a document.
    #[must_use]
    pub fn of(document: &'a Node) -> Self {
        let kind = document.get("kind").and_then(Node::as_str);
        if kind == Some("CustomResourceDefinition") {
            return DocumentKind::Crd;
        }
        let items = document.get("items").and_then(Node::as_sequence);
        if let (Some("List" | "CustomResourceDefinitionList"), Some(items)) = (kind, items) {
            return DocumentKind::List(items);
        }
        DocumentKind::Other {
            kind,
            name: name(document),
        }
    }
}

/// Returns the CRDs of a document: the document itself, or those among the items of a list.
pub fn crds_of(document: &Node) -> impl Iterator<Item = &Node> {
    let nodes = match DocumentKind::of(document) {
        DocumentKind::Crd => std::slice::from_ref(document),
        DocumentKind::List(items) => items,
        DocumentKind::Other { .. } => &[],
    };
    nodes
        .iter()
        .filter(|node| DocumentKind::of(node) == DocumentKind::Crd)
}

/// Whether a document of another kind is meant as a CRD: it has the group of CRDs, or the members of a CRD and no other group.
pub(super) fn is_meant_as_crd(document: &Node) -> bool {
    let text = |name: &str| document.get(name).and_then(Node::as_str);
    let is_of_crds = |version: &str| version.starts_with("apiextensions.k8s.io/");
    match (text("kind"), text("apiVersion")) {
        (Some("ConversionReview" | "CustomResourceDefinitionList" | "List"), _) => false,
        (_, Some(version)) if version.contains('/') => is_of_crds(version),
        _ => {
            let spec = document.get("spec");
            let has = |name: &str| spec.is_some_and(|spec| spec.get(name).is_some());
            ["group", "names", "versions"].into_iter().all(has)
        }
    }
}

/// Whether the unparsable part of a text around a byte seems to be a CRD.
pub(super) fn holds_crd(text: &str, at: usize) -> bool {
    const SEPARATOR: &str = "\n---";
    let start = text
        .get(..at)
        .and_then(|before| before.rfind(SEPARATOR))
        .unwrap_or(0);
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find(SEPARATOR).map_or(text.len(), |length| at + length);
    let lines = text.get(start..end).unwrap_or_default().lines();
    lines
        .filter_map(|line| line.trim_start().strip_prefix("kind:"))
        .any(|kind| {
            let kind = kind.split('#').next().unwrap_or_default().trim();
            kind.trim_matches(['"', '\'']) == "CustomResourceDefinition"
        })
}

/// Replaces the findings about an object that a separator cuts in two: the document behind it has no kind and the missing members.
pub(super) fn join_cut(text: &str, object: &Node, found: &mut Vec<Diagnostic>) {
    let Some(separator) = separator_in(text, object) else {
        return;
    };
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    let error = found
        .iter()
        .position(is_error)
        .map(|index| found.swap_remove(index));
    let written = separator.slice(text).unwrap_or_default();
    let message = format!("`{written}` ends the object here, and the rest of it is another document");
    let mut cut = Diagnostic::new(codes::DOCUMENT_SEPARATOR, message, separator)
        .with_label("ends the object")
        .with_help("remove this line");
    cut.severity = Severity::Warning;
    if let Some(error) = error {
        (cut.code, cut.severity, cut.server, cut.stage) =
            (error.code, error.severity, error.server, error.stage);
    }
    *found = vec![cut];
}

/// Returns the separator that cuts an object in two.
pub(super) fn separator_in(text: &str, object: &Node) -> Option<Span> {
    let behind = text.get(object.span.end as usize..)?.trim_start();
    let start = text.len() - behind.len();
    let (line, rest) = behind.split_once('\n')?;
    let (written, comment) = line.split_at_checked(3)?;
    let is_separator =
        matches!(written, "---" | "...") && (comment.trim().is_empty() || comment.starts_with(" #"));
    let is_marker = |line: &&str| line.starts_with("---");
    let mut lines = rest
        .lines()
        .skip_while(is_marker)
        .take_while(|line| !is_marker(line));
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let first = lines.clone().find(is_content).filter(|_| is_separator)?;
    let is_of_object = |line: &str| line.starts_with("kind:") || line.starts_with("apiVersion:");
    // Most documents begin with one of them.
    if is_of_object(first) {
        return None;
    }
    let is_rest = |name: &str| {
        object.get(name).is_none()
            && lines
                .clone()
                .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
    };
    let is_member = |name: &str| first.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'));
    let is_of_crd = || DocumentKind::of(object) == DocumentKind::Crd && members_of_crds().any(is_member);
    let is_cut = (first.starts_with(' ') || is_rest("spec") || is_rest("metadata") || is_of_crd())
        && !lines.any(is_of_object);
    is_cut.then(|| Span::new(start, start + 3))
}

/// Returns `metadata.name`.
pub(super) fn name(document: &Node) -> Option<&str> {
    document.get("metadata")?.get("name")?.as_str()
}

/// Returns the text that the spans of a report about `bytes` refer to: a `?` replaces each byte that is not UTF-8.
#[must_use]
pub fn lossy_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        text
    })
}

/// Returns the server's message about names that are set twice under strict field validation, in the order and with the
/// line numbers of the document that the server receives.
pub(super) fn duplicates_in_yaml(text: &str, document: &Document) -> Option<String> {
    let start = document.span.start as usize;
    let part = text.get(start..)?;
    let begins = part.strip_prefix("---").and_then(|rest| rest.find('\n'));
    let first_line = start + begins.map_or(0, |line_end| "---".len() + line_end + 1);
    let mut lines = Vec::new();
    duplicates_below(&document.root, &mut |key, at| {
        let before = text.get(first_line..at as usize).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        lines.push(format!(
            "  line {line}: key {} already set in map",
            go::quote(key)
        ));
    });
    (!lines.is_empty()).then(|| format!("yaml: unmarshal errors:\n{}", lines.join("\n")))
}

/// Finds the names set twice in the order of Go's parser: after the value that is set again.
fn duplicates_below(node: &Node, found: &mut dyn FnMut(&str, u32)) {
    match &node.value {
        Value::Mapping(mapping) => {
            for entry in &mapping.entries {
                duplicates_below(&entry.value, found);
                let again = mapping
                    .duplicates()
                    .iter()
                    .filter(|again| *again.key == *entry.key);
                for duplicate in again {
                    let is_last = duplicate.key_span == entry.key_span;
                    found(
                        &entry.key,
                        if is_last {
                            entry.value.span
                        } else {
                            duplicate.key_span
                        }
                        .start,
                    );
                }
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| duplicates_below(item, found)),
        _ => {}
    }
}

/// Counts the parts of a text that are separated by `---`, from one document to the next.
pub(super) struct Positions<'a> {
    text: &'a str,
    separator: Finder<'static>,
    /// Start of the last document; `count` is the number of parts before it, including empty ones.
    last: usize,
    count: usize,
    /// Number of JSON documents so far.
    json: usize,
}

impl<'a> Positions<'a> {
    /// Creates the counter for a text that may begin with JSON documents, which need no separators.
    pub(super) fn new(text: &'a str, documents: &[Document]) -> Self {
        let json = documents.iter().take_while(|document| document.json).count();
        let last = json.checked_sub(1).and_then(|last| documents.get(last));
        // The separator between JSON and YAML is not counted: it is part of the first YAML document.
        let behind = last.map_or(0, |last| {
            let end = last.span.end as usize;
            let line_end = text.get(end..).and_then(|rest| rest.find('\n'));
            end + line_end.map_or(0, |line_end| line_end + 2)
        });
        Positions {
            text,
            separator: Finder::new(b"\n---"),
            last: behind,
            count: json,
            json: 0,
        }
    }

    /// Returns the position of a document, which must follow those of earlier calls.
    pub(super) fn of(&mut self, document: &Document) -> usize {
        if document.json {
            self.json += 1;
            return self.json - 1;
        }
        self.at(document.span.start as usize)
    }

    /// Returns the position of the YAML document at a byte, which must follow those of earlier calls.
    pub(super) fn at(&mut self, start: usize) -> usize {
        // The line break that belongs to the separator is before the document.
        let between = self.text.as_bytes().get(self.last.saturating_sub(1)..start);
        self.count += self.separator.find_iter(between.unwrap_or_default()).count();
        self.last = self.last.max(start);
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read};

    #[test]
    fn documents_that_are_meant_as_crds() {
        for (text, expected) in [
            (
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourcesDefinition\n",
                true,
            ),
            (
                "apiVersion: apiextensions.k8s.io/v1\nkind: ConversionReview\n",
                false,
            ),
            (
                "apiVersion: v1\nkind: CRD\nspec: {group: a.b, names: {}, versions: []}\n",
                true,
            ),
            ("spec: {group: a.b, names: {}, versions: []}\n", true),
            ("apiVersion: v1\nkind: Pod\nspec: {containers: []}\n", false),
            (
                "apiVersion: apiextensions.crossplane.io/v1\nkind: CompositeResourceDefinition\n\
                 spec: {group: a.b, names: {}, versions: []}\n",
                false,
            ),
        ] {
            let read = read(text.as_bytes(), Options::default());
            assert_eq!(is_meant_as_crd(&read.documents[0].root), expected, "{text}");
        }
    }
}
