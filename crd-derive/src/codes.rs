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

        /// Number, slug and title of every code the macros use.
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
    RULE = 919, "rule-form", "a rule whose parts do not fit";
    GROUP_NAME = 101, "group-invalid", "an API group that is not a DNS name with a dot";
    VERSION_NAME = 102, "version-invalid", "a version name that is not a DNS label";
    KIND_NAME = 103, "kind-invalid", "a kind that is not a DNS label in mixed case";
    NAME = 104, "name-invalid", "a plural, singular, short name or category that is not a DNS label";
    PATTERN = 301, "pattern-invalid", "a pattern the API server cannot compile";
    BOUNDS = 302, "bounds-unordered", "a lower bound above its upper bound";
    DEFAULT = 303, "default-invalid", "a default that the schema refuses";
    PATH = 304, "path-unknown", "a path that leads to no field";
    CEL = 401, "cel-invalid", "a rule that is not valid CEL";
}

#[cfg(test)]
mod tests {
    use super::TABLE;

    #[test]
    fn codes_and_slugs_are_unique() {
        let mut numbers: Vec<_> = TABLE.iter().map(|entry| entry.0).collect();
        let mut slugs: Vec<_> = TABLE.iter().map(|entry| entry.1).collect();
        numbers.sort_unstable();
        slugs.sort_unstable();
        numbers.dedup();
        slugs.dedup();
        assert_eq!((numbers.len(), slugs.len()), (TABLE.len(), TABLE.len()));
        assert!(TABLE.iter().all(|entry| !entry.2.is_empty()));
    }
}
