//! An object with the findings about it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::declared::RuleAt;
use crate::check::{Code, Diagnostic, Severity};
use crate::objects::Admitted;

/// What is said about an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgedObject {
    /// The position of its document among the parts that `---` divides the text into, counted from 0.
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
    /// What the request is that it was judged as.
    pub request: JudgedRequest,
    /// What became of it.
    pub outcome: ObjectOutcome,
    /// What is stored of an accepted object whose version is not the stored one, where the CRD converts with the strategy None.
    pub stored: Option<Value>,
    /// What was found, by place.
    pub findings: Vec<Diagnostic>,
    /// Findings beyond the limit, for which no diagnostics were made.
    pub more: BTreeMap<(Severity, Code), usize>,
    /// The rules that refused it.
    pub refused_by: Vec<RuleAt>,
    /// Whether one of its findings is an error; set by [`Objects::report`](super::Objects::report).
    pub is_bad: bool,
}

/// The request that an object was judged as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum JudgedRequest {
    /// A new object: no stored one has its kind, namespace and name.
    #[default]
    Create,
    /// An update of the stored object.
    Update,
    /// An update of the status of an object that is not known; it was taken to be stored as it is, without a status.
    UpdateOfUnknown,
}

/// What became of an object.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum ObjectOutcome {
    /// It was judged.
    Judged(Box<Admitted>),
    /// It was not judged, on purpose.
    PassedOver(PassedOver),
    /// It cannot be judged; a finding says why.
    #[default]
    Unjudged,
}

/// Why an object was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PassedOver {
    /// Kubernetes itself has the kind.
    Builtin,
    /// No CRD declares the kind.
    Undeclared,
    /// The document is no object: it has no `apiVersion` or no `kind`.
    NoObject,
}

impl JudgedObject {
    /// `Widget default/a`, as far as the object says it.
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

    /// The answer of the server, if the object was judged.
    #[must_use]
    pub fn admitted(&self) -> Option<&Admitted> {
        match &self.outcome {
            ObjectOutcome::Judged(admitted) => Some(admitted),
            _ => None,
        }
    }
}
