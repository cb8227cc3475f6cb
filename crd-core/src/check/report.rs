//! The report of a check: the documents of a text, and the findings about them.

use super::findings::Findings;
use super::known::{FindingKey, KnownFindings};
use super::lints::size::Oversize;
use super::minimum::MinimumVersion;
use super::{Fix, FixSafety, Severity};
use crate::server::decode::{DecodeError, StrictError};
use crate::server::validation::{Condition, Place, Verdict};

/// What is said about a text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The documents that could be read, in order. A list of CRDs gives one for each CRD in it.
    pub documents: Vec<CheckedDocument>,
    /// The findings up to [`Options::limit`](super::Options::limit), by document and then by place; last those
    /// about `# crd-gen: allow` comments.
    pub findings: Findings,
}

impl CheckReport {
    /// Whether there is no error: all documents can be read, and the server accepts every CRD among them.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.count(Severity::Error) == 0
    }

    /// How many findings have this severity, with those beyond the limit.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.count(severity)
    }

    /// The CRDs, in order.
    pub fn crds(&self) -> impl Iterator<Item = &CheckedCrd> {
        self.documents
            .iter()
            .filter_map(|document| match &document.content {
                DocumentContent::Crd(crd) => Some(&**crd),
                DocumentContent::Other(_) | DocumentContent::Unreadable(_) => None,
            })
    }

    /// Adds the findings to those that were there before, for [`Options::known`](super::Options::known).
    pub fn add_to(&self, known: &mut KnownFindings) {
        for finding in &self.findings {
            let (name, version) = (finding.name.as_deref(), finding.version.as_deref());
            if let Some(key) = FindingKey::of(name, version, &finding.diagnostic) {
                known.add(key);
            }
        }
    }

    /// The fixes of the findings that are certain, to be made with [`apply`](super::apply).
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.all_fixes().filter(|fix| fix.safety == FixSafety::Certain)
    }

    /// The fixes of the findings, also those that are only likely.
    pub fn all_fixes(&self) -> impl Iterator<Item = &Fix> {
        self.findings
            .iter()
            .filter_map(|finding| finding.diagnostic.fix.as_ref())
    }
}

/// One document of a text.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CheckedDocument {
    /// Its position among the parts that `---` divides the text into, counted from 0, empty ones too.
    pub position: usize,
    /// What it is.
    pub content: DocumentContent,
}

/// What a document is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DocumentContent {
    /// A CRD, checked.
    Crd(Box<CheckedCrd>),
    /// An object of another kind, which is not checked.
    Other(OtherDocument),
    /// A document that is neither YAML nor JSON, with the reason.
    Unreadable(String),
}

/// A document that is no CRD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherDocument {
    /// Its kind.
    pub kind: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Why the server cannot decode it, in the server's words: set for a document without a kind.
    pub decode_error: Option<String>,
}

/// What is said about a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CheckedCrd {
    /// Its name, as it is written.
    pub name: Option<String>,
    /// The deployed CRD that it was checked as an update of.
    pub replaces: Option<String>,
    /// Why the server answers 400; the first is the one that it reports.
    pub decode_errors: Vec<DecodeError>,
    /// The unknown and repeated members that the server reports under strict field validation. Of names that are
    /// set twice it sees only those in JSON: from YAML, kubectl makes JSON in which each name is set once.
    pub strict_errors: Vec<StrictError>,
    /// What the server says under strict field validation about names that are set twice, if it is sent the YAML and not
    /// kubectl's JSON of it.
    pub yaml_duplicates: Option<String>,
    /// What kubectl says of a CRD in a version of the API that servers no longer serve.
    pub not_served: Option<&'static str>,
    /// The answer to the question of the [`Options`](super::Options). It is a verdict also where another question
    /// was asked about a CRD that cannot be decoded.
    pub answer: CheckAnswer,
    /// What is too large in it, where [`Options::sizes`](super::Options::sizes) asks for that.
    pub oversize: Option<Oversize>,
    /// Whether one of its findings is an error, or the answer is a bad one.
    pub is_bad: bool,
}

impl CheckedCrd {
    /// The verdict, if the CRD can be decoded and a verdict was asked for.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.answer {
            CheckAnswer::Verdict(verdict) => verdict.as_ref(),
            _ => None,
        }
    }
}

/// The answer to a [`Question`](super::Question).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CheckAnswer {
    /// What the server answers, also where it panics; `None` when the CRD cannot be decoded.
    Verdict(Option<Verdict>),
    /// The lowest version that accepts the CRD.
    MinimumVersion(Box<MinimumVersion>),
    /// The condition that the server sets; `None` when all schemas are structural.
    Condition(Option<ConditionAnswer>),
}

/// The condition `NonStructuralSchema`, with the places of its errors.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConditionAnswer {
    /// The condition.
    pub condition: Condition,
    /// Where each of the condition's errors is in the text, in the same order.
    pub places: Vec<Place>,
}
