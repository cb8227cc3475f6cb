//! How objects are judged.

use std::sync::Arc;

use super::old::OldObjects;
use crate::objects::FieldValidation;
use crate::yaml;

/// How objects are judged.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ObjectOptions {
    /// What the request is for; the whole object unless set.
    pub target: RequestTarget,
    /// The stored objects. An object with one is judged as an update of it, any other as a new one.
    pub old: Option<Arc<OldObjects>>,
    /// What is done about unknown and duplicate fields; the client is warned unless set.
    pub field_validation: FieldValidation,
    /// What is said about objects of kinds that no CRD declares; nothing unless set.
    pub unknown_kinds: UnknownKinds,
    /// Bounds on what is read.
    pub reading: yaml::Options,
    /// How many diagnostics are made for an object; the others are only counted. No limit unless set.
    pub limit: Option<usize>,
}

/// What of an object a request changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestTarget {
    /// All but what subresources change.
    #[default]
    Object,
    /// The status, through its subresource. An object without a stored one is taken to have had no status.
    Status,
    /// The replicas, through the scale subresource: the objects are `Scale`s of `autoscaling/v1`, and the stored object is the
    /// one of the same namespace and name.
    Scale,
}

/// What is said about objects of kinds that no CRD declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownKinds {
    /// They are passed over.
    #[default]
    PassOver,
    /// They are errors, unless Kubernetes itself has the kind.
    RefuseCustom,
    /// They are errors, also those of Kubernetes itself.
    RefuseAll,
}
