//! The rules of compatibility: the parties that each harms, its severity in `spec` and in `status`, and its code.

use std::fmt;

use super::affected::AffectedParty;
use crate::check::codes;
use crate::check::{Code, Severity};

/// A rule of compatibility, such as `CMP-26`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompatRule(u8);

impl CompatRule {
    /// Returns the number: 26 for `CMP-26`.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for CompatRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CMP-{:02}", self.0)
    }
}

/// The parties that must not be affected by a change. Each policy includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// Stored objects: they stay readable, keep their data, and can be edited.
    Stored,
    /// Writers, and owners of fields in server-side apply: requests that were accepted remain accepted.
    Writers,
    /// Readers: they get no values that they do not know.
    #[default]
    Clients,
    /// `GitOps`: live objects equal the manifests in Git.
    Strict,
}

impl Policy {
    /// Whether the policy protects a party.
    #[must_use]
    pub fn protects(self, affected: AffectedParty) -> bool {
        let needed = match affected {
            AffectedParty::StoredObjects => Policy::Stored,
            AffectedParty::Writers | AffectedParty::Apply => Policy::Writers,
            AffectedParty::Readers => Policy::Clients,
            AffectedParty::GitOps => Policy::Strict,
        };
        self >= needed
    }
}

/// A rule in one direction: the parties that it harms, and its severity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    pub(super) rule: CompatRule,
    pub(super) code: Code,
    /// Letters of the affected parties.
    pub(super) breaks: &'static str,
    pub(super) in_spec: Severity,
    pub(super) in_status: Severity,
}

impl Law {
    pub(super) fn affected(&self) -> Vec<AffectedParty> {
        self.breaks.chars().filter_map(AffectedParty::of_letter).collect()
    }
}

macro_rules! laws {
    ($($name:ident = $rule:literal $code:ident $breaks:literal $spec:ident $status:ident;)*) => {
        $(
            pub(super) const $name: Law = Law {
                rule: CompatRule($rule),
                code: codes::$code,
                breaks: $breaks,
                in_spec: Severity::$spec,
                in_status: Severity::$status,
            };
        )*

        /// All laws with the names of their constants.
        #[cfg(test)]
        pub(super) const LAWS: &[(&str, Law)] = &[$((stringify!($name), $name)),*];
    };
}

laws! {
    CRD_GONE = 1 COMPAT_CRD_REMOVED "SWRAG" Error Error;
    IDENTITY = 2 COMPAT_IDENTITY "SWRAG" Error Error;
    SCOPE = 3 COMPAT_IDENTITY "SWRAG" Error Error;
    NAME_GONE = 4 COMPAT_NAME_REMOVED "W" Warning Warning;
    LIST_KIND = 5 COMPAT_NAME_REMOVED "R" Warning Warning;
    VERSION_GONE = 6 COMPAT_VERSION_REMOVED "WRA" Error Error;
    STORED_VERSION_GONE = 6 COMPAT_VERSION_REMOVED "SWRA" Error Error;
    UNSERVED = 7 COMPAT_VERSION_REMOVED "WR" Error Error;
    UNSERVED_DEPRECATED = 7 COMPAT_VERSION_REMOVED "WR" Warning Warning;
    DEPRECATED = 8 COMPAT_VERSION_MOVES "" Note Note;
    PREFERRED = 9 COMPAT_VERSION_MOVES "G" Note Note;
    STORED_AT_ONCE = 10 COMPAT_VERSION_MOVES "S" Warning Warning;
    STORAGE_MOVES = 11 COMPAT_VERSION_MOVES "S" Note Note;
    STORAGE_LOSES = 11 COMPAT_VERSION_MOVES "S" Error Error;
    NONE_LOSES = 12 COMPAT_VERSIONS_DIFFER "SW" Error Error;
    CONVERTED_REFUSED = 12 COMPAT_VERSIONS_DIFFER "W" Warning Warning;
    DEFAULTS_DIFFER = 13 COMPAT_VERSIONS_DIFFER "R" Warning Warning;
    WEBHOOK_ADDED = 14 COMPAT_CONVERSION "R" Note Note;
    WEBHOOK_GONE = 14 COMPAT_CONVERSION "SWR" Error Error;
    REVIEW_VERSION_GONE = 14 COMPAT_CONVERSION "SWR" Warning Warning;
    STATUS_GONE = 15 COMPAT_SUBRESOURCE "WR" Error Error;
    STATUS_ADDED = 15 COMPAT_SUBRESOURCE "W" Error Error;
    SCALE_GONE = 16 COMPAT_SUBRESOURCE "W" Error Error;
    SCALE_ADDED = 16 COMPAT_SUBRESOURCE "SW" Warning Warning;
    SELECTABLE_GONE = 17 COMPAT_SELECTABLE_FIELD "R" Error Error;
    COLUMN = 18 COMPAT_COLUMN "R" Note Note;
    PRUNING_ON = 19 COMPAT_UNKNOWN_FIELDS "SW" Error Error;
    REMOVED = 21 COMPAT_FIELD_REMOVED "SWRA" Error Error;
    MOVED = 22 COMPAT_FIELD_REMOVED "SWRA" Error Error;
    NAMED = 24 COMPAT_FIELD_NAMED "SW" Error Error;
    RETURNED = 25 COMPAT_TYPE "S" Error Error;
    REQUIRED = 26 COMPAT_REQUIRED "SW" Error Error;
    REQUIRED_DEFAULTED = 26 COMPAT_REQUIRED "R" Note Note;
    REQUIRED_NEW = 27 COMPAT_REQUIRED "SW" Error Error;
    OPTIONAL = 28 COMPAT_OPTIONAL "R" Note Warning;
    TYPE = 29 COMPAT_TYPE "SWRA" Error Error;
    TYPE_WIDER = 29 COMPAT_TYPE "R" Warning Error;
    TYPE_WIDER_JUDGED = 29 COMPAT_TYPE "SWR" Warning Error;
    INT_OR_STRING_GONE = 30 COMPAT_TYPE "SW" Error Error;
    INT_OR_STRING = 30 COMPAT_TYPE "R" Warning Error;
    INT_OR_STRING_JUDGED = 30 COMPAT_TYPE "SWR" Warning Error;
    NULLABLE = 31 COMPAT_NULLABLE "R" Warning Warning;
    NULLABLE_JUDGED = 31 COMPAT_NULLABLE "WR" Warning Warning;
    NULLABLE_GONE = 32 COMPAT_NULLABLE "WA" Warning Warning;
    NULLABLE_GONE_JUDGED = 32 COMPAT_NULLABLE "SWA" Warning Warning;
    NULLABLE_REFUSED = 32 COMPAT_NULLABLE "SWA" Error Error;
    FORMAT = 33 COMPAT_FORMAT "SW" Error Error;
    FORMAT_GONE = 33 COMPAT_FORMAT "R" Note Note;
    FORMAT_GONE_JUDGED = 33 COMPAT_FORMAT "SWR" Warning Warning;
    UNKNOWN_DROPPED = 34 COMPAT_UNKNOWN_FIELDS "SW" Error Error;
    UNKNOWN_KEPT = 35 COMPAT_UNKNOWN_FIELDS "R" Warning Warning;
    UNKNOWN_KEPT_JUDGED = 35 COMPAT_UNKNOWN_FIELDS "SWR" Warning Warning;
    MAP_AND_FIELDS = 36 COMPAT_TYPE "SWR" Error Error;
    EMBEDDED = 37 COMPAT_EMBEDDED "SW" Error Error;
    EMBEDDED_GONE = 37 COMPAT_EMBEDDED "R" Note Warning;
    BOUND = 38 COMPAT_BOUND "SW" Error Error;
    BOUND_WIDER = 39 COMPAT_BOUND_RELAXED "R" Note Warning;
    MULTIPLE_OF = 40 COMPAT_BOUND "SW" Error Error;
    MULTIPLE_OF_WIDER = 40 COMPAT_BOUND_RELAXED "R" Note Warning;
    DEFAULT_ADDED = 41 COMPAT_DEFAULT "RG" Warning Warning;
    DEFAULT_ADDED_JUDGED = 41 COMPAT_DEFAULT "SWRG" Warning Warning;
    DEFAULT_ADDED_REFUSED = 41 COMPAT_DEFAULT "SW" Error Error;
    DEFAULT_CHANGED = 42 COMPAT_DEFAULT "R" Warning Warning;
    DEFAULT_CHANGED_JUDGED = 42 COMPAT_DEFAULT "SWR" Warning Warning;
    DEFAULT_CHANGED_REFUSED = 42 COMPAT_DEFAULT "SW" Error Error;
    DEFAULT_GONE = 43 COMPAT_DEFAULT "RW" Warning Warning;
    DEFAULT_GONE_JUDGED = 43 COMPAT_DEFAULT "SWR" Warning Warning;
    DEFAULT_GONE_REQUIRED = 43 COMPAT_DEFAULT "SW" Error Error;
    ENUM = 44 COMPAT_ENUM "SW" Error Error;
    ENUM_WIDER = 45 COMPAT_ENUM_WIDER "R" Warning Error;
    PATTERN = 46 COMPAT_PATTERN "SW" Error Error;
    PATTERN_WIDER = 46 COMPAT_PATTERN "R" Note Warning;
    PATTERN_UNDECIDED = 46 COMPAT_PATTERN "SW" Warning Warning;
    PATTERN_GONE = 47 COMPAT_PATTERN "R" Note Warning;
    JUNCTORS = 48 COMPAT_JUNCTORS "SW" Error Error;
    JUNCTORS_WIDER = 48 COMPAT_JUNCTORS "R" Warning Warning;
    JUNCTORS_UNDECIDED = 48 COMPAT_JUNCTORS "SWR" Warning Warning;
    LIST_KEYED = 49 COMPAT_MERGE "SAG" Error Error;
    LIST_ATOMIC = 50 COMPAT_MERGE "A" Error Error;
    LIST_KEYS = 51 COMPAT_MERGE "SA" Error Error;
    MAP_TYPE = 52 COMPAT_MERGE "A" Warning Warning;
    RULE_ADDED = 53 COMPAT_RULE "SW" Error Error;
    RULE_UNDECIDED = 53 COMPAT_RULE "SW" Warning Warning;
    TRANSITION_ADDED = 54 COMPAT_RULE "W" Error Error;
    TRANSITION_STUCK = 54 COMPAT_RULE "SW" Error Error;
    TRANSITION_UNDECIDED = 54 COMPAT_RULE "SW" Warning Warning;
    RULE_GONE = 55 COMPAT_RULE_RELAXED "R" Note Note;
    RULE_CHANGED = 56 COMPAT_RULE "SW" Error Error;
    RULE_CHANGED_UNDECIDED = 56 COMPAT_RULE "SWR" Warning Warning;
    RULE_REWORDED = 57 COMPAT_RULE_RELAXED "" Note Note;
    UNDEPRECATED = 59 COMPAT_LIFECYCLE "W" Warning Warning;
    LIFECYCLE = 59 COMPAT_LIFECYCLE "W" Warning Warning;
    SIZE = 60 COMPAT_SIZE "G" Error Error;
}
