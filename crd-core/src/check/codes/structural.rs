//! 02: what keeps a schema from being structural.

super::codes! {
    CRD0201 = 201 "root-type-with-status" Error: "a root that is no object, with a status subresource";
        "SCH-01" => "with a status subresource the root must be `type: object`", "must be `object`",
            "write `type: object`";
    CRD0202 = 202 "root-fields-with-status" Error: "a keyword the status subresource forbids at the root";
        "SCH-02" => "with a status subresource the root may not carry all keywords", "carries a keyword that is not allowed at the root",
            "move `oneOf`, `anyOf`, `allOf`, `not`, `enum`, `default`, `minProperties`, `maxProperties` and the like below `properties.spec`";
    CRD0203 = 203 "root-nullable" Error: "the root is nullable";
        "SCH-03" => "the root cannot be nullable", "must not be nullable", "remove `nullable`";
    CRD0205 = 205 "type-unknown" Error: "a type that does not exist";
        "OAS-01" => "`{value}` is not a type", "not a type",
            "use `array`, `boolean`, `integer`, `number`, `object` or `string`";
    CRD0206 = 206 "type-null" Error: "`type: null`";
        "OAS-07" => "`null` is not a type", "not a type", "give the real type and add `nullable: true`";
    CRD0207 = 207 "keyword-unsupported" Error: "a keyword of JSON Schema that CRDs do not have";
        "OAS-03" => "`id` is not supported", "not supported", "remove it";
        "OAS-04" => "`additionalItems` is not supported", "not supported", "remove it";
        "OAS-05" => "`patternProperties` is not supported", "not supported",
            "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`";
        "OAS-05d" => "`definitions` is not supported", "not supported", "write each schema where it is used";
        "OAS-05e" => "`dependencies` is not supported", "not supported",
            "use a rule: `!has(self.a) || has(self.b)`";
        "STC-01" => "`id` is not supported", "not supported", "remove it";
        "STC-02" => "`$schema` is not supported", "not supported", "remove it";
        "STC-04" => "`patternProperties` is not supported", "not supported",
            "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`";
        "STC-05" => "`dependencies` is not supported", "not supported",
            "use a rule: `!has(self.a) || has(self.b)`";
        "STC-06" => "`additionalItems` is not supported", "not supported", "remove it";
        "STC-07" => "`definitions` is not supported", "not supported", "write each schema where it is used";
        "SCH-04" => "the schema is not structural: {detail}", "not structural";
        "SCH-10" => "the server cannot use this schema: {detail}", "{detail}";
    CRD0208 = 208 "ref-unsupported" Error: "`$ref` in a schema";
        "OAS-06" => "`$ref` is not supported", "not supported", "write the schema out in this place";
        "STC-03" => "`$ref` is not supported", "not supported", "write the schema out in this place";
    CRD0209 = 209 "items-array" Error: "`items` is a list";
        "OAS-08" => "`items` must be one schema, not a list", "a list", "give the one schema that fits every element";
        "STC-08" => "`items` must be one schema, not a list", "a list", "give the one schema that fits every element";
    CRD0210 = 210 "preserve-false" Error: "`x-kubernetes-preserve-unknown-fields: false`";
        "OAS-16" => "`x-kubernetes-preserve-unknown-fields` can only be `true`", "must be `true` or absent", "remove it";
        "STC-09" => "`x-kubernetes-preserve-unknown-fields` can only be `true`", "must be `true` or absent", "remove it";
    CRD0211 = 211 "properties-and-additional" Error: "`properties` beside `additionalProperties`";
        "OAS-15" => "`properties` and `additionalProperties` exclude each other", "not beside `properties`",
            "an object has either fields or keys of the users' choosing: remove one, or use `x-kubernetes-preserve-unknown-fields: true` for the rest";
    CRD0212 = 212 "type-required" Error: "a schema without a type";
        "STR-06" => "this schema must say its `type`", "no `type`",
            "add `type`, or `x-kubernetes-int-or-string: true`, or `x-kubernetes-preserve-unknown-fields: true` for any value";
    CRD0213 = 213 "items-required" Error: "an array without `items`";
        "STR-01" => "`items` must say what an element is", "an array without `items`",
            "add `items: {type: string}`, or whatever the elements are";
    CRD0214 = 214 "root-additional-properties" Error: "`additionalProperties` at the root";
        "STR-02" => "the root cannot have `additionalProperties`", "not allowed at the root",
            "declare `spec` and `status` under `properties`";
    CRD0215 = 215 "root-not-object" Error: "a root that is no object";
        "STR-08" => "the root must be `type: object`", "must be `object`", "write `type: object`";
    CRD0216 = 216 "int-or-string-conflict" Error: "`x-kubernetes-int-or-string` beside what excludes it";
        "STR-03" => "`x-kubernetes-int-or-string` excludes `x-kubernetes-preserve-unknown-fields`", "must be absent", "remove one";
        "STR-04" => "`x-kubernetes-int-or-string` excludes `x-kubernetes-embedded-resource`", "must be absent", "remove one";
    CRD0217 = 217 "embedded-type" Error: "an embedded resource that is no object";
        "STR-05" => "an embedded resource must be `type: object`", "must be `object`", "write `type: object`";
    CRD0218 = 218 "embedded-additional-properties" Error: "`additionalProperties` on an embedded resource";
        "STR-07" => "an embedded resource cannot have `additionalProperties`", "not allowed here",
            "declare its fields under `properties`, or add `x-kubernetes-preserve-unknown-fields: true`";
    CRD0219 = 219 "embedded-without-properties" Error: "an embedded resource without fields";
        "STR-12" => "an embedded resource without `properties` would lose everything but its metadata", "no `properties`",
            "add `x-kubernetes-preserve-unknown-fields: true`, or declare its fields";
    CRD0220 = 220 "type-meta-type" Error: "`apiVersion`, `kind` or `metadata` of another type";
        "STR-09" => "`apiVersion` and `kind` are strings", "must be `string`", "write `type: string`, or leave the property out";
        "STR-10" => "`metadata` is an object", "must be `object`", "write `type: object`";
    CRD0221 = 221 "metadata-restricted" Error: "more than names is said of `metadata`";
        "STR-11" => "`metadata` may restrict nothing but `name` and `generateName`", "says more than `name` and `generateName`",
            "write `metadata: {type: object}`; the server knows the rest";
    CRD0222 = 222 "embedded-in-metadata" Error: "an embedded resource inside metadata";
        "OAS-13" => "`x-kubernetes-embedded-resource` cannot stand inside of metadata", "not allowed inside metadata", "remove it";
    CRD0230 = 230 "nested-type" Error: "a type under a junctor";
        "STR-20" => "a `type` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move `type` to the property itself; for integers or strings write `x-kubernetes-int-or-string: true`";
    CRD0231 = 231 "nested-additional-properties" Error: "`additionalProperties` under a junctor";
        "STR-21" => "`additionalProperties` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it out of the junctor";
    CRD0232 = 232 "nested-default" Error: "a default under a junctor";
        "STR-22" => "a `default` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move the default to the property itself";
    CRD0233 = 233 "nested-description" Error: "a description or title under a junctor";
        "STR-23" => "a `title` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself, or make it a comment";
        "STR-24" => "a `description` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself, or make it a comment";
    CRD0234 = 234 "nested-nullable" Error: "`nullable` under a junctor";
        "STR-25" => "`nullable` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself";
    CRD0235 = 235 "nested-extension" Error: "an `x-kubernetes-` extension under a junctor";
        "STR-26" => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
        "STR-27" => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
        "STR-28" => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
    CRD0236 = 236 "nested-rules" Error: "rules under a junctor";
        "STR-29" => "`x-kubernetes-validations` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move the rules to the property itself, joined with `||` or `&&` as the junctor says";
    CRD0237 = 237 "nested-metadata" Error: "`metadata` under a junctor";
        "STR-30" => "a property `metadata` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "write a rule, such as `self.metadata.name.size() < 20`";
    CRD0240 = 240 "incomplete" Error: "a junctor speaks of a field the schema does not declare";
        "STR-40" => "a junctor mentions `{name}`, which the schema does not declare", "not declared outside the junctor",
            "declare `{name}` with its type under `properties`";
        "STR-41" => "a junctor mentions `items`, which the schema does not declare", "not declared outside the junctor",
            "declare `items` with its type outside the junctor";
}
