//! 09: errors of the derive macros and of the constant checks that they emit.

super::entry::codes! {
    "attribute-malformed" ATTRIBUTE_MALFORMED = CRD0901 Error: "an attribute that cannot be parsed";
    "attribute-unknown" ATTRIBUTE_UNKNOWN = CRD0902 Error: "unknown attribute";
    "attribute-misplaced" ATTRIBUTE_MISPLACED = CRD0903 Error: "an attribute in the wrong place";
    "attribute-duplicate" ATTRIBUTE_DUPLICATE = CRD0904 Error: "an attribute specified twice";
    "attribute-value" ATTRIBUTE_VALUE = CRD0905 Error: "an attribute whose value has the wrong form";
    "attribute-contradiction" ATTRIBUTE_CONTRADICTION = CRD0906 Error: "two attributes that contradict each \
        other";
    "attribute-missing" ATTRIBUTE_MISSING = CRD0907 Error: "a required attribute is missing";
    "serde-inexpressible" SERDE_INEXPRESSIBLE = CRD0908 Error: "a serde attribute that no schema can express";
    "type-inexpressible" TYPE_INEXPRESSIBLE = CRD0909 Error: "a Rust type that no structural schema can express";
    "type-recursive" TYPE_RECURSIVE = CRD0910 Error: "a type that contains itself";
    "enum-inexpressible" ENUM_INEXPRESSIBLE = CRD0911 Error: "an enum that no structural schema can express";
    "lifecycle-marker" LIFECYCLE_MARKER = CRD0912 Error: "a lifecycle marker that KEP-2558 does not allow";
    "feature-gate-unknown" FEATURE_GATE_UNKNOWN = CRD0913 Error: "a feature gate that is not declared";
    "field-unknown" FIELD_UNKNOWN = CRD0914 Error: "a name that is not a field of the struct";
    "field-reserved" FIELD_RESERVED = CRD0915 Error: "a field name that Kubernetes reserves";
    "property-duplicate" PROPERTY_DUPLICATE = CRD0916 Error: "two fields with the same serialized name";
    "union-members" UNION_MEMBERS = CRD0917 Error: "a union whose members and discriminator do not match";
    "derive-target" DERIVE_TARGET = CRD0918 Error: "a derive on an unsupported item";
    "bounds-unordered" BOUNDS_UNORDERED = CRD0919 Error: "a lower bound above its upper bound";
    "path-unknown" PATH_UNKNOWN = CRD0920 Error: "a path that is not a field";
    "constraint-unsuited" CONSTRAINT_UNSUITED = CRD0921 Error: "a constraint on a value of another type";
    "json-schema-inexpressible" JSON_SCHEMA_INEXPRESSIBLE = CRD0922 Error: "a JSON schema of another tool \
        that is not structural";
    "next-unmapped" NEXT_UNMAPPED = CRD0930 Error: "a field or variant without a counterpart in the next version";
    "next-type" NEXT_TYPE = CRD0931 Error: "a type without a conversion to the type of the next version";
    "next-path" NEXT_PATH = CRD0932 Error: "a conversion that names no field or variant of the next version";
    "next-twice" NEXT_TWICE = CRD0933 Error: "two sources for one field or variant of the next version";
    "next-unfit" NEXT_UNFIT = CRD0934 Error: "values that the other version's schema rejects";
    "channel-absent" CHANNEL_ABSENT = CRD0940 Error: "a name that does not exist in every channel";
    "feature-gate-unused" FEATURE_GATE_UNUSED = CRD0941 Error: "a feature gate that is declared but not used";
    "deprecation-unexplained" DEPRECATION_UNEXPLAINED = CRD0942 Error: "a deprecated field without a replacement";
    "alpha-ungated" ALPHA_UNGATED = CRD0943 Error: "an alpha field in a stable version without a gate";
    "lifecycle-ahead" LIFECYCLE_AHEAD = CRD0944 Warning: "a lifecycle that starts in a later release";
    "lifecycle-overdue" LIFECYCLE_OVERDUE = CRD0945 Warning: "a field that stays alpha or beta for long";
}
