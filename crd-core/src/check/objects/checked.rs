//! A validated object with its findings.

use std::collections::BTreeMap;

use serde_json::Value;

use super::declared::RuleLocation;
use crate::check::{Code, Diagnostic, Severity};
use crate::objects::Admitted;

/// The result of validating an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CheckedObject {
    /// The position of its document among the parts of the text that are separated by `---`, from 0.
    pub position: usize,
    /// Its index among the items of a list.
    pub item: Option<usize>,
    /// Its `apiVersion`.
    pub api_version: Option<String>,
    /// Its `kind`.
    pub kind: Option<String>,
    /// Its namespace.
    pub namespace: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// The request that it was validated as.
    pub request: CheckedRequest,
    /// The outcome.
    pub outcome: ObjectOutcome,
    /// The stored form of an accepted object whose version is not the stored one, if the CRD converts with the strategy None.
    pub stored: Option<Value>,
    /// The findings, ordered by place.
    pub findings: Vec<Diagnostic>,
    /// Number of findings beyond the limit, for which no diagnostics were created.
    pub more: BTreeMap<(Severity, Code), usize>,
    /// The rules that rejected it.
    pub rejected_by: Vec<RuleLocation>,
    /// Whether one of its findings is an error; set by [`Objects::report`](super::Objects::report).
    pub is_bad: bool,
}

/// The request that an object was validated as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckedRequest {
    /// Creation of an object: no stored one has its kind, namespace and name.
    #[default]
    Create,
    /// An update of the stored object.
    Update,
    /// An update of the status of an object without a stored one; the object without its status was taken as the stored one.
    UpdateOfUnknown,
}

/// The outcome for an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum ObjectOutcome {
    /// It was validated.
    Validated(Box<Admitted>),
    /// It was skipped.
    Skipped(SkipReason),
    /// It cannot be validated; a finding has the reason.
    #[default]
    NotValidated,
}

/// The reason for skipping an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// The kind is built into Kubernetes.
    Builtin,
    /// No CRD declares the kind.
    Undeclared,
    /// The document is not an object: it has no `apiVersion` or no `kind`.
    NoObject,
}

impl CheckedObject {
    /// Returns a title such as `Widget default/a`, without the parts that the object lacks.
    #[must_use]
    pub fn title(&self) -> String {
        let mut title = self
            .kind
            .clone()
            .unwrap_or_else(|| "an object without a kind".to_owned());
        let name = match (&self.namespace, &self.name) {
            (Some(namespace), Some(name)) => format!("{namespace}/{name}"),
            (None, Some(name)) => name.clone(),
            _ => return title,
        };
        title.push(' ');
        title.push_str(&name);
        title
    }

    /// Returns the server's response, if the object was validated.
    #[must_use]
    pub fn admitted(&self) -> Option<&Admitted> {
        match &self.outcome {
            ObjectOutcome::Validated(admitted) => Some(admitted),
            _ => None,
        }
    }
}
