//! Selects the checks that a request must pass: `ValidationOptions` of the server.
//!
//! ```text
//! create                                            every check applies
//! update of a CRD with {type: strng} in a schema    require_valid_type: false, so the mistake may stay
//! ```
//!
//! [`ratcheting`](super::ratcheting) determines which mistakes an update may keep.

use std::collections::BTreeSet;

use super::selectable;
use crate::KubeVersion;
use crate::model::changes::Change;
use crate::server::objects::DefaultsOptions;

/// The checks that a request must pass. The flags have the same names as in the server.
#[derive(Clone, Debug)]
pub(super) struct ValidationOptions {
    /// The server.
    pub(super) version: KubeVersion,
    /// Whether one of `conversionReviewVersions` must be known to the server.
    pub(super) require_recognized_review_version: bool,
    /// Whether names and scope are immutable.
    pub(super) require_immutable_names: bool,
    /// Whether each version must have a schema.
    pub(super) require_schema: bool,
    /// Whether `type` must be one of the six types.
    pub(super) require_valid_type: bool,
    /// Whether schemas must be structural.
    pub(super) require_structural: bool,
    /// Whether defaults must not have unknown fields.
    pub(super) require_pruned_defaults: bool,
    /// Whether lists and objects in sets must be atomic.
    pub(super) require_atomic_set: bool,
    /// Whether keys of map lists must be required or have a default.
    pub(super) require_list_map_keys: bool,
    /// Whether the CA bundle of the conversion webhook may be malformed.
    pub(super) allow_invalid_ca_bundle: bool,
    /// The versions whose schema has not changed.
    pub(super) unchanged: Vec<String>,
    /// The versions (`""` for all versions) that may keep too many selectable fields.
    pub(super) too_many_selectable: Vec<String>,
    /// The expressions of the old object.
    pub(super) preexisting: Preexisting,
    /// Whether `optionalOldSelf` is dropped, as by servers before 1.30.
    pub(super) drop_optional_old_self: bool,
    /// The stages of the checks on a schema that run.
    pub(super) stages: Stages,
}

/// The stages of the checks on a schema: its structure, its defaults, its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stages {
    /// A stage runs only if the previous one found no errors, as on the server.
    UntilErrors,
    /// Every stage runs, unlike on any server.
    All,
}

/// The expressions of the old object: these compile in the environment for stored expressions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preexisting {
    /// Every `rule`.
    pub(crate) rules: BTreeSet<String>,
    /// Every `messageExpression`.
    pub(crate) message_expressions: BTreeSet<String>,
}

impl ValidationOptions {
    /// Creates the options of a create.
    pub(super) fn create(version: KubeVersion) -> Self {
        ValidationOptions {
            version,
            require_recognized_review_version: true,
            require_immutable_names: false,
            require_schema: true,
            require_valid_type: true,
            require_structural: true,
            require_pruned_defaults: true,
            require_atomic_set: true,
            require_list_map_keys: true,
            allow_invalid_ca_bundle: true,
            unchanged: Vec::new(),
            too_many_selectable: Vec::new(),
            preexisting: Preexisting::default(),
            drop_optional_old_self: !version.has(Change::ValidationRatcheting),
            stages: Stages::UntilErrors,
        }
    }

    /// Returns whether the number of selectable fields of `version` (`""` for all versions) is checked.
    pub(super) fn selectable_limit(&self, version: &str) -> selectable::Limit {
        if self.too_many_selectable.iter().any(|name| name == version) {
            selectable::Limit::Ratcheted
        } else {
            selectable::Limit::Checked
        }
    }

    /// Returns the options for the validation of defaults.
    pub(super) fn defaults(&self) -> DefaultsOptions {
        DefaultsOptions {
            version: self.version,
            require_pruned: self.require_pruned_defaults,
        }
    }
}

/// Checks whether the server supports a version of `ConversionReview`.
pub(super) fn is_recognized(version: &str) -> bool {
    matches!(version, "v1" | "v1beta1")
}

/// Checks whether a name is one of the six types of a schema.
pub(super) fn is_type(name: &str) -> bool {
    matches!(
        name,
        "array" | "boolean" | "integer" | "number" | "object" | "string"
    )
}
