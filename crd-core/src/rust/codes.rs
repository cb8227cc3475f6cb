//! Codes at the end of messages that constants and the generator compose.
//!
//! A constant cannot format a code, and the table of codes is only built with the feature `check`. The macro `code!`
//! therefore repeats the codes that are needed here, under the names of `check::codes`; a test compares both tables.

macro_rules! codes {
    ($($name:ident = $code:literal;)*) => {
        /// The end of a message with a code, as a literal: `code!(PATH_UNKNOWN)` is `" [CRD0920]"`.
        macro_rules! code {
            $(($name) => { concat!(" [", $code, "]") };)*
        }

        /// The names and the codes, for the test that compares them with the table of codes.
        pub const CODES: &[(&str, &str)] = &[$((stringify!($name), $code)),*];
    };
}

codes! {
    VERSION_DUPLICATE = "CRD0121";
    STORAGE_VERSION = "CRD0122";
    SELECTABLE_PATH = "CRD0141";
    SELECTABLE_TYPE = "CRD0142";
    DEFAULT_INVALID = "CRD0312";
    MAP_TYPE_ON_NON_OBJECT = "CRD0320";
    LIST_TYPE_ON_NON_ARRAY = "CRD0322";
    SET_ITEMS_NOT_ATOMIC = "CRD0324";
    LIST_MAP_KEY_UNKNOWN = "CRD0331";
    LIST_MAP_ITEMS = "CRD0333";
    LIST_MAP_KEY_NOT_SCALAR = "CRD0334";
    LIST_MAP_KEY_OPTIONAL = "CRD0336";
    LIST_KEY_NULLABLE = "CRD0337";
    RULE_FIELD_PATH = "CRD0405";
    CEL_UNDEFINED_FIELD = "CRD0412";
    CEL_NO_OVERLOAD = "CRD0413";
    CEL_NOT_BOOL = "CRD0414";
    CEL_TYPE = "CRD0415";
    MESSAGE_EXPRESSION = "CRD0417";
    CEL_NEVER_EQUAL = "CRD0418";
    RULE_WITHOUT_TYPE = "CRD0422";
    COLUMN_TYPE_MISMATCH = "CRD0812";
    ATTRIBUTE_VALUE = "CRD0905";
    ATTRIBUTE_CONTRADICTION = "CRD0906";
    ATTRIBUTE_MISPLACED = "CRD0903";
    ATTRIBUTE_MISSING = "CRD0907";
    SERDE_INEXPRESSIBLE = "CRD0908";
    TYPE_INEXPRESSIBLE = "CRD0909";
    ENUM_INEXPRESSIBLE = "CRD0911";
    PROPERTY_DUPLICATE = "CRD0916";
    UNION_MEMBERS = "CRD0917";
    BOUNDS_UNORDERED = "CRD0919";
    PATH_UNKNOWN = "CRD0920";
    CONSTRAINT_UNSUITED = "CRD0921";
    JSON_SCHEMA_INEXPRESSIBLE = "CRD0922";
    CHANNEL_ABSENT = "CRD0940";
    NEXT_UNMAPPED = "CRD0930";
    NEXT_TYPE = "CRD0931";
    NEXT_PATH = "CRD0932";
    NEXT_TWICE = "CRD0933";
    NEXT_UNFIT = "CRD0934";
}
