//! The codes in the messages of the derive macros.
//!
//! If the API server has the same rule, the code of that rule is used; the codes of block 09 are the derive's own. Titles,
//! severities and pages are in crd-core's registry of codes, which this crate cannot use: crd-core depends on it.
//! A constant has the name of the code's slug. A test of the workspace (`tests/tests/command/pages.rs`) includes this file and
//! compares names and numbers with the registry.

use std::fmt;

/// A code such as `CRD0331`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CRD{:04}", self.0)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: Code = Code($number);)*

        /// Every code with the name of its constant.
        #[cfg(test)]
        #[allow(dead_code, reason = "a test of the workspace includes this file")]
        pub(crate) const TABLE: &[(&str, Code)] = &[$((stringify!($name), $name)),*];
    };
}

codes! {
    /// CRD-02, CRD-03.
    GROUP_INVALID = 102;
    /// N-01 … N-05, N-07.
    NAMES_INVALID = 105;
    /// N-06.
    KIND_EQUALS_LIST_KIND = 106;
    /// M-06.
    LABELS_INVALID = 109;
    /// M-08.
    ANNOTATIONS_INVALID = 110;
    /// CRD-14.
    VERSION_NAME = 120;
    /// CRD-16 … CRD-18.
    DEPRECATION_WARNING = 124;
    /// CRD-31, CRD-34, CRD-36.
    SCALE_PATH = 130;
    /// CRD-39.
    COLUMN_TYPE = 136;
    /// CRD-41.
    COLUMN_FORMAT = 137;
    /// CRD-43.
    COLUMN_PATH = 138;
    /// CRD-51, CRD-52.
    SELECTABLE_PATH = 141;
    /// CRD-54.
    SELECTABLE_DUPLICATE = 143;
    /// CRD-55.
    SELECTABLE_TOO_MANY = 144;
    /// CRD-85: groups of the Kubernetes project.
    API_APPROVAL = 160;

    /// STR-03, STR-04.
    INT_OR_STRING_CONFLICT = 216;
    /// STR-22.
    NESTED_DEFAULT = 232;
    /// STR-25.
    NESTED_NULLABLE = 234;

    /// STR-13.
    PATTERN_INVALID = 301;
    /// DFT-04.
    DEFAULT_INVALID = 312;
    /// OAS-23.
    LIST_MAP_KEYS_WITHOUT_MAP = 330;
    /// OAS-24.
    LIST_MAP_WITHOUT_KEYS = 332;
    /// OAS-27.
    LIST_MAP_ITEMS = 333;
    /// OAS-30.
    LIST_MAP_KEY_DUPLICATE = 335;

    /// CEL-01.
    RULE_EMPTY = 401;
    /// CEL-02 … CEL-04.
    RULE_MESSAGE = 402;
    /// CEL-05.
    MESSAGE_EXPRESSION_EMPTY = 403;
    /// CEL-07 … CEL-09.
    RULE_FIELD_PATH = 405;
    CEL_SYNTAX = 410;
    CEL_UNDECLARED = 411;
    CEL_UNDEFINED_FIELD = 412;
    CEL_NO_OVERLOAD = 413;
    CEL_NOT_BOOL = 414;
    CEL_TYPE = 415;
    CEL_LIMIT = 416;
    /// A message expression whose value is not a string.
    MESSAGE_EXPRESSION = 417;
    CEL_NEVER_EQUAL = 418;
    /// CEL-21.
    OPTIONAL_OLD_SELF = 421;
    CEL_DIVISION_BY_ZERO = 424;
    CEL_OPTIONAL = 428;

    /// CRD-65.
    CONVERSION_URL = 603;
    /// CRD-73.
    CONVERSION_SERVICE = 604;

    COLUMN_PATH_MALFORMED = 810;
    COLUMN_PATH_DANGLING = 811;
    ATTRIBUTE_MALFORMED = 901;
    ATTRIBUTE_UNKNOWN = 902;
    ATTRIBUTE_MISPLACED = 903;
    ATTRIBUTE_DUPLICATE = 904;
    ATTRIBUTE_VALUE = 905;
    ATTRIBUTE_CONTRADICTION = 906;
    ATTRIBUTE_MISSING = 907;
    SERDE_INEXPRESSIBLE = 908;
    TYPE_INEXPRESSIBLE = 909;
    TYPE_RECURSIVE = 910;
    ENUM_INEXPRESSIBLE = 911;
    LIFECYCLE_MARKER = 912;
    FEATURE_GATE_UNKNOWN = 913;
    FIELD_UNKNOWN = 914;
    FIELD_RESERVED = 915;
    PROPERTY_DUPLICATE = 916;
    UNION_MEMBERS = 917;
    DERIVE_TARGET = 918;
    BOUNDS_UNORDERED = 919;
    CONSTRAINT_UNSUITED = 921;
    /// LNT-58 … LNT-60.
    CHANNEL_ABSENT = 940;
    /// LNT-61.
    FEATURE_GATE_UNUSED = 941;
    /// LNT-63.
    DEPRECATION_UNEXPLAINED = 942;
    /// LNT-62.
    ALPHA_UNGATED = 943;
    /// LNT-37.
    RULE_NEVER_TRUE = 1054;
    /// LNT-37.
    RULE_LINES_JOINED = 1078;
}
