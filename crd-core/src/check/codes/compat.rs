//! 07: breakages by a change of a CRD, as `crd-gen compat` reports them.

super::entry::codes! {
    "compat-crd-removed" COMPAT_CRD_REMOVED = CRD0701 Error: "a CRD is removed";
    "compat-identity" COMPAT_IDENTITY = CRD0702 Error: "group, kind, plural name or scope changes";
    "compat-name-removed" COMPAT_NAME_REMOVED = CRD0703 Warning: "a name for kubectl is removed";
    "compat-version-removed" COMPAT_VERSION_REMOVED = CRD0704 Error: "a version is removed or no longer served";
    "compat-version-moves" COMPAT_VERSION_MOVES = CRD0705 Note: "the storage version, the preferred version or a deprecation changes";
    "compat-versions-differ" COMPAT_VERSIONS_DIFFER = CRD0706 Error: "an update makes versions without \
        conversion lose data";
    "compat-conversion" COMPAT_CONVERSION = CRD0707 Error: "a conversion webhook is added or removed";
    "compat-subresource" COMPAT_SUBRESOURCE = CRD0708 Error: "a subresource is added or removed";
    "compat-selectable-field" COMPAT_SELECTABLE_FIELD = CRD0709 Error: "a selectable field is removed";
    "compat-column" COMPAT_COLUMN = CRD0710 Note: "a printer column is removed or changed";
    "compat-field-removed" COMPAT_FIELD_REMOVED = CRD0711 Error: "a field is removed or moved";
    "compat-field-named" COMPAT_FIELD_NAMED = CRD0712 Error: "a field is added to an object that kept unknown fields";
    "compat-required" COMPAT_REQUIRED = CRD0713 Error: "a field becomes required";
    "compat-optional" COMPAT_OPTIONAL = CRD0714 Note: "a field is no longer required";
    "compat-type" COMPAT_TYPE = CRD0715 Error: "the type of a field changes";
    "compat-nullable" COMPAT_NULLABLE = CRD0716 Warning: "a field becomes nullable or not nullable";
    "compat-format" COMPAT_FORMAT = CRD0717 Error: "a format that the server validates changes";
    "compat-unknown-fields" COMPAT_UNKNOWN_FIELDS = CRD0718 Error: "pruning of unknown fields changes";
    "compat-embedded" COMPAT_EMBEDDED = CRD0719 Error: "a value becomes an embedded resource";
    "compat-bound" COMPAT_BOUND = CRD0720 Error: "a bound is added or tightened";
    "compat-bound-relaxed" COMPAT_BOUND_RELAXED = CRD0721 Note: "a bound is relaxed";
    "compat-default" COMPAT_DEFAULT = CRD0722 Warning: "a default is added, changed or removed";
    "compat-enum" COMPAT_ENUM = CRD0723 Error: "an enum value is removed";
    "compat-enum-wider" COMPAT_ENUM_WIDER = CRD0724 Warning: "an enum value is added";
    "compat-pattern" COMPAT_PATTERN = CRD0725 Error: "a pattern is narrowed";
    "compat-junctors" COMPAT_JUNCTORS = CRD0726 Error: "`allOf`, `anyOf`, `oneOf` or `not` differs";
    "compat-merge" COMPAT_MERGE = CRD0727 Error: "server-side apply merges differently";
    "compat-rule" COMPAT_RULE = CRD0728 Error: "a rule is added or changed";
    "compat-rule-relaxed" COMPAT_RULE_RELAXED = CRD0729 Note: "a rule is removed, or its message changes";
    "compat-lifecycle" COMPAT_LIFECYCLE = CRD0730 Warning: "a lifecycle promise is broken";
    "compat-size" COMPAT_SIZE = CRD0731 Error: "a CRD is too large for client-side apply";
}
