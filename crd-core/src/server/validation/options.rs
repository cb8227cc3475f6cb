//! Selects the checks that a request must pass: `ValidationOptions` of the server.
//!
//! ```text
//! create                                            every check applies
//! update of a CRD with {type: strng} in a schema    require_valid_type: false, so the mistake may stay
//! ```
//!
//! [`ratcheting`](super::ratcheting) finds out what an update may leave as it is.

use std::collections::BTreeSet;

use super::selectable;
use crate::KubeVersion;
use crate::model::changes::Change;
use crate::server::objects::DefaultsOptions;

/// Which checks a request must pass. The flags have the names that they have in the server.
#[derive(Clone, Debug)]
pub(super) struct ValidationOptions {
    /// The server.
    pub(super) version: KubeVersion,
    /// One of `conversionReviewVersions` must be known to the server.
    pub(super) require_recognized_review_version: bool,
    /// Names and scope cannot change.
    pub(super) require_immutable_names: bool,
    /// Each version must have a schema.
    pub(super) require_schema: bool,
    /// `type` must be one of the six types.
    pub(super) require_valid_type: bool,
    /// Schemas must be structural.
    pub(super) require_structural: bool,
    /// Defaults must not have unknown fields.
    pub(super) require_pruned_defaults: bool,
    /// Lists and objects in sets must be atomic.
    pub(super) require_atomic_set: bool,
    /// Keys of map lists must be required or have a default.
    pub(super) require_list_map_keys: bool,
    /// The CA bundle of the conversion webhook may be malformed.
    pub(super) allow_invalid_ca_bundle: bool,
    /// The versions whose schema has not changed.
    pub(super) unchanged: BTreeSet<String>,
    /// The versions (`""` for all at once) that may keep too many selectable fields.
    pub(super) too_many_selectable: BTreeSet<String>,
    /// The expressions of the old object.
    pub(super) preexisting: Preexisting,
    /// Whether `optionalOldSelf` is dropped, as by servers before 1.30.
    pub(super) drop_optional_old_self: bool,
    /// Which stages of the checks on a schema run.
    pub(super) stages: Stages,
}

/// The stages of the checks on a schema: its structure, its defaults, its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stages {
    /// A stage runs only where the one before found nothing, as on the server.
    UntilErrors,
    /// Every stage runs, which no server does.
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
    /// The options of a create.
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
            unchanged: BTreeSet::new(),
            too_many_selectable: BTreeSet::new(),
            preexisting: Preexisting::default(),
            drop_optional_old_self: !version.has(Change::ValidationRatcheting),
            stages: Stages::UntilErrors,
        }
    }

    /// Whether the number of selectable fields of `version` (`""` for all at once) is checked.
    pub(super) fn selectable_limit(&self, version: &str) -> selectable::Limit {
        if self.too_many_selectable.contains(version) {
            selectable::Limit::Ratcheted
        } else {
            selectable::Limit::Checked
        }
    }

    /// The options for the validation of defaults.
    pub(super) fn defaults(&self) -> DefaultsOptions {
        DefaultsOptions {
            version: self.version,
            require_pruned: self.require_pruned_defaults,
        }
    }
}

/// Whether a version of `ConversionReview` is one the server understands.
pub(super) fn is_recognized(version: &str) -> bool {
    matches!(version, "v1" | "v1beta1")
}

/// Whether a name is one of the six types of a schema.
pub(super) fn is_type(name: &str) -> bool {
    matches!(
        name,
        "array" | "boolean" | "integer" | "number" | "object" | "string"
    )
}
