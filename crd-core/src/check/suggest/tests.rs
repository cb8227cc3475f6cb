use super::*;
use crate::check::test_manifest::widgets;
use crate::check::{self, Options};
use crate::server::decode::JsonType;
use crate::yaml;

#[track_caller]
fn check(value: &str, expected: JsonType, advice: Option<&str>) {
    check_named("a", value, expected, advice);
}

fn check_named(name: &str, value: &str, expected: JsonType, advice: Option<&str>) {
    let text = format!("a:{value}\n");
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let node = read.documents[0].root.get("a").unwrap();
    assert_eq!(
        of_wrong_type(&text, node, name, expected).as_deref(),
        advice,
        "{value}"
    );
}

#[test]
fn several_short_names_in_one() {
    let crd = widgets("a: {type: string}").replace("plural:", "shortNames: ['mf, meters'], plural:");
    let report = check::text(&crd, &Options::default());
    assert_eq!(
        report.findings[0].diagnostic.help,
        ["these are several names, `mf` and `meters`: list each of them"]
    );
}

#[test]
fn mistakes_have_a_place_and_a_help() {
    for (fields, label, help) in [
        (
            "a: {type: object, properties: {b: {type: string}, type: object}}",
            "must be an object",
            "this is a field of the name `type`, and its object has a type already: remove it; for such a field, write `type: \
                 {type: object}`",
        ),
        (
            "labels: {type: object, additionalProperties: false}",
            "accepts no field",
            "declare its `properties` instead, or the schema of the values: `additionalProperties: {type: string}`",
        ),
        (
            "a: {type: object, required: [b c], properties: {b: {type: string}, c: {type: string}}}",
            "declared nowhere",
            "these are several names, `b` and `c`: list each of them",
        ),
        (
            "a: {type: object, required: ['b, c'], properties: {b: {type: string}, c: {type: string}}}",
            "declared nowhere",
            "these are several names, `b` and `c`: list each of them",
        ),
        (
            "a: {type: any}",
            "not a type",
            "for values of any type, write `x-kubernetes-preserve-unknown-fields: true` instead",
        ),
        (
            "a: {type: '[]integer'}",
            "not a type",
            "write `type: array` and `items: {type: integer}`",
        ),
        (
            "a: {type: object, x-kubernetes-list-type: map, additionalProperties: {type: string}}",
            "only for arrays",
            "remove `x-kubernetes-list-type`; to replace an object as a whole, write `x-kubernetes-map-type: atomic`",
        ),
        (
            "a: {type: integer, multipleOf: 0}",
            "no value is valid",
            "the server accepts the CRD and then rejects every object that has the field",
        ),
    ] {
        let report = check::text(&widgets(fields), &Options::default());
        let found = report.findings.iter();
        let words = found.map(|one| (&*one.diagnostic.label, &*one.diagnostic.help[0]));
        assert_eq!(words.collect::<Vec<_>>(), [(label, help)], "{fields}");
    }
}

#[test]
fn names_and_members_of_a_crd() {
    for (old, new, place, help) in [
        (
            "kind: Widget,",
            "kind: big widget,",
            "big widget",
            "write `BigWidget`",
        ),
        (
            "group: example.com",
            "group: example",
            "example",
            "write `example.com`, as in the CRD's name",
        ),
        (
            "- name: v1",
            "- name: example.com/v1",
            "example.com/v1",
            "write `v1`",
        ),
        (
            "apiextensions.k8s.io/v1",
            "apiextension.k8s.io/v1",
            "apiextension.k8s.io/v1",
            "write `apiextensions.k8s.io/v1`",
        ),
        (
            "scope: Namespaced",
            "namespaced: true",
            "namespaced",
            "write `scope: Namespaced`, or `scope: Cluster`, beside `names`",
        ),
        (
            "scope: Namespaced",
            "scope: Namespaced\n  conversion: {strategy: Webhook, webhookClientConfig: {clientConfig: {service: {name: a, namespace: \
                 b}}, conversionReviewVersions: [v1]}}",
            "webhookClientConfig",
            "write `webhook`; `webhookClientConfig` is a name of `v1beta1`, for `clientConfig`",
        ),
    ] {
        let text = widgets("a: {type: string}").replacen(old, new, 1);
        let report = check::text(&text, &Options::default());
        let found = report.findings.iter().map(|one| &one.diagnostic);
        let words = found.map(|one| (one.span.and_then(|span| span.slice(&text)), &*one.help[0]));
        assert_eq!(words.collect::<Vec<_>>(), [(Some(place), help)], "{new}");
    }
}

/// The server names the other one.
#[test]
fn the_missing_name_of_a_service() {
    for (service, place, missing) in [
        ("{name: a}", "service", "namespace"),
        ("{namespace: a}", "service", "name"),
        ("{name: '', namespace: a}", "''", "name"),
    ] {
        let webhook = format!("{{clientConfig: {{service: {service}}}, conversionReviewVersions: [v1]}}");
        let conversion = format!("spec:\n  conversion: {{strategy: Webhook, webhook: {webhook}}}\n");
        let text = widgets("a: {type: string}").replacen("spec:\n", &conversion, 1);
        let report = check::text(&text, &Options::default());
        let found = &report.findings[0].diagnostic;
        assert_eq!(found.span.and_then(|span| span.slice(&text)), Some(place));
        assert_eq!(found.label, format!("no `{missing}`"));
    }
}

/// YAML reads `size = {type` as the name.
#[test]
fn an_object_behind_an_equals_sign() {
    for (members, expected) in [
        (
            "a:\n  type: object\n  properties:\n    size = {type: integer}",
            "size: {type: integer}",
        ),
        (
            "a:\n  type: string\n  externalDocs = {url: b}",
            "externalDocs: {url: b}",
        ),
    ] {
        let report = check::text(&widgets(members), &Options::default());
        let [finding] = &*report.findings else {
            panic!("{:?}", report.findings)
        };
        let help = format!("write `:` instead of `=`: `{expected}`");
        assert_eq!(finding.diagnostic.help, [help]);
    }
}

#[test]
fn a_status_code_as_reason() {
    let text = widgets("a: {type: integer, x-kubernetes-validations: [{rule: self > 1, reason: 422}]}");
    let report = check::text(&text, &Options::default());
    let expected = "write one of `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired`, `FieldValueDuplicate`";
    assert_eq!(report.findings[0].diagnostic.help, [expected]);
}

#[test]
fn the_name_of_a_type_as_items() {
    let text = widgets("a: {type: array, items: string}");
    let report = check::text(&text, &Options::default());
    let found = &report.findings[0].diagnostic;
    assert_eq!(found.help, ["write `items: {type: string}`"]);
    assert_eq!(found.span.and_then(|span| span.slice(&text)), Some("string"));
}

#[test]
fn names_in_one_text_are_split() {
    for (keyword, expected) in [
        ("enum: A | B", "write a list: `enum: [A, B]`"),
        ("required: a b", "write a list: `required: [a, b]`"),
        (
            "enum: {on: true, 'off': true}",
            "write a list: `enum: [\"on\", 'off']`",
        ),
    ] {
        let report = check::text(
            &widgets(&format!("a: {{type: string, {keyword}}}")),
            &Options::default(),
        );
        let mut help = report.findings.iter().flat_map(|found| &found.diagnostic.help);
        assert!(
            help.any(|help| help == expected),
            "{keyword}: {:?}",
            report.findings
        );
    }
}

#[test]
fn scalars_of_the_wrong_type() {
    use JsonType::{Array, Boolean, Integer, Number, Object, String};
    check(
        " on",
        String,
        Some("`on` is a boolean in YAML; write it in quotes: `'on'`"),
    );
    check(" true", String, Some("write it in quotes: `'true'`"));
    check(
        " 0123",
        String,
        Some("`0123` is the number 83 in YAML; write it in quotes: `'0123'`"),
    );
    check(" 5", String, Some("write it in quotes: `'5'`"));
    check(" \"4\"", Integer, Some("write it without quotes: `4`"));
    check(" '4.5'", Integer, None);
    check(" '4.5'", Number, Some("write it without quotes: `4.5`"));
    check(" 10%", Integer, Some("write only the number: `10`"));
    check(" 'true'", Boolean, Some("write it without quotes: `true`"));
    check(" 'Yes'", Boolean, Some("write `true`, without quotes"));
    check(" 8,", Integer, Some("write only the number: `8`"));
    check(
        " [5]",
        Integer,
        Some("write only the value, without brackets: `5`"),
    );
    check("\n- b", String, Some("write only the value, without `- `: `b`"));
    check(
        " {v: b}",
        String,
        Some("write only the value, without the name: `b`"),
    );
    check(" {v: b}", Integer, None);
    check(" b=c", Object, Some("write an object: `b: c`"));
    check(" b=1,c=d", Object, Some("write an object: `{b: '1', c: d}`"));
    check(" ''", Object, Some("write an empty object: `{}`"));
    check(" bs", Array, Some("write a list: `a: [bs]`"));
    check(" a, b", Array, Some("write a list: `a: [a, b]`"));
    check(" a | b|c", Array, Some("write a list: `a: [a, b, c]`"));
    check(" 'a;b'", Array, Some("write a list: `a: [a, b]`"));
    check(
        " 10.0.0.1 10.0.0.2",
        Array,
        Some("write a list: `a: [10.0.0.1, 10.0.0.2]`"),
    );
    for text in [" a, {b}", " could not connect", " a ||b"] {
        check(
            text,
            Array,
            Some("write a list: `a: […]`, or a line with `- ` for each element"),
        );
    }
    check(" http://a", Array, Some("write a list: `a: ['http://a']`"));
    check(
        "\n  b: 1\n  c: 2",
        Array,
        Some("write a list, each element with `- `: `- b: 1`"),
    );
    check(
        " {b: 1}",
        Array,
        Some("write a list: put the object in brackets, `[{…}]`"),
    );
    check("\n- b: 1", Object, Some("write an object, without `- `: `b: 1`"));
    check(
        "\n- name: b\n  value: 1",
        Object,
        Some("write an object, not a list: `b: 1`"),
    );
    check(" [b=c]", Object, Some("write an object, not a list: `b: c`"));
    check(" []", Object, Some("write an empty object: `{}`"));
    check(" {}", String, None);
    check(
        " 1,000,000",
        Integer,
        Some("write it without separators: `1000000`"),
    );
    check(" 0,7", Number, Some("write a decimal point: `0.7`"));
    check(" 0,7", Integer, None);
    check(" 4.5", Integer, Some("write a whole number"));
    for large in [
        " 9223372036854775808",
        " 99999999999999999999",
        " -9300000000000000000",
    ] {
        let limits = "an `int64` is at least -9223372036854775808 and at most 9223372036854775807";
        check(large, Integer, Some(limits));
    }
}

#[test]
fn numbers_with_units_and_suffixes() {
    use JsonType::{Boolean, Integer};
    let without = |unit: &str| format!("write only a number, in the unit of the field, without `{unit}`");
    check(" 4 °C", Integer, Some(&without("°C")));
    check(" 25m/s", Integer, Some(&without("m/s")));
    check(" 1/2", JsonType::Number, None);
    check(" 5k", Integer, Some("write the number: `5000`"));
    check(" 2Mi", Integer, Some("write the number: `2097152`"));
    check(" 1.5K", Integer, Some("write the number: `1500`"));
    check(
        " 30s",
        Integer,
        Some("write only a number, in the unit of the field, without `s`"),
    );
    check(
        " 1.5h",
        Integer,
        Some("write only a whole number, in the unit of the field, without `h`"),
    );
    check(
        " 2h30m",
        Integer,
        Some("write only a number, in the unit of the field"),
    );
    for (name, value, help) in [
        ("durationMinutes", " 4h", Some("write it in minutes: `240`")),
        ("durationMinutes", " 240 min", Some("write it in minutes: `240`")),
        ("durationMinutes", " 2h30m", Some("write it in minutes: `150`")),
        ("period_seconds", " 2 hours", Some("write it in seconds: `7200`")),
        ("timeoutMs", " 30s", Some("write it in milliseconds: `30000`")),
        (
            "durationHours",
            " 90m",
            Some("write only a number, in the unit of the field, without `m`"),
        ),
        (
            "admins",
            " 3m",
            Some("write only a number, in the unit of the field, without `m`"),
        ),
    ] {
        check_named(name, value, Integer, help);
    }
    check(" 1", Boolean, Some("write `true`"));
    check(" 2", Boolean, None);
    check(" auto", Integer, None);
    check(
        " ${SIZE}",
        Integer,
        Some("`${SIZE}` is a placeholder: replace it by a number first"),
    );
}

#[test]
fn keywords_of_json_schema() {
    for (schema, expected) in [
        (
            "type: [string, \"null\"]",
            "a schema has one type: write `type: string` and `nullable: true`",
        ),
        (
            "type: [integer, string]",
            "a schema has one type: instead of it, write `x-kubernetes-int-or-string: true`",
        ),
        (
            "type: integer\n  exclusiveMinimum: 5",
            "write `minimum: 5` and `exclusiveMinimum: true`",
        ),
        (
            "type: string\n  required: true",
            "list the field in `required` of its object, beside `properties`: `required: [a]`",
        ),
        (
            "type: object\n  required: [c]\n  properties: {b: {type: string, required: true}, c: {type: string}}",
            "remove it, and add `b` to `required` of its object, beside `properties`",
        ),
        (
            "type: integer\n  format: int32\n  default: 5000000000",
            "an `int32` is at least -2147483648 and at most 2147483647",
        ),
        (
            "type: string\n  format: date\n  default: 01/02/2027",
            "write it like `2027-03-01`",
        ),
        ("type: string\n  minLength: '5'", "write it without quotes: `5`"),
        ("type: string\n  enum: A", "write a list: `enum: [A]`"),
        (
            "type: string\n  enum: {A: true, 'b': true}",
            "write a list: `enum: [A, 'b']`",
        ),
        (
            "type: object\n  properties: {b: {type: string}}\n  required:\n    b: true",
            "write a list: `required: [b]`",
        ),
        (
            "type: array\n  items: {type: string}\n  x-kubernetes-list-type: maps",
            "did you mean `set`?",
        ),
        (
            "type: array\n  items: {type: object, properties: {b: {type: string}}}\n  x-kubernetes-list-type: Map",
            "did you mean `map`?",
        ),
        (
            "type: object\n  properties: {b: string}",
            "write `b: {type: string}`",
        ),
        (
            "type: array\n  properties:\n    type: string",
            "write `items` instead of `properties`, because the type is `array`",
        ),
        ("type: string\n  enum: A, B", "write a list: `enum: [A, B]`"),
        (
            "type: string\n  oneOf: [A]",
            "for a choice of values, write `enum: [A]` instead",
        ),
        (
            "type: array\n  items: {type: string}\n  format: uuid",
            "a format is for texts and numbers: move it to the values",
        ),
        ("type: integer\n  format: int", "write `int32` or `int64`"),
        (
            "type: array\n  items: {type: string}\n  x-kubernetes-map-type: atomic",
            "for a list, write `x-kubernetes-list-type: atomic` instead",
        ),
        (
            "type: string\n  pattern: '*.example.com'",
            "`*` repeats what is before it; for any text, write `.*`: `^.*\\.example\\.com$`",
        ),
        (
            "type: string\n  pattern: '^[0-9]+(s|m)$'\n  default: 60",
            "write a string with a unit, such as `60s`",
        ),
        (
            "type: integer\n  maxLength: 3",
            "did you mean `maximum: 999`? If not, remove it, or correct the type",
        ),
        (
            "type: object\n  x-kubernetes-preserve-unknown-fields: false",
            "remove it, or write `true` to keep unknown fields",
        ),
        (
            "type: string\n  x-kubernetes-validations: self != ''",
            "write a list of rules: `- rule: …`",
        ),
    ] {
        let report = check::text(&widgets(&format!("a:\n  {schema}")), &Options::default());
        let help: Vec<&str> = report
            .findings
            .iter()
            .flat_map(|finding| finding.diagnostic.help.iter().map(String::as_str))
            .collect();
        assert_eq!(help, [expected], "{schema}");
    }
}
