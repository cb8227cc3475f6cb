//! Names that are not those of the members that are meant.

use super::*;

#[test]
fn members_with_the_wrong_name() {
    check(
        STORAGE,
        "    storage: true\n    additionalPrinterColumns: [{name: A, type: string, JSONPath: .spec.cron}]\n",
        &[(
            "unknown field `JSONPath`, which the server drops",
            "write `jsonPath`; `JSONPath` is its name in `v1beta1`",
        )],
    );
    check(
        "    schema:\n",
        "    validation:\n",
        &[(
            "unknown field `validation`, which the server drops",
            "write `schema` in each version; `validation` is its name in `v1beta1`",
        )],
    );
    check(
        "  scope: Namespaced\n",
        "  scope: Namespaced\n  version: v1\n",
        &[(
            "unknown field `version`, which the server drops",
            "remove it: `versions` has the versions; only `v1beta1` has `version`",
        )],
    );
    check(
        "  versions:\n",
        "  version:\n",
        &[(
            "unknown field `version`, which the server drops",
            "did you mean `versions`? If not, remove it",
        )],
    );
    check(
        "  - name: v1\n",
        "  - version: v1\n",
        &[(
            "unknown field `version`, which the server drops",
            "write `name` instead of `version`",
        )],
    );
    check(
        "  - name: v1\n",
        "  - name: v1alpha1\n    served: true\n    storage: false\n    schema: {openAPIV3Schema: {type: object}}\n  v1:\n",
        &[(
            "unknown field `v1`, which the server drops",
            "write it as an element of `versions`, which starts with `- name: v1`",
        )],
    );
    check(
        "  names: {",
        "  name: {",
        &[(
            "unknown field `name`, which the server drops",
            "write `names` instead of `name`",
        )],
    );
    check(
        STORAGE,
        "    storage: true\n    selectableFields: [{fieldPath: .spec.cron}]\n",
        &[(
            "unknown field `fieldPath`, which the server drops",
            "write `jsonPath` instead of `fieldPath`",
        )],
    );
    check(
        "  scope: Namespaced\n",
        "  scope: Namespaced\n  additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.cron}]\n",
        &[(
            "unknown field `additionalPrinterColumns`, which the server drops",
            "move it into each version that it is for; only `v1beta1` has it in `spec`",
        )],
    );
    let good = widgets(
        "spec: {type: object, properties: {cron: {type: string}}}\nstatus: {type: object, properties: {up: {type: boolean}}}",
    );
    let text = good.replace(
        "  scope: Namespaced\n",
        "  scope: Namespaced\n  subresources: {status: {}}\n",
    );
    let found = check::text(&text, &Options::default()).findings;
    let found = found.iter().map(|finding| &*finding.diagnostic.message);
    assert_eq!(
        found.collect::<Vec<_>>(),
        ["unknown field `subresources`, which the server drops"]
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, x-kubernetes-validations: [{rules: self != ''}]}",
        &[(
            "unknown field `rules`, which the server drops",
            "did you mean `rule`? If not, remove it",
        )],
    );
}

#[test]
fn names_that_were_meant() {
    check(
        "properties: {cron: {type: string}}}",
        "title: {type: string}}",
        &[(
            "`spec.versions[0].schema.openAPIV3Schema.properties[spec].title` must be a string, not an object",
            "if `title` is a field, write it below `properties:`, and indent it deeper",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: date}",
        &[("`date` is not a type", "write `type: string` and `format: date`")],
    );
    check(
        "cron: {type: string}",
        "cron: {type: date, format: string}",
        &[("`date` is not a type", "write `type: string` and `format: date`")],
    );
    check(
        "cron: {type: string}",
        "cron: {type: date, format: date-time}",
        &[(
            "`date` is not a type",
            "write `type: string` above `format: date-time`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, default: b, enum: a|b}",
        &[(
            "`spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[cron].enum` must be a list, not a string",
            "write a list: `enum: [a, b]`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, default: b, enum: [a | b]}",
        &[(
            "the default violates its own schema: it must be one of \"a | b\"",
            "the values of `enum` are one text: write a list, `[a, b]`",
        )],
    );
    check(
        "group: example.com",
        "group: Example.com",
        &[("`Example.com` is not a domain name", "write `example.com`")],
    );
    for (column, expected) in [
        (
            "type: text, jsonPath: .spec.cron",
            (
                "`text` is not a type of printer columns",
                "did you mean `string`?",
            ),
        ),
        (
            "type: timestamp, jsonPath: .spec.cron",
            (
                "`timestamp` is not a type of printer columns",
                "did you mean `date`?",
            ),
        ),
        (
            "type: string, jsonPath: .spec.cron, priority: high",
            (
                "`spec.versions[0].additionalPrinterColumns[0].priority` must be a whole number, not a string",
                "write 0 to show the column always, or 1 to show it only with `-o wide`",
            ),
        ),
    ] {
        let columns = format!("{STORAGE}    additionalPrinterColumns: [{{name: A, {column}}}]\n");
        check(STORAGE, &columns, &[expected]);
    }
    for (path, expected) in [
        (
            ".spec.crom",
            (
                "`.spec.crom` is not a field of the schema",
                "did you mean `.spec.cron`? The path cannot contain a list",
            ),
        ),
        (
            ".metadata.name",
            (
                "`.metadata.name` is not a field of the schema",
                "remove it: `metadata.name` and `metadata.namespace` are always selectable",
            ),
        ),
    ] {
        let fields = format!("{STORAGE}    selectableFields: [{{jsonPath: {path}}}]\n");
        check(STORAGE, &fields, &[expected]);
    }
}

#[test]
fn unknown_keywords_are_named_before_their_consequences() {
    check(
        "cron: {type: string}",
        "cron: {type: string, default: a, oneOf: [{const: a}, {const: b}]}",
        &[(
            "`oneOf` cannot list values",
            "instead of it, write `type: string` and `enum: [a, b]`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, default: a, not: {const: b}}",
        &[
            (
                "no value of `spec.cron` satisfies its schema: `not` forbids every value",
                "the server rejects the CRD because of the default beside it",
            ),
            (
                "unknown field `const`, which the server drops",
                "CRDs have no `const`: write `enum: [b]`",
            ),
        ],
    );
    check(
        "cron: {type: string}",
        "cron: {type: array, items: {type: string}, x-kubernetes-map-type: set}",
        &[(
            "`x-kubernetes-map-type` is for objects",
            "for a list, write `x-kubernetes-list-type: set` instead",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: integer, format: int64, default: 9223372036854775808}",
        &[(
            "the default violates its own schema: it must be of type int64",
            "an `int64` is at least -9223372036854775808 and at most 9223372036854775807",
        )],
    );
}

#[test]
fn names_that_are_not_as_they_look() {
    check(
        "group: example.com",
        "group: !example.com",
        &[(
            "`group` is missing",
            "`!` starts a tag in YAML: remove it, or quote the text",
        )],
    );
    check(
        "spec: {type: object, properties: {cron: {type: string}}}",
        "spec:\n            type: object\n            properties:\n              “cron”:\n                type: string",
        &[("the quotes are a part of the name `“cron”`", "write `cron`")],
    );
    check(
        "spec: {type: object, properties: {cron: {type: string}}}",
        "spec:\n            type: object\n            properties:\n              cron:\n                type: array\n                items:\n                type: string",
        &[
            (
                "the server does not store `items`",
                "write its value, or remove it",
            ),
            (
                "`type` is set twice; the last value wins",
                "indent it deeper than `items:`, or remove one of them",
            ),
        ],
    );
}

#[test]
fn names_beyond_the_first_are_verified_together() {
    let field = |index| {
        format!("f{index}: {{type: string, x-kubernetes-validations: [{{rule: self != '', path: .a}}]}}")
    };
    let fields: Vec<String> = (0..9).map(field).collect();
    let text = widgets(&format!(
        "spec: {{type: object, properties: {{{}}}}}",
        fields.join(", ")
    ));
    let found = check::text(&text, &Options::default()).findings;
    let found = found.iter().map(|finding| &finding.diagnostic);
    let unknown: Vec<_> = found.filter(|one| one.code == codes::UNKNOWN_FIELD).collect();
    assert_eq!(unknown.len(), 9);
    for one in unknown {
        assert!(
            one.help[0].starts_with("if you mean `fieldPath`"),
            "{:?}",
            one.help
        );
    }
}

#[test]
fn members_of_other_objects_are_not_suggested() {
    check(
        "plural: widgets",
        "plural: widgets, scop: x",
        &[(
            "unknown field `scop`, which the server drops",
            "remove it, or fix its spelling",
        )],
    );
}
