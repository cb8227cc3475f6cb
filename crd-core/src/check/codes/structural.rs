//! 02: violations of the rules of structural schemas.

super::entry::codes! {
    "root-type-with-status" ROOT_TYPE_WITH_STATUS = CRD0201 Error: "a root that is not an object, with a status subresource";
        SCH_01 => "with a status subresource, the root must be `type: object`", "must be `object`",
            "write `type: object`";
    "root-fields-with-status" ROOT_FIELDS_WITH_STATUS = CRD0202 Error: "a keyword that the status \
        subresource forbids at the root";
        SCH_02 => "with a status subresource, some keywords are not allowed at the root", "has a keyword that is not allowed at the root",
            "move them below `properties.spec`";
    "root-nullable" ROOT_NULLABLE = CRD0203 Error: "the root is nullable";
        SCH_03 => "the root cannot be nullable", "must not be nullable", "remove `nullable`";
    "type-unknown" TYPE_UNKNOWN = CRD0205 Error: "an unknown type";
        OAS_01 => "`{value}` is not a type", "not a type",
            "use `array`, `boolean`, `integer`, `number`, `object` or `string`";
    "type-null" TYPE_NULL = CRD0206 Error: "`type: null`";
        OAS_07 => "`null` is not a type", "not a type",
            "set the type of the value and add `nullable: true`";
    "keyword-unsupported" KEYWORD_UNSUPPORTED = CRD0207 Error: "a keyword of JSON Schema that CRDs do not \
        support";
        OAS_03 => "`id` is not supported", "not supported", "remove it";
        OAS_04 => "`additionalItems` is not supported", "not supported", "remove it";
        OAS_05 => "`patternProperties` is not supported", "not supported",
            "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`";
        OAS_05D => "`definitions` is not supported", "not supported",
            "inline each schema where it is used";
        OAS_05E => "`dependencies` is not supported", "not supported",
            "use a rule: `!has(self.a) || has(self.b)`";
        STC_01 => "`id` is not supported", "not supported", "remove it";
        STC_02 => "`$schema` is not supported", "not supported", "remove it";
        STC_04 => "`patternProperties` is not supported", "not supported",
            "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`";
        STC_05 => "`dependencies` is not supported", "not supported",
            "use a rule: `!has(self.a) || has(self.b)`";
        STC_06 => "`additionalItems` is not supported", "not supported", "remove it";
        STC_07 => "`definitions` is not supported", "not supported",
            "inline each schema where it is used";
        SCH_04 => "the schema is not structural: {detail}", "not structural";
        SCH_10 => "the server cannot use this schema: {detail}", "{detail}";
    "ref-unsupported" REF_UNSUPPORTED = CRD0208 Error: "`$ref` in a schema";
        OAS_06 => "`$ref` is not supported", "not supported", "inline the schema here";
        STC_03 => "`$ref` is not supported", "not supported", "inline the schema here";
    "items-array" ITEMS_ARRAY = CRD0209 Error: "`items` is a list";
        OAS_08 => "`items` must be one schema, not a list", "a list",
            "write one schema that all elements match";
        STC_08 => "`items` must be one schema, not a list", "a list",
            "write one schema that all elements match";
    "preserve-false" PRESERVE_FALSE = CRD0210 Error: "`x-kubernetes-preserve-unknown-fields: false`";
        OAS_16 => "`x-kubernetes-preserve-unknown-fields` can only be `true`", "must be `true` or absent",
            "remove it, or write `true` to keep unknown fields";
        STC_09 => "`x-kubernetes-preserve-unknown-fields` can only be `true`", "must be `true` or absent",
            "remove it, or write `true` to keep unknown fields";
    "properties-and-additional" PROPERTIES_AND_ADDITIONAL = CRD0211 Error: "`properties` together with \
        `additionalProperties`";
        OAS_15 => "`properties` and `additionalProperties` exclude each other",
            "not together with `properties`",
            "an object has either declared fields or arbitrary keys: remove one, or use `x-kubernetes-preserve-unknown-fields: true` for the rest";
    "type-required" TYPE_REQUIRED = CRD0212 Error: "a schema without a type";
        STR_06 => "this schema must have a `type`", "no `type`",
            "add `type`, or `x-kubernetes-int-or-string: true`, or `x-kubernetes-preserve-unknown-fields: true` for any value";
    "items-required" ITEMS_REQUIRED = CRD0213 Error: "an array without `items`";
        STR_01 => "`items` must describe the elements", "an array without `items`",
            "add `items` with the schema of the elements, such as `items: {type: string}`";
    "root-additional-properties" ROOT_ADDITIONAL_PROPERTIES = CRD0214 Error: "`additionalProperties` at the root";
        STR_02 => "the root cannot have `additionalProperties`", "not allowed at the root",
            "declare `spec` and `status` under `properties`";
    "root-not-object" ROOT_NOT_OBJECT = CRD0215 Error: "a root that is not an object";
        STR_08 => "the root must be `type: object`", "must be `object`", "write `type: object`";
    "int-or-string-conflict" INT_OR_STRING_CONFLICT = CRD0216 Error: "`x-kubernetes-int-or-string` with a keyword that excludes it";
        STR_03 => "`x-kubernetes-int-or-string` excludes `x-kubernetes-preserve-unknown-fields`", "must be absent", "remove one";
        STR_04 => "`x-kubernetes-int-or-string` excludes `x-kubernetes-embedded-resource`", "must be absent", "remove one";
    "embedded-type" EMBEDDED_TYPE = CRD0217 Error: "an embedded resource that is not an object";
        STR_05 => "an embedded resource must be `type: object`", "must be `object`", "write `type: object`";
    "embedded-additional-properties" EMBEDDED_ADDITIONAL_PROPERTIES = CRD0218 Error: "`additionalProperties` on an embedded resource";
        STR_07 => "an embedded resource cannot have `additionalProperties`", "not allowed here",
            "declare its fields under `properties`, or add `x-kubernetes-preserve-unknown-fields: true`";
    "embedded-without-properties" EMBEDDED_WITHOUT_PROPERTIES = CRD0219 Error: "an embedded resource without fields";
        STR_12 => "an embedded resource without `properties` would lose everything except its metadata", "no `properties`",
            "add `x-kubernetes-preserve-unknown-fields: true`, or declare its fields";
    "type-meta-type" TYPE_META_TYPE = CRD0220 Error: "`apiVersion`, `kind` or `metadata` of another type";
        STR_09 => "`apiVersion` and `kind` must be strings", "must be `string`",
            "write `type: string`, or remove the property";
        STR_10 => "`metadata` must be an object", "must be `object`", "write `type: object`";
    "metadata-restricted" METADATA_RESTRICTED = CRD0221 Error: "`metadata` restricts more than names";
        STR_11 => "`metadata` can only restrict `name` and `generateName`", "restricts more than `name` and `generateName`",
            "remove the other restrictions: `metadata: {type: object}` is enough, because the server adds its schema";
    "embedded-in-metadata" EMBEDDED_IN_METADATA = CRD0222 Error: "an embedded resource inside metadata";
        OAS_13 => "`x-kubernetes-embedded-resource` is not allowed inside metadata", "not allowed inside metadata", "remove it";
    "nested-type" NESTED_TYPE = CRD0230 Error: "a type inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_20 => "a `type` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move `type` to the property itself; for integers or strings write `x-kubernetes-int-or-string: true`";
    "nested-additional-properties" NESTED_ADDITIONAL_PROPERTIES = CRD0231 Error: "`additionalProperties` inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_21 => "`additionalProperties` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it out of `allOf`, `anyOf`, `oneOf` or `not`";
    "nested-default" NESTED_DEFAULT = CRD0232 Error: "a default inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_22 => "a `default` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move the default to the property itself";
    "nested-description" NESTED_DESCRIPTION = CRD0233 Error: "a description or title inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_23 => "a `title` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself, or make it a comment";
        STR_24 => "a `description` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself, or make it a comment";
    "nested-nullable" NESTED_NULLABLE = CRD0234 Error: "`nullable` inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_25 => "`nullable` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move it to the property itself";
    "nested-extension" NESTED_EXTENSION = CRD0235 Error: "an `x-kubernetes-` extension inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_26 => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
        STR_27 => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
        STR_28 => "`{name}` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here", "move it to the property itself";
    "nested-rules" NESTED_RULES = CRD0236 Error: "rules inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_29 => "`x-kubernetes-validations` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "move the rules to the property itself; combine them with `||` or `&&`";
    "nested-metadata" NESTED_METADATA = CRD0237 Error: "`metadata` inside `allOf`, `anyOf`, `oneOf` or `not`";
        STR_30 => "a property `metadata` under `allOf`, `anyOf`, `oneOf` or `not`", "must be absent here",
            "write a rule, such as `self.metadata.name.size() < 20`";
    "incomplete" INCOMPLETE = CRD0240 Error: "`allOf`, `anyOf`, `oneOf` or `not` uses an undeclared field";
        STR_40 => "`allOf`, `anyOf`, `oneOf` or `not` uses `{name}`, which the schema does not declare",
            "not declared in the schema itself",
            "declare `{name}` with its type under `properties`";
        STR_41 => "`allOf`, `anyOf`, `oneOf` or `not` uses `items`, which the schema does not declare",
            "not declared in the schema itself",
            "declare `items` with its type in the schema itself";
}
