//! 03: value validations, defaults, list and map types.

super::entry::codes! {
    "pattern-invalid" PATTERN_INVALID = CRD0301 Error: "a pattern that Go cannot parse";
        STR_13 => "`pattern` is not a valid regular expression of Go (RE2)", "",
            "use a rule for conditions that a pattern cannot express";
    "unique-items" UNIQUE_ITEMS = CRD0302 Error: "`uniqueItems: true`";
        OAS_14 => "`uniqueItems: true` is not allowed", "must be absent",
            "use `x-kubernetes-list-type: set` for scalars, `map` for objects with a key";
    "default-forbidden" DEFAULT_FORBIDDEN = CRD0310 Error: "a default where defaults are not allowed";
        OAS_02 => "a `default` is not allowed here: {detail}", "not allowed here", "remove it";
    "default-unknown-fields" DEFAULT_UNKNOWN_FIELDS = CRD0311 Error: "a default with fields that the schema \
        does not declare";
        DFT_01 => "the default has fields that the schema does not declare", "has fields that would be pruned",
            "declare the fields, or remove them from the default";
    "default-invalid" DEFAULT_INVALID = CRD0312 Error: "a default that violates its own schema";
        DFT_04 => "the default violates its own schema: {detail}", "{detail}",
            "fix the default";
    "default-metadata" DEFAULT_METADATA = CRD0313 Error: "a default with invalid metadata";
        DFT_02 => "the metadata of the default is invalid: {detail}", "{detail}", "fix the default";
        DFT_03 => "the default is not a valid object: {detail}", "{detail}",
            "a default of an embedded resource needs `apiVersion` and `kind`";
    "default-breaks-rule" DEFAULT_BREAKS_RULE = CRD0314 Error: "a default that violates a rule";
        DFT_05 => "the default violates a rule of its own schema: {detail}", "{detail}",
            "fix the default or the rule";
        DFT_05C => "a rule for the default does not compile", "{detail}",
            "fix the rule";
        DFT_16 => "the rules on the defaults cost too much in total", "{detail}",
            "make the rules cheaper: add `maxItems`, `maxLength` and `maxProperties`";
    "map-type-on-non-object" MAP_TYPE_ON_NON_OBJECT = CRD0320 Error: "a map type on a value that is not an object";
        OAS_17 => "`x-kubernetes-map-type` is for objects", "must be `object`", "write `type: object`, or remove `x-kubernetes-map-type`";
    "map-type-unknown" MAP_TYPE_UNKNOWN = CRD0321 Error: "an unknown map type";
        OAS_18 => "`{value}` is not a map type", "not a map type", "use `granular` or `atomic`";
    "list-type-on-non-array" LIST_TYPE_ON_NON_ARRAY = CRD0322 Error: "a list type on a value that is not an array";
        OAS_19 => "`x-kubernetes-list-type` is for arrays", "must be `array`", "write `type: array`, or remove `x-kubernetes-list-type`";
    "list-type-unknown" LIST_TYPE_UNKNOWN = CRD0323 Error: "an unknown list type";
        OAS_22 => "`{value}` is not a list type", "not a list type", "use `atomic`, `set` or `map`";
    "set-items-not-atomic" SET_ITEMS_NOT_ATOMIC = CRD0324 Error: "a set whose elements are not atomic";
        OAS_20 => "elements of a set that are lists must be atomic", "must be `atomic`",
            "add `x-kubernetes-list-type: atomic` to the elements";
        OAS_21 => "elements of a set that are objects must be atomic", "must be `atomic`",
            "add `x-kubernetes-map-type: atomic` to the elements, or use `x-kubernetes-list-type: map` with keys";
    "list-map-keys-without-map" LIST_MAP_KEYS_WITHOUT_MAP = CRD0330 Error: "list-map keys on a list that is not of type `map`";
        OAS_23 => "`x-kubernetes-list-map-keys` is for lists of type `map`", "must be `map`",
            "write `x-kubernetes-list-type: map`, or remove the keys";
    "list-map-key-unknown" LIST_MAP_KEY_UNKNOWN = CRD0331 Error: "a list-map key that is not a property";
        OAS_29 => "a list-map key is not a property of the elements", "not a property of the elements",
            "use a declared property of `items`";
    "list-map-without-keys" LIST_MAP_WITHOUT_KEYS = CRD0332 Error: "a list of type `map` without keys";
        OAS_24 => "a list of type `map` must have keys", "no `x-kubernetes-list-map-keys`",
            "add `x-kubernetes-list-map-keys: [name]`, with the fields that identify elements";
    "list-map-items" LIST_MAP_ITEMS = CRD0333 Error: "a list of type `map` whose elements are not objects";
        OAS_25 => "a list of type `map` must declare its elements", "no `items`", "add `items` with `type: object`";
        OAS_26 => "`items` of a list of type `map` must be one schema", "must be one schema",
            "write one schema";
        OAS_27 => "elements of a list of type `map` must be objects", "must be `object`",
            "use `x-kubernetes-list-type: set` for scalars";
    "list-map-key-not-scalar" LIST_MAP_KEY_NOT_SCALAR = CRD0334 Error: "a list-map key that is not a scalar";
        OAS_28 => "a list-map key must be a scalar", "must be a scalar",
            "use a string, a number or a boolean as the key";
    "list-map-key-duplicate" LIST_MAP_KEY_DUPLICATE = CRD0335 Error: "a list-map key listed twice";
        OAS_30 => "a list-map key is listed twice", "listed again", "remove it";
    "list-map-key-optional" LIST_MAP_KEY_OPTIONAL = CRD0336 Error: "a list-map key that may be absent";
        OAS_41 => "`{parent}` is a list-map key, so it must be required or have a default", "may be absent",
            "add it to `required` of the elements, or give it a `default`";
    "list-key-nullable" LIST_KEY_NULLABLE = CRD0337 Error: "nullable elements of a set, or nullable keys of a list map";
        OAS_40 => "elements of a set or map cannot be null", "must not be nullable", "remove `nullable`";
        OAS_42 => "`{parent}` is a list-map key and cannot be null", "must not be nullable", "remove `nullable`";
}
