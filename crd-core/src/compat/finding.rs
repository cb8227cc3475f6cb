//! A finding: a breakage, the parties that it harms, and the object that demonstrates it.

use serde_json::Value;

use super::affected::AffectedParty;
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
    /// The severity under the policy.
    pub severity: Severity,
    /// The affected parties.
    pub breaks: Vec<AffectedParty>,
    /// The name of the CRD.
    pub name: String,
    /// The version, unless the finding concerns the whole CRD.
    pub version: Option<String>,
    /// The field in objects, such as `spec.users[].name`; empty if the finding does not concern a field.
    pub path: String,
    /// Further fields with the same change.
    pub other_paths: Vec<String>,
    /// The message.
    pub message: String,
    /// Suggestions for a fix.
    pub help: Vec<String>,
    /// The object that demonstrates it.
    pub witness: Option<Witness>,
    /// The effect on stored objects like the witness, if values are rejected.
    pub stored: Option<StoredObjects>,
    /// Whether the breakage is certain; if not, no object was found, but none could be ruled out.
    pub is_decided: bool,
    /// Twelve hexadecimal digits that identify the change.
    pub fingerprint: String,
    /// The places in the manifests.
    pub places: CompatPlaces,
}

/// The places of a change in the manifests of both CRDs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompatPlaces {
    /// The place in the old CRD.
    pub old: FieldPath,
    /// The place in the new CRD.
    pub new: FieldPath,
}

/// A request that demonstrates a breakage: the old CRD accepts it, and the new one rejects it or stores a different object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Witness {
    /// The operation of the request.
    pub operation: WitnessOperation,
    /// The stored object, for an update.
    pub old: Option<Value>,
    /// The object of the request.
    pub object: Value,
    /// The response of a server with the new CRD.
    pub response: Vec<ResponseIssue>,
    /// The values that are read at that place before and after, if the request is accepted.
    pub read_values: Option<ReadValues>,
}

/// The values that are read at the place of a change; `None` for an absent value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadValues {
    /// From a server with the old CRD.
    pub old: Option<Value>,
    /// From a server with the new CRD.
    pub new: Option<Value>,
}

/// The operation of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WitnessOperation {
    /// It creates an object.
    Create,
    /// It replaces a stored object.
    Update,
    /// It replaces the status of a stored object.
    UpdateStatus,
}

/// An error or a dropped field in the server's response to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseIssue {
    /// The type of the cause, such as `FieldValueRequired`; `UnknownField` for a field that is dropped.
    pub kind: &'static str,
    /// The field.
    pub field: String,
    /// The server's text.
    pub detail: String,
}

/// The effect on stored objects whose values are rejected.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredObjects {
    /// They can be edited, as long as the rejected value is unchanged.
    Editable,
    /// An edit of another value is rejected.
    EditRejected(Box<Witness>),
    /// Every update is rejected, even one of a label.
    Uneditable(Box<Witness>),
}
