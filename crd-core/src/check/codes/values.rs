//! 03: value validations, defaults, list and map types.

super::codes! {
    CRD0301 = 301 "pattern-invalid" Error: "a pattern that Go cannot read";
        "STR-13" => "`pattern` is not a regular expression of Go (RE2): {detail}", "{detail}",
            "RE2 has no look-around and no back-references; say in a rule what the pattern cannot";
    CRD0302 = 302 "unique-items" Error: "`uniqueItems: true`";
        "OAS-14" => "`uniqueItems: true` is not allowed", "must be absent",
            "use `x-kubernetes-list-type: set` for scalars, `map` for objects with a key";
    CRD0310 = 310 "default-forbidden" Error: "a default where none can be";
        "OAS-02" => "a `default` cannot stand here: {detail}", "no default here", "remove it";
    CRD0311 = 311 "default-unknown-fields" Error: "a default with fields the schema does not declare";
        "DFT-01" => "the default has fields that the schema does not declare", "has fields that would be pruned",
            "declare the fields, or remove them from the default";
    CRD0312 = 312 "default-invalid" Error: "a default that breaks its own schema";
        "DFT-04" => "the default breaks its own schema: {detail}", "{detail}",
            "mend the default; defaults of nested fields are not filled in first";
    CRD0313 = 313 "default-metadata" Error: "a default with broken metadata";
        "DFT-02" => "the default's metadata is broken: {detail}", "{detail}", "mend the default";
        "DFT-03" => "the default is no valid resource: {detail}", "{detail}",
            "a default of an embedded resource needs `apiVersion` and `kind`";
    CRD0314 = 314 "default-breaks-rule" Error: "a default that breaks a rule";
        "DFT-05" => "the default breaks a rule of its own schema: {detail}", "{detail}",
            "mend the default or the rule";
        "DFT-05c" => "a rule that the default is judged by does not compile", "{detail}",
            "mend the rule";
        "DFT-16" => "the rules on the defaults cost too much together", "{detail}",
            "make the rules cheaper: add `maxItems`, `maxLength` and `maxProperties`";
    CRD0320 = 320 "map-type-on-non-object" Error: "a map type on what is no object";
        "OAS-17" => "`x-kubernetes-map-type` is for objects", "must be `object`", "write `type: object`, or remove `x-kubernetes-map-type`";
    CRD0321 = 321 "map-type-unknown" Error: "an unknown map type";
        "OAS-18" => "`{value}` is not a map type", "not a map type", "use `granular` or `atomic`";
    CRD0322 = 322 "list-type-on-non-array" Error: "a list type on what is no array";
        "OAS-19" => "`x-kubernetes-list-type` is for arrays", "must be `array`", "write `type: array`, or remove `x-kubernetes-list-type`";
    CRD0323 = 323 "list-type-unknown" Error: "an unknown list type";
        "OAS-22" => "`{value}` is not a list type", "not a list type", "use `atomic`, `set` or `map`";
    CRD0324 = 324 "set-items-not-atomic" Error: "a set whose elements are not atomic";
        "OAS-20" => "elements of a set that are lists must be atomic", "must be `atomic`",
            "add `x-kubernetes-list-type: atomic` to the elements";
        "OAS-21" => "elements of a set that are objects must be atomic", "must be `atomic`",
            "add `x-kubernetes-map-type: atomic` to the elements, or use `x-kubernetes-list-type: map` with keys";
    CRD0330 = 330 "list-map-keys-without-map" Error: "list-map keys on a list that is no map";
        "OAS-23" => "`x-kubernetes-list-map-keys` is for lists of type `map`", "must be `map`",
            "write `x-kubernetes-list-type: map`, or remove the keys";
    CRD0331 = 331 "list-map-key-unknown" Error: "a list-map key that is no property";
        "OAS-29" => "a list-map key is no property of the elements", "names a property the elements do not have",
            "name a declared property of `items`";
    CRD0332 = 332 "list-map-without-keys" Error: "a list of type `map` without keys";
        "OAS-24" => "a list of type `map` must name its keys", "no `x-kubernetes-list-map-keys`",
            "add `x-kubernetes-list-map-keys: [name]`, naming the fields that tell elements apart";
    CRD0333 = 333 "list-map-items" Error: "a list of type `map` whose elements are no objects";
        "OAS-25" => "a list of type `map` must describe its elements", "no `items`", "add `items` with `type: object`";
        "OAS-26" => "`items` of a list of type `map` must be one schema", "must be one schema", "give one schema";
        "OAS-27" => "elements of a list of type `map` must be objects", "must be `object`",
            "use `x-kubernetes-list-type: set` for scalars";
    CRD0334 = 334 "list-map-key-not-scalar" Error: "a list-map key that is no scalar";
        "OAS-28" => "a list-map key must be a scalar", "must be a scalar", "key the list by a string, a number or a boolean";
    CRD0335 = 335 "list-map-key-duplicate" Error: "a list-map key named twice";
        "OAS-30" => "a list-map key stands twice", "stands again", "remove it";
    CRD0336 = 336 "list-map-key-optional" Error: "a list-map key that may be absent";
        "OAS-41" => "`{parent}` is a list-map key, so it must be required or have a default", "may be absent",
            "add it to `required` of the elements, or give it a `default`";
    CRD0337 = 337 "list-key-nullable" Error: "elements or keys of a set or map that may be null";
        "OAS-40" => "elements of a set or map cannot be null", "must not be nullable", "remove `nullable`";
        "OAS-42" => "`{parent}` is a list-map key and cannot be null", "must not be nullable", "remove `nullable`";
}
