//! Keywords among the fields, and keywords of other places.

use super::*;

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
        let text = widgets(&format!(
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

/// The fix of a keyword without effect would be another correction than the help.
#[test]
fn keywords_of_a_list_in_its_items_have_no_fix() {
    let text = widgets(
        "spec:\n  type: object\n  properties:\n    a:\n      type: array\n      items:\n        type: object\n        minItems: 1\n        \
         properties: {b: {type: string}}",
    );
    let report = check::text(&text, &Options::default());
    let found: Vec<_> = report.findings.iter().map(|one| &one.diagnostic).collect();
    assert_eq!(found[0].help, ["indent `minItems` like `items:`"]);
    assert!(found[0].fix.is_none(), "{:?}", found[0].fix);
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
