//! The report of a check: the documents of a text, and the findings about them.

use super::findings::Findings;
use super::known::{FindingKey, KnownFindings};
use super::lints::size::Oversize;
use super::minimum::MinimumVersion;
use super::{Fix, FixSafety, Severity};
use crate::server::decode::{DecodeError, StrictError};
use crate::server::validation::{Condition, Place, Verdict};

/// The result of checking a text.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The documents, in order. A list of CRDs has one entry for each CRD in it.
    pub documents: Vec<CheckedDocument>,
    /// The findings up to [`Options::limit`](super::Options::limit), by document and then by place; those about `#
    /// crd-gen: allow` comments are last.
    pub findings: Findings,
}

impl CheckReport {
    /// Whether there is no error: all documents can be parsed, and the server accepts every CRD among them.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.count(Severity::Error) == 0
    }

    /// Returns the number of findings with this severity, including those beyond the limit.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.count(severity)
    }

    /// Returns the CRDs, in order.
    pub fn crds(&self) -> impl Iterator<Item = &CheckedCrd> {
        self.documents
            .iter()
            .filter_map(|document| match &document.content {
                DocumentContent::Crd(crd) => Some(&**crd),
                DocumentContent::Other(_) | DocumentContent::Unreadable(_) => None,
            })
    }

    /// Adds the findings to the known ones, for [`Options::known`](super::Options::known).
    pub fn add_to(&self, known: &mut KnownFindings) {
        for finding in &self.findings {
            let (name, version) = (finding.name.as_deref(), finding.version.as_deref());
            if let Some(key) = FindingKey::of(name, version, &finding.diagnostic) {
                known.add(key);
            }
        }
    }

    /// Returns the certain fixes of the findings, for [`apply`](super::apply).
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.all_fixes().filter(|fix| fix.safety == FixSafety::Certain)
    }

    /// Returns the fixes of the findings, including those that are only likely.
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
    /// Its position among the parts of the text that are separated by `---`, from 0, including empty ones.
    pub position: usize,
    /// Its content.
    pub content: DocumentContent,
}

/// The content of a document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DocumentContent {
    /// A CRD, with the result of its check.
    Crd(Box<CheckedCrd>),
    /// An object of another kind, which is not checked.
    Other(OtherDocument),
    /// A document that is neither YAML nor JSON, with the reason.
    Unreadable(String),
}

/// A document that is not a CRD.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherDocument {
    /// Its kind.
    pub kind: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The server's decoding error; set for a document without a kind.
    pub decode_error: Option<String>,
}

/// The result of checking a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CheckedCrd {
    /// Its name, as written.
    pub name: Option<String>,
    /// The name of the deployed CRD that it was checked as an update of.
    pub replaces: Option<String>,
    /// The errors for which the server responds with 400; it reports the first one.
    pub decode_errors: Vec<DecodeError>,
    /// The unknown and repeated members that the server reports under strict field validation. Of duplicate names, it
    /// only sees those in JSON: kubectl converts YAML to JSON in which each name is set once.
    pub strict_errors: Vec<StrictError>,
    /// The server's message about duplicate names under strict field validation, if it is sent the YAML instead of
    /// kubectl's JSON.
    pub yaml_duplicates: Option<String>,
    /// kubectl's message for a CRD in a version of the API that servers no longer serve.
    pub not_served: Option<&'static str>,
    /// The answer to the question of the [`Options`](super::Options). For a CRD that cannot be decoded, it is always a
    /// verdict.
    pub output: CheckOutput,
    /// The limits that it exceeds, if [`Options::sizes`](super::Options::sizes) is set.
    pub oversize: Option<Oversize>,
    /// Whether one of its findings is an error, or the answer is negative.
    pub is_bad: bool,
}

impl CheckedCrd {
    /// Returns the verdict, if the CRD can be decoded and the question was the verdict.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.output {
            CheckOutput::Verdict(verdict) => verdict.as_ref(),
            _ => None,
        }
    }
}

/// The answer to a [`CheckMode`](super::CheckMode).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CheckOutput {
    /// The server's response, even if it panics; `None` when the CRD cannot be decoded.
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
    /// The place of each of the condition's errors in the text, in the same order.
    pub places: Vec<Place>,
}
