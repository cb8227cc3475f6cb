//! Options for validating objects.

use std::sync::Arc;

use super::old::OldObjects;
use crate::objects::FieldValidation;
use crate::yaml;

/// Options for validating objects.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ObjectOptions {
    /// The target of the request; the whole object unless set.
    pub target: RequestTarget,
    /// The stored objects. An object with a stored one is validated as an update of it, any other as a new one.
    pub old: Option<Arc<OldObjects>>,
    /// The treatment of unknown and duplicate fields; the client is warned unless set.
    pub field_validation: FieldValidation,
    /// The treatment of objects of kinds that no CRD declares; they are skipped unless set.
    pub unknown_kinds: UnknownKinds,
    /// Limits of the parser.
    pub reading: yaml::Options,
    /// Maximum number of diagnostics for an object; other findings are only counted. No limit unless set.
    pub limit: Option<usize>,
}

/// The part of an object that a request changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestTarget {
    /// Everything except the parts that subresources change.
    #[default]
    Object,
    /// The status, through its subresource. An object without a stored one is assumed to have had no status.
    Status,
    /// The replicas, through the scale subresource: the objects are `Scale`s of `autoscaling/v1`, and the stored object is the
    /// one of the same namespace and name.
    Scale,
}

/// The treatment of objects of kinds that no CRD declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownKinds {
    /// They are skipped.
    #[default]
    PassOver,
    /// They are errors, unless the kind is built into Kubernetes.
    RefuseCustom,
    /// They are errors, including those of kinds that are built into Kubernetes.
    RefuseAll,
}
