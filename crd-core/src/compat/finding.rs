//! What is found: a breakage, whom it harms, and the object that shows it.

use serde_json::Value;

use super::harmed::Harmed;
use super::law::CompatRule;
use crate::check::{Code, Severity};
use crate::model::field::FieldPath;

/// A breakage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompatFinding {
    /// The rule of compatibility.
    pub rule: CompatRule,
    /// The code, which has a page.
    pub code: Code,
    /// How bad it is under the policy.
    pub severity: Severity,
    /// Who is harmed.
    pub breaks: Vec<Harmed>,
    /// The name of the CRD.
    pub name: String,
    /// The version, unless it is about the whole CRD.
    pub version: Option<String>,
    /// The field in objects, such as `spec.users[].name`; empty for what is not about a field.
    pub path: String,
    /// Further fields with the same change.
    pub other_paths: Vec<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Vec<String>,
    /// The object that shows it.
    pub witness: Option<Witness>,
    /// What becomes of stored objects like the witness, if values are refused.
    pub stored: Option<StoredObjects>,
    /// Whether it is certain; where it is not, no object was found, and none was ruled out.
    pub is_decided: bool,
    /// Twelve hexadecimal digits that stay the same while the change does.
    pub fingerprint: String,
    /// Where it is in the manifests.
    pub places: CompatPlaces,
}

/// Where a change is in the manifests of both CRDs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompatPlaces {
    /// In the old CRD.
    pub old: FieldPath,
    /// In the new CRD.
    pub new: FieldPath,
}

/// A request that shows what a change breaks: the old CRD admits it, and the new one does not, or makes something else of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Witness {
    /// What the request does.
    pub operation: WitnessOperation,
    /// The stored object, for an update.
    pub old: Option<Value>,
    /// The object of the request.
    pub object: Value,
    /// What a server with the new CRD says.
    pub says: Vec<Said>,
    /// What is read there before and after, where the request is admitted.
    pub reading: Option<Reading>,
}

/// What is read at the place of a change; `None` where there is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// From a server with the old CRD.
    pub old: Option<Value>,
    /// From a server with the new CRD.
    pub new: Option<Value>,
}

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WitnessOperation {
    /// It creates an object.
    Create,
    /// It replaces a stored object.
    Update,
    /// It replaces the status of a stored object.
    UpdateStatus,
}

/// What the server says of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The type of the cause, such as `FieldValueRequired`; `UnknownField` for a field that is dropped.
    pub kind: &'static str,
    /// The field.
    pub field: String,
    /// The server's text.
    pub detail: String,
}

/// What becomes of stored objects whose values are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredObjects {
    /// They can be edited, as long as the refused value stays as it is.
    Editable,
    /// An edit of something else is refused.
    EditRefused(Box<Witness>),
    /// No update is admitted, not even one of a label.
    Stuck(Box<Witness>),
}
