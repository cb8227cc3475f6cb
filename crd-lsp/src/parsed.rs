//! The parsed text of a document: parsed once for each version of the text, when the first request needs it, and shared by all
//! requests about that version. Documents of the text that an edit does not change keep their results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crd_core::cel::{RuleReport, report};
use crd_core::crd::Version;
use crd_core::yaml::tree::Node;
use crd_core::{Crd, KubeVersion, decode, yaml};

use crate::findings::FileFindings;
use crate::host::BaseText;
use crate::yaml::{LooseDocument, document_spans, read_document};

/// The parsed text of a version of a document.
#[derive(Debug, Default)]
pub(crate) struct ParsedText {
    documents: OnceLock<Vec<Arc<ParsedDocument>>>,
    /// The documents of the previous version, until those of this version are parsed.
    before: Mutex<Vec<Arc<ParsedDocument>>>,
    findings: Mutex<Option<KeptFindings>>,
}

/// The findings of the text, and the base of the comparison.
#[derive(Debug)]
struct KeptFindings {
    generation: u64,
    base: Option<Arc<BaseText>>,
    found: Arc<FileFindings>,
}

/// A document of the text.
#[derive(Debug)]
pub(crate) struct ParsedDocument {
    /// The tree of the tolerant reader, whose spans are relative to the text.
    pub(crate) loose: LooseDocument,
    exact: Arc<ExactDocument>,
}

/// The result of the exact reader for a document.
#[derive(Debug)]
struct ExactDocument {
    text: Box<str>,
    root: OnceLock<Option<Node>>,
    crd: OnceLock<Option<Arc<Crd>>>,
    repaired: Mutex<RepairedCrd>,
    /// The rules, by the version of the server and the index of the version of the CRD.
    rules: Mutex<BTreeMap<(KubeVersion, usize), SharedRules>>,
}

type SharedRules = Arc<Vec<RuleReport>>;

/// The CRD of a text without the expression that makes it unreadable.
#[derive(Clone, Debug, Default)]
struct RepairedCrd {
    text: String,
    crd: Option<Arc<Crd>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ParsedText {
    /// Returns the parsed text for the next version.
    pub(crate) fn next(&self) -> Self {
        let before = match self.documents.get() {
            Some(documents) => documents.clone(),
            None => std::mem::take(&mut *lock(&self.before)),
        };
        ParsedText {
            documents: OnceLock::new(),
            before: Mutex::new(before),
            findings: Mutex::default(),
        }
    }

    /// Returns the findings for the catalog of a generation and a base for comparison. Concurrent calls wait for the same result.
    pub(crate) fn findings(
        &self,
        generation: u64,
        base: Option<&Arc<BaseText>>,
        find: impl FnOnce() -> FileFindings,
    ) -> Arc<FileFindings> {
        let mut kept = lock(&self.findings);
        match &*kept {
            Some(kept) if kept.generation == generation && kept.base.as_ref() == base => {
                Arc::clone(&kept.found)
            }
            _ => {
                let found = Arc::new(find());
                *kept = Some(KeptFindings {
                    generation,
                    base: base.cloned(),
                    found: Arc::clone(&found),
                });
                found
            }
        }
    }

    /// Records that the findings for the catalog of a generation are also valid for the next one.
    pub(crate) fn hold_for_next(&self, generation: u64) {
        if let Some(kept) = &mut *lock(&self.findings)
            && kept.generation == generation
        {
            kept.generation += 1;
        }
    }

    /// Returns the documents; `text` is that of the version.
    pub(crate) fn documents(&self, text: &str) -> &[Arc<ParsedDocument>] {
        self.documents.get_or_init(|| {
            let before = std::mem::take(&mut *lock(&self.before));
            let spans = document_spans(text).into_iter();
            spans.map(|span| parsed(text, span, &before)).collect()
        })
    }

    /// Returns the document that contains a byte offset.
    pub(crate) fn document_at(&self, text: &str, offset: usize) -> Option<&Arc<ParsedDocument>> {
        let holds = |span: &Range<usize>| span.start <= offset && offset <= span.end;
        let mut documents = self.documents(text).iter();
        documents.find(|document| holds(&document.loose.span))
    }
}

fn parsed(text: &str, span: Range<usize>, before: &[Arc<ParsedDocument>]) -> Arc<ParsedDocument> {
    let own = text.get(span.clone()).unwrap_or_default();
    let known = before.iter().find(|known| *known.exact.text == *own);
    if let Some(known) = known.filter(|known| known.loose.span == span) {
        return Arc::clone(known);
    }
    let exact = known.map(|known| Arc::clone(&known.exact));
    let exact = exact.unwrap_or_else(|| {
        // While an expression is edited, the rest of the document is unchanged.
        let near = before.iter().find(|known| known.loose.span.start == span.start);
        let repaired = near.map(|known| lock(&known.exact.repaired).clone());
        Arc::new(ExactDocument {
            text: own.into(),
            root: OnceLock::new(),
            crd: OnceLock::new(),
            repaired: Mutex::new(repaired.unwrap_or_default()),
            rules: Mutex::default(),
        })
    });
    Arc::new(ParsedDocument {
        loose: read_document(text, span),
        exact,
    })
}

impl ParsedDocument {
    /// Returns the text of the document.
    pub(crate) fn text(&self) -> &str {
        &self.exact.text
    }

    /// Returns the tree, whose spans are relative to the document; `None` if the document is not well-formed.
    pub(crate) fn root(&self) -> Option<&Node> {
        let root = self.exact.root.get_or_init(|| exact_root(&self.exact.text));
        root.as_ref()
    }

    /// Returns the CRD, if the document is one.
    pub(crate) fn crd(&self) -> Option<&Arc<Crd>> {
        let crd = self
            .exact
            .crd
            .get_or_init(|| decode::decode(self.root()?).crd.map(Arc::new));
        crd.as_ref()
    }

    /// Returns the CRD of the document without the scalar at a byte range of the text.
    pub(crate) fn crd_without(&self, scalar: &Range<usize>) -> Option<Arc<Crd>> {
        let base = self.loose.span.start;
        let before = self.text().get(..scalar.start.checked_sub(base)?)?;
        let after = self.text().get(scalar.end.checked_sub(base)?..)?;
        let text = format!("{before} ''{after}");
        let mut repaired = lock(&self.exact.repaired);
        if repaired.text != text {
            let crd = exact_root(&text).and_then(|root| decode::decode(&root).crd);
            *repaired = RepairedCrd {
                text,
                crd: crd.map(Arc::new),
            };
        }
        repaired.crd.clone()
    }

    /// Returns the rules of a version of the document's CRD, compiled for a version of the server; `None` if it is not a CRD.
    pub(crate) fn rules(&self, version: usize, server: KubeVersion) -> Option<SharedRules> {
        let crd = self.crd()?;
        let mut rules = lock(&self.exact.rules);
        let reports = rules
            .entry((server, version))
            .or_insert_with(|| Arc::new(rules_of(crd, version, server)));
        Some(Arc::clone(reports))
    }
}

/// Returns the rules of a version of a CRD. They share their types, so they are compiled together.
pub(crate) fn rules_of(crd: &Crd, version: usize, server: KubeVersion) -> Vec<RuleReport> {
    let schema = crd.versions().get(version).and_then(Version::openapi_schema);
    schema.map_or_else(Vec::new, |schema| report(schema, server))
}

/// Returns the tree of a well-formed document.
fn exact_root(text: &str) -> Option<Node> {
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    if read.errors.is_empty() {
        read.documents.into_iter().next().map(|document| document.root)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_stay_keep_what_is_known() {
        let (first, last) = ("kind: A\n", "kind: CustomResourceDefinition\n");
        let text = format!("{first}---\nb: 1\n---\n{last}");
        let old = ParsedText::default();
        let before = old.documents(&text).to_vec();
        assert!(before.iter().all(|document| document.root().is_some()));
        let text = format!("{first}---\nb: 1: 2\n---\n{last}");
        // A version without requests passes on the documents of the previous one.
        let new = old.next().next();
        let after = new.documents(&text);
        assert!(Arc::ptr_eq(&before[0], &after[0]));
        assert!(after[1].root().is_none());
        assert!(Arc::ptr_eq(&before[2].exact, &after[2].exact));
        assert_eq!(after[2].loose.span, text.len() - last.len()..text.len());
        assert!(
            new.document_at(&text, text.len())
                .is_some_and(|found| Arc::ptr_eq(found, &after[2]))
        );
    }

    #[test]
    fn findings_hold_for_a_generation_of_the_catalog() {
        let text = ParsedText::default();
        let find = |generation| text.findings(generation, None, FileFindings::default);
        let first = find(1);
        assert!(Arc::ptr_eq(&first, &find(1)));
        text.hold_for_next(0);
        assert!(Arc::ptr_eq(&first, &find(1)));
        text.hold_for_next(1);
        assert!(Arc::ptr_eq(&first, &find(2)));
        assert!(!Arc::ptr_eq(&first, &find(3)));
    }
}
