//! The codes in the messages of the derive macros.
//!
//! Where the validator has the same rule, its code is used; the codes of block 09 are the derive's own.
//! A code is never given a second meaning.

use std::fmt;

/// A code such as `CRD0331`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CRD{:04}", self.0)
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal, $slug:literal, $title:literal;)*) => {
        $(#[doc = $title] pub(crate) const $name: Code = Code($number);)*

        /// Number, slug and title of every code that only the macros use.
        #[cfg(test)]
        const TABLE: &[(u16, &str, &str)] = &[$(($number, $slug, $title)),*];
    };
}

codes! {
    MALFORMED = 901, "attribute-malformed", "an attribute that cannot be read";
    UNKNOWN = 902, "attribute-unknown", "an attribute nobody knows";
    MISPLACED = 903, "attribute-misplaced", "an attribute that belongs elsewhere";
    DUPLICATE = 904, "attribute-duplicate", "an attribute given twice";
    VALUE = 905, "attribute-value", "an attribute whose value has the wrong form";
    CONTRADICTION = 906, "attribute-contradiction", "two attributes that cannot both hold";
    MISSING = 907, "attribute-missing", "an attribute that must be given";
    SERDE = 908, "serde-inexpressible", "a serde attribute that no schema can express";
    TYPE = 909, "type-inexpressible", "a Rust type that no structural schema can express";
    RECURSION = 910, "type-recursive", "a type that contains itself";
    ENUM = 911, "enum-inexpressible", "an enum that no structural schema can express";
    LIFECYCLE = 912, "lifecycle-marker", "a lifecycle marker that KEP-2558 does not allow";
    FEATURE_GATE = 913, "feature-gate-unknown", "a feature gate that is not declared";
    FIELD_NAME = 914, "field-unknown", "a name that is not a field of the struct";
    RESERVED = 915, "field-reserved", "a field name that Kubernetes keeps for itself";
    DUPLICATE_PROPERTY = 916, "property-duplicate", "two fields with one name on the wire";
    UNION = 917, "union-members", "a union whose members and discriminator do not fit";
    DERIVE = 918, "derive-target", "a derive on something it cannot serve";
    BOUNDS = 919, "bounds-unordered", "a lower bound above its upper bound";
}

/// The codes of the constant checks in `crd_core::shape::check`, which carry them in their texts.
#[cfg(test)]
const CONSTANT_CHECKS: &[(u16, &str, &str)] = &[
    (920, "path-unknown", "a path that leads to no field"),
    (
        921,
        "constraint-unsuited",
        "a constraint on a value of another type",
    ),
    // Made by `crd_core::interop::schemars` when the CRD is made.
    (
        922,
        "json-schema-inexpressible",
        "a foreign JSON schema without structural form",
    ),
];

// The codes of the validator, where its rule is checked here already.

/// CRD-02, CRD-03.
pub(crate) const GROUP: Code = Code(102);
/// N-01 … N-07.
pub(crate) const NAMES: Code = Code(105);
/// M-06.
pub(crate) const LABELS: Code = Code(109);
/// M-08.
pub(crate) const ANNOTATIONS: Code = Code(110);
/// N-06.
pub(crate) const LIST_KIND: Code = Code(106);
/// CRD-14.
pub(crate) const VERSION: Code = Code(120);
/// CRD-16 … CRD-18.
pub(crate) const DEPRECATION: Code = Code(124);
/// CRD-30 … CRD-36.
pub(crate) const SCALE: Code = Code(130);
/// CRD-38, CRD-39.
pub(crate) const COLUMN_TYPE: Code = Code(136);
/// CRD-41.
pub(crate) const COLUMN_FORMAT: Code = Code(137);
/// CRD-43.
pub(crate) const COLUMN_PATH: Code = Code(138);
/// CRD-51, CRD-52.
pub(crate) const SELECTABLE: Code = Code(141);
/// CRD-54.
pub(crate) const SELECTABLE_TWICE: Code = Code(143);
/// CRD-55.
pub(crate) const SELECTABLE_MANY: Code = Code(144);
/// Groups of the Kubernetes project.
pub(crate) const PROTECTED: Code = Code(160);
/// STR-03, STR-04.
pub(crate) const INT_OR_STRING: Code = Code(216);
/// STR-22.
pub(crate) const NESTED_DEFAULT: Code = Code(232);
/// STR-25.
pub(crate) const NESTED_NULLABLE: Code = Code(234);
/// STR-13.
pub(crate) const PATTERN: Code = Code(301);
/// DFT-04.
pub(crate) const DEFAULT: Code = Code(312);
/// OAS-23.
pub(crate) const KEYS_WITHOUT_MAP: Code = Code(330);
/// OAS-24.
pub(crate) const MAP_WITHOUT_KEYS: Code = Code(332);
/// OAS-30.
pub(crate) const KEY_TWICE: Code = Code(335);
/// CEL-01.
pub(crate) const RULE_EMPTY: Code = Code(401);
/// CEL-02 … CEL-04.
pub(crate) const RULE_MESSAGE: Code = Code(402);
/// CEL-05.
pub(crate) const MESSAGE_EXPRESSION: Code = Code(403);
/// CEL-07 … CEL-09.
pub(crate) const RULE_PATH: Code = Code(405);
/// CEL that does not parse.
pub(crate) const CEL_SYNTAX: Code = Code(410);
/// A name that does not exist.
pub(crate) const CEL_NAME: Code = Code(411);
/// A field that does not exist.
pub(crate) const CEL_FIELD: Code = Code(412);
/// An operator or function that does not fit its operands.
pub(crate) const CEL_OVERLOAD: Code = Code(413);
/// A rule that gives no boolean.
pub(crate) const CEL_NOT_BOOL: Code = Code(414);
/// A rule beyond the limits of CEL.
pub(crate) const CEL_LIMIT: Code = Code(416);
/// A message expression that gives no string.
pub(crate) const MESSAGE_TYPE: Code = Code(417);
/// CEL that does not compile.
pub(crate) const CEL: Code = Code(415);

#[cfg(test)]
mod tests {
    use super::{CONSTANT_CHECKS, TABLE};

    #[test]
    fn codes_and_slugs_are_unique() {
        let table: Vec<_> = TABLE.iter().chain(CONSTANT_CHECKS).collect();
        let mut numbers: Vec<_> = table.iter().map(|entry| entry.0).collect();
        let mut slugs: Vec<_> = table.iter().map(|entry| entry.1).collect();
        numbers.sort_unstable();
        slugs.sort_unstable();
        numbers.dedup();
        slugs.dedup();
        assert_eq!((numbers.len(), slugs.len()), (table.len(), table.len()));
        assert!(table.iter().all(|entry| !entry.2.is_empty()));
    }
}
