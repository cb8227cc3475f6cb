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
fn a_rule_that_is_not_in_its_list_is_one_finding() {
    check_spec(
        "type: object\nproperties: {size: {type: integer}}\nx-kubernetes-validations:\nrule: has(self.size)",
        "unknown field `rule`, which belongs to `x-kubernetes-validations`, not to `spec`",
        "indent `rule` deeper than `x-kubernetes-validations:`, and write `- ` before the first",
        "rule",
    );
}

#[test]
fn a_keyword_among_the_fields_is_one_finding() {
    for (property, keyword, owner, help) in [
        (
            "{type: integer}",
            "maximum: 5",
            "a",
            "indent `maximum` deeper than `a:`",
        ),
        (
            "{type: integer}",
            "maximum: 5\n  default: 1",
            "a",
            "indent `maximum` and the next line deeper than `a:`",
        ),
        (
            "",
            "type: array\n  items: {type: string}",
            "a",
            "indent `type` and the next line deeper than `a:`",
        ),
        (
            "{type: string}",
            "required: [a]",
            "spec",
            "indent `required` like `properties:`",
        ),
        (
            "{type: string}",
            "maxProperties: 5",
            "spec",
            "indent `maxProperties` like `properties:`",
        ),
        (
            "{type: array}",
            "items: {type: string}",
            "a",
            "indent `items` deeper than `a:`",
        ),
        (
            "{type: array}",
            "items:\n    type: string\n    x-kubernetes-list-type: atomic",
            "a",
            "indent `items` deeper than `a:`",
        ),
        // The type of the list is in the schema of its elements.
        (
            "{description: A}",
            "items:\n    type: string\n    type: array",
            "a",
            "indent `items` deeper than `a:`",
        ),
        (
            "{description: A}",
            "properties:\n    b: {type: string}\n    type: object",
            "a",
            "indent `properties` deeper than `a:`",
        ),
        (
            "{type: object, maxProperties: 5}",
            "additionalProperties: {type: string}",
            "a",
            "indent `additionalProperties` deeper than `a:`",
        ),
        (
            "{type: object}",
            "properties: {type: {type: string}, b: {type: integer}}",
            "a",
            "indent `properties` deeper than `a:`",
        ),
        (
            "{type: string}",
            "x-kubernetes-validations: [{rule: self != ''}]",
            "a",
            "indent `x-kubernetes-validations` deeper than `a:`",
        ),
        (
            "{type: string}",
            "x-kubernetes-validations: [{rule: self.a != ''}]",
            "spec",
            "indent `x-kubernetes-validations` like `properties:`",
        ),
        (
            "{type: string}",
            "x-kubernetes-validations: {rule: self.a != ''}",
            "spec",
            "indent `x-kubernetes-validations` like `properties:`, and write `- ` before `rule`",
        ),
        (
            "{type: string}",
            "x-kubernetes-validations: {rule: self != ''}",
            "a",
            "indent `x-kubernetes-validations` deeper than `a:`, and write `- ` before `rule`",
        ),
    ] {
        let (name, _) = keyword.split_once(':').unwrap();
        check_spec(
            &format!("type: object\nproperties:\n  a: {property}\n  {keyword}"),
            &format!("`{name}` is a keyword of `{owner}`, but it is indented like a field"),
            help,
            name,
        );
    }
}

#[test]
fn a_second_list_among_the_fields_is_one_finding() {
    for (list, dash) in [
        ("[{rule: has(self.a)}]", ""),
        ("{rule: has(self.a)}", ", and write `- ` before `rule`"),
    ] {
        check_spec(
            &format!(
                "type: object\nproperties:\n  x-kubernetes-validations: {list}\n  a: {{type: string}}\n\
                 x-kubernetes-validations: [{{rule: self.a != 'b'}}]"
            ),
            "`x-kubernetes-validations` is a keyword of `spec`, but it is indented like a field",
            &format!(
                "move the elements of this `x-kubernetes-validations` to that beside `properties:`{dash}"
            ),
            "x-kubernetes-validations",
        );
    }
}

#[test]
fn a_second_keyword_among_the_fields_is_named() {
    let is = |name: &str| format!("`{name}` is the name of a field here; if it is a keyword, ");
    let set = "it is already set beside `properties`: remove it here";
    for (field, own, expected) in [
        (
            "x-kubernetes-map-type: atomic",
            "x-kubernetes-map-type: atomic",
            set,
        ),
        (
            "x-kubernetes-preserve-unknown-fields: true",
            "x-kubernetes-preserve-unknown-fields: true",
            set,
        ),
        (
            "x-kubernetes-list-type: atomic",
            "maxProperties: 5",
            "indent it like the other keywords",
        ),
        ("maxProperties: 5", "maxProperties: 6", set),
    ] {
        let (name, _) = field.split_once(':').unwrap();
        let text = check::test_manifest::widgets(&format!(
            "spec: {{type: object, properties: {{{field}, a: {{type: string}}}}, {own}}}"
        ));
        let report = check::text(&text, &Options::default());
        let help = &report.findings[0].diagnostic.help;
        assert_eq!(*help, [is(name) + expected], "{field}");
    }
}

#[test]
fn fields_with_the_names_of_keywords_are_no_mistakes() {
    let text = CRD.replace(
        "              hosts:",
        "              pattern: {type: string}\n              items: {type: string}\n              hosts:",
    );
    assert_eq!(check::text(&text, &Options::default()).findings.len(), 0);
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
fn keywords_of_a_list_in_its_items() {
    for (keywords, first, help) in [
        (
            "maxLength: 5\n    x-kubernetes-list-type: set",
            "x-kubernetes-list-type",
            "x-kubernetes-list-type",
        ),
        ("maxItems: 5", "maxItems", "maxItems"),
        (
            "maxItems: 5\n    x-kubernetes-list-type: set",
            "maxItems",
            "maxItems` and `x-kubernetes-list-type",
        ),
    ] {
        check_spec(
            &format!(
                "type: object\nproperties:\n  a:\n    type: array\n    items:\n      type: string\n      {}",
                keywords.replace('\n', "\n  ")
            ),
            &format!("`{first}` is a keyword of the list `a`, but it is indented like those of its `items`"),
            &format!("indent `{help}` like `items:`"),
            first,
        );
    }
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
fn unknown_keywords_that_the_server_does_not_report() {
    for (keyword, expected) in [
        (
            "maxLenght: 5",
            "Warning: unknown field `maxLenght`, which the server drops without a warning",
        ),
        (
            "x-kubernetes-validation: [{rule: self != ''}]",
            "Warning: unknown field `x-kubernetes-validation`, which the server drops without a warning",
        ),
        (
            "x-kubernetes-validations: [{rule: self != '', mesage: a}]",
            "Warning: unknown field `mesage`, which the server drops without a warning",
        ),
    ] {
        let old = "                  type: string\n";
        check(old, &format!("{old}                  {keyword}\n"), expected);
    }
    let other = "                  type: string\n                  x-order: 5\n";
    assert_eq!(
        codes_after(
            &[("                  type: string\n", other)],
            &Options::default()
        ),
        [""; 0]
    );
    let levels = check::Levels::strict();
    let options = Options {
        levels,
        ..Options::default()
    };
    let wrong = other.replace("x-order", "maxItem");
    let report = check::text(&CRD.replace("                  type: string\n", &wrong), &options);
    assert_eq!(report.findings[0].diagnostic.severity, Severity::Warning);
    assert_eq!(
        report.findings[0].diagnostic.help,
        ["did you mean `maxLength`? If not, remove it"]
    );
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

/// Checks the only finding about the CRD with other keywords of the list, and its help.
fn check_list(keywords: &str, expected: &str, help: &str) {
    let list = "                type: array\n                items:\n                  type: string\n";
    let report = check::text(&CRD.replace(list, keywords), &Options::default());
    let found: Vec<_> = report.findings.iter().map(|one| &one.diagnostic).collect();
    let words: Vec<_> = found
        .iter()
        .map(|one| (&*one.message, one.help.as_slice()))
        .collect();
    assert_eq!(words, [(expected, [help.to_owned()].as_slice())], "{keywords}");
}

#[test]
fn a_missing_line_of_items_is_one_finding() {
    let of_elements =
        |name: &str| format!("`items` is missing: `{name}` belongs to the elements of the list");
    check_list(
        "                type: array\n                maxItems: 5\n                x-kubernetes-list-type: set\n                \
         type: string\n                maxLength: 9\n",
        &of_elements("type"),
        "add `items:` above it, and indent `type` and `maxLength` deeper",
    );
    check_list(
        "                {type: array, maxItems: 5, type: string}\n",
        &of_elements("type"),
        "add `items`, and move `type` into it",
    );
    check_list(
        "                type: array\n                x-kubernetes-list-type: map\n                \
         x-kubernetes-list-map-keys: [a]\n                required: [a]\n                properties: {a: {type: string}}\n",
        &of_elements("required"),
        "add `items:` with `type: object` above it, and indent `required` and `properties` deeper",
    );
    check_list(
        "                type: array\n                required: [a]\n                properties: {a: {type: string}}\n",
        "`required` and `properties` are for objects, but the type is `array`",
        "write `type: object`; for a list of such objects, move them into `items`, with `type: object`",
    );
    check_list(
        "                type: object\n                items: {type: string}\n",
        "`items` has no effect for values of type `object`",
        "if it is for the values of a map, write `additionalProperties` instead of `items`; for a list, write `type: array`",
    );
    check_list(
        "                type: integer\n                enum: ['1', '2']\n",
        "no value in `enum` is ever accepted: all are strings, and the type is `integer`",
        "write them without quotes: `[1, 2]`",
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
