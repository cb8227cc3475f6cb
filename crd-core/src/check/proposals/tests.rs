//! Proposals about defaults that are tried.

use super::proposed;
use crate::check::test_manifest::widgets;
use crate::check::{self, Options};

const SPEC: &str = "\
spec:
  type: object
  properties:
    hold: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: \"duration(self) > duration('1s')\"}]}
    size: {type: string, enum: ['8', '16']}
    unit: {type: string, enum: ['liter,', 'gallon']}
    tier: {type: string, enum: [gold, tin], x-kubernetes-validations: [{rule: \"self != 'gold'\", message: sold out}]}
    port: {type: integer, maximum: 90}
    ports: {type: array, items: {type: integer, maximum: 90}}";

#[test]
fn defaults_that_are_rejected_too_are_not_proposed() {
    for (field, default, expected) in [
        (
            "hold",
            "20",
            "a duration is a number with a unit: `h`, `m`, `s` or `ms`",
        ),
        ("hold", "20m", ""),
        (
            "tier",
            "Gold",
            "`gold` is not valid either: the default violates a rule of its own schema: sold out",
        ),
        (
            "unit",
            "liter",
            "`liter,` in `enum` ends with a comma: remove the comma",
        ),
        ("tier", "tim", "did you mean `tin`?"),
        ("port", "'80'", "write it without quotes: `80`"),
        (
            "port",
            "'99'",
            "write it without quotes; `99` is not valid either: the default violates its own schema: it must be less than or equal to 90",
        ),
        (
            "size",
            "'9'",
            "correct the default, or the keyword that rejects it",
        ),
        (
            "ports",
            "99",
            "write a list; `default: [99]` is not valid either: the default violates its own schema: `[0]` must be less than or equal to 90",
        ),
    ] {
        let start = format!("    {field}: {{");
        let crd = widgets(&SPEC.replace(&start, &format!("{start}default: {default}, ")));
        let report = check::text(&crd, &Options::default());
        let first = report
            .findings
            .first()
            .and_then(|one| one.diagnostic.help.first());
        assert_eq!(first.map_or("", String::as_str), expected, "{field}: {default}");
    }
}

#[test]
fn examples_are_no_proposals() {
    for (help, expected) in [
        ("write it in quotes: `'20'`", Some("'20'")),
        ("did you mean `a`?", Some("a")),
        ("write `true`", Some("true")),
        ("a duration is a number with a unit: `h`, `m`, `s` or `ms`", None),
        ("write a string with a unit, such as `30s`", None),
        ("write a list of elements with `name`", None),
    ] {
        assert_eq!(proposed(help), expected, "{help}");
    }
}
