mod names;

use super::*;
use crate::check::test_manifest::widgets;
use crate::check::{self, Options};
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::yaml::tree::Span;

/// Checks the messages about a CRD with a text replaced, each with its first line of help.
#[track_caller]
fn check(old: &str, new: &str, expected: &[(&str, &str)]) {
    let text = widgets("spec: {type: object, properties: {cron: {type: string}}}");
    assert!(text.contains(old), "{old}");
    let report = check::text(&text.replace(old, new), &Options::default());
    let found: Vec<(&str, &str)> = report
        .findings
        .iter()
        .map(|finding| {
            let diagnostic = &finding.diagnostic;
            let help = diagnostic.help.first().map_or("", String::as_str);
            (diagnostic.message.as_str(), help)
        })
        .collect();
    assert_eq!(found, expected, "{new}");
}

#[test]
fn a_rule_of_a_default_is_reported_once() {
    let rule = |rule: &str, expected: &[(&str, &str)]| {
        let new = format!(
            "cron: {{type: string, default: a, x-kubernetes-validations: [{{optionalOldSelf: true, rule: \"{rule}\"}}]}}"
        );
        check("cron: {type: string}", &new, expected);
    };
    rule(
        "self == oldself",
        &[("there is no variable `oldself`", "did you mean `oldSelf`?")],
    );
    rule(
        "oldSelf.hasValue()",
        &[(
            "the default violates a rule of its own schema: failed rule: oldSelf.hasValue()",
            "a default and a new object have no old value: write `!oldSelf.hasValue() || …`",
        )],
    );
}

const STORAGE: &str = "    storage: true\n";

#[test]
fn the_cause_of_a_crash_is_the_first_error() {
    let selectable = |schema: &str, expected: &[(&str, &str)]| {
        let old = "    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {cron: {type: string}}}";
        let new = format!(
            "    storage: true
    selectableFields: [{{jsonPath: .spec.cron}}]
    schema:
      {schema}"
        );
        check(old, &new, expected);
    };
    selectable(
        "openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {cron: {$ref: '#/a'}}}}}",
        &[("`$ref` is not supported", "inline the schema here")],
    );
    selectable(
        "openAPIV3schema: {type: object, properties: {spec: {type: object, properties: {cron: {type: string}}}}}",
        &[(
            "unknown field `openAPIV3schema`, which the server drops",
            "did you mean `openAPIV3Schema`? If not, remove it",
        )],
    );
}

#[test]
fn selectable_fields_of_a_version_without_schema_are_no_mistake() {
    let schema = "    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {cron: {type: string}}}\n";
    let declare = "declare the fields, or accept any fields with `schema: {openAPIV3Schema: {type: object, \
         x-kubernetes-preserve-unknown-fields: true}}`";
    check(
        schema,
        "    selectableFields: [{jsonPath: .spec.cron}]\n",
        &[("this version has no schema", declare)],
    );
}

#[test]
fn lists_of_another_type() {
    check(
        "cron: {type: string}",
        "cron: {type: array, items: {type: string}, x-kubernetes-list-type: map}",
        &[(
            "elements of a list of type `map` must be objects",
            "use `x-kubernetes-list-type: set` for scalars",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: object, additionalProperties: {type: string}, x-kubernetes-list-type: map}",
        &[(
            "`x-kubernetes-list-type` is for arrays",
            "remove `x-kubernetes-list-type`; to replace an object as a whole, write `x-kubernetes-map-type: atomic`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, maxItems: 3, items: {type: string}, x-kubernetes-list-type: set}",
        &[("`x-kubernetes-list-type` is for arrays", "write `type: array`")],
    );
    let list = |keys: &str| {
        format!(
            "cron: {{type: array, x-kubernetes-list-type: map, {keys}items: {{type: object, required: [code], properties: {{code: {{type: string}}}}}}}}"
        )
    };
    check(
        "cron: {type: string}",
        &list(""),
        &[(
            "a list of type `map` must have keys",
            "add `x-kubernetes-list-map-keys: [code]`, with the fields that identify elements",
        )],
    );
    check(
        "cron: {type: string}",
        &list("x-kubernetes-list-map-keys: [.code], "),
        &[(
            "a list-map key is not a property of the elements",
            "did you mean `code`?",
        )],
    );
}

#[test]
fn keywords_that_are_not_allowed_at_the_root() {
    for (keyword, help) in [
        ("$schema: a", "remove `$schema`"),
        ("nullable: true", "remove `nullable`"),
        ("minProperties: 1", "move `minProperties` below `properties.spec`"),
    ] {
        let (name, _) = keyword.split_once(':').unwrap_or_default();
        let old = "    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n";
        let new = format!(
            "    subresources: {{status: {{}}}}\n{old}          status: {{type: object, properties: {{at: {{type: string}}}}}}\n"
        );
        let new = new.replace("        type:", &format!("        {keyword}\n        type:"));
        let message = format!("with a status subresource, the root cannot have `{name}`");
        check(old, &new, &[(&message, help)]);
    }
}

#[test]
fn what_a_missing_or_wrong_value_leaves_open() {
    check(
        "plural: widgets, ",
        "",
        &[(
            "`names.plural` is missing",
            "add `plural: widgets`, as in the CRD's name",
        )],
    );
    check(
        "  group: example.com\n",
        "",
        &[(
            "`group` is missing",
            "add `group: example.com`, as in the CRD's name",
        )],
    );
    let both = "`names.plural` and `names.kind` are missing";
    check(
        "  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}\n",
        "",
        &[(
            both,
            "add `names` with both, such as `names: {plural: widgets, kind: Widget}`; the others default to names derived from `kind`",
        )],
    );
    check(
        "{plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}",
        "{shortNames: [w]}",
        &[(both, "add both; the others default to names derived from `kind`")],
    );
    check(
        "singular: widget, kind: Widget, listKind: WidgetList}",
        "shortNames: [w]}",
        &[(
            "`names.kind` is missing",
            "add `kind`; only `plural` and `kind` are required, the others default to names derived from `kind`",
        )],
    );
    let webhook =
        "webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://example.com/convert'}}";
    for (strategy, message, help) in [
        (
            "",
            "`conversion` must have a `strategy`",
            "add `strategy: Webhook`, or remove `conversion`",
        ),
        (
            "strategy: webhook, ",
            "`webhook` is not a conversion strategy",
            "write `Webhook`",
        ),
    ] {
        let new = format!("  conversion: {{{strategy}{webhook}}}\n  scope: ");
        check("  scope: ", &new, &[(message, help)]);
    }
    check(
        "cron: {type: string}",
        "cron: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: false}",
        &[(
            "`x-kubernetes-preserve-unknown-fields` can only be `true`",
            "write `true`: an embedded resource without `properties` must keep unknown fields",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: array, items: {type: string}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]}",
        &[(
            "elements of a list of type `map` must be objects",
            "for scalars, write `x-kubernetes-list-type: set`, and remove `x-kubernetes-list-map-keys`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, format: int32}",
        &[(
            "the server does not recognize the format `int32` here",
            "`int32` is a format of integers: write `type: integer`, or remove it",
        )],
    );
}

#[test]
fn branches_that_restrict_what_is_not_declared() {
    check(
        "cron: {type: string}",
        "list: {type: array, items: {type: object, allOf: [{properties: {sise: {minimum: 3}}}], properties: {size: {type: integer}}}}",
        &[(
            "`sise` in branch 1 of `allOf` restricts nothing: it is not declared, so the server drops it",
            "did you mean `size`? If not, declare it under `properties`",
        )],
    );
    check(
        "cron: {type: string}",
        "item: {type: object, anyOf: [{properties: {size: {minimum: 3}, other: {pattern: a}}}, {required: [other]}], properties: {size: {type: integer}}}",
        &[
            (
                "`other` in branch 1 of `anyOf` restricts nothing: it is not declared, so the server drops it",
                "declare it under `properties`, or remove it here",
            ),
            (
                "no value satisfies branch 2 of `anyOf`: `other` is not declared, so the server drops it",
                "declare it under `properties`, or remove the branch",
            ),
        ],
    );
}

#[test]
fn documents_that_are_cut_or_have_misspelt_names() {
    for (old, line) in [("  scope: ", "---\n"), ("  versions:\n", "--- # versions\n")] {
        check(
            old,
            &format!("{line}{old}"),
            &[(
                "`---` ends the object here, and the rest of it is another document",
                "remove this line",
            )],
        );
    }
    for line in ["---\n", "...\n---\n"] {
        check(
            "metadata: ",
            &format!("{line}metadata: "),
            &[(
                &format!(
                    "`{}` ends the object here, and the rest of it is another document",
                    &line[..3]
                ),
                "remove this line",
            )],
        );
    }
    for (old, new) in [("apiVersion", "apiversion"), ("kind", "Kind")] {
        check(
            &format!("{old}: "),
            &format!("{new}: "),
            &[(
                &format!("the document has no `{old}`"),
                &format!("write `{old}` instead of `{new}`"),
            )],
        );
    }
}

#[test]
fn one_finding_for_one_cause() {
    check(
        "cron: {type: string}",
        "cron: {type: array, items: {type: string}, x-kubernetes-list-type: Set}",
        &[("`Set` is not a list type", "did you mean `set`?")],
    );
    check(
        "plural: widgets",
        "plural: Widgets",
        &[("`Widgets` is not a valid plural name", "write `widgets`")],
    );
}

#[test]
fn errors_that_follow_from_another_one() {
    check(
        STORAGE,
        "    storage: false\n",
        &[(
            "exactly one version must have `storage: true`",
            "write `storage: true`",
        )],
    );
    check(
        "    storage: true\n",
        "",
        &[(
            "exactly one version must have `storage: true`",
            "write `storage: true`",
        )],
    );
    check(
        "- name: v1\n",
        "- name: v1.0\n",
        &[("`v1.0` is not a valid version name", "write `v1`")],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, enum: [a, b], default: [a]}",
        &[(
            "the default violates its own schema: it must be of type string",
            "write only the value, without brackets: `a`",
        )],
    );
    check(
        "cron: {type: string}",
        "cron: {enum: [1, 2]}",
        &[("this schema must have a `type`", "add `type: integer`")],
    );
    check(
        "cron: {type: string}",
        "cron: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, optionalOldSelf: true}]}",
        &[(
            "`==` cannot be applied to `string` and `optional_type(string)`",
            "write `!oldSelf.hasValue() || self == oldSelf.value()`",
        )],
    );
    check(
        "spec: {type: object, properties: {cron: {type: string}}}",
        "spec: {type: object, default: {}, required: [cron, size], properties: {cron: {type: string}, size: {type: string}}}",
        &[(
            "the default violates its own schema: `cron` and `size` are required",
            "add what is missing, or remove the default; the server validates the default before it sets defaults of nested fields in it",
        )],
    );
    check(
        "spec: {type: object, properties: {cron: {type: string}}}",
        "spec: {type: object, properties: {cron: {type: string, default: a}}}",
        &[],
    );
}

#[test]
fn values_in_another_form() {
    for (old, new, message, help) in [
        (
            "  scope: Namespaced\n",
            "  scope: Namespaced\n  conversion: None\n",
            "`spec.conversion` must be an object, not a string",
            "write `conversion: {strategy: None}`",
        ),
        (
            "  scope: Namespaced\n",
            "  scope: Namespaced\n  conversion: {strategy: none}\n",
            "`none` is not a conversion strategy",
            "write `None`",
        ),
        (
            STORAGE,
            "    storage: true\n    subresources: [status]\n",
            "`spec.versions[0].subresources` must be an object, not a list",
            "write an object: `subresources: {status: {}}`",
        ),
        (
            STORAGE,
            "    storage: true\n    selectableFields: [{jsonPath: spec.cron}]\n",
            "`spec.cron` is not a field of the schema",
            "write `.spec.cron`",
        ),
        (
            "  - name: v1\n",
            "",
            "`spec.versions` must be a list, not an object",
            "write a list, each element with `- `: `- served: true`",
        ),
        (
            "  - name: v1\n",
            "    v1:\n",
            "`spec.versions` must be a list, not an object",
            "write a list of elements with `name`: `- name: v1`",
        ),
        (
            "  group: example.com\n",
            "  group: example\n",
            "the group `example` has no dot",
            "write `example.com`, as in the CRD's name",
        ),
    ] {
        check(old, new, &[(message, help)]);
    }
}

#[test]
fn keywords_in_another_form() {
    const SCHEMA: &str = "cron: {type: string}";
    const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
    for (new, message, help) in [
        (
            "cron: {type: , format: int64}",
            "this schema must have a `type`",
            "`type` has no value: write `integer`",
        ),
        (
            "cron: {type: }",
            "this schema must have a `type`",
            "`type` has no value: write `array`, `boolean`, `integer`, `number`, `object` or `string`",
        ),
        (
            "cron: {type: text, properties: {a: {type: string}}}",
            "`text` is not a type",
            "did you mean `object`?",
        ),
        (
            "cron: {type: text, items: {type: string}}",
            "`text` is not a type",
            "did you mean `array`?",
        ),
        (
            &format!("cron: {{type: object, {PRESERVE}: yes please}}"),
            &format!(
                "`spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[cron].{PRESERVE}` must be a boolean, not a string"
            ),
            "write `true`, without quotes",
        ),
        (
            &format!("cron: {{type: object, {PRESERVE}: 'false'}}"),
            &format!(
                "`spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[cron].{PRESERVE}` must be a boolean, not a string"
            ),
            "remove it: it can only be `true`",
        ),
        (
            "cron: {type: string, nullable: tru}",
            "`spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[cron].nullable` must be a boolean, not a string",
            "did you mean `true`?",
        ),
        (
            "cron: {type: string, format: date-tim}",
            "the server does not recognize the format `date-tim` here",
            "did you mean `date-time`?",
        ),
        (
            "cron: {type: object, required: [firstName, lastName], properties: {firstName: {type: string}}}",
            "`lastName` is required but not declared, so the server drops it and rejects every object",
            "declare it under `properties`, or remove it from `required`",
        ),
    ] {
        check(SCHEMA, new, &[(message, help)]);
    }
    let text = widgets(
        "spec:\n  type: object\n  required:\n  - cron\n  - x-kubernetes-map-type: atomic\n  properties: {cron: {type: string}}",
    );
    let report = check::text(&text, &Options::default());
    let help: Vec<_> = report
        .findings
        .iter()
        .flat_map(|finding| &finding.diagnostic.help)
        .collect();
    assert_eq!(
        help,
        ["remove the `- `: `x-kubernetes-map-type` is a keyword of the schema"]
    );
}

#[test]
fn column_paths_in_other_notations() {
    for path in [
        "$.spec.cron",
        "'{.spec.cron}'",
        "spec.cron",
        "cron",
        "Spec.cron",
        "spec/cron",
        "self.spec.cron",
    ] {
        let shown = path.trim_matches('\'');
        check(
            STORAGE,
            &format!(
                "{STORAGE}    additionalPrinterColumns: [{{name: A, type: string, jsonPath: {path}}}]\n"
            ),
            &[(
                &format!("the path `{shown}` must start with a dot"),
                "write `.spec.cron`",
            )],
        );
    }
}

#[test]
fn a_malformed_name_is_reported_once() {
    check(
        "name: widgets.example.com",
        "name: Widget.example.com",
        &[(
            "`Widget.example.com` is not a DNS subdomain",
            "rename it to `widgets.example.com`",
        )],
    );
}

#[test]
fn branches_for_integers_and_strings() {
    let help = "for numbers and texts, add `x-kubernetes-int-or-string: true`";
    let branches = "anyOf: [{type: integer}, {type: string}]";
    check(
        "cron: {type: string}",
        &format!("cron: {{{branches}}}"),
        &[("this schema must have a `type`", help)],
    );
    check(
        "cron: {type: string}",
        &format!("cron: {{{branches}, x-kubernetes-int-or-string: true}}"),
        &[],
    );
}

/// No one type is right for a choice of types, although a keyword is one of lists.
#[test]
fn branches_for_lists_and_strings() {
    let help = "decide on one `type`, or write `x-kubernetes-preserve-unknown-fields: true` instead of it, which allows any value";
    check(
        "cron: {type: string}",
        "cron: {items: {type: string}, oneOf: [{type: string}, {type: array}]}",
        &[("`oneOf` cannot choose a type", help)],
    );
}

#[test]
fn paths_of_the_number_of_replicas() {
    let old = "cron: {type: string}}}";
    let new = "cron: {type: string}, a: {type: integer}, b: {type: integer}, c: {type: object, properties: {d: {type: integer}}}}}\n    subresources: {scale: {statusReplicasPath: .status.a}}";
    let text = widgets("spec: {type: object, properties: {cron: {type: string}}}").replace(old, new);
    let report = check::text(&text, &Options::default());
    let help = report.findings[0].diagnostic.help.join("");
    assert_eq!(
        help,
        "add `specReplicasPath` with the path of the integer that is the number of replicas, such as `.spec.a` or `.spec.b`"
    );
}

#[test]
fn elements_of_a_map_list_without_a_type() {
    check(
        "cron: {type: string}",
        "cron: {type: array, items: {required: [name], properties: {name: {type: string}}}, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]}",
        &[("this schema must have a `type`", "add `type: object`")],
    );
}

#[test]
fn findings_beside_others_remain() {
    // The name is not that of the plural, whatever the singular is.
    check(
        "plural: widgets, singular: widget",
        "plural: gadgets, singular: Widget",
        &[
            (
                "the CRD's name must be its plural name, a dot, and its group",
                "rename it to `gadgets.example.com`, or change `names.plural` or `group`",
            ),
            ("`Widget` is not a valid singular name", "write `widget`"),
        ],
    );
}

#[test]
fn only_errors_of_the_server_replace_others() {
    let after = |has_error: bool, is_error: bool| {
        let span = Span::new(0, 1);
        let mut cause = Diagnostic::new(codes::LIST_TYPE_UNKNOWN, "", span);
        if has_error {
            let error = FieldError::at(rules::OAS_22, ErrorType::NotSupported, FieldPath::default(), "");
            cause.server = Some(error);
        }
        let follow_up = Diagnostic::new(codes::LIST_MAP_KEYS_WITHOUT_MAP, "", span);
        let mut found = vec![cause, follow_up];
        drop_follow_ups(&mut found, |_| is_error);
        found.len()
    };
    assert_eq!(after(true, true), 1);
    assert_eq!(after(false, true), 2);
    assert_eq!(after(true, false), 2);
}

#[test]
fn rules_of_values_that_do_not_exist_are_not_constant() {
    let codes_with = |maximum: u8| {
        let text = widgets(&format!(
            "spec: {{type: object, properties: {{size: {{type: integer, minimum: 5, maximum: {maximum}}}}}, required: [size], \
                 x-kubernetes-validations: [{{rule: self.size != 22}}]}}"
        ));
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter();
        found.map(|finding| finding.diagnostic.code).collect::<Vec<_>>()
    };
    assert_eq!(codes_with(1), [codes::UNSATISFIABLE]);
    assert_eq!(codes_with(9), [codes::RULE_CONSTANT]);
}

#[test]
fn help_names_the_value_that_was_meant() {
    check(
        "cron: {type: string}",
        "cron: {type: string, enum: [A, Bc], default: bc}",
        &[(
            "the default violates its own schema: it must be one of \"A\", \"Bc\"",
            "did you mean `Bc`?",
        )],
    );
    check(
        "spec: {type: object,",
        "spec: {type: object, required: [crom],",
        &[(
            "`crom` is required but not declared, so the server drops it and rejects every object",
            "did you mean `cron`? If not, declare it under `properties`",
        )],
    );
}
