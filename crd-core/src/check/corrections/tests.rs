mod keywords;
mod lists;

use crate::check::test_manifest::widgets;
use crate::check::{self, Level, Options, Severity};

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names:
    plural: widgets
    kind: Widget
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                type: integer
                default: 1
              hosts:
                type: array
                items:
                  type: string
            x-kubernetes-validations:
            - rule: self.size > 0
          status:
            type: object
            properties:
              ready:
                type: boolean
";

/// Checks the only finding about the CRD after a replacement, which is also the severity and the words of the finding.
fn check(old: &str, new: &str, expected: &str) {
    assert_eq!(CRD.matches(old).count(), 1, "{old}");
    let report = check::text(&CRD.replace(old, new), &Options::default());
    let found: Vec<String> = report
        .findings
        .iter()
        .map(|finding| {
            format!(
                "{:?}: {}",
                finding.diagnostic.severity, finding.diagnostic.message
            )
        })
        .collect();
    assert_eq!(found, [expected], "{new:?}");
}

/// Checks the message and the help of the only finding about the CRD with other properties of the spec, and its marked text.
#[track_caller]
fn check_spec(schema: &str, expected: &str, help: &str, marked: &str) {
    let (before, rest) = CRD.split_once("            type: object\n").unwrap();
    let (_, after) = rest.split_once("          status:\n").unwrap();
    let text = format!(
        "{before}            {}\n          status:\n{after}",
        schema.replace('\n', "\n            ")
    );
    let report = check::text(&text, &Options::default());
    let found: Vec<(&str, &str, &str)> = report
        .findings
        .iter()
        .map(|finding| {
            let diagnostic = &finding.diagnostic;
            let help = diagnostic.help.first().map_or("", String::as_str);
            let marked = diagnostic.span.and_then(|span| span.slice(&text));
            (diagnostic.message.as_str(), help, marked.unwrap_or_default())
        })
        .collect();
    assert_eq!(found, [(expected, help, marked)], "{schema}");
}

#[test]
fn a_status_in_a_rule_and_an_unsupported_keyword_are_one_finding() {
    check(
        "          status:\n            type: object\n            properties:\n              ready:\n                type: boolean\n",
        "              status:\n                type: object\n                properties:\n                  ready:\n                    type: boolean\n",
        "Warning: unknown field `status`, which belongs to `properties`, not to `x-kubernetes-validations`",
    );
    check(
        "        properties:\n          spec:",
        "        definitions: {a: {type: string}}\n        properties:\n          spec:",
        "Error: `definitions` is not supported",
    );
}

#[test]
fn a_type_that_is_no_type_is_one_finding() {
    let line = "                type: integer\n                default: 1";
    check(
        line,
        "                type:\n                default: 1",
        "Error: this schema must have a `type`",
    );
    check(
        line,
        "                type: quantity\n                format: int32\n                default: 1",
        "Error: `quantity` is not a type",
    );
    check(
        line,
        "                {type:integer, default: 1}",
        "Error: unknown field `type:integer`, which the server drops",
    );
}

#[test]
fn a_default_does_not_follow_a_pattern_that_does_not_compile() {
    check_spec(
        "type: object\nproperties: {a: {type: string, pattern: '^(?!0)', default: a}}",
        "the API server cannot compile this pattern: `(?!` is not supported",
        "RE2 has no look-around",
        "'^(?!0)'",
    );
}

#[test]
fn the_name_of_the_version_in_spec_is_one_finding() {
    check(
        "  versions:\n  - name: v1\n    served: true\n",
        "  version: v1\n  versions:\n  - served: true\n",
        "Error: unknown field `version`, which the server drops",
    );
}

#[test]
fn types_that_are_repeated_in_a_choice() {
    check_spec(
        "type: object\nproperties: {a: {type: string}}\nallOf: [{type: object}]",
        "a `type` under `allOf`, `anyOf`, `oneOf` or `not`",
        "remove it: the schema above has this type already",
        "type: object",
    );
    // A field that only the choice has, or with another type.
    for properties in ["{a: {type: string}}", "{b: {type: string}}"] {
        let text = widgets(&format!(
            "spec: {{type: object, properties: {properties}, oneOf: [{{properties: {{b: {{type: object}}}}}}]}}"
        ));
        let report = check::text(&text, &Options::default());
        let mut help = report
            .findings
            .iter()
            .flat_map(|finding| &finding.diagnostic.help);
        assert!(!help.any(|help| help.contains("already")), "{properties}");
    }
}

#[test]
fn a_text_in_braces_that_ends_at_its_comma() {
    check_spec(
        "{type: object, description: In litres, whole numbers, properties: {a: {type: string}}}",
        "unknown field `whole numbers`, which the server drops",
        "a `,` ends a text in braces: quote the text before it",
        "whole numbers",
    );
}

#[test]
fn a_keyword_in_braces_without_its_colon() {
    check_spec(
        "{type: object, properties: {a: {type: string, format date}}, x-kubernetes-validations: [{rule: \
         'self.a < timestamp(\"2026-01-31T12:00:00Z\")'}]}",
        "unknown field `format date`, which the server drops",
        "the `:` is missing: write `format: date`",
        "format date",
    );
}

#[test]
fn a_group_with_a_version_is_one_finding() {
    check(
        "  group: example.com",
        "  group: example.com/v1",
        "Error: `example.com/v1` is not a domain name",
    );
}

#[test]
fn a_missing_line_is_one_finding() {
    for (line, expected) in [
        (
            "spec:\n  group",
            "the line `spec:` is missing, so `group` and the next 3 fields are unknown",
        ),
        (
            "    schema:\n",
            "the line `schema:` is missing, so `openAPIV3Schema` is an unknown field",
        ),
        (
            "      openAPIV3Schema:\n",
            "the line `openAPIV3Schema:` is missing, so `type` and the next field are unknown",
        ),
    ] {
        let without = line.strip_prefix("spec:\n").unwrap_or_default();
        check(line, without, &format!("Error: {expected}"));
    }
}

#[test]
fn a_field_at_another_level_is_one_finding() {
    for (line, indented, expected) in [
        (
            "  scope: Namespaced",
            "    scope: Namespaced",
            "Error: unknown field `scope`, which belongs to `spec`, not to `names`",
        ),
        (
            "    plural: widgets\n    kind: Widget",
            "    kind: Widget\n  plural: widgets",
            "Error: unknown field `plural`, which belongs to `names`, not to `spec`",
        ),
        (
            "  versions:",
            "versions:",
            "Error: unknown field `versions`, which belongs to `spec`",
        ),
        (
            "  name: widgets.example.com",
            "name: widgets.example.com",
            "Error: unknown field `name`, which belongs to `metadata`",
        ),
        (
            "    schema:",
            "  schema:",
            "Error: unknown field `schema`, which belongs to `versions`, not to `spec`",
        ),
        (
            "spec:\n  group",
            "  spec:\n  group",
            "Error: unknown field `spec`, which belongs to the top level, not to `metadata`",
        ),
        (
            "              hosts:",
            "            hosts:",
            "Warning: unknown field `hosts`, which belongs to `properties`, not to `spec`",
        ),
        (
            "              hosts:\n                type: array\n                items:\n                  type: string\n",
            "                hosts:\n                x-kubernetes-int-or-string: true\n",
            "Warning: unknown field `hosts`, which belongs to `properties`, not to `size`",
        ),
    ] {
        check(line, indented, expected);
    }
}

#[test]
fn properties_beside_additional_ones_do_not_change_costs() {
    check_spec(
        "type: object\nadditionalProperties: false\nproperties:\n  a:\n    type: string\n    \
             x-kubernetes-validations: [{rule: self == oldSelf}]",
        "`properties` and `additionalProperties` exclude each other",
        "remove it: the server drops fields that are not declared anyway",
        "additionalProperties: false",
    );
}

#[test]
fn pattern_properties_are_one_finding() {
    check_spec(
        "type: object\nproperties:\n  a:\n    type: object\n    patternProperties: {^a: {type: string}}",
        "`patternProperties` is not supported",
        "use `additionalProperties`, and a rule for the keys: `self.all(k, k.matches('…'))`",
        "patternProperties",
    );
}

#[test]
fn pattern_properties_of_the_root_are_one_finding() {
    check(
        "        type: object\n        properties:\n          spec:",
        "        type: object\n        patternProperties: {^a: {type: string}}\n        properties:\n          spec:",
        "Error: `patternProperties` is not supported",
    );
}

#[test]
fn a_webhook_as_in_v1beta1_is_one_finding() {
    check(
        "  scope: Namespaced",
        "  scope: Namespaced
  conversion:
    strategy: Webhook
    webhookClientConfig: {service: {namespace: a, name: b}}
    conversionReviewVersions: [v1]",
        "Error: unknown field `webhookClientConfig`, which the server drops",
    );
}

#[test]
fn consequences_of_a_wrong_word_are_not_reported() {
    for (word, wrong, expected) in [
        ("type: integer", "type: int", "Error: `int` is not a type"),
        ("type: integer", "type: intger", "Error: `intger` is not a type"),
        (
            "            properties:\n              size",
            "            propertis:\n              size",
            "Error: unknown field `propertis`, which the server drops",
        ),
        (
            "k8s.io/v1",
            "k8s.io/v1beta1",
            "Error: only Kubernetes up to 1.21 serves `v1beta1` CRDs",
        ),
    ] {
        check(word, wrong, expected);
    }
}

#[test]
fn help_for_an_old_version_depends_on_the_rest() {
    let help = |old: &str, new: &str| {
        let text = CRD.replace("k8s.io/v1", "k8s.io/v1beta1").replace(old, new);
        let report = check::text(&text, &Options::default());
        report.findings[0].diagnostic.help[0].clone()
    };
    assert_eq!(help("", ""), "write `apiextensions.k8s.io/v1`");
    let moved = "write `apiextensions.k8s.io/v1`, and move `validation`, `subresources` and `additionalPrinterColumns` \
                     to each version";
    assert_eq!(help("  scope:", "  subresources: {status: {}}\n  scope:"), moved);
}

/// Returns the codes of the findings about the CRD after replacements.
fn codes_after(replacements: &[(&str, &str)], options: &Options) -> Vec<String> {
    let mut text = CRD.to_owned();
    for (old, new) in replacements {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    let report = check::text(&text, options);
    let codes = report
        .findings
        .iter()
        .map(|finding| finding.diagnostic.code.to_string());
    codes.collect()
}

#[test]
fn corrections_of_other_findings_keep_their_words() {
    let report = check::text(
        &CRD.replace("  scope: Namespaced", "    scope: Namespaced")
            .replace("              hosts:", "            hosts:"),
        &Options::default(),
    );
    let messages: Vec<&str> = report
        .findings
        .iter()
        .map(|finding| &*finding.diagnostic.message)
        .collect();
    assert_eq!(
        messages,
        [
            "unknown field `scope`, which belongs to `spec`, not to `names`",
            "unknown field `hosts`, which belongs to `properties`, not to `spec`",
        ]
    );
}

#[test]
fn findings_remain_if_the_correction_has_errors() {
    // The server would stop at the list under `schema`, before it comes to the scope.
    let replacements = [
        (
            "    schema:\n      openAPIV3Schema:",
            "    schem:\n      openAPIV3Schema: []\n      other:",
        ),
        ("scope: Namespaced", "scope: namespaced"),
    ];
    let codes = codes_after(&replacements, &Options::default());
    assert!(codes.len() >= 3, "{codes:?}");
}

#[test]
fn findings_of_a_higher_level_remain() {
    let replacements = [(
        "            properties:\n              size",
        "            propertis:\n              size",
    )];
    let all = codes_after(&replacements, &Options::default());
    assert_eq!(all.len(), 1);
    let mut options = Options::default();
    options.levels.set_named(&all[0], Level::Allow).unwrap();
    let rest = codes_after(&replacements, &options);
    assert_eq!(rest, ["CRD0012"]);
}

#[test]
fn rules_about_a_member_that_is_not_required_by_mistake() {
    let rule = "            x-kubernetes-validations:\n            - rule: self.";
    let required = |name: &str| {
        let of_spec = format!("            required: {name}\n{rule}");
        codes_after(
            &[("                default: 1\n", ""), (rule, &of_spec)],
            &Options::default(),
        )
    };
    assert_eq!(required("[size]"), [""; 0]);
    assert_eq!(required("[sizes]"), ["CRD1009"]);
    assert_eq!(required("[size hosts]"), ["CRD1009"]);
    assert_eq!(required("[other]"), ["CRD1009", "CRD0419"]);

    let elements = "                items:\n                  type: string\n";
    let of_map = "                maxItems: 5
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  properties:
                    name: {type: string, maxLength: 5}
                  x-kubernetes-validations:
                  - rule: self.name != 'a'
";
    assert_eq!(
        codes_after(&[(elements, of_map)], &Options::default()),
        ["CRD0336"]
    );
}

#[test]
fn independent_findings_remain() {
    let wrong = CRD
        .replace("type: integer", "type: int")
        .replace("scope: Namespaced", "scope: namespaced");
    let report = check::text(&wrong, &Options::default());
    assert_eq!(report.findings.len(), 2);
}

#[test]
fn a_webhook_with_the_name_of_v1beta1() {
    check(
        "  scope: Namespaced\n",
        "  scope: Namespaced\n  conversion:\n    strategy: Webhook\n    webhook:\n      conversionReviewVersions: [v1]\n      \
         webhookClientConfig: {service: {name: a, namespace: b}}\n",
        "Error: unknown field `webhookClientConfig`, which the server drops",
    );
}

#[test]
fn a_column_of_a_misspelt_format() {
    check(
        "    subresources:\n      status: {}\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          \
         spec:\n            type: object\n            properties:\n",
        "    additionalPrinterColumns:\n    - {name: Since, type: date, jsonPath: .spec.since}\n    subresources:\n      status: \
         {}\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          spec:\n            type: \
         object\n            properties:\n              since: {type: string, format: timestamp}\n",
        "Warning: the server does not recognize the format `timestamp` here",
    );
}

#[test]
fn a_misspelt_field_in_a_default() {
    check(
        "                default: 1\n",
        "                default: 1\n              route:\n                type: object\n                default: {form: a}\n                \
         required: [from]\n                properties: {from: {type: string}}\n",
        "Error: the default has fields that the schema does not declare",
    );
}

#[test]
fn sections_at_another_place_or_with_another_name() {
    check(
        "          status:\n            type: object\n            properties:\n              ready:\n                type: boolean\n",
        "",
        "Warning: the schema declares no `status`, so the server drops everything that is written to this subresource",
    );
    check(
        "            x-kubernetes-validations:\n            - rule: self.size > 0\n          status:\n            type: object\n            \
         properties:\n              ready:\n                type: boolean\n",
        "              status:\n                type: object\n                properties:\n                  ready: {type: boolean}\n",
        "Warning: `status` is declared as a field of `spec`, and not beside it",
    );
    check(
        "        properties:\n          spec:",
        "        required: [spec]\n        properties:\n          Spec:",
        "Error: the field `Spec` is not `spec`: names of fields are case-sensitive",
    );
}

#[test]
fn paths_with_another_name() {
    for list in [
        "selectableFields:\n    - path: .spec.size",
        "additionalPrinterColumns:\n    - name: Size\n      type: integer\n      path: .spec.size",
    ] {
        check(
            "    subresources:",
            &format!("    {list}\n    subresources:"),
            "Error: unknown field `path`, which the server drops",
        );
    }
    check(
        "    subresources:",
        "    selectableFields:\n    - jsonPath: .spec.hosts[0]\n    subresources:",
        "Error: the path `.spec.hosts[0]` leads into a list, so it cannot be selectable",
    );
}

#[test]
fn the_repair_of_the_syntax_leaves_no_mistake() {
    let manifest = widgets("spec: {type: object}");
    for (old, new, expected) in [
        (
            "  - name: v1\n    served: true",
            "  - name: v1\n  served: true",
            "use 4 spaces, not 2",
        ),
        ("    served: true", "    - served: true", "write `served: true`"),
    ] {
        assert_eq!(manifest.matches(old).count(), 1, "{manifest}");
        let report = check::text(&manifest.replace(old, new), &Options::default());
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|found| &*found.diagnostic.message)
            .collect();
        assert!(
            matches!(messages.as_slice(), [one] if one.contains(expected)),
            "{new}: {messages:?}"
        );
    }
}
