//! A breakage before policy and guards are applied.

use super::finding::{CompatPlaces, StoredObjects, Witness};
use super::law::Law;
use super::witness::StoredEffect;
use crate::model::field::{FieldPath, Segment};

/// A detected breakage.
#[derive(Clone, Debug)]
pub(super) struct FindingDraft {
    pub(super) law: Law,
    pub(super) version: Option<Box<str>>,
    /// The path of the node below `openAPIV3Schema`.
    pub(super) node: Vec<Segment>,
    /// Further nodes with the same change, which have the same type.
    pub(super) also_at: Vec<Vec<Segment>>,
    pub(super) message: String,
    pub(super) help: String,
    /// What changes, without its place and independent of the words of the message; a part of the fingerprint.
    pub(super) detail: String,
    pub(super) witness: Option<Witness>,
    pub(super) stored: Option<StoredObjects>,
    pub(super) is_decided: bool,
    /// Whether stored objects can be edited freely.
    pub(super) spares_stored: bool,
    pub(super) places: CompatPlaces,
}

impl FindingDraft {
    /// Creates a breakage of the whole CRD, at a place that both CRDs have.
    pub(super) fn of_crd(law: Law, place: FieldPath, message: String, help: &str) -> FindingDraft {
        FindingDraft {
            law,
            version: None,
            node: Vec::new(),
            also_at: Vec::new(),
            detail: quoted(&message),
            message,
            help: help.to_owned(),
            witness: None,
            stored: None,
            is_decided: true,
            spares_stored: false,
            places: CompatPlaces {
                old: place.clone(),
                new: place,
            },
        }
    }

    /// Turns it into a breakage of a version.
    pub(super) fn of_version(mut self, version: &str, places: CompatPlaces) -> FindingDraft {
        self.version = Some(version.into());
        self.places = places;
        self
    }

    /// Sets the effect on stored objects.
    pub(super) fn affects_stored(&mut self, effect: Option<StoredEffect>) {
        (self.spares_stored, self.stored) = match effect {
            Some(StoredEffect::Spared) => (true, None),
            Some(StoredEffect::Known(stored)) => (false, Some(stored)),
            None => (false, None),
        };
    }

    /// Whether it concerns the status of objects.
    pub(super) fn is_of_status(&self) -> bool {
        is_in_status(&self.node)
    }
}

/// Returns the names and values that a message quotes.
fn quoted(message: &str) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    quoted.join("\n")
}

/// Whether a node is in the status of objects.
pub(super) fn is_in_status(node: &[Segment]) -> bool {
    matches!(node.get(1), Some(Segment::Key(name)) if &**name == "status")
}
