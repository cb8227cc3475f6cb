//! 08: findings that the server accepts with a warning, and findings that only this tool reports.

super::entry::codes! {
    "format-unrecognized" FORMAT_UNRECOGNIZED = CRD0801 Warning: "a format that the server does not support";
        WRN_01 => "the server does not recognize the format `{value}` here", "not recognized",
            "use a format of https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation, or a `pattern`";
    "set-of-objects" SET_OF_OBJECTS = CRD0802 Warning: "a set whose elements are not scalars";
        WRN_02 => "sets of objects or lists do not work with server-side apply and rules", "elements are not scalars",
            "use `x-kubernetes-list-type: map` with keys, or `atomic`";
    "allow-unused" ALLOW_UNUSED = CRD0803 Warning: "an allow comment that suppresses nothing";
    "allow-unknown" ALLOW_UNKNOWN = CRD0804 Warning: "an allow comment that cannot be parsed";
    "example-invalid" EXAMPLE_INVALID = CRD0805 Warning: "an example that violates its own schema";
    "bound-outside-of-format" BOUND_OUTSIDE_OF_FORMAT = CRD0806 Error: "a bound outside the range of its format";
    "column-path-malformed" COLUMN_PATH_MALFORMED = CRD0810 Warning: "a printer column whose path the server cannot parse";
    "column-path-dangling" COLUMN_PATH_DANGLING = CRD0811 Warning: "a printer column whose path does not exist";
    "column-type-mismatch" COLUMN_TYPE_MISMATCH = CRD0812 Warning: "a printer column whose type differs from its value";
    "column-shows-json" COLUMN_SHOWS_JSON = CRD0813 Note: "a printer column that shows JSON";
    "column-name-repeated" COLUMN_NAME_REPEATED = CRD0814 Warning: "two printer columns with the same name";
    "column-date-unvalidated" COLUMN_DATE_UNVALIDATED = CRD0815 Warning: "a date column of a string without the format `date-time`";
    "yaml-word" YAML_WORD = CRD0820 Warning: "a word that YAML reads as a boolean, an octal number, a tag or a comment";
}
