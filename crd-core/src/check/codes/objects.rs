//! 05: objects of kinds that a CRD declares.

super::entry::codes! {
    "object-undecodable" OBJECT_UNDECODABLE = CRD0501 Error: "an object that the server cannot parse";
    "object-unknown-field" OBJECT_UNKNOWN_FIELD = CRD0502 Warning: "a field that the CRD does not declare, which the server drops";
    "object-duplicate-field" OBJECT_DUPLICATE_FIELD = CRD0503 Warning: "a field of an object that is set twice";
    "object-type" OBJECT_TYPE = CRD0504 Error: "a value whose type differs from the CRD";
    "object-out-of-bounds" OBJECT_OUT_OF_BOUNDS = CRD0505 Error: "a value that the CRD does not allow";
    "object-required" OBJECT_REQUIRED = CRD0506 Error: "a required field is missing";
    "object-duplicate-element" OBJECT_DUPLICATE_ELEMENT = CRD0507 Error: "a duplicate element of a set or map";
    "object-rule" OBJECT_RULE = CRD0508 Error: "the object violates a rule of the CRD";
    "object-rule-failed" OBJECT_RULE_FAILED = CRD0509 Error: "a rule of the CRD cannot be evaluated on the object";
    "object-rules-skipped" OBJECT_RULES_SKIPPED = CRD0510 Note: "the rules of the CRD were not evaluated";
    "object-metadata" OBJECT_METADATA = CRD0511 Error: "invalid metadata";
    "object-kind-undeclared" OBJECT_KIND_UNDECLARED = CRD0512 Error: "a kind that no CRD declares";
    "object-version-not-served" OBJECT_VERSION_NOT_SERVED = CRD0513 Error: "a version that the CRD does not serve";
    "object-crd-unusable" OBJECT_CRD_UNUSABLE = CRD0514 Error: "an object whose CRD the server would reject";
    "object-ratcheted" OBJECT_RATCHETED = CRD0515 Warning: "an unchanged value that is invalid";
    "object-warning" OBJECT_WARNING = CRD0516 Warning: "an object that the server accepts with a warning";
    "object-invalid" OBJECT_INVALID = CRD0517 Error: "an object that the server rejects for another reason";
    "object-field-not-stored" OBJECT_FIELD_NOT_STORED = CRD0518 Warning: "a field of an object that the storage version does not have";
    "object-part-ignored" OBJECT_PART_IGNORED = CRD0519 Note: "a part of an object that the server ignores in the request";
}
