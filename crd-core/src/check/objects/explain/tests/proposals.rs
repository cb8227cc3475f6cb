//! Values that help proposes, which are tried.

use super::*;

const SPEC: &str = "\
spec:
  type: object
  properties:
    hold: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: \"duration(self) > duration('1s')\"}]}
    code: {type: string, maxLength: 3, pattern: '^[a-z]+$'}
    size: {type: string, enum: ['8', '16']}
    level: {type: integer, enum: [1, 2]}
    tier: {type: string, enum: [gold, tin], x-kubernetes-validations: [{rule: \"self != 'gold'\", message: sold out}]}
    port: {type: integer, maximum: 90}
    ports: {type: array, items: {type: integer, maximum: 90}}
    ref: {type: object, required: [name], properties: {name: {type: string, maxLength: 3}}}
    inks: {type: array, items: {type: string}}
    sizes: {type: array, items: {type: integer}}
    rates: {type: object, additionalProperties: {type: number}}
    answer: {type: string, enum: ['Yes', 'No', Maybe]}
    seat: {type: string, pattern: '^[0-9]+[a-z]$'}
    district: {type: string, pattern: '^[A-Z]{2}$'}
    least: {type: string, format: duration, x-kubernetes-validations: [{rule: \"self >= duration('720h')\"}]}
    below: {type: string, format: duration, x-kubernetes-validations: [{rule: \"self < duration('2m')\", message: too long}]}
    payment: {type: object, properties: {card: {type: object, properties: {terminal: {type: string}}}}}
    labels: {type: object, additionalProperties: {type: string}}";

/// Checks the help for the first error about a field of the spec.
#[track_caller]
fn check_help(field: &str, expected: &[&str]) {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets(SPEC));
    let text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec:\n  {field}\n");
    let options = ObjectOptions::default();
    let checked = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
    assert_eq!(checked.findings[0].help, expected, "{field}");
}

#[test]
fn values_that_are_rejected_too_are_not_proposed() {
    check_help(
        "hold: 20",
        &["a duration is a number with a unit: `h`, `m`, `s` or `ms`"],
    );
    check_help("code: Ab", &["did you mean `ab`?"]);
    check_help(
        "port: '99'",
        &[
            "write it without quotes; `99` is not valid either: `spec.port` must be less than or equal to 90, not 99",
        ],
    );
    check_help("port: '80'", &["write it without quotes: `80`"]);
    check_help(
        "ports: 99",
        &[
            "write a list; `ports: [99]` is not valid either: `spec.ports[0]` must be less than or equal to 90, not 99",
        ],
    );
    check_help("ports: 80", &["write a list: `ports: [80]`"]);
    check_help(
        "tier: Gold",
        &["`gold` is not valid either: `spec.tier`: sold out"],
    );
    check_help(
        "ref: abcd",
        &[
            "write an object; `{name: abcd}` is not valid either: `spec.ref.name` must have at most 3 characters, not 4",
        ],
    );
    check_help("ref: abc", &["write an object: `{name: abc}`"]);
    check_help("ref: true", &["write an object with `name`"]);
    check_help("payment: card", &["write an object: `card: …`"]);
    check_help(
        "inks: {cyan: true, red: true}",
        &["write a list of the names, each with `- `: `- cyan`"],
    );
    check_help(
        "inks: {Cyan: 1}",
        &["write a list of the names, each with `- `: `- Cyan`"],
    );
    check_help(
        "inks: {first: cyan}",
        &["write a list of the values, each with `- `: `- cyan`"],
    );
    check_help(
        "sizes: {first: 1}",
        &["write a list of the values, each with `- `: `- 1`"],
    );
    check_help(
        "inks: [[cyan]]",
        &["write only the value, without brackets: `cyan`"],
    );
    check_help(
        "inks:\n  - Ave: Maria",
        &["write only the value, without the name: `Maria`; for one text, quote it: `'Ave: Maria'`"],
    );
    check_help(
        "inks:\n    cyan\n    - red",
        &["write `- ` before `cyan`, which goes on in the lines below it"],
    );
    check_help(
        "inks:\n  - name: Ave",
        &["write only the value, without the name: `Ave`"],
    );
    check_help(
        "rates: day=2.15,night=1.8",
        &["write an object: `{day: 2.15, night: 1.8}`"],
    );
    check_help("labels: [a=b]", &["write an object, not a list: `a: b`"]);
}

#[test]
fn examples_are_valid_for_the_rules_of_their_field() {
    check_help("least: 3 months", &["write it like `720h`"]);
    check_help(
        "below: five",
        &["its other restrictions apply, too: `spec.below`: too long"],
    );
}

#[test]
fn booleans_of_yaml_are_no_numbers_with_a_unit() {
    check_help(
        "district: N",
        &["`N` is a boolean in YAML; write a string, in quotes, that matches the pattern"],
    );
    check_help(
        "district: NO",
        &["`NO` is a boolean in YAML; write it in quotes: `'NO'`"],
    );
    check_help(
        "seat: 12",
        &["write a string, in quotes, that matches the pattern"],
    );
    check_help("answer: on", &["`on` is a boolean in YAML; write `\"Yes\"`"]);
    check_help("answer: no", &["write it in quotes: `\"No\"`"]);
}

#[test]
fn findings_that_follow_from_a_wrong_form_are_not_reported() {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets(SPEC));
    let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {level: '2'}\n";
    let options = ObjectOptions::default();
    let checked = Objects::read(text, &options).check(0, &crds, &options).unwrap();
    let messages: Vec<&str> = checked.findings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`spec.level` must be of type integer, not string",
            "the rules were not evaluated because of the other errors",
        ]
    );
}

#[test]
fn numbers_of_an_enum_are_not_guessed() {
    check_help("level: 4", &[]);
    check_help("labelz: {a: b}", &["did you mean `labels`?"]);
    check_help("reff: {name: abc}", &["did you mean `ref`?"]);
    check_help("level: [2]", &["write only the value, without brackets: `2`"]);
    check_help(
        "level: [4]",
        &[
            "write only the value, without brackets; `4` is not valid either: `spec.level` must be one of \"1\", \"2\", not 4",
        ],
    );
    check_help("level: '2'", &["write it without quotes: `2`"]);
    check_help("size: 8", &["write it in quotes: `\"8\"`"]);
    check_help("size: '9'", &[]);
}
